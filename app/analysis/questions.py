"""What can be asked of the solver, and how a worker process answers it.

Questions and answers are small values that travel between processes. A setup goes as its code.
"""

import time
from dataclasses import dataclass
from functools import lru_cache, singledispatch
from typing import Any, Final, Self

from app.engine import Deal, Game, Move, Position, Rules, Setup, parse_entry
from app.solver import Solver, Verdict

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


@dataclass(frozen=True, slots=True)
class AskStanding:
    """Can this position be won? Answered by a `Standing`."""

    place: Place


@dataclass(frozen=True, slots=True)
class Advice:
    """What to do in a position.

    `move` wins if the verdict is WINNABLE; else it keeps as many pyramid cards removable as can
    be (`most`), or is `None` where no card can go.
    """

    standing: Standing
    move: Move | None
    most: int | None


@dataclass(frozen=True, slots=True)
class AskAdvice:
    """What is a good move here? Answered by an `Advice`."""

    place: Place


@dataclass(frozen=True, slots=True)
class Solution:
    """What is known of a deal: whether it can be won, a shortest win, the most cards that can go.

    `line` is `None` where no win was found; `shortest` tells whether it is proved to be one with
    the fewest actions.
    """

    verdict: Verdict
    line: tuple[Move, ...] | None
    shortest: bool
    most: int

    @property
    def complete(self) -> bool:
        """Whether nothing more can be found out."""
        return self.verdict is Verdict.LOST or self.shortest

    def to_json(self) -> dict[str, object]:
        """Return the solution as a JSON value."""
        line = None if self.line is None else list(map(str, self.line))
        return {
            "verdict": self.verdict.value,
            "line": line,
            "shortest": self.shortest,
            "most": self.most,
        }

    @classmethod
    def from_json(cls, value: Any) -> Self:
        """Return the solution that `to_json` made a value of."""
        line = value["line"]
        return cls(
            Verdict(value["verdict"]),
            None if line is None else tuple(map(Move.parse, line)),
            value["shortest"],
            value["most"],
        )


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
    better: tuple[Move, ...] | None = None


@dataclass(frozen=True, slots=True)
class AskReview:
    """How did this game go? Answered by a tuple with a `Moment` for each entry of its log."""

    code: str
    log: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AskReturn:
    """How many actions of a line have to be taken back for a position that can be won?

    Answered by the number, or -1 if there is none.
    """

    code: str
    line: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AskWinnable:
    """Which is the first of these deals that can be won? Answered by its number, or -1."""

    rules: str
    numbers: tuple[int, ...]


Question = AskStanding | AskAdvice | AskSolution | AskReview | AskReturn | AskWinnable


def answer(question: Question, seconds: float) -> Any:
    """Answer a question within about that many seconds; what isn't found by then is UNKNOWN."""
    return _answer(question, time.monotonic() + seconds)


@lru_cache(maxsize=KEPT_SOLVERS)
def _solver(code: str) -> Solver:
    return Solver(Setup.parse(code))


def _ready(code: str, deadline: float) -> Solver:
    solver = _solver(code)
    solver.deadline = deadline
    return solver


@singledispatch
def _answer(question: object, deadline: float) -> Any:
    raise TypeError(f"no question: {question!r}")


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
    solver = _ready(question.code, deadline)
    start = Position.start(solver.setup)
    most = solver.most(start).cards
    verdict, line = solver.shortest(start)
    if line is None and solver.verdict(start) is Verdict.WINNABLE:
        # No proof of the fewest actions in time, but a win there is.
        return Solution(Verdict.WINNABLE, solver.winning_line(start), False, most)
    return Solution(verdict, line, line is not None, most)


@_answer.register
def _(question: AskReview, deadline: float) -> tuple[Moment, ...]:
    solver = _ready(question.code, deadline)
    game = Game(solver.setup)
    moments = []
    for text in question.log:
        after = game.enter(parse_entry(text))
        before_verdict = solver.verdict(game.position)
        after_verdict = solver.verdict(after.position)
        lost = before_verdict is Verdict.WINNABLE and after_verdict is Verdict.LOST
        better = solver.winning_line(game.position) if lost else None
        moments.append(Moment(before_verdict, after_verdict, better))
        game = after
    return tuple(moments)


@_answer.register
def _(question: AskReturn, deadline: float) -> int:
    solver = _ready(question.code, deadline)
    game = Game(solver.setup, tuple(map(Move.parse, question.line)))
    # Along a line a game is winnable up to some position and not after it: halve the range.
    low, high = 0, len(game.positions)
    while low < high:
        middle = (low + high) // 2
        if solver.verdict(game.positions[middle]) is Verdict.WINNABLE:
            low = middle + 1
        else:
            high = middle
    return len(game.line) - (low - 1) if low else -1


@_answer.register
def _(question: AskWinnable, deadline: float) -> int:
    rules = Rules.parse(question.rules)
    for number in question.numbers:
        setup = Setup(rules, Deal.numbered(number))
        start = Position.start(setup)
        if Solver(setup, deadline=deadline).verdict(start) is Verdict.WINNABLE:
            return number
        if time.monotonic() > deadline:
            break
    return -1
