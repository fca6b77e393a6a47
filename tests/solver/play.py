"""Positions to ask the solver about, and both ways to run it."""

from __future__ import annotations

import importlib.util
import random
import sys
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import patch

import app.solver
from app.engine import DEALS, Deal, Kind, Move, Position, Rules, Setup
from app.solver import Solver, Verdict


@cache
def plain_core() -> Any:
    """The solver's core run as plain Python, as on a machine that knows nothing of Cython."""
    path = Path(app.solver.__file__).with_name("core.py")
    spec = importlib.util.spec_from_file_location("plain_core", path)
    assert spec is not None
    assert spec.loader is not None
    module: ModuleType = importlib.util.module_from_spec(spec)
    with patch.dict(sys.modules, {"cython": None}):
        spec.loader.exec_module(module)
    return module


def random_setup(rules: Rules, chance: random.Random) -> Setup:
    """A random numbered deal under some rules."""
    return Setup(rules, Deal.numbered(chance.randrange(DEALS)))


def winnable_start(rules: Rules, chance: random.Random) -> Position:
    """The start of a random deal that can be won."""
    while True:
        start = Position.start(random_setup(rules, chance))
        if Solver(start).verdict(start) is Verdict.WINNABLE:
            return start


def played_at_random(
    position: Position, removed: int, chance: random.Random, *, keep_the_win: bool = False
) -> Position:
    """A position with about that many cards removed, by random moves, removals preferred.

    If asked to, it makes moves that keep the win where it finds one.
    """
    solver = Solver(position)
    for _ in range(120):
        if position.removed_count >= removed:
            break
        moves = position.legal_moves()
        if keep_the_win:
            moves = tuple(_keeping(solver, position, moves))
        removals = [move for move in moves if move.kind is Kind.REMOVE]
        if not moves:
            break
        position = position.play(
            chance.choice(removals if removals and chance.random() < 0.7 else moves)
        )
    return position


def _keeping(solver: Solver, position: Position, moves: tuple[Move, ...]) -> list[Move]:
    kept = [move for move in moves if solver.verdict(position.play(move)) is Verdict.WINNABLE]
    return kept or list(moves)
