"""The solver's processes of a real server: there before they are asked, gone when it is gone."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import threading
import time
import urllib.error
import urllib.request
from typing import Any

import pytest

from tests.support.processes import left_after, members
from tests.support.server import LiveServer

GONE_SECONDS = 5.0
"""It takes a moment; a busy machine may take longer for that."""


@pytest.fixture
def server(own_server: LiveServer) -> LiveServer:
    """A running server with one solver process."""
    return own_server.start()


def session_of(server: LiveServer) -> int:
    assert server.process is not None
    return server.process.pid


def solvers(session: int) -> list[int]:
    """The solver's processes among those of a server."""
    return [pid for pid, command in members(session).items() if "spawn_main" in command]


def post(server: LiveServer, path: str, body: object) -> Any:
    """What is answered to a request, once it is found out."""
    request = urllib.request.Request(
        f"{server.url}/api/v1{path}",
        data=json.dumps(body).encode(),
        headers={"Content-Type": "application/json"},
    )
    while True:
        with urllib.request.urlopen(request, timeout=60) as answer:
            if answer.status != 202:
                return json.load(answer)


def until_there(session: int) -> int:
    deadline = time.monotonic() + 30
    while not (found := solvers(session)):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return found[0]


def kept_busy(server: LiveServer) -> threading.Thread:
    """Has the solver search for deals that are hard to find, until the server is gone."""

    def ask() -> None:
        with contextlib.suppress(OSError, urllib.error.HTTPError):
            while True:
                post(server, "/games", {"rules": "X1A", "winnable": True})

    thread = threading.Thread(target=ask)
    thread.start()
    return thread


def test_the_solver_is_started_with_the_server_and_not_by_the_first_question(
    server: LiveServer,
) -> None:
    first = until_there(session_of(server))
    found = post(server, "/solve", {"deal": "PY1-N-AAAAAAJ"})
    assert (found["verdict"], found["most"]) == ("lost", 14)
    assert solvers(session_of(server)) == [first]


def test_a_server_that_is_stopped_leaves_no_process(server: LiveServer) -> None:
    session = session_of(server)
    until_there(session)
    asking = kept_busy(server)
    time.sleep(0.5)
    assert server.stop() == 0
    asking.join()
    assert left_after(session, GONE_SECONDS) == {}


def test_a_server_that_is_killed_leaves_no_process(server: LiveServer) -> None:
    session = session_of(server)
    until_there(session)
    asking = kept_busy(server)
    time.sleep(0.5)
    assert server.process is not None
    server.process.send_signal(signal.SIGKILL)
    server.process.wait()
    asking.join()
    assert left_after(session, GONE_SECONDS) == {}


def test_a_solver_that_is_killed_is_replaced_and_nobody_notices(server: LiveServer) -> None:
    session = session_of(server)
    first = until_there(session)
    os.kill(first, signal.SIGKILL)
    found = post(server, "/solve", {"deal": "PY1-S-AAAAAAG"})
    assert found["verdict"] == "winnable"
    assert solvers(session) != [first]
    assert len(solvers(session)) == 1
