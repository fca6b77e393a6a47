"""Hashes of addresses: the same all day long, and of no use to anybody after it."""

import hashlib
import secrets
from datetime import date, timedelta
from typing import Final

from sqlalchemy import Connection, bindparam, delete, select, text

from . import tables

KEPT: Final = timedelta(days=2)
"""For how long a day's salt is kept: what is hashed late in a day is compared early in the next."""

_salt = tables.salt.c
_OF_DAY: Final = select(_salt.value).where(_salt.day == bindparam("on"))
_FIRST: Final = text("INSERT INTO salt (day, value) VALUES (:on, :new) ON CONFLICT DO NOTHING")
_FORGET: Final = delete(tables.salt).where(_salt.day < bindparam("before"))


def salted(connection: Connection, day: date, plain: str) -> str:
    """Return the hash of a text with the salt of a UTC day, 16 hexadecimal digits.

    In a transaction that may write: the first of a day makes its salt, and forgets older ones.
    """
    salt = connection.execute(_OF_DAY, {"on": day}).scalar()
    if salt is None:
        new = {"on": day.isoformat() if connection.dialect.name == "sqlite" else day}
        connection.execute(_FIRST, new | {"new": secrets.token_hex(16)})
        connection.execute(_FORGET, {"before": day - KEPT})
        salt = connection.execute(_OF_DAY, {"on": day}).scalar_one()
    return hashlib.sha256(f"{salt} {plain}".encode()).hexdigest()[:16]
