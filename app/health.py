"""Whether the server here is well, for a container's health check: `python -m app.health`.

It asks `/healthz` where `serve` listens, which the settings say, and what options it was started
with. The exit status is 0 if it is well, else 1 with the reason on standard error.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import sys
from pathlib import Path
from typing import Final

from app.settings import SettingError, Settings

FIRST_PROCESS: Final = Path("/proc/1/cmdline")
"""The words of a container's first process: the server, or a small one that started it."""

_SECONDS: Final = 4
_ANY_ADDRESS: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""Where to ask a server that listens on every address."""


def main() -> int:
    """Ask the server once; returns the exit status."""
    try:
        host, port = server_address(_first_words())
        status = _asked(host, port)
    except (SettingError, OSError, http.client.HTTPException) as error:
        print(error, file=sys.stderr)
        return 1
    if status != 200:
        print(f"/healthz at {host} port {port} answers {status}", file=sys.stderr)
    return int(status != 200)


def server_address(started_with: list[str]) -> tuple[str, int]:
    """Return the host and the port to ask at.

    `started_with` are the words of the process that runs the server, or may run it: the options
    of `serve` among them go before the settings. Raises `SettingError`.
    """
    settings = Settings.read()
    options = argparse.ArgumentParser(add_help=False, exit_on_error=False)
    options.add_argument("--host", default=settings.host)
    options.add_argument("--port", default=settings.port, type=int)
    start = started_with.index("serve") + 1 if "serve" in started_with else len(started_with)
    try:
        found, _ = options.parse_known_args(started_with[start:])
    except argparse.ArgumentError:
        # The server would not take these either, so it does not run, as will be seen.
        return settings.host, settings.port
    return _ANY_ADDRESS.get(found.host, found.host), found.port


def _first_words() -> list[str]:
    try:
        # A shell has the whole of a command in one word.
        return FIRST_PROCESS.read_text(errors="replace").replace("\0", " ").split()
    except OSError:
        return []


def _asked(host: str, port: int) -> int:
    connection = http.client.HTTPConnection(host, port, timeout=_SECONDS)
    with contextlib.closing(connection):
        connection.request("GET", "/healthz")
        return connection.getresponse().status


if __name__ == "__main__":
    sys.exit(main())
