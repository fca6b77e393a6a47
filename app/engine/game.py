"""The log of a game, and everything that follows from it."""

from dataclasses import dataclass, field
from enum import Enum
from typing import Final, Self

from .cards import KING
from .moves import Kind, Move
from .piles import PYRAMID_CARDS
from .position import IllegalMove, Position, Reason, Status
from .rules import Scoring
from .setup import Setup


class Step(Enum):
    """A step along the line that is no action."""

    UNDO = "undo"
    REDO = "redo"

    def __str__(self) -> str:
        return str(self.value)


UNDO: Final = Step.UNDO
REDO: Final = Step.REDO

Entry = Move | Step
"""One line of a log: an action, an undo or a redo."""


def parse_entry(text: str) -> Entry:
    """Read one entry of a log; raises `NotationError`.

    >>> parse_entry("undo"), str(parse_entry("3s tc"))
    (<Step.UNDO: 'undo'>, 'TC3S')
    """
    plain = text.strip().lower()
    return Step(plain) if plain in ("undo", "redo") else Move.parse(text)


@dataclass(frozen=True, slots=True)
class _Now:
    """Where a log has led: kept beside the log so that one more entry costs one more step."""

    positions: tuple[Position, ...]
    line: tuple[Move, ...] = ()
    undone: tuple[Move, ...] = ()
    reach: int = 0
    moves: int = 0


@dataclass(frozen=True, slots=True)
class Game:
    """A setup and a log; line, position, counters and status follow from them.

    Every way to go on returns a new game or raises `IllegalMove`. A log that the rules refuse
    raises it too.

    >>> game = Game(Setup.parse("PY1-N-AAAAAAS")).play(Move.parse("KD")).undo()
    >>> [str(entry) for entry in game.log], game.moves, game.score
    (['KD', 'undo'], 1, 0)
    """

    setup: Setup
    log: tuple[Entry, ...] = ()
    _now: _Now = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        now = _Now((Position.start(self.setup),))
        for entry in self.log:
            now = self._after(now, entry)
        object.__setattr__(self, "_now", now)

    # Going on

    def play(self, move: Move) -> Self:
        """Return the game after an action."""
        return self.enter(move)

    def undo(self) -> Self:
        """Return the game with the last action of its line taken back.

        >>> game = Game(Setup.parse("PY1-N-AAAAAAS"), (Move.parse("KD"),)).undo()
        >>> game.position.left, game.redo().position.left
        (28, 27)
        """
        return self.enter(UNDO)

    def redo(self) -> Self:
        """Return the game with the last action that was taken back done again."""
        return self.enter(REDO)

    def enter(self, entry: Entry) -> Self:
        """Return the game after one more entry of the log."""
        now = self._after(self._now, entry)
        game = object.__new__(type(self))
        for name, value in (("setup", self.setup), ("log", (*self.log, entry)), ("_now", now)):
            object.__setattr__(game, name, value)
        return game

    def why_not(self, entry: Entry) -> Reason | None:
        """Return why an entry is refused, or `None` if it can be made.

        >>> game = Game(Setup.parse("PY1-N-AAAAAAS"))
        >>> game.why_not(UNDO), game.why_not(Move.parse("KD"))
        (<Reason.NOTHING_TO_UNDO: 'nothing_to_undo'>, None)
        """
        if entry is UNDO:
            return self._why_no_undo(self._now)
        if entry is REDO:
            return self._why_no_redo(self._now)
        return self.position.why_not(entry)

    # How it stands

    @property
    def code(self) -> str:
        """The code of the deal and the rules."""
        return str(self.setup)

    @property
    def ply(self) -> int:
        """How many entries the log has."""
        return len(self.log)

    @property
    def positions(self) -> tuple[Position, ...]:
        """Every position of the line, from the start to now: one more than the line has moves."""
        return self._now.positions

    @property
    def position(self) -> Position:
        """What lies where now."""
        return self._now.positions[-1]

    @property
    def line(self) -> tuple[Move, ...]:
        """The actions in force, in order."""
        return self._now.line

    @property
    def undone(self) -> tuple[Move, ...]:
        """The actions that redo would make again, the next one last."""
        return self._now.undone

    @property
    def moves(self) -> int:
        """How many actions were ever made, undone ones too; undos where the rules count them."""
        return self._now.moves

    @property
    def status(self) -> Status:
        """Whether the game is won, goes on, or has no legal action left."""
        return self.position.status

    @property
    def pass_number(self) -> int:
        """Which way through the stock this is, from 1, also where passes are unlimited."""
        return 1 + sum(move.kind is Kind.RECYCLE for move in self.line)

    @property
    def score(self) -> int | None:
        """The points of the line, or `None` where the rules count none."""
        scoring = self.setup.rules.scoring
        if scoring is Scoring.NONE:
            return None
        gone = PYRAMID_CARDS - self.position.left
        if scoring is Scoring.CARDS:
            return 10 * gone
        removals = [move.cards for move in self.line if move.kind is Kind.REMOVE]
        kings = sum(len(cards) == 1 and cards[0].rank == KING for cards in removals)
        return 5 * kings + 10 * (len(removals) - kings) + 100 * (gone == PYRAMID_CARDS)

    # Inside

    def _after(self, now: _Now, entry: Entry) -> _Now:
        if entry is UNDO:
            return self._undone(now)
        if entry is REDO:
            return self._redone(now)
        return _Now(
            (*now.positions, now.positions[-1].play(entry)),
            (*now.line, entry),
            (),
            self._within_limit(now.reach + 1),
            now.moves + 1,
        )

    def _undone(self, now: _Now) -> _Now:
        reason = self._why_no_undo(now)
        if reason:
            raise IllegalMove(reason)
        return _Now(
            now.positions[:-1],
            now.line[:-1],
            (*now.undone, now.line[-1]),
            now.reach - 1,
            now.moves + int(self.setup.rules.undo_counts),
        )

    def _redone(self, now: _Now) -> _Now:
        reason = self._why_no_redo(now)
        if reason:
            raise IllegalMove(reason)
        move = now.undone[-1]
        return _Now(
            (*now.positions, now.positions[-1].play(move)),
            (*now.line, move),
            now.undone[:-1],
            self._within_limit(now.reach + 1),
            now.moves,
        )

    def _within_limit(self, reach: int) -> int:
        limit = self.setup.rules.undo_limit
        return reach if limit is None else min(reach, limit)

    @staticmethod
    def _why_no_undo(now: _Now) -> Reason | None:
        if now.positions[-1].is_won:
            return Reason.GAME_OVER
        if not now.line:
            return Reason.NOTHING_TO_UNDO
        return None if now.reach else Reason.UNDO_LIMIT

    @staticmethod
    def _why_no_redo(now: _Now) -> Reason | None:
        if now.positions[-1].is_won:
            return Reason.GAME_OVER
        return None if now.undone else Reason.NOTHING_TO_REDO
