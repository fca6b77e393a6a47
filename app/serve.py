"""Serving the site: the port, the database, the processes, and the word that it is up."""

from __future__ import annotations

import contextlib
import errno
import signal
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Final

import uvicorn
from sqlalchemy import make_url
from uvicorn.supervisors import Multiprocess

from app.settings import Settings
from app.store import Store, StoreUnavailable

WORKER_APPLICATION: Final = "app.main:app_from_environment"
_BACKLOG: Final = 2048
_READY_SECONDS: Final = 60
_LAST_REQUESTS_SECONDS: Final = 5
"""How long requests in progress may take when the server stops; Docker waits 10 seconds."""


class CannotServe(Exception):
    """The server cannot start; the message says why and what would be right."""


def serve(settings: Settings, announce: Callable[[str], None]) -> int:
    """Bring the database up to date and serve until told to stop (SIGTERM or SIGINT).

    `announce` is called with the address to play at once the site answers there. With more than
    one worker each reads its settings from the environment. Returns the exit status; raises
    `CannotServe`.
    """
    # A service manager ends a server with SIGTERM: the same as Ctrl-C from here on.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with contextlib.ExitStack() as opened, contextlib.suppress(KeyboardInterrupt):
        # The port first: a second server by mistake then leaves the database alone.
        sockets = listen(settings.host, settings.port)
        opened.callback(_close, sockets)
        prepare_database(settings)
        start = _serve_alone if settings.workers == 1 else _serve_with_workers
        return start(settings, sockets, lambda: announce(address(settings)))
    return 0


def address(settings: Settings) -> str:
    """Return where to play: the address that people use, or else one on this machine."""
    if settings.base_url:
        return f"{settings.base_url}/"
    host = "localhost" if settings.host in ("0.0.0.0", "::") else settings.host
    return f"http://{f'[{host}]' if ':' in host else host}:{settings.port}/"


def listen(host: str, port: int) -> list[socket.socket]:
    """Return sockets that listen on every address of a host; raises `CannotServe`."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except OSError as error:
        raise _no_such_host(host) from error
    both = host == "::" and socket.has_dualstack_ipv6()
    sockets: list[socket.socket] = []
    for family, at in dict.fromkeys((each[0], str(each[4][0])) for each in found):
        try:
            sockets.append(
                socket.create_server(
                    (at, port), family=family, backlog=_BACKLOG, dualstack_ipv6=both
                )
            )
        except OSError as error:
            # A name may stand for an IPv6 address too, on a machine that has none.
            if error.errno not in (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT):
                _close(sockets)
                raise _no_port(host, port, error) from error
    if not sockets:
        raise _no_such_host(host)
    return sockets


def _close(sockets: list[socket.socket]) -> None:
    for each in sockets:
        each.close()


def _no_such_host(host: str) -> CannotServe:
    return CannotServe(
        f"{host} is no address of this machine: --host or PYRAMID_HOST is 127.0.0.1 for this"
        " machine alone, 0.0.0.0 for its networks too, or one of its own addresses"
    )


def _no_port(host: str, port: int, error: OSError) -> CannotServe:
    why = f"port {port} on {host} cannot be used: {error.strerror}"
    if error.errno == errno.EADDRINUSE:
        why = f"port {port} on {host} is in use: another program listens there already"
    if error.errno == errno.EACCES:
        why = f"port {port} is kept for the system's administrator"
    return CannotServe(f"{why}. Choose another with --port or PYRAMID_PORT")


# The database


def database_file(settings: Settings) -> Path | None:
    """Return the file that games are kept in, `None` if they are not in SQLite."""
    url = make_url(settings.database_url)
    return Path(url.database or "") if url.get_backend_name() == "sqlite" else None


def database_fault(settings: Settings) -> str | None:
    """Return what is wrong with the database, `None` if it answers. Makes no file."""
    file = database_file(settings)
    if file is not None and not file.exists():
        return f"There is no {file} yet: serving makes it."
    try:
        with contextlib.closing(Store(settings.database_url)) as store:
            store.ping()
    except StoreUnavailable as error:
        return str(error)
    return None


def prepare_database(settings: Settings) -> None:
    """Make the data folder if it is needed, and bring the tables up to date.

    Raises `CannotServe`.
    """
    file = database_file(settings)
    if file is not None and file.parent == settings.data:
        # Where this fails, the store says below what is wrong with the folder, and what to do.
        with contextlib.suppress(OSError):
            settings.data.mkdir(parents=True, exist_ok=True)
    try:
        with contextlib.closing(Store(settings.database_url)) as store:
            store.migrate()
    except StoreUnavailable as error:
        raise CannotServe(str(error)) from error


# The processes


class _Server(uvicorn.Server):
    """A server that says when it is up."""

    def __init__(self, config: uvicorn.Config, announce: Callable[[], None]) -> None:
        super().__init__(config)
        self._announce = announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._announce()


class _Workers(Multiprocess):
    """Several servers on the same sockets, which say together when one is up."""

    def __init__(
        self, config: uvicorn.Config, sockets: list[socket.socket], announce: Callable[[], None]
    ) -> None:
        super().__init__(config, sockets)
        self._announce = announce

    def init_processes(self) -> None:
        super().init_processes()
        if self.processes[0].wait_until_ready(_READY_SECONDS, self.should_exit):
            self._announce()


def _serve_alone(
    settings: Settings, sockets: list[socket.socket], announce: Callable[[], None]
) -> int:
    # Here, as only a server needs the whole site: `about` looks at the database alone.
    from app.main import create_app

    server = _Server(_config(create_app(settings), settings), announce)
    server.run(sockets)
    return 0


def _serve_with_workers(
    settings: Settings, sockets: list[socket.socket], announce: Callable[[], None]
) -> int:
    config = _config(WORKER_APPLICATION, settings)
    workers = _Workers(config, sockets, announce)
    workers.run()
    failed = any(
        process.exitcode not in (0, None, -signal.SIGTERM) for process in workers.processes
    )
    return 1 if failed else 0


def _config(app: object, settings: Settings) -> uvicorn.Config:
    # Without the root path: the application knows it, and so a proxy may strip it or pass it on.
    trusted = settings.trusted_proxies
    return uvicorn.Config(
        app,  # type: ignore[arg-type]
        factory=isinstance(app, str),
        workers=settings.workers,
        access_log=False,
        log_level="warning",
        server_header=False,
        proxy_headers=True,
        forwarded_allow_ips="*" if "*" in trusted else list(trusted),
        timeout_graceful_shutdown=_LAST_REQUESTS_SECONDS,
    )
