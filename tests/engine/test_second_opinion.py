"""The engine beside the second implementation: over chance games of every combination of rules,
the two agree on all that lies on the table and all that may be done."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.engine import (
    DECK,
    PRESETS,
    REDO,
    UNDO,
    Deal,
    Entry,
    Game,
    Kind,
    Move,
    Rules,
    Setup,
)
from tests.engine.naive import PACK, Player
from tests.engine.play import (
    ALL_RULES,
    action_of,
    player_of,
    sight_of,
    sight_of_table,
)
from tests.engine.strategies import deal, examples, odd_rules
from tests.support.effort import EFFORT, some


def agree(game: Game, player: Player) -> None:
    """See that a game and a player of the second implementation stand alike."""
    assert sight_of(game.position) == sight_of_table(player.table)
    assert {action_of(move) for move in game.position.legal_moves()} == player.table.actions()
    assert game.moves == player.moves
    assert game.pass_number == player.table.now_in_pass
    assert (game.why_not(UNDO) is None) is player.can("undo")
    assert (game.why_not(REDO) is None) is player.can("redo")
    if game.score is not None:
        assert game.score == player.table.points


def play_both(setup: Setup, chance: random.Random, entries: int) -> Game:
    """Play a chance game on both sides, comparing after every entry."""
    game, player = Game(setup), player_of(setup)
    agree(game, player)
    undoing = chance.choice((0.0, 0.1, 0.3))
    for _ in range(entries):
        entry = _choose(game, chance, undoing)
        if entry is None:
            break
        game = game.enter(entry)
        player.do(action_of(entry))
        agree(game, player)
    return game


def _choose(game: Game, chance: random.Random, undoing: float) -> Entry | None:
    steps = [step for step in (UNDO, REDO) if game.why_not(step) is None]
    if steps and chance.random() < undoing:
        return chance.choice(steps)
    legal = game.position.legal_moves()
    removals = [move for move in legal if move.kind is Kind.REMOVE]
    if removals and chance.random() < 0.6:
        return chance.choice(removals)
    return chance.choice(legal) if legal else None


@pytest.mark.parametrize("rules", some(ALL_RULES), ids=str)
def test_chance_games_agree_under_every_combination_of_rules(rules: Rules) -> None:
    for seed in range(round(max(1, EFFORT))):
        chance = random.Random(f"{rules} {seed}")
        setup = Setup(rules, Deal.numbered(chance.randrange(26**7)))
        play_both(setup, chance, 150)


@pytest.mark.parametrize("letter", PRESETS)
def test_chance_games_with_a_short_reach_of_undo_agree_under_every_preset(letter: str) -> None:
    for seed in range(round(3 * max(1, EFFORT))):
        chance = random.Random(f"{letter} {seed}")
        rules = replace(PRESETS[letter], undo_limit=chance.choice((None, 0, 1, 3, 7)))
        play_both(Setup(rules, Deal.numbered(chance.randrange(26**7))), chance, 150)


@examples(30)
@given(odd_rules, deal, st.integers(0, 2**32))
def test_chance_games_agree_however_they_are_counted(rules: Rules, dealt: Deal, seed: int) -> None:
    play_both(Setup(rules, dealt), random.Random(seed), 100)


@pytest.mark.parametrize("letter", PRESETS)
def test_games_played_to_their_end_agree_under_every_preset(letter: str) -> None:
    chance = random.Random(letter)
    for _ in range(round(2 * max(1, EFFORT))):
        setup = Setup(PRESETS[letter], Deal.numbered(chance.randrange(26**7)))
        game = play_both(setup, chance, 60)
        player = player_of(setup)
        for move in game.line:
            player.do(action_of(move))
        # On without undo, and greedily, so that it ends.
        while removals_or_draw := [m for m in game.position.legal_moves() if _presses_on(game, m)]:
            game = game.play(removals_or_draw[0])
            player.do(action_of(game.line[-1]))
        assert sight_of(game.position) == sight_of_table(player.table)


def _presses_on(game: Game, move: Move) -> bool:
    """Whether a greedy player makes a move: no recycle after a pass that brought nothing."""
    return move.kind is not Kind.RECYCLE or any(
        done.kind is Kind.REMOVE for done in game.line[-len(game.position.waste) :]
    )


def test_both_play_with_the_same_pack() -> None:
    assert sorted(PACK) == sorted(map(str, DECK))
