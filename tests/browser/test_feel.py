"""Taps that come quicker than their answers."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import Table
from tests.browser.test_input import slowed
from tests.support.server import LiveServer

CARDS = """() => {
  const game = document.getElementById("game");
  const count = (selector) =>
    [...game.querySelectorAll(selector)].reduce((sum, each) => sum + Number(each.dataset.count), 0);
  const stock = Number(document.getElementById("draw").dataset.count);
  return game.querySelectorAll('.row [data-card]').length + stock
    + count('[data-pile="drawn"], [data-pile="waste"], #removed');
}"""


@pytest.fixture
def table(page: Page, live_server: LiveServer) -> Table:
    """The published deal on a desk."""
    return Table(page, live_server.url).open()


def ten_a_second(table: Table, *points: tuple[float, float], taps: int = 10) -> None:
    """Clicks at points in turn, ten times a second; there are 52 cards all the while."""
    for number in range(taps):
        before = time.monotonic()
        table.page.mouse.click(*points[number % len(points)])
        assert table.page.evaluate(CARDS) == 52
        table.page.wait_for_timeout(max(0.0, 100 - (time.monotonic() - before) * 1000))


def test_ten_taps_a_second_do_what_they_can_and_nothing_twice(table: Table) -> None:
    slowed(table.page, 300)
    ten_a_second(table, table.point(table.stock))
    table.did(*["draw"] * 10)
    ten_a_second(table, table.point(table.control("undo")))
    table.did(*["undo"] * 10)
    ten_a_second(table, table.point(table.card("KD")))
    table.did("KD")
    ten_a_second(table, table.point(table.card("TC")), table.point(table.card("3S")))
    table.did("TC3S")
    # What the page shows is what was done.
    table.page.reload()
    table.agrees()


def test_presses_in_vain_are_not_in_the_way_of_a_move(table: Table) -> None:
    page = table.page
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if "/redo" in request.url else None)
    redo = table.point(table.control("redo"))
    for _press in range(25):
        page.mouse.click(*redo)
    page.keyboard.press("d")
    table.did("draw")
    assert 1 <= len(sent) < 25


def test_what_takes_longer_without_motion_shows_that_it_is_under_way(table: Table) -> None:
    table.page.emulate_media(reduced_motion="reduce")
    slowed(table.page, 1500)
    table.tap("TC", "3S")
    for card in ("TC", "3S"):
        expect(table.card(card)).to_have_class("card sent")
        expect(table.card(card)).to_have_css("opacity", "0.6")
    expect(table.card("7C")).to_have_css("opacity", "1")
    table.did("TC3S")
    assert table.page.locator(".sent").count() == 0
