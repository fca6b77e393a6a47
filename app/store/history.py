"""A visitor's games, page by page, the newest first."""

from functools import lru_cache
from typing import Any, Final

from sqlalchemy import Select, bindparam, select, tuple_

from . import tables
from .database import Database
from .ids import is_id
from .lists import readable
from .records import GameSummary
from .rows import SUMMARY

RESULTS: Final = ("won", "left", "open")
"""What a history can be narrowed down to."""

_game = tables.game.c

_OF_VISITOR: Final = select(*SUMMARY).where(
    _game.visitor_id == bindparam("visitor"),
    # An untouched deal counts nowhere.
    _game.started_at.is_not(None),
)
_PLACE: Final = select(_game.started_at).where(
    _game.id == bindparam("game"),
    _game.visitor_id == bindparam("visitor"),
    _game.started_at.is_not(None),
)
RULES: Final = select(_game.rules).where(_game.visitor_id == bindparam("visitor")).distinct()


@lru_cache
def statement(*, rules: bool = False, result: str = "", before: bool = False) -> Select[Any]:
    """Return the statement of a page: of one rule set or of all, of a result, after a game."""
    found = _OF_VISITOR
    if rules:
        found = found.where(_game.rules == bindparam("rules"))
    if result == "open":
        found = found.where(_game.finished_at.is_(None))
    elif result:
        found = found.where(_game.result == bindparam("result"))
    if before:
        place = tuple_(bindparam("at", type_=tables.UtcTime), bindparam("game"))
        found = found.where(tuple_(_game.started_at, _game.id) < place)
    return found.order_by(_game.started_at.desc(), _game.id.desc()).limit(bindparam("most"))


class History:
    """The games that visitors began."""

    def __init__(self, database: Database) -> None:
        self._database: Final = database

    def page(
        self, visitor_id: str, *, rules: str = "", result: str = "", before: str = "", limit: int
    ) -> tuple[tuple[GameSummary, ...], bool]:
        """Return at most `limit` games in order of their first own action, the newest first.

        With them comes whether there are more. `rules` is a rules' code, `result` one of
        `RESULTS`, and `before` the id of a game after which the page begins. Raises `LookupError`
        if the visitor has no such game.
        """
        values: dict[str, Any] = {
            "visitor": visitor_id,
            "rules": rules,
            "result": result,
            "game": before,
            "most": limit + 1,
        }
        with self._database.reading() as connection:
            if before:
                found = connection.execute(_PLACE, values).first() if is_id(before) else None
                if found is None:
                    raise LookupError(before)
                values["at"] = found.started_at
            wanted = statement(rules=bool(rules), result=result, before=bool(before))
            known = {name: values[name] for name in wanted.compile().params if name in values}
            rows = connection.execute(wanted, known).all()
        return tuple(readable(rows[:limit])), len(rows) > limit
