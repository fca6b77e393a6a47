"""Controls that lead away from the table: it stays where the next page can't be had."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.table import Table
from tests.support.server import LiveServer

FAILED = "The server could not answer. The board is as it was; try again."
OFFLINE = "There is no connection. The board is kept; try again when you are online."
FOREIGN = "Something else answered, perhaps a sign-in page. The board is kept; try to reload."
GONE = "There is nothing at this address, or it is another player’s game."
CONTROLS = ["new", "restart", "menu"]


@pytest.fixture
def table(page: Page, live_server: LiveServer) -> Table:
    """A game that has begun."""
    table = Table(page, live_server.url).open()
    table.do("KD", "draw")
    return table


def use(table: Table, control: str) -> None:
    """Presses a control that leads away."""
    if control == "menu":
        table.page.locator(".menu-button").click()
        table.page.locator("#menu").get_by_role("link", name="Rules").click()
    else:
        table.press(table.control(control))


@pytest.mark.parametrize("control", CONTROLS)
def test_without_a_connection_the_board_stays_and_the_press_can_be_made_again(
    table: Table, control: str
) -> None:
    page, address = table.page, table.address
    page.context.set_offline(True)
    use(table, control)
    expect(table.message).to_have_text(OFFLINE)
    expect(table.said).to_have_text(OFFLINE)
    assert page.url == address
    table.agrees()
    page.context.set_offline(False)
    page.keyboard.press("Escape")
    use(table, control)
    page.wait_for_url({"new": "**/g/*", "restart": "**/g/*", "menu": "**/rules"}[control])
    page.wait_for_url(lambda url: url != address)


@pytest.mark.parametrize("control", CONTROLS)
def test_when_the_server_is_down_the_board_stays(
    page: Page, own_server: LiveServer, control: str
) -> None:
    server = own_server.start()
    table = Table(page, server.url).open()
    table.do("KD")
    server.kill()
    use(table, control)
    expect(table.message).to_have_text(FAILED)
    server.start()
    table.do("TC3S")


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ({"status": 200, "body": "<h1>Sign in</h1>"}, FOREIGN),
        ({"status": 429, "body": "<h1>Slow down</h1>"}, FAILED),
        ({"status": 502, "body": "Bad gateway"}, FAILED),
    ],
    ids=["sign-in", "429", "502"],
)
def test_a_page_that_is_not_ours_is_not_gone_to(
    table: Table, answer: dict[str, Any], text: str
) -> None:
    table.page.route("**/restart", lambda route: route.fulfill(**answer), times=1)
    use(table, "restart")
    expect(table.message).to_have_text(text)
    table.do("undo")


def test_where_the_answer_was_lost_the_board_stays_and_is_asked_for_again(table: Table) -> None:
    page = table.page

    def lose_the_answer(route: Route) -> None:
        route.fetch(max_redirects=0)
        route.abort()

    page.route("**/restart", lose_the_answer, times=1)
    use(table, "restart")
    expect(table.said).to_have_text(FAILED)
    # The server has left this game for the other one, and that is what is shown.
    expect(page.locator("#game")).to_have_attribute("data-status", "left")
    expect(page.locator("main")).to_have_count(1)


def test_why_the_server_refuses_is_said_in_its_words(table: Table) -> None:
    address = table.address
    table.page.route(
        "**/restart",
        lambda route: route.continue_(url=route.request.url.replace(address[-4:], "none")),
        times=1,
    )
    use(table, "restart")
    expect(table.message).to_have_text(GONE)
    assert table.page.url == address


def test_a_link_opens_elsewhere_as_one_asks_for_it(table: Table) -> None:
    page = table.page
    with page.context.expect_page() as opened:
        page.locator(".brand").click(modifiers=["ControlOrMeta"])
    opened.value.wait_for_url(f"{table.url}/")
    table.agrees()
