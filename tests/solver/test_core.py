"""The core: its tables, and that the compiled run and the plain run are one solver."""

from __future__ import annotations

import ast
import random
from pathlib import Path
from typing import Any

import pytest

import app.solver
from app.engine import PRESETS, Position, Rules
from app.solver import COMPILED, Solver, core
from tests.engine.play import ALL_RULES
from tests.solver.play import plain_core, random_setup
from tests.support.effort import some, times

CORES = [pytest.param(core, id="installed"), pytest.param(plain_core(), id="plain")]


def test_the_plain_run_is_plain() -> None:
    assert plain_core().COMPILED is False
    assert COMPILED is core.COMPILED


@pytest.mark.parametrize("module", CORES)
def test_the_pyramid_has_1430_shapes(module: Any) -> None:
    """The Catalan number of 8, as the rows left of a pyramid are a path over its steps."""
    index = module.Shapes().index
    assert len(index) == 1430
    assert index[0] == 0
    assert index[(1 << 28) - 1] == 1429


def _everything_asked(rules: Rules, seed: int) -> tuple[object, ...]:
    start = Position.start(random_setup(rules, random.Random(seed)))
    solver = Solver(start, node_limit=1500)
    return (
        solver.verdict(start),
        solver.winning_line(start),
        solver.most(start),
        solver.shortest(start),
        solver.nodes,
    )


@pytest.mark.parametrize("rules", some(ALL_RULES), ids=str)
def test_both_runs_give_the_same_answers_by_the_same_way(
    rules: Rules, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a limit that some of the questions reach: even then both stop at the same state."""
    installed = _everything_asked(rules, 1)
    monkeypatch.setattr("app.solver.solver.core", plain_core())
    assert _everything_asked(rules, 1) == installed


@pytest.mark.parametrize("letter", PRESETS)
def test_asking_again_after_other_questions_changes_no_answer(letter: str) -> None:
    """What a solver keeps from one question helps with the next, and never misleads it."""
    chance = random.Random(letter)
    for _ in range(times(5)):
        start = Position.start(random_setup(PRESETS[letter], chance))
        solver = Solver(start)
        positions = [start]
        for _ in range(15):
            moves = positions[-1].legal_moves()
            if moves:
                positions.append(positions[-1].play(chance.choice(moves)))
        chance.shuffle(positions)
        for position in positions:
            fresh = Solver(position)
            assert solver.verdict(position) is fresh.verdict(position)
            assert solver.most(position).cards == fresh.most(position).cards


def test_the_core_imports_the_standard_library_and_its_own_shim_alone() -> None:
    source = Path(app.solver.__file__).with_name("core.py").read_text()
    imports = [
        ast.unparse(node)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    assert sorted(imports) == [
        "from app.solver import plain as cython",
        "from time import monotonic",
        "import cython",
    ]
