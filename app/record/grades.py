"""How hard a deal is: how often a guesser would have lost the win and had to be set right.

Frozen for ever, as dailies and published grades rest on it: another way to measure gets another
number in the seeds' text.
"""

from __future__ import annotations

import sys
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from app.engine import KING, Kind, Position, Setup, splitmix64
from app.solver import Solver, Verdict

GUIDED_GAMES: Final = 12
"""How many games the guesser plays of a deal."""
MOST_ACTIONS: Final = 1000
"""How many actions a guesser makes in a game that does not end."""

NO_LIMIT: Final = sys.maxsize // 2
"""Of states: more than any question looks at."""

GRADES: Final = range(1, 6)
"""From gentle to fierce."""


@dataclass(frozen=True, slots=True)
class Grade:
    """How hard a deal is that can be won: slips a game, and the grade, 1 to 5.

    Custom rules have no grade, as there are no other deals to compare with.
    """

    slips: float
    grade: int | None


def grade_of(setup: Setup, solver: Solver | None = None) -> Grade | None:
    """Return how hard a deal is, `None` if it can't be won.

    >>> grade_of(Setup.parse("PY1-N-AAAAAAJ"))
    """
    total = slips(setup, solver)
    if total is None:
        return None
    bounds = QUINTILES.get(setup.rules.letter or "")
    grade = None if bounds is None else GRADES[bisect_left(bounds, total)]
    return Grade(total / GUIDED_GAMES, grade)


def slips(setup: Setup, solver: Solver | None = None) -> int | None:
    """Return the slips of all guided games of a deal together, `None` if it can't be won.

    Searched to the end, however long that takes: a usual deal takes some hundredths of a second
    with the compiled solver. A `solver` that is given must be one for this setup; its limits are
    not used.

    >>> slips(Setup.parse("PY1-N-AAAAAAS")), slips(Setup.parse("PY1-S-AAAAAAS"))
    (7, None)
    """
    solver = Solver(setup) if solver is None else solver
    solver.node_limit, solver.deadline = NO_LIMIT, None
    start = Position.start(setup)
    if solver.verdict(start) is not Verdict.WINNABLE:
        return None
    guide = _Guide(solver)
    return sum(guide.slips_of(start, game) for game in range(GUIDED_GAMES))


class _Guide:
    """Plays games of one deal with a guesser, and sets them right where they lose the win."""

    def __init__(self, solver: Solver) -> None:
        self._solver = solver
        # Guessers come to the same boards again and again, on their way through the stock.
        self._forks: dict[Position, _Fork] = {}

    def slips_of(self, position: Position, game: int) -> int:
        """Play one game; returns how often the guesser was set right."""
        chance = _chance(str(self._solver.setup), game)
        found = 0
        for _ in range(MOST_ACTIONS):
            if position.is_won:
                break
            fork = self._fork_at(position)
            if len(fork.moves) == 1:
                position = fork.after(0)
                continue
            after = fork.after(next(chance) % len(fork.moves))
            if not self._is_winnable(after):
                found += 1
                good = self._good_from(fork)
                after = good[next(chance) % len(good)]
            position = after
        return found

    def _is_winnable(self, position: Position) -> bool:
        return self._solver.verdict(position) is Verdict.WINNABLE

    def _fork_at(self, position: Position) -> _Fork:
        known = self._forks.get(position)
        if known is None:
            known = self._forks[position] = _Fork(position)
        return known

    def _good_from(self, fork: _Fork) -> tuple[Position, ...]:
        if fork.good is None:
            every = map(fork.after, range(len(fork.moves)))
            fork.good = tuple(filter(self._is_winnable, every))
        return fork.good


class _Fork:
    """A position with the moves that the guesser chooses from.

    The first king goes by itself: it never is a mistake.
    """

    def __init__(self, position: Position) -> None:
        moves = position.legal_moves()
        kings = (each for each in moves if each.kind is Kind.REMOVE and each.cards[0].rank == KING)
        king = next(kings, None)
        self.moves = moves if king is None else (king,)
        self.good: tuple[Position, ...] | None = None
        """The positions after the moves that keep the win, once they were asked for."""
        self._position = position
        self._after: dict[int, Position] = {}

    def after(self, number: int) -> Position:
        """Return the position after a move, by its place among them."""
        known = self._after.get(number)
        if known is None:
            known = self._after[number] = self._position.play(self.moves[number])
        return known


def _chance(code: str, game: int) -> Iterator[int]:
    """Return the numbers by which one game is played."""
    digest = sha256(f"pyramid slips 1 {code} {game}".encode("ascii")).digest()
    return splitmix64(int.from_bytes(digest[:8], "big"))


def quintiles(totals: Iterable[int]) -> tuple[int, int, int, int]:
    """Return the four slips up to which the grades 1 to 4 go, for deals that can be won.

    >>> quintiles(range(10))
    (1, 3, 5, 7)
    """
    ordered = sorted(totals)
    first, second, third, fourth = (
        ordered[(len(ordered) * part + 4) // 5 - 1] for part in range(1, 5)
    )
    return first, second, third, fourth


QUINTILES: Final[Mapping[str, tuple[int, int, int, int]]] = {
    "N": (2, 7, 14, 25),  # of 6,710 deals
    "S": (69, 86, 103, 124),  # of 685 deals
    "T": (43, 57, 71, 92),  # of 6,632 deals
    "R": (58, 74, 91, 114),  # of 918 deals
    "P": (47, 60, 72, 89),  # of 6,590 deals
    "C": (0, 1, 4, 11),  # of 8,298 deals
    "M": (31, 43, 55, 72),  # of 6,679 deals
}
"""The slips of twelve games up to which the grades 1 to 4 go, by preset: the quintiles of those of
deals 0 to 9,999 that can be won, as `benchmarks/grades.py` measures them."""
