"""From the steps that the search names to a line of actions that the engine plays."""

from typing import Final, NamedTuple

from app.engine import (
    COVERS,
    DRAW,
    KING,
    PYRAMID_CARDS,
    RECYCLE,
    TALON_CARDS,
    Goal,
    Move,
    Position,
    Talon,
)

Step = tuple[int, int]
"""The pyramid mask after it and the mask of the talon cards (0 to 2) that it took."""

_COVERS: Final = tuple(sum(1 << cover for cover in covers) for covers in COVERS)


class _Removal(NamedTuple):
    """A removal, and the mask of the talon cards in it."""

    used: int
    move: Move


class _Place(NamedTuple):
    """How far a line is: the removals made, and what lies where in the talon."""

    made: int
    talon: int
    pointer: int
    pass_number: int


def line_through(position: Position, steps: list[Step], *, to_win: bool) -> tuple[Move, ...]:
    """Return the shortest line that makes the removals of some steps, in their order.

    It ends when they are made, or with the win that they lead to. Raises `ValueError` if the
    steps can't be made from the position.

    >>> from app.engine import Setup
    >>> start = Position.start(Setup.parse("PY1-N-AAAAAAS"))
    >>> king = 1 << start.setup.deal.index[Move.parse("KD").cards[0]]
    >>> print(*line_through(start, [(start.pyramid & ~king, 0)], to_win=False))
    KD
    """
    removals = _removals(position, steps)
    clear_talon = to_win and position.setup.rules.goal is Goal.ALL
    return _Course(position, removals).shortest(clear_talon=clear_talon)


# The order of the removals


def _removals(position: Position, steps: list[Step]) -> list[_Removal]:
    """Return the removals that the steps stand for, in an order in which they can be made."""
    removals = []
    pyramid = position.pyramid
    for after, used in steps:
        talon = [PYRAMID_CARDS + i for i in range(TALON_CARDS) if used >> i & 1]
        with_pyramid = talon if len(talon) == 1 else []
        found = _order(position, pyramid, after, with_pyramid)
        if found is None:
            raise ValueError("the steps can't be made from this position")
        removals += found
        if len(talon) == 2:
            removals.append(_removal(position, *talon))
        pyramid = after
    return removals


def _removal(position: Position, *places: int) -> _Removal:
    used = sum(1 << place for place in places) >> PYRAMID_CARDS
    return _Removal(used, Move.remove(*(position.setup.deal.cards[place] for place in places)))


def _order(position: Position, pyramid: int, after: int, talon: list[int]) -> list[_Removal] | None:
    """Return the removals that lead from one pyramid to another, `None` if there are none.

    The talon card, if there is one, goes with the last card that is no king.
    """
    cards = position.setup.deal.cards
    going = [place for place in range(PYRAMID_CARDS) if pyramid & ~after & 1 << place]
    free = [place for place in going if not pyramid & _COVERS[place]]
    for place in free:
        if cards[place].rank == KING:
            rest = _order(position, pyramid & ~(1 << place), after, talon)
            return None if rest is None else [_removal(position, place), *rest]
    if not going:
        return None if talon else []
    if talon and sum(cards[place].rank != KING for place in going) == 1:
        last = free[0] if free else going[0]
        if not free or not cards[last].makes_thirteen_with(cards[talon[0]]):
            return None
        kings = _order(position, pyramid & ~(1 << last), after, [])
        return None if kings is None else [_removal(position, last, talon[0]), *kings]
    # With cover pairs it is enough that the first card alone covers the second.
    cover_pairs = position.setup.rules.cover_pairs
    for first in free:
        for second in going:
            covers = _COVERS[second] & ~(1 << first) if cover_pairs else _COVERS[second]
            if cards[first].makes_thirteen_with(cards[second]) and not pyramid & covers:
                rest = _order(position, pyramid & ~(1 << first | 1 << second), after, talon)
                if rest is not None:
                    return [_removal(position, first, second), *rest]
    return None


# The draws between them


class _Course:
    """The search for the shortest line that makes given removals in their order.

    It is breadth-first over what is open: draws, recycles, and whether a king of the talon is
    worth taking. The next removal, once in play, is made at once: no later time is better.
    """

    def __init__(self, position: Position, removals: list[_Removal]) -> None:
        self.removals = removals
        self.rules = position.setup.rules
        self.start = _Place(0, position.talon, position.pointer, position.pass_number)
        self.kings = {
            1 << i: Move.remove(card)
            for i, card in enumerate(position.setup.deal.cards[PYRAMID_CARDS:])
            if card.rank == KING
        }

    def shortest(self, *, clear_talon: bool) -> tuple[Move, ...]:
        """Return the line; with `clear_talon` it ends with an empty talon."""
        came: dict[_Place, tuple[_Place, Move] | None] = {self.start: None}
        wave = [self.start]
        while wave:
            following = []
            for here in wave:
                if here.made == len(self.removals) and not (clear_talon and here.talon):
                    return _line_to(came, here)
                for move, there in self._going_on(here):
                    if there not in came:
                        came[there] = (here, move)
                        following.append(there)
            wave = following
        raise ValueError("the removals can't be made from this position in this order")

    def _going_on(self, here: _Place) -> list[tuple[Move, _Place]]:
        """Return the moves worth making, with where they lead."""
        made, talon, pointer, pass_number = here
        in_play = self._in_play(talon, pointer)
        if made < len(self.removals):
            used, move = self.removals[made]
            if not used & ~in_play:
                return [(move, _Place(made + 1, talon & ~used, pointer, pass_number))]
        moves = [
            (move, _Place(made, talon & ~king, pointer, pass_number))
            for king, move in self.kings.items()
            if king & in_play
        ]
        stock = talon >> pointer << pointer
        if stock:
            turned = (stock & -stock).bit_length()
            moves.append((DRAW, _Place(made, talon, turned, pass_number)))
        elif talon and self.rules.passes is None:
            moves.append((RECYCLE, _Place(made, talon, 0, pass_number)))
        elif talon and pass_number < (self.rules.passes or 0):
            moves.append((RECYCLE, _Place(made, talon, 0, pass_number + 1)))
        return moves

    def _in_play(self, talon: int, pointer: int) -> int:
        """Return the talon cards that are in play, one or two, as a mask."""
        waste = talon & ((1 << pointer) - 1)
        beside = 0
        if self.rules.talon is Talon.OPEN:
            stock = talon ^ waste
            beside = stock & -stock
        elif self.rules.talon is Talon.DRAWN and pointer:
            beside = waste & 1 << (pointer - 1)
            waste ^= beside
        return beside | 1 << waste.bit_length() >> 1


def _line_to(came: dict[_Place, tuple[_Place, Move] | None], place: _Place) -> tuple[Move, ...]:
    line = []
    step = came[place]
    while step is not None:
        place, move = step
        line.append(move)
        step = came[place]
    return tuple(reversed(line))
