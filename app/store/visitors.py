"""Visitors, and the tokens that they are known by."""

import json
import logging
import secrets
from collections.abc import Mapping
from datetime import timedelta
from typing import Final

from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from . import tables
from .database import Database
from .errors import StoreError
from .ids import Clock, hash_of, new_id
from .once import Once
from .records import Settings, Visitor

UNUSED_FOR: Final = timedelta(days=30)
"""For how long a visitor is kept who never began a game."""

_SEEN_EVERY: Final = timedelta(hours=1)
_AT_ONCE: Final = 200
"""How many rows one transaction deletes."""

_messages: Final = Once(logging.getLogger("pyramid.store"))
_visitor, _token, _game = tables.visitor.c, tables.token.c, tables.game.c

_OF_TOKEN: Final = (
    select(
        _visitor.id,
        _visitor.settings,
        _visitor.created_at,
        _visitor.seen_at,
        _token.made_at.label("token_made_at"),
        _token.seen_at.label("token_seen_at"),
    )
    .join_from(tables.token, tables.visitor)
    .where(_token.hash == bindparam("token_hash"))
)
_SEE_VISITOR: Final = (
    update(tables.visitor)
    .where(_visitor.id == bindparam("visitor"))
    .values(seen_at=bindparam("now"))
)
_SEE_TOKEN: Final = (
    update(tables.token)
    .where(_token.hash == bindparam("token_hash"))
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
_FORGET_TOKENS: Final = delete(tables.token).where(_token.visitor_id == bindparam("visitor"))
_FORGET_GAMES: Final = delete(tables.game).where(
    _game.id.in_(
        select(_game.id).where(_game.visitor_id == bindparam("visitor")).limit(bindparam("most"))
    )
)
_FORGET: Final = delete(tables.visitor).where(_visitor.id == bindparam("visitor"))
_FORGET_UNUSED: Final = delete(tables.visitor).where(
    _visitor.id.in_(
        select(_visitor.id)
        .where(
            _visitor.seen_at < bindparam("since"),
            ~select(_game.id)
            .where(_game.visitor_id == _visitor.id, _game.started_at.is_not(None))
            .exists(),
        )
        .limit(bindparam("most"))
    )
)


class Visitors:
    """Everyone who ever did something here."""

    def __init__(self, database: Database, *, clock: Clock) -> None:
        self._database: Final = database
        self._now: Final = clock

    def new(self, settings: Settings, *, device: str = "") -> tuple[Visitor, str]:
        """Return a new visitor, and the token that is theirs alone and kept nowhere.

        `device` is what their browser calls itself, shortly.

        Raises `TypeError` or `ValueError` for settings that JSON can't hold.
        """
        now, token = self._now(), _new_token()
        visitor = Visitor(new_id(), _plain(settings), now, now, now, now)
        row = {
            "id": visitor.id,
            "settings": visitor.settings,
            "created_at": now,
            "seen_at": now,
        }
        with self._database.writing() as connection:
            connection.execute(insert(tables.visitor), row)
            connection.execute(insert(tables.token), self._token_row(visitor.id, token, device))
        return visitor, token

    def new_token(self, visitor_id: str, *, device: str = "") -> str:
        """Return a further token of a visitor; those before stay theirs too."""
        token = _new_token()
        try:
            with self._database.writing() as connection:
                connection.execute(insert(tables.token), self._token_row(visitor_id, token, device))
        except IntegrityError as error:
            raise no_visitor(visitor_id) from error
        return token

    def of_token(self, token: str) -> Visitor | None:
        """Return the visitor of a token; notes, at most once an hour, that they were here."""
        token_hash, now = hash_of(token), self._now()
        with self._database.reading() as connection:
            row = connection.execute(_OF_TOKEN, {"token_hash": token_hash}).first()
        if row is None:
            return None
        seen, token_seen = row.seen_at or row.created_at, row.token_seen_at or row.token_made_at
        # A time that can't be read is written anew.
        due = not row.token_seen_at or now - row.token_seen_at >= _SEEN_EVERY
        if due and self._database.courtesy(
            "It could not be noted that a visitor was here",
            (_SEE_VISITOR, {"visitor": row.id, "now": now}),
            (_SEE_TOKEN, {"token_hash": token_hash, "now": now}),
        ):
            seen = token_seen = now
        return Visitor(
            id=row.id,
            settings=_readable(row.id, row.settings),
            created_at=row.created_at or now,
            seen_at=seen or now,
            token_made_at=row.token_made_at or now,
            token_seen_at=token_seen or now,
        )

    def save_settings(self, visitor_id: str, changes: Mapping[str, object]) -> Settings:
        """Keep some of a visitor's settings, and return all; the others stay as they are.

        Raises as `new` does.
        """
        changed = _plain(changes)
        with self._database.writing() as connection:
            row = connection.execute(_SETTINGS, {"visitor": visitor_id}).first()
            if row is None:
                raise no_visitor(visitor_id)
            settings = {**_readable(visitor_id, row.settings), **changed}
            connection.execute(_SET, {"visitor": visitor_id, "new": settings})
        return settings

    def delete(self, visitor_id: str) -> None:
        """Delete a visitor and all that is theirs, in every device.

        Step by step, so that nobody else waits for long: they are known nowhere from the first on.
        """
        values = {"visitor": visitor_id, "most": _AT_ONCE}
        with self._database.writing() as connection:
            connection.execute(_FORGET_TOKENS, values)
        while True:
            with self._database.writing() as connection:
                if not connection.execute(_FORGET_GAMES, values).rowcount:
                    connection.execute(_FORGET, values)
                    return

    def prune(self) -> int:
        """Delete those who never began a game and were not here for 30 days; returns how many."""
        values = {"since": self._now() - UNUSED_FOR, "most": _AT_ONCE}
        gone = 0
        while True:
            with self._database.writing() as connection:
                found = connection.execute(_FORGET_UNUSED, values).rowcount
            gone += found
            if found < _AT_ONCE:
                return gone

    def _token_row(self, visitor_id: str, token: str, device: str) -> dict[str, object]:
        now = self._now()
        return {
            "hash": hash_of(token),
            "visitor_id": visitor_id,
            "made_at": now,
            "seen_at": now,
            "device": device[:60],
        }


def no_visitor(visitor_id: str) -> StoreError:
    """Return the error that there is no such visitor."""
    return StoreError(f"there is no visitor {visitor_id!r}")


def _new_token() -> str:
    return secrets.token_urlsafe(32)


def _plain(settings: Settings) -> dict[str, object]:
    """Return a copy of settings as they will be read, or raise before anything is written."""
    plain: dict[str, object] = json.loads(json.dumps(dict(settings), allow_nan=False))
    return plain


def _readable(visitor_id: str, settings: object) -> Settings:
    """Return settings as they were kept, none if they were changed from outside to nonsense."""
    if isinstance(settings, dict):
        return settings
    _messages.error(visitor_id, f"the settings of visitor {visitor_id} can't be read")
    return {}
