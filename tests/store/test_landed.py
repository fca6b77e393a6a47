"""Databases that earlier versions of the program wrote, with all that can happen in a game.

Each file in `databases` was written by the code of its revision; beside it lie the tokens of its
two visitors and the ids of its games by what happened in them.
"""

import json
import shutil
import sqlite3
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, inspect, make_url, text

from app.engine import UNDO, Game
from app.store import Help, Origin, State, Store, migrate
from app.store.records import counted_time
from tests.store.play import Clock, log_rows

DATABASES = Path(__file__).parent / "databases"
REVISIONS = ("0001", "0002")

Rows = dict[str, list[dict[str, Any]]]


class Landed:
    """A database as it was found, its rows, and what is known about it."""

    def __init__(self, store: Store, revision: str) -> None:
        self.store, self.revision = store, revision
        told = json.loads((DATABASES / f"{revision}.json").read_text(encoding="utf-8"))
        self.tokens: list[str] = told["tokens"]
        self.visitors: list[str] = told["visitors"]
        self.games: dict[str, str] = told["games"]

    def rows(self) -> Rows:
        """Every row of every table, in order of its first columns."""
        with self.store.database.engine.connect() as connection:
            return {
                name: rows_of(connection, name)
                for name in sorted(inspect(connection).get_table_names())
            }

    def game(self, name: str) -> Any:
        owner = self.visitors[1] if name.startswith("theirs") else self.visitors[0]
        found = self.store.games.owned(self.games[name], owner)
        assert found is not None
        return found


def rows_of(connection: Connection, table: str) -> list[dict[str, Any]]:
    found = [dict(row._mapping) for row in connection.execute(text(f"SELECT * FROM {table}"))]
    return sorted(found, key=lambda row: [str(row[name]) for name in sorted(row)])


@pytest.fixture(params=REVISIONS)
def landed(request: pytest.FixtureRequest, database_url: str, clock: Clock) -> Iterator[Landed]:
    """A database of an earlier revision, of each kind in turn."""
    file = DATABASES / f"{request.param}.sqlite"
    store = Store(database_url, clock=clock)
    if database_url.startswith("sqlite"):
        shutil.copy(file, make_url(database_url).database or "")
    else:
        migrate.upgrade(store.database.engine, request.param)
        copy_rows(file, store)
    yield Landed(store, request.param)
    store.close()


def copy_rows(file: Path, store: Store) -> None:
    """Fill the tables of a database with the rows of a file of the same revision."""
    source = sqlite3.connect(file)
    source.row_factory = sqlite3.Row
    with store.database.engine.begin() as connection:
        for table in ("visitor", "game", "log", "answer"):
            if table not in inspect(connection).get_table_names():
                continue
            rows = [dict(row) for row in source.execute(f"SELECT * FROM {table}")]
            for row in rows:
                for name in row.keys() & {"created_at", "seen_at", "at", "started_at"} | (
                    row.keys() & {"acted_at", "finished_at"}
                ):
                    row[name] = row[name] and datetime.fromisoformat(f"{row[name]}+00:00")
            values = ", ".join(f":{name}" for name in rows[0])
            connection.execute(
                text(f"INSERT INTO {table} ({', '.join(rows[0])}) VALUES ({values})"), rows
            )
    source.close()


def test_every_game_replays_and_its_summary_is_what_its_log_says(landed: Landed) -> None:
    landed.store.migrate()
    for name in landed.games:
        found = landed.game(name)
        assert found.game == Game(found.game.setup, found.game.log)
        own = found.times[found.given or 0 :]
        assert found.undos == found.game.log.count(UNDO)
        assert (found.started_at, found.counted) == (own[0] if own else None, _own_time(found))
        assert len(log_rows(landed.store, found.id)) == found.ply
        listed = {each.id: each for each in landed.store.games.recent(found.visitor_id, 99)}
        assert found.id not in listed or listed[found.id].elapsed == pytest.approx(found.elapsed)
        assert (found.id in listed) == (found.started_at is not None)


def _own_time(found: Any) -> Any:
    return counted_time(found.times[found.given or 0 :])


def test_visitors_keep_their_tokens_and_settings(landed: Landed) -> None:
    landed.store.migrate()
    visitors = [landed.store.visitors.of_token(token) for token in landed.tokens]
    assert [visitor and visitor.id for visitor in visitors] == landed.visitors
    assert [visitor and visitor.settings for visitor in visitors] == [
        {"theme": "night", "language": "sv"},
        {"warn": "always"},
    ]


def test_what_can_be_known_of_older_games_is_known_and_the_rest_is_not(landed: Landed) -> None:
    landed.store.migrate()
    several = landed.revision == "0002"
    practice, alone = landed.game("practice"), landed.game("practice of one")
    assert practice.given == (10 if several else None)
    assert practice.origin is (Origin.CONTINUED if several else Origin.UNKNOWN)
    assert alone.given is None
    for name in ("won", "won again", "stuck", "left", "untouched", "theirs"):
        assert (landed.game(name).given, landed.game(name).origin) == (0, Origin.UNKNOWN)
    assert landed.game("open, acted in first").undos == 2
    assert landed.game("back").help == Help.UNKNOWN | (Help.BACK if several else Help.NONE)
    hinted = Help.HINT if several else Help.NONE
    assert landed.game("open, acted in first").help == Help.UNKNOWN | hinted
    attempts = {name: landed.game(name).attempt for name in landed.games}
    assert attempts == {
        "won": 1,
        "won again": 2,
        "practice": 3,
        "stuck": 1,
        "open, acted in first": 1,
        "open, acted in last": 2,
        "left": 3,
        "untouched": None,
        "practice of one": 1,
        "back": 1,
        "theirs": 1,
        "theirs, left": 1,
    }


def test_of_two_open_games_of_one_deal_the_one_acted_in_last_stays_open(landed: Landed) -> None:
    landed.store.migrate()
    first, last = landed.game("open, acted in first"), landed.game("open, acted in last")
    assert (first.status, first.finished_at) == (State.LEFT, first.times[-1])
    assert (last.status, last.finished_at) == (State.PLAYING, None)
    for name in ("stuck", "untouched", "practice", "theirs"):
        assert landed.game(name).finished_at is None


def test_up_and_down_again_loses_nothing(landed: Landed) -> None:
    before = landed.rows()
    landed.store.migrate()
    migrate.downgrade(landed.store.database.engine, landed.revision)
    after = landed.rows()
    # What an upgrade of two open games of one deal does stays done.
    first = landed.games["open, acted in first"]
    for rows in (before, after):
        for row in rows["game"]:
            row["elapsed"] = pytest.approx(row["elapsed"])
            if row["id"] == first:
                del row["status"], row["finished_at"]
    assert after == before


def test_down_again_of_several_tokens_the_newest_stays(landed: Landed, clock: Clock) -> None:
    landed.store.migrate()
    clock.wait(5)
    newest = landed.store.visitors.new_token(landed.visitors[0])
    with landed.store.database.engine.begin() as connection:
        connection.execute(
            text("DELETE FROM token WHERE visitor_id = :id"), {"id": landed.visitors[1]}
        )
    migrate.downgrade(landed.store.database.engine, landed.revision)
    landed.store.migrate()
    known = landed.store.visitors.of_token(newest)
    assert known is not None
    assert known.id == landed.visitors[0]
    assert [landed.store.visitors.of_token(token) for token in landed.tokens] == [None, None]
    assert landed.game("theirs").visitor_id == landed.visitors[1]
