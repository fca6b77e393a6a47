"""What a visitor's games add up to, kept by the month that they ended in.

A month is marked as soon as a game that ended in it changes, in the transaction that changes it.
Who reads adds up the months that are marked, which mostly is one, and keeps what came out.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
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
from .records import PlayedGame, State

_game, _tally = tables.game.c, tables.tally.c
_other = tables.game.alias("other")

_COUNTS: Final = func.coalesce(_game.given, 0) == 0
"""Practice is in no figure."""


def _others(*conditions: ColumnElement[bool]) -> ColumnElement[bool]:
    same = (_other.c.visitor_id == _game.visitor_id, _other.c.deal_key == _game.deal_key)
    counts = func.coalesce(_other.c.given, 0) == 0
    return select(_other.c.id).where(*same, counts, *conditions).exists()


def _day(column: ColumnElement[Any], dialect: str) -> ColumnElement[Any]:
    """Return the UTC day of a time as a text, such as `2026-12-01`."""
    if dialect == "sqlite":
        return func.substr(column, 1, 10)
    return func.to_char(func.timezone("UTC", column), "YYYY-MM-DD")


def _columns(dialect: str) -> tuple[ColumnElement[Any], ...]:
    """Return what `PlayedGame` is made of, in its order."""
    times = (_game.started_at, _game.acted_at, _game.finished_at)
    earlier_win = _others(
        _other.c.status == State.WON.value,
        (_other.c.finished_at < _game.finished_at)
        | ((_other.c.finished_at == _game.finished_at) & (_other.c.id < _game.id)),
    )
    return (
        *(_game.id, _game.rules, _game.status, _game.ply, _game.score, _game.pyramid_left),
        *(_game.elapsed, _game.undos, _game.attempt, _game.hints, _game.help, _game.winnable),
        *(_game.par, *(_day(time, dialect) for time in times)),
        ~_others(_other.c.attempt < _game.attempt),
        case((_game.status == State.WON.value, ~earlier_win), else_=false()),
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

BY_RULES: Final = select(_tally.month, _tally.by_rules).where(
    _tally.visitor_id == bindparam("visitor"), _tally.by_rules.is_not(None)
)
BY_DAY: Final = select(_tally.month, _tally.by_day).where(
    _tally.visitor_id == bindparam("visitor"),
    _tally.month >= bindparam("since"),
    _tally.by_day.is_not(None),
)


def still_open(dialect: str) -> Select[Any]:
    """Return the statement for the games of a visitor that are begun and open."""
    return select(*_columns(dialect)).where(
        _game.visitor_id == bindparam("visitor"),
        _game.finished_at.is_(None),
        # Begun: to ask for the time of that would have SQLite look through all that were.
        _game.attempt.is_not(None),
        _COUNTS,
    )


def marked(dialect: str) -> Select[Any]:
    """Return the statement for the games of a visitor that ended in months that are marked."""
    return (
        select(*_columns(dialect))
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
        .order_by(_game.finished_at, _game.result, _game.id)
    )


LATEST_ENDS: Final = (
    select(_game.result, _game.winnable)
    .where(
        _game.visitor_id == bindparam("visitor"),
        _game.finished_at.is_not(None),
        _game.attempt.is_not(None),
        _COUNTS,
    )
    .order_by(_game.finished_at.desc(), _game.result.desc(), _game.id.desc())
    .limit(bindparam("most"))
)
_MARKED: Final = {dialect: marked(dialect) for dialect in _IN_MONTH}
_OPEN: Final = {dialect: still_open(dialect) for dialect in _IN_MONTH}
_IDS: Final = 500
"""How many games one statement names."""
_TIMES: Final = select(tables.log.c.game_id, tables.log.c.at).where(
    tables.log.c.game_id.in_(bindparam("games", expanding=True))
)
_KEEP: Final = (
    update(tables.tally)
    .where(
        _tally.visitor_id == bindparam("visitor"),
        _tally.month == bindparam("of_month"),
        # What was marked again meanwhile stays so.
        _tally.turn == bindparam("at_turn"),
    )
    .values(
        sums=bindparam("new_sums"),
        by_rules=bindparam("new_by_rules"),
        by_day=bindparam("new_by_day"),
    )
)
_MARK: Final = text(
    "INSERT INTO tally (visitor_id, month, turn) VALUES (:visitor, :month, 0)"
    " ON CONFLICT (visitor_id, month) DO UPDATE SET sums = NULL, by_rules = NULL, by_day = NULL,"
    " turn = tally.turn + 1"
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
    .values(sums=None, by_rules=None, by_day=None, turn=_tally.turn + 1)
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
            dialect = connection.dialect.name
            still = connection.execute(_OPEN[dialect], values).all()
            ended = connection.execute(_MARKED[dialect], values).all()
            games = _with_days(connection, [PlayedGame(*row) for row in (*ended, *still)])
        return Kept(
            months={row.month: row.sums for row in months},
            turns={row.month: row.turn for row in months},
            marked=tuple(games[: len(ended)]),
            open=tuple(games[len(ended) :]),
        )

    def latest(self, visitor_id: str, most: int) -> tuple[tuple[bool, bool | None], ...]:
        """Return the visitor's games that ended last, the last first: won or not, and winnable."""
        values = {"visitor": visitor_id, "most": most}
        with self._database.reading() as connection:
            rows = connection.execute(LATEST_ENDS, values).all()
        return tuple((row.result == State.WON.value, row.winnable) for row in rows)

    def by_rules(self, visitor_id: str) -> dict[str, Any]:
        """Return what is kept of the months by rules."""
        with self._database.reading() as connection:
            rows = connection.execute(BY_RULES, {"visitor": visitor_id}).all()
        return {row.month: row.by_rules for row in rows}

    def by_day(self, visitor_id: str, since: str) -> dict[str, Any]:
        """Return what is kept by day of the months from one on, such as `2026-12`."""
        with self._database.reading() as connection:
            rows = connection.execute(BY_DAY, {"visitor": visitor_id, "since": since}).all()
        return {row.month: row.by_day for row in rows}

    def keep(self, visitor_id: str, kept: Kept, sums: Mapping[str, tuple[Any, Any, Any]]) -> None:
        """Keep what marked months were found to add up to: in all, by rules and by day.

        What was marked again meanwhile stays so.
        """
        writes = [
            (
                _KEEP,
                {
                    "visitor": visitor_id,
                    "of_month": month,
                    "at_turn": kept.turns[month],
                    "new_sums": in_all,
                    "new_by_rules": by_rules,
                    "new_by_day": by_day,
                },
            )
            for month, (in_all, by_rules, by_day) in sums.items()
        ]
        self._database.courtesy("What games add up to could not be kept", *writes)

    def renew(self, visitor_id: str) -> None:
        """Mark all months of a visitor."""
        with self._database.writing() as connection:
            renew(connection, visitor_id)


def _with_days(connection: Connection, games: list[PlayedGame]) -> list[PlayedGame]:
    """Return games with the days between their first and their last, which few have."""
    long = {game.id for game in games if _may_have_days_between(game)}
    if not long:
        return games
    days: dict[str, set[str]] = {}
    for ids in (sorted(long)[first : first + _IDS] for first in range(0, len(long), _IDS)):
        for entry in connection.execute(_TIMES, {"games": ids}):
            if entry.at is not None:
                days.setdefault(entry.game_id, set()).add(entry.at.date().isoformat())
    return [
        game._replace(between=tuple(days.get(game.id, set()) - {game.began, game.last}))
        if game.id in long
        else game
        for game in games
    ]


def _may_have_days_between(game: PlayedGame) -> bool:
    if game.began == game.last or not (game.began and game.last):
        return False
    try:
        first, last = map(date.fromisoformat, (game.began, game.last))
    except ValueError:
        return False
    return last - first > timedelta(days=1)


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
