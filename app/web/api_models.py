"""The JSON that programs send and get, as the interface's own document describes it.

Descriptions here are English alone, like the command line: they are for who writes programs.
"""

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StrictBool,
    StrictInt,
    StrictStr,
    model_validator,
)

from app import analysis, engine, store

from .words import Words

CardText = Annotated[
    str,
    Field(description="A card: its rank, one of A23456789TJQK, and its suit, one of CDHS."),
]
MoveText = Annotated[
    str,
    Field(description="`draw`, `recycle`, a king such as `KD`, or a pair such as `TC3S`."),
]
Code = Annotated[
    str,
    Field(description="The code of the deal and its rules.", examples=["PY1-N-AAAAAAS"]),
]
RulesText = Annotated[
    str,
    Field(
        description="The letter of a preset, or `X` and the letters of custom rules.",
        examples=["N"],
    ),
]
Pyramid = Annotated[
    dict[str, CardText],
    Field(
        description="The cards left in the pyramid by place: row 1 is the apex, row 7 has seven.",
        examples=[{"r1c1": "JD"}],
    ),
]
Waste = Annotated[
    list[CardText],
    Field(description="The face-up pile, bottom to top, without the drawn card."),
]
Score = Annotated[
    int | None, Field(description="Points; null where the rules count none.", examples=[10])
]
State = Annotated[
    store.State,
    Field(
        description="How it stands. `stuck`: no move is legal, but there may be an undo. `left`:"
        " given up, and taken up again by the next move, undo or redo."
    ),
]
Seconds = Annotated[
    int, Field(description="Time that counts: at most 120 seconds between two entries.")
]
Left = Annotated[int, Field(description="How many cards lie in the pyramid.")]
Moves = Annotated[
    int, Field(description="Actions ever made, undone ones too, and undos where the rules say so.")
]
Ply = Annotated[
    int,
    Field(
        description="How many entries the log has, undos and redos included: the number of this"
        " board, to be sent with the next move."
    ),
]


class _Shape(BaseModel):
    """What every shape here is: frozen, and without fields that are not described."""

    model_config = ConfigDict(frozen=True, extra="forbid", validate_by_name=True)


# What is sent


def _of_characters(text: str) -> str:
    """Return a text if it can be written: JSON can hold half a character, which can't."""
    text.encode()
    return text


SentText = Annotated[StrictStr, AfterValidator(_of_characters)]


class NewGameRequest(_Shape):
    """What is to be played: either rules, with a deal by chance, or a code."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"rules": "N"},
                {"code": "PY1-N-AAAAAAS"},
                {"rules": "S", "winnable": True},
            ]
        }
    )

    rules: SentText | None = Field(
        None, description="The letter of a preset, or `X` and the letters of custom rules."
    )
    code: SentText | None = Field(
        None,
        description="A deal code, or the address of a shared deal, in any case. Or 52 cards, for a"
        " game of preset N.",
    )
    winnable: StrictBool = Field(
        False, description="With rules: whether the deal has to be one that can be won."
    )

    @model_validator(mode="after")
    def _one_of_them(self) -> Self:
        if (self.rules is None) == (self.code is None):
            raise ValueError("either rules or a code")
        if self.winnable and self.code is not None:
            raise ValueError("a code names its deal")
        return self


class StepRequest(_Shape):
    """Which board an undo or a redo is for."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"ply": 1}]})

    ply: StrictInt = Field(ge=0, description="The `ply` of the game as it was last seen.")


class MoveRequest(StepRequest):
    """A move, and which board it is for."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"move": "KD", "ply": 0}]})

    move: SentText = Field(
        description="`draw`, `recycle`, a king such as `KD`, or a pair such as `TC3S`, with the"
        " cards in either order."
    )


class SolveRequest(_Shape):
    """A deal to be solved."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"deal": "PY1-N-AAAAAAS"}, {"deal": "ms:617", "rules": "M"}]
        }
    )

    deal: SentText = Field(
        description="A code, or 52 cards: row by row from the apex, then as they are drawn, in any"
        " of the usual notations. Or a PySolFC game: `ms:617`, `pysol:123456`."
    )
    rules: SentText = Field(
        "N", description="The rules of a deal without a code: a letter, or `X` and letters."
    )


# What is answered


class Game(_Shape):
    """A game as its player sees it; the face-down cards of the stock are only counted."""

    id: str = Field(description="The game's name in addresses.", examples=["8mQ2vYtB5nKd1XwR"])
    code: Code
    rules: RulesText
    ply: Ply
    status: State
    moves: Moves
    score: Score
    seconds: Seconds
    left: Left
    pass_: int = Field(alias="pass", description="Which way through the stock this is, from 1.")
    passes: int | None = Field(
        description="How many ways through the stock there are in all; null is without limit."
    )
    pyramid: Pyramid
    stock: int = Field(description="How many cards the stock has.")
    stock_top: CardText | None = Field(
        description="The top card of the stock where the rules lay it open, else null."
    )
    drawn: CardText | None = Field(
        description="The drawn card where the rules give it a place of its own, else null."
    )
    waste: Waste
    removed: int = Field(description="How many cards have left the game.")
    legal: list[MoveText] = Field(description="Every move that is legal now.")
    can_undo: bool = Field(description="Whether an undo is possible now.")
    can_redo: bool = Field(description="Whether a redo is possible now.")

    @classmethod
    def of(cls, stored: store.StoredGame, now: datetime) -> Self:
        """Return what a stored game looks like at a moment."""
        game, position = stored.game, stored.game.position
        rules = game.setup.rules
        return cls.model_construct(
            id=stored.id,
            code=game.code,
            rules=str(rules),
            ply=game.ply,
            status=stored.status,
            moves=game.moves,
            score=game.score,
            seconds=int(stored.elapsed_at(now)),
            left=position.left,
            pass_=game.pass_number,
            passes=rules.passes,
            pyramid=_pyramid(position),
            stock=len(position.stock),
            stock_top=_stock_top(position),
            drawn=None if position.drawn is None else str(position.drawn),
            waste=list(map(str, position.waste)),
            removed=position.removed_count,
            legal=list(map(str, position.legal_moves())),
            can_undo=game.why_not(engine.UNDO) is None,
            can_redo=game.why_not(engine.REDO) is None,
        )


class NewGame(Game):
    """A game that has just begun."""

    token: str | None = Field(
        None,
        description="Only for a new visitor, else null: send it from now on as"
        " `Authorization: Bearer …` to go on with your games. It is shown this once.",
    )


class GameSummary(_Shape):
    """One of the visitor's games in short."""

    id: str = Field(description="The game's name in addresses.", examples=["8mQ2vYtB5nKd1XwR"])
    code: Code
    rules: RulesText
    ply: Ply
    status: State
    moves: Moves
    score: Score
    seconds: Seconds
    left: Left
    started_at: datetime | None = Field(
        description="When the first action was made, in UTC; null before it."
    )
    finished_at: datetime | None = Field(
        description="When it was won or given up, in UTC; null while it is neither."
    )

    @classmethod
    def of(cls, summary: store.GameSummary) -> Self:
        """Return one line of a visitor's history."""
        return cls(
            id=summary.id,
            code=str(summary.setup),
            rules=str(summary.setup.rules),
            ply=summary.ply,
            status=summary.status,
            moves=summary.moves,
            score=summary.score,
            seconds=int(summary.elapsed),
            left=summary.pyramid_left,
            started_at=summary.started_at,
            finished_at=summary.finished_at,
        )


class Games(_Shape):
    """The visitor's games."""

    games: list[GameSummary] = Field(description="The newest first.")


class Deal(_Shape):
    """A deal before it is played: what lies face up, and how many cards do not."""

    code: Code
    rules: RulesText
    pyramid: Pyramid
    stock: int = Field(description="How many cards the stock has.")
    stock_top: CardText | None = Field(
        description="The top card of the stock where the rules lay it open, else null."
    )
    waste: Waste

    @classmethod
    def of(cls, setup: engine.Setup) -> Self:
        """Return what a deal looks like at the start."""
        position = engine.Position.start(setup)
        return cls(
            code=str(setup),
            rules=str(setup.rules),
            pyramid=_pyramid(position),
            stock=len(position.stock),
            stock_top=_stock_top(position),
            waste=list(map(str, position.waste)),
        )


class Rules(_Shape):
    """A rule set: what is dealt, what is in play, what wins, what counts."""

    rules: RulesText
    name: str = Field(description="Its name, in the visitor's language.", examples=["Pyramide"])
    summary: str = Field(description="All of it in one line, in the visitor's language.")
    opening_waste: bool = Field(description="Whether a card lies on the waste at the start.")
    talon: engine.Talon = Field(
        description="What is in play beside the pyramid: the top of the `waste`; the `drawn` card"
        " too, in a place of its own; or the `open` top of the stock too."
    )
    passes: int | None = Field(
        description="How many ways through the stock there are in all; null is without limit."
    )
    goal: engine.Goal = Field(description="What has to be gone for a win: the pyramid or all 52.")
    cover_pairs: bool = Field(
        description="Whether a card may go with the one card that alone still covers it."
    )
    scoring: engine.Scoring = Field(
        description="`cards`: 10 a card of the pyramid. `pairs`: 10 a pair, 5 a king, 100 for the"
        " cleared pyramid. `none`: no points."
    )
    undo_limit: int | None = Field(
        description="How many actions can be undone; null is all of them."
    )
    undo_counts: bool = Field(description="Whether each undo counts as a move.")
    warns: bool = Field(
        description="Whether the player is told unasked that the game can no longer be won."
    )

    @classmethod
    def of(cls, rules: engine.Rules, words: Words) -> Self:
        """Return a rule set, with its name in the words of a visitor."""
        return cls(
            rules=str(rules),
            name=words.rules_name(rules),
            summary=words.rules_summary(rules),
            opening_waste=rules.opening_waste,
            talon=rules.talon,
            passes=rules.passes,
            goal=rules.goal,
            cover_pairs=rules.cover_pairs,
            scoring=rules.scoring,
            undo_limit=rules.undo_limit,
            undo_counts=rules.undo_counts,
            warns=rules.warns,
        )


class Presets(_Shape):
    """The published rule sets."""

    presets: list[Rules] = Field(description="In the order in which they are offered.")


# What the solver says


class Pending(_Shape):
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


class Standing(_Shape):
    """Whether a game can still be won."""

    ply: Ply
    verdict: SolverVerdict
    deal: SolverVerdict = Field(description="The same of the deal at its start.")
    detail: Detail


class Hint(_Shape):
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


class Moment(_Shape):
    """One entry of a game's log, judged."""

    ply: int = Field(description="Which entry it is, from 1.")
    entry: str = Field(description="A move, `undo` or `redo`.")
    before: SolverVerdict = Field(description="Whether the game could be won before it.")
    after: SolverVerdict = Field(description="Whether the game could be won after it.")
    better: Line | None = Field(
        description="Where the entry lost the win, a line that would have won from before it."
    )


class Review(_Shape):
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


class Solution(_Shape):
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


# What is wrong


class Fault(StrEnum):
    """What is wrong with a request, apart from what the rules of the game refuse."""

    BAD_REQUEST = "bad_request"
    UNKNOWN_TOKEN = "unknown_token"
    OTHER_SITE = "other_site"
    NOT_FOUND = "not_found"
    WRONG_METHOD = "wrong_method"
    TOO_LARGE = "too_large"
    INVALID = "invalid"
    NOTATION = "notation"
    NOT_FINISHED = "not_finished"
    NONE_FOUND = "none_found"
    UNAVAILABLE = "unavailable"
    FAILED = "failed"


class Error(_Shape):
    """Why nothing was done: nothing has changed and nothing is lost."""

    error: engine.Reason | Fault = Field(
        description="What is wrong, for a program: a reason of the rules or a fault of the request."
    )
    detail: str = Field(
        description="The same in words, with what would be right, in the visitor's language.",
        examples=["There is no card to draw."],
    )
    game: Game | None = Field(
        None, description="The game as it stands now, where the request was about one."
    )


def _pyramid(position: engine.Position) -> dict[str, str]:
    cards = position.setup.deal.pyramid
    places = ((f"r{row}c{column}", i) for i, (row, column) in enumerate(engine.PLACES))
    return {place: str(cards[i]) for place, i in places if position.pyramid >> i & 1}


def _stock_top(position: engine.Position) -> str | None:
    """Return the next card of the stock if it lies open; any other is nobody's to see."""
    stock = position.stock
    return str(stock[0]) if stock and position.is_free(stock[0]) else None
