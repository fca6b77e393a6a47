"""A move and its text: `draw`, `recycle`, `KD`, `TC3S`."""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Self

from .cards import CARD_PATTERN, Card, NotationError

_ONE_CARD = re.compile(CARD_PATTERN, re.IGNORECASE)


class Kind(StrEnum):
    """What a move does."""

    DRAW = "draw"
    RECYCLE = "recycle"
    REMOVE = "remove"


def _order(card: Card) -> tuple[int, str]:
    return (-card.rank, card.suit)


@dataclass(frozen=True, slots=True)
class Move:
    """One action: a draw, a recycle, or the removal of `cards` (a king alone or a pair).

    The cards name the places they lie at. They are kept higher rank first, and by suit where
    the ranks are equal, so that equal moves are equal values.

    >>> print(Move.parse("draw"), Move.parse("3s+10c"), Move.remove(Card(13, "D")))
    draw TC3S KD
    """

    kind: Kind
    cards: tuple[Card, ...] = ()

    def __post_init__(self) -> None:
        if self.kind is Kind.REMOVE:
            if len(set(self.cards)) != len(self.cards) or len(self.cards) not in (1, 2):
                raise ValueError("a removal takes one card or two different ones")
            object.__setattr__(self, "cards", tuple(sorted(self.cards, key=_order)))
        elif self.cards:
            raise ValueError(f"a {self.kind} names no card")

    @classmethod
    def remove(cls, *cards: Card) -> Self:
        """Return the removal of one card or two, in either order."""
        return cls(Kind.REMOVE, cards)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a move's text, with the cards in either order and either case.

        Whether the move is legal is not asked here. Raises `NotationError`.

        >>> Move.parse("10♣ 3♠") == Move.parse("3S TC")
        True
        """
        plain = text.strip()
        if plain.lower() in ("draw", "recycle"):
            return cls(Kind(plain.lower()))
        parts = re.split(r"[\s+,-]+", plain)
        cards = [Card.parse(found) for part in parts for found in _ONE_CARD.findall(part)]
        if not cards or not all(re.fullmatch(f"(?:{_ONE_CARD.pattern})+", p, re.I) for p in parts):
            raise NotationError(
                f"{text[:20]!r} is not a move: write draw, recycle, a card such as KD,"
                " or a pair such as TC3S",
                kind="move",
                found=text[:20],
            )
        if len(cards) > 2 or len(set(cards)) != len(cards):
            raise NotationError(
                f"{text[:20]!r} is not a move: a removal names one card or two different ones",
                kind="move",
                found=text[:20],
            )
        return cls.remove(*cards)

    def __str__(self) -> str:
        if self.kind is Kind.REMOVE:
            return "".join(map(str, self.cards))
        return self.kind.value


DRAW: Final = Move(Kind.DRAW)
RECYCLE: Final = Move(Kind.RECYCLE)
