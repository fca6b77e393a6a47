"""The few queries that the rest of the program needs."""

import hashlib
import json
import logging
import re
import secrets
import string
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from sqlalchemy import (
    Connection,
    DateTime,
    Row,
    Select,
    bindparam,
    insert,
    literal,
    select,
    type_coerce,
    update,
)
from sqlalchemy.exc import IntegrityError

from app.engine import Game, NotationError, Rules, Setup

from . import migrate, tables
from .database import CONNECTIONS, explaining, open_engine, read_url, reader_of
from .errors import CorruptGame, Stale, StoreError
from .records import GameSummary, Settings, State, StoredGame, Visitor
from .replays import Replays, setup_of
from .turnstile import Turnstile

_AnyRow = Row[*tuple[Any, ...]]
_Query = Select[*tuple[Any, ...]]

_ID_LENGTH: Final = 16
# Letters and digits alone: an id never looks like an option, and a double click selects it.
_ID_LETTERS: Final = string.ascii_letters + string.digits
_SEEN_EVERY: Final = timedelta(hours=1)
_KEPT_REPLAYS: Final = 256

_messages: Final = logging.getLogger("pyramid.store")
_visitor, _game, _log = tables.visitor.c, tables.game.c, tables.log.c

# Built once: putting a statement together costs more than running it.
_VISITOR: Final = select(
    _visitor.id, _visitor.settings, _visitor.created_at, _visitor.seen_at
).where(_visitor.token_hash == bindparam("token_hash"))
_SEE: Final = (
    update(tables.visitor)
    .where(_visitor.id == bindparam("visitor"))
    .values(seen_at=bindparam("now"))
)
_SET: Final = (
    update(tables.visitor)
    .where(_visitor.id == bindparam("visitor"))
    .values(settings=bindparam("new"))
)
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
_ANSWER: Final = select(tables.answer.c.value).where(tables.answer.c.question == bindparam("asked"))
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
_RESUME: Final = (
    update(tables.game)
    .where(
        _game.id == bindparam("game"),
        _game.ply == bindparam("before"),
        _game.status == State.LEFT.value,
    )
    .values(status=bindparam("new_status"), finished_at=None)
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
_PING: Final = select(literal(1)).select_from(tables.visitor).limit(1)


def utc_now() -> datetime:
    """Return the time, in UTC."""
    return datetime.now(UTC)


class Store:
    """Visitors and games in one database; safe to use from many threads at once.

    `url` is SQLAlchemy's: `sqlite:////path/to/file.db` or `postgresql://user@host/name`.
    Nothing is opened before it is needed. `patience` is how many seconds a statement waits for
    a lock that another program holds. Every method raises `StoreUnavailable` if the database
    can't be used; nothing has changed then (unless the connection broke during the commit
    itself: then the next read tells).
    """

    def __init__(
        self, url: str, *, clock: Callable[[], datetime] = utc_now, patience: float = 5.0
    ) -> None:
        self.engine: Final = open_engine(read_url(url), patience=patience)
        self._reader: Final = reader_of(self.engine)
        self._connections: Final = Turnstile(CONNECTIONS, patience=patience)
        # SQLite has one writer at a time; PostgreSQL has as many as there are connections.
        writers = 1 if self.engine.dialect.name == "sqlite" else CONNECTIONS
        self._writers: Final = Turnstile(writers, patience=patience)
        self._now: Final = clock
        self._replays: Final = Replays(_KEPT_REPLAYS)

    # The database

    def migrate(self) -> None:
        """Bring the tables up to date, unless they are; other processes wait meanwhile.

        Raises `DatabaseTooNew` if a newer version of the program has been here.
        """
        with explaining(self.engine):
            migrate.upgrade(self.engine)

    def ping(self) -> None:
        """Read one row, to know that the database answers and has its tables."""
        with self.reading() as connection:
            connection.execute(_PING).first()

    def close(self) -> None:
        """Close every connection; the store may be used again after."""
        self.engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a transaction for queries; it sees what was committed, and blocks nobody.

        On PostgreSQL each query is a transaction of its own.
        """
        with self._connections, explaining(self.engine), self._reader.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Open a transaction that may write, committed at the end; keep it short."""
        with (
            self._writers,
            self._connections,
            explaining(self.engine),
            self.engine.begin() as connection,
        ):
            yield connection

    # Visitors

    def new_visitor(self, settings: Settings) -> tuple[Visitor, str]:
        """Return a new visitor, and the token that is theirs alone and kept nowhere.

        Raises `TypeError` or `ValueError` for settings that JSON can't hold.
        """
        now, token = self._now(), secrets.token_urlsafe(32)
        visitor = Visitor(_new_id(), _plain(settings), now, now)
        row = {
            "id": visitor.id,
            "token_hash": _token_hash(token),
            "settings": visitor.settings,
            "created_at": now,
            "seen_at": now,
        }
        with self.writing() as connection:
            connection.execute(insert(tables.visitor), row)
        return visitor, token

    def visitor(self, token: str) -> Visitor | None:
        """Return the visitor of a token; notes, at most once an hour, that they were here."""
        with self.reading() as connection:
            row = connection.execute(_VISITOR, {"token_hash": _token_hash(token)}).first()
        if row is None:
            return None
        now = self._now()
        if now - row.seen_at < _SEEN_EVERY:
            return Visitor(row.id, row.settings, row.created_at, row.seen_at)
        with self.writing() as connection:
            connection.execute(_SEE, {"visitor": row.id, "now": now})
        return Visitor(row.id, row.settings, row.created_at, now)

    def save_settings(self, visitor_id: str, settings: Settings) -> None:
        """Keep a visitor's settings in place of those before; raises as `new_visitor` does."""
        values = {"visitor": visitor_id, "new": _plain(settings)}
        with self.writing() as connection:
            if not connection.execute(_SET, values).rowcount:
                raise _no_visitor(visitor_id)

    # Games

    def new_game(
        self, visitor_id: str, setup: Setup, *, leaving: StoredGame | None = None
    ) -> StoredGame:
        """Return a new game of a visitor; `leaving`, another one of theirs, is left for it."""
        if Rules.parse(str(setup.rules)) != setup.rules:
            raise ValueError(f"the code {setup.rules} doesn't say all of {setup.rules!r}")
        stored = _new_game(visitor_id, setup, self._now())
        row = {
            "id": stored.id,
            "visitor_id": visitor_id,
            "rules": str(setup.rules),
            "deal_number": setup.deal.number,
            "deal_cards": _cards(setup),
            "created_at": stored.created_at,
            **_summary(stored),
        }
        try:
            with self.writing() as connection:
                if leaving is not None:
                    _leave(connection, leaving.id, visitor_id, stored.created_at)
                connection.execute(_DEAL, row)
        except IntegrityError as error:
            raise _no_visitor(visitor_id) from error
        return stored

    def game(self, game_id: str) -> StoredGame | None:
        """Return a game, whoever's it is, to look at; raises `CorruptGame`."""
        return self._load(_ANY_GAME, game=game_id)

    def owned_game(self, game_id: str, visitor_id: str) -> StoredGame | None:
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
        entries = [
            {"game_id": stored.id, "ply": number, "entry": str(entry), "at": at}
            for number, entry in enumerate(further, ply + 1)
        ]
        try:
            with self.writing() as connection:
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
        with self.writing() as connection:
            connection.execute(_HINT, {"game": stored.id, "now_at": stored.ply})

    def leave(self, stored: StoredGame) -> StoredGame:
        """Return a game as left by its player: lost, if it was started and not won."""
        with self.writing() as connection:
            _leave(connection, stored.id, stored.visitor_id, self._now())
        return self._again(stored)

    def resume(self, stored: StoredGame) -> StoredGame:
        """Return a game that was left as going on again; one that wasn't left stays as it is.

        Raises `Stale` if it has moved on since.
        """
        values = {
            "game": stored.id,
            "before": stored.ply,
            "new_status": stored.game.status.value,
        }
        with self.writing() as connection:
            connection.execute(_RESUME, values)
        resumed = self._again(stored)
        if resumed.status is State.LEFT:
            raise Stale(stored.id, stored.ply)
        return resumed

    def open_game(self, visitor_id: str) -> StoredGame | None:
        """Return the visitor's latest game that is neither won nor left.

        One that can't be replayed is passed over, so that it bars nobody from playing on.
        """
        with self.reading() as connection:
            for row in connection.execute(_OPEN_GAMES, {"visitor": visitor_id}).all():
                try:
                    return self._replayed(connection, row)
                except CorruptGame as error:
                    _messages.error("%s", error)
        return None

    def recent_games(self, visitor_id: str, limit: int) -> tuple[GameSummary, ...]:
        """Return the visitor's started games, the newest first, at most `limit` of them."""
        with self.reading() as connection:
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
        with self.reading() as connection:
            row = connection.execute(_BEST_OTHER_WIN, values).first()
        return None if row is None else _game_summary(row)

    # Answers

    def answer(self, question: str) -> object | None:
        """Return the kept answer to a question, a JSON value, or `None` if there is none."""
        with self.reading() as connection:
            row = connection.execute(_ANSWER, {"asked": question}).first()
        return None if row is None else row.value

    def keep_answer(self, question: str, value: object) -> None:
        """Keep the answer to a question, a text of at most 128 characters, for every process."""
        row = {"question": question, "value": value, "at": self._now()}
        # Another process may have kept the same answer meanwhile.
        with suppress(IntegrityError), self.writing() as connection:
            connection.execute(insert(tables.answer), row)

    # Inside

    def _load(self, query: _Query, **ids: str) -> StoredGame | None:
        # A driver may refuse what can't be an id, such as a text with a zero character.
        if not all(map(_is_id, ids.values())):
            return None
        with self.reading() as connection:
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
        found = self.owned_game(stored.id, stored.visitor_id)
        if found is None:
            raise Stale(stored.id, stored.ply)
        return found


def _new_id() -> str:
    return "".join(secrets.choice(_ID_LETTERS) for _ in range(_ID_LENGTH))


def _is_id(text: str) -> bool:
    return re.fullmatch(r"[A-Za-z0-9]{1,16}", text) is not None


def _token_hash(token: str) -> str:
    # Whatever a browser sends is hashed as it is: what is no token has a hash that nobody has.
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def _plain(settings: Settings) -> dict[str, object]:
    """Return a copy of settings as they will be read, or raise before anything is written."""
    plain: dict[str, object] = json.loads(json.dumps(dict(settings), allow_nan=False))
    return plain


def _no_visitor(visitor_id: str) -> StoreError:
    return StoreError(f"there is no visitor {visitor_id!r}")


def _leave(connection: Connection, game_id: str, visitor_id: str, now: datetime) -> None:
    connection.execute(_LEAVE, {"game": game_id, "visitor": visitor_id, "now": now})


def _new_game(visitor_id: str, setup: Setup, now: datetime) -> StoredGame:
    game = Game(setup)
    return StoredGame(
        id=_new_id(),
        visitor_id=visitor_id,
        game=game,
        times=(),
        counted=timedelta(),
        status=State(game.status.value),
        created_at=now,
        finished_at=None,
    )


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
