"""Pictures of every page and state of the table, at every size and theme, on contact sheets.

`python -m tests.shots [FOLDER] [WORD ...]` writes a sheet for each state, or for those whose name
has one of the words in it; it says at the end where a table did not fit its window.
"""

from __future__ import annotations

import io
import random
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from PIL import Image, ImageDraw
from playwright.sync_api import Browser, Page, TimeoutError, sync_playwright

from app.engine import DRAW, RECYCLE, Deal, Game, Kind, Move, Setup, Status
from app.solver import Solver
from tests.support.browser import chromium
from tests.support.server import LiveServer
from tests.support.table import stuck_line

SIZES = ((320, 568), (360, 740), (390, 844), (844, 390), (1024, 768), (1440, 900), (2560, 1080))
THEMES = ("felt", "night", "contrast")
CELL_HEIGHT = 420
LOSABLE = "PY1-R-AAAAAAG"
LOST = " ".join(stuck_line(LOSABLE))
"""A deal that can be won, and a line in which it is not."""


@dataclass(frozen=True)
class State:
    """A page to look at: a path, or a game of a code with moves made, and what is done then."""

    name: str
    path: str = ""
    code: str = ""
    moves: tuple[Move, ...] = ()
    then: Callable[[Page], None] = lambda _page: None

    @property
    def is_table(self) -> bool:
        """Whether all of it has to fit the window."""
        return bool(self.code)


def _moves(text: str) -> tuple[Move, ...]:
    return tuple(map(Move.parse, text.split()))


def _stuck() -> tuple[str, tuple[Move, ...]]:
    """A game that was played without a thought until nothing was left to do."""
    chance = random.Random(5)
    game = Game(Setup.parse("PY1-S-AAAAAAS"))
    while game.status is Status.PLAYING:
        legal = game.position.legal_moves()
        removals = [move for move in legal if move.kind is Kind.REMOVE]
        game = game.play(chance.choice(removals or list(legal)))
    return game.code, game.line


def _won() -> tuple[str, tuple[Move, ...]]:
    setup = Setup.parse("PY1-N-AAAAAAS")
    line = Solver(setup).shortest(Game(setup).position).line
    assert line is not None
    return str(setup), line


def _hint_twice(page: Page) -> None:
    for _ in range(2):
        page.click('[data-action="hint"]')
        page.wait_for_selector('.last[data-kind="hint"]')
        page.wait_for_timeout(300)


def _refused(page: Page) -> None:
    page.click("#c-7C")
    page.click("#c-7S")
    page.wait_for_selector("#game[data-reason]")


def _verdict(page: Page) -> None:
    page.wait_for_selector('#verdict:not([data-verdict="pending"])')


def _solved(page: Page) -> None:
    page.wait_for_selector('#solution:not([data-verdict="pending"])')


def _won_shown(page: Page) -> None:
    page.wait_for_selector("#par:not([hx-get])")
    page.wait_for_timeout(700)


def _lost_way(page: Page) -> None:
    page.wait_for_selector("#way:not([hx-get])")


def _dealt_again(page: Page) -> None:
    old = page.url
    page.click("#draw")
    page.wait_for_selector('#game:not([data-ply="0"])')
    page.wait_for_timeout(500)
    page.click('[data-action="new"]')
    page.wait_for_url(lambda url: url != old)
    page.wait_for_timeout(700)


def _given_up(page: Page) -> None:
    address = urlsplit(page.url)
    origin = f"{address.scheme}://{address.netloc}"
    page.request.post(f"{page.url}/leave", headers={"Origin": origin})
    page.reload()


def _home(page: Page) -> None:
    page.click("#draw")
    page.wait_for_timeout(500)
    page.click(".brand")
    page.wait_for_selector("main.home")


def _review(page: Page) -> None:
    page.goto(page.url + "/review")
    page.wait_for_selector("#review:not([hx-get])")


def _answered(page: Page) -> None:
    """An example of the guide with its answer; it stays in sight, whatever the size."""
    page.click("#try-pyramid-1")
    page.wait_for_selector('#pyramid:not([data-judged="open"], [data-judged="pending"])')
    page.evaluate(
        """() => {
          const answer = () => document.querySelector("#pyramid .judged");
          const show = () => answer().scrollIntoView({ block: "end" });
          addEventListener("resize", () => requestAnimationFrame(show));
          show();
        }"""
    )


def states() -> list[State]:
    """Every page, and the table in every state."""
    opened = _moves("KD TC3S draw draw draw")
    around = (*_moves("KD TC3S"), *(DRAW,) * 24, RECYCLE, DRAW)
    stuck_code, stuck = _stuck()
    won_code, won = _won()
    elsewhere = str(Setup(Setup.parse("PY1-M-A" + "A" * 6).rules, Deal.read("ms:617")))
    code = "PY1-N-AAAAAAS"
    return [
        State("home", "/"),
        State("new", "/new"),
        State("deal", f"/d/{code}"),
        State("rules", "/rules"),
        State("rules-N", "/rules/N"),
        State("guide", "/guide"),
        State("guide-answered", "/guide", then=_answered),
        State("settings", "/settings"),
        State("solve", "/solve"),
        State("daily", "/daily"),
        State("solution", f"/solve/{elsewhere}?step=3", then=_solved),
        State("offline", "/offline"),
        State("not-found", "/nothing"),
        State("table-start", code=code),
        State("table-selected", code=code, moves=opened, then=lambda page: page.click("#c-7C")),
        State("table-hint", code=code, moves=opened, then=_hint_twice),
        State("table-refusal", code=code, moves=opened, then=_refused),
        State("table-drawn-slot", code="PY1-T-AAAAAAS", moves=_moves("KD draw draw draw")),
        State("table-open-stock", code="PY1-M-AAAAAAS", moves=_moves("KD draw draw")),
        State("table-recycled", code="PY1-P-AAAAAAS", moves=around),
        State("table-empty-stock", code="PY1-P-AAAAAAS", moves=around[:-2]),
        State("table-lost", code="PY1-C-AAAAAEH", moves=_moves("7D6C"), then=_verdict),
        State("table-stuck", code=stuck_code, moves=stuck),
        State("table-stuck-winnable", code=LOSABLE, moves=_moves(LOST), then=_lost_way),
        State("table-dealt-again", code=code, then=_dealt_again),
        State("table-given-up", code=code, moves=opened, then=_given_up),
        State("home-again", code=code, moves=opened, then=_home),
        State("table-won", code=won_code, moves=won, then=_won_shown),
        State("review", code=won_code, moves=won, then=_review),
    ]


def main(words: list[str]) -> int:
    """Take the pictures; the exit status says whether every table fitted its window."""
    folder = Path(words[0] if words else "build/shots")
    folder.mkdir(parents=True, exist_ok=True)
    wanted = [
        state
        for state in states()
        if not words[1:] or any(word in state.name for word in words[1:])
    ]
    faults: list[str] = []
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = LiveServer(Path(data)).start()
        try:
            with chromium(playwright) as browser:
                for state in wanted:
                    pictures = _pictures(browser, server.url, state, faults)
                    _sheet(pictures).save(folder / f"{state.name}.png")
                    print(f"{state.name}: {len(pictures)} pictures", flush=True)
        finally:
            server.stop()
    for fault in faults:
        print(fault)
    print(f"Sheets in {folder}; {len(faults)} places where something does not fit.")
    return 1 if faults else 0


def _pictures(
    browser: Browser, url: str, state: State, faults: list[str]
) -> list[tuple[str, bytes]]:
    pictures = []
    for theme in THEMES:
        options: dict[str, Any] = {"viewport": {"width": 390, "height": 844}}
        context = browser.new_context(**options)
        try:
            page = context.new_page()
            context.request.post(
                f"{url}/settings",
                form={"theme": theme, "letters": "local", "shortcuts": "1"},
                headers={"Origin": url},
            )
            _open(page, url, state)
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                page.wait_for_timeout(150)
                where = f"{theme} {width}×{height}"
                if state.is_table and page.query_selector("#game"):
                    faults += [f"{state.name}, {where}: {fault}" for fault in _misfits(page)]
                pictures.append((where, _picture(page)))
        finally:
            context.close()
    return pictures


def _picture(page: Page) -> bytes:
    """A picture of the window; one that a busy machine did not finish in time is taken again."""
    try:
        return page.screenshot()
    except TimeoutError:
        page.wait_for_timeout(2000)
        return page.screenshot()


def _open(page: Page, url: str, state: State) -> None:
    if state.code:
        form: dict[str, str | float | bool] = {
            "code": state.code,
            "moves": " ".join(map(str, state.moves)),
        }
        answer = page.request.post(f"{url}/games", form=form, headers={"Origin": url})
        page.goto(answer.url)
    else:
        page.goto(url + state.path)
    page.wait_for_load_state("networkidle")
    state.then(page)


def _misfits(page: Page) -> list[str]:
    """What of the table lies outside the window, or makes it scroll."""
    found: list[str] = page.evaluate(
        """() => {
          const root = document.documentElement;
          const faults = [];
          if (root.scrollWidth > innerWidth || root.scrollHeight > innerHeight) {
            faults.push(`scrolls: ${root.scrollWidth}×${root.scrollHeight}`);
          }
          for (const each of document.querySelectorAll("#game button, #game .control")) {
            const box = each.getBoundingClientRect();
            const out = box.left < -1 || box.top < -1 ||
              box.right > innerWidth + 1 || box.bottom > innerHeight + 1;
            if (box.width && out) faults.push(`outside: ${each.id || each.className}`);
          }
          return faults;
        }"""
    )
    return found


def _sheet(pictures: list[tuple[str, bytes]]) -> Image.Image:
    """All pictures of a state: a row for each theme, a column for each size."""
    cells = []
    for name, png in pictures:
        with Image.open(io.BytesIO(png)) as picture:
            width = picture.width * CELL_HEIGHT // picture.height
            cells.append((name, picture.convert("RGB").resize((width, CELL_HEIGHT))))
    columns = len(SIZES)
    widths = [cells[column][1].width for column in range(columns)]
    rows = len(cells) // columns
    sheet = Image.new("RGB", (sum(widths) + 8 * columns, rows * (CELL_HEIGHT + 24)), "#333")
    draw = ImageDraw.Draw(sheet)
    for index, (name, cell) in enumerate(cells):
        row, column = divmod(index, columns)
        left, top = sum(widths[:column]) + 8 * column, row * (CELL_HEIGHT + 24)
        draw.text((left + 4, top + 4), name, fill="white")
        sheet.paste(cell, (left, top + 20))
    return sheet


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
