"""What the store gives back: frozen values, as they were when they were read."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from enum import IntFlag, StrEnum
from itertools import pairwise
from typing import Final, Self

from app.engine import UNDO, Game, Setup

PAUSE: Final = timedelta(seconds=120)
"""How much of the time between two entries of a log counts at most."""

_NO_TIME: Final = timedelta()

Settings = Mapping[str, object]
"""A visitor's settings: names and JSON values; what they mean is no matter of the store."""


class State(StrEnum):
    """How a kept game stands: as the rules say, or left by its player."""

    PLAYING = "playing"
    STUCK = "stuck"
    WON = "won"
    LEFT = "left"


class Origin(StrEnum):
    """What a game was begun from."""

    DEALT = "dealt"
    CODE = "code"
    DAILY = "daily"
    CHALLENGE = "challenge"
    RESTART = "restart"
    CONTINUED = "continued"
    IMPORTED = "imported"
    UNKNOWN = "unknown"


class Help(IntFlag):
    """What a player was told about a game before it ended; `UNKNOWN` may have been any of it."""

    NONE = 0
    HINT = 1
    VERDICT = 2
    BACK = 4
    SOLUTION = 8
    REVIEW = 16
    UNKNOWN = 32


@dataclass(frozen=True, slots=True)
class Visitor:
    """Someone who comes back with the token that only they have."""

    id: str
    settings: Settings
    created_at: datetime
    seen_at: datetime
    # Of the token that they came with.
    token_made_at: datetime
    token_seen_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredGame:
    """A game, replayed, with all that the store knows about it.

    `times` has the moment of each entry of the log. `counted` is the time that counts between
    the player's first entry and the last. A game that was left has the `status` LEFT, whatever
    `game.status` says. `hints` is how many boards a winning move was asked for on, `undos` how
    many entries are undos, `given` how many of the first are not the player's own: `None` is
    none that is known of. `attempt` is the how-manieth game of its player of this deal it is,
    from their first entry on. `winnable` and `par`, the actions of a shortest win, are `None`
    until the solver has said so.
    """

    id: str
    visitor_id: str
    game: Game
    times: tuple[datetime, ...]
    counted: timedelta
    status: State
    hints: int = 0
    created_at: datetime
    finished_at: datetime | None
    origin: Origin = Origin.DEALT
    given: int | None = 0
    daily_date: date | None = None
    undos: int = 0
    help: Help = Help.NONE
    attempt: int | None = None
    winnable: bool | None = None
    par: int | None = None

    @property
    def ply(self) -> int:
        """How many entries the log has."""
        return self.game.ply

    @property
    def started_at(self) -> datetime | None:
        """When the player made the first action of their own."""
        own = self.times[self.given or 0 :]
        return own[0] if own else None

    @property
    def running(self) -> bool:
        """Whether the clock is on: from the first action until the game is won or left."""
        return self.started_at is not None and self.finished_at is None

    @property
    def elapsed(self) -> float:
        """The seconds that count up to the last entry of the log."""
        return self.counted.total_seconds()

    @property
    def summary(self) -> "GameSummary":
        """The game as one line of its player's history."""
        return GameSummary(
            id=self.id,
            setup=self.game.setup,
            status=self.status,
            ply=self.ply,
            moves=self.game.moves,
            score=self.game.score,
            pyramid_left=self.game.position.left,
            elapsed=self.elapsed,
            started_at=self.started_at,
            finished_at=self.finished_at,
            origin=self.origin,
            given=self.given,
        )

    def elapsed_at(self, now: datetime) -> float:
        """Return the seconds that count at a moment after the last entry."""
        if not self.running:
            return self.elapsed
        return (self.counted + _counted(self.times[-1], now)).total_seconds()

    def paused_at(self, now: datetime) -> bool:
        """Return whether the clock stands still because nothing was done for too long."""
        return self.running and now - self.times[-1] >= PAUSE

    def followed_by(self, game: Game, at: datetime) -> Self:
        """Return this game after the further entries of its log, all made at one moment."""
        return replace(
            self,
            game=game,
            times=(*self.times, *(at,) * (game.ply - self.ply)),
            counted=self.counted + (_counted(self.times[-1], at) if self.started_at else _NO_TIME),
            undos=self.undos + game.log[self.ply :].count(UNDO),
            status=State(game.status.value),
            finished_at=at if game.position.is_won else None,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSummary:
    """One line of a visitor's history, which the store reads without replaying the game.

    `elapsed` is in seconds; `pyramid_left` is how many cards lay in the pyramid at the end.
    """

    id: str
    setup: Setup
    status: State
    ply: int
    moves: int
    score: int | None
    pyramid_left: int
    elapsed: float
    started_at: datetime | None
    finished_at: datetime | None
    origin: Origin
    given: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedGame:
    """What counts of a game that its player began, as figures are made of it.

    `elapsed` is in seconds; `pyramid_left` counts cards. `opens_deal` and `wins_deal` say whether
    it is the first game of its deal that counts, and the first win of it.
    """

    id: str
    rules: str
    status: State
    ply: int
    score: int | None
    pyramid_left: int
    elapsed: float
    undos: int
    attempt: int | None
    hints: int
    help: Help
    winnable: bool | None
    par: int | None
    started_at: datetime
    acted_at: datetime
    finished_at: datetime | None
    opens_deal: bool
    wins_deal: bool
    between: frozenset[date] = frozenset()
    """The UTC days on which something was done after the first day and before the last."""


def counted_time(times: Iterable[datetime]) -> timedelta:
    """Return how much of the time from the first moment to the last counts."""
    return sum((_counted(earlier, later) for earlier, later in pairwise(times)), timedelta())


def _counted(earlier: datetime, later: datetime) -> timedelta:
    # A clock that was set back between two entries takes nothing away.
    return max(_NO_TIME, min(later - earlier, PAUSE))
