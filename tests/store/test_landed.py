"""Databases that earlier versions of the program wrote, with all that can happen in a game.

Each file in `databases` was written by the code of its revision; beside it lie the tokens of its
two visitors and the ids of its games by what happened in them.
"""

import json
import shutil
import sqlite3
from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, inspect, make_url, text

from app.engine import UNDO, Game
from app.store import Help, Origin, State, Store, migrate
from app.store.records import counted_time
from tests.store.play import Clock, log_rows

DATABASES = Path(__file__).parent / "databases"
REVISIONS = ("0001", "0002", "0003")

TIMES = {"created_at", "seen_at", "made_at", "at", "started_at", "acted_at", "finished_at"}

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
        for table in ("visitor", "token", "game", "log", "answer", "seen"):
            if table not in inspect(connection).get_table_names():
                continue
            rows = [dict(row) for row in source.execute(f"SELECT * FROM {table}")]
            if not rows:
                continue
            for row in rows:
                for name in row.keys() & TIMES:
                    row[name] = row[name] and datetime.fromisoformat(f"{row[name]}+00:00")
                if row.get("daily_date"):
                    row["daily_date"] = date.fromisoformat(row["daily_date"])
                if row.get("winnable") is not None:
                    row["winnable"] = bool(row["winnable"])
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


older = pytest.mark.parametrize("landed", ["0001", "0002"], indirect=True)
"""From before games remembered where they came from."""


@older
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


@older
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


@older
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


@pytest.mark.parametrize("landed", ["0003"], indirect=True)
def test_what_games_remember_is_kept_and_their_months_are_told(landed: Landed) -> None:
    landed.store.migrate()
    daily, practice = landed.game("daily"), landed.game("practice")
    assert (daily.daily_date, daily.origin) == (date(2030, 5, 17), Origin.DAILY)
    assert (practice.given, practice.origin) == (10, Origin.CONTINUED)
    assert landed.game("back").help == Help.BACK | Help.REVIEW
    assert (landed.game("won").par, landed.game("won again").attempt) == (16, 2)
    mine, theirs = (landed.store.tallies.read(visitor) for visitor in landed.visitors)
    assert set(mine.months) == set(theirs.months) == {"2030-05"}
    # Won twice, the day's deal, and two that were left; practice is none of them.
    names = ("won", "won again", "daily", "open, acted in first", "left")
    assert {game.id for game in mine.marked} == {landed.games[name] for name in names}
    assert [game.id for game in theirs.marked] == [landed.games["theirs, left"]]
    assert {game.id for game in mine.open} == {
        landed.games[name] for name in ("stuck", "open, acted in last", "back")
    }
