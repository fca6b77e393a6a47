"""Positions of the project's own whose answers were found by two methods that share nothing.

They stand in `golden/solved.json`: a code, the line that leads to the position, the verdict, the
fewest actions to a win, and the most cards that can still go. The other method tries everything,
see `tests/solver/brute.py`; here the solver has to find the same.
"""

from __future__ import annotations

from typing import Any

import pytest

from app.engine import PRESETS, Position
from app.solver import COMPILED, Solver
from tests.engine.play import follow
from tests.solver.brute import golden

GOLDEN = golden()


def test_every_preset_has_positions_that_win_and_positions_that_lose() -> None:
    found = {(position.setup.rules.letter, said["verdict"]) for _, position, said in GOLDEN}
    assert found >= {(letter, end) for letter in PRESETS for end in ("winnable", "lost")}


@pytest.mark.parametrize(
    ("position", "said"), [pytest.param(*example, id=name) for name, *example in GOLDEN]
)
def test_the_answers_are_those_that_two_methods_found(
    position: Position, said: dict[str, Any]
) -> None:
    solver = Solver(position)
    assert solver.verdict(position).value == said["verdict"]
    most = solver.most(position)
    assert most.cards == said["most"] or (not most.proved and not COMPILED)
    assert position.left - follow(position, most.line).left == most.cards
    line = solver.shortest(position).line
    if line is None:
        assert said["actions"] is None or not COMPILED
    else:
        assert len(line) == said["actions"]
        assert follow(position, line).is_won
