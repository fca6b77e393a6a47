"""What is said about cards, moves, rules and verdicts, in a visitor's language."""

from dataclasses import dataclass

from .cards import SUIT_SIGNS, capitalised, clock
from .result import Result, ResultWords
from .told import Again, Hint, Told, next_attempt
from .verdicts import LAST_STEP, VerdictWords

__all__ = [
    "LAST_STEP",
    "SUIT_SIGNS",
    "Again",
    "Hint",
    "Result",
    "Told",
    "Words",
    "capitalised",
    "clock",
    "next_attempt",
]


@dataclass(frozen=True, slots=True)
class Words(ResultWords, VerdictWords):
    """The words of one language, with card letters of the language or the English ones."""
