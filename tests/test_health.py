"""The health check: it asks where the server listens, whatever said so, and believes no less."""

from __future__ import annotations

import http.server
import os
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from app import health
from app.health import main, server_address
from tests.support.postgres import free_port


class _Answering(http.server.ThreadingHTTPServer):
    """Answers `/healthz` with a status, and all else with 404."""

    daemon_threads = True

    def __init__(self, host: str, status: int) -> None:
        self.address_family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self.status = status
        super().__init__((host, 0), _Handler)


class _Handler(http.server.BaseHTTPRequestHandler):
    server: _Answering

    def do_GET(self) -> None:
        self.send_response(self.server.status if self.path == "/healthz" else 404)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def answering(host: str, status: int = 200) -> Iterator[str]:
    """A program at a host that answers as a server does; its port."""
    with _Answering(host, status) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield str(server.server_address[1])
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture(autouse=True)
def started_with(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The words of the first process: none, until a test writes some."""
    file = tmp_path / "cmdline"
    monkeypatch.setattr(health, "FIRST_PROCESS", file)
    return file


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.2", "::1", "localhost"])
def test_a_server_at_any_one_address_is_found(monkeypatch: pytest.MonkeyPatch, host: str) -> None:
    with answering("127.0.0.1" if host == "localhost" else host) as port:
        monkeypatch.setattr(os, "environ", {"PYRAMID_HOST": host, "PYRAMID_PORT": port})
        assert main() == 0


@pytest.mark.parametrize(("host", "at"), [("0.0.0.0", "127.0.0.1"), ("::", "::1")])
def test_a_server_at_every_address_is_asked_at_one(
    monkeypatch: pytest.MonkeyPatch, host: str, at: str
) -> None:
    with answering(host) as port:
        monkeypatch.setattr(os, "environ", {"PYRAMID_HOST": host, "PYRAMID_PORT": port})
        assert main() == 0
        assert server_address([]) == (at, int(port))


def test_the_options_that_the_server_was_started_with_count(
    monkeypatch: pytest.MonkeyPatch, started_with: Path
) -> None:
    with answering("127.0.0.2") as port:
        monkeypatch.setattr(os, "environ", {"PYRAMID_HOST": "0.0.0.0", "PYRAMID_PORT": "1"})
        assert main() == 1
        server = "/sbin/docker-init -- /opt/venv/bin/pyramid-solitaire serve"
        words = f"{server} --host 127.0.0.2 --json --port {port}".split()
        started_with.write_text("\0".join([*words, ""]))
        assert main() == 0
        command = f"exec pyramid-solitaire serve --port={port} --host=127.0.0.2"
        started_with.write_text("\0".join(["sh", "-c", command, ""]))
        assert main() == 0


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["/sbin/init", "--port", "9"],
        ["pyramid-solitaire", "serve"],
        ["serve", "--port"],
        ["serve", "--port", "many"],
        ["serve", "--verbose"],
    ],
)
def test_words_that_are_none_of_the_servers_change_nothing(
    monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    monkeypatch.setattr(os, "environ", {"PYRAMID_PORT": "8102"})
    assert server_address(words) == ("127.0.0.1", 8102)


@pytest.mark.parametrize("status", [503, 404, 301])
def test_a_server_that_is_not_well_is_told_with_its_answer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], status: int
) -> None:
    with answering("127.0.0.1", status) as port:
        monkeypatch.setattr(os, "environ", {"PYRAMID_PORT": port})
        assert main() == 1
    assert capsys.readouterr() == ("", f"/healthz at 127.0.0.1 port {port} answers {status}\n")


@pytest.mark.parametrize(
    ("environment", "part"),
    [
        ({"PYRAMID_PORT": str(free_port())}, "refused"),
        ({"PYRAMID_HOST": "nowhere.invalid"}, ""),
        ({"PYRAMID_PORT": "many"}, "PYRAMID_PORT='many' cannot be used"),
    ],
)
def test_where_nobody_answers_the_reason_is_told_in_a_line(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    environment: dict[str, str],
    part: str,
) -> None:
    monkeypatch.setattr(os, "environ", environment)
    assert main() == 1
    output, errors = capsys.readouterr()
    assert (output, errors.count("\n")) == ("", 1)
    assert part in errors


def test_something_else_than_a_web_server_is_not_well(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def answer() -> None:
            connection, _ = listening.accept()
            with connection:
                connection.recv(1000)
                connection.sendall(b"220 mail\r\n")

        thread = threading.Thread(target=answer)
        thread.start()
        monkeypatch.setattr(os, "environ", {"PYRAMID_PORT": str(listening.getsockname()[1])})
        assert main() == 1
        thread.join()
