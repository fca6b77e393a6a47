"""A visitor's games as a list has them: read from their rows, without replaying any."""

import logging
from collections.abc import Iterable, Iterator
from typing import Final

from sqlalchemy import bindparam, func, select

from . import tables
from .database import Database
from .errors import CorruptGame
from .ids import is_id
from .once import Once
from .records import GameSummary, State, StoredGame
from .rows import SUMMARY, AnyRow, deal_key, summary_of

_SPARE: Final = 20
"""Rows that are read beyond the one that is wanted, in case that some are damaged."""

_messages: Final = Once(logging.getLogger("pyramid.store"))
_game = tables.game.c

_OF_VISITOR: Final = select(*SUMMARY).where(_game.visitor_id == bindparam("visitor"))
ONE: Final = _OF_VISITOR.where(_game.id == bindparam("game"))
OPEN: Final = (
    _OF_VISITOR.where(_game.finished_at.is_(None))
    # A game in progress before one that was only dealt.
    .order_by(_game.started_at.is_(None), _game.acted_at.desc(), _game.created_at.desc())
    .limit(_SPARE)
)
RECENT: Final = (
    # A game without any action counts nowhere.
    _OF_VISITOR.where(_game.started_at.is_not(None))
    .order_by(_game.started_at.desc())
    .limit(bindparam("most"))
)
BEST_OTHER_WIN: Final = (
    _OF_VISITOR.where(
        _game.deal_key == bindparam("deal"),
        _game.status == State.WON.value,
        _game.id != bindparam("game"),
        # A win that was begun by another hand is no best.
        func.coalesce(_game.given, 0) == 0,
    )
    .order_by(_game.moves, _game.elapsed)
    .limit(_SPARE)
)


class Lists:
    """Lists of games. A damaged row is left out of each, and the log says so once."""

    def __init__(self, database: Database) -> None:
        self._database: Final = database

    def open_summary(self, visitor_id: str) -> GameSummary | None:
        """Return the visitor's latest game that is neither won nor left."""
        with self._database.reading() as connection:
            rows = connection.execute(OPEN, {"visitor": visitor_id}).all()
        return next(readable(rows), None)

    def summary(self, game_id: str, visitor_id: str) -> GameSummary | None:
        """Return a game of the visitor's own as a line, if there is one with that id."""
        if not (is_id(game_id) and is_id(visitor_id)):
            return None
        with self._database.reading() as connection:
            rows = connection.execute(ONE, {"game": game_id, "visitor": visitor_id}).all()
        return next(readable(rows), None)

    def recent(self, visitor_id: str, limit: int) -> tuple[GameSummary, ...]:
        """Return the visitor's started games, the newest first, at most `limit` of them."""
        values = {"visitor": visitor_id, "most": max(0, limit)}
        with self._database.reading() as connection:
            rows = connection.execute(RECENT, values).all()
        return tuple(readable(rows))

    def best_other_win(self, stored: StoredGame) -> GameSummary | None:
        """Return the player's best win of the same deal under the same rules, but for this game.

        The best is the one of the fewest moves, and of equal ones the quickest.
        """
        values = {
            "visitor": stored.visitor_id,
            "game": stored.id,
            "deal": deal_key(stored.game.setup),
        }
        with self._database.reading() as connection:
            rows = connection.execute(BEST_OTHER_WIN, values).all()
        return next(readable(rows), None)


def readable(rows: Iterable[AnyRow]) -> Iterator[GameSummary]:
    """Return the games of rows; of a damaged one the log says so once."""
    for row in rows:
        try:
            yield summary_of(row)
        except CorruptGame as error:
            _messages.error(row.id, str(error))
