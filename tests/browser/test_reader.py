"""The table for the ear: a game by names alone, and what the keys read aloud."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from app.engine import Game, Move, Setup
from app.i18n import LANGUAGES
from app.web.words import Words, capitalised
from tests.browser.table import PATIENCE_SECONDS, Table
from tests.browser.test_access import brought_to
from tests.browser.test_drag import short_win
from tests.support.server import LiveServer
from tests.support.table import stuck_line

CODE = "PY1-M-AAAAABK"
ENGLISH = Words(LANGUAGES["en"])


class Reader:
    """Someone who has the tree of names and roles, and can press what is in it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.cdp = page.context.new_cdp_session(page)
        self.cdp.send("Accessibility.enable")
        self.tree: list[dict[str, Any]] = []

    def look(self) -> None:
        """Takes in all that a reader is told of, in its order."""
        found = self.cdp.send("Accessibility.getFullAXTree")["nodes"]
        self.tree = [node for node in found if not node["ignored"]]

    def all(self, role: str, begins: str) -> list[dict[str, Any]]:
        """What had this role, and a name that begins so, when it was looked at."""
        return [
            node
            for node in self.tree
            if node["role"]["value"] == role and node["name"]["value"].startswith(begins)
        ]

    def press(self, role: str, begins: str) -> None:
        """Presses what has this role and a name that begins so, with the key Enter."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        # What is said may be heard a moment before the board is there.
        while len(fits := self.all(role, begins)) != 1:
            assert time.monotonic() < deadline, f"{begins}: {len(fits)} of it"
            self.page.wait_for_timeout(15)
            self.look()
        self.cdp.send("DOM.focus", {"backendNodeId": fits[0]["backendDOMNodeId"]})
        self.page.keyboard.press("Enter")

    def heard(self) -> str:
        """What stands in the live region."""
        region = self.all("status", "")[0]["backendDOMNodeId"]
        found = self.cdp.send("Accessibility.queryAXTree", {"backendNodeId": region})["nodes"]
        return " ".join(
            node["name"]["value"] for node in found if node["role"]["value"] == "StaticText"
        )

    def hears(self, *texts: str) -> None:
        """Waits until that is said."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not all(text in (heard := self.heard()) for text in texts):
            assert time.monotonic() < deadline, f"heard {heard!r} instead of {texts}"
            self.page.wait_for_timeout(15)


def test_a_game_is_won_by_names_and_roles_alone(page: Page, live_server: LiveServer) -> None:
    page.goto(f"{live_server.url}/d/{CODE}")
    reader = Reader(page)
    reader.look()
    reader.press("button", "Play this deal")
    page.wait_for_url("**/g/*")
    game = Game(Setup.parse(CODE))
    for move in short_win(CODE):
        reader.look()
        game = game.play(Move.parse(move))
        if move == "recycle":
            reader.press("button", "Stock, empty, turn the waste over, ")
            reader.hears(f"The waste is the stock again. Pass {game.pass_number} of 3.")
        elif move == "draw":
            reader.press("button", "Stock, ")
            drawn = capitalised(ENGLISH.name(game.position.waste[-1]))
            reader.hears(f"{drawn} drawn. {len(game.position.stock)} card")
        else:
            for card in game.line[-1].cards:
                reader.press("button", f"{capitalised(ENGLISH.name(card))}, ")
            cards = capitalised(ENGLISH.cards(game.line[-1].cards))
            after = "You have won." if game.position.is_won else f"{game.position.left} card"
            reader.hears(f"{cards} removed.", after)
    reader.hears("You have won.")
    reader.look()
    assert reader.all("heading", "You have won")
    # The focus is with the news, not lost.
    assert page.evaluate("document.activeElement.id") == "panel-title"


@pytest.fixture
def table(page: Page, live_server: LiveServer) -> Table:
    """The published deal on a desk."""
    return Table(page, live_server.url).open()


def test_keys_read_the_cards_in_play_the_waste_and_the_state(table: Table) -> None:
    page = table.page
    table.do("KD", "TC3S", "draw")
    page.keyboard.press("f")
    expect(table.said).to_have_text(
        "In play: Row 6: ten of spades. Row 7: seven of clubs, three of hearts, four of hearts and"
        " seven of spades. Waste: ace of clubs."
    )
    page.keyboard.press("w")
    expect(table.said).to_have_text("Ace of clubs, top of the waste, 2 cards.")
    page.keyboard.press("s")
    expect(table.said).to_contain_text("Moves: 3. Time: ")
    expect(table.said).to_contain_text(
        "Left: 25. Stock, 22 cards. Ace of clubs, top of the waste, 2 cards. Removed, 3 cards."
    )
    # The same again is heard again: a new node, not an equal text.
    page.evaluate("document.getElementById('said').firstElementChild.heard = true")
    page.keyboard.press("s")
    assert page.evaluate("document.getElementById('said').firstElementChild.heard") is None
    table.agrees()


def test_the_list_of_keys_opens_by_its_key_and_its_button(table: Table) -> None:
    page = table.page
    keys = page.get_by_role("dialog", name="Keys")
    table.stock.focus()
    page.keyboard.press("?")
    expect(keys).to_be_visible()
    for key in ("d", "u", "f", "Control+z"):
        page.keyboard.press(key)
    table.agrees()
    expect(table.said).to_have_text("")
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    assert table.focused() == "draw"
    page.get_by_role("button", name="Keys").click()
    expect(keys).to_be_visible()
    page.get_by_role("button", name="Close").click()
    expect(keys).to_be_hidden()


def test_a_stuck_game_is_said(page: Page, live_server: LiveServer) -> None:
    table = Table(page, live_server.url, "PY1-S-AAAAAAS").open()
    *line, last = stuck_line(table.game.code)
    brought_to(table, *line)
    table.do(last)
    expect(table.said).to_contain_text("No more moves possible.")


def test_a_stuck_game_shows_what_it_is_asked_and_stays_folded(
    page: Page, live_server: LiveServer
) -> None:
    code = "PY1-R-AAAAAAJ"
    page.set_viewport_size({"width": 390, "height": 844})
    table = Table(page, live_server.url, code).open()
    table.do(*stuck_line(code))
    # No way back to a win is offered where there never was one.
    expect(page.locator('[data-panel="winnable"]')).to_have_count(1)
    expect(page.locator('[data-panel="back"]')).to_have_count(0)
    page.keyboard.press("h")
    told = page.locator("#panel .told")
    expect(told).to_contain_text("This deal cannot be won.")
    assert table.point(told)
    page.locator("#panel summary").click()
    page.keyboard.press("r")
    expect(page.locator("#game")).to_have_attribute("data-reason", "nothing_to_redo")
    expect(page.locator("#panel")).not_to_have_attribute("open", "")


def test_a_lost_game_is_said_once(page: Page, live_server: LiveServer) -> None:
    """The verdict comes later than the board, or with it; either way it is said when it changes."""
    page.goto(f"{live_server.url}/settings")
    page.get_by_role("group", name="Tell me when").get_by_label("Always").check()
    page.get_by_role("button", name="Save").click()
    table = Table(page, live_server.url, "PY1-R-AAAAAYA").open()
    verdict = page.locator("#verdict")
    table.do("8S5H")
    expect(table.said).to_contain_text("This game can no longer be won.")
    expect(verdict).to_have_attribute("data-verdict", "lost")
    table.do("undo")
    expect(verdict).to_have_attribute("data-verdict", "winnable")
    expect(table.said).not_to_contain_text("This game can no longer be won.")
    table.do("redo")
    expect(verdict).to_have_attribute("data-verdict", "lost")
    expect(table.said).to_have_text(
        re.compile(r"^Done again: .* This game can no longer be won\.$")
    )
