"""One press, one game: whatever begins something is sent once, and a tap is one tap."""

from __future__ import annotations

from collections import deque
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Page, Route

from tests.browser.table import DOUBLE_TAP_MILLISECONDS, Table
from tests.browser.test_input import quiet, slowed
from tests.support.server import LiveServer

KINGS = (
    "PY1-N-QCJHTC5S3H9H8STDJS2S9DTS3S7S2H5H6D8D3D5C3C4HAD6C9C2D"
    "8HQHKCKDKHKSACAS7D7CAHQS7HQD8CJC4C4D6H2CTH6S9SJD5D4S"
)
"""A deal with the four kings on top of its stock."""


def posts(page: Page, path: str) -> deque[Route]:
    """Every POST to a path from now on, none of which is answered."""
    held = deque[Route]()
    page.route(path, lambda route: held.append(route))
    return held


@pytest.mark.parametrize(
    ("path", "button"),
    [
        ("/", 'button[value="N"]'),
        ("/new", "form.settings .primary"),
        ("/d/PY1-N-AAAAAAS", "main form .primary"),
        ("/rules/N", "main form button"),
    ],
)
def test_what_begins_a_game_is_sent_once(
    page: Page, live_server: LiveServer, path: str, button: str
) -> None:
    page.goto(f"{live_server.url}{path}")
    held = posts(page, "**/games")
    page.locator(button).first.focus()
    # What waits for the page to be left would wait for ever here; keys do not.
    for _ in range(3):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    page.keyboard.press("Enter")
    page.wait_for_timeout(200)
    assert len(held) == 1


def test_two_forms_of_a_page_are_one_press(page: Page, live_server: LiveServer) -> None:
    page.goto(f"{live_server.url}/new")
    held = posts(page, "**/games")
    page.evaluate(
        """() => {
          document.getElementById("code").value = "PY1-N-AAAAAAS";
          // One after the other, so that each has set out before the next.
          document.querySelectorAll("main form button").forEach((button, index) => {
            setTimeout(() => button.click(), index * 60);
          });
        }"""
    )
    page.wait_for_timeout(2500)
    assert len(held) == 1


def test_settings_may_be_saved_again_at_once(page: Page, live_server: LiveServer) -> None:
    page.goto(f"{live_server.url}/settings")
    held = posts(page, "**/settings")
    # What waits for the page to be left would wait for ever here; keys do not.
    page.get_by_role("button", name="Save").focus()
    for _ in range(2):
        page.keyboard.press("Enter")
        page.wait_for_timeout(300)
    assert len(held) == 2


def test_a_page_that_is_come_back_to_can_be_used_again(page: Page, live_server: LiveServer) -> None:
    page.goto(f"{live_server.url}/new")
    held = posts(page, "**/games")
    preset = page.locator('button[value="N"]')
    preset.focus()
    # Between the two presses, as nothing can be asked of a page that is being left.
    page.evaluate(
        """() => addEventListener("submit", () => setTimeout(() => dispatchEvent(
             new PageTransitionEvent("pageshow", { persisted: true })), 100), { once: true })"""
    )
    for _ in range(2):
        page.keyboard.press("Enter")
        page.wait_for_timeout(500)
    sent = [parse_qs(route.request.post_data or "") for route in held]
    assert len(sent) == 2
    assert sent[0]["rules"] == sent[1]["rules"] == ["N"]
    assert sent[0]["press"] != sent[1]["press"]


# Taps


@pytest.mark.parametrize("milliseconds", [300, 1500])
@pytest.mark.parametrize("device", ["page", "phone"])
def test_a_whole_stock_of_quick_taps_is_drawn_whole(
    request: pytest.FixtureRequest, live_server: LiveServer, device: str, milliseconds: int
) -> None:
    page: Page = request.getfixturevalue(device)
    # Rules whose stock has 24 cards.
    table = Table(page, live_server.url, "PY1-P-AAAAAAS", touch=device == "phone").open()
    x, y = table.point(table.stock)
    as_usual = slowed(page, milliseconds)
    for number in range(1, 25):
        if table.touch:
            page.touchscreen.tap(x, y)
        else:
            page.mouse.move(x, y)
            page.mouse.down(click_count=number)
            page.mouse.up(click_count=number)
        page.wait_for_timeout(50)
    # So many answers come slowly; all the others would do the same, and take half a minute.
    page.wait_for_timeout(milliseconds * 4)
    as_usual()
    table.did(*["draw"] * 24)
    quiet(table)


@pytest.mark.parametrize("delay", [0, 200])
@pytest.mark.parametrize("pause", [0, 30])
@pytest.mark.parametrize("device", ["page", "phone"])
def test_a_triple_press_on_kings_one_over_the_other_takes_one(
    request: pytest.FixtureRequest, live_server: LiveServer, device: str, pause: int, delay: int
) -> None:
    page: Page = request.getfixturevalue(device)
    table = Table(page, live_server.url, KINGS, touch=device == "phone").open()
    table.do("draw", "draw", "draw")
    table.rests()
    slowed(page, delay)
    top, *under = (str(card) for card in reversed(table.game.position.waste))
    x, y = table.point(table.card(top))
    for number in range(1, 4):
        if table.touch:
            page.touchscreen.tap(x, y)
        else:
            page.mouse.move(x, y)
            page.mouse.down(click_count=number)
            page.mouse.up(click_count=number)
        page.wait_for_timeout(pause)
    table.did(top)
    quiet(table)
    # Taps that are meant one by one take one each.
    for king in under:
        page.wait_for_timeout(DOUBLE_TAP_MILLISECONDS)
        table.do(king)
