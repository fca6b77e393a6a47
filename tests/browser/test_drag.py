"""Cards are dragged: whole games, and every way in which a drag may end."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Locator, Page, expect

from app.engine import Game, Setup
from app.solver import Solver
from tests.browser.table import PATIENCE_SECONDS, Table
from tests.support.browser import touch_drag
from tests.support.server import LiveServer

Point = tuple[float, float]


@pytest.fixture
def table(page: Page, live_server: LiveServer) -> Table:
    """The published deal on a desk."""
    return Table(page, live_server.url).open()


def short_win(code: str) -> tuple[str, ...]:
    """A win in as few moves as can be."""
    line = Solver(Setup.parse(code)).shortest(Game(Setup.parse(code)).position).line
    assert line
    return tuple(map(str, line))


def box(what: Locator) -> dict[str, float]:
    """Where something lies."""
    found: Any = what.bounding_box()
    assert found
    return dict(found)


def lies(table: Table, card: str, where: dict[str, float]) -> None:
    """Waits until a card lies there, and sees that it stays."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while box(table.card(card)) != where and time.monotonic() < deadline:
        table.page.wait_for_timeout(30)
    # A card that is refused shakes there first.
    settled(table.page)
    table.page.wait_for_timeout(60)
    assert box(table.card(card)) == where


def settled(page: Page) -> None:
    """Waits until nothing moves any more."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while page.evaluate("document.getAnimations().length") and time.monotonic() < deadline:
        page.wait_for_timeout(30)


def take(table: Table, card: str, end: Point) -> Point:
    """Presses the mouse on a card and goes to a point with it; where it was pressed."""
    start = table.point(table.card(card))
    table.page.mouse.move(*start)
    table.page.mouse.down()
    table.page.mouse.move(*end, steps=4)
    return start


def drag(table: Table, card: str, target: Locator) -> None:
    """Drags a card to where something shows, by mouse or by finger."""
    end = table.point(target)
    if table.touch:
        touch_drag(table.page, table.point(table.card(card)), end, steps=4)
    else:
        take(table, card, end)
        table.page.mouse.up()


def drag_a_game(table: Table, *entries: str) -> None:
    """Makes actions by dragging: pairs onto each other, kings onto the removed cards."""
    for number, entry in enumerate(entries):
        cards = [entry[i : i + 2] for i in range(0, len(entry), 2)]
        if entry in ("draw", "recycle"):
            table.press(table.stock)
        elif len(cards) == 1:
            drag(table, cards[0], table.page.locator("#removed"))
        else:
            # Either card may be the one that is dragged; a covered one cannot be.
            free = [c for c in cards if table.card(c).get_attribute("data-state") == "free"]
            moved = free[number % len(free)]
            drag(table, moved, table.card(next(c for c in cards if c != moved)))
        table.did(entry)


def moved(table: Table, card: str, to: Point) -> None:
    """Drags a card by so much, counted in its own width and height."""
    at = box(table.card(card))
    start = table.point(table.card(card))
    take(table, card, (start[0] + to[0] * at["width"], start[1] + to[1] * at["height"]))
    table.page.mouse.up()


def test_a_game_is_won_by_dragging_with_the_mouse(page: Page, live_server: LiveServer) -> None:
    """Under rules where a card may also go with the one that covers it."""
    table = Table(page, live_server.url, "PY1-C-AAAAABM").open()
    drag_a_game(table, *short_win(table.game.code))
    expect(page.get_by_role("heading", name="You have won")).to_be_visible()


def test_a_game_is_won_by_dragging_with_a_finger(phone: Page, live_server: LiveServer) -> None:
    """Under rules where the open top of the stock is in play, as the waste is."""
    table = Table(phone, live_server.url, "PY1-M-AAAAABK", touch=True).open()
    drag_a_game(table, *short_win(table.game.code))
    expect(phone.get_by_role("heading", name="You have won")).to_be_visible()
    assert phone.evaluate("[scrollX, scrollY]") == [0, 0]


def test_one_card_is_tapped_and_the_other_dragged(table: Table) -> None:
    table.tap("TC")
    drag(table, "3S", table.card("TC"))
    table.did("TC3S")
    table.do("undo")
    table.tap("TC")
    drag(table, "TC", table.card("3S"))
    table.did("TC3S")
    table.tap("7C")
    drag(table, "KD", table.page.locator("#removed"))
    table.did("KD")
    assert table.picked() == []


def test_a_king_may_also_be_dragged_back_and_then_tapped(table: Table) -> None:
    moved(table, "KD", (0.2, 0.6))
    table.agrees()
    table.tap("KD")
    table.did("KD")


SLOPPY: list[tuple[Point, bool]] = [
    ((-0.7, 0.0), True),
    ((0.7, 0.0), True),
    ((-0.55, 0.55), True),
    ((0.5, -0.45), True),
    ((0.0, -0.75), True),
    ((0.0, -1.15), False),
    ((0.5, -0.9), False),
]
"""How far from its partner a card is let go, in widths and heights of a card; whether it counts."""


def test_a_sloppy_drop_counts_from_a_fifth_of_a_card_on(table: Table) -> None:
    at, partner = box(table.card("TC")), box(table.card("3S"))
    mouse = table.page.mouse
    for to, counts in SLOPPY:
        mouse.move(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
        mouse.down()
        mouse.move(
            partner["x"] + partner["width"] * (0.5 + to[0]),
            partner["y"] + partner["height"] * (0.5 + to[1]),
            steps=3,
        )
        mouse.up()
        if counts:
            table.did("TC3S")
            table.do("undo")
        else:
            table.page.wait_for_timeout(300)
            table.agrees()


def test_partners_are_marked_while_a_card_is_dragged_and_no_longer(table: Table) -> None:
    page = table.page
    take(table, "TC", table.point(table.card("3H")))
    marked = page.eval_on_selector_all("#game .partner", "all => all.map((one) => one.id)")
    assert sorted(marked) == ["c-3H", "c-3S"]
    assert page.locator("#game .over").get_attribute("id") == "c-3H"
    page.keyboard.press("Escape")
    page.mouse.up()
    assert page.locator("#game").locator(".partner, .over, .dragged").count() == 0


def test_a_card_dropped_on_one_that_it_cannot_go_with_is_told_so_and_comes_back(
    table: Table,
) -> None:
    before = box(table.card("7C"))
    drag(table, "7C", table.card("7S"))
    table.refused("sum", "7 + 7 = 14, not 13.")
    expect(table.said).to_have_text("7 + 7 = 14, not 13.")
    lies(table, "7C", before)
    assert table.picked() == ["7S"]


def interrupted(
    table: Table, how: Callable[[Table, CDPSession], None], *, touch: bool = False
) -> None:
    """Drags 10♣ over its partner, lets something happen, and lets go there."""
    page = table.page
    settled(page)
    before = box(table.card("TC"))
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method))
    cdp = page.context.new_cdp_session(page)
    end = table.point(table.card("3S"))
    if touch:
        start = table.point(table.card("TC"))
        finger(cdp, "touchStart", start)
        finger(cdp, "touchMove", ((start[0] + end[0]) / 2, end[1]))
        finger(cdp, "touchMove", end)
    else:
        take(table, "TC", end)
    expect(page.locator("#c-TC.dragged")).to_have_count(1)
    how(table, cdp)
    if how is not touch_cancel:
        let_go(page, cdp, end, touch=touch)
    lies(table, "TC", before)
    assert page.locator("#game").locator(".dragged, .dropped, .over").count() == 0
    assert "POST" not in sent
    assert table.picked() == []
    table.agrees()


def let_go(page: Page, cdp: CDPSession, at: Point, *, touch: bool) -> None:
    """Ends it as if nothing had happened, over the partner."""
    if touch:
        finger(cdp, "touchEnd")
    else:
        page.mouse.move(at[0] + 1, at[1])
        page.mouse.up()


def finger(cdp: CDPSession, kind: str, *points: Point) -> None:
    """Sends a touch event with so many fingers."""
    touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
    cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})


def happens(name: str) -> Callable[[Table, CDPSession], None]:
    """Sends an event of a pointer to the dragged card, as a browser does."""

    def how(table: Table, cdp: CDPSession) -> None:
        table.card("TC").evaluate(
            """(card, name) => {
              for (let pointer = 0; pointer < 100; pointer += 1) {
                if (!card.hasPointerCapture(pointer)) continue;
                if (name === "lostpointercapture") card.releasePointerCapture(pointer);
                else card.dispatchEvent(
                  new PointerEvent(name, { pointerId: pointer, bubbles: true }));
              }
            }""",
            name,
        )

    return how


def escape(table: Table, cdp: CDPSession) -> None:
    """Presses Escape."""
    table.page.keyboard.press("Escape")


def other_window(table: Table, cdp: CDPSession) -> None:
    """The window loses the focus."""
    table.page.evaluate("window.dispatchEvent(new Event('blur'))")


def turned(table: Table, cdp: CDPSession) -> None:
    """The window gets another size, and its own again."""
    size = table.page.viewport_size
    assert size
    table.page.set_viewport_size({"width": size["width"] - 100, "height": size["height"]})
    table.page.wait_for_timeout(50)
    table.page.set_viewport_size(size)


def aside(table: Table, cdp: CDPSession) -> None:
    """The pointer goes to where nothing lies before it lets go."""
    top = box(table.page.locator("#row-1"))
    table.page.mouse.move(top["x"] - 200, top["y"] + 60, steps=3)
    table.page.mouse.up()


WAYS: list[Callable[[Table, CDPSession], None]] = [
    happens("pointercancel"),
    happens("lostpointercapture"),
    escape,
    other_window,
    turned,
    aside,
]


def test_an_interrupted_drag_brings_the_card_back_and_changes_nothing(table: Table) -> None:
    for how in WAYS:
        interrupted(table, how)
    # What was interrupted has no hold on what comes next.
    table.do("TC3S", "undo")
    drag(table, "TC", table.card("3S"))
    table.did("TC3S")


def second_finger(table: Table, cdp: CDPSession) -> None:
    """Another finger is put on the table."""
    at = box(table.card("TC"))
    finger(cdp, "touchStart", (at["x"] + at["width"] / 2, at["y"] + at["height"] / 2), (20, 300))


def touch_cancel(table: Table, cdp: CDPSession) -> None:
    """The system takes the touch away."""
    finger(cdp, "touchCancel")


def test_an_interrupted_touch_brings_the_card_back_and_changes_nothing(
    phone: Page, live_server: LiveServer
) -> None:
    table = Table(phone, live_server.url, touch=True).open()
    for how in (second_finger, touch_cancel):
        interrupted(table, how, touch=True)
    table.do("TC3S", "undo")
    drag(table, "TC", table.card("3S"))
    table.did("TC3S")


def test_a_drag_goes_on_over_a_new_board(table: Table) -> None:
    """The answer to a draw comes while a card is in the hand."""
    end = table.point(table.card("3S"))
    take(table, "TC", end)
    table.page.keyboard.press("d")
    table.did("draw")
    expect(table.page.locator("#c-TC.dragged")).to_have_count(1)
    table.page.mouse.move(end[0] + 2, end[1])
    table.page.mouse.up()
    table.did("TC3S")


def test_only_cards_in_play_keep_a_finger_from_scrolling(
    phone: Page, live_server: LiveServer
) -> None:
    Table(phone, live_server.url, touch=True).open()
    found = phone.evaluate(
        """() => {
          const action = (selector) =>
            getComputedStyle(document.querySelector(selector)).touchAction;
          return [action("#c-TC"), action("#c-QC"), action("#draw"), action(".felt")];
        }"""
    )
    assert found == ["none", "manipulation", "manipulation", "auto"]
