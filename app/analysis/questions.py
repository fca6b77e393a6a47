"""What can be asked of the solver, and what is answered.

Questions and answers are small values that travel between processes. A setup goes as its code, a
line or a log as a text of its entries with blanks between.
"""

from dataclasses import dataclass
from datetime import date
from typing import Self

from app.engine import Move, Position, Setup
from app.record import Grade
from app.solver import Solution, Verdict


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
    """Which of many deals by chance can be won? The seed decides which. Answered by a `Found`.

    With a `grade` it has to be as hard as that as well; 0 stands for any.
    """

    rules: str
    seed: int
    tries: int
    grade: int = 0


@dataclass(frozen=True, slots=True)
class Graded:
    """How hard a deal is: `grade` is `None` where it can't be won, or if that was not found out."""

    grade: Grade | None
    complete: bool = True
    """Whether it was found out."""


@dataclass(frozen=True, slots=True)
class AskGrade:
    """How hard is this deal? Answered by a `Graded`."""

    code: str


@dataclass(frozen=True, slots=True)
class DayDeal:
    """The deal of a day: its code, `None` if it was not found in time, and its grade."""

    code: str | None
    grade: Grade | None = None
    looked: int | None = None
    """How many candidates are known not to be it, where it was not found yet."""

    @property
    def complete(self) -> bool:
        """Whether there is anything to go on from."""
        return self.code is not None or self.looked is not None


@dataclass(frozen=True, slots=True)
class AskDaily:
    """Which is the deal of this day under a preset? Answered by a `DayDeal`.

    The `first` candidates are known not to be it. A worker looks at some only, so that others get
    their turn: then the question is asked again from there.
    """

    day: date
    letter: str
    first: int = 0


Question = (
    AskStanding
    | AskAdvice
    | AskSolution
    | AskReview
    | AskReturn
    | AskWinnable
    | AskGrade
    | AskDaily
)
Answer = Standing | Advice | Solution | Review | Return | Found | Graded | DayDeal
