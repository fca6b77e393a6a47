"""Visitors and their games, kept in SQLite or PostgreSQL.

A game is kept as its setup and its log; every other column of its row is a summary of the two,
written in the same transaction, for lists and statistics. One `Store` serves any number of
threads, and any number of processes may have one on the same database.
"""

from .challenges import Challenge, Entrant
from .dailies import DailyGame
from .devices import Device
from .errors import CorruptGame, DatabaseTooNew, LogFull, Stale, StoreError, StoreUnavailable
from .games import MOST_ENTRIES, MOST_GIVEN, Games
from .history import RESULTS
from .ids import is_id
from .records import (
    PAUSE,
    GameSummary,
    Help,
    Origin,
    PlayedGame,
    Settings,
    State,
    StoredGame,
    Visitor,
    counted_time,
)
from .rows import deal_key
from .store import Store
from .transfers import Joining

__all__ = [
    "MOST_ENTRIES",
    "MOST_GIVEN",
    "PAUSE",
    "RESULTS",
    "Challenge",
    "CorruptGame",
    "DailyGame",
    "DatabaseTooNew",
    "Device",
    "Entrant",
    "GameSummary",
    "Games",
    "Help",
    "Joining",
    "LogFull",
    "Origin",
    "PlayedGame",
    "Settings",
    "Stale",
    "State",
    "Store",
    "StoreError",
    "StoreUnavailable",
    "StoredGame",
    "Visitor",
    "counted_time",
    "deal_key",
    "is_id",
]
