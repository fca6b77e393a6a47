"""What visitors have seen of deals: it counts in every game of theirs that is open."""

from typing import Final

from sqlalchemy import Connection, String, bindparam, insert, literal, select, update
from sqlalchemy.exc import IntegrityError

from app.engine import Setup

from . import tables
from .database import Database
from .records import Help
from .rows import deal_key

_seen, _game = tables.seen.c, tables.game.c

_DEAL: Final = bindparam("deal", type_=String(16))
_OF_DEAL: Final = (_seen.visitor_id == bindparam("visitor"), _seen.deal_key == _DEAL)
_KINDS: Final = select(_seen.kinds).where(*_OF_DEAL)
_MORE: Final = (
    update(tables.seen).where(*_OF_DEAL).values(kinds=_seen.kinds.bitwise_or(bindparam("more")))
)
_FIRST: Final = insert(tables.seen).from_select(
    ["visitor_id", "deal_key", "kinds"],
    select(tables.visitor.c.id, _DEAL, literal(0))
    .where(tables.visitor.c.id == bindparam("visitor"))
    .where(~select(_seen.kinds).where(*_OF_DEAL).exists()),
)
_IN_GAMES: Final = (
    update(tables.game)
    .where(
        _game.visitor_id == bindparam("visitor"),
        _game.deal_key == _DEAL,
        # A game that was left is told of it if it is taken up again.
        _game.finished_at.is_(None),
    )
    .values(help=_game.help.bitwise_or(bindparam("more")))
)


_WHAT: Final = "What a visitor has seen of a deal could not be noted"


class Seen:
    """What each visitor has been shown of which deal, apart from the games themselves."""

    def __init__(self, database: Database) -> None:
        self._database: Final = database

    def note(self, visitor_id: str, setup: Setup, kind: Help) -> None:
        """Note that a visitor has seen a solution or a review of a deal."""
        of_deal = {"visitor": visitor_id, "deal": deal_key(setup)}
        if kind in self.of(visitor_id, setup):
            return
        more = of_deal | {"more": kind.value}
        writes = ((_FIRST, of_deal), (_MORE, more), (_IN_GAMES, more))
        try:
            self._database.courtesy(_WHAT, *writes)
        except IntegrityError:
            # Another process noted something of the same deal at the same moment.
            self._database.courtesy(_WHAT, *writes)

    def of(self, visitor_id: str, setup: Setup) -> Help:
        """Return what a visitor has seen of a deal."""
        with self._database.reading() as connection:
            return seen_by(connection, visitor_id, setup)


def seen_by(connection: Connection, visitor_id: str, setup: Setup) -> Help:
    """Return what a visitor has seen of a deal, as a transaction sees it."""
    values = {"visitor": visitor_id, "deal": deal_key(setup)}
    row = connection.execute(_KINDS, values).first()
    return Help.NONE if row is None else Help(row.kinds)
