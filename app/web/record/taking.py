"""Games that a visitor takes along as a file, and games that come in as one."""

import csv
import io
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from itertools import islice
from typing import BinaryIO, Final

from app.preferences import Preferences
from app.record import exchange
from app.record.exchange import ExchangeError, Line
from app.store import Help, Origin, State, StoredGame, counted_time

from ..summing import class_of, over_par_of
from ..visit import Visit

AT_ONCE: Final = 100
"""Games that are taken in by one transaction."""
COLUMNS: Final = (
    *("began", "ended", "code", "rules", "result", "moves", "strokes", "par", "over_par", "score"),
    *("seconds", "cards_left", "hints", "undos", "help", "attempt", "given", "origin", "daily"),
)
"""The columns of the table, by the names that programs know."""
_SPREADSHEET: Final = ("=", "+", "-", "@", "\t", "\r")
"""What a cell may not begin with: a spreadsheet would run it."""


def packed(visit: Visit, visitor_id: str) -> Iterator[bytes]:
    """Return all of a visitor as a packed file, piece by piece."""
    zipped = zlib.compressobj(6, zlib.DEFLATED, zlib.MAX_WBITS | 16)

    def lines() -> Iterator[str]:
        count = 0
        yield exchange.heading(visit.site.now(), visit.preferences.stored())
        for stored in visit.site.store.exchange.games(visitor_id):
            count += 1
            yield str(_line(stored))
        yield exchange.ending(count)

    for line in lines():
        piece = zipped.compress(f"{line}\n".encode())
        if piece:
            yield piece
    yield zipped.flush()


def _line(stored: StoredGame) -> Line:
    return Line(
        id=stored.id,
        game=stored.game,
        times=stored.times,
        origin=stored.origin.value,
        given=stored.given,
        daily=stored.daily_date,
        created_at=stored.created_at,
        left_at=stored.finished_at if stored.status is State.LEFT else None,
        hints=stored.hints,
        help=tuple(kind.name.lower() for kind in Help if kind in stored.help and kind.name),
        winnable=stored.winnable,
        par=stored.par,
    )


def as_table(visit: Visit, visitor_id: str) -> Iterator[bytes]:
    """Return all games of a visitor as CSV, piece by piece."""
    yield _row(COLUMNS)
    for stored in visit.site.store.exchange.games(visitor_id):
        yield _row(_cells(stored))


def _cells(stored: StoredGame) -> tuple[object, ...]:
    result = "open" if stored.finished_at is None else stored.status.value
    return (
        stored.started_at.isoformat() if stored.started_at else "",
        stored.finished_at.isoformat() if stored.finished_at else "",
        stored.game.code,
        stored.game.setup.rules,
        result,
        stored.game.moves,
        stored.ply,
        stored.par,
        over_par_of(stored) if stored.status is State.WON else None,
        stored.game.score,
        int(stored.elapsed),
        stored.game.position.left,
        stored.hints,
        stored.undos,
        class_of(stored).value,
        stored.attempt,
        stored.given,
        stored.origin.value,
        stored.daily_date,
    )


def _row(cells: Iterable[object]) -> bytes:
    text = io.StringIO()
    plain = ("" if cell is None else str(cell) for cell in cells)
    csv.writer(text).writerow(
        f"'{cell}" if cell.startswith(_SPREADSHEET) and not cell[1:].isdigit() else cell
        for cell in plain
    )
    return text.getvalue().encode()


@dataclass(frozen=True, slots=True)
class Taken:
    """What came of a file: how many games it has, and how many of them were new."""

    games: int
    new: int


def take_in(visit: Visit, file: BinaryIO) -> Taken:
    """Take in the games of a file; raises `ExchangeError`, and then nothing has changed.

    The file is read twice: nothing is kept before all of it is known to be in order.
    """
    now = visit.site.now()
    ids: set[str] = set()
    for number, line in enumerate(exchange.read(file, now), 2):
        if line.id in ids:
            raise ExchangeError(exchange.Reason.TWICE, number, line.id)
        ids.add(line.id)
    file.seek(0)
    settings = exchange.settings_in(file)
    if visit.visitor is None:
        visit.preferences = Preferences.from_stored(settings)
    visitor = visit.identified()
    file.seek(0)
    new = 0
    lines = exchange.read(file, now)
    while games := [_stored(line, visitor.id) for line in islice(lines, AT_ONCE)]:
        new += visit.site.store.exchange.take_in(visitor.id, games)
    return Taken(len(ids), new)


def _stored(line: Line, visitor_id: str) -> StoredGame:
    given = line.given or 0
    won = line.game.position.is_won
    left = None if won else line.left_at
    status = State.WON if won else State.LEFT if left else State(line.game.status.value)
    names: Mapping[str, Help] = {kind.name.lower(): kind for kind in Help if kind.name}
    helped = Help.NONE
    for name in line.help:
        helped |= names.get(name, Help.UNKNOWN)
    return StoredGame(
        id=line.id,
        visitor_id=visitor_id,
        game=line.game,
        times=line.times,
        counted=counted_time(line.times[given:]) if line.times[given:] else timedelta(),
        status=status,
        hints=line.hints,
        created_at=line.created_at,
        finished_at=line.times[-1] if won else left,
        origin=Origin.IMPORTED,
        given=line.given,
        daily_date=line.daily,
        undos=sum(str(entry) == "undo" for entry in line.game.log),
        help=helped,
        winnable=line.winnable,
        par=line.par,
    )
