"""What is told of an answer that may still be on its way: one form for every part of a page."""

from dataclasses import dataclass, replace
from typing import Final, Self
from urllib.parse import urlencode

from app.engine import Card

PENDING: Final = "pending"
"""The kind of what is still being found out."""
MOST_ATTEMPTS: Final = 999
"""How far attempts are told apart: a page asks only where the address is a new one."""
AT_ONCE: Final = 10
"""Milliseconds before a page asks for what nobody has asked for yet."""
FIRST_PAUSE: Final = 400
LONGEST_PAUSE: Final = 4000
"""Milliseconds between two attempts: the pause grows from the first to the longest."""


@dataclass(frozen=True, slots=True)
class Again:
    """Where a part of a page asks once more for itself, and after how many milliseconds."""

    url: str
    wait: int

    @classmethod
    def at(cls, url: str, attempt: int, **fields: object) -> Self:
        """Return the next question after so many attempts, 0 if nobody has asked yet."""
        attempt = max(0, min(attempt, MOST_ATTEMPTS))
        pause = min(LONGEST_PAUSE, round(FIRST_PAUSE * 1.25 ** (attempt - 1)))
        query = urlencode({**fields, "attempt": attempt})
        return cls(f"{url}?{query}", pause if attempt else AT_ONCE)


def next_attempt(attempt: int) -> int:
    """Return the number of the attempt after one that a request names."""
    return max(0, min(attempt, MOST_ATTEMPTS)) + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What is told: its kind for scripts and styles, the words for the eye and for the ear."""

    kind: str
    text: str
    said: str = ""
    """What the ear hears; empty where that is nothing."""
    again: Again | None = None
    """Where to ask once more, while the answer is on its way."""

    @property
    def pending(self) -> bool:
        """Whether the answer is still on its way."""
        return self.kind == PENDING

    @property
    def is_loss(self) -> bool:
        """Whether it says that a game can't be won, which is told unasked."""
        return self.kind in ("lost", "hopeless")

    def asked(self, url: str, attempt: int, **fields: object) -> Self:
        """Return this with where to ask once more, if it is pending."""
        return replace(self, again=Again.at(url, attempt, **fields)) if self.pending else self


@dataclass(frozen=True, slots=True, kw_only=True)
class Hint(Told):
    """A hint: what it says and the cards it points at.

    Its kind is `hint`, `lost` (the game can't be won any more), `over`, or `pending`.
    """

    cards: tuple[Card, ...] = ()
    stock: bool = False
    """Whether it points at the stock."""
    next_step: int = 1
    helped: bool = False
    """Whether it counts: a hint that names no winning move is no help."""
