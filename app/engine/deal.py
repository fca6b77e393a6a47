"""52 cards in deal order: from a number, frozen for ever, or read from elsewhere."""

import random
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, Self

from .cards import Card, NotationError, ascii_upper
from .decks import read_cards
from .piles import PYRAMID_CARDS

DEAL_LETTERS: Final = 7
DEALS: Final = 26**DEAL_LETTERS
"""How many numbered deals there are."""

_START_TEXT: Final = (
    "AD 8H 7S 5S AS 6D 2D KS TS JC 3H KC 8D AC 5D 7D 4S 8S 7C 3C 6H 9D 5C 3D 4D JS"
    " 9C 3S TC 5H 2C JH QH QD 4C 2S 8C 4H TH AH 7H QC 2H 9S JD 6S TD 9H KD 6C KH QS"
)
_START: Final = tuple(Card.parse(text) for text in re.findall(r"\S+", _START_TEXT))
"""The pack before the shuffle, ordered so that two published deals come out as published."""

_M64: Final = (1 << 64) - 1


def splitmix64(state: int) -> Iterator[int]:
    """Yield the 64-bit outputs of SplitMix64 from a state.

    >>> hex(next(splitmix64(0)))
    '0xe220a8397b1dcdaf'
    """
    while True:
        state = (state + 0x9E3779B97F4A7C15) & _M64
        z = state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _M64
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _M64
        yield z ^ (z >> 31)


def _shuffled(number: int) -> tuple[Card, ...]:
    """Shuffle the pack as PY1 does for ever: golden files hold every step of it."""
    order = list(range(52))
    outputs = splitmix64(number)
    for i in range(51, 0, -1):
        j = ((next(outputs) >> 32) * (i + 1)) >> 32
        order[i], order[j] = order[j], order[i]
    return tuple(_START[k] for k in order)


@dataclass(frozen=True, slots=True)
class Deal:
    """52 different cards in deal order, and their number where they have one.

    The first 28 are the pyramid, row 1 to row 7, each from left to right; the last 24 are the
    talon in the order in which it is drawn.

    >>> deal = Deal.numbered(18)
    >>> print(deal, deal.pyramid[0], deal.talon[0])
    AAAAAAS JD 7D
    """

    cards: tuple[Card, ...]
    number: int | None = None
    index: dict[Card, int] = field(init=False, repr=False, compare=False)
    """Where in the deal each card lies, 0 to 51."""

    def __post_init__(self) -> None:
        if len(self.cards) != 52 or len(set(self.cards)) != 52:
            raise ValueError("a deal is 52 different cards")
        object.__setattr__(self, "index", {card: i for i, card in enumerate(self.cards)})

    @classmethod
    def numbered(cls, number: int) -> Self:
        """Return the deal of a number, 0 to `DEALS` - 1.

        Raises `ValueError` for another number.

        >>> print(Deal.numbered(0), Deal.numbered(DEALS - 1))
        AAAAAAA ZZZZZZZ
        """
        if not 0 <= number < DEALS:
            raise ValueError(f"a deal number is 0 to {DEALS - 1}, not {number}")
        return cls(_shuffled(number), number)

    @property
    def pyramid(self) -> tuple[Card, ...]:
        """The 28 cards of the pyramid, from the apex."""
        return self.cards[:PYRAMID_CARDS]

    @property
    def talon(self) -> tuple[Card, ...]:
        """The 24 other cards, in the order in which they are drawn."""
        return self.cards[PYRAMID_CARDS:]

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the deal part of a code: seven letters, or 52 cards of two letters each.

        The digits 0 and 1 stand for O and I among the seven letters. Raises `NotationError`.

        >>> print(Deal.parse("l0nd0ni"))
        LONDONI
        """
        plain = ascii_upper(text.strip())
        if len(plain) <= 2 * DEAL_LETTERS:
            letters = plain.replace("0", "O").replace("1", "I")
            if not re.fullmatch("[A-Z]*", letters):
                raise NotationError(
                    f"{text[:20]!r} is not a deal: it is written with the letters A to Z",
                    kind="deal-letters",
                    found=text[:20],
                )
            if len(letters) != DEAL_LETTERS:
                raise NotationError(
                    f"{text[:20]!r} has {len(letters)} letters; a deal has {DEAL_LETTERS}",
                    kind="deal-length",
                    found=text[:20],
                )
            number = 0
            for letter in letters:
                number = number * 26 + ord(letter) - ord("A")
            return cls.numbered(number)
        return cls(read_cards(plain))

    def __str__(self) -> str:
        if self.number is None:
            return "".join(map(str, self.cards))
        letters = []
        rest = self.number
        for _ in range(DEAL_LETTERS):
            rest, digit = divmod(rest, 26)
            letters.append(chr(ord("A") + digit))
        return "".join(reversed(letters))

    @classmethod
    def read(cls, text: str, *, letters: Mapping[str, str] | None = None) -> Self:
        """Read a deal from elsewhere: 52 cards as `read_cards` does, or a PySolFC game number.

        A game number is `ms:N` or `pysol:N`. Raises `NotationError`.

        >>> Deal.read("ms:617").pyramid[0]
        Card(rank=7, suit='D')
        >>> Deal.read(" ".join(map(str, Deal.numbered(18).cards))).cards == Deal.numbered(18).cards
        True
        """
        game = _GAME.fullmatch(text.strip())
        if game:
            return cls(_game_number(game[1].lower(), game[2]))
        return cls(read_cards(text, letters=letters))


_GAME: Final = re.compile(r"(ms|pysol)\s*[:#]?\s*(-?\d{1,3999})", re.IGNORECASE)
_LARGEST_MS: Final = (1 << 33) - 1
_LARGEST_PYSOL: Final = 10**20


def _game_number(kind: str, digits: str) -> tuple[Card, ...]:
    """Deal a PySolFC game number: `ms` 0 to 2^33 - 1, `pysol` 0 to 10^20.

    The generators and their shuffle are those of PySolFC. Small `pysol` numbers are the
    Microsoft ones there; they begin from the pack in another order, rank by rank.
    """
    largest = _LARGEST_MS if kind == "ms" else _LARGEST_PYSOL
    # Python refuses to read thousands of digits.
    number = int(digits) if len(digits) <= 40 else -1
    if not 0 <= number <= largest:
        raise NotationError(
            f"{kind}:{digits[:40]} is no game number: it is 0 to {largest}",
            kind="game-number",
            found=f"{kind}:{digits[:40]}",
        )
    if kind == "ms" or number < 32000:
        cards = [Card(rank, suit) for rank in range(1, 14) for suit in "CDHS"]
        draw = _microsoft(number)
    else:
        cards = [Card(rank, suit) for suit in "CSHD" for rank in range(1, 14)]
        draw = _mersenne(number)
    for last in range(51, 0, -1):
        other = draw(last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    # Card programs keep the pack face down: the end of the list is its top.
    return tuple(reversed(cards))


def _mersenne(seed: int) -> Callable[[int], int]:
    """Return Python's Mersenne Twister as a function from n to a number below n."""
    twister = random.Random(seed)
    return lambda n: int(twister.random() * n)


def _microsoft(seed: int) -> Callable[[int], int]:
    """Return the C runtime's generator as a function from n to a number below n."""
    state = seed & 0xFFFFFFFF if seed >= 1 << 32 else seed

    def draw(n: int) -> int:
        nonlocal state
        state = (state * 214013 + 2531011) & _LARGEST_MS
        if seed >= 1 << 32:
            output = ((state >> 16) & 0xFFFF) + 1
        else:
            output = (state >> 16) & 0x7FFF
            # Numbers from 2^31 on exist since FreeCell Pro: the same run with the top bit set.
            output |= 0x8000 if seed >= 1 << 31 else 0
        return output % n

    return draw
