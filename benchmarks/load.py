"""How many moves a second the server answers, how fast, and at what cost.

    python -m benchmarks.load --seconds 5

starts the server on a free port of this machine with a database of its own, lets many visitors
play chance moves through the table's own form as htmx sends it (or through the JSON interface),
and prints what a move costs beside two floors measured in the same run: a plain "hello" of the
same server process, and one bare SQLite commit with the same settings. Clients share the machine
with the server; processor time is counted for the server alone, from /proc.

With --verdict the same is measured once more while every player is told after each move whether
the game can still be won, as those are who have that always on. With --rate so many moves are made
a second, if the server keeps up with that, instead of as many as it can answer.
"""

from __future__ import annotations

import argparse
import asyncio
import csv
import gzip
import html
import json
import os
import random
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from itertools import chain
from multiprocessing import get_context
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

from app.settings import PREFIX
from app.store import Store, StoreUnavailable

LONGEST_GAME: Final = 100
"""Moves after which a visitor begins another game: about what people need for one."""

POLL_SECONDS: Final = 0.4
"""Seconds after which the table asks again for a verdict that was not there yet."""

START_SECONDS: Final = 30.0
STOP_SECONDS: Final = 15.0
COMMITS: Final = 2000


# The server: the product, and a hello beside it


def application() -> Callable[..., Awaitable[None]]:
    """Return the site as its own workers make it, with a bare `/hello` in the same process."""
    from app.main import app_from_environment

    site = app_from_environment()

    async def with_hello(scope, receive, send):  # type: ignore[no-untyped-def]
        if scope["type"] == "http" and scope["path"] == "/hello":
            headers = [(b"content-type", b"text/plain"), (b"content-length", b"5")]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            await send({"type": "http.response.body", "body": b"hello"})
        else:
            await site(scope, receive, send)

    return with_hello


@dataclass(frozen=True, slots=True)
class Server:
    """A running server: its port, and the process whose time is counted with its children's."""

    port: int
    process: int

    def seconds(self) -> float:
        """Return the processor time that the server has used so far."""
        return sum(map(_seconds_of, _family(self.process)))


@contextmanager
def running(database: str, folder: Path, workers: int) -> Iterator[Server]:
    """Start the server as `serve` does, and end it afterwards; raises `RuntimeError`."""
    with closing(Store(database)) as store:
        store.migrate()
    clean = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
    settings = {"PYRAMID_DATA": str(folder), "PYRAMID_DATABASE_URL": database}
    port = _free_port()
    options = (
        f"--host 127.0.0.1 --port {port} --workers {workers} --no-access-log --log-level warning"
    )
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "uvicorn",
            "--factory",
            "benchmarks.load:application",
            *options.split(),
        ],
        env=clean | settings,
        stdin=subprocess.DEVNULL,
    )
    try:
        _wait_until_it_answers(process, port)
        yield Server(port, process.pid)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=STOP_SECONDS)


def _wait_until_it_answers(process: subprocess.Popen[bytes], port: int) -> None:
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5).close()
            return
        except OSError as error:
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError("the server did not start") from error
        time.sleep(0.05)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _family(process: int) -> Iterator[int]:
    """Yield a process and all that it has started."""
    yield process
    for thread in Path(f"/proc/{process}/task").iterdir():
        for child in (thread / "children").read_text().split():
            yield from _family(int(child))


def _seconds_of(process: int) -> float:
    # The name of a process stands in brackets and may have blanks in it.
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


# The clients


class Connection:
    """One connection to the server, kept open. A full HTTP client would cost more than it."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def to(cls, port: int) -> Connection:
        """Open a connection to a port of this machine."""
        return cls(*await asyncio.open_connection("127.0.0.1", port))

    def close(self) -> None:
        """Close it."""
        self._writer.close()

    async def ask(
        self, method: str, path: str, headers: dict[str, str], body: str = ""
    ) -> tuple[int, dict[str, str], str]:
        """Return status, headers (names in lower case) and text of an answer."""
        sent = {
            "Host": "localhost",
            "Accept-Encoding": "gzip",
            "Content-Length": str(len(body)),
            **headers,
        }
        lines = "".join(f"{name}: {value}\r\n" for name, value in sent.items())
        self._writer.write(f"{method} {path} HTTP/1.1\r\n{lines}\r\n{body}".encode())
        head, *rest = (await self._reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        got = {}
        for line in filter(None, rest):
            name, _, value = line.partition(": ")
            got[name.lower()] = value
        content = await self._reader.readexactly(int(got.get("content-length", "0")))
        if got.get("content-encoding") == "gzip":
            content = gzip.decompress(content)
        return int(head.split()[1]), got, content.decode()


@dataclass(frozen=True, slots=True)
class Player:
    """A visitor and the game they play, as they last saw it."""

    known_by: dict[str, str]
    """The header that says who it is."""
    game: str = ""
    ply: int = 0
    legal: tuple[str, ...] = ()


Way = tuple[
    Callable[[Connection, Player], Awaitable[Player]],
    Callable[[Connection, Player], Awaitable[Player]],
    Callable[[Connection, Player], Awaitable[bool]],
]
"""How a game is begun, how a move is made, and how the verdict is asked for once."""

FORM: Final = {"Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true"}
JSON: Final = {"Content-Type": "application/json"}


async def begin_on_page(connection: Connection, player: Player) -> Player:
    """Begin a game as the home page does, and look at it."""
    status, headers, _ = await connection.ask(
        "POST", "/games", FORM | player.known_by, urlencode({"rules": "N"})
    )
    _expect(303, status)
    cookie = headers.get("set-cookie", "").partition(";")[0]
    known_by = {"Cookie": cookie} if cookie else player.known_by
    path = headers["location"]
    status, _, page = await connection.ask("GET", path, FORM | known_by)
    _expect(200, status)
    return _seen_on_page(Player(known_by, path.rpartition("/")[2]), page)


async def move_on_page(connection: Connection, player: Player) -> Player:
    """Make a move by chance as the table's form sends it for htmx."""
    move = random.choice(player.legal)
    cards = [("cards", move[i : i + 2]) for i in range(0, len(move), 2)]
    what = [("move", move)] if move in ("draw", "recycle") else cards
    status, _, page = await connection.ask(
        "POST",
        f"/g/{player.game}/moves",
        FORM | player.known_by,
        urlencode([("ply", str(player.ply)), ("pick", ""), *what]),
    )
    _expect(200, status)
    return _seen_on_page(player, page)


def _seen_on_page(player: Player, page: str) -> Player:
    marks = re.search(r'data-ply="(\d+)".*?data-legal="([^"]*)"', page, re.DOTALL)
    if marks is None:
        raise RuntimeError(f"no table in {page[:200]!r}")
    return replace(player, ply=int(marks[1]), legal=tuple(html.unescape(marks[2]).split()))


async def verdict_on_page(connection: Connection, player: Player) -> bool:
    """Ask for the verdict as the table does; return whether it was there."""
    status, _, part = await connection.ask(
        "GET", f"/g/{player.game}/verdict?ply={player.ply}&attempt=0", FORM | player.known_by
    )
    _expect(200, status)
    return 'data-verdict="pending"' not in part


async def begin_by_json(connection: Connection, player: Player) -> Player:
    """Begin a game by the JSON interface."""
    status, _, text = await connection.ask(
        "POST", "/api/v1/games", JSON | player.known_by, json.dumps({"rules": "N"})
    )
    _expect(201, status)
    token = json.loads(text)["token"]
    known_by = {"Authorization": f"Bearer {token}"} if token else player.known_by
    return _seen_in_json(Player(known_by), text)


async def move_by_json(connection: Connection, player: Player) -> Player:
    """Make a move by chance by the JSON interface."""
    status, _, text = await connection.ask(
        "POST",
        f"/api/v1/games/{player.game}/moves",
        JSON | player.known_by,
        json.dumps({"move": random.choice(player.legal), "ply": player.ply}),
    )
    _expect(200, status)
    return _seen_in_json(player, text)


async def verdict_by_json(connection: Connection, player: Player) -> bool:
    """Ask for the verdict by the JSON interface; return whether it was there."""
    status, _, _ = await connection.ask(
        "GET", f"/api/v1/games/{player.game}/verdict", JSON | player.known_by
    )
    if status != 202:
        _expect(200, status)
    return status == 200


def _seen_in_json(player: Player, text: str) -> Player:
    game = json.loads(text)
    return replace(player, game=game["id"], ply=game["ply"], legal=tuple(game["legal"]))


def _expect(wanted: int, status: int) -> None:
    if status != wanted:
        raise RuntimeError(f"the server answered {status}, not {wanted}")


ON_PAGE: Final[Way] = (begin_on_page, move_on_page, verdict_on_page)
BY_JSON: Final[Way] = (begin_by_json, move_by_json, verdict_by_json)


@dataclass(frozen=True, slots=True)
class Load:
    """What one client process does: `at_once` requests at a time for so many seconds.

    Without players it asks for a hello each time. `verdicts` is whether each move is followed by a
    request for the verdict; `rate` is how many moves it makes a second, 0 for as many as it can.
    """

    port: int
    seconds: float
    at_once: int
    players: tuple[Player, ...] = ()
    way: Way = ON_PAGE
    verdicts: bool = False
    rate: float = 0.0


@dataclass(frozen=True, slots=True)
class Took:
    """Seconds that each request took: hellos or moves, and how long after each its verdict came."""

    requests: list[float]
    verdicts: list[float]


def visitors(port: int, way: Way, count: int) -> tuple[Player, ...]:
    """Return new visitors with a game each; runs in a client process."""

    async def make() -> tuple[Player, ...]:
        connection = await Connection.to(port)
        made = [await way[0](connection, Player({})) for _ in range(count)]
        connection.close()
        return tuple(made)

    return asyncio.run(make())


def client(load: Load) -> Took:
    """Return how many seconds each answer took; runs in a client process."""

    async def run() -> Took:
        until = time.perf_counter() + load.seconds
        each = [load.players[i :: load.at_once] for i in range(load.at_once)]
        took = await asyncio.gather(*(_one_at_a_time(load, p, until) for p in each))
        return Took(
            list(chain.from_iterable(each.requests for each in took)),
            list(chain.from_iterable(each.verdicts for each in took)),
        )

    return asyncio.run(run())


async def _one_at_a_time(load: Load, players: Sequence[Player], until: float) -> Took:
    connection = await Connection.to(load.port)
    waiting, took = list(players), []
    async with _Verdicts(load) as verdicts:
        async for begun in _starts(load, until):
            if not waiting:
                _expect(200, (await connection.ask("GET", "/hello", {}))[0])
                took.append(time.perf_counter() - begun)
                continue
            player = waiting.pop(0)
            wait = await verdicts.seen_by(player)
            if not player.legal or player.ply >= LONGEST_GAME:
                player, wait = await load.way[0](connection, player), True
            # At a rate, time counts from when the move was due: a late server does not slow it.
            begun = time.perf_counter() if wait else begun
            waiting.append(await load.way[1](connection, player))
            took.append(time.perf_counter() - begun)
            verdicts.wanted_by(waiting[-1])
    connection.close()
    return Took(took, verdicts.took)


async def _starts(load: Load, until: float) -> AsyncIterator[float]:
    """Yield when each request is due: now, or at a rate."""
    interval = load.at_once / load.rate if load.rate and load.players else 0.0
    due = time.perf_counter() + random.random() * interval
    while (now := time.perf_counter()) < until:
        if not interval:
            yield now
            continue
        await asyncio.sleep(max(0.0, due - now))
        yield due
        due += interval


class _Verdicts:
    """Asks for the verdict after each move, beside the moves and on a connection of its own."""

    def __init__(self, load: Load) -> None:
        self._load = load
        self._turn = asyncio.Lock()
        self._asked: dict[str, asyncio.Task[None]] = {}
        self.took: list[float] = []

    async def __aenter__(self) -> _Verdicts:
        self._connection = await Connection.to(self._load.port)
        return self

    async def __aexit__(self, *_: object) -> None:
        await asyncio.gather(*self._asked.values())
        self._connection.close()

    def wanted_by(self, player: Player) -> None:
        """Ask for a player's verdict, without waiting for it."""
        if self._load.verdicts and player.legal:
            self._asked[player.game] = asyncio.create_task(self._ask(player))

    async def seen_by(self, player: Player) -> bool:
        """Wait for a player's last verdict; return whether that took any time."""
        task = self._asked.pop(player.game, None)
        if task is None or task.done():
            return False
        await task
        return True

    async def _ask(self, player: Player) -> None:
        begun = time.perf_counter()
        while True:
            async with self._turn:
                if await self._load.way[2](self._connection, player):
                    break
            await asyncio.sleep(POLL_SECONDS)
        self.took.append(time.perf_counter() - begun)


# The floors and the figures


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured of one kind of request; times in milliseconds."""

    name: str
    count: int
    per_second: float
    median: float
    slowest: float
    """What 99 of 100 stay under."""
    processor: float
    """Processor time of each."""

    @classmethod
    def of(cls, name: str, took: list[float], *, wall: float, processor: float) -> Figures:
        """Return the figures of so many times, in seconds, within `wall` seconds."""
        ordered = sorted(took)
        count = len(ordered)
        if not count:
            raise RuntimeError(f"not one {name} was answered: try more --seconds")
        return cls(
            name,
            count,
            count / wall,
            1000 * ordered[count // 2],
            1000 * ordered[min(count - 1, count * 99 // 100)],
            1000 * processor / count,
        )


def bare_commits(folder: Path) -> Figures:
    """Measure what a move writes, and nothing else: one row changed and one added."""
    with closing(sqlite3.connect(folder / "bare.db", isolation_level=None)) as database:
        for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON"):
            database.execute(f"PRAGMA {pragma}")
        database.execute("CREATE TABLE game (id TEXT PRIMARY KEY, ply INTEGER)")
        database.execute(
            "CREATE TABLE log (game TEXT, ply INTEGER, entry TEXT, PRIMARY KEY (game, ply))"
            " WITHOUT ROWID"
        )
        database.execute("INSERT INTO game VALUES ('8mQ2vYtB5nKd1XwR', 0)")
        took = []
        begun, used = time.perf_counter(), time.process_time()
        for ply in range(1, COMMITS + 1):
            at = time.perf_counter()
            database.execute("BEGIN IMMEDIATE")
            database.execute("UPDATE game SET ply = ? WHERE ply = ?", (ply, ply - 1))
            database.execute("INSERT INTO log VALUES ('8mQ2vYtB5nKd1XwR', ?, 'draw')", (ply,))
            database.execute("COMMIT")
            took.append(time.perf_counter() - at)
        wall, processor = time.perf_counter() - begun, time.process_time() - used
    return Figures.of("SQLite commit", took, wall=wall, processor=processor)


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What is measured, and with how much."""

    seconds: float = 5.0
    clients: int = 2
    visitors: int = 20
    at_once: int = 2
    workers: int = 1
    by_json: bool = False
    verdict: bool = False
    rate: float = 0.0
    database: str = ""
    csv: bool = False


def measure(options: Options) -> list[Figures]:
    """Return the figures of a hello, a move, if asked a move with verdicts, and a commit."""
    way = BY_JSON if options.by_json else ON_PAGE
    name = "move by JSON" if options.by_json else "move on the page"
    with tempfile.TemporaryDirectory(prefix="pyramid-load-") as text:
        folder = Path(text)
        database = options.database or f"sqlite:///{folder / 'pyramid.db'}"
        # Spawned, as a fork of a process with threads may hang.
        pool = ProcessPoolExecutor(options.clients, mp_context=get_context("spawn"))
        with running(database, folder, options.workers) as server, pool:
            clients = range(options.clients)
            waiting = [pool.submit(visitors, server.port, way, options.visitors) for _ in clients]
            players = [each.result() for each in waiting]
            hello = Load(server.port, options.seconds / 2, options.at_once, way=way)
            moves = replace(hello, seconds=options.seconds, rate=options.rate / options.clients)
            rows = _measured(pool, server, "hello", [hello for _ in clients])
            rows += _measured(pool, server, name, [replace(moves, players=p) for p in players])
            if options.verdict:
                # The others' games have moved on since.
                waiting = [
                    pool.submit(visitors, server.port, way, options.visitors) for _ in clients
                ]
                loads = [replace(moves, players=e.result(), verdicts=True) for e in waiting]
                rows += _measured(pool, server, "… with verdicts", loads)
            return [*rows, bare_commits(folder)]


def _measured(
    pool: ProcessPoolExecutor, server: Server, name: str, loads: list[Load]
) -> list[Figures]:
    begun, used = time.perf_counter(), server.seconds()
    took = list(pool.map(client, loads))
    wall, processor = time.perf_counter() - begun, server.seconds() - used
    requests = list(chain.from_iterable(each.requests for each in took))
    verdicts = list(chain.from_iterable(each.verdicts for each in took))
    rows = [Figures.of(name, requests, wall=wall, processor=processor)]
    if loads[0].verdicts:
        # Its processor time is in that of the moves.
        rows.append(Figures.of("its verdict after", verdicts, wall=wall, processor=0.0))
    return rows


def _print_table(rows: list[Figures]) -> None:
    print(f"{'':18}{'per second':>12}{'median ms':>12}{'99 % ms':>12}{'CPU ms':>12}{'count':>10}")
    for row in rows:
        figures = (row.per_second, row.median, row.slowest, row.processor)
        print(f"{row.name:18}", *(f"{each:11.2f}" for each in figures), f"{row.count:9}")
    hello, move, commit = rows[0], rows[1], rows[-1]
    print(
        f"\nA move takes {move.processor / hello.processor:.1f} times the processor time of a hello"
        f" and {move.processor / commit.processor:.1f} times that of a bare commit;"
        f"\nat this load it is answered after {move.median / hello.median:.1f} times as long as a"
        f" hello and {move.median / commit.median:.1f} times as long as a commit."
    )
    if len(rows) > 3:
        told = rows[2]
        print(
            f"With verdicts a move is answered after {told.median / move.median:.2f} times as long,"
            f" 99 of 100 after {told.slowest / move.slowest:.2f} times;"
            f"\n{told.per_second / move.per_second:.2f} times as many are made a second."
        )


def _print_csv(rows: list[Figures]) -> None:
    writer = csv.writer(sys.stdout)
    writer.writerow(["name", "count", "per_second", "median_ms", "p99_ms", "cpu_ms"])
    for row in rows:
        figures = (row.per_second, row.median, row.slowest, row.processor)
        writer.writerow([row.name, row.count, *(f"{each:.4f}" for each in figures)])


def _options(words: Sequence[str] | None) -> Options:
    default = Options()
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.load", description=(__doc__ or "").split("\n", 1)[0]
    )
    add = parser.add_argument
    add("--seconds", type=float, default=default.seconds, help="of playing (default: %(default)s)")
    add("--clients", type=int, default=default.clients, help="processes (default: %(default)s)")
    add("--visitors", type=int, default=default.visitors, help="a client (default: %(default)s)")
    add(
        "--at-once",
        type=int,
        default=default.at_once,
        help="requests that each client has under way (default: %(default)s)",
    )
    add("--workers", type=int, default=default.workers, help="of the server (default: %(default)s)")
    add("--json", action="store_true", dest="by_json", help="play through the JSON interface")
    add(
        "--verdict",
        action="store_true",
        help="measure moves once more with the verdict asked for after each",
    )
    add(
        "--rate",
        type=float,
        default=default.rate,
        help="moves a second in all (default: as many as are answered)",
    )
    add(
        "--database",
        default="",
        metavar="URL",
        help="one to fill with games, such as postgresql://user@host/name"
        " (default: a new SQLite file)",
    )
    add("--csv", action="store_true", help="print comma-separated values")
    options = Options(**vars(parser.parse_args(words)))
    if min(options.clients, options.visitors, options.at_once, options.workers) < 1:
        parser.error("at least one client, visitor, request at a time and worker")
    if options.seconds <= 0 or options.rate < 0:
        parser.error("--seconds must be more than 0, and --rate not less")
    return options


def main(words: Sequence[str] | None = None) -> int:
    """Measure and print; returns the exit status."""
    options = _options(words)
    if not Path("/proc/self/stat").exists():
        print("The server's processor time is read from /proc, which is not here.", file=sys.stderr)
        return 1
    try:
        rows = measure(options)
    except (RuntimeError, StoreUnavailable) as error:
        print(error, file=sys.stderr)
        return 1
    (_print_csv if options.csv else _print_table)(rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
