"""The browsers that a visitor is known in, each by a token of its own."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import bindparam, delete, func, select

from . import tables
from .database import Database
from .ids import hash_of

_LENGTH: Final = 16
"""Digits of a token's hash that a device is named by."""

_token = tables.token.c
_NAME: Final = func.substr(_token.hash, 1, _LENGTH)
_OF_VISITOR: Final = (
    select(_NAME.label("name"), _token.hash, _token.device, _token.made_at, _token.seen_at)
    .where(_token.visitor_id == bindparam("visitor"))
    .order_by(_token.seen_at.desc(), _token.hash)
)
_END: Final = delete(tables.token).where(
    _token.visitor_id == bindparam("visitor"), bindparam("device") == _NAME
)
_END_OTHERS: Final = delete(tables.token).where(
    _token.visitor_id == bindparam("visitor"), _token.hash != bindparam("own")
)


@dataclass(frozen=True, slots=True)
class Device:
    """A browser that a visitor is known in; `name` is what its token's hash begins with."""

    name: str
    label: str
    made_at: datetime | None
    seen_at: datetime | None
    is_own: bool


class Devices:
    """The devices of visitors."""

    def __init__(self, database: Database) -> None:
        self._database: Final = database

    def of(self, visitor_id: str, token: str) -> tuple[Device, ...]:
        """Return the devices of a visitor, the last seen first; `token` is that of the asker."""
        own = hash_of(token)
        with self._database.reading() as connection:
            rows = connection.execute(_OF_VISITOR, {"visitor": visitor_id}).all()
        return tuple(
            Device(row.name, row.device, row.made_at, row.seen_at, row.hash == own) for row in rows
        )

    def end(self, visitor_id: str, device: str) -> bool:
        """End a device of a visitor; returns whether there was one of that name."""
        with self._database.writing() as connection:
            ended = connection.execute(_END, {"visitor": visitor_id, "device": device})
        return bool(ended.rowcount)

    def end_others(self, visitor_id: str, token: str) -> None:
        """End all devices of a visitor but the one with that token."""
        with self._database.writing() as connection:
            connection.execute(_END_OTHERS, {"visitor": visitor_id, "own": hash_of(token)})
