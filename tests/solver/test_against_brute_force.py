"""Verdict, shortest win and most cards against trying everything, under every set of rules."""

from __future__ import annotations

import random

import pytest

from app.engine import Position, Rules
from app.solver import Solver, Verdict
from tests.engine.play import ALL_RULES, follow
from tests.solver.brute import Explored, explore
from tests.solver.play import plain_core, played_at_random, random_setup, winnable_start

POSITIONS = 6
LIMIT = 2500
"""Positions a set of rules, half of them from winnable deals, and how much may lie behind each."""


def _examples(rules: Rules) -> list[tuple[Position, Explored]]:
    """Late positions of random deals with all that is true of them."""
    chance = random.Random(str(rules))
    examples: list[tuple[Position, Explored]] = []
    while len(examples) < POSITIONS:
        keep = len(examples) % 2 == 0
        start = (
            winnable_start(rules, chance) if keep else Position.start(random_setup(rules, chance))
        )
        position = played_at_random(start, chance.randrange(22, 42), chance, keep_the_win=keep)
        explored = explore(position, LIMIT)
        if explored is not None and explored.positions > 10:
            examples.append((position, explored))
    return examples


def _hold(position: Position, true: Explored) -> None:
    """Ask all three questions and play the lines that come with the answers."""
    solver = Solver(position)
    winnable = true.shortest is not None
    assert solver.verdict(position) is (Verdict.WINNABLE if winnable else Verdict.LOST)
    most = solver.most(position)
    assert (most.cards, most.proved) == (true.most, True)
    assert position.left - follow(position, most.line).left == true.most
    shortest = solver.shortest(position)
    line = solver.winning_line(position)
    if true.shortest is None:
        assert (shortest.line, line) == (None, None)
    else:
        assert shortest.line is not None
        assert line is not None
        assert follow(position, shortest.line).is_won
        assert follow(position, line).is_won
        assert len(shortest.line) == true.shortest


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_the_answers_are_those_of_trying_everything(
    rules: Rules, monkeypatch: pytest.MonkeyPatch
) -> None:
    examples = _examples(rules)
    for position, true in examples:
        _hold(position, true)
    # The same source, run by Python alone.
    monkeypatch.setattr("app.solver.questions.core", plain_core())
    for position, true in examples[:2]:
        _hold(position, true)


def test_trying_everything_tells_wins_from_losses_and_short_from_long() -> None:
    """The yardstick itself, on positions that can be seen through by eye."""
    won = Position.start(random_setup(ALL_RULES[0], random.Random(1)))
    last_card = Position(won.setup, 1, 0, 24, 1)
    assert explore(last_card, 10) == Explored(shortest=None, most=0, positions=1)
    assert explore(Position(won.setup, 0, 0, 24, 1), 10) == Explored(0, 0, 1)
    assert explore(won, 10) is None
