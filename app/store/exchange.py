"""Games that are taken along, and games that come from elsewhere."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from sqlalchemy import Connection, Select, bindparam, insert, select, tuple_

from . import tables
from .attempts import count_anew
from .database import Database
from .errors import CorruptGame
from .games import Games
from .leaving import is_alone
from .records import State, StoredGame
from .rows import deal_key, lasting, moving, turning
from .tally import renew
from .visitors import no_visitor

AT_ONCE: Final = 100
"""How many games one transaction reads or takes in: nobody else waits for longer than that."""

_game = tables.game.c

_FIRST: Final = (
    select(_game.id, _game.started_at)
    .where(_game.visitor_id == bindparam("visitor"), _game.started_at.is_not(None))
    .order_by(_game.started_at, _game.id)
    .limit(AT_ONCE)
)
_NEXT: Final[Select[Any]] = _FIRST.where(
    tuple_(_game.started_at, _game.id)
    > tuple_(bindparam("at", type_=tables.UtcTime), bindparam("game"))
)
_WHOSE: Final = select(_game.id, _game.visitor_id).where(
    _game.id.in_(bindparam("games", expanding=True))
)
_OPEN: Final = select(_game.deal_key).where(
    _game.visitor_id == bindparam("visitor"),
    _game.deal_key.in_(bindparam("deals", expanding=True)),
    _game.finished_at.is_(None),
)
_DEAL: Final = insert(tables.game)
_ENTER: Final = insert(tables.log)


class Exchange:
    """What goes out of and comes into the games of a visitor."""

    def __init__(self, database: Database, games: Games) -> None:
        self._database: Final = database
        self._games: Final = games

    def games(self, visitor_id: str) -> Iterator[StoredGame]:
        """Return a visitor's begun games, the oldest first, a few of them read at a time.

        One that is damaged is left out.
        """
        values: dict[str, Any] = {"visitor": visitor_id}
        statement: Select[Any] = _FIRST
        while True:
            with self._database.reading() as connection:
                rows = connection.execute(statement, values).all()
            for row in rows:
                try:
                    stored = self._games.owned(row.id, visitor_id)
                except CorruptGame:
                    continue
                if stored is not None:
                    yield stored
            if len(rows) < AT_ONCE:
                return
            statement, last = _NEXT, rows[-1]
            values |= {"at": last.started_at, "game": last.id}

    def take_in(self, visitor_id: str, games: Sequence[StoredGame]) -> int:
        """Take in games that come from elsewhere; returns how many were not there yet.

        At most `AT_ONCE` of them, with ids of their own. Where such an id is another visitor's the
        game gets a new one, which is the same each time. An open game of a deal of which the
        visitor has one already is left.
        """
        with self._database.writing() as connection:
            if not is_alone(connection, visitor_id):
                raise no_visitor(visitor_id)
            fresh = [_told_apart(stored, visitor_id) for stored in games]
            known = _owners(connection, [each.id for pair in fresh for each in pair])
            found = []
            for plain, other in fresh:
                mine = plain if known.get(plain.id, visitor_id) == visitor_id else other
                if mine.id not in known:
                    found.append(mine)
            keys = {stored.id: deal_key(stored.game.setup) for stored in found}
            asked = {"visitor": visitor_id, "deals": sorted(set(keys.values()))}
            taken = set(connection.execute(_OPEN, asked).scalars()) if found else set()
            for stored in found:
                if stored.finished_at is None and keys[stored.id] in taken:
                    stored = replace(stored, status=State.LEFT, finished_at=stored.times[-1])
                if stored.finished_at is None:
                    taken.add(keys[stored.id])
                connection.execute(_DEAL, lasting(stored) | moving(stored) | turning(stored))
                connection.execute(
                    _ENTER,
                    [
                        {"game_id": stored.id, "ply": ply, "entry": str(entry), "at": at}
                        for ply, (entry, at) in enumerate(
                            zip(stored.game.log, stored.times, strict=True), 1
                        )
                    ],
                )
            count_anew(connection, visitor_id, keys.values())
            renew(connection, visitor_id)
        return len(found)


def _told_apart(stored: StoredGame, visitor_id: str) -> tuple[StoredGame, StoredGame]:
    """Return a game as the visitor's, under its own id and under the one that it has otherwise."""
    digest = hashlib.sha256(f"{visitor_id} {stored.id}".encode()).hexdigest()
    mine = replace(stored, visitor_id=visitor_id)
    return mine, replace(mine, id=digest[:16])


def _owners(connection: Connection, ids: list[str]) -> dict[str, str]:
    rows = connection.execute(_WHOSE, {"games": ids}).all()
    return {row.id: row.visitor_id for row in rows}
