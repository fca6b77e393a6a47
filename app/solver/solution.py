"""What is known of a deal, as one value for the page, for programs and for the command line."""

import time
from dataclasses import dataclass, field
from typing import Any, Self

from app.engine import PYRAMID_CARDS, Move, Position

from .solver import Solver, Verdict


@dataclass(frozen=True, slots=True)
class Solution:
    """What is known of a deal: whether it can be won, a win, the most cards that can go.

    `line` is `None` where no win was found or asked for; `shortest` tells whether it is proved to
    be one with the fewest actions. `most` counts cards of the pyramid, `None` where it is not
    proved or not asked for. `seconds` is how long it took, `nodes` how many states were looked at.
    """

    verdict: Verdict
    line: tuple[Move, ...] | None
    shortest: bool
    most: int | None
    seconds: float = field(default=0.0, compare=False)
    nodes: int = field(default=0, compare=False)

    @property
    def actions(self) -> int | None:
        """The fewest actions of a win, `None` if there is no win or they are not proved."""
        return len(self.line) if self.line is not None and self.shortest else None

    @property
    def complete(self) -> bool:
        """Whether nothing more can be found out."""
        return self.shortest or (self.verdict is Verdict.LOST and self.most is not None)

    def to_json(self) -> dict[str, object]:
        """Return what is known as a JSON value, to be kept.

        >>> Solution(Verdict.LOST, None, False, 14).to_json()
        {'verdict': 'lost', 'line': None, 'shortest': False, 'most': 14}
        """
        return {
            "verdict": self.verdict.value,
            "line": None if self.line is None else " ".join(map(str, self.line)),
            "shortest": self.shortest,
            "most": self.most,
        }

    @classmethod
    def from_json(cls, value: Any) -> Self:
        """Return the solution that `to_json` made a value of."""
        line = value["line"]
        return cls(
            Verdict(value["verdict"]),
            None if line is None else tuple(map(Move.parse, line.split())),
            value["shortest"],
            value["most"],
        )


def solution_of(
    solver: Solver, *, line: bool = True, shortest: bool = True, most: bool = True
) -> Solution:
    """Find out what is asked of a solver's deal, within the solver's limits.

    With `shortest` a line is looked for that is proved to have the fewest actions; with `line`
    any line will do where there is no such proof.

    >>> from app.engine import Setup
    >>> found = solution_of(Solver(Setup.parse("PY1-N-AAAAAAS")))
    >>> found.verdict.value, found.actions, found.most
    ('winnable', 46, 28)
    """
    begun, nodes = time.perf_counter(), solver.nodes
    start = Position.start(solver.setup)
    verdict = solver.verdict(start)
    winnable = verdict is Verdict.WINNABLE
    found = solver.shortest(start).line if shortest and winnable else None
    proved = found is not None
    if found is None and line and winnable:
        found = solver.winning_line(start)
    cards: int | None = None
    if most and winnable:
        cards = PYRAMID_CARDS
    elif most:
        likely = solver.most(start)
        cards = likely.cards if likely.proved else None
    return Solution(
        verdict, found, proved, cards, time.perf_counter() - begun, solver.nodes - nodes
    )
