"""The parts of a deck put together: pyramid, waste and stock, in whatever order they were given."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from typing import Final

from .cards import DECK, Card, NotationError
from .labels import End, Pile

PYRAMID_CARDS: Final = 28
TALON_CARDS: Final = 24


@dataclass(frozen=True, slots=True)
class Group:
    """Cards that stand together: on which pile, under which number, and from which end on.

    >>> Group(Pile.STOCK, first=End.BOTTOM).cards
    []
    """

    pile: Pile
    number: int | None = None
    cards: list[Card] = field(default_factory=list)
    first: End | None = None
    last: End | None = None


def in_deal_order(groups: Sequence[Group]) -> tuple[Card, ...]:
    """Return the cards of groups as pyramid, waste and stock; raises `NotationError`.

    >>> stock = Group(Pile.STOCK, cards=list(DECK[28:]))
    >>> in_deal_order([stock, Group(Pile.PYRAMID, cards=list(DECK[:28]))]) == DECK
    True
    """
    groups = [group for group in groups if group.cards]
    piles: dict[Pile, tuple[Card, ...]] = {}
    for pile in Pile:
        piles[pile] = _pile([group for group in groups if group.pile is pile], pile)
    pyramid, waste, stock = (piles[pile] for pile in (Pile.PYRAMID, Pile.WASTE, Pile.STOCK))
    deck, other = piles[Pile.DECK], piles[Pile.OTHER]
    if len(deck) == len(DECK) or len(pyramid) == len(DECK):
        return deck or pyramid
    if len(other) == len(DECK):
        return _of_unknown([len(group.cards) for group in groups], other)
    if deck and not stock:
        stock, deck = deck, ()
    elif deck and not other:
        other, deck = deck, ()
    if other and not pyramid:
        pyramid, other = other, ()
    elif other and not stock:
        stock, other = other, ()
    if (
        len(pyramid) != PYRAMID_CARDS
        or len(waste) > 1
        or len(waste) + len(stock) != TALON_CARDS
        or deck
        or other
    ):
        raise no_piles()
    return (*pyramid, *waste, *stock)


def _pile(groups: Sequence[Group], pile: Pile) -> tuple[Card, ...]:
    """Return the cards of one pile: its groups by their numbers, from its top."""
    numbers = [group.number for group in groups]
    known = [number for number in numbers if number is not None]
    if any(later <= earlier for earlier, later in pairwise(known)):
        groups = _by_number(groups)
    turned = [_is_turned(group) for group in groups]
    if pile is Pile.OTHER:
        # Of groups without a label each may be a pile of its own.
        return tuple(
            card
            for group, turn in zip(groups, turned, strict=True)
            for card in _turned(group.cards, turn)
        )
    return tuple(_turned([card for group in groups for card in group.cards], any(turned)))


def _turned(cards: Sequence[Card], turn: bool) -> Sequence[Card]:
    """Return the cards of a pile from its top; `turn` says that they are listed from its bottom."""
    if not turn:
        return cards
    if len(cards) not in (len(DECK), TALON_CARDS, TALON_CARDS - 1):
        # Of a pyramid it may be the rows that begin at the bottom, or all of it from its end.
        raise no_piles()
    return cards[::-1]


def _by_number(groups: Sequence[Group]) -> Sequence[Group]:
    """Return groups in the order of their numbers, if those are plainly rows or single cards."""
    numbered = sorted(groups, key=lambda group: group.number or 0)
    sizes = [(group.number, len(group.cards)) for group in numbered]
    rows = [(number, number) for number in range(1, 8)]
    if sizes[:7] == rows and len(sizes) in (7, 8):
        return numbered
    if all(size == 1 for _, size in sizes) and len(dict(sizes)) == len(sizes):
        return numbered
    raise no_piles()


def _is_turned(group: Group) -> bool:
    """Whether a group lists its cards from the bottom up."""
    if group.first is not None and group.first is group.last:
        raise no_piles()
    return group.first is End.BOTTOM or group.last is End.TOP


def _of_unknown(sizes: Sequence[int], cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return 52 cards under labels that are not known, or none, as they stand.

    Not if 24 stand apart in front: they may well be the stock.
    """
    ends = set(accumulate(sizes))
    if TALON_CARDS in ends and PYRAMID_CARDS not in ends:
        raise no_piles()
    return cards


def no_piles() -> NotationError:
    """Return the error for cards of which it is not clear where they lie.

    >>> no_piles().kind
    'piles'
    """
    return NotationError(
        "it is not clear which cards are the pyramid and which the stock: write the 28 cards of the"
        " pyramid after 'Pyramid:', row by row from its top, and the other 24 after 'Stock:', in"
        " the order in which they are drawn; one of these may stand after 'Waste:'",
        kind="piles",
    )
