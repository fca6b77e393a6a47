"""A table in a real browser: how it is read, tapped and waited for."""

from __future__ import annotations

import re
import time
from typing import Any

from playwright.sync_api import Error, Locator, Page, expect

from app.engine import Game, Setup, parse_entry
from tests.support.table import table_of

READ = """() => {
  const game = document.getElementById("game");
  if (document.readyState === "loading" || !game || !("ply" in game.dataset)) return null;
  // Busy: an answer is still on its way.
  if (document.documentElement.classList.contains("busy")) return null;
  const pile = (name) => game.querySelector(`[data-pile="${name}"]`);
  const enabled = (element) => element.getAttribute("aria-disabled") !== "true";
  const control = (name) => enabled(game.querySelector(`[data-action="${name}"]`));
  const draw = document.getElementById("draw");
  const drawn = pile("drawn");
  return {
    code: game.dataset.code,
    ply: Number(game.dataset.ply),
    status: game.dataset.status,
    legal: game.dataset.legal.split(" ").filter(Boolean).sort(),
    cards: Object.fromEntries(
      [...game.querySelectorAll("button[data-card]")].map((card) => [
        card.dataset.card, [card.dataset.place, card.dataset.state],
      ]),
    ),
    stock: Number(draw.dataset.count),
    turn: enabled(draw) ? draw.value : "",
    drawn: drawn && Number(drawn.dataset.count),
    waste: Number(pile("waste").dataset.count),
    removed: Number(document.getElementById("removed").dataset.count),
    stats: Object.fromEntries(
      [...game.querySelectorAll("[data-stat]")]
        .filter((stat) => stat.dataset.stat !== "time")
        .map((stat) => [stat.dataset.stat, stat.textContent.trim()]),
    ),
    undo: control("undo"),
    redo: control("redo"),
  };
}"""
POINT = """(element) => {
  element.scrollIntoView({ block: "nearest" });
  const box = element.getBoundingClientRect();
  for (const part of [0.5, 0.12]) {
    const [x, y] = [box.x + box.width / 2, box.y + box.height * part];
    const hit = document.elementFromPoint(x, y);
    if (hit && (element === hit || element.contains(hit))) return { x, y };
  }
  return null;
}"""
FINISH = """() => {
  for (const each of document.getAnimations()) {
    if (each.effect.getComputedTiming().iterations !== Infinity) each.finish();
  }
}"""
MOVING = """() => document.getAnimations().some((each) =>
  each.playState === "running" && each.effect.getComputedTiming().iterations !== Infinity)"""
# Machines that run tests are busy: how long something takes says nothing there.
PATIENCE_SECONDS = 30.0
# A tap so soon after another one that meant something else there is the second of a double tap.
DOUBLE_TAP_MILLISECONDS = 500


def choose(page: Page, url: str, label: str) -> None:
    """Ticks something in the settings of a site and saves them."""
    page.goto(f"{url}/settings")
    page.get_by_label(label).check()
    page.get_by_role("button", name="Save").click()


class Table:
    """A game on a page, and beside it the same game in the engine."""

    def __init__(
        self,
        page: Page,
        url: str,
        code: str = "PY1-N-AAAAAAS",
        *,
        touch: bool = False,
        scripted: bool = True,
    ) -> None:
        self.page = page
        self.url = url
        self.touch = touch
        self.scripted = scripted
        self.turn = "draw"
        self.game = Game(Setup.parse(code))

    # Coming to it

    def open(self) -> Table:
        """Opens the shared deal and presses Play."""
        self.page.goto(f"{self.url}/d/{self.game.code}")
        self.press(self.page.get_by_role("button", name="Play this deal"))
        self.page.wait_for_url("**/g/*")
        self.agrees()
        # Nobody has to see the cards dealt each time.
        self.page.evaluate(FINISH)
        self.rests()
        return self

    @property
    def address(self) -> str:
        """The address of the game."""
        found = re.match(r"http://[^/]+/g/\w+", self.page.url)
        assert found, f"{self.page.url} is no game"
        return found[0]

    # What is on it

    def card(self, code: str) -> Locator:
        """A card that lies on the table."""
        return self.page.locator(f'#game button[data-card="{code}"]')

    @property
    def stock(self) -> Locator:
        """The stock: draws, or turns the waste over."""
        return self.page.locator("#draw")

    def control(self, name: str) -> Locator:
        """Undo, redo, hint, new, restart or share."""
        return self.page.locator(f'[data-action="{name}"]').first

    @property
    def message(self) -> Locator:
        """The line on the table."""
        return self.page.locator("#game .last")

    @property
    def said(self) -> Locator:
        """The live region."""
        return self.page.locator("#said")

    def picked(self) -> list[str]:
        """The cards that are shown as picked."""
        found: list[str] = self.page.eval_on_selector_all(
            '#game [aria-pressed="true"]', "cards => cards.map((card) => card.dataset.card)"
        )
        return found

    def focused(self) -> str:
        """What has the focus: a card's code, else an id, else the name of the element."""
        found: str = self.page.evaluate(
            "() => { const at = document.activeElement;"
            " return at.dataset.card || at.id || at.localName; }"
        )
        return found

    # Acting

    def press(self, what: Locator) -> None:
        """Clicks, or with touch taps, where it can be seen: a covered card at its upper edge."""
        x, y = self.point(what)
        if self.touch:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def point(self, what: Locator) -> tuple[float, float]:
        """A point of the window where a click hits this; waits for it to be there."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while (found := what.evaluate(POINT)) is None and time.monotonic() < deadline:
            self.page.wait_for_timeout(15)
        assert found, f"nothing of {what} can be hit"
        return found["x"], found["y"]

    def tap(self, *codes: str) -> None:
        """Taps cards, where they show."""
        for code in codes:
            self.press(self.card(code))
            if not self.scripted and code is not codes[-1]:
                expect(self.card(code)).to_have_attribute("aria-pressed", "true")

    def do(self, *entries: str) -> None:
        """Makes actions as a player does, and sees after each that page and engine agree."""
        for entry in entries:
            if entry in ("undo", "redo"):
                self.press(self.control(entry))
            elif entry in ("draw", "recycle"):
                if self.touch and self.turn != entry:
                    self.page.wait_for_timeout(DOUBLE_TAP_MILLISECONDS)
                self.turn = entry
                self.press(self.stock)
            else:
                self.tap(*(entry[i : i + 2] for i in range(0, len(entry), 2)))
            self.did(entry)

    def did(self, *entries: str) -> None:
        """Notes that these actions were made, and sees that the page shows it."""
        for entry in entries:
            self.game = self.game.enter(parse_entry(entry))
        self.agrees()

    def bring(self, *entries: str) -> None:
        """Brings the game on past its page, where the way there is not tested, and opens it."""
        address = self.address
        for entry in entries:
            form: dict[str, Any] = {"move": entry, "ply": str(self.game.ply)}
            headers = {"Origin": self.url}
            answer = self.page.request.post(f"{address}/moves", form=form, headers=headers)
            assert answer.ok, entry
            self.game = self.game.enter(parse_entry(entry))
        self.page.goto(address)
        self.agrees()

    # Seeing

    def read(self) -> dict[str, Any] | None:
        """The marks of the table as they are now; nothing while an answer is on its way."""
        try:
            found: dict[str, Any] | None = self.page.evaluate(READ)
        except Error as error:
            # The page was being left for the next one.
            if "context" not in str(error):
                raise
            return None
        return found

    def agrees(self) -> None:
        """Waits until the page shows the game as the engine has it; fails where it does not."""
        wanted = table_of(self.game)
        deadline = time.monotonic() + PATIENCE_SECONDS
        while (shown := self.read()) != wanted and time.monotonic() < deadline:
            self.page.wait_for_timeout(15)
        assert shown == wanted

    def rests(self) -> None:
        """Waits until nothing moves, so that what is measured stays where it is."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while self.page.evaluate(MOVING) and time.monotonic() < deadline:
            self.page.wait_for_timeout(15)

    def refused(self, reason: str, message: str) -> None:
        """Waits for a refusal, and sees that nothing has changed."""
        expect(self.page.locator("#game")).to_have_attribute("data-reason", reason)
        expect(self.message).to_have_text(message)
        self.agrees()
