"""Visitors, and the tokens that they are known by."""

import json
import secrets
from collections.abc import Mapping
from datetime import timedelta
from typing import Final

from sqlalchemy import bindparam, insert, select, update

from . import tables
from .database import Database
from .errors import StoreError
from .ids import Clock, hash_of, new_id
from .records import Settings, Visitor

_SEEN_EVERY: Final = timedelta(hours=1)

_visitor = tables.visitor.c

_OF_TOKEN: Final = select(
    _visitor.id, _visitor.settings, _visitor.created_at, _visitor.seen_at
).where(_visitor.token_hash == bindparam("token_hash"))
_SEE: Final = (
    update(tables.visitor)
    .where(_visitor.id == bindparam("visitor"))
    .values(seen_at=bindparam("now"))
)
_SETTINGS: Final = (
    select(_visitor.settings)
    .where(_visitor.id == bindparam("visitor"))
    # Two that save at once save one after the other; SQLite has one writer anyway.
    .with_for_update(key_share=True)
)
_SET: Final = (
    update(tables.visitor)
    .where(_visitor.id == bindparam("visitor"))
    .values(settings=bindparam("new"))
)
_RETOKEN: Final = (
    update(tables.visitor)
    .where(_visitor.id == bindparam("visitor"))
    .values(token_hash=bindparam("new_hash"))
)


class Visitors:
    """Everyone who ever did something here."""

    def __init__(self, database: Database, *, clock: Clock) -> None:
        self._database: Final = database
        self._now: Final = clock

    def new(self, settings: Settings) -> tuple[Visitor, str]:
        """Return a new visitor, and the token that is theirs alone and kept nowhere.

        Raises `TypeError` or `ValueError` for settings that JSON can't hold.
        """
        now, token = self._now(), _new_token()
        visitor = Visitor(new_id(), _plain(settings), now, now, now, now)
        row = {
            "id": visitor.id,
            "token_hash": hash_of(token),
            "settings": visitor.settings,
            "created_at": now,
            "seen_at": now,
        }
        with self._database.writing() as connection:
            connection.execute(insert(tables.visitor), row)
        return visitor, token

    def of_token(self, token: str) -> Visitor | None:
        """Return the visitor of a token; notes, at most once an hour, that they were here."""
        with self._database.reading() as connection:
            row = connection.execute(_OF_TOKEN, {"token_hash": hash_of(token)}).first()
        if row is None:
            return None
        now = self._now()
        seen = row.seen_at
        if now - seen >= _SEEN_EVERY:
            with self._database.writing() as connection:
                connection.execute(_SEE, {"visitor": row.id, "now": now})
            seen = now
        return Visitor(row.id, row.settings, row.created_at, seen, row.created_at, seen)

    def new_token(self, visitor_id: str) -> str:
        """Return a further token of a visitor."""
        token = _new_token()
        values = {"visitor": visitor_id, "new_hash": hash_of(token)}
        with self._database.writing() as connection:
            if not connection.execute(_RETOKEN, values).rowcount:
                raise no_visitor(visitor_id)
        return token

    def save_settings(self, visitor_id: str, changes: Mapping[str, object]) -> Settings:
        """Keep some of a visitor's settings, and return all; the others stay as they are.

        Raises as `new` does.
        """
        changed = _plain(changes)
        with self._database.writing() as connection:
            row = connection.execute(_SETTINGS, {"visitor": visitor_id}).first()
            if row is None:
                raise no_visitor(visitor_id)
            settings = {**row.settings, **changed}
            connection.execute(_SET, {"visitor": visitor_id, "new": settings})
        return settings


def no_visitor(visitor_id: str) -> StoreError:
    """Return the error that there is no such visitor."""
    return StoreError(f"there is no visitor {visitor_id!r}")


def _new_token() -> str:
    return secrets.token_urlsafe(32)


def _plain(settings: Settings) -> dict[str, object]:
    """Return a copy of settings as they will be read, or raise before anything is written."""
    plain: dict[str, object] = json.loads(json.dumps(dict(settings), allow_nan=False))
    return plain
