"""What the tests of hints, verdicts and solutions share: a solver to compare with, and waiting."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

from fastapi.testclient import TestClient

from app.engine import Game, Setup, parse_entry
from app.solver import Solver
from tests.support.games import stored_game
from tests.web.player import HTMX, Page, Player

PRINTED = "PY1-N-AAAAAAS"
HOPELESS = "PY1-N-AAAAAAJ"
"""A deal that cannot be won: no more than 14 cards of its pyramid can go."""
LOSABLE = "PY1-N-AAAAAAH"
LOSING = "JS2S"
"""A move at its start after which it cannot be won."""
PATIENCE_SECONDS = 60.0

Found = TypeVar("Found")


@cache
def solver_of(code: str) -> Solver:
    """A solver in this process, which the site's own is compared with."""
    return Solver(Setup.parse(code))


def settled(look: Callable[[], Found], pending: Callable[[Found], bool]) -> Found:
    """What is found once it is not pending any more, as a page that asks again would see it."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while pending(found := look()):
        assert time.monotonic() < deadline, "never answered"
        time.sleep(0.02)
    return found


def asked(client: TestClient, address: str, *, partial: bool = False) -> Page:
    """The page of an address once the solver has said what it shows."""

    def is_pending(page: Page) -> bool:
        return page.root.has(data_verdict="pending") or page.root.has(id="hint-poll")

    headers = HTMX if partial else {}
    return settled(lambda: Page(client.get(address, headers=headers)), is_pending)


def verdict_of(player: Player) -> tuple[str, str]:
    """Kind and wording of the verdict on a player's board, asked for as the page's link does."""
    page = asked(player.client, f"{player.path}/verdict")
    verdict = page.root.one(id="verdict")
    return verdict["data-verdict"], verdict.one("span").text


def hint(player: Player, step: int = 1) -> Page:
    """The board with a hint, as its control asks for it."""
    player.page = asked(player.client, f"{player.path}/hint?step={step}")
    return player.page


def hinted(page: Page) -> list[str]:
    """The cards that a board points at, and `stock` if it points there."""
    cards = [
        b["data-card"] for b in page.game.all("button", data_card=None) if _is_marked(b["class"])
    ]
    return sorted(cards) + (["stock"] if _is_marked(page.game.one(id="draw")["class"]) else [])


def _is_marked(classes: str) -> bool:
    return "hint" in classes.split()


def bring(player: Player, *entries: str) -> None:
    """Brings a game on straight in the store, as `Player.skip` does, without looking at it."""
    app: Any = player.client.app
    store = app.state.site.store
    stored = stored_game(store, player.path.rsplit("/", 1)[1])
    game = stored.game
    for entry in entries:
        game = game.enter(parse_entry(entry))
    store.games.append(stored, game, ply=stored.ply)


def game_of(player: Player) -> Game:
    """The game of a player as the store has it."""
    app: Any = player.client.app
    return stored_game(app.state.site.store, player.path.rsplit("/", 1)[1]).game
