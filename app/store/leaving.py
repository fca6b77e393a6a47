"""Leaving games, and taking them up again: a visitor has one open game of a deal."""

from datetime import datetime
from typing import Final

from sqlalchemy import Connection, bindparam, select, update

from . import tables
from .records import State, StoredGame
from .rows import deal_key

_visitor, _game = tables.visitor.c, tables.game.c

_ALONE: Final = (
    # Whoever opens a game does so alone, of all who act for the same visitor; SQLite has one
    # writer anyway.
    select(_visitor.id).where(_visitor.id == bindparam("visitor")).with_for_update(key_share=True)
)
_LEAVE_OPEN: Final = (
    update(tables.game)
    .where(_game.visitor_id == bindparam("visitor"), _game.finished_at.is_(None))
    .values({"status": State.LEFT.value, "finished_at": bindparam("now")})
)
LEAVE: Final = _LEAVE_OPEN.where(_game.id == bindparam("game"))
LEAVE_OTHERS: Final = _LEAVE_OPEN.where(
    _game.deal_key == bindparam("deal"), _game.id != bindparam("game")
)
TAKE_UP: Final = (
    update(tables.game)
    .where(
        _game.id == bindparam("game"),
        # As it was seen: a move that was made meanwhile has taken it up already.
        _game.ply == bindparam("at_ply"),
        _game.status == State.LEFT.value,
    )
    .values(status=bindparam("as_it_was"), finished_at=None)
)


def is_alone(connection: Connection, visitor_id: str) -> bool:
    """Have a visitor's games alone; returns whether there is such a visitor."""
    return connection.execute(_ALONE, {"visitor": visitor_id}).first() is not None


def leave_others(connection: Connection, stored: StoredGame, at: datetime) -> None:
    """Leave the other open game of the same deal."""
    others = {
        "visitor": stored.visitor_id,
        "deal": deal_key(stored.game.setup),
        "game": stored.id,
        "now": at,
    }
    connection.execute(LEAVE_OTHERS, others)


def take_up(connection: Connection, stored: StoredGame, at: datetime) -> None:
    """Open a game that was left as it was, and leave the other open one of its deal.

    One that was won, or that somebody has played on in meanwhile, stays as it is.
    """
    if stored.status is not State.LEFT:
        return
    leave_others(connection, stored, at)
    values = {
        "game": stored.id,
        "at_ply": stored.ply,
        "as_it_was": stored.game.status.value,
    }
    connection.execute(TAKE_UP, values)
