import os
import resource
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Barrier
from typing import Any

import psycopg
import pytest
from sqlalchemy import Engine, make_url, text
from sqlalchemy.exc import DBAPIError

from app.engine import DRAW
from app.store import Store, StoreUnavailable, Visitor
from app.store.database import open_engine, read_url
from app.store.errors import explained
from tests.store.play import Clock, around, enter, log_rows, setup, summary_row, win
from tests.support.postgres import free_port

NOBODY = 65534

# URLs


@pytest.mark.parametrize(
    ("given", "understood"),
    [
        ("sqlite:////data/pyramid.db", "sqlite:////data/pyramid.db"),
        ("sqlite+pysqlite:///pyramid.db", "sqlite+pysqlite:///pyramid.db"),
        ("postgres://me:pw@db/cards", "postgresql+psycopg://me:***@db/cards"),
        ("postgresql://db:5433/cards", "postgresql+psycopg://db:5433/cards"),
        ("postgresql+psycopg://db/cards", "postgresql+psycopg://db/cards"),
    ],
)
def test_the_two_databases_are_understood(given: str, understood: str) -> None:
    assert str(read_url(given)) == understood


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("", "can't be read"),
        ("/data/pyramid.db", "can't be read"),
        ("mysql://db/cards", "'mysql' is not a database that can be used here"),
        ("postgresql+asyncpg://db/cards", r"postgresql\+asyncpg"),
        ("sqlite://", "has to be a file"),
        ("sqlite:///:memory:", "has to be a file"),
        ("sqlite:///file:x?mode=memory&uri=true", "has to be a file"),
    ],
)
def test_another_url_is_refused_with_the_right_form(url: str, why: str) -> None:
    with pytest.raises(StoreUnavailable, match=f"{why}.*write sqlite:////path/to/file.db"):
        Store(url)


# How the databases are opened


def test_sqlite_is_opened_so_that_readers_and_a_writer_go_together(sqlite_url: str) -> None:
    store = Store(sqlite_url, patience=2.5)
    with store.database.engine.connect() as connection:
        found = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "busy_timeout", "foreign_keys")
        }
    store.close()
    assert found == {
        "journal_mode": "wal",
        "synchronous": 1,
        "busy_timeout": 2500,
        "foreign_keys": 1,
    }


def test_a_new_file_may_be_opened_by_many_at_once(tmp_path: Path) -> None:
    """Each switches it to WAL, and SQLite refuses some of them without waiting (1 of 200 here)."""
    for number in range(60):
        url = read_url(f"sqlite:///{tmp_path / str(number)}.db")
        engines = [open_engine(url, patience=30) for _ in range(12)]
        moment = Barrier(len(engines))

        def write(engine: Engine, moment: Barrier = moment) -> None:
            moment.wait()
            with engine.begin() as connection:
                connection.execute(text("CREATE TABLE IF NOT EXISTS note (said TEXT)"))

        with ThreadPoolExecutor(len(engines)) as pool:
            list(pool.map(write, engines))
        for engine in engines:
            engine.dispose()


def test_a_sqlite_writer_has_the_lock_before_it_reads(sqlite_url: str) -> None:
    store, other = Store(sqlite_url), Store(sqlite_url, patience=0.05)
    store.migrate()
    with store.database.writing() as connection:
        connection.execute(text("SELECT count(*) FROM game")).all()
        with pytest.raises(StoreUnavailable, match="locked for too long"):
            other.visitors.new({})
    with store.database.reading() as connection:
        connection.execute(text("SELECT count(*) FROM game")).all()
        other.visitors.new({})
    store.close()
    other.close()


def test_postgresql_waits_no_longer_than_it_has_patience(postgres_url: str) -> None:
    store = Store(postgres_url, patience=2.5)
    with store.database.engine.connect() as connection:
        assert connection.exec_driver_sql("SHOW lock_timeout").scalar() == "2500ms"
    store.close()


def test_options_of_a_postgresql_url_come_before_our_own(postgres_url: str) -> None:
    own = make_url(postgres_url).update_query_dict({"options": "-c lock_timeout=77"})
    store = Store(own.render_as_string(hide_password=False))
    with store.database.engine.connect() as connection:
        assert connection.exec_driver_sql("SHOW lock_timeout").scalar() == "77ms"
        name = connection.exec_driver_sql("SHOW application_name").scalar()
    store.close()
    assert name == "pyramid-solitaire"


def test_a_restart_of_postgresql_costs_no_request(postgres_url: str) -> None:
    store = Store(postgres_url)
    store.migrate()
    visitor, token = store.visitors.new({})
    stored = store.games.new(visitor.id, setup())
    for ask in (
        lambda: store.visitors.of_token(token),
        lambda: store.games.owned(stored.id, visitor.id),
        lambda: enter(store, stored, DRAW),
    ):
        with psycopg.connect(str(postgres_url).replace("+psycopg", ""), autocommit=True) as admin:
            admin.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        assert ask() is not None
    store.close()


# Waiting, and not waiting


def test_a_read_held_open_for_long_blocks_no_writer(
    store: Store, other_store: Store, visitor: Visitor
) -> None:
    stored = enter(store, store.games.new(visitor.id, setup()), DRAW)
    query = text("SELECT ply FROM game")
    with other_store.database.engine.execution_options(write=False).connect() as reader:
        assert reader.execute(query).scalar() == 1
        for _ in range(30):
            stored = enter(store, stored, around(stored.game))
        store.visitors.new({})
        assert reader.in_transaction()
        # SQLite shows the moment at which the read began; PostgreSQL what is committed by now.
        seen = 1 if store.database.engine.dialect.name == "sqlite" else 31
        assert reader.execute(query).scalar() == seen
    assert store.games.owned(stored.id, visitor.id) == stored


@contextmanager
def held(store: Store) -> Iterator[None]:
    """Keep the whole database from being read or written by anyone else."""
    url = store.database.engine.url
    store.close()
    if url.get_backend_name() == "sqlite":
        holder = sqlite3.connect(url.database or "", isolation_level=None)
        holder.execute("PRAGMA locking_mode = EXCLUSIVE")
        holder.execute("BEGIN EXCLUSIVE")
        yield
        holder.close()
        return
    plain = url.set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(plain) as connection:
        connection.execute("LOCK TABLE game, log, visitor IN ACCESS EXCLUSIVE MODE")
        yield


def test_a_failed_statement_resets_nothing(database_url: str, clock: Clock) -> None:
    store = Store(database_url, clock=clock, patience=0.1)
    store.migrate()
    visitor, token = store.visitors.new({"theme": "dark"})
    won = win(store, visitor.id, clock)
    going = enter(store, store.games.new(visitor.id, setup()), DRAW)
    before = (store.games.recent(visitor.id, 9), summary_row(store, going.id))

    ways: list[Callable[[], object]] = [
        store.ping,
        lambda: store.visitors.of_token(token),
        lambda: store.visitors.save_settings(visitor.id, {}),
        lambda: store.visitors.new({}),
        lambda: store.games.new(visitor.id, setup()),
        lambda: store.games.owned(going.id, visitor.id),
        lambda: enter(store, going, DRAW),
        lambda: store.games.leave(going),
        lambda: store.games.open_summary(visitor.id),
        lambda: store.games.recent(visitor.id, 9),
    ]
    with held(store):
        for way in ways:
            with pytest.raises(StoreUnavailable, match="locked"):
                way()

    assert (store.games.recent(visitor.id, 9), summary_row(store, going.id)) == before
    known = store.visitors.of_token(token)
    assert known is not None
    assert known.settings == {"theme": "dark"}
    assert store.games.owned(won.id, visitor.id) == won
    assert store.games.open_summary(visitor.id) == going.summary
    assert enter(store, going, DRAW).ply == 2
    assert len(log_rows(store, going.id)) == 2
    store.close()


def test_an_entry_that_can_be_written_only_in_part_is_not_written(
    store: Store, visitor: Visitor
) -> None:
    stored = enter(store, store.games.new(visitor.id, setup()), DRAW)
    before = summary_row(store, stored.id)
    with store.database.engine.begin() as connection:
        connection.execute(text("ALTER TABLE log RENAME TO gone"))
    with pytest.raises(StoreUnavailable, match="no tables"):
        enter(store, stored, DRAW)
    with store.database.engine.begin() as connection:
        connection.execute(text("ALTER TABLE gone RENAME TO log"))
    assert summary_row(store, stored.id) == before
    assert enter(store, stored, DRAW).ply == 2


# Databases that can't be used


def why_unavailable(url: str) -> str:
    """What a store says about a database, to whoever starts it or asks for its health."""
    store = Store(url, patience=0.1)
    with pytest.raises(StoreUnavailable) as at_start:
        store.migrate()
    with pytest.raises(StoreUnavailable) as later:
        store.ping()
    store.close()
    assert str(at_start.value) == str(later.value)
    return str(later.value)


def test_a_database_that_was_never_migrated_says_how_to(database_url: str) -> None:
    store = Store(database_url)
    with pytest.raises(StoreUnavailable, match=r"no tables.*pyramid-solitaire serve"):
        store.ping()
    with pytest.raises(StoreUnavailable, match="no tables"):
        store.visitors.new({})
    store.close()


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    said = why_unavailable(f"sqlite:///{tmp_path}/nowhere/pyramid.db")
    assert f"{tmp_path}/nowhere, which does not exist" in said
    assert "PYRAMID_DATA" in said
    assert not (tmp_path / "nowhere").exists()


def test_a_file_where_the_folder_should_be_is_named(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("")
    said = why_unavailable(f"sqlite:///{tmp_path}/data/pyramid.db")
    assert f"{tmp_path}/data, which is not a folder" in said


def test_a_folder_where_the_file_should_be_is_named(tmp_path: Path) -> None:
    (tmp_path / "pyramid.db").mkdir()
    said = why_unavailable(f"sqlite:///{tmp_path}/pyramid.db")
    assert f"{tmp_path}/pyramid.db is a folder" in said


def test_a_file_that_is_no_database_is_named_and_kept(tmp_path: Path) -> None:
    file = tmp_path / "pyramid.db"
    file.write_bytes(b"a diary, not a database\n" * 100)
    said = why_unavailable(f"sqlite:///{file}")
    assert f"{file} is not an SQLite database" in said
    assert file.read_bytes() == b"a diary, not a database\n" * 100


def test_a_damaged_database_is_named(sqlite_url: str) -> None:
    store = Store(sqlite_url)
    store.migrate()
    _, token = store.visitors.new({"x": "y" * 50_000})
    store.close()
    file = Path(make_url(sqlite_url).database or "")
    content = bytearray(file.read_bytes())
    content[4096:] = b"\x99" * (len(content) - 4096)
    file.write_bytes(content)
    with pytest.raises(StoreUnavailable, match=f"{file} is damaged .*backup"):
        store.visitors.of_token(token)
    store.close()


def test_a_locked_database_is_named(sqlite_url: str) -> None:
    file = make_url(sqlite_url).database or ""
    holder = sqlite3.connect(file, isolation_level=None)
    holder.execute("PRAGMA locking_mode = EXCLUSIVE")
    holder.execute("BEGIN EXCLUSIVE")
    said = why_unavailable(sqlite_url)
    holder.close()
    assert f"kept {file} locked for too long" in said


def as_nobody(url: str, user: int, answer: Connection) -> None:
    """Start on a database in a process of its own, which may do no more than any user."""
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(user)
        os.setuid(user)
    try:
        Store(url, patience=0.1).migrate()
        said = "it works"
    except StoreUnavailable as error:
        said = str(error)
    answer.send(said)


def answer_of(task: Callable[..., None], *arguments: object) -> Any:
    """What a task sends that runs in a process of its own."""
    context = get_context("spawn")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=task, args=(*arguments, there))
    process.start()
    there.close()
    answer = here.recv()
    process.join()
    return answer


@pytest.fixture
def public_folder() -> Iterator[Path]:
    """A folder that other users can reach, as those of pytest can't be."""
    folder = Path(tempfile.mkdtemp(prefix="pyramid-store-"))
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


def test_a_folder_that_may_not_be_written_is_named_with_the_user(public_folder: Path) -> None:
    public_folder.chmod(0o555)
    said = answer_of(as_nobody, f"sqlite:///{public_folder}/pyramid.db", NOBODY)
    owner = os.geteuid()
    user = NOBODY if owner == 0 else owner
    assert f"User {user} may not write {public_folder}, which belongs to user {owner}" in said
    assert f"chown -R {user} {public_folder}" in said


def test_a_database_that_may_not_be_written_is_named_with_the_user(public_folder: Path) -> None:
    file = public_folder / "pyramid.db"
    public_folder.chmod(0o777)
    sqlite3.connect(file).close()
    file.touch()
    file.chmod(0o444)
    said = answer_of(as_nobody, f"sqlite:///{file}", NOBODY)
    assert f"may not write {file}, which belongs to user {os.geteuid()}" in said


def test_a_read_only_file_system_is_named(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = os.statvfs(tmp_path)
    fields = list(found)
    fields[os.statvfs_result.n_sequence_fields - 2] |= os.ST_RDONLY
    monkeypatch.setattr(os, "statvfs", lambda _: os.statvfs_result(fields))
    error = sqlite3.OperationalError("attempt to write a readonly database")
    error.sqlite_errorcode = sqlite3.SQLITE_READONLY_DIRECTORY
    meaning = explained(DBAPIError("INSERT", {}, error), make_url(sqlite_url))
    assert f"{tmp_path} lies on a read-only file system" in str(meaning)


def test_a_user_without_rights_is_told_who_has_them(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda path, _: path != tmp_path)
    error = sqlite3.OperationalError("unable to open database file")
    error.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
    meaning = explained(DBAPIError("INSERT", {}, error), make_url(sqlite_url))
    assert f"User {os.geteuid()} may not write {tmp_path}, which belongs to" in str(meaning)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (sqlite3.SQLITE_PROTOCOL, "locking protocol"),
        (sqlite3.SQLITE_IOERR_LOCK, "disk I/O error"),
        (sqlite3.SQLITE_IOERR_SHMMAP, "disk I/O error"),
        (sqlite3.SQLITE_NOLFS, "large file support is disabled"),
    ],
)
def test_a_network_share_is_named_with_what_to_do(sqlite_url: str, code: int, said: str) -> None:
    error = sqlite3.OperationalError(said)
    error.sqlite_errorcode = code
    meaning = str(explained(DBAPIError("BEGIN IMMEDIATE", {}, error), make_url(sqlite_url)))
    assert "network shares" in meaning
    assert said in meaning
    assert "PYRAMID_DATA" in meaning
    assert "PYRAMID_DATABASE_URL" in meaning


def test_a_disk_that_fails_is_no_network_share(sqlite_url: str) -> None:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR_READ
    meaning = str(explained(DBAPIError("SELECT", {}, error), make_url(sqlite_url)))
    assert "Check the disk" in meaning


def test_an_error_that_is_not_known_is_not_explained_away(sqlite_url: str) -> None:
    error = sqlite3.InterfaceError("bad parameter or other API misuse")
    error.sqlite_errorcode = sqlite3.SQLITE_MISUSE
    assert explained(DBAPIError("SELECT", {}, error), make_url(sqlite_url)) is None


def on_a_full_disk(url: str, answer: Connection) -> None:
    """Write in a process of its own, which may make no file larger than it is, then again."""
    store = Store(url)
    store.migrate()
    _, token = store.visitors.new({"theme": "dark"})
    largest = max(
        file.stat().st_size for file in Path(make_url(url).database or "").parent.iterdir()
    )
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (largest, hard))
    try:
        store.visitors.new({"x": "y" * 1_000_000})
        said = "it works"
    except StoreUnavailable as error:
        said = str(error)
    # What nobody would miss is done without, also where there is no place for it.
    store.answers.keep("q", "z" * 1_000_000)
    assert store.visitors.of_token(token)
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    known = store.visitors.of_token(token)
    store.visitors.new({"x": "y" * 1_000_000})
    store.close()
    answer.send((said, known and known.settings))


def test_a_full_disk_is_named_and_loses_nothing(sqlite_url: str) -> None:
    said, settings = answer_of(on_a_full_disk, sqlite_url)
    assert "Check the disk and its free space" in said
    assert settings == {"theme": "dark"}


def test_a_postgresql_that_does_not_answer_is_named_without_its_password() -> None:
    port = free_port()
    said = why_unavailable(f"postgresql://me:open-sesame@127.0.0.1:{port}/cards")
    assert f"PostgreSQL at 127.0.0.1:{port}/cards can't be used" in said
    assert "PYRAMID_DATABASE_URL" in said
    assert "open-sesame" not in said


def test_a_missing_postgresql_database_is_named(postgres: str) -> None:
    url = make_url(postgres).set(database="no_such_cards")
    said = why_unavailable(url.render_as_string(hide_password=False))
    assert 'database "no_such_cards" does not exist' in said


def test_a_postgresql_that_only_reads_is_named(postgres_url: str) -> None:
    store = Store(postgres_url)
    store.migrate()
    store.close()
    options = {"options": "-c default_transaction_read_only=on"}
    reading = make_url(postgres_url).update_query_dict(options)
    store = Store(reading.render_as_string(hide_password=False))
    store.ping()
    with pytest.raises(StoreUnavailable, match="is read-only"):
        store.visitors.new({})
    store.close()


def test_a_wrong_statement_is_no_fault_of_the_database(store: Store) -> None:
    with (
        pytest.raises(Exception, match="syntax error") as wrong,
        store.database.reading() as connection,
    ):
        connection.execute(text("SELEKT 1"))
    assert not isinstance(wrong.value, StoreUnavailable)
