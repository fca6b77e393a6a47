"""The JSON that programs get of what the solver says."""

import datetime
from typing import Annotated, Self

from pydantic import Field

from app import analysis, engine, store

from .shape import Code, MoveText, Ply, Shape


class Pending(Shape):
    """The answer is being found out: ask again after the seconds that `Retry-After` names."""

    detail: str = Field(
        description="The same in words, in the visitor's language.", examples=["finding out …"]
    )


SolverVerdict = Annotated[
    analysis.Verdict,
    Field(description="`winnable` and `lost` are proved; `unknown` is not found out in time."),
]
Detail = Annotated[str, Field(description="The same in words, in the visitor's language.")]
Line = Annotated[list[MoveText], Field(description="Moves from there to a win, in order.")]


class Standing(Shape):
    """Whether a game can still be won."""

    ply: Ply
    verdict: SolverVerdict
    deal: SolverVerdict = Field(description="The same of the deal at its start.")
    detail: Detail


class Hint(Shape):
    """What to do in a game."""

    ply: Ply
    verdict: SolverVerdict
    move: MoveText | None = Field(
        description="A move that wins if the game can be won. If it is lost, a removal after which"
        " as many cards of the pyramid can go as before it, null if there is none; never a draw."
    )
    most: int | None = Field(
        description="How many cards of the pyramid can still go at most; null if not proved."
    )
    detail: Detail


class Moment(Shape):
    """One entry of a game's log, judged."""

    ply: int = Field(description="Which entry it is, from 1.")
    entry: str = Field(description="A move, `undo` or `redo`.")
    before: SolverVerdict = Field(description="Whether the game could be won before it.")
    after: SolverVerdict = Field(description="Whether the game could be won after it.")
    better: Line | None = Field(
        description="Where the entry lost the win, a line that would have won from before it."
    )


class Review(Shape):
    """A finished game looked back on."""

    id: str = Field(description="The game's name in addresses.", examples=["8mQ2vYtB5nKd1XwR"])
    code: Code
    moments: list[Moment] = Field(description="One for each entry of the log.")

    @classmethod
    def of(cls, stored: store.StoredGame, review: analysis.Review) -> Self:
        """Return a game's log with what the solver says of each entry."""
        entries = enumerate(zip(stored.game.log, review.moments, strict=True), 1)
        return cls(
            id=stored.id,
            code=stored.game.code,
            moments=[
                Moment(
                    ply=ply,
                    entry=str(entry),
                    before=moment.before,
                    after=moment.after,
                    better=None if moment.better is None else moment.better.split(),
                )
                for ply, (entry, moment) in entries
            ],
        )


class Solution(Shape):
    """What is known of a deal."""

    code: Code
    verdict: SolverVerdict
    actions: int | None = Field(
        description="The fewest actions of a win: pairs, kings, draws and turns of the waste."
        " Null if there is no win, or the fewest are not proved."
    )
    most: int | None = Field(
        description="How many cards of the pyramid can go at most; null if not proved."
    )
    line: Line | None = Field(
        description="A win, in the fewest `actions` where those are known; null if there is none."
    )
    detail: Detail

    @classmethod
    def of(cls, setup: engine.Setup, solution: analysis.Solution, detail: str) -> Self:
        """Return what the solver says of a deal."""
        line = solution.line
        return cls(
            code=str(setup),
            verdict=solution.verdict,
            actions=solution.actions,
            most=solution.most,
            line=None if line is None else list(map(str, line)),
            detail=detail,
        )


Grade = Annotated[
    int | None,
    Field(
        description="From 1, gentle, to 5, fierce: in which fifth of the deals that can be won it"
        " lies. Null for custom rules, and if it can't be won."
    ),
]


class Graded(Shape):
    """How hard a deal is."""

    code: Code
    slips: float | None = Field(
        description="How often a guesser would lose the win and have to be set right, in the middle"
        " of twelve games. Null if the deal can't be won."
    )
    grade: Grade


class Daily(Shape):
    """The deal of a day."""

    date: datetime.date = Field(description="The day, in UTC.", examples=["2026-12-01"])
    code: Code
    grade: Grade
    par: int | None = Field(
        description="The actions of a shortest win; null if that was not proved in time."
    )
