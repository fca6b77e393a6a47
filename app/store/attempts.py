"""Which game of a deal is which of a visitor's: counted anew where games come from elsewhere."""

from collections.abc import Iterable
from itertools import groupby
from typing import Final

from sqlalchemy import Connection, bindparam, select, update

from . import tables

_game = tables.game.c
_ONCE: Final = 500
"""How many deals are looked at by one statement."""

_OF_DEALS: Final = (
    select(_game.id, _game.deal_key, _game.attempt)
    .where(
        _game.visitor_id == bindparam("visitor"),
        _game.deal_key.in_(bindparam("deals", expanding=True)),
        _game.started_at.is_not(None),
    )
    .order_by(_game.deal_key, _game.started_at, _game.created_at, _game.id)
)
_SET: Final = (
    update(tables.game).where(_game.id == bindparam("game")).values(attempt=bindparam("number"))
)


def count_anew(connection: Connection, visitor_id: str, deal_keys: Iterable[str]) -> None:
    """Number a visitor's games of some deals by their first own action."""
    keys = sorted(set(deal_keys))
    for first in range(0, len(keys), _ONCE):
        asked = {"visitor": visitor_id, "deals": keys[first : first + _ONCE]}
        rows = connection.execute(_OF_DEALS, asked).all()
        changed = [
            {"game": row.id, "number": number}
            for _, same in groupby(rows, lambda row: row.deal_key)
            for number, row in enumerate(same, 1)
            if row.attempt != number
        ]
        if changed:
            connection.execute(_SET, changed)
