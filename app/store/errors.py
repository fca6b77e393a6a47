"""What can go wrong in the store, and what to do about it."""

import os
import re
import sqlite3
from pathlib import Path
from typing import Final

import psycopg
from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError, SQLAlchemyError


class StoreError(Exception):
    """Anything that the store refuses or can't do; nothing has changed."""


class StoreUnavailable(StoreError):
    """The database can't be used now; the message, for who runs the server, says what to do."""


class DatabaseTooNew(StoreUnavailable):
    """A newer version of the program has already migrated the database."""


class Stale(StoreError):
    """The game has moved on since the board was shown: load it again."""

    def __init__(self, game_id: str, ply: int) -> None:
        super().__init__(f"game {game_id} is no longer at ply {ply}")
        self.game_id = game_id
        self.ply = ply


class LogFull(StoreError):
    """More entries than the log of one game may have, or more moves than one may begin with."""

    def __init__(self, most: int) -> None:
        super().__init__(f"a game takes at most {most} of these: begin another one")
        self.most = most


class CorruptGame(StoreError):
    """A kept game that can't be replayed: its row or its log was changed from outside.

    `ply` is the entry at fault, counted from 1, or 0 if the setup itself can't be read.
    """

    def __init__(self, game_id: str, ply: int, why: str) -> None:
        super().__init__(f"game {game_id} can't be replayed, at ply {ply}: {why}")
        self.game_id = game_id
        self.ply = ply


_NO_TABLES: Final = (
    "The database has no tables, or tables of another version: start the server once with"
    " `pyramid-solitaire serve`, which brings them up to date."
)
_NAME_OTHER: Final = "or name another database in PYRAMID_DATABASE_URL"
_OTHERS_TABLES: Final = (
    "The database has tables of the same names that this program did not make: name another"
    " database in PYRAMID_DATABASE_URL."
)


def explained(error: SQLAlchemyError, url: URL) -> StoreUnavailable | None:
    """Return what an error of the driver means to who runs the server.

    Returns `None` for an error that is no fault of the database, such as a wrong statement.
    """
    if not isinstance(error, DBAPIError):
        return None
    cause, message = error.orig, None
    if isinstance(cause, sqlite3.Error):
        message = _sqlite_message(cause, Path(url.database or ""))
    if isinstance(cause, psycopg.Error):
        message = _postgresql_message(cause, url)
    return None if message is None else StoreUnavailable(message)


_NO_LOCKS: Final = frozenset(
    {
        sqlite3.SQLITE_PROTOCOL,
        sqlite3.SQLITE_NOLFS,
        sqlite3.SQLITE_IOERR_LOCK,
        sqlite3.SQLITE_IOERR_RDLOCK,
        sqlite3.SQLITE_IOERR_UNLOCK,
        sqlite3.SQLITE_IOERR_CHECKRESERVEDLOCK,
        sqlite3.SQLITE_IOERR_SHMLOCK,
        sqlite3.SQLITE_IOERR_SHMMAP,
        sqlite3.SQLITE_IOERR_SHMOPEN,
        sqlite3.SQLITE_IOERR_SHMSIZE,
    }
)
"""What SQLite says where a file system has no locks, or no memory that processes share."""


def _sqlite_message(error: sqlite3.Error, file: Path) -> str | None:
    exactly = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    code = exactly & 0xFF
    if exactly in _NO_LOCKS:
        return (
            f"The file system under {file} can't lock it for one program at a time ({error}). That"
            " is so on network shares (NFS, SMB) and some mounted folders: put the data on a local"
            " disk with PYRAMID_DATA, or use PostgreSQL with PYRAMID_DATABASE_URL."
        )
    if code == sqlite3.SQLITE_ERROR:
        if re.search(r"no such (table|column)|no column", str(error)):
            return _NO_TABLES
        return _OTHERS_TABLES if "already exists" in str(error) else None
    if code == sqlite3.SQLITE_CANTOPEN:
        return _folder_fault(file) or f"SQLite can't open {file}: {error}."
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM):
        return _folder_fault(file) or f"SQLite can't write {file}: {error}."
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return (
            f"Another program has kept {file} locked for too long. Find what holds it open"
            " for writing (a backup, a database browser) and close that."
        )
    if code == sqlite3.SQLITE_NOTADB:
        return (
            f"{file} is not an SQLite database. Move it away, then a new one is made in its"
            f" place, {_NAME_OTHER}."
        )
    if code == sqlite3.SQLITE_CORRUPT:
        return (
            f"{file} is damaged ({error}). Stop the server, keep a copy, and put back a backup"
            " or try `sqlite3 FILE .recover`."
        )
    if code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
        return f"{file} can't be read or written ({error}). Check the disk and its free space."
    return None


def _folder_fault(file: Path) -> str | None:
    """Return what keeps this process from writing a database file, if it can be told."""
    folder = file.parent
    if not folder.is_dir():
        what = "is not a folder" if folder.exists() else "does not exist"
        return (
            f"The database is to lie in {folder}, which {what}. Make that folder, or name"
            f" another in PYRAMID_DATA, {_NAME_OTHER}."
        )
    if file.is_dir():
        return f"{file} is a folder, not a database file: move it away, {_NAME_OTHER}."
    if os.statvfs(folder).f_flag & os.ST_RDONLY:
        return (
            f"{folder} lies on a read-only file system. Mount a volume that can be written"
            f" there, {_NAME_OTHER}."
        )
    for path in (folder, file):
        if path.exists() and not os.access(path, os.W_OK | (os.X_OK if path is folder else 0)):
            user, owner = os.geteuid(), path.stat().st_uid
            return (
                f"User {user} may not write {path}, which belongs to user {owner}. Give it to"
                f" the server (chown -R {user} {folder}), or run the server as user {owner}."
            )
    return None


def _postgresql_message(error: psycopg.Error, url: URL) -> str | None:
    where = f"{url.host or 'the local socket'}:{url.port or 5432}/{url.database or ''}"
    said = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
    if isinstance(error, psycopg.errors.UndefinedTable | psycopg.errors.UndefinedColumn):
        return _NO_TABLES
    if isinstance(error, psycopg.errors.DuplicateTable):
        return _OTHERS_TABLES
    if isinstance(error, psycopg.errors.LockNotAvailable):
        return (
            f"Something keeps a row or table of PostgreSQL at {where} locked ({said}). Look in"
            " pg_stat_activity for an open transaction and end it."
        )
    if isinstance(error, psycopg.errors.ReadOnlySqlTransaction):
        return f"PostgreSQL at {where} is read-only ({said}). Name the primary server instead."
    if isinstance(error, psycopg.OperationalError):
        return (
            f"PostgreSQL at {where} can't be used ({said}). Check that it runs and can be reached"
            " from here, and that PYRAMID_DATABASE_URL has the right host, name and password."
        )
    return None
