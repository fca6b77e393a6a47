"""Serving: the port, the database, the processes, the word that it is up, and the end of it."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from types import MappingProxyType

import pytest

from app import serve as serving
from app.cli import PROGRAM, main
from app.serve import (
    CannotServe,
    _close,
    _config,
    address,
    database_fault,
    database_file,
    listen,
    prepare_database,
    serve,
)
from app.settings import PREFIX, Settings
from tests.support.postgres import free_port

pytestmark = pytest.mark.server

END_SECONDS = 30


def settings_of(data: Path, **others: str) -> Settings:
    return Settings.read({"PYRAMID_DATA": str(data), "PYRAMID_PORT": str(free_port())} | others)


@contextmanager
def served(
    data: Path,
    *words: str,
    output: int = subprocess.PIPE,
    environment: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[subprocess.Popen[str]]:
    """`serve` in a process of its own, which has not said anything yet."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
    process = subprocess.Popen(
        [sys.executable, "-m", "app", "serve", *words],
        env=clean | {"PYRAMID_DATA": str(data), **environment},
        stdout=output,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate(timeout=END_SECONDS)


def first_line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline()


def status_of(url: str) -> int:
    with urllib.request.urlopen(url, timeout=10) as answer:
        return int(answer.status)


# A server of its own


@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT])
def test_a_server_says_where_to_play_and_ends_when_told(
    tmp_path: Path, workers: str, ending: signal.Signals
) -> None:
    port = str(free_port())
    with served(tmp_path, "--port", port, environment={"PYRAMID_WORKERS": workers}) as process:
        line = first_line(process)
        assert line == f"Play at http://127.0.0.1:{port}/ (Ctrl-C stops the server)\n"
        # It said so when it was true, not before.
        assert status_of(f"http://127.0.0.1:{port}/healthz") == 200
        assert status_of(f"http://127.0.0.1:{port}/") == 200
        process.send_signal(ending)
        rest, errors = process.communicate(timeout=END_SECONDS)
    assert (process.returncode, rest, errors) == (0, "", "")


def test_with_json_the_address_is_a_value(tmp_path: Path) -> None:
    port = str(free_port())
    with served(tmp_path, "--json", "--host", "localhost", "--port", port) as process:
        assert json.loads(first_line(process)) == {"url": f"http://localhost:{port}/"}


def test_the_address_is_the_one_that_people_use(tmp_path: Path) -> None:
    port = free_port()
    base = {"PYRAMID_BASE_URL": "https://cards.example/pyramid"}
    with served(tmp_path, "--port", str(port), environment=base) as process:
        assert first_line(process).startswith("Play at https://cards.example/pyramid/ ")
        # The proxy in front may strip its path or pass it on.
        assert status_of(f"http://127.0.0.1:{port}/healthz") == 200
        assert status_of(f"http://127.0.0.1:{port}/pyramid/healthz") == 200


def test_a_server_whose_output_nobody_reads_still_serves(tmp_path: Path) -> None:
    port = free_port()
    reading, writing = os.pipe()
    os.close(reading)
    with served(tmp_path, "--port", str(port), output=writing) as process:
        os.close(writing)
        # Connections wait in the queue until it is up.
        connected = False
        while not connected:
            assert process.poll() is None
            try:
                connected = status_of(f"http://127.0.0.1:{port}/healthz") == 200
            except OSError:
                continue
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=END_SECONDS)
    assert (process.returncode, errors) == (0, "")


def test_a_request_is_not_logged(tmp_path: Path) -> None:
    port = free_port()
    with served(tmp_path, "--port", str(port)) as process:
        first_line(process)
        status_of(f"http://127.0.0.1:{port}/?secret=1")
        process.send_signal(signal.SIGTERM)
        output, errors = process.communicate(timeout=END_SECONDS)
    assert output + errors == ""


# What keeps a server from starting


def ended(data: Path, *words: str, **environment: str) -> tuple[int, str]:
    """The exit status of a server that cannot start, and what it says."""
    with served(data, *words, environment=environment) as process:
        output, errors = process.communicate(timeout=END_SECONDS)
    assert output == ""
    assert "Traceback" not in errors
    return process.returncode, errors


def test_a_port_in_use_is_explained_and_the_database_left_alone(tmp_path: Path) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as other:
        port = str(other.getsockname()[1])
        status, errors = ended(tmp_path, "--port", port)
    assert status == 1
    assert errors.startswith(f"{PROGRAM}: port {port} on 127.0.0.1 is in use")
    assert "--port" in errors
    assert errors.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_database_that_does_not_answer_is_explained(tmp_path: Path) -> None:
    # Port 1 answers nowhere.
    url = "postgresql://me:secret@127.0.0.1:1/games"
    status, errors = ended(tmp_path, "--port", str(free_port()), PYRAMID_DATABASE_URL=url)
    assert status == 1
    assert errors.startswith(f"{PROGRAM}: PostgreSQL at 127.0.0.1:1/games can't be used")
    assert "secret" not in errors
    assert errors.count("\n") == 1


def test_a_data_folder_that_cannot_be_made_is_explained(tmp_path: Path) -> None:
    status, errors = ended(Path("/proc/none"), "--port", str(free_port()))
    assert status == 1
    assert errors.startswith(f"{PROGRAM}: The database is to lie in /proc/none")


@pytest.mark.parametrize(
    ("words", "environment", "part"),
    [
        (["--port", "tcp"], {}, "--port='tcp' cannot be used"),
        (["--host", "a b"], {}, "--host='a b' cannot be used"),
        ([], {"PYRAMID_PORT": "0"}, "PYRAMID_PORT='0' cannot be used"),
        (["--port", "8000"], {"PYRAMID_WORKERS": "many"}, "PYRAMID_WORKERS='many' cannot be"),
    ],
)
def test_a_bad_setting_is_a_mistake_of_usage(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
    environment: dict[str, str],
    part: str,
) -> None:
    monkeypatch.setattr(os, "environ", os.environ.copy() | environment)
    assert main(["serve", *words]) == 2
    output, errors = capsys.readouterr()
    assert output == ""
    assert errors.startswith(f"{PROGRAM}: {part}")


def test_options_go_before_the_environment(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    chosen: list[Settings] = []

    def started(settings: Settings, _announce: object) -> int:
        chosen.append(settings)
        return 0

    monkeypatch.setattr(serving, "serve", started)
    others = {"PYRAMID_DATA": str(tmp_path), "PYRAMID_PORT": "1234", "PYRAMID_HOST": "::1"}
    monkeypatch.setattr(os, "environ", os.environ.copy() | others)
    assert main(["serve", "--port", "4321"]) == 0
    assert (chosen[0].host, chosen[0].port) == ("::1", 4321)
    # The server's workers look there.
    assert os.environ["PYRAMID_PORT"] == "4321"
    assert capsys.readouterr() == ("", "")


def test_a_variable_that_is_no_setting_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(serving, "serve", lambda _settings, _announce: 0)
    others = {"PYRAMID_DATA": str(tmp_path), "PYRAMID_PROT": "80"}
    monkeypatch.setattr(os, "environ", os.environ.copy() | others)
    assert main(["serve"]) == 0
    assert "PYRAMID_PROT is not a setting" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("flag", "line"),
    [
        ([], "Play at http://here/ (Ctrl-C stops the server)"),
        (["--json"], '{"url": "http://here/"}'),
    ],
)
def test_the_command_writes_the_address_that_is_announced(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    flag: list[str],
    line: str,
) -> None:
    def started(_settings: Settings, announce: Callable[[str], None]) -> int:
        announce("http://here/")
        return 0

    monkeypatch.setattr(serving, "serve", started)
    assert main(["serve", *flag]) == 0
    assert capsys.readouterr() == (f"{line}\n", "")


def test_the_command_says_why_a_server_cannot_start(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_settings: Settings, _announce: object) -> int:
        raise CannotServe("the table is on fire")

    monkeypatch.setattr(serving, "serve", refuse)
    assert main(["serve", "--json"]) == 1
    assert capsys.readouterr() == ("", f"{PROGRAM}: the table is on fire\n")


# In this process

TERMINATION = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGUSR1,
               signal.SIGUSR2, signal.SIGTTIN, signal.SIGTTOU, signal.SIGWINCH)  # fmt: skip


@pytest.fixture
def _signals() -> Iterator[None]:
    """Put back what a server does with the signals of its process."""
    before = {number: signal.getsignal(number) for number in TERMINATION}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.usefixtures("_signals")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_serve_announces_once_and_stops_at_a_signal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, workers: str
) -> None:
    settings = settings_of(tmp_path, PYRAMID_WORKERS=workers)
    monkeypatch.setenv("PYRAMID_DATA", str(tmp_path))
    said: list[str] = []

    def announce(url: str) -> None:
        said.append(url)
        signal.raise_signal(signal.SIGTERM)

    assert serve(settings, announce) == 0
    assert said == [f"http://127.0.0.1:{settings.port}/"]


@pytest.mark.usefixtures("_signals")
def test_workers_that_cannot_start_end_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "WORKER_APPLICATION", "app.main:nothing_of_that_name")
    said: list[str] = []
    assert serve(settings_of(tmp_path, PYRAMID_WORKERS="2"), said.append) == 1
    assert said == []


@pytest.mark.parametrize(
    ("environment", "shown"),
    [
        ({}, "http://127.0.0.1:8000/"),
        ({"PYRAMID_HOST": "0.0.0.0"}, "http://localhost:8000/"),
        ({"PYRAMID_HOST": "::", "PYRAMID_PORT": "81"}, "http://localhost:81/"),
        ({"PYRAMID_HOST": "::1"}, "http://[::1]:8000/"),
        ({"PYRAMID_HOST": "nas"}, "http://nas:8000/"),
        ({"PYRAMID_BASE_URL": "https://cards.example/"}, "https://cards.example/"),
        ({"PYRAMID_BASE_URL": "https://cards.example/a"}, "https://cards.example/a/"),
        # Without the base URL nobody knows what the proxy is called.
        ({"PYRAMID_ROOT_PATH": "/a"}, "http://127.0.0.1:8000/"),
    ],
)
def test_the_address_can_be_opened(environment: dict[str, str], shown: str) -> None:
    assert address(Settings.read(environment)) == shown


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0", "localhost", "::"])
def test_listening_takes_connections_on_this_machine(host: str) -> None:
    port = free_port()
    sockets = listen(host, port)
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=5):
            pass
    finally:
        _close(sockets)


@pytest.mark.parametrize("host", ["192.0.2.1", "nowhere.invalid"])
def test_a_host_that_is_not_here_is_explained(host: str) -> None:
    with pytest.raises(CannotServe, match=f"{host} is no address of this machine"):
        listen(host, free_port())


@pytest.mark.parametrize(
    ("number", "part"),
    [
        (13, "is kept for the system's administrator"),
        (105, "cannot be used: No buffer space"),
    ],
)
def test_a_port_that_may_not_be_used_is_explained(
    monkeypatch: pytest.MonkeyPatch, number: int, part: str
) -> None:
    def refuse(*_: object, **__: object) -> socket.socket:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(socket, "create_server", refuse)
    with pytest.raises(CannotServe, match=part):
        listen("127.0.0.1", 80)


def test_a_name_with_an_address_that_is_missing_here_uses_the_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    port = free_port()
    both = [
        (socket.AF_INET6, socket.SOCK_STREAM, 6, "", ("2001:db8::1", port, 0, 0)),
        (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port)),
    ]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: both)
    (only,) = listen("both.example", port)
    with closing(only):
        assert only.getsockname() == ("127.0.0.1", port)


def test_nothing_stays_open_when_one_of_two_addresses_is_in_use(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with closing(socket.create_server(("127.0.0.2", 0))) as other:
        port = other.getsockname()[1]
        both = [
            (socket.AF_INET, socket.SOCK_STREAM, 6, "", (host, port))
            for host in ("127.0.0.1", "127.0.0.2")
        ]
        monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: both)
        with pytest.raises(CannotServe, match="in use"):
            listen("both.example", port)
    monkeypatch.undo()
    _close(listen("127.0.0.1", port))


# The database


def test_the_data_folder_and_the_tables_are_made(tmp_path: Path) -> None:
    settings = settings_of(tmp_path / "new" / "data")
    fault = database_fault(settings)
    assert fault is not None
    assert fault.startswith("There is no ")
    assert not settings.data.exists()
    prepare_database(settings)
    assert database_file(settings) == settings.data / "pyramid.db"
    assert database_fault(settings) is None
    prepare_database(settings)
    assert database_fault(settings) is None


def test_a_folder_that_was_named_in_the_url_is_not_made(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'elsewhere' / 'games.db'}"
    settings = settings_of(tmp_path / "data", PYRAMID_DATABASE_URL=url)
    with pytest.raises(CannotServe, match="elsewhere, which does not exist"):
        prepare_database(settings)
    assert list(tmp_path.iterdir()) == []


def test_tables_are_made_on_every_kind_of_database(tmp_path: Path, database_url: str) -> None:
    settings = settings_of(tmp_path / "data", PYRAMID_DATABASE_URL=database_url)
    assert database_fault(settings) is not None
    prepare_database(settings)
    assert database_fault(settings) is None


# Behind a proxy


@pytest.mark.parametrize(
    ("proxies", "trusted"),
    [("127.0.0.1,::1", ["127.0.0.1", "::1"]), ("10.0.0.0/8", ["10.0.0.0/8"]), ("10.0.0.1,*", "*")],
)
def test_the_proxies_of_the_settings_are_believed_and_no_other(
    tmp_path: Path, proxies: str, trusted: list[str] | str
) -> None:
    settings = settings_of(tmp_path, PYRAMID_TRUSTED_PROXIES=proxies)
    config = _config("app.main:app_from_environment", settings)
    assert config.forwarded_allow_ips == trusted
    assert config.proxy_headers
