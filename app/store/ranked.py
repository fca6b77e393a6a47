"""The wins of days' deals that count among those of all players."""

from collections import defaultdict
from collections.abc import Mapping
from datetime import date
from typing import Final

from sqlalchemy import bindparam, func, select, text

from . import tables
from .database import Database
from .errors import StoreUnavailable
from .ids import Clock
from .records import StoredGame
from .salt import salted

MOST_OF_ADDRESS: Final = 20
"""How many results of a day one address may have."""

_ranked = tables.ranked.c

_OF_ADDRESS: Final = select(func.count()).where(
    _ranked.daily_date == bindparam("day"), _ranked.address == bindparam("address")
)
_ENTER: Final = text(
    "INSERT INTO ranked (game_id, daily_date, rules, help_class, strokes, address)"
    " VALUES (:game, :day, :rules, :help_class, :strokes, :address) ON CONFLICT DO NOTHING"
).bindparams(bindparam("day", type_=tables.Day()))
OF_DAY: Final = (
    select(_ranked.rules, _ranked.help_class, _ranked.strokes, func.count().label("number"))
    .where(_ranked.daily_date == bindparam("day"))
    .group_by(_ranked.rules, _ranked.help_class, _ranked.strokes)
)

Results = Mapping[str, Mapping[int, int]]
"""By class of help, how often each number of strokes came."""


class Ranked:
    """The results of days."""

    def __init__(self, database: Database, *, clock: Clock) -> None:
        self._database: Final = database
        self._now: Final = clock

    def enter(self, stored: StoredGame, *, help_class: str, address: str) -> None:
        """Count a win among those of its day, once, unless its address has too many.

        Who has won does not wait for it where the database can't be used.
        """
        values = {
            "game": stored.id,
            "day": stored.daily_date,
            "rules": str(stored.game.setup.rules),
            "help_class": help_class,
            "strokes": stored.ply,
        }
        try:
            with self._database.writing() as connection:
                hashed = salted(connection, self._now().date(), address)
                asked = {"day": stored.daily_date, "address": hashed}
                if connection.execute(_OF_ADDRESS, asked).scalar_one() < MOST_OF_ADDRESS:
                    connection.execute(_ENTER, values | {"address": hashed})
        except StoreUnavailable as error:
            self._database.complain("A result of a day could not be counted", error)

    def of(self, day: date) -> dict[str, Results]:
        """Return the results of a day, by rules."""
        with self._database.reading() as connection:
            rows = connection.execute(OF_DAY, {"day": day}).all()
        found: dict[str, dict[str, dict[int, int]]] = defaultdict(lambda: defaultdict(dict))
        for row in rows:
            found[row.rules][row.help_class][row.strokes] = row.number
        return {rules: dict(of_rules) for rules, of_rules in found.items()}
