"""The processes of a session: what a program that was started in one has left behind."""

from __future__ import annotations

import time
from pathlib import Path


def members(session: int) -> dict[int, str]:
    """The living processes of a session, with their command lines."""
    found = {}
    for path in Path("/proc").glob("[0-9]*"):
        try:
            fields = (path / "stat").read_text().rpartition(")")[2].split()
            command = (path / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        except OSError:  # it has ended meanwhile
            continue
        if int(fields[3]) == session and fields[0] != "Z":
            found[int(path.name)] = command
    return found


def left_after(session: int, seconds: float) -> dict[int, str]:
    """The processes of a session that are there after so many seconds, or none as soon as that."""
    deadline = time.monotonic() + seconds
    while (found := members(session)) and time.monotonic() < deadline:
        time.sleep(0.05)
    return found
