"""The same questions answered by trying everything, to hold the solver against.

Every position that the engine's own moves lead to is looked at, breadth first: no reduction, no
bound, no order. It takes some 20 microseconds a move, so it is for positions with little left.

    python -m tests.solver.brute

finds the answers of `golden/solved.json` in this way, some seconds to a minute each.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.engine import Game, Move, Position, Setup

SOLVED = Path(__file__).with_name("golden") / "solved.json"


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


def golden() -> list[tuple[str, Position, dict[str, Any]]]:
    """The positions of the golden file: a name, the position, and what is said of it."""
    found = []
    for each in json.loads(SOLVED.read_text()):
        line = tuple(map(Move.parse, each["line"].split()))
        game = Game(Setup.parse(each["code"]), line)
        found.append((f"{game.code}+{len(line)}", game.position, each))
    return found


def main() -> int:
    """Hold the golden file against trying everything; the exit status is 1 if it is wrong."""
    wrong = 0
    for name, position, said in golden():
        found = explore(position, 1_000_000)
        assert found is not None
        good = (found.shortest, found.most) == (said["actions"], said["most"])
        wrong += not good
        print(f"{name}: {'as it says' if good else 'WRONG'}, {found}", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
