"""Ranks, suits, a card and its two letters."""

from dataclasses import dataclass
from typing import Final, Self

RANKS: Final = "A23456789TJQK"
SUITS: Final = "CDHS"
KING: Final = 13
SUM: Final = 13
"""What the values of a removed pair add up to, and the value of a king alone."""

_SUIT_SIGNS: Final = str.maketrans("♣♦♥♠♧♢♡♤", "CDHSCDHS", "\ufe0e\ufe0f")


CARD_PATTERN: Final = "(?:10|[A2-9TJQK])[CDHS♣♦♥♠♧♢♡♤][\ufe0e\ufe0f]?"
"""A regular expression for what `Card.parse` reads, to be used without regard to case."""


def ascii_upper(text: str) -> str:
    """Return a text of ASCII letters in upper case, any other text as it is.

    Beyond ASCII `str.upper` makes letters of a code out of others: "ſ" becomes "S", "ﬁ" "FI".

    >>> ascii_upper("tc"), ascii_upper("tſ")
    ('TC', 'tſ')
    """
    return text.upper() if text.isascii() else text


class NotationError(ValueError):
    """A text that is not the notation it should be; the message says what would be right.

    `kind` names the fault for a caller that words it in another language, `found` is the part
    of the text that is at fault, and `places` says which of the cards it is about, from 1.

    >>> try:
    ...     Card.parse("1Oh")
    ... except NotationError as error:
    ...     print(error.kind, error.found)
    card 1Oh
    """

    def __init__(
        self,
        message: str,
        *,
        kind: str = "notation",
        found: str = "",
        places: tuple[int, ...] = (),
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.found = found
        self.places = places


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """One card of the pack: its rank, 1 (ace) to 13 (king), and its suit, one of `CDHS`.

    >>> Card(10, "C")
    Card(rank=10, suit='C')
    >>> print(Card.parse("10♣"))
    TC
    """

    rank: int
    suit: str

    def __post_init__(self) -> None:
        if not 1 <= self.rank <= KING:
            raise ValueError(f"a rank is 1 to 13, not {self.rank}")
        if len(self.suit) != 1 or self.suit not in SUITS:
            raise ValueError(f"a suit is one of C D H S, not {self.suit!r}")

    @property
    def value(self) -> int:
        """What the card counts towards 13: ace 1, jack 11, queen 12, king 13."""
        return self.rank

    def makes_thirteen_with(self, other: Self) -> bool:
        """Whether the two cards go as a pair.

        >>> Card.parse("TC").makes_thirteen_with(Card.parse("3S"))
        True
        """
        return self.rank + other.rank == SUM

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `TC`, also `10c` or `10♣`, in either case.

        Raises `NotationError` for anything else.

        >>> Card.parse("qh") == Card.parse("Q♥") == Card(12, "H")
        True
        """
        plain = ascii_upper(text.strip().translate(_SUIT_SIGNS)).replace("10", "T")
        if len(plain) != 2 or plain[0] not in RANKS or plain[1] not in SUITS:
            raise NotationError(
                f"{text[:20]!r} is not a card: write a rank of {RANKS} and a suit of {SUITS},"
                " such as TC",
                kind="card",
                found=text[:20],
            )
        return cls(RANKS.index(plain[0]) + 1, plain[1])

    def __str__(self) -> str:
        return RANKS[self.rank - 1] + self.suit


DECK: Final = tuple(Card(rank, suit) for suit in SUITS for rank in range(1, KING + 1))
"""The 52 cards of the pack, suit by suit."""
