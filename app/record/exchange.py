"""Games as a file: a line of JSON a game, between a line that says what it is and one that ends it.

What a file says is never trusted: every log is replayed, and all that follows from it is worked out
again by whoever takes it in.
"""

import json
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from typing import Any, BinaryIO, Final, Self

from app.engine import Deal, Entry, Game, IllegalMove, NotationError, Rules, Setup, parse_entry

FORMAT: Final = "pyramid-solitaire"
VERSION: Final = 1

MOST_BYTES: Final = 2**29
"""How large a file may be once it is unpacked."""
MOST_LINE: Final = 2**20
MOST_ENTRIES: Final = 5000
_AT_ONCE: Final = 2**16
_GZIP: Final = b"\x1f\x8b"
_EARLIEST: Final = datetime(2000, 1, 1, tzinfo=UTC)
_AHEAD: Final = timedelta(days=1)
"""How far a clock elsewhere may be ahead of this one."""


class Reason(StrEnum):
    """Why a file is not taken in."""

    FOREIGN = "foreign"
    """It is no file of games."""
    NEWER = "newer"
    """It was written by a newer version."""
    CUT_OFF = "cut off"
    """It has no end."""
    TOO_LARGE = "too large"
    LINE = "line"
    """A line is not what a line of a game has to be."""
    REPLAY = "replay"
    """The log of a game does not follow the rules."""
    TIME = "time"
    """A time lies in the future, or before there was such a program."""
    TWICE = "twice"
    """A game is in it twice."""


class ExchangeError(ValueError):
    """A file that can't be taken in: why, and in which line, from 1; 0 is the file as a whole."""

    def __init__(self, reason: Reason, line: int = 0, found: str = "") -> None:
        super().__init__(f"line {line}: {reason} {found}".strip())
        self.reason: Final = reason
        self.line: Final = line
        self.found: Final = found


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One game of a file, with its log played out.

    `left_at` is when it was left, if that is how it ended; `help` are names of kinds of help.
    """

    id: str
    game: Game
    times: tuple[datetime, ...]
    origin: str
    given: int | None
    daily: date | None
    created_at: datetime
    left_at: datetime | None
    hints: int
    help: tuple[str, ...]
    winnable: bool | None
    par: int | None

    def __str__(self) -> str:
        """Return it as a line, without its end."""
        setup = self.game.setup
        return _dumped(
            {
                "id": self.id,
                "rules": str(setup.rules),
                "number": setup.deal.number,
                "cards": "".join(map(str, setup.deal.cards)),
                "origin": self.origin,
                "given": self.given,
                "daily": self.daily and self.daily.isoformat(),
                "created_at": _written(self.created_at),
                "left_at": self.left_at and _written(self.left_at),
                "hints": self.hints,
                "help": list(self.help),
                "winnable": self.winnable,
                "par": self.par,
                "log": [
                    [str(entry), _written(at)]
                    for entry, at in zip(self.game.log, self.times, strict=True)
                ],
            }
        )

    @classmethod
    def parse(cls, text: bytes, *, line: int, now: datetime) -> Self:
        """Read a line; raises `ExchangeError`."""
        told = _Told(_object(text, line), line, now)
        entries, times = told.log()
        game = _replayed(told.setup(), entries, line)
        given = told.number("given", 0, len(entries), or_none=True)
        return cls(
            id=told.text("id", 16),
            game=game,
            times=times,
            origin=told.text("origin", 10),
            given=given,
            daily=told.day("daily"),
            created_at=told.time("created_at"),
            left_at=None if told["left_at"] is None else told.time("left_at"),
            hints=told.number("hints", 0, len(entries) + 1) or 0,
            help=told.names("help"),
            winnable=told.flag("winnable"),
            # No win is shorter than the shortest.
            par=told.number(
                "par", 1, len(game.line) if game.position.is_won else 999, or_none=True
            ),
        )


class _Told(Mapping[str, Any]):
    """The fields of a line, each looked over as it is read."""

    def __init__(self, fields: Mapping[str, Any], line: int, now: datetime) -> None:
        self._fields = fields
        self._line = line
        self._now = now

    def __getitem__(self, name: str) -> Any:
        return self._fields.get(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)

    def wrong(self, name: str) -> ExchangeError:
        return ExchangeError(Reason.LINE, self._line, name)

    def text(self, name: str, most: int) -> str:
        value = self[name]
        if not (isinstance(value, str) and value.isascii() and value.replace("-", "").isalnum()):
            raise self.wrong(name)
        if len(value) > most:
            raise self.wrong(name)
        return value

    def number(self, name: str, least: int, most: int, *, or_none: bool = False) -> int | None:
        value = self[name]
        if value is None and or_none:
            return None
        if type(value) is not int or not least <= value <= most:
            raise self.wrong(name)
        return value

    def flag(self, name: str) -> bool | None:
        value = self[name]
        if value not in (None, True, False) or type(value) is int:
            raise self.wrong(name)
        return None if value is None else bool(value)

    def names(self, name: str) -> tuple[str, ...]:
        value = self[name]
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            raise self.wrong(name)
        return tuple(value[:20])

    def day(self, name: str) -> date | None:
        value = self[name]
        if value is None:
            return None
        try:
            return date.fromisoformat(value)
        except (TypeError, ValueError) as error:
            raise self.wrong(name) from error

    def time(self, name: str) -> datetime:
        return self._read_time(self[name], name)

    def _read_time(self, value: object, name: str) -> datetime:
        if not isinstance(value, str):
            raise self.wrong(name)
        try:
            found = datetime.fromisoformat(value)
        except ValueError as error:
            raise self.wrong(name) from error
        if found.tzinfo is None:
            raise self.wrong(name)
        if not _EARLIEST <= found <= self._now + _AHEAD:
            raise ExchangeError(Reason.TIME, self._line, value[:40])
        return found.astimezone(UTC)

    def setup(self) -> Setup:
        number, cards = self["number"], self["cards"]
        try:
            rules, deal = Rules.parse(self.text("rules", 16)), Deal.parse(str(cards)[:200])
            if number is not None:
                numbered = Deal.numbered(number)
                if numbered.cards != deal.cards:
                    raise self.wrong("number")
                deal = numbered
        except (NotationError, TypeError, ValueError, IndexError) as error:
            if isinstance(error, ExchangeError):
                raise
            raise self.wrong("cards") from error
        return Setup(rules, deal)

    def log(self) -> tuple[tuple[Entry, ...], tuple[datetime, ...]]:
        log = self["log"]
        if not isinstance(log, list) or not 0 < len(log) <= MOST_ENTRIES:
            raise self.wrong("log")
        entries, times = [], []
        for each in log:
            if not (isinstance(each, list) and len(each) == 2 and isinstance(each[0], str)):
                raise self.wrong("log")
            try:
                entries.append(parse_entry(each[0]))
            except NotationError as error:
                raise self.wrong("log") from error
            times.append(self._read_time(each[1], "log"))
        return tuple(entries), tuple(times)


def _most_par(game: Game) -> int:
    """Return what par can be at most: no win is shorter than the shortest."""
    return len(game.line) if game.position.is_won else MOST_ENTRIES


def _replayed(setup: Setup, entries: tuple[Entry, ...], line: int) -> Game:
    game = Game(setup)
    for ply, entry in enumerate(entries, 1):
        try:
            game = game.enter(entry)
        except IllegalMove as error:
            raise ExchangeError(Reason.REPLAY, line, f"{ply} {entry}") from error
    return game


def heading(made_at: datetime, settings: Mapping[str, object]) -> str:
    """Return the first line of a file, without its end."""
    told = {"format": FORMAT, "version": VERSION, "made_at": _written(made_at)}
    return _dumped({**told, "settings": dict(settings)})


def ending(games: int) -> str:
    """Return the last line of a file, without its end."""
    return _dumped({"end": True, "games": games})


def read(file: BinaryIO, now: datetime) -> Iterator[Line]:
    """Read the games of a file, packed or not, one after the other; raises `ExchangeError`.

    Nobody knows that the file is whole before the last game was read.
    """
    lines = enumerate(_lines(file), 1)
    _first, text = next(lines, (1, b""))
    _check_heading(text)
    for number, text in lines:
        told = _object(text, number)
        if told.get("end") is True:
            if told.get("games") != number - 2:
                raise ExchangeError(Reason.CUT_OFF, number)
            if next(lines, None) is not None:
                raise ExchangeError(Reason.LINE, number + 1)
            return
        yield Line.parse(text, line=number, now=now)
    raise ExchangeError(Reason.CUT_OFF)


def settings_in(file: BinaryIO) -> Mapping[str, object]:
    """Return the settings that a file begins with; raises `ExchangeError`."""
    told = _check_heading(next(_lines(file), b"")).get("settings")
    return told if isinstance(told, dict) else {}


def _check_heading(text: bytes) -> Mapping[str, Any]:
    try:
        told = _object(text, 1)
    except ExchangeError as error:
        raise ExchangeError(Reason.FOREIGN) from error
    if told.get("format") != FORMAT or type(told.get("version")) is not int:
        raise ExchangeError(Reason.FOREIGN)
    if told["version"] != VERSION:
        raise ExchangeError(Reason.NEWER, found=str(told["version"])[:20])
    return told


def _object(text: bytes, line: int) -> Mapping[str, Any]:
    try:
        told = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ExchangeError(Reason.LINE, line) from error
    if not isinstance(told, dict):
        raise ExchangeError(Reason.LINE, line)
    return told


def _lines(file: BinaryIO) -> Iterator[bytes]:
    rest = b""
    for chunk in _unpacked(file):
        *whole, rest = (rest + chunk).split(b"\n")
        yield from filter(None, whole)
        if len(rest) > MOST_LINE:
            raise ExchangeError(Reason.TOO_LARGE)
    if rest.strip():
        yield rest


def _unpacked(file: BinaryIO) -> Iterator[bytes]:
    """Return the bytes of a file in pieces; of one that unpacks to more than may be, an error."""
    first = file.read(_AT_ONCE)
    packed = first.startswith(_GZIP)
    unzip = zlib.decompressobj(zlib.MAX_WBITS | 16)
    total = 0
    while first:
        waiting = first
        while waiting:
            try:
                piece = unzip.decompress(waiting, _AT_ONCE) if packed else waiting
            except zlib.error as error:
                raise ExchangeError(Reason.CUT_OFF) from error
            waiting = unzip.unconsumed_tail if packed else b""
            total += len(piece)
            if total > MOST_BYTES:
                raise ExchangeError(Reason.TOO_LARGE)
            yield piece
        first = b"" if packed and unzip.eof else file.read(_AT_ONCE)
    if packed and not unzip.eof:
        raise ExchangeError(Reason.CUT_OFF)


def _written(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


def _dumped(told: Mapping[str, object]) -> str:
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))
