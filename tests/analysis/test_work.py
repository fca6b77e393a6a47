"""What is asked of the solver, answered: what is proved of every position of a game."""

from __future__ import annotations

import pickle
import random
import time
from datetime import date
from itertools import pairwise
from math import inf

import pytest

from app.analysis import work
from app.analysis.questions import (
    Advice,
    AskAdvice,
    AskDaily,
    AskGrade,
    AskReturn,
    AskReview,
    AskSolution,
    AskStanding,
    AskWinnable,
    DayDeal,
    Found,
    Graded,
    Place,
    Question,
    Return,
    Review,
    Standing,
)
from app.analysis.work import UNPROVED_SECONDS, answer, grace, lasting, without_answer
from app.engine import PRESETS, Deal, Entry, Game, Move, Position, Rules, Setup, Status, parse_entry
from app.record import Grade, daily_of, grade_of
from app.solver import Hint, Solver, Verdict, solution_of

LONG = 60.0
PRINTED = Setup.parse("PY1-N-AAAAAAS")
HOPELESS = Setup.parse("PY1-N-AAAAAAJ")
LOSABLE = Setup.parse("PY1-N-AAAAAAH")
W, L, U = Verdict.WINNABLE, Verdict.LOST, Verdict.UNKNOWN
ASKED: tuple[Question, ...] = (
    AskStanding(Place.of(Position.start(PRINTED))),
    AskAdvice(Place.of(Position.start(PRINTED))),
    AskSolution(str(PRINTED)),
    AskReview(str(PRINTED), "KD undo redo"),
    AskReturn(str(PRINTED), "KD"),
    AskWinnable("S", 7, 10),
    AskGrade(str(PRINTED)),
    AskDaily(date(2026, 12, 1), "M"),
)


def wander(setup: Setup, seed: int, entries: int) -> Game:
    """A game of legal moves by chance, with undos and redos among them."""
    chance, game = random.Random(seed), Game(setup)
    for _ in range(entries):
        if game.status is Status.WON:
            break
        choices: list[Entry] = list(game.position.legal_moves())
        steps = [parse_entry("undo"), parse_entry("redo")]
        choices += [step for step in steps if game.why_not(step) is None]
        if not choices:
            break
        game = game.enter(chance.choice(choices))
    return game


def text(game: Game) -> str:
    return " ".join(map(str, game.log))


@pytest.mark.parametrize("letter", PRESETS)
def test_a_place_is_its_position(letter: str) -> None:
    setup = Setup(PRESETS[letter], Deal.numbered(11))
    for position in wander(setup, 3, 60).positions:
        place = Place.of(position)
        assert place.position() == position
        assert pickle.loads(pickle.dumps(place)) == place


def test_a_standing_tells_of_the_position_and_of_the_deal() -> None:
    def standing(setup: Setup, *moves: str) -> Standing:
        position = Game(setup, tuple(map(Move.parse, moves))).position
        found = answer(AskStanding(Place.of(position)), LONG)
        assert isinstance(found, Standing)
        return found

    assert standing(PRINTED, "KD") == Standing(W, W)
    assert standing(LOSABLE, "JS2S") == Standing(L, W)
    assert standing(HOPELESS, "draw") == Standing(L, L)


def test_advice_has_a_move_that_wins_or_else_keeps_the_most_cards() -> None:
    for setup in (PRINTED, LOSABLE, HOPELESS):
        solver = Solver(setup)
        for position in wander(setup, 5, 25).positions:
            found = answer(AskAdvice(Place.of(position)), LONG)
            assert isinstance(found, Advice)
            assert found.standing.verdict is solver.verdict(position)
            assert found.most is not None
            if found.move is None:
                assert found.most == 0 or position.is_won
                continue
            after = position.play(found.move)
            if found.standing.verdict is W:
                assert solver.verdict(after) is W
            else:
                assert position.left - after.left + solver.most(after).cards == found.most


# Review


@pytest.mark.parametrize("letter", PRESETS)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_review_judges_every_entry_as_a_search_from_each_board_does(
    letter: str, seed: int
) -> None:
    setup = Setup(PRESETS[letter], Deal.numbered(seed * 40))
    game, solver = wander(setup, seed, 60), Solver(setup)
    found = answer(AskReview(str(setup), text(game)), LONG)
    assert isinstance(found, Review)
    boards = [Game(setup, game.log[:ply]) for ply in range(game.ply + 1)]
    verdicts = [solver.verdict(board.position) for board in boards]
    assert [(m.before, m.after) for m in found.moments] == list(pairwise(verdicts))
    for board, moment in zip(boards, found.moments, strict=False):
        assert (moment.better is not None) is moment.lost_the_win
        if moment.better is not None:
            won = board
            for move in moment.better.split():
                won = won.play(Move.parse(move))
            assert won.status is Status.WON
    assert found.complete


def test_a_review_of_no_entries_is_empty() -> None:
    assert answer(AskReview(str(PRINTED), ""), LONG) == Review(())


def test_a_lost_deal_is_searched_once_for_its_whole_review(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []
    verdict = Solver.verdict

    def counted(solver: Solver, position: Position) -> Verdict:
        asked.append(position)
        return verdict(solver, position)

    monkeypatch.setattr(Solver, "verdict", counted)
    game = wander(HOPELESS, 1, 200)
    found = answer(AskReview(str(HOPELESS), text(game)), LONG)
    assert isinstance(found, Review)
    assert len(found.moments) == game.ply > 100
    assert {(m.before, m.after) for m in found.moments} == {(L, L)}
    assert asked == [Position.start(HOPELESS)]


def test_a_won_game_of_many_moves_is_judged_by_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    line = Solver(PRINTED).winning_line(Position.start(PRINTED))
    asked = []
    verdict = Solver.verdict

    def counted(solver: Solver, position: Position) -> Verdict:
        asked.append(position)
        return verdict(solver, position)

    monkeypatch.setattr(Solver, "verdict", counted)
    assert line is not None
    found = answer(AskReview(str(PRINTED), " ".join(map(str, line))), LONG)
    assert isinstance(found, Review)
    assert {(m.before, m.after) for m in found.moments} == {(W, W)}
    assert len(asked) == 2


# The way back


@pytest.mark.parametrize("letter", PRESETS)
def test_the_way_back_leads_to_the_last_position_that_can_be_won(letter: str) -> None:
    for number in range(0, 120, 17):
        setup = Setup(PRESETS[letter], Deal.numbered(number))
        line = wander(setup, number, 40).line
        positions = Game(setup, line).positions
        solver = Solver(setup)
        good = [at for at, position in enumerate(positions) if solver.verdict(position) is W]
        found = answer(AskReturn(str(setup), " ".join(map(str, line))), LONG)
        assert found == Return(len(line) - good[-1] if good else None, True)


def test_what_time_ran_out_for_on_the_way_back_is_not_denied(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Solver, "verdict", lambda _solver, _position: U)
    assert answer(AskReturn(str(PRINTED), "KD draw"), LONG) == Return(None, False)


# Solutions


@pytest.mark.parametrize("code", [str(PRINTED), str(HOPELESS)])
def test_what_is_known_of_a_deal_is_what_the_solver_knows(code: str) -> None:
    assert answer(AskSolution(code), LONG) == solution_of(Solver(Setup.parse(code)))


# Deals by chance


@pytest.mark.parametrize("letters", ["S", "XD2A", "XO1AV"])
def test_a_deal_that_is_found_can_be_won_and_another_seed_finds_another(letters: str) -> None:
    found = [answer(AskWinnable(letters, seed, 10_000), LONG) for seed in (1, 1, 2)]
    assert found[0] == found[1] != found[2]
    for each in found:
        assert isinstance(each, Found)
        assert each.number is not None
        setup = Setup(Rules.parse(letters), Deal.numbered(each.number))
        assert Solver(setup).verdict(Position.start(setup)) is W


def test_the_search_for_a_deal_ends_with_its_tries_and_with_its_time() -> None:
    # Of these five deals none can be won.
    assert answer(AskWinnable("XO1AV", 1, 5), LONG) == Found(None)
    begun = time.monotonic()
    assert answer(AskWinnable("X1A", 12, 10**9), 0.0) == Found(None)
    assert time.monotonic() - begun < 5.0


# What is not known


@pytest.mark.parametrize("asked", ASKED, ids=lambda asked: type(asked).__name__)
def test_without_an_answer_nothing_is_claimed_and_for_a_minute_at_most(asked: Question) -> None:
    nothing = without_answer(asked)
    assert type(nothing) is type(answer(asked, LONG))
    assert lasting(nothing) in (0.0, UNPROVED_SECONDS)
    if isinstance(nothing, Review):
        assert [(m.before, m.after) for m in nothing.moments] == [(U, U)] * 3


@pytest.mark.parametrize("asked", ASKED, ids=lambda asked: type(asked).__name__)
def test_a_proved_answer_is_kept_and_a_deal_by_chance_is_not(asked: Question) -> None:
    assert lasting(answer(asked, LONG)) == (0.0 if isinstance(asked, AskWinnable) else inf)


def test_advice_is_not_complete_without_its_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Solver, "hint", lambda _solver, _position: Hint(None, L, None))
    found = answer(AskAdvice(Place.of(Position.start(HOPELESS))), LONG)
    assert found == Advice(Standing(L, L), None, None)
    assert lasting(found) == UNPROVED_SECONDS


@pytest.mark.parametrize("asked", ASKED, ids=lambda asked: type(asked).__name__)
def test_when_time_is_up_at_once_there_is_an_answer_all_the_same(asked: Question) -> None:
    work._solver.cache_clear()
    begun = time.monotonic()
    found = answer(asked, -1.0)
    assert time.monotonic() - begun < 5.0
    assert type(found) is type(without_answer(asked))


def test_solver_and_answers_are_small() -> None:
    game = wander(LOSABLE, 9, 400)
    asked = AskReview(str(LOSABLE), text(game))
    assert len(pickle.dumps(asked)) < 3000
    found = answer(asked, LONG)
    assert isinstance(found, Review)
    assert len(pickle.dumps(found)) < 40_000
    assert len(pickle.dumps(AskWinnable("S", 2**64 - 1, 30_000))) < 200


def test_what_is_no_question_is_an_error() -> None:
    with pytest.raises(TypeError, match="no such question"):
        answer("can it be won?", LONG)  # type: ignore[arg-type]


def reviewed(setup: Setup, *log: str, seconds: float = LONG) -> Review:
    """A review of a log."""
    found = answer(AskReview(str(setup), " ".join(log)), seconds)
    assert isinstance(found, Review)
    return found


def test_a_long_log_to_and_fro_is_judged_like_its_positions() -> None:
    setup = Setup.parse("PY1-N-AAAAAAH")
    log = [*("draw", "undo", "redo", "undo") * 200, "JS2S", "undo", "draw"]
    found = reviewed(setup, *log)
    game, solver = Game(setup), Solver(setup)
    verdicts = [solver.verdict(game.position)]
    for entry in log:
        game = game.enter(parse_entry(entry))
        verdicts.append(solver.verdict(game.position))
    assert [(m.before, m.after) for m in found.moments] == list(pairwise(verdicts))
    assert [m.better is not None for m in found.moments].count(True) == 1


def test_a_review_asks_about_each_position_once_however_often_it_was_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[Position] = []
    verdict = Solver.verdict

    def counted(solver: Solver, position: Position) -> Verdict:
        asked.append(position)
        return verdict(solver, position)

    monkeypatch.setattr(Solver, "verdict", counted)
    log = ("draw", "undo") * 500
    assert len(reviewed(LOSABLE, *log).moments) == 1000
    # The card is drawn anew each time: what is before it is known from the first.
    assert len(asked) <= 502


def test_a_review_whose_time_is_up_leaves_the_rest_unknown() -> None:
    work._solver.cache_clear()
    found = reviewed(Setup.parse("PY1-T-AAAAAAH"), *("draw",) * 20, *("undo",) * 19, seconds=-1.0)
    assert len(found.moments) == 39
    assert {moment.better for moment in found.moments} == {None}


# Grades and dailies


def test_a_grade_is_that_of_the_record() -> None:
    assert answer(AskGrade(str(PRINTED)), LONG) == Graded(grade_of(PRINTED))
    # Nothing to say of it is an answer too.
    assert answer(AskGrade(str(HOPELESS)), LONG) == Graded(None)
    assert lasting(Graded(None)) == inf
    assert lasting(Graded(None, complete=False)) == UNPROVED_SECONDS


def test_a_deal_by_chance_has_the_grade_that_was_wished_for() -> None:
    found = answer(AskWinnable("M", 5, 500, 4), LONG)
    assert isinstance(found, Found)
    assert found.number is not None
    graded = grade_of(Setup(PRESETS["M"], Deal.numbered(found.number)))
    assert graded is not None
    assert graded.grade == 4


def test_the_deal_of_a_day_is_looked_for_in_turns_with_others() -> None:
    day = date(2026, 12, 1)
    wanted = daily_of(day, "P")
    # With no time at all a turn looks at one candidate.
    first, turns = 0, 0
    while True:
        found = answer(AskDaily(day, "P", first), -1.0)
        turns += 1
        assert isinstance(found, DayDeal)
        assert found.complete
        if found.code is not None:
            break
        assert found.looked == first + 1
        first = found.looked
    assert found.code == str(wanted.setup)
    assert found.grade == Grade(wanted.slips, wanted.grade)
    assert turns > 1
    assert without_answer(AskDaily(day, "P")) == DayDeal(None)
    assert lasting(DayDeal(None)) == UNPROVED_SECONDS


def test_what_is_searched_to_the_end_may_take_longer() -> None:
    assert grace(AskGrade("PY1-N-AAAAAAS")) > grace(AskSolution("PY1-N-AAAAAAS"))
