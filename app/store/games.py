"""Games and their logs."""

import logging
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import (
    Connection,
    DateTime,
    Row,
    Select,
    bindparam,
    insert,
    select,
    type_coerce,
    update,
)
from sqlalchemy.exc import IntegrityError

from app.engine import Entry, Game, Move, NotationError, Rules, Setup

from . import tables
from .database import Database
from .errors import CorruptGame, Stale
from .ids import Clock, is_id, new_id
from .records import GameSummary, Help, Origin, State, StoredGame
from .replays import Replays, setup_of
from .visitors import no_visitor

_AnyRow = Row[*tuple[Any, ...]]
_Query = Select[*tuple[Any, ...]]

_KEPT_REPLAYS: Final = 256

_messages: Final = logging.getLogger("pyramid.store")
_game, _log = tables.game.c, tables.log.c

# Built once: putting a statement together costs more than running it.
_GAME_COLUMNS: Final = (
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
)
_ANY_GAME: Final = select(*_GAME_COLUMNS).where(_game.id == bindparam("game"))
_OWNED_GAME: Final = _ANY_GAME.where(_game.visitor_id == bindparam("visitor"))
_OPEN_GAMES: Final = (
    select(*_GAME_COLUMNS)
    .where(_game.visitor_id == bindparam("visitor"), _game.finished_at.is_(None))
    # A game in progress before one that was only dealt.
    .order_by(_game.started_at.is_(None), _game.acted_at.desc(), _game.created_at.desc())
    .limit(8)
)
_LOG: Final = (
    # The times as the driver has them: `in_utc` on a whole column is quicker than the type.
    select(_log.ply, _log.entry, type_coerce(_log.at, DateTime(timezone=True)))
    # What was appended since the game's row was read is left for the next read.
    .where(_log.game_id == bindparam("game"), _log.ply <= bindparam("upto"))
    .order_by(_log.ply)
)
_ADVANCE: Final = (
    update(tables.game)
    .where(
        _game.id == bindparam("game"),
        _game.ply == bindparam("before"),
        # A win is recorded once.
        _game.status != State.WON.value,
    )
    .values(
        {
            name: bindparam(f"new_{name}")
            for name in (
                "ply",
                "status",
                "moves",
                "score",
                "pyramid_left",
                "elapsed",
                "started_at",
                "acted_at",
                "finished_at",
            )
        }
    )
)
_ENTER: Final = insert(tables.log)
_HINT: Final = (
    update(tables.game)
    # The board that a hint was counted on last: its second step counts no more.
    .where(_game.id == bindparam("game"), _game.hint_ply != bindparam("now_at"))
    .values(hints=_game.hints + 1, hint_ply=bindparam("now_at"))
)
_DEAL: Final = insert(tables.game)
_LEAVE: Final = (
    update(tables.game)
    .where(
        _game.id == bindparam("game"),
        _game.visitor_id == bindparam("visitor"),
        _game.finished_at.is_(None),
    )
    .values(status=State.LEFT.value, finished_at=bindparam("now"))
)
_SUMMARY: Final = select(
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
).where(_game.visitor_id == bindparam("visitor"))
_RECENT: Final = (
    # A game without any action counts nowhere.
    _SUMMARY.where(_game.started_at.is_not(None))
    .order_by(_game.created_at.desc())
    .limit(bindparam("most"))
)
_BEST_OTHER_WIN: Final = (
    _SUMMARY.where(
        _game.rules == bindparam("rules"),
        _game.deal_cards == bindparam("cards"),
        _game.status == State.WON.value,
        _game.id != bindparam("game"),
    )
    .order_by(_game.moves, _game.elapsed)
    .limit(1)
)


class Games:
    """Every visitor's games."""

    def __init__(self, database: Database, *, clock: Clock) -> None:
        self._database: Final = database
        self._now: Final = clock
        self._replays: Final = Replays(_KEPT_REPLAYS)

    def new(
        self,
        visitor_id: str,
        setup: Setup,
        *,
        origin: Origin = Origin.DEALT,
        given: tuple[Move, ...] = (),
        leaving: StoredGame | None = None,
        press: str = "",
    ) -> StoredGame:
        """Return a new game of a visitor; `leaving`, another one of theirs, is left for it.

        `given` are moves that it begins with and that are not the player's own; raises
        `IllegalMove` if they can't be made.
        """
        if Rules.parse(str(setup.rules)) != setup.rules:
            raise ValueError(f"the code {setup.rules} doesn't say all of {setup.rules!r}")
        stored = _new_game(visitor_id, Game(setup, given), self._now())
        row = {
            "id": stored.id,
            "visitor_id": visitor_id,
            "rules": str(setup.rules),
            "deal_number": setup.deal.number,
            "deal_cards": _cards(setup),
            "created_at": stored.created_at,
            **_summary(stored),
        }
        entries = _entries(stored.id, given, 1, stored.created_at)
        try:
            with self._database.writing() as connection:
                if leaving is not None:
                    _leave(connection, leaving.id, visitor_id, stored.created_at)
                connection.execute(_DEAL, row)
                if entries:
                    connection.execute(_ENTER, entries)
        except IntegrityError as error:
            raise no_visitor(visitor_id) from error
        return stored

    def owned(self, game_id: str, visitor_id: str) -> StoredGame | None:
        """Return a visitor's own game: the one door to playing it. Raises `CorruptGame`."""
        return self._load(_OWNED_GAME, game=game_id, visitor=visitor_id)

    def append(self, stored: StoredGame, game: Game, *, ply: int) -> StoredGame:
        """Keep the game that a further entry, or several at once, has made of a stored one.

        `ply` is that of the board which the player had before them. Raises `Stale` if the game
        has moved on since, in this process or in any other. A game that was left goes on.
        """
        if ply != stored.ply:
            raise Stale(stored.id, ply)
        further = game.log[ply:]
        if game.setup != stored.game.setup or game.log[:ply] != stored.game.log or not further:
            raise ValueError("the game is not the stored one and further entries")
        at = self._now()
        after = stored.followed_by(game, at)
        new = {f"new_{name}": value for name, value in _summary(after).items()}
        entries = _entries(stored.id, further, ply + 1, at)
        try:
            with self._database.writing() as connection:
                guarded = {"game": stored.id, "before": ply, **new}
                if not connection.execute(_ADVANCE, guarded).rowcount:
                    raise Stale(stored.id, ply)
                connection.execute(_ENTER, entries)
        except IntegrityError as error:
            raise Stale(stored.id, ply) from error
        self._replays.follow(stored.id, stored.game, game, at)
        return after

    def count_hint(self, stored: StoredGame) -> None:
        """Count that the player was told a winning move, once for each board."""
        with self._database.writing() as connection:
            connection.execute(_HINT, {"game": stored.id, "now_at": stored.ply})

    def note_help(self, stored: StoredGame, given: Help) -> None:
        """Note what kinds of help the player had."""

    def leave(self, stored: StoredGame) -> StoredGame:
        """Return a game as left by its player: lost, if it was started and not won."""
        with self._database.writing() as connection:
            _leave(connection, stored.id, stored.visitor_id, self._now())
        return self._again(stored)

    def open_game(self, visitor_id: str) -> StoredGame | None:
        """Return the visitor's latest game that is neither won nor left.

        One that can't be replayed is passed over, so that it bars nobody from playing on.
        """
        with self._database.reading() as connection:
            for row in connection.execute(_OPEN_GAMES, {"visitor": visitor_id}).all():
                try:
                    return self._replayed(connection, row)
                except CorruptGame as error:
                    _messages.error("%s", error)
        return None

    def open_summary(self, visitor_id: str) -> GameSummary | None:
        """Return the visitor's latest game that is neither won nor left, without replaying it."""
        found = self.open_game(visitor_id)
        return None if found is None else found.summary

    def recent(self, visitor_id: str, limit: int) -> tuple[GameSummary, ...]:
        """Return the visitor's started games, the newest first, at most `limit` of them."""
        with self._database.reading() as connection:
            rows = connection.execute(_RECENT, {"visitor": visitor_id, "most": max(0, limit)}).all()
        return tuple(map(_game_summary, rows))

    def best_other_win(self, stored: StoredGame) -> GameSummary | None:
        """Return the player's best win of the same deal under the same rules, but for this game.

        The best is the one of the fewest moves, and of equal ones the quickest.
        """
        setup = stored.game.setup
        values = {
            "visitor": stored.visitor_id,
            "game": stored.id,
            "rules": str(setup.rules),
            "cards": _cards(setup),
        }
        with self._database.reading() as connection:
            row = connection.execute(_BEST_OTHER_WIN, values).first()
        return None if row is None else _game_summary(row)

    # Inside

    def _load(self, query: _Query, **ids: str) -> StoredGame | None:
        # A driver may refuse what can't be an id, such as a text with a zero character.
        if not all(map(is_id, ids.values())):
            return None
        with self._database.reading() as connection:
            row = connection.execute(query, ids).first()
            return None if row is None else self._replayed(connection, row)

    def _replayed(self, connection: Connection, row: _AnyRow) -> StoredGame:
        entries = connection.execute(_LOG, {"game": row.id, "upto": row.ply}).all()
        # By column: reading each row by its names would take longer than the query.
        plies, texts, times = zip(*entries, strict=True) if entries else ((), (), ())
        if plies != tuple(range(1, row.ply + 1)):
            missing = min(set(range(1, row.ply + 1)) - set(plies))
            raise CorruptGame(row.id, missing, "the log has no such entry")
        replay = self._replays.replay(row.id, _setup(row), texts, tuple(map(tables.in_utc, times)))
        left = row.status == State.LEFT
        won_at = replay.times[-1] if replay.game.position.is_won else None
        return StoredGame(
            id=row.id,
            visitor_id=row.visitor_id,
            game=replay.game,
            times=replay.times,
            counted=replay.counted,
            status=State.LEFT if left else State(replay.game.status.value),
            hints=row.hints,
            created_at=row.created_at,
            finished_at=row.finished_at if left else won_at,
        )

    def _again(self, stored: StoredGame) -> StoredGame:
        found = self.owned(stored.id, stored.visitor_id)
        if found is None:
            raise Stale(stored.id, stored.ply)
        return found


def _leave(connection: Connection, game_id: str, visitor_id: str, now: datetime) -> None:
    connection.execute(_LEAVE, {"game": game_id, "visitor": visitor_id, "now": now})


def _new_game(visitor_id: str, game: Game, now: datetime) -> StoredGame:
    return StoredGame(
        id=new_id(),
        visitor_id=visitor_id,
        game=game,
        times=(now,) * game.ply,
        counted=timedelta(),
        status=State(game.status.value),
        created_at=now,
        finished_at=now if game.position.is_won else None,
    )


def _entries(
    game_id: str, entries: tuple[Entry, ...], first: int, at: datetime
) -> list[dict[str, object]]:
    """Return rows of a log, made at one moment, the first of them at ply `first`."""
    return [
        {"game_id": game_id, "ply": ply, "entry": str(entry), "at": at}
        for ply, entry in enumerate(entries, first)
    ]


def _summary(stored: StoredGame) -> dict[str, object]:
    """Return the columns of a game's row that follow from its log."""
    game = stored.game
    return {
        "ply": game.ply,
        "status": stored.status.value,
        "moves": game.moves,
        "score": game.score,
        "pyramid_left": game.position.left,
        "elapsed": stored.elapsed,
        "started_at": stored.started_at,
        "acted_at": stored.times[-1] if stored.times else None,
        "finished_at": stored.finished_at,
    }


def _cards(setup: Setup) -> str:
    """Return the column that says which deal a game is of."""
    return "".join(map(str, setup.deal.cards))


def _setup(row: _AnyRow) -> Setup:
    try:
        return setup_of(row.rules, row.deal_number, row.deal_cards)
    except (NotationError, ValueError) as error:
        raise CorruptGame(row.id, 0, str(error)) from error


def _game_summary(row: _AnyRow) -> GameSummary:
    return GameSummary(
        id=row.id,
        setup=_setup(row),
        status=State(row.status),
        ply=row.ply,
        moves=row.moves,
        score=row.score,
        pyramid_left=row.pyramid_left,
        elapsed=row.elapsed,
        started_at=row.started_at,
        finished_at=row.finished_at,
    )
