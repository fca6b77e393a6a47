"""Steady taps on the stock: none is taken for the second of a double tap."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.table import Table
from tests.browser.test_input import quiet, twice
from tests.support.server import LiveServer

# What the page is told of the time of its events is ours: however busy a machine is, taps are
# this far apart for it.
STEADY = """() => {
  let now = 0;
  addEventListener("click", () => { now += 200; }, true);
  Object.defineProperty(Event.prototype, "timeStamp", { get: () => now });
}"""


@pytest.fixture
def table(page: Page, live_server: LiveServer) -> Table:
    """The published deal on a desk."""
    return Table(page, live_server.url).open()


def test_steady_taps_on_the_stock_turn_it_over_and_go_on(
    phone: Page, live_server: LiveServer
) -> None:
    table = Table(phone, live_server.url, touch=True).open()
    for _ in range(13):
        phone.keyboard.press("d")
    table.did(*["draw"] * 13)
    phone.evaluate(STEADY)
    x, y = table.point(table.stock)
    for entry in [*["draw"] * 10, "recycle", *["draw"] * 13]:
        phone.touchscreen.tap(x, y)
        table.did(entry)


def test_steady_clicks_of_a_mouse_do_the_same(table: Table) -> None:
    for _ in range(20):
        table.page.keyboard.press("d")
    table.did(*["draw"] * 20)
    x, y = table.point(table.stock)
    table.page.mouse.move(x, y)
    for number, entry in enumerate([*["draw"] * 3, "recycle", "draw", "draw"], 1):
        table.page.mouse.down(click_count=number)
        table.page.mouse.up(click_count=number)
        table.did(entry)


def test_where_passes_are_counted_steady_taps_stop_before_one_is_spent(
    phone: Page, live_server: LiveServer
) -> None:
    table = Table(phone, live_server.url, "PY1-T-AAAAAAS", touch=True).open()
    for _ in range(len(table.game.position.stock) - 3):
        phone.keyboard.press("d")
        table.did("draw")
    phone.evaluate(STEADY)
    x, y = table.point(table.stock)
    for _ in range(3):
        phone.touchscreen.tap(x, y)
        table.did("draw")
    for _ in range(3):
        phone.touchscreen.tap(x, y)
    quiet(table)


def test_a_double_click_that_turns_the_waste_over_draws_nothing(table: Table) -> None:
    count = len(table.game.position.stock)
    for _ in range(count):
        table.page.keyboard.press("d")
    table.did(*["draw"] * count)
    twice(table, *table.point(table.stock), pause=20)
    table.did("recycle")
    quiet(table)
