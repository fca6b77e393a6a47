"""Deals of the project's own whose answers were found by two methods that share nothing.

The answers stand in `golden/solved.json`. `python -m tests.solver.brute` finds them once more by
trying everything, which takes minutes a deal; here the solver has to find them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from app.engine import PRESETS, Position, Setup
from app.solver import COMPILED, Solver
from tests.engine.play import follow

GOLDEN: list[dict[str, Any]] = json.loads(
    Path(__file__).with_name("golden").joinpath("solved.json").read_text()
)


def test_every_preset_has_deals_that_win_and_deals_that_lose() -> None:
    found = {(Setup.parse(deal["code"]).rules.letter, deal["verdict"]) for deal in GOLDEN}
    assert found >= {(letter, end) for letter in PRESETS for end in ("winnable", "lost")}


@pytest.mark.parametrize("deal", GOLDEN, ids=lambda deal: str(deal["code"]))
def test_the_answers_are_those_that_two_methods_found(deal: dict[str, Any]) -> None:
    start = Position.start(Setup.parse(deal["code"]))
    solver = Solver(start)
    assert solver.verdict(start).value == deal["verdict"]
    most = solver.most(start)
    assert most.cards == deal["most"] or (not most.proved and not COMPILED)
    assert start.left - follow(start, most.line).left == most.cards
    line = solver.shortest(start).line
    if line is None:
        assert deal["actions"] is None or not COMPILED
    else:
        assert len(line) == deal["actions"]
        assert follow(start, line).is_won
