"""What a visitor's games add up to, kept by the month that they ended in.

A month is marked as soon as a game that ended in it changes, in the transaction that changes it.
Who reads adds up the months that are marked, which mostly is one, and keeps what came out.
"""

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    Connection,
    Executable,
    Select,
    bindparam,
    case,
    false,
    func,
    select,
    text,
    update,
)

from . import tables
from .database import Database
from .once import Once
from .records import Help, PlayedGame, State
from .rows import AnyRow

_messages: Final = Once(logging.getLogger("pyramid.store"))
_game, _tally = tables.game.c, tables.tally.c
_other = tables.game.alias("other")
_log = tables.log.c

_COUNTS: Final = func.coalesce(_game.given, 0) == 0
"""Practice is in no figure."""


def _others(*conditions: ColumnElement[bool]) -> ColumnElement[bool]:
    same = (_other.c.visitor_id == _game.visitor_id, _other.c.deal_key == _game.deal_key)
    counts = func.coalesce(_other.c.given, 0) == 0
    return select(_other.c.id).where(*same, counts, *conditions).exists()


_COLUMNS: Final = (
    *(_game.id, _game.rules, _game.status, _game.ply, _game.score, _game.pyramid_left),
    *(_game.elapsed, _game.undos, _game.attempt, _game.hints, _game.help, _game.winnable),
    *(_game.par, _game.started_at, _game.acted_at, _game.finished_at),
    (~_others(_other.c.attempt < _game.attempt)).label("opens_deal"),
    case(
        (
            _game.status == State.WON.value,
            ~_others(
                _other.c.status == State.WON.value,
                (_other.c.finished_at < _game.finished_at)
                | ((_other.c.finished_at == _game.finished_at) & (_other.c.id < _game.id)),
            ),
        ),
        else_=false(),
    ).label("wins_deal"),
)

# The bounds of a month as the database compares times.
_IN_MONTH: Final = {
    "sqlite": "game.finished_at >= tally.month AND game.finished_at < tally.month || '~'",
    "postgresql": (
        "game.finished_at >= CAST(tally.month || '-01' AS timestamp) AT TIME ZONE 'UTC'"
        " AND game.finished_at < (CAST(tally.month || '-01' AS timestamp) + interval '1 month')"
        " AT TIME ZONE 'UTC'"
    ),
}
_MONTH: Final = {
    "sqlite": "substr(finished_at, 1, 7)",
    "postgresql": "to_char(finished_at AT TIME ZONE 'UTC', 'YYYY-MM')",
}

KEPT: Final = select(_tally.month, _tally.sums, _tally.turn).where(
    _tally.visitor_id == bindparam("visitor")
)
OPEN: Final = select(*_COLUMNS).where(
    _game.visitor_id == bindparam("visitor"),
    _game.finished_at.is_(None),
    _game.started_at.is_not(None),
    _COUNTS,
)


_TIMES: Final = select(_log.game_id, _log.at).where(
    _log.game_id.in_(bindparam("games", expanding=True))
)


def marked(dialect: str) -> Select[Any]:
    """Return the statement for the games of a visitor that ended in months that are marked."""
    return (
        select(*_COLUMNS)
        .select_from(tables.tally)
        .join(
            tables.game, (_game.visitor_id == _tally.visitor_id) & text(f"({_IN_MONTH[dialect]})")
        )
        .where(
            _tally.visitor_id == bindparam("visitor"),
            _tally.sums.is_(None),
            _game.started_at.is_not(None),
            _COUNTS,
        )
        # Where one ended by another's being taken up and won at once, that win came after.
        .order_by(_game.finished_at, _game.status, _game.id)
    )


_MARKED: Final = {dialect: marked(dialect) for dialect in _IN_MONTH}
_KEEP: Final = (
    update(tables.tally)
    .where(
        _tally.visitor_id == bindparam("visitor"),
        _tally.month == bindparam("of_month"),
        # What was marked again meanwhile stays so.
        _tally.turn == bindparam("at_turn"),
    )
    .values(sums=bindparam("new_sums"))
)
_MARK: Final = text(
    "INSERT INTO tally (visitor_id, month, turn) VALUES (:visitor, :month, 0)"
    " ON CONFLICT (visitor_id, month) DO UPDATE SET sums = NULL, turn = tally.turn + 1"
)
_RENEW: Final = {
    dialect: text(
        "INSERT INTO tally (visitor_id, month, turn)"
        f" SELECT DISTINCT visitor_id, {month}, 0 FROM game"
        " WHERE visitor_id = :visitor AND finished_at IS NOT NULL"
        " ON CONFLICT (visitor_id, month) DO NOTHING"
    )
    for dialect, month in _MONTH.items()
}
_MARK_ALL: Final = (
    update(tables.tally)
    .where(_tally.visitor_id == bindparam("visitor"))
    .values(sums=None, turn=_tally.turn + 1)
)


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept of a visitor's months, and the games that have to be added up.

    `months` has what each month adds up to, `None` where it is marked.
    """

    months: Mapping[str, Any]
    turns: Mapping[str, int]
    marked: tuple[PlayedGame, ...] = ()
    """In order of their end."""
    open: tuple[PlayedGame, ...] = field(default=())


class Tallies:
    """What every visitor's games add up to."""

    def __init__(self, database: Database) -> None:
        self._database: Final = database

    def read(self, visitor_id: str) -> Kept:
        """Return what is kept of a visitor, with the games of the months that are marked."""
        values = {"visitor": visitor_id}
        with self._database.reading() as connection:
            # The months first: a game that ends meanwhile then marks what is read too early.
            months = connection.execute(KEPT, values).all()
            still = connection.execute(OPEN, values).all()
            ended = connection.execute(_MARKED[connection.dialect.name], values).all()
            between = _days_between(connection, (*still, *ended))
        return Kept(
            months={row.month: row.sums for row in months},
            turns={row.month: row.turn for row in months},
            marked=tuple(_readable(ended, between)),
            open=tuple(_readable(still, between)),
        )

    def keep(self, visitor_id: str, kept: Kept, sums: Mapping[str, Any]) -> None:
        """Keep what marked months were found to add up to, unless a game changed meanwhile."""
        writes = [
            (
                _KEEP,
                {
                    "visitor": visitor_id,
                    "of_month": month,
                    "at_turn": kept.turns[month],
                    "new_sums": found,
                },
            )
            for month, found in sums.items()
        ]
        self._database.courtesy("What games add up to could not be kept", *writes)

    def renew(self, visitor_id: str) -> None:
        """Mark all months of a visitor."""
        with self._database.writing() as connection:
            renew(connection, visitor_id)


def month_of(moment: datetime) -> str:
    """Return the UTC month of a moment: `2026-12`."""
    return moment.strftime("%Y-%m")


def mark(connection: Connection, ends: Iterable[tuple[str, datetime]]) -> None:
    """Mark the months in which games ended that have changed: visitors, and when."""
    for statement, values in marking(ends):
        connection.execute(statement, values)


def marking(ends: Iterable[tuple[str, datetime]]) -> list[tuple[Executable, dict[str, object]]]:
    """Return the statements that mark the months in which games ended."""
    months = {(visitor, month_of(moment)) for visitor, moment in ends}
    # In one order, so that two who mark the same wait for each other in turn.
    return [(_MARK, {"visitor": visitor, "month": month}) for visitor, month in sorted(months)]


def renew(connection: Connection, visitor_id: str) -> None:
    """Mark every month in which a visitor's games ended, whether or not it was known."""
    connection.execute(_MARK_ALL, {"visitor": visitor_id})
    connection.execute(_RENEW[connection.dialect.name], {"visitor": visitor_id})


def _days_between(connection: Connection, rows: Iterable[AnyRow]) -> dict[str, frozenset[date]]:
    """Return the days of the logs of those few games that may have been played on three or more."""
    long = {
        row.id: (row.started_at.date(), row.acted_at.date())
        for row in rows
        if row.started_at is not None
        and row.acted_at is not None
        and row.acted_at.date() - row.started_at.date() > timedelta(days=1)
    }
    if not long:
        return {}
    days: dict[str, set[date]] = {}
    for entry in connection.execute(_TIMES, {"games": sorted(long)}):
        if entry.at is not None:
            days.setdefault(entry.game_id, set()).add(entry.at.date())
    return {name: frozenset(found.difference(long[name])) for name, found in days.items()}


def _readable(
    rows: Iterable[AnyRow], between: Mapping[str, frozenset[date]]
) -> Iterable[PlayedGame]:
    for row in rows:
        try:
            yield replace(played_game(row), between=between.get(row.id, frozenset()))
        except (TypeError, ValueError) as error:
            _messages.error(row.id, f"game {row.id} is in no figure: {error}")


def played_game(row: AnyRow) -> PlayedGame:
    """Read what counts of a game; raises `TypeError` or `ValueError` for a damaged row."""
    if row.started_at is None or row.acted_at is None:
        raise ValueError("its times can't be read")
    return PlayedGame(
        id=row.id,
        rules=row.rules,
        status=State(row.status),
        ply=int(row.ply),
        score=None if row.score is None else int(row.score),
        pyramid_left=int(row.pyramid_left),
        elapsed=float(row.elapsed),
        undos=int(row.undos),
        attempt=row.attempt,
        hints=int(row.hints),
        help=Help(row.help),
        winnable=row.winnable,
        par=row.par,
        started_at=row.started_at,
        acted_at=row.acted_at,
        finished_at=row.finished_at,
        opens_deal=bool(row.opens_deal),
        wins_deal=bool(row.wins_deal),
    )
