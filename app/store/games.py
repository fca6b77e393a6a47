"""Games and their logs."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Final

from sqlalchemy import (
    BindParameter,
    Connection,
    bindparam,
    func,
    insert,
    select,
    type_coerce,
    update,
)
from sqlalchemy.exc import IntegrityError

from app.engine import Entry, Game, Move, Rules, Setup

from . import tables
from .database import Database
from .errors import CorruptGame, LogFull, Stale
from .ids import Clock, hash_of, is_id, new_id
from .leaving import (
    IDLE,
    IDLE_GAMES,
    LEAVE,
    is_alone,
    is_open_again,
    leave_idle,
    leave_others,
    take_up,
)
from .notes import Notes
from .records import Origin, State, StoredGame
from .replays import Replays
from .rows import GAME, AnyRow, deal_key, game_of, known_of, lasting, moving, turning
from .seen import seen_by
from .tally import mark
from .visitors import no_visitor

MOST_ENTRIES: Final = 5000
"""How long the log of one game may get: many times what anybody plays."""
MOST_GIVEN: Final = 500
"""How many moves a game may begin with."""
SAME_PRESS: Final = timedelta(minutes=10)
"""For how long a form that is sent again means the game that it began."""

_TRIES: Final = 5

_visitor, _game, _log = tables.visitor.c, tables.game.c, tables.log.c


def _new(columns: Iterable[str]) -> dict[str, BindParameter[object]]:
    return {name: bindparam(f"new_{name}") for name in columns}


# Built once: putting a statement together costs more than running it.
_OWNED: Final = select(*GAME).where(
    _game.id == bindparam("game"), _game.visitor_id == bindparam("visitor")
)
_LOG: Final = (
    select(_log.ply, _log.entry, type_coerce(_log.at, tables.RawTime))
    # What was appended since the game's row was read is left for the next read.
    .where(_log.game_id == bindparam("game"), _log.ply <= bindparam("upto"))
    .order_by(_log.ply)
)
_DEAL: Final = insert(tables.game)
_ENTER: Final = insert(tables.log)
_KNOWN: Final = (
    select(_game.winnable, _game.par)
    .where(_game.deal_key == bindparam("deal"), _game.winnable.is_not(None))
    .order_by(_game.par.is_(None))
    .limit(1)
)
_BY_PRESS: Final = select(
    *(_game.id, _game.visitor_id, _game.rules, _game.deal_key),
    *(_game.created_at, _game.started_at, _game.finished_at),
).where(_game.press == bindparam("key"))
_FORGET_PRESS: Final = (
    update(tables.game)
    .where(_game.id == bindparam("game"), _game.press == bindparam("key"))
    .values(press=None)
)
_MOVING: Final = (
    *("ply", "status", "moves", "score", "pyramid_left", "elapsed", "undos", "acted_at"),
)
_AT_PLY: Final = (
    update(tables.game)
    # A win is recorded once.
    .where(
        _game.id == bindparam("game"),
        _game.ply == bindparam("before"),
        _game.status != State.WON.value,
    )
)
_ADVANCE: Final = _AT_PLY.where(_game.finished_at.is_(None)).values(_new(_MOVING))
_TURN: Final = _AT_PLY.values(_new((*_MOVING, "started_at", "finished_at", "result", "attempt")))
_ATTEMPT: Final = select(_game.attempt).where(_game.id == bindparam("game"))
_ATTEMPTS: Final = select(func.coalesce(func.max(_game.attempt), 0)).where(
    _game.visitor_id == bindparam("visitor"), _game.deal_key == bindparam("deal")
)


class Games(Notes):
    """Every visitor's games."""

    def __init__(self, database: Database, *, clock: Clock) -> None:
        super().__init__(database)
        self._now: Final = clock
        self._replays: Final = Replays()

    # Beginning

    def new(
        self,
        visitor_id: str,
        setup: Setup,
        *,
        origin: Origin = Origin.DEALT,
        given: tuple[Move, ...] = (),
        daily_date: date | None = None,
        winnable: bool | None = None,
        press: str = "",
    ) -> StoredGame:
        """Return a new game of a visitor; another open one of the same deal is left for it.

        `given` are moves that it begins with and that are not the player's own: `IllegalMove` if
        they can't be made, `LogFull` if they are too many. `winnable` is what the solver has said
        of the deal, where it has. `press` is a key that only the form
        has which began the game: sent again while nothing was done in that game, it gives that
        game, whoever's it is.
        """
        if Rules.parse(str(setup.rules)) != setup.rules:
            raise ValueError(f"the code {setup.rules} doesn't say all of {setup.rules!r}")
        if len(given) > MOST_GIVEN:
            raise LogFull(MOST_GIVEN)
        game, now = Game(setup, given), self._now()
        stored = StoredGame(
            id=new_id(),
            visitor_id=visitor_id,
            game=game,
            times=(now,) * game.ply,
            counted=timedelta(),
            status=State(game.status.value),
            created_at=now,
            finished_at=now if game.position.is_won else None,
            origin=origin,
            given=len(given),
            daily_date=daily_date,
            winnable=winnable,
        )
        for _ in range(_TRIES - 1):
            # A form that was sent in twice at once collides: then the other one's game is there.
            with suppress(IntegrityError):
                return self._begun(stored, press)
        return self._begun(stored, press)

    def by_press(self, press: str) -> tuple[str, str] | None:
        """Return the ids of the game that a form has just begun, and of its visitor, if any."""
        with self._database.reading() as connection:
            row = connection.execute(_BY_PRESS, {"key": hash_of(press)}).first()
        return (row.id, row.visitor_id) if _is_fresh(row, self._now()) and row else None

    def _begun(self, stored: StoredGame, press: str) -> StoredGame:
        setup = stored.game.setup
        with self._database.writing() as connection:
            # Before any game is touched, so that nobody waits for who waits for them.
            if not is_alone(connection, stored.visitor_id):
                raise no_visitor(stored.visitor_id)
            earlier = self._pressed(connection, stored, press) if press else None
            if earlier is not None:
                return earlier
            leave_others(connection, stored, stored.created_at)
            known = connection.execute(_KNOWN, {"deal": deal_key(setup)}).first()
            if known is not None:
                stored = replace(stored, winnable=known.winnable, par=known.par)
            stored = replace(stored, help=seen_by(connection, stored.visitor_id, setup))
            row = {**lasting(stored), **moving(stored), **turning(stored)}
            connection.execute(_DEAL, row | {"press": hash_of(press) if press else None})
            if stored.game.log:
                entries = _entries(stored.id, stored.game.log, 1, stored.created_at)
                connection.execute(_ENTER, entries)
        return stored

    def _pressed(self, connection: Connection, stored: StoredGame, press: str) -> StoredGame | None:
        """Return the game that the same form has begun, or free the form for a new one."""
        key, setup = hash_of(press), stored.game.setup
        row = connection.execute(_BY_PRESS, {"key": key}).first()
        if row is None:
            return None
        # A form may be changed before it is sent again; a deal by chance is another each time.
        same = row.deal_key == deal_key(setup) or (
            stored.origin is Origin.DEALT and row.rules == str(setup.rules)
        )
        if same and _is_fresh(row, stored.created_at):
            return self._loaded(connection, row.id, row.visitor_id)
        connection.execute(_FORGET_PRESS, {"game": row.id, "key": key})
        return None

    # Playing

    def owned(self, game_id: str, visitor_id: str) -> StoredGame | None:
        """Return a visitor's own game: the one door to playing it. Raises `CorruptGame`."""
        if not (is_id(game_id) and is_id(visitor_id)):
            return None
        with self._database.reading() as connection:
            return self._loaded(connection, game_id, visitor_id)

    def append(self, stored: StoredGame, game: Game, *, ply: int) -> StoredGame:
        """Keep the game that a further entry, or several at once, has made of a stored one.

        `ply` is that of the board which the player had before them. Raises `Stale` if the game
        has moved on since, in this process or in any other, and `LogFull` if the log is as long
        as it may be. A game that was left goes on, and another open one of the deal is left.
        """
        if ply != stored.ply:
            raise Stale(stored.id, ply)
        further = game.log[ply:]
        if game.setup != stored.game.setup or game.log[:ply] != stored.game.log or not further:
            raise ValueError("the game is not the stored one and further entries")
        if game.ply > MOST_ENTRIES:
            raise LogFull(MOST_ENTRIES)
        at = self._now()
        after = stored.followed_by(game, at)
        guard: dict[str, object] = {"game": stored.id, "before": ply}
        entries = _entries(stored.id, further, ply + 1, at)
        goes_on = stored.running and after.finished_at is None
        try:
            if not (goes_on and self._advanced(after, guard, entries)):
                with self._database.writing() as connection:
                    after = _turned(connection, stored, after)
                    connection.execute(_ENTER, entries)
        except IntegrityError as error:
            raise Stale(stored.id, ply) from error
        self._replays.follow(stored.id, stored.game, game, at)
        return after

    def _advanced(
        self, after: StoredGame, guard: dict[str, object], entries: list[dict[str, object]]
    ) -> bool:
        """Keep entries of a game that goes on; returns whether it did, from that ply.

        A transaction of its own: where another one was quicker PostgreSQL keeps the game locked
        until the end, and who turns a game has to have the visitor's games alone before that.
        """
        with self._database.writing() as connection:
            if not connection.execute(_ADVANCE, guard | _newly(moving(after))).rowcount:
                return False
            connection.execute(_ENTER, entries)
        return True

    def leave(self, stored: StoredGame) -> StoredGame:
        """Return a game as left by its player: lost, if it was started and not won."""
        now = self._now()
        values = {"game": stored.id, "visitor": stored.visitor_id, "now": now}
        with self._database.writing() as connection:
            if is_alone(connection, stored.visitor_id):
                # What nothing was done in for a week was left then.
                leave_idle(connection, stored.visitor_id, now)
            if connection.execute(LEAVE, values).rowcount:
                mark(connection, [(stored.visitor_id, now)])
        return self._found(stored)

    def leave_idle(self, visitor_id: str) -> None:
        """Leave a visitor's games in which nothing was done for a week."""
        now = self._now()
        values = {"visitor": visitor_id, "before": now - IDLE}
        with self._database.reading() as connection:
            found = connection.execute(IDLE_GAMES, values).first()
        if found is not None:
            with self._database.writing() as connection:
                if is_alone(connection, visitor_id):
                    leave_idle(connection, visitor_id, now)

    def take_up(self, stored: StoredGame) -> StoredGame:
        """Return a game that was left as open again, as it was; any other as it is.

        Another open game of the deal is left for it.
        """
        with self._database.writing() as connection:
            if is_alone(connection, stored.visitor_id):
                take_up(connection, stored, self._now())
        return self._found(stored)

    # Inside

    def _found(self, stored: StoredGame) -> StoredGame:
        """Return a game as it is now; raises `Stale` if it is not there any more."""
        found = self.owned(stored.id, stored.visitor_id)
        if found is None:
            raise Stale(stored.id, stored.ply)
        return found

    def _loaded(self, connection: Connection, game_id: str, visitor_id: str) -> StoredGame | None:
        row = connection.execute(_OWNED, {"game": game_id, "visitor": visitor_id}).first()
        return None if row is None else self._replayed(connection, row)

    def _replayed(self, connection: Connection, row: AnyRow) -> StoredGame:
        known = known_of(row)
        entries = connection.execute(_LOG, {"game": row.id, "upto": row.ply}).all()
        # By column: reading each row by its names would take longer than the query.
        plies, texts, times = zip(*entries, strict=True) if entries else ((), (), ())
        if plies != tuple(range(1, row.ply + 1)):
            missing = min(set(range(1, row.ply + 1)) - set(plies))
            raise CorruptGame(row.id, missing, "the log has no such entry")
        if None in times:
            raise CorruptGame(row.id, times.index(None) + 1, "its time can't be read")
        moments = tuple(map(tables.in_utc, times))
        return game_of(row, known, self._replays.replay(row.id, known.setup, texts, moments))


def _is_fresh(row: AnyRow | None, now: datetime) -> bool:
    """Whether a game was begun just now, and nothing was done in it yet."""
    if row is None or row.created_at is None:
        return False
    untouched = row.started_at is None and row.finished_at is None
    return untouched and bool(row.created_at > now - SAME_PRESS)


def _turned(connection: Connection, before: StoredGame, after: StoredGame) -> StoredGame:
    """Write the summary of a game that its player begins, ends or takes up again.

    Raises `Stale` if the game has moved on from what it was before.
    """
    ply = before.ply
    if not is_alone(connection, after.visitor_id):
        raise Stale(after.id, ply)
    leave_others(connection, after, after.times[-1])
    attempt = connection.execute(_ATTEMPT, {"game": after.id}).scalar()
    if attempt is None:
        mine = {"visitor": after.visitor_id, "deal": deal_key(after.game.setup)}
        attempt = connection.execute(_ATTEMPTS, mine).scalar_one() + 1
    after = replace(after, attempt=attempt)
    guard = {"game": after.id, "before": ply}
    new = _newly(moving(after) | turning(after))
    if not connection.execute(_TURN, guard | new).rowcount:
        raise Stale(after.id, ply)
    if before.finished_at is not None:
        is_open_again(connection, before)
    if after.finished_at is not None:
        mark(connection, [(after.visitor_id, after.finished_at)])
    return after


def _newly(columns: dict[str, object]) -> dict[str, object]:
    return {f"new_{name}": value for name, value in columns.items()}


def _entries(
    game_id: str, entries: tuple[Entry, ...], first: int, at: datetime
) -> list[dict[str, object]]:
    """Return rows of a log, made at one moment, the first of them at ply `first`."""
    return [
        {"game_id": game_id, "ply": ply, "entry": str(entry), "at": at}
        for ply, entry in enumerate(entries, first)
    ]
