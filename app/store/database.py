"""Opening SQLite or PostgreSQL so that no write is lost and no read waits for a write."""

import logging
import math
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from threading import Lock
from time import monotonic, sleep
from typing import Any, Final

import psycopg
from psycopg.abc import Buffer
from psycopg.adapt import Loader
from psycopg.pq import Format
from sqlalchemy import (
    URL,
    Connection,
    Engine,
    Executable,
    create_engine,
    event,
    literal,
    make_url,
    select,
)
from sqlalchemy.engine.interfaces import DBAPIConnection, DBAPICursor
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from . import migrate, tables
from .errors import StoreUnavailable, explained
from .turnstile import Turnstile

CONNECTIONS: Final = 10
"""How many connections one process uses at most. More would only take turns in Python."""

COURTESY: Final = 0.2
"""Seconds that a write is waited for which the player would not miss."""
COMPLAIN_EVERY: Final = 60.0
"""Seconds between two warnings that such writes fail: they may be many."""

_SWITCHED_AGAIN_AFTER: Final = 0.005
"""Seconds until a refused switch of the journal is tried once more."""

_messages: Final = logging.getLogger("pyramid.store")

_FORMS: Final = "sqlite:////path/to/file.db or postgresql://user:password@host/name"


_PING: Final = select(literal(1)).select_from(tables.visitor).limit(1)


class Database:
    """The connections of one process to one database; safe to use from many threads at once."""

    def __init__(self, url: str, *, patience: float) -> None:
        self.engine: Final = open_engine(read_url(url), patience=patience)
        self._reader: Final = reader_of(self.engine)
        self._hurried: Final = open_engine(read_url(url), patience=COURTESY)
        self._connections: Final = Turnstile(CONNECTIONS, patience=patience)
        # SQLite has one writer at a time; PostgreSQL has as many as there are connections.
        writers = 1 if self.engine.dialect.name == "sqlite" else CONNECTIONS
        self._writers: Final = Turnstile(writers, patience=patience)
        self._next_complaint = -math.inf
        self._complaining: Final = Lock()

    def migrate(self) -> None:
        """Bring the tables up to date, as `Store.migrate` says."""
        with explaining(self.engine):
            migrate.upgrade(self.engine)

    def ping(self) -> None:
        """Read one row, to know that the database answers and has its tables."""
        with self.reading() as connection:
            connection.execute(_PING).first()

    def close(self) -> None:
        """Close every connection; they are opened again when needed."""
        self.engine.dispose()
        self._hurried.dispose()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a transaction for queries; it sees what was committed, and blocks nobody.

        On PostgreSQL each query is a transaction of its own.
        """
        with self._connections, explaining(self.engine), self._reader.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Open a transaction that may write, committed at the end; keep it short."""
        with (
            self._writers,
            self._connections,
            explaining(self.engine),
            self.engine.begin() as connection,
        ):
            yield connection

    def courtesy(self, what: str, *writes: tuple[Executable, Mapping[str, object]]) -> bool:
        """Write what nobody would miss, all or nothing; return whether that could be done.

        It is waited for shortly, and where the database is locked, full or gone only the log
        says so: the player gets their answer all the same.
        """
        try:
            with (
                self._writers.within(COURTESY),
                self._connections.within(COURTESY),
                explaining(self._hurried),
                self._hurried.begin() as connection,
            ):
                for statement, values in writes:
                    connection.execute(statement, dict(values))
        except StoreUnavailable as error:
            self.complain(what, error)
            return False
        return True

    def complain(self, what: str, error: StoreUnavailable) -> None:
        """Say in the log what was done without, now and then."""
        with self._complaining:
            if monotonic() < self._next_complaint:
                return
            self._next_complaint = monotonic() + COMPLAIN_EVERY
        _messages.warning("%s: %s", what, error)


def read_url(text: str) -> URL:
    """Return the URL of a database that the store can use.

    `postgres://` is understood as well. Raises `StoreUnavailable` for anything else.
    """
    try:
        url = make_url(text)
    except ArgumentError as error:
        raise StoreUnavailable(f"The database URL can't be read: write {_FORMS}.") from error
    if url.drivername in ("postgres", "postgresql", "postgresql+psycopg"):
        return url.set(drivername="postgresql+psycopg")
    if url.drivername not in ("sqlite", "sqlite+pysqlite"):
        raise StoreUnavailable(
            f"{url.drivername!r} is not a database that can be used here: write {_FORMS}."
        )
    if not url.database or url.database == ":memory:" or url.database.startswith("file:"):
        raise StoreUnavailable(
            "The SQLite database has to be a file on disk: write sqlite:////path/to/file.db."
        )
    return url


def open_engine(url: URL, *, patience: float) -> Engine:
    """Return an engine whose statements wait at most `patience` seconds for another's lock."""
    if url.get_backend_name() == "sqlite":
        engine = create_engine(url, pool_size=CONNECTIONS)
        _prepare_sqlite(engine, patience)
        return engine
    arguments: dict[str, Any] = {
        "connect_timeout": max(2, math.ceil(patience)),
        "options": f"-c lock_timeout={round(patience * 1000)}",
        "application_name": "pyramid-solitaire",
    }
    engine = create_engine(
        url,
        pool_size=CONNECTIONS,
        # A restart of PostgreSQL then costs no request.
        pool_pre_ping=True,
        connect_args={name: arguments[name] for name in arguments.keys() - url.query.keys()},
    )

    @event.listens_for(engine, "connect")
    def connect(connection: psycopg.Connection[Any], _: object) -> None:
        connection.adapters.register_loader("timestamptz", _AnyTime)

    return engine


class _AnyTime(Loader):
    """Reads PostgreSQL's times; one that Python has not, such as `infinity`, as `None`."""

    def __init__(self, oid: int, context: Any = None) -> None:
        super().__init__(oid, context)
        usual = psycopg.adapters.get_loader(oid, Format.TEXT)
        assert usual is not None
        self._usual: Final = usual(oid, context)

    def load(self, data: Buffer) -> Any:
        """Return the time, or `None`."""
        try:
            return self._usual.load(data)
        except psycopg.DataError:
            return None


def reader_of(engine: Engine) -> Engine:
    """Return the same engine for transactions that only read."""
    if engine.dialect.name == "sqlite":
        return engine.execution_options(write=False)
    # Each read here is true by itself or guards against what came after, so none needs a
    # transaction, and two round trips are saved.
    return engine.execution_options(isolation_level="AUTOCOMMIT")


@contextmanager
def explaining(engine: Engine) -> Iterator[None]:
    """Turn what the driver says about an unusable database into `StoreUnavailable`."""
    try:
        yield
    except SQLAlchemyError as error:
        meaning = explained(error, engine.url)
        if meaning is None:
            raise
        raise meaning from error


def _prepare_sqlite(engine: Engine, patience: float) -> None:
    pragmas = ("synchronous = NORMAL", "foreign_keys = ON")

    @event.listens_for(engine, "connect")
    def connect(connection: DBAPIConnection, _: object) -> None:
        # The driver's own way begins a transaction late, after what it rests on was read, and
        # so loses writes without a word; SQLAlchemy's `begin` below decides instead.
        connection.isolation_level = None
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout = {round(patience * 1000)}")
        _keep_a_write_ahead_log(cursor, patience)
        for pragma in pragmas:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("write", True)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _keep_a_write_ahead_log(cursor: DBAPICursor, patience: float) -> None:
    """Switch a database file to WAL, which it then stays in.

    Of several that switch a new file at once SQLite refuses some without waiting, whatever the
    busy timeout is, as two that wait for each other would wait for ever.
    """
    end = monotonic() + patience
    while True:
        try:
            cursor.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or monotonic() >= end:
                raise
            sleep(_SWITCHED_AGAIN_AFTER)
        else:
            return
