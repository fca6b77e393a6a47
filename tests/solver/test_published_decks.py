"""The published decks under preset M: who can win, and how soon, as another solver found it.

This file is collected where the decks are, see `tests/support/published.py`.
"""

from __future__ import annotations

from functools import cache

import pytest

from app.engine import PRESETS, Deal, Position, Setup
from app.solver import COMPILED, Solver, Verdict
from tests.engine.play import follow
from tests.support.published import SOLVED_DECKS

AT_ONCE = 50


@cache
def _published() -> tuple[tuple[Deal, int], ...]:
    """Each deck with its published length, 0 for a lost one."""
    assert SOLVED_DECKS is not None
    decks = map(Deal.read, SOLVED_DECKS.read_text().splitlines())
    lengths = map(int, SOLVED_DECKS.with_name("solved-lengths.txt").read_text().split())
    return tuple(zip(decks, lengths, strict=True))


def test_the_published_decks_are_those_that_are_meant() -> None:
    lengths = [length for _, length in _published()]
    assert len(lengths) == 500
    assert sum(map(bool, lengths)) == 337


@pytest.mark.parametrize("first", range(0, 500, AT_ONCE))
def test_verdicts_and_shortest_lengths_are_the_published_ones(first: int) -> None:
    # Plain Python looks at fewer of them, and knows fewer of those within its limit.
    for deal, length in _published()[first : first + (AT_ONCE if COMPILED else 2)]:
        start = Position.start(Setup(PRESETS["M"], deal))
        solver = Solver(start)
        assert solver.verdict(start) is (Verdict.WINNABLE if length else Verdict.LOST)
        shortest = solver.shortest(start)
        if shortest.line is not None:
            assert len(shortest.line) == length
            assert follow(start, shortest.line).is_won
        else:
            assert shortest.verdict is (Verdict.UNKNOWN if length else Verdict.LOST)
            assert not length or not COMPILED
