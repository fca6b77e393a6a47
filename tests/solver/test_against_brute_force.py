"""Verdict, shortest win and most cards against trying everything, under every set of rules."""

from __future__ import annotations

import random

import pytest

from app.engine import Position, Rules
from app.solver import Solver, Verdict
from app.solver.core import SHAPE_OF
from tests.engine.play import ALL_RULES, follow, laid_out, setup_of
from tests.solver.brute import Explored, explore
from tests.solver.play import plain_core, played_at_random, random_setup, winnable_start
from tests.support.effort import some, times

POSITIONS = times(6, least=2)
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


@pytest.mark.parametrize("rules", some(ALL_RULES), ids=str)
def test_the_answers_are_those_of_trying_everything(
    rules: Rules, monkeypatch: pytest.MonkeyPatch
) -> None:
    examples = _examples(rules)
    for position, true in examples:
        _hold(position, true)
    # The same source, run by Python alone.
    monkeypatch.setattr("app.solver.solver.core", plain_core())
    for position, true in examples[:2]:
        _hold(position, true)


def test_trying_everything_tells_wins_from_losses_and_short_from_long() -> None:
    """The yardstick itself, on positions that can be seen through by eye."""
    won = Position.start(random_setup(ALL_RULES[0], random.Random(1)))
    last_card = Position(won.setup, 1, 0, 24, 1)
    assert explore(last_card, 10) == Explored(shortest=None, most=0, positions=1)
    assert explore(Position(won.setup, 0, 0, 24, 1), 10) == Explored(0, 0, 1)
    assert explore(won, 10) is None


SMALL = [shape for shape in SHAPE_OF if shape.bit_count() <= 6]


def _any_small_position(rules: Rules, chance: random.Random) -> Position:
    """Any few cards of a deal, lying anyhow: more kinds than random games come to.

    Most talon cards are kings or cards that a pyramid card goes with.
    """
    setup = random_setup(rules, chance)
    ranks = [card.rank for card in setup.deal.cards]
    pyramid = chance.choice(SMALL)
    partners = {13 - ranks[i] for i in range(28) if pyramid >> i & 1} | {13}
    order = sorted(range(24), key=lambda i: ranks[28 + i] not in partners)
    if chance.random() < 0.3:
        chance.shuffle(order)
    talon = sum(1 << i for i in order[: chance.randrange(9)])
    passes = rules.passes or 1
    return Position(setup, pyramid, talon, chance.randrange(25), chance.randint(1, passes))


@pytest.mark.parametrize("rules", some(ALL_RULES), ids=str)
def test_small_positions_of_any_kind_are_answered_as_by_trying_everything(rules: Rules) -> None:
    chance = random.Random(str(rules))
    for _ in range(times(25, least=12)):
        position = _any_small_position(rules, chance)
        explored = explore(position, 20_000)
        assert explored is not None
        _hold(position, explored)


def _last_cards(letters: str, rows: dict[int, str], talon: str, drawn: int) -> Position:
    """A position with these cards in the pyramid and the talon, so many of those drawn."""
    deal = laid_out(rows, talon)
    pyramid = (1 << sum(len(row.split()) for row in rows.values())) - 1
    return Position(setup_of(letters, deal), pyramid, (1 << len(talon.split())) - 1, drawn, 1)


@pytest.mark.parametrize(
    "letters", ["S", "R", "XD2", "XD2A", "XD1AV", "XD", "XO1", "P", "M", "XF1A"]
)
def test_a_drawn_card_buries_nothing(letters: str) -> None:
    """Two fives of the talon, and eights that one of them gets, or both, or none."""
    for rows in ({1: "8S"}, {1: "AS", 2: "8S 8H"}, {1: "8S", 2: "KS QH"}, {1: "KS", 2: "5S 8S"}):
        for talon in ("5C 8C 5D", "5C 5D 8C", "8C 5C 5D", "KD 5C 8C", "5C KD 8C", "5C 8C KD AD"):
            for drawn in range(len(talon.split()) + 1):
                position = _last_cards(letters, rows, talon, drawn)
                explored = explore(position, 5000)
                assert explored is not None
                _hold(position, explored)
