"""From the steps that the search names to a line of actions that the engine plays."""

from collections.abc import Iterator

from app.engine import COVERS, DRAW, KING, PYRAMID_CARDS, RECYCLE, Card, Move, Position

Step = tuple[int, int]
"""The pyramid mask after it and the mask of the talon cards (0 to 2) that it took."""


def line_through(position: Position, steps: list[Step], *, to_win: bool) -> tuple[Move, ...]:
    """Return the shortest line that makes the removals of some steps, in their order.

    It ends when they are made, or with the win that they lead to. Raises `ValueError` if the
    steps can't be made from the position.
    """
    removals = list(_removals(position, steps))
    return _with_draws(position, removals, None if to_win else steps[-1][0])


def _removals(position: Position, steps: list[Step]) -> Iterator[Move]:
    """Yield the pairs that the steps stand for, in an order in which they can be made."""
    pyramid = position.pyramid
    for after, used in steps:
        talon = [i + PYRAMID_CARDS for i in range(used.bit_length()) if used >> i & 1]
        if len(talon) == 2:
            yield _removal(position, *talon)
        else:
            pairs = _order(position, pyramid, after, talon)
            if pairs is None:
                raise ValueError("the steps can't be made from this position")
            yield from pairs
        pyramid = after


def _removal(position: Position, *places: int) -> Move:
    return Move.remove(*(position.setup.deal.cards[place] for place in places))


def _order(position: Position, pyramid: int, after: int, talon: list[int]) -> list[Move] | None:
    """Return the pairs that lead from one pyramid to another, `None` if there are none.

    The last one takes the talon card, if there is one. Kings on the way are told by no move.
    """
    cards = position.setup.deal.cards
    pyramid = _without_kings(cards, pyramid, after)
    going = [i for i in range(PYRAMID_CARDS) if pyramid & ~after & 1 << i]
    if not going:
        return None if talon else []
    free = [i for i in going if not _covers(pyramid, i)]
    if talon and len([i for i in going if cards[i].rank != KING]) == 1:
        last = free[0] if free else going[0]
        good = bool(free) and cards[last].makes_thirteen_with(cards[talon[0]])
        return [_removal(position, last, talon[0])] if good else None
    for first in free:
        for second in going:
            if first == second or not cards[first].makes_thirteen_with(cards[second]):
                continue
            # With cover pairs it is enough that the first card alone covers the second.
            lifted = 1 << first if position.setup.rules.cover_pairs else 0
            if _covers(pyramid & ~lifted, second):
                continue
            rest = _order(position, pyramid & ~(1 << first | 1 << second), after, talon)
            if rest is not None:
                return [_removal(position, first, second), *rest]
    return None


def _covers(pyramid: int, place: int) -> bool:
    """Whether a card lies on a place of the pyramid."""
    return any(pyramid >> cover & 1 for cover in COVERS[place])


def _without_kings(cards: tuple[Card, ...], pyramid: int, after: int) -> int:
    """Return a pyramid without the free kings that are to go."""
    for place in reversed(range(PYRAMID_CARDS)):
        if pyramid & ~after & 1 << place and cards[place].rank == KING:
            pyramid &= ~(0 if _covers(pyramid, place) else 1 << place)
    return pyramid


_Node = tuple[Position, int]
"""A position, and how many of the removals are made."""


def _with_draws(position: Position, removals: list[Move], target: int | None) -> tuple[Move, ...]:
    """Return the shortest line that makes `removals` in order and leaves the pyramid `target`.

    Without a target it wins. The search is breadth-first over what is open: draws, recycles, and
    whether a king of the talon is worth taking.
    """
    cards = position.setup.deal.cards
    kings = [(i, Move.remove(card)) for i, card in enumerate(cards) if card.rank == KING]
    start = (position, 0)
    came: dict[_Node, tuple[_Node, Move] | None] = {start: None}
    wave = [start]
    while wave:
        following = []
        for node in wave:
            here, made = node
            if here.is_won if target is None else here.pyramid == target and made == len(removals):
                return _line_to(came, node)
            for move, now_made in _going_on(here, removals, made, kings):
                there = (here.play(move), now_made)
                if there not in came:
                    came[there] = (node, move)
                    following.append(there)
        wave = following
    raise ValueError("the removals can't be made from this position in this order")


def _going_on(
    position: Position, removals: list[Move], made: int, kings: list[tuple[int, Move]]
) -> list[tuple[Move, int]]:
    """Return the moves worth making, each with how many of `removals` are made after it.

    The next removal, once legal, is made: no later time is better. So is a king of the pyramid.
    """
    if made < len(removals) and position.why_not(removals[made]) is None:
        return [(removals[made], made + 1)]
    there = position.pyramid | position.talon << PYRAMID_CARDS
    moves = []
    for place, king in kings:
        if there >> place & 1 and position.why_not(king) is None:
            if place < PYRAMID_CARDS:
                return [(king, made)]
            moves.append(king)
    moves += [move for move in (DRAW, RECYCLE) if position.why_not(move) is None]
    return [(move, made) for move in moves]


def _line_to(came: dict[_Node, tuple[_Node, Move] | None], node: _Node) -> tuple[Move, ...]:
    line = []
    step = came[node]
    while step is not None:
        node, move = step
        line.append(move)
        step = came[node]
    return tuple(reversed(line))
