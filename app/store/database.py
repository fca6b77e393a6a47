"""Opening SQLite or PostgreSQL so that no write is lost and no read waits for a write."""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from sqlalchemy import (
    URL,
    Connection,
    Engine,
    create_engine,
    event,
    literal,
    make_url,
    select,
)
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from . import migrate, tables
from .errors import StoreUnavailable, explained
from .turnstile import Turnstile

CONNECTIONS: Final = 10
"""How many connections one process uses at most. More would only take turns in Python."""

_FORMS: Final = "sqlite:////path/to/file.db or postgresql://user:password@host/name"


_PING: Final = select(literal(1)).select_from(tables.visitor).limit(1)


class Database:
    """The connections of one process to one database; safe to use from many threads at once."""

    def __init__(self, url: str, *, patience: float) -> None:
        self.engine: Final = open_engine(read_url(url), patience=patience)
        self._reader: Final = reader_of(self.engine)
        self._connections: Final = Turnstile(CONNECTIONS, patience=patience)
        # SQLite has one writer at a time; PostgreSQL has as many as there are connections.
        writers = 1 if self.engine.dialect.name == "sqlite" else CONNECTIONS
        self._writers: Final = Turnstile(writers, patience=patience)

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
    return create_engine(
        url,
        pool_size=CONNECTIONS,
        # A restart of PostgreSQL then costs no request.
        pool_pre_ping=True,
        connect_args={name: arguments[name] for name in arguments.keys() - url.query.keys()},
    )


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
    pragmas = (
        # First, as switching to WAL may have to wait already.
        f"busy_timeout = {round(patience * 1000)}",
        "journal_mode = WAL",
        "synchronous = NORMAL",
        "foreign_keys = ON",
    )

    @event.listens_for(engine, "connect")
    def connect(connection: DBAPIConnection, _: object) -> None:
        # The driver's own way begins a transaction late, after what it rests on was read, and
        # so loses writes without a word; SQLAlchemy's `begin` below decides instead.
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in pragmas:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("write", True)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
