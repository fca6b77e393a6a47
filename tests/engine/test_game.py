"""The log of a game: playing, undo, redo, counters, score and status."""

from __future__ import annotations

import copy
import doctest
import pickle
import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import app.engine
from app.engine import (
    DRAW,
    PRESETS,
    RECYCLE,
    REDO,
    UNDO,
    Card,
    Deal,
    Entry,
    Game,
    IllegalMove,
    Kind,
    Move,
    Position,
    Reason,
    Rules,
    Scoring,
    Setup,
    Status,
    parse_entry,
)
from tests.engine.play import (
    WINS,
    entries,
    fourteen_pairs,
    laid_out,
    moves,
    out_of_pairs,
    played,
    refusal,
    setup_of,
)
from tests.engine.strategies import examples, lines, named_rules, odd_rules


@st.composite
def logs(draw: st.DrawFn, rules: st.SearchStrategy[Rules] = named_rules) -> Game:
    """A game with a log of actions, undos and redos."""
    setup = Setup(draw(rules), Deal.numbered(draw(st.integers(0, 10**6))))
    chance = random.Random(draw(st.integers(0, 2**32)))
    return muddled(Game(setup), chance, draw(st.integers(0, 120)))


def muddled(game: Game, chance: random.Random, entries: int) -> Game:
    """The game after up to so many chance entries."""
    for _ in range(entries):
        legal: list[Entry] = list(game.position.legal_moves())
        # Undos and redos come in runs, as people make them.
        legal += [step for step in (UNDO, REDO) for _ in range(2) if game.why_not(step) is None]
        if not legal:
            break
        step = game.log[-1] if game.log and game.log[-1] in (UNDO, REDO) else None
        if step in legal and chance.random() < 0.6:
            game = game.enter(step)
        else:
            game = game.enter(chance.choice(legal))
    return game


def state(game: Game) -> tuple[object, ...]:
    """All that a game shows, but for its log and its move counter."""
    return (game.position, game.positions, game.line, game.score, game.status, game.pass_number)


# Going on


def test_a_new_game_stands_at_the_start() -> None:
    game = played("PY1-N-AAAAAAS")
    assert (game.log, game.line, game.undone, game.ply, game.moves) == ((), (), (), 0, 0)
    assert (game.score, game.status, game.pass_number) == (0, Status.PLAYING, 1)
    assert game.position == Position.start(game.setup)
    assert game.positions == (game.position,)
    assert game.code == "PY1-N-AAAAAAS"


def test_every_step_makes_a_new_game_and_leaves_the_old_one_alone() -> None:
    before = played("PY1-N-AAAAAAS")
    after = before.play(Move.parse("KD"))
    assert before == played("PY1-N-AAAAAAS")
    assert before.position.left == 28
    assert (after.position.left, after.ply, after.line) == (27, 1, moves("KD"))
    assert after.undo().log == entries("KD undo")
    assert after.undo().redo().log == entries("KD undo redo")
    with pytest.raises(AttributeError):
        after.log = ()  # type: ignore[misc]


@examples(60)
@given(logs())
def test_replaying_a_log_gives_the_game_that_was_played(game: Game) -> None:
    again = Game(game.setup, game.log)
    assert again == game
    assert hash(again) == hash(game)
    assert state(again) == state(game)
    assert (again.undone, again.moves) == (game.undone, game.moves)
    assert [again.why_not(step) for step in (UNDO, REDO)] == [
        game.why_not(step) for step in (UNDO, REDO)
    ]


@examples(60)
@given(logs())
def test_a_log_as_text_is_the_same_log(game: Game) -> None:
    texts = [str(entry) for entry in game.log]
    assert Game(Setup.parse(game.code), tuple(map(parse_entry, texts))) == game


@examples(20)
@given(logs())
def test_a_game_survives_being_sent_to_another_process_and_being_copied(game: Game) -> None:
    for twin in (pickle.loads(pickle.dumps(game)), copy.copy(game), copy.deepcopy(game)):
        assert twin == game
        assert hash(twin) == hash(game)
        assert state(twin) == state(game)
        assert twin.position.legal_moves() == game.position.legal_moves()


def test_the_example_of_the_package_is_right() -> None:
    ran = doctest.testmod(app.engine)
    assert ran.attempted > 0
    assert ran.failed == 0


@examples(60)
@given(logs())
def test_the_position_is_where_the_line_leads_from_the_start(game: Game) -> None:
    position = Position.start(game.setup)
    positions = [position]
    for move in game.line:
        position = position.play(move)
        positions.append(position)
    assert list(game.positions) == positions
    assert game.position == position
    assert game.ply == len(game.log)


@pytest.mark.parametrize(
    ("log", "reason"),
    [
        ("KD KD", Reason.NOT_IN_PLAY),
        ("KD KH", Reason.COVERED),
        ("draw 7D", Reason.UNDER_WASTE_TOP),
        ("recycle", Reason.STOCK_NOT_EMPTY),
        ("undo", Reason.NOTHING_TO_UNDO),
        ("KD undo undo", Reason.NOTHING_TO_UNDO),
        ("redo", Reason.NOTHING_TO_REDO),
        ("KD undo draw redo", Reason.NOTHING_TO_REDO),
        ("7C7S", Reason.SUM),
    ],
)
def test_a_log_that_the_rules_refuse_is_no_game(log: str, reason: Reason) -> None:
    with pytest.raises(IllegalMove) as refused:
        Game(Setup.parse("PY1-N-AAAAAAS"), entries(log))
    assert refused.value.reason is reason


def test_the_same_code_deals_the_same_cards_again_whatever_was_played() -> None:
    for code, line in WINS.items():
        fresh = Game(Setup.parse(code))
        for upto in (0, 1, len(line.split()) // 2, len(line.split())):
            game = played(code, " ".join(line.split()[:upto]))
            again = Game(Setup.parse(game.code))
            assert again == fresh
            assert again.position == fresh.position
            assert again.setup.deal.cards == fresh.setup.deal.cards


# Undo and redo


def test_one_undo_brings_back_both_cards_of_a_pair_and_one_redo_takes_both() -> None:
    game = played("PY1-N-AAAAAAS", "KD TC3S")
    back = game.undo()
    assert back.position == played("PY1-N-AAAAAAS", "KD").position
    assert {back.position.place_of(Card.parse(text)) for text in ("TC", "3S")} == {"r7c2", "r7c5"}
    assert (back.score, back.position.left, back.moves) == (10, 27, 2)
    again = back.redo()
    assert again.position == game.position
    assert (again.score, again.position.left, again.moves) == (30, 25, 2)


@pytest.mark.parametrize("letters", [*PRESETS, "XOD", "XOF2AV"])
def test_drawing_five_undoing_five_and_drawing_five_turns_the_same_five(letters: str) -> None:
    game = played(f"PY1-{letters}-AAAAAAS", "draw*5")
    turned = game.position.waste, game.position.drawn
    back = played(game.setup, "draw*5 undo*5")
    assert back.position == Position.start(game.setup)
    again = played(game.setup, "draw*5 undo*5 draw*5")
    assert (again.position.waste, again.position.drawn) == turned
    assert again.position.stock == game.position.stock


@pytest.mark.parametrize("letters", ["N", "T", "P", "C", "M", "XOD", "XF2AV"])
def test_undo_out_of_the_second_pass_and_redo_into_it_deals_the_same(letters: str) -> None:
    game = Game(setup_of(letters, Deal.parse("AAAAAAS")))
    for _ in range(2):
        while game.position.stock:
            removals = [m for m in game.position.legal_moves() if m.kind is Kind.REMOVE]
            game = game.play(removals[0] if removals and len(game.line) % 3 == 0 else DRAW)
        if game.pass_number == 1:
            game = game.play(RECYCLE)
    assert game.pass_number == 2
    back, steps = game, 0
    while back.line and back.why_not(UNDO) is None:
        back, steps = back.undo(), steps + 1
    assert back.pass_number == 1
    forth = back
    for _ in range(steps):
        forth = forth.redo()
    assert state(forth) == state(game)
    assert Game(forth.setup, forth.log).position == game.position
    assert forth.why_not(REDO) is Reason.NOTHING_TO_REDO


@examples(80)
@given(logs())
def test_undo_then_redo_changes_nothing(game: Game) -> None:
    if game.why_not(UNDO) is None:
        there_and_back = game.undo().redo()
        assert state(there_and_back) == state(game)
        assert there_and_back.undone == game.undone


@examples(80)
@given(logs())
def test_redo_then_undo_changes_nothing(game: Game) -> None:
    if game.why_not(REDO) is None and game.redo().why_not(UNDO) is None:
        there_and_back = game.redo().undo()
        assert state(there_and_back) == state(game)
        assert there_and_back.undone == game.undone


@examples(60)
@given(lines(named_rules.filter(lambda rules: rules.undo_limit is None)))
def test_undoing_everything_leads_to_the_start_and_redoing_everything_back(
    line: tuple[Setup, tuple[Move, ...]],
) -> None:
    setup, done = line
    game = Game(setup, done)
    if game.status is Status.WON:
        return
    back = Game(setup, (*done, *[UNDO] * len(done)))
    assert back.position == Position.start(setup)
    assert back.undone == done[::-1]
    assert back.why_not(UNDO) is Reason.NOTHING_TO_UNDO
    forth = Game(setup, (*back.log, *[REDO] * len(done)))
    assert state(forth) == state(game)


def test_a_new_action_forgets_what_could_be_redone() -> None:
    game = played("PY1-N-AAAAAAS", "KD draw undo undo")
    assert game.undone == moves("draw KD")
    assert game.why_not(REDO) is None
    assert refusal(game.play(DRAW), "redo") is Reason.NOTHING_TO_REDO
    # Even if it is the very action that was taken back.
    assert refusal(game.play(Move.parse("KD")), "redo") is Reason.NOTHING_TO_REDO


def test_a_refused_action_forgets_nothing() -> None:
    game = played("PY1-N-AAAAAAS", "KD draw undo undo")
    for text in ("QC", "7C7S", "recycle", "AS", "5S"):
        assert refusal(game, text) is not None
    assert game.redo().redo().line == moves("KD draw")


def test_with_nothing_done_there_is_nothing_to_undo_or_redo() -> None:
    for letters in PRESETS:
        game = played(f"PY1-{letters}-AAAAAAS")
        assert refusal(game, "undo") is Reason.NOTHING_TO_UNDO
        assert refusal(game, "redo") is Reason.NOTHING_TO_REDO


def test_stuck_can_be_undone() -> None:
    game = played("PY1-R-AAAAAAS", "draw*24")
    while game.status is Status.PLAYING:
        game = game.play(game.position.legal_moves()[0])
    assert game.status is Status.STUCK
    assert game.undo().status is Status.PLAYING


# The undo limit


def test_of_150_actions_the_last_100_can_be_undone() -> None:
    game = played("PY1-N-AAAAAAS", "draw*23 recycle " + "draw*24 recycle " * 5 + "draw")
    assert game.moves == len(game.line) == 150
    whole = game
    for _ in range(100):
        game = game.undo()
    assert len(game.line) == len(whole.line) - 100
    assert refusal(game, "undo") is Reason.UNDO_LIMIT
    for _ in range(100):
        game = game.redo()
    assert state(game) == state(whole)


def test_exactly_100_actions_can_all_be_undone() -> None:
    game = played(
        "PY1-N-AAAAAAS", "draw*23 recycle draw*24 recycle draw*24 recycle draw*24 recycle draw"
    )
    assert len(game.line) == 100
    for _ in range(100):
        game = game.undo()
    assert refusal(game, "undo") is Reason.NOTHING_TO_UNDO


LIMIT_3 = replace(PRESETS["N"], undo_limit=3)


def limited(text: str) -> Game:
    return played(Setup(LIMIT_3, Deal.parse("AAAAAAS")), text)


@pytest.mark.parametrize(
    ("log", "reachable"),
    [
        ("draw", 1),
        ("draw*3", 3),
        ("draw*4", 3),
        ("draw*5 undo", 2),
        ("draw*5 undo*3", 0),
        # Redo reaches forward, not farther back.
        ("draw*5 undo*3 redo*2", 2),
        ("draw*5 undo*3 redo*3", 3),
        ("draw*5 undo redo", 3),
        # What has dropped out stays out, though now fewer than three actions lie behind.
        ("draw*5 undo*3 KD", 1),
        ("draw*5 undo*3 KD draw", 2),
        ("draw*5 undo*3 KD draw*3", 3),
        ("draw*5 undo*2 KD draw", 3),
        ("draw*5 undo*3 KD undo", 0),
        ("draw*5 undo*3 KD undo draw undo", 0),
    ],
)
def test_what_has_dropped_out_of_reach_of_undo_stays_out(log: str, reachable: int) -> None:
    game = limited(log)
    line = len(game.line)
    for _ in range(reachable):
        assert game.why_not(UNDO) is None
        game = game.undo()
    assert len(game.line) == line - reachable
    out = Reason.UNDO_LIMIT if game.line else Reason.NOTHING_TO_UNDO
    assert refusal(game, "undo") is out


def test_a_limit_of_nothing_allows_no_undo() -> None:
    game = played(Setup(Rules(undo_limit=0), Deal.parse("AAAAAAS")), "draw")
    assert refusal(game, "undo") is Reason.UNDO_LIMIT


@examples(60)
@given(logs(odd_rules))
def test_never_more_than_the_limit_can_be_undone(game: Game) -> None:
    limit = game.setup.rules.undo_limit
    undone = 0
    while game.why_not(UNDO) is None:
        game, undone = game.undo(), undone + 1
    assert limit is None or undone <= limit


def test_without_a_limit_everything_can_be_undone() -> None:
    for letters in "STRPCM":
        assert PRESETS[letters].undo_limit is None
    game = played("PY1-C-AAAAAAS", "draw*24 recycle " * 20)
    assert len(game.line) == 500
    assert played("PY1-C-AAAAAAS", "draw*24 recycle " * 20 + "undo*500").line == ()


# Counters


def test_every_action_counts_as_a_move_whatever_it_is() -> None:
    game = played("PY1-N-AAAAAAS", "KD TC3S draw*23 recycle")
    assert game.moves == 1 + 1 + 23 + 1


def test_undo_and_redo_leave_the_move_counter_as_it_is() -> None:
    assert played("PY1-N-AAAAAAS", "KD draw undo undo").moves == 2
    assert played("PY1-N-AAAAAAS", "KD draw undo undo redo redo").moves == 2
    assert played("PY1-N-AAAAAAS", "KD undo KD undo KD").moves == 3


def test_where_the_rules_count_undos_each_is_one_more_move_and_a_redo_is_none() -> None:
    assert played("PY1-C-AAAAAAS", "KD draw undo undo").moves == 4
    assert played("PY1-C-AAAAAAS", "KD draw undo undo redo redo").moves == 4
    assert [letters for letters in PRESETS if PRESETS[letters].undo_counts] == ["C"]


@examples(80)
@given(logs(st.one_of(named_rules, odd_rules)))
def test_the_move_counter_counts_the_actions_ever_made_and_never_goes_down(game: Game) -> None:
    actions = sum(isinstance(entry, Move) for entry in game.log)
    undos = sum(entry is UNDO for entry in game.log)
    assert game.moves == actions + undos * game.setup.rules.undo_counts
    before = Game(game.setup)
    for entry in game.log:
        after = before.enter(entry)
        assert after.moves - before.moves in (0, 1)
        before = after


def test_the_pass_is_counted_from_1_also_where_passes_are_unlimited() -> None:
    for letters in ("N", "P", "T", "M", "XOD"):
        game = played(f"PY1-{letters}-AAAAAAS")
        assert game.pass_number == 1
        game = game.play(DRAW)
        while game.position.stock:
            game = game.play(DRAW)
        game = game.play(RECYCLE)
        assert game.pass_number == 2
        assert game.undo().pass_number == 1
        assert game.undo().redo().pass_number == 2
    assert played("PY1-N-AAAAAAS", "draw*23 recycle " + "draw*24 recycle " * 7).pass_number == 9


# Score


def test_by_cards_a_pyramid_card_is_10_points_and_a_talon_card_nothing() -> None:
    deal = laid_out({7: "KD TC 3S 5H 9C 2C JD"}, talon="8S 8C KC 4D AS")
    for letters, opening in (("N", ""), ("M", "draw ")):
        game = Game(setup_of(letters, deal))
        for text, points in (
            ("KD", 10),  # a king of the pyramid
            ("TC3S", 30),  # a pair of two pyramid cards
            ("draw", 30),
            ("8C5H", 40),  # a pair with the waste
            ("draw", 40),
            ("KC", 40),  # a king of the waste
            ("draw", 40),
            ("9C4D", 50),
        ):
            if opening and text != "KD" and game.line == moves("KD TC3S"):
                game = game.play(DRAW)
            game = game.play(Move.parse(text))
            assert game.score == points
        assert game.undo().score == 40
        assert game.undo().redo().score == 50


def test_by_cards_draws_and_recycles_cost_nothing() -> None:
    assert played("PY1-N-AAAAAAS", "KD draw*23 recycle draw*24 recycle").score == 10


def test_by_cards_a_win_is_always_280_points() -> None:
    for code, line in WINS.items():
        if Setup.parse(code).rules.scoring is Scoring.CARDS:
            assert played(code, line).score == 280


def test_by_pairs_a_pair_is_10_points_and_a_king_5_wherever_they_lie() -> None:
    deal = laid_out({7: "KD TC 3S 5H 9C 2C JD"}, talon="8C KC 4D AS")
    game = Game(setup_of("P", deal))
    for text, points in (
        ("KD", 5),
        ("TC3S", 15),
        ("draw", 15),
        ("8C5H", 25),
        ("draw", 25),
        ("KC", 30),
        ("draw", 30),
        ("9C4D", 40),
    ):
        game = game.play(Move.parse(text))
        assert game.score == points
    assert game.undo().score == 30
    assert game.undo().undo().undo().score == 25


def test_by_pairs_clearing_the_pyramid_is_100_points_more() -> None:
    for code, line in WINS.items():
        if Setup.parse(code).rules.scoring is Scoring.PAIRS:
            game = played(code, line)
            removals = [move for move in game.line if move.kind is Kind.REMOVE]
            kings = sum(len(move.cards) == 1 for move in removals)
            assert game.score == 5 * kings + 10 * (len(removals) - kings) + 100
            before = played(code, " ".join(line.split()[:-1]))
            assert before.score is not None
            assert game.score - before.score == 100 + (5 if len(removals[-1].cards) == 1 else 10)


def test_by_pairs_three_kings_and_twelve_pairs_are_135_points_and_235_with_the_bonus() -> None:
    # Three kings and twelve pairs are 27 cards: no pyramid of 28 goes that way. So the sum is
    # shown in two parts: what the removals give, and what clearing adds to them (above).
    game = played(
        "PY1-P-AAAAAAS",
        "TC3H KD draw*8 TH3S draw JC2C draw*8 9H4H draw 7C6S draw draw 7S6D draw*4 8D5S KC recycle"
        " draw draw QCAC KH draw JS2H draw TD3C draw*4 QHAD TS3D",
    )
    taken = [len(move.cards) for move in game.line if move.kind is Kind.REMOVE]
    assert (taken.count(1), taken.count(2)) == (3, 12)
    assert game.score == 15 + 120 == 235 - 100


def test_where_the_rules_score_nothing_there_is_no_score() -> None:
    for letters in "STRC":
        assert played(f"PY1-{letters}-AAAAAAS", "KD TC3S").score is None


@examples(60)
@given(logs(st.one_of(named_rules, odd_rules)))
def test_the_score_follows_from_the_line_alone(game: Game) -> None:
    assert game.score == Game(game.setup, game.line).score


# The end


@pytest.mark.parametrize("code", WINS)
def test_a_game_is_won_by_the_last_move_of_a_winning_line_and_not_before(code: str) -> None:
    game = played(code)
    for move in moves(WINS[code]):
        assert game.status is Status.PLAYING
        game = game.play(move)
    assert game.status is Status.WON
    assert game.position.left == 0
    assert game.moves == len(WINS[code].split())
    for text in ("undo", "redo", "draw", "recycle", "KD", "TC3S"):
        assert refusal(game, text) is Reason.GAME_OVER


@pytest.mark.parametrize("code", WINS)
def test_the_last_move_before_a_win_can_be_undone(code: str) -> None:
    game = played(code, " ".join(WINS[code].split()[:-1]))
    assert game.undo().redo().play(Move.parse(WINS[code].split()[-1])).status is Status.WON


def test_there_is_a_winning_line_for_every_preset() -> None:
    assert {str(Setup.parse(code).rules) for code in WINS} >= set(PRESETS)


def test_14_pairs_inside_the_pyramid_win_in_14_moves_where_covers_pair() -> None:
    deal = fourteen_pairs()
    game = played(setup_of("C", deal), out_of_pairs(deal))
    assert game.status is Status.WON
    assert game.moves == 14
    # Every removal takes two of 28 cards at most, so no win is shorter. Without cover pairs the
    # last pair, the apex and its last cover, is refused.
    before_last = " ".join(out_of_pairs(deal).split()[:-1])
    strict = played(setup_of("X", deal), before_last)
    assert refusal(strict, out_of_pairs(deal).split()[-1]) is Reason.COVERED


def test_a_win_after_undos_costs_more_moves_where_undos_count() -> None:
    deal = fourteen_pairs()
    first, rest = out_of_pairs(deal).split(" ", 1)
    game = played(setup_of("C", deal), f"{first} undo {first} {rest}")
    assert (game.status, game.moves) == (Status.WON, 16)
    redone = played(setup_of("C", deal), f"{first} undo redo {rest}")
    assert (redone.status, redone.moves) == (Status.WON, 15)
