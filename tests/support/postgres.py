"""A PostgreSQL server that lives as long as the tests, and a new database for each that asks."""

from __future__ import annotations

import contextlib
import itertools
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql
from sqlalchemy import URL, make_url

from tests.support.machine import POSTGRES_VARIABLE, find_postgres_programs

# Nothing here has to survive a power cut.
OPTIONS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "max_connections": "100",
}
INITDB_OPTIONS = ("-U", "app", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")
START_SECONDS = 60.0

_numbers = itertools.count(1)


@contextlib.contextmanager
def postgres_server() -> Iterator[str]:
    """The address of a server to make databases in: the one that is named, else one of our own.

    The address is a libpq one, `postgresql://…/postgres`.
    """
    named = os.environ.get(POSTGRES_VARIABLE)
    if named:
        yield named.replace("postgresql+psycopg://", "postgresql://", 1)
        return
    with _own_server(find_postgres_programs()) as url:
        yield url


@contextlib.contextmanager
def fresh_database(server: str, template: str | None = None) -> Iterator[str]:
    """A database on the server, gone afterwards; its address as SQLAlchemy takes it.

    It is a copy of the one with the address `template`, which nobody may be using, or empty.
    """
    # The token keeps two runs against one named server apart.
    name = f"pyramid_test_{secrets.token_hex(4)}_{next(_numbers)}"
    with psycopg.connect(server, autocommit=True) as connection:
        origin = make_url(template).database if template else "template1"
        connection.execute(
            sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(
                sql.Identifier(name), sql.Identifier(str(origin))
            )
        )
    info = psycopg.conninfo.conninfo_to_dict(server)
    try:
        yield _sqlalchemy_url(info | {"dbname": name})
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            drop = sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name))
            connection.execute(drop)


def _sqlalchemy_url(info: dict[str, Any]) -> str:
    url = URL.create(
        "postgresql+psycopg",
        username=info.get("user"),
        password=info.get("password"),
        host=info.get("host"),
        port=int(info["port"]) if info.get("port") else None,
        database=info["dbname"],
    )
    return url.render_as_string(hide_password=False)


@contextlib.contextmanager
def _own_server(programs: Path) -> Iterator[str]:
    folder = Path(tempfile.mkdtemp(prefix="pyramid-postgres-"))
    account = _account()
    try:
        if account:
            os.chown(folder, account["user"], account["group"])
            programs = _reachable(programs, folder, account)
        # The settings of a person's own server must not reach this one.
        clean = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
        shared: dict[str, Any] = {"cwd": folder, "env": clean, **account}
        data = folder / "data"
        made = subprocess.run(
            [programs / "initdb", "-D", data, *INITDB_OPTIONS],
            capture_output=True,
            text=True,
            check=False,
            **shared,
        )
        if made.returncode != 0:
            raise RuntimeError(f"initdb failed:\n{made.stdout}{made.stderr}")
        with _running(programs / "postgres", data, folder / "log", shared) as url:
            yield url
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def _running(program: Path, data: Path, log: Path, shared: dict[str, Any]) -> Iterator[str]:
    port = free_port()
    options = [f"-c{name}={value}" for name, value in OPTIONS.items()]
    with log.open("w") as output:
        process = subprocess.Popen(
            [program, "-D", data, "-p", str(port), *options],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            **shared,
        )
    url = f"postgresql://app@127.0.0.1:{port}/postgres"
    try:
        _wait_for(process, url, log)
        yield url
    finally:
        process.send_signal(signal.SIGQUIT)  # at once, as nothing is to be kept
        process.wait(timeout=30)


def _wait_for(process: subprocess.Popen[bytes], url: str, log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            psycopg.connect(url, connect_timeout=5).close()
            return
        except psycopg.OperationalError as error:
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"PostgreSQL did not start:\n{log.read_text()}") from error
        time.sleep(0.05)


def _account() -> dict[str, Any]:
    """Whom the server runs as: PostgreSQL refuses root, so then somebody with fewer rights."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            entry = pwd.getpwnam(name)
            return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
    raise RuntimeError("as root the tests need an account named postgres or nobody for PostgreSQL")


def _reachable(programs: Path, folder: Path, account: dict[str, Any]) -> Path:
    """The programs themselves, or a copy where that account may not go to them."""
    try:
        subprocess.run(
            [programs / "initdb", "--version"], check=True, capture_output=True, **account
        )
    except PermissionError:
        copy = folder / "programs"
        shutil.copytree(programs.parent, copy, symlinks=True)
        return copy / programs.name
    return programs


def free_port() -> int:
    """A port of this machine that nothing listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
