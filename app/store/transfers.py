"""The way to another device: a code that makes two browsers one visitor, once."""

import secrets
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import Final

from sqlalchemy import Connection, bindparam, delete, func, insert, select, text, update

from . import tables
from .attempts import count_anew
from .database import Database
from .ids import Clock, hash_of, new_id
from .leaving import LEAVE, is_alone
from .salt import salted
from .tally import renew
from .visitors import no_visitor

LASTS: Final = timedelta(minutes=15)
"""For how long a code can be used."""
TRIES: Final = 10
"""How many wrong codes an address may send."""
TRIES_IN: Final = timedelta(hours=1)
"""The time in which so many may be sent."""

_ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_LENGTH: Final = 10
_READ_AS: Final = str.maketrans("OIL", "011", " -")

_game, _transfer, _guess = tables.game.c, tables.transfer.c, tables.guess.c

_FORGET_OF: Final = delete(tables.transfer).where(_transfer.visitor_id == bindparam("visitor"))
_FORGET_OLD: Final = delete(tables.transfer).where(_transfer.made_at <= bindparam("since"))
_WHOSE: Final = select(_transfer.visitor_id).where(
    _transfer.hash == bindparam("code"), _transfer.made_at > bindparam("since")
)
_USE: Final = delete(tables.transfer).where(
    _transfer.hash == bindparam("code"), _transfer.made_at > bindparam("since")
)
_FORGET_GUESSES: Final = delete(tables.guess).where(_guess.at <= bindparam("since"))
_GUESSES: Final = select(func.count()).where(
    _guess.address == bindparam("address"), _guess.at > bindparam("since")
)
_FORGIVE: Final = delete(tables.guess).where(_guess.id == bindparam("guess"))
_OPEN: Final = (
    select(_game.id, _game.deal_key, _game.visitor_id)
    .where(
        _game.visitor_id.in_([bindparam("one"), bindparam("other")]), _game.finished_at.is_(None)
    )
    .order_by(_game.deal_key, _game.acted_at.is_(None), _game.acted_at.desc(), _game.id)
)
_DEALS: Final = select(_game.deal_key).where(_game.visitor_id == bindparam("one")).distinct()
_MOVES: Final = tuple(
    update(table)
    .where(table.c.visitor_id == bindparam("one"))
    .values(visitor_id=bindparam("other"))
    for table in (tables.game, tables.token, tables.challenge, tables.entrant)
)
_SEE: Final = text(
    "INSERT INTO seen (visitor_id, deal_key, kinds)"
    " SELECT CAST(:other AS VARCHAR(16)), deal_key, kinds FROM seen WHERE visitor_id = :one"
    " ON CONFLICT (visitor_id, deal_key) DO UPDATE SET kinds = seen.kinds | excluded.kinds"
)
_GONE: Final = delete(tables.visitor).where(tables.visitor.c.id == bindparam("one"))


class Joining(StrEnum):
    """What became of a code that was sent."""

    JOINED = "joined"
    SAME = "same"
    """The browser is that visitor's already; the code can still be used."""
    WRONG = "wrong"
    TOO_MANY = "too many"


@dataclass(frozen=True, slots=True)
class Joined:
    """What became of a code, and whose it was where it was used."""

    joining: Joining
    visitor_id: str = ""


class Transfers:
    """Codes by which another device becomes the same visitor."""

    def __init__(self, database: Database, *, clock: Clock) -> None:
        self._database: Final = database
        self._now: Final = clock

    def begin(self, visitor_id: str) -> str:
        """Return a new code of a visitor, ten letters and digits; the one before is no more."""
        code = "".join(secrets.choice(_ALPHABET) for _ in range(_LENGTH))
        now = self._now()
        row = {"hash": hash_of(code), "visitor_id": visitor_id, "made_at": now}
        with self._database.writing() as connection:
            if not is_alone(connection, visitor_id):
                raise no_visitor(visitor_id)
            connection.execute(_FORGET_OF, {"visitor": visitor_id})
            connection.execute(_FORGET_OLD, {"since": now - LASTS})
            connection.execute(insert(tables.transfer), row)
        return code

    def join(self, text: str, *, own: str, address: str) -> Joined:
        """Make the visitor `own`, nobody if empty, one with the visitor whose code that is.

        What is wrong counts against the address: so many an hour are looked at.
        """
        now, guess = self._now(), new_id()
        with self._database.writing() as connection:
            hashed = salted(connection, now.date(), address)
            connection.execute(_FORGET_GUESSES, {"since": now - TRIES_IN})
            connection.execute(insert(tables.guess), {"id": guess, "address": hashed, "at": now})
        # Kept before they are counted, so that of many at once none is overlooked.
        with self._database.reading() as connection:
            asked = {"address": hashed, "since": now - TRIES_IN}
            if connection.execute(_GUESSES, asked).scalar_one() > TRIES:
                return Joined(Joining.TOO_MANY)
        values = {"code": hash_of(plain_code(text)), "since": now - LASTS}
        with self._database.writing() as connection:
            whose = connection.execute(_WHOSE, values).scalar()
            if whose is None:
                return Joined(Joining.WRONG)
            connection.execute(_FORGIVE, {"guess": guess})
            if whose == own:
                return Joined(Joining.SAME, whose)
            # In one order, whoever joins whom.
            for visitor_id in sorted(filter(None, (whose, own))):
                is_alone(connection, visitor_id)
            if not connection.execute(_USE, values).rowcount:
                return Joined(Joining.WRONG)
            if own:
                _merge(connection, {"one": own, "other": whose, "now": now})
        return Joined(Joining.JOINED, whose)


def plain_code(text: str) -> str:
    """Return a code as it was made, however it was written down.

    >>> plain_code("o1il-abcd ef")
    '0111ABCDEF'
    """
    return text[:100].upper().translate(_READ_AS)


def _merge(connection: Connection, values: dict[str, object]) -> None:
    """Move all that is one visitor's to another, and let the first one go."""
    seen: set[str] = set()
    for row in connection.execute(_OPEN, values).all():
        if row.deal_key in seen:
            # Of two open games of one deal the one that was acted in last stays open.
            left = {"visitor": row.visitor_id, "game": row.id, "now": values["now"]}
            connection.execute(LEAVE, left)
        seen.add(row.deal_key)
    deals = connection.execute(_DEALS, values).scalars().all()
    for statement in _MOVES:
        connection.execute(statement, values)
    connection.execute(_SEE, values)
    connection.execute(_GONE, values)
    other = str(values["other"])
    count_anew(connection, other, deals)
    renew(connection, other)
