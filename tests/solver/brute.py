"""The same questions answered by trying everything, to hold the solver against.

Every position that the engine's own moves lead to is looked at, breadth first: no reduction, no
bound, no order. It takes some 20 microseconds a move, so it is for positions with little left.
"""

from __future__ import annotations

from dataclasses import dataclass

from app.engine import Position


@dataclass(frozen=True)
class Explored:
    """What is true of a position.

    `shortest` is the fewest actions to a win, `None` if there is none; `most` the largest number
    of pyramid cards that can still go; `positions` how many there are from here on.
    """

    shortest: int | None
    most: int
    positions: int


def explore(position: Position, limit: int) -> Explored | None:
    """Look at all positions from one on; `None` if there are more than `limit`."""
    seen = {position}
    wave = [position]
    shortest = None
    fewest = position.left
    actions = 0
    while wave:
        following = []
        for here in wave:
            fewest = min(fewest, here.left)
            if here.is_won and shortest is None:
                shortest = actions
            for move in here.legal_moves():
                there = here.play(move)
                if there not in seen:
                    seen.add(there)
                    following.append(there)
        if len(seen) > limit:
            return None
        actions += 1
        wave = following
    return Explored(shortest, position.left - fewest, len(seen))
