"""What something else answers in the server's place, late or not at all: the page stays ours."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Error, Page, Route, expect

from tests.browser.table import Table
from tests.support.server import LiveServer
from tests.support.table import golden_line

FAILED = "The server could not answer. The board is as it was; try again."
FOREIGN = "Something else answered, perhaps a sign-in page. The board is kept; try to reload."
WAITING = "The server has not answered yet. The page waits for it."
AGAIN = "No answer came from the server; it is asked again."
BUSY = "Too many requests for the moment; wait a little."
STALE = "The game has moved on elsewhere; this is how it stands now."


def foreign(status: int) -> dict[str, Any]:
    """What a proxy sends for itself: a page of its own."""
    body = f"<!doctype html><html><body><main id=content><h1>{status}</h1></main></body></html>"
    return {"status": status, "body": body, "content_type": "text/html"}


@pytest.fixture
def table(page: Page, live_server: LiveServer) -> Table:
    """The published deal on a desk."""
    return Table(page, live_server.url).open()


def once(page: Page, path: str, answer: dict[str, Any]) -> None:
    """Answers the next request for a path with this, and lets all others through."""
    page.route(path, lambda route: route.fulfill(**answer), times=1)


@pytest.mark.parametrize("status", [200, 400, 401, 403, 404, 413, 429])
def test_a_page_that_is_not_ours_never_takes_the_place_of_the_board(
    table: Table, status: int
) -> None:
    page = table.page
    text = FOREIGN if status in (200, 401, 403) else FAILED
    acts: list[tuple[str, Callable[[], None]]] = [
        ("**/moves", lambda: table.tap("KD")),
        ("**/hint*", lambda: page.keyboard.press("h")),
    ]
    for path, act in acts:
        once(page, path, foreign(status))
        act()
        expect(table.message).to_have_text(text)
        expect(table.said).to_have_text(text)
        expect(page.locator("main")).to_have_count(1)
        table.agrees()
    table.do("KD")


@pytest.mark.parametrize("status", [200, 429])
def test_a_verdict_that_does_not_come_is_said_and_asked_for_again(
    table: Table, status: int
) -> None:
    page = table.page
    table.do("draw", "draw", "draw")
    asked = deque[str]()

    def handle(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) > 2:
            route.fallback()
        else:
            route.fulfill(**foreign(status))

    page.route("**/verdict*", handle)
    page.locator("#verdict .ask").click()
    expect(table.message).to_have_text(AGAIN)
    expect(table.said).to_have_text(AGAIN)
    expect(page.locator("#verdict[data-verdict=winnable]")).to_be_visible()
    # What the line said before is told again.
    expect(table.message).to_contain_text("drawn")
    assert len(asked) >= 3
    table.agrees()


def test_a_deals_verdict_that_does_not_come_is_said_and_asked_for_again(
    page: Page, live_server: LiveServer
) -> None:
    asked = deque[str]()

    def handle(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) == 1:
            route.fulfill(**foreign(200))
        elif len(asked) == 2:
            route.abort()
        else:
            route.fallback()

    page.route("**/d/*/verdict*", handle)
    page.goto(f"{live_server.url}/d/PY1-S-AAAAACD")
    expect(page.locator(".toast")).to_have_text(AGAIN)
    expect(page.locator("#deal-verdict")).not_to_have_attribute("data-verdict", "pending")
    expect(page.locator(".toast")).to_have_text("")
    expect(page.locator("main")).to_have_count(1)


def test_an_answer_of_our_own_without_a_board_keeps_the_board_and_says_its_words(
    table: Table,
) -> None:
    body = f'<main id="game" data-status="error"><h1>Busy</h1><p>{BUSY}</p></main>'
    once(table.page, "**/moves", {"status": 429, "body": body})
    table.tap("KD")
    expect(table.message).to_have_text(BUSY)
    expect(table.said).to_have_text(BUSY)
    table.agrees()
    table.do("KD")


def test_a_board_in_answer_to_another_question_is_shown_as_the_board(table: Table) -> None:
    """A verdict was asked for in a tab that is behind: the server answers with how it stands."""
    page = table.page
    table.do("draw", "draw", "draw")
    other = Table(page.context.new_page(), table.url)
    other.page.goto(table.address)
    other.game = table.game
    other.do("KD")
    stale = page.request.post(
        f"{table.address}/moves",
        form={"move": "draw", "ply": "3"},
        headers={"HX-Request": "true", "Origin": table.url},
    )
    once(page, "**/verdict*", {"status": 409, "body": stale.text()})
    page.locator("#verdict .ask").click()
    table.game = other.game
    table.refused("stale", STALE)
    expect(page.locator("main")).to_have_count(1)
    table.do("draw")


def test_a_board_that_was_overtaken_is_not_shown(table: Table) -> None:
    page = table.page
    table.do("draw", "draw", "draw")
    old = page.request.get(table.address, headers={"HX-Request": "true"})
    held = deque[Route]()
    page.route("**/verdict*", lambda route: held.append(route), times=1)
    page.locator("#verdict .ask").click()
    table.do("KD")
    held.pop().fulfill(status=409, body=old.text())
    page.wait_for_timeout(300)
    table.agrees()


def test_a_request_that_never_ends_is_said_to_be_waited_for_and_no_tap_is_lost(
    table: Table,
) -> None:
    page = table.page
    held = deque[Route]()
    page.route("**/moves", lambda route: held.append(route), times=1)
    table.tap("KD")
    expect(table.message).to_have_text(WAITING)
    expect(table.said).to_have_text(WAITING)
    page.keyboard.press("d")
    held.pop().continue_()
    table.did("KD", "draw")


def test_a_tap_too_many_is_refused_with_a_word(table: Table) -> None:
    page = table.page
    held = deque[Route]()
    page.route("**/moves", lambda route: held.append(route), times=1)
    for _ in range(61):
        page.keyboard.press("d")
    expect(table.message).to_have_text(WAITING)
    expect(table.said).to_have_text(WAITING)
    held.pop().continue_()
    table.did(*["draw"] * 23)


# A network that does as it likes


class Weather:
    """Lets some requests pass, and others fail in every way there is, by a seed."""

    def __init__(self, seed: int) -> None:
        self._chance = Random(seed)

    def __call__(self, route: Route) -> None:
        """Does something to a request."""
        ways = (self._lose, self._refuse, self._lose_the_answer, self._repeat, self._replace)
        try:
            if self._chance.random() < 0.55:
                route.fallback()
            else:
                self._chance.choice(ways)(route)
        except Error as error:
            # The page may have given the request up.
            if "closed" not in str(error) and "handled" not in str(error):
                raise

    def _lose(self, route: Route) -> None:
        route.abort()

    def _refuse(self, route: Route) -> None:
        route.fulfill(**foreign(self._chance.choice([200, 403, 404, 429, 502, 503])))

    def _lose_the_answer(self, route: Route) -> None:
        route.fetch()
        route.abort()

    def _repeat(self, route: Route) -> None:
        route.fetch()
        route.fallback()

    def _replace(self, route: Route) -> None:
        route.fetch()
        route.fulfill(**foreign(504))


def settled(table: Table) -> dict[str, Any]:
    """The marks of the table once they stay as they are for longer than anything takes."""
    before = None
    for _ in range(60):
        table.page.wait_for_timeout(1000)
        shown = table.read()
        if shown and shown == before:
            return shown
        before = shown
    raise AssertionError("the table never comes to rest")


@pytest.mark.parametrize("seed", [1, 2])
def test_in_any_weather_no_card_is_shown_that_the_server_does_not_have(
    page: Page, live_server: LiveServer, seed: int
) -> None:
    code = "PY1-P-AAAAAAS"
    table = Table(page, live_server.url, code).open()
    chance = Random(seed)
    weather = Weather(seed)
    page.route("**/g/**", weather)
    for move in golden_line(code):
        shown = table.read()
        if move in ("draw", "recycle"):
            page.keyboard.press("d")
        elif shown and all(card in shown["cards"] for card in (move[:2], move[-2:])):
            for card in (move[i : i + 2] for i in range(0, len(move), 2)):
                page.eval_on_selector_all(f'[data-card="{card}"]', "all => all[0]?.click()")
        if chance.random() < 0.2:
            page.keyboard.press("u")
        page.wait_for_timeout(chance.choice([0, 20, 60]))
    page.unroute_all(behavior="wait")
    # Once it is quiet, the page asks by itself for what it may have missed.
    page.wait_for_timeout(500)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    shown = settled(table)
    page.reload()
    assert settled(table) == shown
