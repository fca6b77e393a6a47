"""Solving deals in numbers: a deck file on all cores, one result after the other."""

import multiprocessing
import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import Final

from app.children import prepare_child
from app.engine import NotationError, Rules, Setup
from app.solver import Solution, Solver, solution_of

LARGEST_CHUNK: Final = 16
"""Deals that a process is given at a time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What is asked of each deal besides whether it can be won."""

    line: bool = False
    shortest: bool = False
    most: bool = False


@dataclass(frozen=True, slots=True)
class Solved:
    """A deal, what was asked of it, and what was found out."""

    code: str
    wanted: Wanted
    solution: Solution

    @property
    def line(self) -> tuple[str, ...] | None:
        """The moves of a win, if they were asked for."""
        line = self.solution.line if self.wanted.line else None
        return None if line is None else tuple(map(str, line))

    def to_json(self) -> dict[str, object]:
        """Return the result as a JSON value; what was not asked for, or not proved, is `None`."""
        return {
            "code": self.code,
            "verdict": self.solution.verdict.value,
            "actions": self.solution.actions,
            "most": self.solution.most,
            "line": None if self.line is None else list(self.line),
            "nodes": self.solution.nodes,
            "ms": round(1000 * self.solution.seconds, 3),
        }


def solve(setup: Setup, wanted: Wanted) -> Solved:
    """Solve one deal."""
    solution = solution_of(
        Solver(setup), line=wanted.line, shortest=wanted.shortest, most=wanted.most
    )
    return Solved(str(setup), wanted, solution)


def read_decks(lines: Iterable[str], rules: Rules) -> list[Setup]:
    """Read a deck file, a deal a line; empty lines and those with `#` are passed over.

    Raises `NotationError` that names the line.
    """
    setups = []
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        try:
            setups.append(Setup.read(text, rules=rules))
        except NotationError as error:
            raise NotationError(
                f"line {number}: {error}{_ONE_A_LINE if error.kind in _PARTS else ''}",
                kind=error.kind,
                found=error.found,
                places=error.places,
            ) from None
    return setups


_PARTS: Final = {"few", "missing", "nothing", "piles"}
"""What is wrong with one line of a deck that is written over several."""
_ONE_A_LINE: Final = (
    "; a deck file has one deal a line, 52 cards or a code"
    " (`convert` reads one deck over several lines)"
)


def solve_all(
    setups: Sequence[Setup], wanted: Wanted, *, processes: int | None = None
) -> Iterator[Solved]:
    """Yield the result of each deal, in their order, from as many processes as there are cores.

    Raises `BrokenProcessPool` if one of them is ended by somebody else.
    """
    count = min(processes or os.cpu_count() or 1, len(setups))
    if count <= 1:
        yield from (solve(setup, wanted) for setup in setups)
        return
    jobs = [(str(setup), wanted) for setup in setups]
    pool = ProcessPoolExecutor(
        count, mp_context=multiprocessing.get_context("spawn"), initializer=prepare_child
    )
    try:
        chunk = max(1, min(LARGEST_CHUNK, len(jobs) // count))
        yield from pool.map(_solve_code, jobs, chunksize=chunk)
    finally:
        pool.shutdown(cancel_futures=True)


def _solve_code(job: tuple[str, Wanted]) -> Solved:
    code, wanted = job
    return solve(Setup.parse(code), wanted)
