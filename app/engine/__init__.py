"""Pyramid Solitaire itself: pure, without clock, chance, input or output.

>>> from app.engine import Game, Move, Setup
>>> game = Game(Setup.parse("PY1-N-AAAAAAS")).play(Move.parse("KD"))
>>> game.score, game.position.left
(10, 27)
"""

from .cards import DECK, KING, RANKS, SUITS, SUM, Card, NotationError
from .deal import DEALS, Deal, splitmix64
from .game import REDO, UNDO, Entry, Game, Step, parse_entry
from .moves import DRAW, RECYCLE, Kind, Move
from .piles import PYRAMID_CARDS, TALON_CARDS
from .position import COVERS, PLACES, ROWS, IllegalMove, Position, Reason, Status
from .rules import PRESETS, Goal, Rules, Scoring, Talon
from .setup import Setup

__all__ = [
    "COVERS",
    "DEALS",
    "DECK",
    "DRAW",
    "KING",
    "PLACES",
    "PRESETS",
    "PYRAMID_CARDS",
    "RANKS",
    "RECYCLE",
    "REDO",
    "ROWS",
    "SUITS",
    "SUM",
    "TALON_CARDS",
    "UNDO",
    "Card",
    "Deal",
    "Entry",
    "Game",
    "Goal",
    "IllegalMove",
    "Kind",
    "Move",
    "NotationError",
    "Position",
    "Reason",
    "Rules",
    "Scoring",
    "Setup",
    "Status",
    "Step",
    "Talon",
    "parse_entry",
    "splitmix64",
]
