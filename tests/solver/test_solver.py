"""Hints, reviews, limits: what the questions promise beyond the bare answers."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

import pytest

from app.engine import (
    DRAW,
    KING,
    PRESETS,
    PYRAMID_CARDS,
    IllegalMove,
    Kind,
    Move,
    Position,
    Rules,
    Setup,
)
from app.solver import COMPILED, Hint, Most, Shortest, Solver, Verdict
from tests.engine.play import follow
from tests.solver.play import played_at_random, random_setup, winnable_start
from tests.support.effort import times

WINNABLE, LOST, UNKNOWN = Verdict.WINNABLE, Verdict.LOST, Verdict.UNKNOWN
DEALS_EACH = times(12, least=3) if COMPILED else 1
"""Deals a preset where a test plays games to the end."""


def _start(code: str) -> Position:
    return Position.start(Setup.parse(code))


def _at_the_table(position: Position) -> Iterator[Hint]:
    """Take every hint, to a win or until there is none."""
    solver = Solver(position)
    while not position.is_won:
        hint = solver.hint(position)
        yield hint
        if hint.move is None:
            return
        position = position.play(hint.move)


# Deals that are known


def test_aaaaaas_can_be_won_and_its_lines_win() -> None:
    start = _start("PY1-N-AAAAAAS")
    solver = Solver(start)
    assert solver.verdict(start) is WINNABLE
    assert solver.most(start).cards == 28
    line, (_, shortest) = solver.winning_line(start), solver.shortest(start)
    assert line is not None
    assert shortest is not None
    assert follow(start, line).is_won
    assert follow(start, shortest).is_won
    assert len(shortest) <= len(line)


def test_aaaaaaj_never_gives_more_than_fourteen() -> None:
    start = _start("PY1-N-AAAAAAJ")
    solver = Solver(start)
    assert solver.verdict(start) is LOST
    assert solver.winning_line(start) is None
    assert solver.shortest(start) == Shortest(LOST, None)
    most = solver.most(start)
    assert (most.cards, most.proved) == (14, True)
    assert start.left - follow(start, most.line).left == 14


# Hints


@pytest.mark.parametrize("letter", PRESETS)
def test_taking_every_hint_of_a_winnable_deal_wins(letter: str) -> None:
    chance = random.Random(letter)
    for _ in range(DEALS_EACH):
        position = winnable_start(PRESETS[letter], chance)
        for hint in _at_the_table(position):
            assert hint.verdict is WINNABLE
            assert hint.move is not None
            position = position.play(hint.move)
        assert position.is_won


@pytest.mark.parametrize("letter", PRESETS)
def test_in_the_middle_of_a_game_a_hint_keeps_the_win_wherever_there_is_one(letter: str) -> None:
    chance = random.Random(letter)
    for turn in range(2 * DEALS_EACH):
        start = winnable_start(PRESETS[letter], chance)
        position = played_at_random(
            start, chance.randrange(4, 30), chance, keep_the_win=turn % 2 == 0
        )
        hint = Solver(position).hint(position)
        assert hint.verdict is Solver(position).verdict(position)
        if hint.move is not None and hint.verdict is WINNABLE:
            after = position.play(hint.move)
            assert Solver(after).verdict(after) is WINNABLE


def _rank_of(position: Position, move: Move) -> int:
    """Where a move stands in the order of hints."""
    if move.kind is not Kind.REMOVE:
        return 3
    if move.cards[0].rank == KING:
        return 0
    in_pyramid = [position.setup.deal.index[card] < PYRAMID_CARDS for card in move.cards]
    return 1 if all(in_pyramid) else 2


@pytest.mark.parametrize("letter", PRESETS)
def test_among_winning_moves_kings_come_first_then_the_pyramid_then_the_talon(letter: str) -> None:
    chance = random.Random(letter)
    for _ in range(DEALS_EACH):
        start = winnable_start(PRESETS[letter], chance)
        position = played_at_random(start, chance.randrange(30), chance, keep_the_win=True)
        if position.is_won:
            continue
        solver = Solver(position)
        kept = {move: solver.verdict(position.play(move)) for move in position.legal_moves()}
        winning = [_rank_of(position, move) for move in kept if kept[move] is WINNABLE]
        hinted = solver.hint(position).move
        assert hinted is not None
        assert kept[hinted] is WINNABLE
        assert _rank_of(position, hinted) == min(winning)


@pytest.mark.parametrize("letter", PRESETS)
def test_in_a_lost_position_hints_still_take_all_that_can_go(letter: str) -> None:
    chance = random.Random(letter)
    seen = 0
    while seen < DEALS_EACH:
        start = Position.start(random_setup(PRESETS[letter], chance))
        position = played_at_random(start, chance.randrange(12), chance)
        solver = Solver(position)
        if solver.verdict(position) is not LOST:
            continue
        seen += 1
        most = solver.most(position).cards
        end = position
        for hint in _at_the_table(position):
            assert hint.verdict is LOST
            assert hint.most == most - (position.left - end.left)
            end = end if hint.move is None else end.play(hint.move)
        assert position.left - end.left == most


def test_a_dead_game_is_not_told_to_go_on_drawing() -> None:
    """Nothing can go any more, though cards can be drawn for ever."""
    setup = Setup.parse("PY1-N-AAAAAAS")
    dead = Position(setup, 1, 1 << 23, 0, 1)  # JD in the pyramid, 5S in the stock
    assert DRAW in dead.legal_moves()
    assert Solver(dead).hint(dead) == Hint(None, LOST, 0)


def test_a_won_game_has_no_next_move() -> None:
    won = Position(Setup.parse("PY1-N-AAAAAAS"), 0, 5, 1, 1)
    assert Solver(won).hint(won) == Hint(None, WINNABLE, 0)
    assert Solver(won).winning_line(won) == ()
    assert Solver(won).most(won) == Most(0, (), True)


# Limits


@pytest.mark.parametrize("letter", PRESETS)
@pytest.mark.parametrize("node_limit", [0, 3, 30, 300, 3000])
def test_a_limit_makes_answers_unknown_never_wrong(letter: str, node_limit: int) -> None:
    chance = random.Random(letter)
    for _ in range(times(4)):
        start = Position.start(random_setup(PRESETS[letter], chance))
        free, bound = Solver(start), Solver(start, node_limit=node_limit)
        assert bound.verdict(start) in (free.verdict(start), UNKNOWN)
        most, all_that_can = bound.most(start), free.most(start)
        assert most.cards <= all_that_can.cards
        assert not most.proved or most.cards == all_that_can.cards
        assert start.left - follow(start, most.line).left == most.cards
        shortest, line = bound.shortest(start), free.shortest(start).line
        assert shortest.verdict in (free.verdict(start), UNKNOWN)
        if shortest.line is not None:
            assert line is not None
            assert len(shortest.line) == len(line)
        # Without the limit the same solver comes to the same end.
        bound.node_limit = free.node_limit
        assert bound.verdict(start) is free.verdict(start)
        assert bound.most(start).cards == all_that_can.cards


def test_a_deadline_that_has_passed_makes_a_long_question_unknown() -> None:
    chance = random.Random(3)
    while True:
        start = Position.start(random_setup(PRESETS["S"], chance))
        counting = Solver(start)
        if counting.verdict(start) is LOST and counting.nodes > 5000:
            break
    solver = Solver(start, deadline=time.monotonic() - 1)
    assert solver.verdict(start) is UNKNOWN
    assert solver.winning_line(start) is None
    assert solver.shortest(start) == Shortest(UNKNOWN, None)
    assert solver.hint(start).verdict is UNKNOWN
    assert not solver.most(start).proved
    solver.deadline = None
    assert solver.verdict(start) is LOST


def test_an_unknown_position_still_gets_its_king_as_a_hint() -> None:
    start = _start("PY1-N-AAAAAAS")
    hint = Solver(start, node_limit=0).hint(start)
    assert hint == Hint(Move.parse("KD"), UNKNOWN, None)
    after = start.play(Move.parse("KD"))
    assert Solver(after, node_limit=0).hint(after) == Hint(None, UNKNOWN, None)


# Use


def test_a_solver_refuses_a_position_of_another_setup() -> None:
    solver = Solver(Setup.parse("PY1-N-AAAAAAS"))
    with pytest.raises(ValueError, match="knows PY1-N-AAAAAAS, the position is one of PY1-P"):
        solver.verdict(_start("PY1-P-AAAAAAS"))


def test_a_pyramid_that_no_game_leaves_is_refused() -> None:
    without_apex = Position(Setup.parse("PY1-N-AAAAAAS"), (1 << 28) - 2, 0, 0, 1)
    for question in (Solver(without_apex).verdict, Solver(without_apex).most):
        with pytest.raises(ValueError, match="no game leaves the pyramid 0xffffffe"):
            question(without_apex)


def test_a_position_of_an_equal_setup_is_taken() -> None:
    assert Solver(Setup.parse("PY1-N-AAAAAAS")).verdict(_start("py1 n aaaaaas")) is WINNABLE


def test_lines_are_made_of_moves_that_the_engine_takes() -> None:
    """`follow` plays by the engine alone: it refuses what is not legal."""
    with pytest.raises(IllegalMove):
        follow(_start("PY1-N-AAAAAAS"), (Move.parse("KH"),))


def test_nodes_add_up_over_the_questions() -> None:
    start = _start("PY1-T-AAAAAAB")
    solver = Solver(start)
    counts = [solver.nodes]
    for question in (solver.verdict, solver.shortest, solver.most):
        question(start)
        counts.append(solver.nodes)
    assert counts[0] == 0
    assert counts == sorted(set(counts))


def test_rules_with_the_same_first_five_fields_are_solved_alike() -> None:
    chance = random.Random(4)
    start = Position.start(random_setup(Rules(passes=3), chance))
    preset = Position.start(Setup(PRESETS["P"], start.setup.deal))
    assert Solver(start).shortest(start) == Solver(preset).shortest(preset)
