"""Solving deals in numbers: a deck file on all cores, one result after the other."""

import multiprocessing
import os
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import Final

from app.children import prepare_child
from app.engine import Deal, NotationError, Position, Rules, Setup
from app.solver import Solver, Verdict

LARGEST_CHUNK: Final = 16
"""Deals that a process is given at a time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What is asked of each deal besides whether it can be won."""

    line: bool = False
    shortest: bool = False
    most: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Solved:
    """What was found out about a deal; what was not asked for, or not proved, is `None`.

    `actions` is the length of a shortest win; `line` wins, in as few actions if those were asked
    for. `nodes` counts states that were looked at, `ms` is the time it took.
    """

    code: str
    verdict: Verdict
    actions: int | None
    most: int | None
    line: tuple[str, ...] | None
    nodes: int
    ms: float

    def to_json(self) -> dict[str, object]:
        """Return the result as a JSON value."""
        return {
            "code": self.code,
            "verdict": self.verdict.value,
            "actions": self.actions,
            "most": self.most,
            "line": None if self.line is None else list(self.line),
            "nodes": self.nodes,
            "ms": round(self.ms, 3),
        }


def solve(setup: Setup, wanted: Wanted) -> Solved:
    """Solve one deal."""
    begun = time.perf_counter()
    solver, start = Solver(setup), Position.start(setup)
    verdict = solver.verdict(start)
    shortest = solver.shortest(start).line if wanted.shortest else None
    line = shortest
    if line is None and wanted.line:
        # Without a proof that none is shorter: any win.
        line = solver.winning_line(start)
    most = solver.most(start) if wanted.most else None
    return Solved(
        code=str(setup),
        verdict=verdict,
        actions=None if shortest is None else len(shortest),
        most=most.cards if most is not None and most.proved else None,
        line=tuple(map(str, line)) if wanted.line and line is not None else None,
        nodes=solver.nodes,
        ms=1000 * (time.perf_counter() - begun),
    )


def read_decks(lines: Iterable[str], rules: Rules) -> list[Setup]:
    """Read a deck file: 52 cards or a code a line; empty lines and those with `#` are passed over.

    Raises `NotationError` that names the line.
    """
    setups = []
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        try:
            coded = text.upper().startswith("PY") and not text.upper().startswith("PYSOL")
            setups.append(Setup.parse(text) if coded else Setup(rules, Deal.read(text)))
        except NotationError as error:
            raise NotationError(
                f"line {number}: {error}", kind=error.kind, found=error.found
            ) from None
    return setups


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
