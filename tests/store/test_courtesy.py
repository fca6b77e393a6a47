"""Writes that nobody would miss never stand between a player and their answer."""

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import pytest
from sqlalchemy import text

from app.engine import DRAW
from app.store import Help, Store, StoredGame, Visitor, database
from app.store.turnstile import Turnstile
from tests.store.play import Clock, enter, setup, summary_row


@contextmanager
def locked(store: Store) -> Iterator[None]:
    """Keep everybody from writing any row, as a backup or a browser of the database would."""
    url = store.database.engine.url
    if url.get_backend_name() == "sqlite":
        holder = sqlite3.connect(url.database or "", isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        yield
        holder.close()
        return
    plain = url.set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(plain) as connection:
        connection.execute("LOCK TABLE game, visitor, token, answer IN SHARE MODE")
        yield


@pytest.fixture
def stored(store: Store, visitor: Visitor) -> StoredGame:
    return enter(store, store.games.new(visitor.id, setup()), DRAW)


def test_a_locked_database_keeps_nobody_from_what_is_known(
    store: Store,
    visitor: Visitor,
    stored: StoredGame,
    clock: Clock,
    caplog: pytest.LogCaptureFixture,
) -> None:
    token = store.visitors.new_token(visitor.id)
    seen = clock.now
    clock.wait(7200)
    before = summary_row(store, stored.id)
    with locked(store):
        known = store.visitors.of_token(token)
        store.games.count_hint(stored)
        store.games.note_help(stored, Help.VERDICT)
        store.games.note_known("key", True, 30)
        store.answers.keep("q", {"line": []})
        assert store.answers.get("q") is None
    assert known is not None
    assert (known.id, known.seen_at) == (visitor.id, seen)
    assert summary_row(store, stored.id) == before
    warnings = [record for record in caplog.records if record.levelno == logging.WARNING]
    # One for all of them: they may be many.
    assert len(warnings) == 1
    assert "noted that a visitor was here" in warnings[0].getMessage()
    # Afterwards all goes its usual way.
    again = store.visitors.of_token(token)
    assert again is not None
    assert again.seen_at == clock.now
    store.games.count_hint(stored)
    assert summary_row(store, stored.id)["hints"] == 1


def test_warnings_come_again_after_a_while(
    store: Store,
    stored: StoredGame,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(database, "COMPLAIN_EVERY", 0.0)
    with locked(store):
        store.games.count_hint(stored)
        store.answers.keep("q", 1)
    assert "A hint could not be counted" in caplog.text
    assert "An answer could not be kept" in caplog.text


def test_a_courtesy_waits_shorter_than_what_is_needed(database_url: str) -> None:
    store = Store(database_url, patience=4.0)
    store.migrate()
    seen = {}
    for name, engine in (("needed", store.database.engine), ("not", store.database._hurried)):
        with engine.connect() as connection:
            sqlite = engine.dialect.name == "sqlite"
            query = "PRAGMA busy_timeout" if sqlite else "SHOW lock_timeout"
            seen[name] = str(connection.exec_driver_sql(query).scalar()).removesuffix("ms")
    store.close()
    assert seen["not"] == "200"
    assert seen["needed"] in ("4000", "4s")


def test_a_courtesy_stands_in_no_queue(store: Store, stored: StoredGame) -> None:
    patience: list[float] = []
    take = Turnstile._take

    def noting(turnstile: Turnstile, seconds: float) -> None:
        patience.append(seconds)
        take(turnstile, seconds)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Turnstile, "_take", noting)
        store.games.count_hint(stored)
    assert set(patience) == {database.COURTESY}


def test_an_answer_is_there_also_where_the_database_is_not(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    store.answers.keep("q", 1)
    with store.database.engine.begin() as connection:
        connection.execute(text("ALTER TABLE answer RENAME TO gone"))
    assert store.answers.get("q") is None
    store.answers.keep("q", 2)
    assert "A kept answer could not be read" in caplog.text
