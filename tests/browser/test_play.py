"""Whole games in a real browser: by mouse, by keyboard, by touch, and without JavaScript."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from app.engine import PRESETS, Kind
from tests.browser.table import Table
from tests.support.server import LiveServer
from tests.support.table import golden_line

CODE = "PY1-N-AAAAAAS"
PRINTED = """
    JD
    6C 7H
    AS 4D QS
    5H 3D 6H 8S
    KH KC AD KS 9C
    QC 2C 8D TD TS JS
    7C TC 3H 4H 3S KD 7S
"""
LINE = golden_line(CODE)


def rows(page: Page) -> list[list[str]]:
    """The cards of the pyramid, row by row, from the left as they are seen."""
    found: list[list[str]] = page.eval_on_selector_all(
        "#game .row",
        """rows => rows.map((row) => [...row.querySelectorAll("button")]
            .sort((a, b) => a.getBoundingClientRect().x - b.getBoundingClientRect().x)
            .map((card) => card.dataset.card))""",
    )
    return found


def won(table: Table) -> None:
    """Sees that the page says so, with the points that a win always gives."""
    expect(table.page.get_by_role("heading", name="You have won")).to_be_visible()
    expect(table.page.locator('[data-stat="score"]')).to_have_text("280")
    expect(table.control("share")).to_have_text(CODE)


def test_the_published_deal_is_played_to_a_win_by_mouse(page: Page, own_server: LiveServer) -> None:
    server = own_server.start()
    table = Table(page, server.url).open()
    assert rows(page) == [line.split() for line in PRINTED.strip().splitlines()]
    expect(table.control("share")).to_have_text(CODE)
    expect(table.card("7D")).to_have_attribute("data-place", "waste")

    table.tap("QC")
    page.wait_for_timeout(300)
    table.agrees()
    assert table.picked() == []
    expect(table.message).to_have_text("")
    table.tap("7C", "7S")
    table.refused("sum", "7 + 7 = 14, not 13.")
    assert table.picked() == ["7S"]
    table.tap("7S")
    assert table.picked() == []

    table.do("KD", "TC3S")
    assert rows(page)[6] == ["7C", "3H", "4H", "7S"]
    table.do("undo", "undo", "redo", "redo")
    page.reload()
    table.agrees()
    server.restart()
    table.do("draw")
    page.reload()
    table.do("undo")
    table.do(*LINE[2:])
    won(table)
    page.reload()
    table.agrees()
    won(table)


def test_with_mistakes_explained_the_page_says_what_lies_on_a_card(
    page: Page, live_server: LiveServer
) -> None:
    table = Table(page, live_server.url).open()
    page.goto(f"{live_server.url}/settings")
    page.get_by_label("Explain mistakes").check()
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("**/settings?saved=1")
    page.go_back()
    page.go_back()
    table.agrees()
    table.tap("QC")
    table.refused("covered", "Queen of clubs is covered by seven of clubs and ten of clubs.")
    expect(table.said).to_have_text("Queen of clubs is covered by seven of clubs and ten of clubs.")


class Keys:
    """Someone who has a keyboard and nothing else."""

    def __init__(self, table: Table) -> None:
        self.table, self.page = table, table.page

    def tab_to(self, selector: str) -> None:
        """Presses Tab until something has the focus."""
        for _ in range(40):
            if self.page.evaluate("s => document.activeElement.matches(s)", selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab never comes to {selector}")

    def go_to(self, code: str) -> None:
        """Goes to a card with the arrow keys: where it lies first, then another way around."""
        tried: set[tuple[str, str]] = set()
        for _ in range(60):
            at = self.table.focused()
            if at == code:
                return
            right, down = self._way(code)
            ahead = {
                "ArrowRight": right,
                "ArrowLeft": -right,
                "ArrowDown": down,
                "ArrowUp": -down,
            }
            ways = [key for key in sorted(ahead, key=ahead.__getitem__) if (at, key) not in tried]
            assert ways, f"the arrows never come to {code}"
            tried.add((at, ways[-1]))
            self.page.keyboard.press(ways[-1])
        raise AssertionError(f"the arrows don't come to {code}")

    def _way(self, code: str) -> tuple[float, float]:
        """How far it is to a card from what has the focus, in heights of a card."""
        right, down = self.page.evaluate(
            """(code) => {
              const [at, to] = [document.activeElement, document.getElementById(`c-${code}`)]
                .map((each) => each.getBoundingClientRect());
              const x = (box) => box.left + box.width / 2;
              const y = (box) => box.top + box.height / 2;
              return [(x(to) - x(at)) / to.height, (y(to) - y(at)) / to.height];
            }""",
            code,
        )
        on_board = self.page.evaluate("document.activeElement.closest('#board') !== null")
        assert on_board, f"the focus has left the board for {self.table.focused()}"
        return right, down

    def do(self, *entries: str) -> None:
        """Makes actions by keys; the focus must never be lost."""
        keys = {"draw": "d", "recycle": "d", "undo": "u", "redo": "r"}
        for number, entry in enumerate(entries):
            if entry in keys:
                self.page.keyboard.press(keys[entry])
            else:
                for code in (entry[i : i + 2] for i in range(0, len(entry), 2)):
                    self.go_to(code)
                    self.page.keyboard.press("Enter" if number % 2 else "Space")
            self.table.did(entry)
            assert self.table.focused() not in ("body", "html"), entry


def test_the_published_deal_is_played_to_a_win_by_keyboard_alone(
    page: Page, live_server: LiveServer
) -> None:
    page.goto(f"{live_server.url}/d/{CODE}")
    table = Table(page, live_server.url)
    keys = Keys(table)
    keys.tab_to("main form button")
    page.keyboard.press("Enter")
    page.wait_for_url("**/g/*")
    table.agrees()
    keys.tab_to("#board button")
    keys.go_to("QC")
    page.keyboard.press("Enter")
    keys.go_to("7C")
    page.keyboard.press("Enter")
    keys.go_to("7S")
    page.keyboard.press("Enter")
    table.refused("sum", "7 + 7 = 14, not 13.")
    assert table.focused() == "7S"
    page.keyboard.press("Escape")
    assert table.picked() == []
    keys.do("KD", "TC3S", "undo", "redo", *LINE[2:])
    won(table)
    # And on to the next one.
    old = table.address
    keys.tab_to('[data-panel="new"]')
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "/g/" in url and not url.startswith(old))


def test_the_published_deal_is_played_to_a_win_by_taps_on_a_phone(
    phone: Page, live_server: LiveServer
) -> None:
    table = Table(phone, live_server.url, touch=True).open()
    table.tap("7C", "7S")
    table.refused("sum", "7 + 7 = 14, not 13.")
    table.tap("7S")
    table.do("KD", "TC3S", "undo", "redo")
    phone.reload()
    table.do(*LINE[2:])
    won(table)


def test_the_published_deal_is_played_to_a_win_without_javascript(
    plain_page: Page, live_server: LiveServer
) -> None:
    table = Table(plain_page, live_server.url, scripted=False).open()
    table.tap("7C", "7S")
    table.refused("sum", "7 + 7 = 14, not 13.")
    table.tap("QC")
    table.refused("covered", "This card is covered by another one.")
    plain_page.goto(table.address)
    table.do("KD", "TC3S", "undo", "redo")
    plain_page.reload()
    table.do(*LINE[2:])
    won(table)


@pytest.mark.parametrize("page_options", [{"reduced_motion": "reduce"}])
@pytest.mark.parametrize("letter", PRESETS)
def test_every_preset_is_played_and_the_page_agrees_with_the_engine_after_each_action(
    page: Page, live_server: LiveServer, letter: str, page_options: dict[str, Any]
) -> None:
    table = Table(page, live_server.url, f"PY1-{letter}-AAAAAAS").open()
    chance = random.Random(f"{letter} 1")
    for _ in range(12):
        entry = next_entry(table, chance)
        if entry is None:
            break
        table.do(entry)
    # What is on the page is what anyone gets who loads it now.
    page.reload()
    table.agrees()


def next_entry(table: Table, chance: random.Random) -> str | None:
    """An action by chance, removals more often; now and then an undo or a redo."""
    game = table.game
    if game.line and chance.random() < 0.15:
        return "undo"
    if game.undone and chance.random() < 0.4:
        return "redo"
    legal = game.position.legal_moves()
    removals = [move for move in legal if move.kind is Kind.REMOVE]
    if not legal:
        return None
    return str(chance.choice(removals if removals and chance.random() < 0.6 else legal))
