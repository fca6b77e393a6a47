"""What lies where, which moves are legal and why not, and what a move does."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final, Self

from .cards import KING, SUM, Card
from .moves import DRAW, RECYCLE, Kind, Move
from .piles import PYRAMID_CARDS, TALON_CARDS
from .rules import Goal, Talon
from .setup import Setup

ROWS: Final = 7


class Reason(StrEnum):
    """Why an action is refused."""

    COVERED = "covered"
    SUM = "sum"
    NOT_IN_PLAY = "not_in_play"
    UNDER_WASTE_TOP = "under_waste_top"
    NO_CARD_TO_DRAW = "no_card_to_draw"
    NO_PASS_LEFT = "no_pass_left"
    STOCK_NOT_EMPTY = "stock_not_empty"
    GAME_OVER = "game_over"
    NOTHING_TO_UNDO = "nothing_to_undo"
    NOTHING_TO_REDO = "nothing_to_redo"
    UNDO_LIMIT = "undo_limit"
    STALE = "stale"


class IllegalMove(Exception):
    """An action that the rules refuse; `reason` says why. Nothing has changed.

    >>> try:
    ...     Position.start(Setup.parse("PY1-N-AAAAAAS")).play(RECYCLE)
    ... except IllegalMove as error:
    ...     print(error.reason)
    stock_not_empty
    """

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.value)
        self.reason = reason


class Status(StrEnum):
    """How a game stands."""

    PLAYING = "playing"
    WON = "won"
    STUCK = "stuck"


PLACES: Final = tuple((row, column) for row in range(1, ROWS + 1) for column in range(1, row + 1))
"""Row and column, both from 1, of each pyramid card in deal order."""

COVERS: Final = tuple(
    (index + row, index + row + 1) if row < ROWS else () for index, (row, _) in enumerate(PLACES)
)
"""The places in the row below that cover each place: two, or none in row 7."""

_COVER_MASKS: Final = tuple(sum(1 << cover for cover in covers) for covers in COVERS)
_FULL_PYRAMID: Final = (1 << PYRAMID_CARDS) - 1
_FULL_TALON: Final = (1 << TALON_CARDS) - 1


def _bits(mask: int) -> Iterator[int]:
    """Yield the places of the bits that are set, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


@lru_cache(maxsize=4096)
def _free_in(pyramid: int) -> tuple[int, ...]:
    """Return the places of the free cards of a pyramid: a few shapes come again and again."""
    return tuple(i for i in _bits(pyramid) if not pyramid & _COVER_MASKS[i])


@dataclass(frozen=True, slots=True, eq=True)
class Position:
    """What is left of a deal at one moment of a game.

    Bit i of `pyramid` is set while card i of the deal lies in the pyramid, bit i of `talon`
    while card 28 + i is in the game. Talon cards before `pointer` are waste, the others stock;
    with talon mode DRAWN the card just before `pointer` is the drawn card while it is there.
    `pass_number` counts from 1; where passes are unlimited it stays 1, as what can still happen
    does not depend on it there (or goes no further than 2, where the card of an opening waste
    lies on the waste first and comes as a drawn card later). Equal positions have equal futures,
    so that a position is its own key in a table of positions.

    >>> start = Position.start(Setup.parse("PY1-N-AAAAAAS"))
    >>> print(*start.legal_moves())
    KD TC3H TC3S draw
    >>> start.play(Move.parse("KD")).left
    27
    """

    setup: Setup
    pyramid: int
    talon: int
    pointer: int
    pass_number: int

    @classmethod
    def start(cls, setup: Setup) -> Self:
        """Return the position in which a game of a setup begins."""
        return cls(setup, _FULL_PYRAMID, _FULL_TALON, int(setup.rules.opening_waste), 1)

    def __hash__(self) -> int:
        # Without the setup: hashing 52 cards would cost more than all the rest of a look-up.
        return hash((self.pyramid, self.talon, self.pointer, self.pass_number))

    # What lies where

    @property
    def stock(self) -> tuple[Card, ...]:
        """The face-down cards, the next one to be drawn first."""
        return self._talon_cards(self.talon & -(1 << self.pointer))

    @property
    def waste(self) -> tuple[Card, ...]:
        """The face-up pile, bottom to top, without the drawn card."""
        return self._talon_cards(self._waste_mask)

    @property
    def drawn(self) -> Card | None:
        """The drawn card, with talon mode DRAWN while it lies in its slot."""
        at = self._drawn_index
        return None if at is None else self._talon_card(at)

    @property
    def left(self) -> int:
        """How many cards lie in the pyramid."""
        return self.pyramid.bit_count()

    @property
    def removed_count(self) -> int:
        """How many cards have left the game."""
        return PYRAMID_CARDS + TALON_CARDS - self.left - self.talon.bit_count()

    def place_of(self, card: Card) -> str | None:
        """Return where a card lies, `r7c2`, `stock`, `drawn` or `waste`; `None` if removed.

        >>> start = Position.start(Setup.parse("PY1-N-AAAAAAS"))
        >>> start.place_of(Card.parse("JD")), start.place_of(Card.parse("7D"))
        ('r1c1', 'waste')
        """
        index = self.setup.deal.index[card]
        if index < PYRAMID_CARDS:
            row, column = PLACES[index]
            return f"r{row}c{column}" if self.pyramid >> index & 1 else None
        index -= PYRAMID_CARDS
        if not self.talon >> index & 1:
            return None
        if index >= self.pointer:
            return "stock"
        return "drawn" if index == self._drawn_index else "waste"

    def covers_of(self, card: Card) -> tuple[Card, ...]:
        """Return the cards that lie on a pyramid card, left before right.

        >>> start = Position.start(Setup.parse("PY1-N-AAAAAAS"))
        >>> print(*start.covers_of(Card.parse("JD")))
        6C 7H
        """
        index = self.setup.deal.index[card]
        if index >= PYRAMID_CARDS:
            return ()
        cards = self.setup.deal.cards
        return tuple(cards[cover] for cover in COVERS[index] if self.pyramid >> cover & 1)

    def is_free(self, card: Card) -> bool:
        """Whether a card is in play: a free pyramid card, or one that the talon mode puts in."""
        return self._card_fault(card) is None

    def in_play(self) -> tuple[Card, ...]:
        """Return the free cards: of the pyramid in deal order, then those of the talon."""
        return tuple(self.setup.deal.cards[i] for i in self._free_places()) + self._talon_in_play()

    # What can be done

    @property
    def is_won(self) -> bool:
        """Whether the goal of the rules holds."""
        return not self.pyramid and (self.setup.rules.goal is Goal.PYRAMID or not self.talon)

    @property
    def status(self) -> Status:
        """Whether the game is won, goes on, or has no legal action left."""
        if self.is_won:
            return Status.WON
        return Status.PLAYING if any(True for _ in self._moves()) else Status.STUCK

    @property
    def is_dead(self) -> bool:
        """Whether no card can ever be removed again, however often one draws and recycles.

        That is a fact of the position alone. A won game is not dead; a stuck one is.

        >>> Position.start(Setup.parse("PY1-N-AAAAAAS")).is_dead
        False
        """
        if self.is_won:
            return False
        position, seen = self, set[Position]()
        while position not in seen:
            seen.add(position)
            turn = None
            for move in position._moves():
                if move.kind is Kind.REMOVE:
                    return False
                turn = move
            if turn is None:
                return True
            position = position.play(turn)
        # The same cards come round for ever.
        return True

    @property
    def can_draw(self) -> bool:
        """Whether a draw is legal."""
        return self.why_not(DRAW) is None

    @property
    def can_recycle(self) -> bool:
        """Whether a recycle is legal."""
        return self.why_not(RECYCLE) is None

    def legal_moves(self) -> tuple[Move, ...]:
        """Return every legal move: kings, pairs from the pyramid outwards, draw or recycle."""
        return () if self.is_won else tuple(self._moves())

    def why_not(self, move: Move) -> Reason | None:
        """Return why a move is refused, or `None` if it is legal.

        >>> Position.start(Setup.parse("PY1-N-AAAAAAS")).why_not(Move.parse("7C7S"))
        <Reason.SUM: 'sum'>
        """
        if self.is_won:
            return Reason.GAME_OVER
        if move.kind is Kind.DRAW:
            return None if self.talon >> self.pointer else Reason.NO_CARD_TO_DRAW
        if move.kind is Kind.RECYCLE:
            return self._why_no_recycle()
        faults = {fault for fault in map(self._card_fault, move.cards) if fault}
        for fault in (Reason.NOT_IN_PLAY, Reason.UNDER_WASTE_TOP):
            if fault in faults:
                return fault
        if faults and not self._is_cover_pair(move):
            return Reason.COVERED
        return None if sum(card.value for card in move.cards) == SUM else Reason.SUM

    def play(self, move: Move) -> Self:
        """Return the position after a move.

        Raises `IllegalMove` with the reason if the move is not legal.
        """
        reason = self.why_not(move)
        if reason:
            raise IllegalMove(reason)
        if move.kind is Kind.DRAW:
            return self._with(self.pyramid, self.talon, self._next_stock() + 1)
        if move.kind is Kind.RECYCLE:
            return self._with(self.pyramid, self.talon, 0, self._next_pass())
        gone = 0
        for card in move.cards:
            gone |= 1 << self.setup.deal.index[card]
        return self._with(self.pyramid & ~gone, self.talon & ~(gone >> PYRAMID_CARDS), self.pointer)

    # Inside

    def _with(self, pyramid: int, talon: int, pointer: int, pass_number: int | None = None) -> Self:
        """Return a position of this deal, settled; `replace` would take many times as long."""
        pass_number = self.pass_number if pass_number is None else pass_number
        return type(self)(self.setup, pyramid, talon, pointer, pass_number)._settled()

    def _settled(self) -> Self:
        """Return an equal position with the one pointer that stands for it.

        Removed cards just after the pointer belong to neither pile: the pointer goes past them,
        except after a drawn card, which it marks.
        """
        if self._drawn_index is not None:
            return self
        pointer = self._next_stock()
        if pointer == self.pointer:
            return self
        return type(self)(self.setup, self.pyramid, self.talon, pointer, self.pass_number)

    def _next_pass(self) -> int:
        rules = self.setup.rules
        if rules.passes is not None:
            return self.pass_number + 1
        return 2 if rules.opening_waste and rules.talon is Talon.DRAWN else 1

    def _next_stock(self) -> int:
        """Return the talon index of the next stock card, 24 if there is none."""
        rest = self.talon & -(1 << self.pointer)
        return (rest & -rest).bit_length() - 1 if rest else TALON_CARDS

    def _talon_card(self, index: int) -> Card:
        return self.setup.deal.cards[PYRAMID_CARDS + index]

    def _talon_cards(self, mask: int) -> tuple[Card, ...]:
        return tuple(map(self._talon_card, _bits(mask)))

    @property
    def _drawn_index(self) -> int | None:
        rules = self.setup.rules
        if rules.talon is not Talon.DRAWN or not self.pointer:
            return None
        if rules.opening_waste and self.pointer == self.pass_number == 1:
            # The card of an opening waste was not drawn.
            return None
        return self.pointer - 1 if self.talon >> (self.pointer - 1) & 1 else None

    @property
    def _waste_mask(self) -> int:
        end = self.pointer if self._drawn_index is None else self._drawn_index
        return self.talon & ((1 << end) - 1)

    def _talon_in_play(self) -> tuple[Card, ...]:
        """Return the cards outside the pyramid that are in play, at most two."""
        indexes = []
        waste = self._waste_mask
        if waste:
            indexes.append(waste.bit_length() - 1)
        if self._drawn_index is not None:
            indexes.append(self._drawn_index)
        if self.setup.rules.talon is Talon.OPEN and self.talon >> self.pointer:
            indexes.append(self._next_stock())
        return tuple(map(self._talon_card, indexes))

    def _free_places(self) -> tuple[int, ...]:
        return _free_in(self.pyramid)

    def _card_fault(self, card: Card) -> Reason | None:
        """Return what keeps a card from being removed, or `None` if it is free."""
        index = self.setup.deal.index[card]
        if index < PYRAMID_CARDS:
            if not self.pyramid >> index & 1:
                return Reason.NOT_IN_PLAY
            return Reason.COVERED if self.pyramid & _COVER_MASKS[index] else None
        if card in self._talon_in_play():
            return None
        return Reason.UNDER_WASTE_TOP if self.place_of(card) == "waste" else Reason.NOT_IN_PLAY

    def _why_no_recycle(self) -> Reason | None:
        rules = self.setup.rules
        if self.talon >> self.pointer:
            return Reason.STOCK_NOT_EMPTY
        if rules.passes is not None and self.pass_number >= rules.passes:
            return Reason.NO_PASS_LEFT
        return None if self.talon else Reason.NO_CARD_TO_DRAW

    def _is_cover_pair(self, move: Move) -> bool:
        """Whether one card of a pair is free and alone covers the other, and the rules let them."""
        if not self.setup.rules.cover_pairs or len(move.cards) != 2:
            return False
        first, second = move.cards
        return (self.covers_of(first) == (second,) and self.is_free(second)) or (
            self.covers_of(second) == (first,) and self.is_free(first)
        )

    def _moves(self) -> Iterator[Move]:
        pyramid = [self.setup.deal.cards[i] for i in self._free_places()]
        talon = self._talon_in_play()
        free = (*pyramid, *talon)
        ranks = [card.rank for card in free]
        yield from (Move.remove(card) for card in free if card.rank == KING)
        for i, rank in enumerate(ranks):
            if SUM - rank in ranks[i + 1 :]:
                for second in free[i + 1 :]:
                    if free[i].makes_thirteen_with(second):
                        yield Move.remove(free[i], second)
        yield from self._cover_pairs(pyramid)
        yield from (move for move in (DRAW, RECYCLE) if self.why_not(move) is None)

    def _cover_pairs(self, free: list[Card]) -> Iterator[Move]:
        if not self.setup.rules.cover_pairs:
            return
        cards, index = self.setup.deal.cards, self.setup.deal.index
        for under in _bits(self.pyramid):
            covers = self.pyramid & _COVER_MASKS[under]
            # One bit alone: a single card lies on this one.
            if covers and not covers & (covers - 1):
                cover = cards[covers.bit_length() - 1]
                if cover.makes_thirteen_with(cards[under]) and not (
                    self.pyramid & _COVER_MASKS[index[cover]]
                ):
                    yield Move.remove(cover, cards[under])
