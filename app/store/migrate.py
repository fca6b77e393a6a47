"""Bringing the tables to another version, one process at a time."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, text

from app.paths import MIGRATIONS

from .errors import DatabaseTooNew

_PATIENCE: Final = 60
"""Seconds to wait for another process that is migrating."""
_LOCK: Final = 0x50594D4947  # any number that no other program on the same server locks


def upgrade(engine: Engine, revision: str = "head") -> None:
    """Bring the tables up to a revision, all of it or nothing; does nothing if they are there.

    Raises `DatabaseTooNew` if they have a revision that is not known here.
    """
    with engine.connect().execution_options(write=False) as connection:
        if revision == "head" and _revisions(connection) == _newest():
            return
    with _alone(engine) as connection:
        _refuse_unknown(connection)
        command.upgrade(config(connection), revision)


def downgrade(engine: Engine, revision: str = "base") -> None:
    """Bring the tables down to a revision, all of it or nothing; `base` is none at all."""
    with _alone(engine) as connection:
        _refuse_unknown(connection)
        command.downgrade(config(connection), revision)


def config(connection: Connection | None = None) -> Config:
    """Return Alembic's configuration, for commands that run on a connection."""
    found = Config()
    # Alembic reads a % as the start of a name to be filled in.
    found.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    found.attributes["connection"] = connection
    return found


@contextmanager
def _alone(engine: Engine) -> Iterator[Connection]:
    """Open a transaction that no other process migrates beside."""
    if engine.dialect.name == "sqlite":
        with _sqlite_alone(engine) as connection:
            yield connection
        return
    with engine.begin() as connection:
        connection.execute(text(f"SET LOCAL lock_timeout = '{_PATIENCE}s'"))
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
        yield connection


@contextmanager
def _sqlite_alone(engine: Engine) -> Iterator[Connection]:
    with engine.connect() as connection:
        driver = connection.connection
        cursor = driver.cursor()
        # A table that is built anew is dropped first, and must not take along what refers to
        # it. Only outside a transaction can that be switched off.
        cursor.execute("PRAGMA foreign_keys = OFF")
        cursor.execute(f"PRAGMA busy_timeout = {_PATIENCE * 1000}")
        try:
            # Every transaction that may write holds SQLite's one write lock from its beginning.
            with connection.begin():
                before = _orphans(connection)
                yield connection
                if _orphans(connection) > before:
                    raise RuntimeError("the migration leaves a row without its parent")
        finally:
            # A connection with other settings than the rest must not go back to them.
            driver.invalidate()


def _orphans(connection: Connection) -> int:
    """Return how many rows refer to another one that isn't there."""
    return len(connection.exec_driver_sql("PRAGMA foreign_key_check").all())


def _newest() -> set[str]:
    return set(ScriptDirectory.from_config(config()).get_heads())


def _revisions(connection: Connection) -> set[str]:
    """Return the revision that the tables have, as a set: it is empty before the first one."""
    return set(MigrationContext.configure(connection).get_current_heads())


def _refuse_unknown(connection: Connection) -> None:
    scripts = ScriptDirectory.from_config(config()).walk_revisions()
    unknown = _revisions(connection) - {script.revision for script in scripts}
    if unknown:
        raise DatabaseTooNew(
            f"The database was brought up to date by a newer version of the program (it is at"
            f" {', '.join(sorted(unknown))}; this version knows {', '.join(_newest())}). Install"
            " that version again, or put back a backup made before."
        )
