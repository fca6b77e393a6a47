"""What a game's row holds: written from a game, and read with an eye to damage."""

import base64
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import Row

from app.engine import NotationError, Setup

from . import tables
from .errors import CorruptGame
from .records import GameSummary, Help, Origin, State, StoredGame, counted_time
from .replays import Replay, setup_of

AnyRow = Row[*tuple[Any, ...]]

_game = tables.game.c

GAME: Final = (
    _game.id,
    _game.visitor_id,
    _game.rules,
    _game.deal_number,
    _game.deal_cards,
    _game.created_at,
    _game.ply,
    _game.status,
    _game.hints,
    _game.finished_at,
    _game.origin,
    _game.given,
    _game.daily_date,
    _game.challenge,
    _game.help,
    _game.attempt,
    _game.winnable,
    _game.par,
)
"""The columns that `game_of` reads."""

SUMMARY: Final = (
    _game.id,
    _game.rules,
    _game.deal_number,
    _game.deal_cards,
    _game.status,
    _game.ply,
    _game.moves,
    _game.score,
    _game.pyramid_left,
    _game.elapsed,
    _game.started_at,
    _game.finished_at,
    _game.origin,
    _game.given,
    _game.daily_date,
    _game.undos,
    _game.hints,
    _game.help,
    _game.attempt,
    _game.winnable,
    _game.par,
)
"""The columns that `summary_of` reads."""


def deal_key(setup: Setup) -> str:
    """Return a short key of a deal and its rules: 80 bits of a hash, in 16 letters and digits.

    However a deal is written, by number or by cards, its key is the same.
    """
    plain = f"{setup.rules}-{cards_of(setup)}".encode()
    return base64.b32encode(hashlib.sha256(plain).digest()[:10]).decode()


def cards_of(setup: Setup) -> str:
    """Return the column that says which cards lie where."""
    return "".join(map(str, setup.deal.cards))


def lasting(stored: StoredGame) -> dict[str, object]:
    """Return the columns of a game's row that no entry changes."""
    setup = stored.game.setup
    return {
        "id": stored.id,
        "visitor_id": stored.visitor_id,
        "rules": str(setup.rules),
        "deal_number": setup.deal.number,
        "deal_cards": cards_of(setup),
        "deal_key": deal_key(setup),
        "created_at": stored.created_at,
        "origin": stored.origin.value,
        "given": stored.given,
        "daily_date": stored.daily_date,
        "challenge": stored.challenge,
        "help": stored.help.value,
        "winnable": stored.winnable,
        "par": stored.par,
    }


def moving(stored: StoredGame) -> dict[str, object]:
    """Return the columns that any entry may change; no index has one of them."""
    game = stored.game
    return {
        "ply": game.ply,
        "status": stored.status.value,
        "moves": game.moves,
        "score": game.score,
        "pyramid_left": game.position.left,
        "elapsed": stored.elapsed,
        "undos": stored.undos,
        "acted_at": stored.times[-1] if stored.times else None,
    }


def turning(stored: StoredGame) -> dict[str, object]:
    """Return the columns that change as a game is begun, ended and taken up again."""
    return {
        "started_at": stored.started_at,
        "finished_at": stored.finished_at,
        "result": None if stored.finished_at is None else stored.status.value,
        "attempt": stored.attempt,
    }


@dataclass(frozen=True, slots=True)
class Known:
    """The columns of a row that are read the same for a game and its summary."""

    setup: Setup
    status: State
    origin: Origin
    given: int | None


def known_of(row: AnyRow) -> Known:
    """Read the columns that can be wrong in any row; raises `CorruptGame`."""
    _whole(row, "ply")
    for name in ("deal_number", "given"):
        _whole(row, name, or_none=True)
    try:
        return Known(
            setup_of(row.rules, row.deal_number, row.deal_cards),
            State(row.status),
            Origin(row.origin),
            row.given,
        )
    except (AttributeError, NotationError, TypeError, ValueError) as error:
        raise CorruptGame(row.id, 0, str(error)) from error


def summary_of(row: AnyRow) -> GameSummary:
    """Return the summary that a row holds; raises `CorruptGame`."""
    known = known_of(row)
    for name in ("moves", "pyramid_left", "undos", "hints", "help"):
        _whole(row, name)
    for name in ("score", "attempt", "par"):
        _whole(row, name, or_none=True)
    over = known.status in (State.WON, State.LEFT)
    if over and row.finished_at is None:
        raise CorruptGame(row.id, 0, "it is over, and when is not known")
    if row.started_at is None and row.ply > (row.given or 0):
        raise CorruptGame(row.id, 0, "when it was begun can't be read")
    if not isinstance(row.elapsed, float | int):
        raise CorruptGame(row.id, 0, f"{row.elapsed!r} is no number of seconds")
    return GameSummary(
        id=row.id,
        setup=known.setup,
        status=known.status,
        ply=row.ply,
        moves=row.moves,
        score=row.score,
        pyramid_left=row.pyramid_left,
        elapsed=row.elapsed,
        started_at=row.started_at,
        finished_at=row.finished_at,
        origin=known.origin,
        given=known.given,
        daily_date=row.daily_date,
        undos=row.undos,
        hints=row.hints,
        help=Help(row.help),
        attempt=row.attempt,
        winnable=row.winnable,
        par=row.par,
    )


def game_of(row: AnyRow, known: Known, replay: Replay) -> StoredGame:
    """Return the game that a row, known in part, and the replay of its log make.

    Raises `CorruptGame`.
    """
    for name in ("hints", "help"):
        _whole(row, name)
    for name in ("attempt", "par"):
        _whole(row, name, or_none=True)
    left = known.status is State.LEFT
    won_at = replay.times[-1] if replay.game.position.is_won else None
    if row.created_at is None or (left and row.finished_at is None):
        raise CorruptGame(row.id, 0, "a time of its row can't be read")
    return StoredGame(
        id=row.id,
        visitor_id=row.visitor_id,
        game=replay.game,
        times=replay.times,
        counted=replay.counted - _before_own(replay.times, row.given or 0),
        status=State.LEFT if left else State(replay.game.status.value),
        hints=row.hints,
        created_at=row.created_at,
        finished_at=row.finished_at if left else won_at,
        origin=known.origin,
        given=known.given,
        daily_date=row.daily_date,
        challenge=row.challenge,
        undos=replay.texts.count("undo"),
        help=Help(row.help),
        attempt=row.attempt,
        winnable=row.winnable,
        par=row.par,
    )


def _before_own(times: Sequence[datetime], given: int) -> timedelta:
    """Return what counts of the time from what was given to the player's own first entry."""
    return counted_time(times[given - 1 : given + 1]) if given else timedelta()


def _whole(row: AnyRow, name: str, *, or_none: bool = False) -> None:
    """Raise `CorruptGame` unless a column has a whole number."""
    value = row._mapping[name]
    if not (isinstance(value, int) or (or_none and value is None)):
        raise CorruptGame(row.id, 0, f"{value!r} in {name} is no whole number")
