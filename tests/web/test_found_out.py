"""What the solver says of a deal is found out once its game has ended, and nobody waits for it."""

from __future__ import annotations

from fastapi import FastAPI

from app.engine import Setup
from app.store import Store
from app.web.summing import sums_of
from tests.support.client import Client
from tests.support.games import stored_game
from tests.support.table import golden_line
from tests.web.player import Player
from tests.web.solving import PRINTED

HOPELESS = "PY1-N-AAAAAAJ"


def test_a_lost_deal_that_nobody_can_win_is_known_as_one(solving_app: FastAPI) -> None:
    player = Player(Client(solving_app), HOPELESS)
    player.skip("draw")
    player.post("leave")
    store: Store = solving_app.state.site.store
    stored = stored_game(store, player.path.rpartition("/")[2])
    assert (stored.winnable, stored.par) == (False, None)
    (visitor,) = [
        found
        for token in player.client.cookies.values()
        if (found := store.visitors.of_token(token)) is not None
    ]
    figures = sums_of(store, visitor).figures()
    assert (figures.share, figures.share_winnable) == (0.0, None)


def test_the_par_of_a_win_and_of_a_game_left_for_another_is_known(solving_app: FastAPI) -> None:
    store: Store = solving_app.state.site.store
    won = Player(Client(solving_app), PRINTED)
    line = golden_line(PRINTED)
    won.skip(*line[:-1])
    won.look()
    won.do(line[-1])
    stored = stored_game(store, won.path.rpartition("/")[2])
    assert stored.winnable is True
    assert stored.par is not None
    assert stored.par <= stored.ply
    again = Player(Client(solving_app), "PY1-M-AAAAAAS")
    again.skip("draw")
    again.post("restart")
    stored = stored_game(store, again.path.rpartition("/")[2])
    assert stored.winnable is not None
    assert str(Setup.parse("PY1-M-AAAAAAS")) == stored.game.code
