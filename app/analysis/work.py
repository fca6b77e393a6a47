"""How a worker process answers what the solver is asked."""

import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache, singledispatch
from itertools import pairwise
from math import inf
from random import Random
from typing import Any, Final, Self

from app.engine import (
    DEALS,
    REDO,
    UNDO,
    Deal,
    Game,
    Move,
    Position,
    Rules,
    Setup,
    parse_entry,
)
from app.record import Grade, candidates, daily_in, grade_of
from app.solver import Solution, Solver, Verdict, solution_of

from .questions import (
    Advice,
    Answer,
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
    Moment,
    Question,
    Return,
    Review,
    Standing,
)

UNPROVED_SECONDS: Final = 60.0
"""Seconds that an answer is kept which time ran out for; later it may be found out after all."""
SLICE: Final = 1.0
"""Seconds after which looking for the deal of a day makes way for other questions."""
GRACE: Final = 5.0
"""Seconds beyond its own limit after which a question's process is stopped."""
UNLIMITED_GRACE: Final = 60.0
"""The same where what is begun has to be searched to the end: with the plain solver that takes."""
KEPT_SOLVERS: Final = 2
"""Solvers that a worker keeps: the deal just asked about is mostly the next one too."""


def answer(question: Question, seconds: float) -> Answer:
    """Answer a question within about that many seconds; what isn't found by then is UNKNOWN."""
    found: Answer = _answer(question, time.monotonic() + seconds)
    return found


def without_answer(question: Question) -> Answer:
    """Return the answer in which nothing was found out."""
    nothing = Standing(Verdict.UNKNOWN, Verdict.UNKNOWN)
    match question:
        case AskStanding():
            return nothing
        case AskAdvice():
            return Advice(nothing, None, None)
        case AskSolution():
            return Solution(Verdict.UNKNOWN, None, False, None)
        case AskReview():
            return Review((Moment(Verdict.UNKNOWN, Verdict.UNKNOWN),) * len(question.log.split()))
        case AskReturn():
            return Return(None, False)
        case AskWinnable():
            return Found(None)
        case AskGrade():
            return Graded(None, complete=False)
        case AskDaily():
            return DayDeal(None)


def grace(question: Question) -> float:
    """Return how many seconds beyond its limit a question may take before it is stopped."""
    return UNLIMITED_GRACE if isinstance(question, (AskGrade, AskDaily)) else GRACE


def lasting(answer: Answer) -> float:
    """Return how many seconds an answer is worth keeping."""
    if isinstance(answer, Found):
        # Of deals by chance, that nobody asks about again.
        return 0.0
    return inf if answer.complete else UNPROVED_SECONDS


def _text(moves: Iterable[Move]) -> str:
    return " ".join(map(str, moves))


def _moves(text: str) -> tuple[Move, ...]:
    return tuple(map(Move.parse, text.split()))


@lru_cache(maxsize=KEPT_SOLVERS)
def _solver(code: str) -> Solver:
    return Solver(Setup.parse(code))


def _ready(code: str, deadline: float) -> Solver:
    solver = _solver(code)
    solver.deadline = deadline
    return solver


@singledispatch
def _answer(question: object, deadline: float) -> Any:
    raise TypeError(f"no such question: {question!r}")


def _standing(solver: Solver, position: Position) -> Standing:
    verdict = solver.verdict(position)
    if verdict is Verdict.WINNABLE:
        # Whatever can be won now could be won at the start.
        return Standing(verdict, verdict)
    return Standing(verdict, solver.verdict(Position.start(solver.setup)))


@_answer.register
def _(question: AskStanding, deadline: float) -> Standing:
    return _standing(_ready(question.place.code, deadline), question.place.position())


@_answer.register
def _(question: AskAdvice, deadline: float) -> Advice:
    solver = _ready(question.place.code, deadline)
    position = question.place.position()
    hint = solver.hint(position)
    return Advice(_standing(solver, position), hint.move, hint.most)


@_answer.register
def _(question: AskSolution, deadline: float) -> Solution:
    return solution_of(_ready(question.code, deadline))


@_answer.register
def _(question: AskReview, deadline: float) -> Review:
    solver = _ready(question.code, deadline)
    path = _Path.of(Game(solver.setup), question.log.split())
    verdicts = _judged(solver, path, deadline)
    moments = []
    for before, after in pairwise(path.at):
        moment = Moment(verdicts[before], verdicts[after])
        if moment.lost_the_win and time.monotonic() < deadline:
            better = solver.winning_line(path.positions[before])
            moment = replace(moment, better=None if better is None else _text(better))
        moments.append(moment)
    return Review(tuple(moments))


@dataclass(frozen=True, slots=True)
class _Path:
    """Where a log has been: its positions as a tree, as an undo can lead to another way.

    `parents` has the index of the position that each was reached from, -1 for the start; `at` the
    index of the one after so many entries.
    """

    positions: list[Position]
    parents: list[int]
    at: list[int]

    @classmethod
    def of(cls, game: Game, log: Iterable[str]) -> Self:
        """Return the way of a log from the start of a game."""
        path = cls([game.position], [-1], [0])
        undone: list[int] = []
        for text in log:
            entry, here = parse_entry(text), path.at[-1]
            game = game.enter(entry)
            if entry is UNDO:
                undone.append(here)
                path.at.append(path.parents[here])
            elif entry is REDO:
                path.at.append(undone.pop())
            else:
                undone.clear()
                path.at.append(len(path.positions))
                path.positions.append(game.position)
                path.parents.append(here)
        return path


def _judged(solver: Solver, path: _Path, deadline: float) -> list[Verdict]:
    """Return the verdict of each position of a way.

    Where one can be won, so can all on the line to it; if the first is lost, all are. So the
    search goes from the end, where it is cheap, and passes over what is known.
    """
    start = solver.verdict(path.positions[0])
    if start is Verdict.LOST:
        return [Verdict.LOST] * len(path.positions)
    verdicts = [Verdict.UNKNOWN] * len(path.positions)
    verdicts[0] = start
    for index in reversed(path.at):
        if verdicts[index] is Verdict.UNKNOWN and time.monotonic() < deadline:
            verdicts[index] = solver.verdict(path.positions[index])
        if verdicts[index] is not Verdict.WINNABLE:
            continue
        above = path.parents[index]
        while above >= 0 and verdicts[above] is not Verdict.WINNABLE:
            verdicts[above] = Verdict.WINNABLE
            above = path.parents[above]
    return verdicts


@_answer.register
def _(question: AskReturn, deadline: float) -> Return:
    solver = _ready(question.code, deadline)
    positions = Game(solver.setup, _moves(question.line)).positions
    complete = True
    # Along a line a game can be won up to some position and not after it: halve the range.
    low, high = 0, len(positions)
    while low < high:
        middle = (low + high) // 2
        verdict = solver.verdict(positions[middle])
        complete = complete and verdict is not Verdict.UNKNOWN
        if verdict is Verdict.WINNABLE:
            low = middle + 1
        else:
            high = middle
    return Return(len(positions) - low if low else None, complete)


@_answer.register
def _(question: AskWinnable, deadline: float) -> Found:
    rules, chance = Rules.parse(question.rules), Random(question.seed)
    for _tried in range(question.tries):
        number = chance.randrange(DEALS)
        setup = Setup(rules, Deal.numbered(number))
        solver = Solver(setup, deadline=deadline)
        if solver.verdict(Position.start(setup)) is Verdict.WINNABLE and (
            not question.grade or _has_grade(setup, question.grade)
        ):
            return Found(number)
        if time.monotonic() > deadline:
            break
    return Found(None)


def _has_grade(setup: Setup, grade: int) -> bool:
    found = grade_of(setup)
    return found is not None and found.grade == grade


@_answer.register
def _(question: AskGrade, deadline: float) -> Graded:
    # A solver of its own: a grade is looked for without limits, whoever asks.
    return Graded(grade_of(Setup.parse(question.code)))


@_answer.register
def _(question: AskDaily, deadline: float) -> DayDeal:
    deadline = min(deadline, time.monotonic() + SLICE)
    looked = question.first
    for setup in candidates(question.day, question.letter, looked):
        found = daily_in(question.day, setup)
        if found is not None:
            return DayDeal(str(setup), Grade(found.slips, found.grade))
        looked += 1
        if time.monotonic() > deadline:
            break
    return DayDeal(None, looked=looked)
