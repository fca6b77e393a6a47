"""A visitor's games of the deals of days."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from sqlalchemy import bindparam, select

from . import tables
from .database import Database
from .records import State

_game = tables.game.c

_OF_VISITOR: Final = (
    select(
        *(_game.id, _game.daily_date, _game.rules, _game.status),
        *(_game.started_at, _game.finished_at, _game.ply, _game.par, _game.attempt),
    )
    .where(_game.visitor_id == bindparam("visitor"), _game.daily_date.is_not(None))
    .order_by(_game.daily_date, _game.created_at)
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DailyGame:
    """A game that was begun from the deal of a day; `started_at` is the first own action."""

    id: str
    day: date
    letter: str
    status: State
    started_at: datetime | None
    finished_at: datetime | None
    ply: int
    par: int | None
    attempt: int | None


class Dailies:
    """Games of the deals of days."""

    def __init__(self, database: Database) -> None:
        self._database: Final = database

    def of(self, visitor_id: str) -> tuple[DailyGame, ...]:
        """Return all such games of a visitor, the oldest day first."""
        with self._database.reading() as connection:
            rows = connection.execute(_OF_VISITOR, {"visitor": visitor_id}).all()
        return tuple(
            DailyGame(
                id=row.id,
                day=row.daily_date,
                letter=row.rules,
                status=State(row.status),
                started_at=row.started_at,
                finished_at=row.finished_at,
                ply=row.ply,
                par=row.par,
                attempt=row.attempt,
            )
            for row in rows
            # What was changed from outside to no day or no status is in no list.
            if row.daily_date is not None and row.status in set(State)
        )
