"""What can be asked of the solver, and how a worker process answers it.

Questions and answers are small values that travel between processes. A setup goes as its code, a
line or a log as a text of its entries with blanks between.
"""

import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache, singledispatch
from itertools import pairwise
from math import inf
from random import Random
from typing import Any, Final, Self

from app.engine import DEALS, Deal, Game, Move, Position, Rules, Setup, parse_entry
from app.solver import Solution, Solver, Verdict, solution_of

UNPROVED_SECONDS: Final = 60.0
"""Seconds that an answer is kept which time ran out for; later it may be found out after all."""
KEPT_SOLVERS: Final = 2
"""Solvers that a worker keeps: the deal just asked about is mostly the next one too."""


@dataclass(frozen=True, slots=True)
class Place:
    """A position: the code of its setup and what is left where, as in `Position`."""

    code: str
    pyramid: int
    talon: int
    pointer: int
    pass_number: int

    @classmethod
    def of(cls, position: Position) -> Self:
        """Return the place that stands for a position."""
        return cls(
            str(position.setup),
            position.pyramid,
            position.talon,
            position.pointer,
            position.pass_number,
        )

    def position(self) -> Position:
        """Return the position that this stands for."""
        setup = Setup.parse(self.code)
        return Position(setup, self.pyramid, self.talon, self.pointer, self.pass_number)


@dataclass(frozen=True, slots=True)
class Standing:
    """Whether a position can be won, and whether its deal could be at the start."""

    verdict: Verdict
    at_start: Verdict

    @property
    def complete(self) -> bool:
        """Whether nothing more can be found out."""
        return Verdict.UNKNOWN not in (self.verdict, self.at_start)


@dataclass(frozen=True, slots=True)
class AskStanding:
    """Can this position be won? Answered by a `Standing`."""

    place: Place


@dataclass(frozen=True, slots=True)
class Advice:
    """What to do in a position.

    `move` wins if the verdict is WINNABLE; else it keeps as many pyramid cards removable as can
    be (`most`, `None` if that is not proved), or is `None` where no card can go.
    """

    standing: Standing
    move: Move | None
    most: int | None

    @property
    def complete(self) -> bool:
        """Whether nothing more can be found out."""
        return self.standing.complete and self.most is not None


@dataclass(frozen=True, slots=True)
class AskAdvice:
    """What is a good move here? Answered by an `Advice`."""

    place: Place


@dataclass(frozen=True, slots=True)
class AskSolution:
    """What is there to know of a deal? Answered by a `Solution`."""

    code: str


@dataclass(frozen=True, slots=True)
class Moment:
    """One entry of a log judged: whether the game could be won before it and after it.

    `better` is a line that would have won from before it, where the entry lost the win.
    """

    before: Verdict
    after: Verdict
    better: str | None = None

    @property
    def lost_the_win(self) -> bool:
        """Whether the win was there before the entry and is gone after it."""
        return self.before is Verdict.WINNABLE and self.after is Verdict.LOST


@dataclass(frozen=True, slots=True)
class Review:
    """How a game went: a moment for each entry of its log."""

    moments: tuple[Moment, ...]

    @property
    def complete(self) -> bool:
        """Whether nothing more can be found out."""
        return all(
            Verdict.UNKNOWN not in (moment.before, moment.after)
            and (moment.better is not None or not moment.lost_the_win)
            for moment in self.moments
        )


@dataclass(frozen=True, slots=True)
class AskReview:
    """How did this game go? Answered by a `Review`."""

    code: str
    log: str


@dataclass(frozen=True, slots=True)
class Return:
    """How many actions of a line have to be taken back for a position that can be won.

    `count` is `None` if no position of the line is known to be one. If not `complete`, one further
    on may be, too.
    """

    count: int | None
    complete: bool


@dataclass(frozen=True, slots=True)
class AskReturn:
    """Where on this line can the game be won again? Answered by a `Return`."""

    code: str
    line: str


@dataclass(frozen=True, slots=True)
class Found:
    """The number of a deal that can be won, `None` if there was none in time."""

    number: int | None


@dataclass(frozen=True, slots=True)
class AskWinnable:
    """Which of many deals by chance can be won? The seed decides which. Answered by a `Found`."""

    rules: str
    seed: int
    tries: int


Question = AskStanding | AskAdvice | AskSolution | AskReview | AskReturn | AskWinnable
Answer = Standing | Advice | Solution | Review | Return | Found


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


# In a worker process


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
    game = Game(solver.setup)
    lines = [game.positions]
    for text in question.log.split():
        game = game.enter(parse_entry(text))
        lines.append(game.positions)
    verdicts = _judged(solver, lines)
    moments = []
    for before, after in pairwise(line[-1] for line in lines):
        moment = Moment(verdicts[before], verdicts[after])
        if moment.lost_the_win:
            better = solver.winning_line(before)
            moment = replace(moment, better=None if better is None else _text(better))
        moments.append(moment)
    return Review(tuple(moments))


def _judged(solver: Solver, lines: list[tuple[Position, ...]]) -> dict[Position, Verdict]:
    """Return the verdict of each position of a game, given by the line to each.

    Where one can be won, so can all on the line to it; if the first is lost, all are. So the
    search goes from the end, where it is cheap, and passes over what is known.
    """
    start = lines[0][0]
    verdicts = {start: solver.verdict(start)}
    if verdicts[start] is Verdict.LOST:
        return dict.fromkeys((line[-1] for line in lines), Verdict.LOST)
    for line in reversed(lines):
        position = line[-1]
        if verdicts.get(position, Verdict.UNKNOWN) is Verdict.UNKNOWN:
            verdicts[position] = solver.verdict(position)
        if verdicts[position] is Verdict.WINNABLE:
            verdicts.update(dict.fromkeys(line, Verdict.WINNABLE))
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
        if solver.verdict(Position.start(setup)) is Verdict.WINNABLE:
            return Found(number)
        if time.monotonic() > deadline:
            break
    return Found(None)
