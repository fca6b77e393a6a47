"""Leaving games, and taking them up again: a visitor has one open game of a deal."""

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Connection, bindparam, select, update

from . import tables
from .records import State, StoredGame
from .rows import deal_key
from .seen import seen_by
from .tally import mark

IDLE: Final = timedelta(days=7)
"""For how long nothing may be done in a game until it is left."""

_visitor, _game = tables.visitor.c, tables.game.c

_ALONE: Final = (
    # Whoever opens a game does so alone, of all who act for the same visitor; SQLite has one
    # writer anyway.
    select(_visitor.id).where(_visitor.id == bindparam("visitor")).with_for_update(key_share=True)
)
_LEAVE_OPEN: Final = (
    update(tables.game)
    .where(_game.visitor_id == bindparam("visitor"), _game.finished_at.is_(None))
    .values(
        {"status": State.LEFT.value, "result": State.LEFT.value, "finished_at": bindparam("now")}
    )
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
    .values(
        {
            "status": bindparam("as_it_was"),
            "result": None,
            "finished_at": None,
            "taken_up_at": bindparam("now"),
        }
    )
)
_SEEN_TOO: Final = (
    update(tables.game)
    .where(_game.id == bindparam("game"))
    .values(help=_game.help.bitwise_or(bindparam("kinds")))
)
IDLE_GAMES: Final = select(_game.id, _game.ply, _game.acted_at, _game.taken_up_at).where(
    _game.visitor_id == bindparam("visitor"),
    _game.finished_at.is_(None),
    _game.started_at.is_not(None),
    _game.acted_at < bindparam("before"),
    _game.taken_up_at.is_(None) | (_game.taken_up_at < bindparam("before")),
)
_LEAVE_IDLE: Final = LEAVE.where(_game.ply == bindparam("at_ply"))


def is_alone(connection: Connection, visitor_id: str) -> bool:
    """Have a visitor's games alone; returns whether there is such a visitor."""
    return connection.execute(_ALONE, {"visitor": visitor_id}).first() is not None


def leave_others(connection: Connection, stored: StoredGame, at: datetime) -> None:
    """Leave the other open game of the same deal, and what nothing was done in for a week."""
    # That ended then already, whether or not anybody has asked for figures since.
    leave_idle(connection, stored.visitor_id, at)
    others = {
        "visitor": stored.visitor_id,
        "deal": deal_key(stored.game.setup),
        "game": stored.id,
        "now": at,
    }
    if connection.execute(LEAVE_OTHERS, others).rowcount:
        mark(connection, [(stored.visitor_id, at)])


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
        "now": at,
    }
    if connection.execute(TAKE_UP, values).rowcount:
        is_open_again(connection, stored)


def is_open_again(connection: Connection, stored: StoredGame) -> None:
    """Note of a game that was left and is open again what its player saw of the deal meanwhile."""
    if stored.finished_at is not None:
        mark(connection, [(stored.visitor_id, stored.finished_at)])
    kinds = seen_by(connection, stored.visitor_id, stored.game.setup)
    if kinds:
        connection.execute(_SEEN_TOO, {"game": stored.id, "kinds": kinds.value})


def leave_idle(connection: Connection, visitor_id: str, now: datetime) -> None:
    """Leave the games in which nothing was done for a week, as of the end of that week."""
    for row in connection.execute(IDLE_GAMES, {"visitor": visitor_id, "before": now - IDLE}).all():
        at = max(filter(None, (row.acted_at, row.taken_up_at))) + IDLE
        values = {"visitor": visitor_id, "game": row.id, "at_ply": row.ply, "now": at}
        if connection.execute(_LEAVE_IDLE, values).rowcount:
            mark(connection, [(visitor_id, at)])
