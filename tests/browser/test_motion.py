"""What moves on the table: seen, in nobody's way, and not at all where that is asked for."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import Table
from tests.browser.test_access import brought_to
from tests.browser.test_drag import box, moved, settled
from tests.support.server import LiveServer

FLIGHTS = """() => [...document.querySelectorAll("#flights > .flight")].map((flight) => {
  const { x, y } = flight.getBoundingClientRect();
  return { x, y, back: flight.querySelector(".back") !== null };
})"""
SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const each of list.getEntries()) {
      window.shifts.push(each.sources.map(({ node }) => node && (node.id || node.className)));
    }
  }).observe({ type: "layout-shift" });
}"""


@pytest.fixture
def table(page: Page, live_server: LiveServer) -> Table:
    """The published deal on a desk."""
    opened = Table(page, live_server.url).open()
    settled(page)
    return opened


def slow_motion(page: Page, rate: float) -> None:
    """Lets everything that moves go so much faster, or slower."""
    cdp = page.context.new_cdp_session(page)
    cdp.send("Animation.enable")
    cdp.send("Animation.setPlaybackRate", {"playbackRate": rate})


def flights(table: Table) -> list[dict[str, Any]]:
    """The copies of cards on their way now; they set out with the frame after a board."""
    table.page.evaluate(
        "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )
    found: list[dict[str, Any]] = table.page.evaluate(FLIGHTS)
    return found


def near(one: dict[str, Any], other: dict[str, Any], most: float = 40) -> bool:
    """Whether two things lie at about the same place."""
    return bool(abs(one["x"] - other["x"]) < most and abs(one["y"] - other["y"]) < most)


def test_a_pair_flies_to_the_removed_cards_and_is_in_nobodys_way(table: Table) -> None:
    page = table.page
    slow_motion(page, 0.01)
    from_where = [box(table.card(card)) for card in ("TC", "3S")]
    table.do("TC3S")
    # The board is the new one already, while the copies have hardly left.
    flying = flights(table)
    assert len(flying) == 2
    assert all(any(near(flight, place) for place in from_where) for flight in flying)
    hit = page.evaluate("({ x, y }) => document.elementFromPoint(x + 9, y + 9).id", flying[0])
    assert hit not in ("flights", "")
    table.do("undo")
    pile = box(page.locator("#removed"))
    assert len(flights(table)) == 2
    assert all(near(flight, pile, 60) for flight in flights(table))
    slow_motion(page, 1)
    expect(page.locator("#flights > .flight")).to_have_count(0)


def test_a_drawn_card_turns_over_on_its_way_from_the_stock(table: Table) -> None:
    page = table.page
    slow_motion(page, 0.01)
    table.do("draw")
    drawn = [flight for flight in flights(table) if flight["back"]]
    assert len(drawn) == 1
    assert near(drawn[0], box(table.stock))
    # It can be played before it has landed, and then it has.
    table.tap("AC")
    assert table.picked() == ["AC"]
    assert flights(table) == []
    table.tap("AC")
    table.do("undo")
    assert [flight["back"] for flight in flights(table)].count(True) == 1


def test_a_turned_waste_goes_back_to_the_stock(page: Page, live_server: LiveServer) -> None:
    table = Table(page, live_server.url).open()
    brought_to(table, *["draw"] * 23)
    slow_motion(page, 0.01)
    waste = box(page.locator("#waste-pile"))
    table.do("recycle")
    assert any(flight["back"] and near(flight, waste, 60) for flight in flights(table))


def test_a_flight_of_an_earlier_move_never_ends_one_of_a_later_move(table: Table) -> None:
    page = table.page
    slow_motion(page, 0.01)
    table.do("TC3S")
    assert len(flights(table)) == 2
    page.evaluate(
        """() => { window.earlier = document.getAnimations()
          .filter(({ effect }) => effect.target.className === "flight"); }"""
    )
    table.do("draw")
    later = flights(table)
    assert any(flight["back"] for flight in later)
    page.evaluate("() => { earlier.forEach((flight) => flight.finish()); }")
    assert len(flights(table)) == len(later)


def test_nothing_shifts_while_one_plays(table: Table) -> None:
    page = table.page
    page.evaluate(SHIFTS)
    table.do("TC3S", "KD", "draw", "draw", "undo")
    page.locator("#verdict .ask").click()
    expect(page.locator("#verdict")).to_have_attribute("data-verdict", "winnable")
    table.tap("7C", "7S")
    table.refused("sum", "7 + 7 = 14, not 13.")
    table.tap("7S")
    table.do("undo", "undo", "undo", "redo")
    page.wait_for_timeout(300)
    assert page.evaluate("window.shifts") == []


@pytest.mark.parametrize("page_options", [{"reduced_motion": "reduce"}])
def test_where_less_motion_is_asked_for_everything_is_there_at_once(
    table: Table, page_options: dict[str, Any]
) -> None:
    page = table.page
    page.evaluate(
        """() => { window.flown = 0;
           new MutationObserver((changes) => { window.flown += changes.length; })
             .observe(document.getElementById("flights"), { childList: true }); }"""
    )
    before = box(table.card("7C"))
    moved(table, "7C", (-0.5, -0.6))
    assert box(table.card("7C")) == before
    table.do("TC3S", "KD", "draw", "undo", "undo", "redo")
    assert page.evaluate("window.flown") == 0
    assert page.evaluate("document.getAnimations().length") == 0
