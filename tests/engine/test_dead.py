"""A dead game: nothing can go any more, whatever is drawn."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from app.engine import PRESETS, Deal, Goal, Kind, Position, Rules, Setup, Status, Talon

CUSTOM = (
    Rules.custom(opening_waste=True, talon=Talon.DRAWN, passes=2, goal=Goal.ALL, cover_pairs=True),
    Rules.custom(
        opening_waste=False, talon=Talon.OPEN, passes=None, goal=Goal.PYRAMID, cover_pairs=True
    ),
    Rules.custom(
        opening_waste=True, talon=Talon.DRAWN, passes=None, goal=Goal.PYRAMID, cover_pairs=False
    ),
)


def can_remove_some_time(position: Position) -> bool:
    """By brute force: everything that can be reached by draws and recycles alone is looked at."""
    found, todo = {position}, [position]
    while todo:
        here = todo.pop()
        for move in here.legal_moves():
            if move.kind is Kind.REMOVE:
                return True
            after = here.play(move)
            if after not in found:
                found.add(after)
                todo.append(after)
    return False


def positions(rules: Rules, count: int, seed: int) -> list[Position]:
    """Positions of games in which cards are removed wherever that is possible, mostly."""
    chance = random.Random(seed)
    found: list[Position] = []
    while len(found) < count:
        position = Position.start(Setup(rules, Deal.numbered(chance.randrange(26**7))))
        for _ in range(150):
            found.append(position)
            moves = position.legal_moves()
            if not moves:
                break
            removals = [move for move in moves if move.kind is Kind.REMOVE]
            position = position.play(chance.choice(removals or moves))
    return found[:count]


@pytest.mark.parametrize("rules", [*PRESETS.values(), *CUSTOM], ids=str)
def test_dead_is_what_brute_force_finds_dead(rules: Rules) -> None:
    seen = set()
    for position in positions(rules, 1000, seed=7):
        dead = not position.is_won and not can_remove_some_time(position)
        assert position.is_dead == dead, position
        seen.add(dead)
    assert seen == {True, False}


def test_a_stuck_game_is_dead_and_a_won_one_is_not() -> None:
    seen = set()
    for position in positions(PRESETS["S"], 2000, seed=1) + positions(PRESETS["C"], 5000, seed=1):
        seen.add(position.status)
        if position.status is Status.STUCK:
            assert position.is_dead
        if position.status is Status.WON:
            assert not position.is_dead
    assert seen == set(Status)


@pytest.mark.parametrize("letter", "NS")
def test_a_game_that_can_still_be_drawn_in_may_be_dead(letter: str) -> None:
    """The rules call it playing: only the player is told that nothing more can go."""
    dead = [each for each in positions(PRESETS[letter], 3000, seed=3) if each.is_dead]
    drawable = [each for each in dead if each.status is Status.PLAYING]
    assert drawable
    for position in drawable:
        assert all(move.kind is not Kind.REMOVE for move in position.legal_moves())


def test_a_pair_that_lies_one_on_the_other_is_not_dead_where_it_may_go() -> None:
    """Stacked pairs: where no other pair is left, that one keeps the game alive."""
    kept = []
    for position in positions(PRESETS["C"], 5000, seed=2):
        line = position.legal_moves()
        removals = [move for move in line if move.kind is Kind.REMOVE]
        same = replace(position, setup=Setup(PRESETS["N"], position.setup.deal))
        if len(removals) == 1 and len(removals[0].cards) == 2 and same.is_dead:
            kept.append(position)
    assert kept
    assert not any(position.is_dead for position in kept)
