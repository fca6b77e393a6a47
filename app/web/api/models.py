"""The JSON that programs get of games, deals and rules, and of what is wrong."""

from datetime import date, datetime
from enum import StrEnum
from typing import Self

from pydantic import Field

from app import engine, store
from app.record import HelpClass

from ..drawing.boards import open_stock_card
from ..summing import class_of
from ..words import Words
from .shape import (
    CardText,
    Code,
    Left,
    Moves,
    MoveText,
    Ply,
    Pyramid,
    RulesText,
    Score,
    Seconds,
    Shape,
    State,
    Waste,
)


class Game(Shape):
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


class GameSummary(Shape):
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
    par: int | None = Field(
        description="Actions of a proved shortest win of the deal; null where it is not known."
    )
    help: HelpClass = Field(
        description="What it was played with: `alone`, `own` (with undo), or `helped`."
    )
    attempt: int | None = Field(
        description="Which game of yours of this deal it is, from 1; null before its first action."
    )
    given: int | None = Field(
        description="How many of its actions are not yours; with any it is in no figure. Null is"
        " not known."
    )
    origin: store.Origin = Field(description="What it was begun from.")
    daily_date: date | None = Field(description="The day whose deal it was begun from, or null.")

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
            par=summary.par,
            help=class_of(summary),
            attempt=summary.attempt,
            given=summary.given,
            origin=summary.origin,
            daily_date=summary.daily_date,
        )


class Games(Shape):
    """The visitor's games."""

    games: list[GameSummary] = Field(description="The newest first.")
    more: bool = Field(description="Whether there are more: ask with `before` the last one's id.")


class Deal(Shape):
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


class Rules(Shape):
    """A rule set: what is dealt, what is in play, what wins, what counts."""

    rules: RulesText
    name: str = Field(description="Its name, in the visitor's language.", examples=["Classic"])
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


class Presets(Shape):
    """The published rule sets."""

    presets: list[Rules] = Field(description="In the order in which they are offered.")


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
    LOG_FULL = "log_full"
    NOT_FINISHED = "not_finished"
    NONE_FOUND = "none_found"
    UNAVAILABLE = "unavailable"
    FAILED = "failed"


class Error(Shape):
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
    card = open_stock_card(position)
    return None if card is None else str(card)
