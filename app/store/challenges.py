"""Challenges: a deal that several play, and who takes part in it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Select, Update, bindparam, func, insert, select, text, update

from app.engine import NotationError, Setup

from . import tables
from .database import Database
from .errors import CorruptGame
from .ids import Clock, is_id, new_id
from .leaving import is_alone
from .records import GameSummary, Origin, StoredGame
from .replays import setup_of
from .rows import SUMMARY, cards_of, summary_of
from .visitors import no_visitor

MOST_ROWS: Final = 50
"""How many rows a table shows."""

_challenge, _entrant, _game = tables.challenge.c, tables.entrant.c, tables.game.c

_READ: Final = select(
    *(_challenge.id, _challenge.visitor_id, _challenge.rules, _challenge.deal_number),
    *(_challenge.deal_cards, _challenge.closed_at),
).where(_challenge.id == bindparam("challenge"))
_MADE: Final = (
    select(_challenge.id)
    .join_from(tables.challenge, tables.entrant)
    .where(_entrant.game_id == bindparam("game"), _challenge.visitor_id == bindparam("visitor"))
)
_ENTER: Final = text(
    "INSERT INTO entrant (challenge_id, game_id, visitor_id)"
    " VALUES (:challenge, :game, :visitor) ON CONFLICT DO NOTHING"
)
_TAKES_PART: Final = (
    _entrant.challenge_id == bindparam("challenge"),
    # Begun by its player alone, and here.
    _game.started_at.is_not(None),
    func.coalesce(_game.given, 0) == 0,
    _game.origin != Origin.IMPORTED.value,
)
_PLAYERS: Final = (
    select(func.count(_entrant.visitor_id.distinct()))
    .join_from(tables.entrant, tables.game)
    .where(*_TAKES_PART)
)
_ROWS: Final = (
    select(*SUMMARY, _entrant.visitor_id, _entrant.name, _entrant.hidden)
    .join_from(tables.entrant, tables.game, _entrant.game_id == _game.id)
    .where(*_TAKES_PART)
    # First attempts that are won come first, however many play.
    .order_by(
        func.coalesce(_game.attempt, 1) > 1,
        func.coalesce(_game.result, "open") != "won",
        _game.help > 0,
        _game.undos > 0,
        _game.ply,
        _game.started_at,
        _game.id,
    )
    .limit(bindparam("most"))
)
_OWN: Final = (
    select(*SUMMARY, _entrant.visitor_id, _entrant.name, _entrant.hidden)
    .join_from(tables.entrant, tables.game, _entrant.game_id == _game.id)
    .where(_entrant.challenge_id == bindparam("challenge"))
    .where(_entrant.visitor_id == bindparam("visitor"))
    .order_by(_game.created_at)
)
_NAME: Final = (
    update(tables.entrant)
    .where(_entrant.challenge_id == bindparam("challenge"))
    .where(_entrant.visitor_id == bindparam("visitor"))
    .values(name=bindparam("new_name"))
)
_IS_MAKER: Final = (
    select(_challenge.id)
    .where(_challenge.id == _entrant.challenge_id)
    .where(_challenge.visitor_id == bindparam("maker"))
    .exists()
)
_HIDE: Final = (
    update(tables.entrant)
    .where(
        _entrant.challenge_id == bindparam("challenge"),
        _entrant.game_id == bindparam("game"),
        _IS_MAKER,
    )
    .values(hidden=bindparam("is_hidden"))
)
_CLOSE: Final = (
    update(tables.challenge)
    .where(_challenge.id == bindparam("challenge"), _challenge.visitor_id == bindparam("maker"))
    .values(closed_at=bindparam("at"))
)


@dataclass(frozen=True, slots=True)
class Challenge:
    """A deal that several play. `visitor_id` made it; nobody, once they have deleted all."""

    id: str
    visitor_id: str | None
    setup: Setup
    is_closed: bool


@dataclass(frozen=True, slots=True)
class Entrant:
    """A game that takes part, and the name that its player gave there, if any."""

    game: GameSummary
    visitor_id: str
    name: str
    is_hidden: bool


class Challenges:
    """Every challenge."""

    def __init__(self, database: Database, *, clock: Clock) -> None:
        self._database: Final = database
        self._now: Final = clock

    def make(self, stored: StoredGame) -> str:
        """Return the id of the challenge that a game's player makes of it: the same each time."""
        setup, own = stored.game.setup, {"game": stored.id, "visitor": stored.visitor_id}
        with self._database.writing() as connection:
            if not is_alone(connection, stored.visitor_id):
                raise no_visitor(stored.visitor_id)
            made = connection.execute(_MADE, own).scalar()
            if made is not None:
                return str(made)
            challenge_id = new_id()
            row = {
                "id": challenge_id,
                "visitor_id": stored.visitor_id,
                "rules": str(setup.rules),
                "deal_number": setup.deal.number,
                "deal_cards": cards_of(setup),
                "made_at": self._now(),
            }
            connection.execute(insert(tables.challenge), row)
            connection.execute(_ENTER, own | {"challenge": challenge_id})
        return challenge_id

    def read(self, challenge_id: str) -> Challenge | None:
        """Return a challenge, if there is one with that id."""
        if not is_id(challenge_id):
            return None
        with self._database.reading() as connection:
            row = connection.execute(_READ, {"challenge": challenge_id}).first()
        if row is None:
            return None
        try:
            setup = setup_of(row.rules, row.deal_number, row.deal_cards)
        except (NotationError, ValueError):
            return None
        return Challenge(row.id, row.visitor_id, setup, row.closed_at is not None)

    def enter(self, challenge_id: str, stored: StoredGame) -> None:
        """Let a game take part; it does so once."""
        values = {"challenge": challenge_id, "game": stored.id, "visitor": stored.visitor_id}
        with self._database.writing() as connection:
            connection.execute(_ENTER, values)

    def players(self, challenge_id: str) -> int:
        """Return how many have begun to play."""
        with self._database.reading() as connection:
            return int(connection.execute(_PLAYERS, {"challenge": challenge_id}).scalar_one())

    def rows(self, challenge_id: str) -> tuple[Entrant, ...]:
        """Return the games that take part, first attempts that are won first, the best of them.

        At most `MOST_ROWS`; practice and what came from elsewhere takes no part.
        """
        return self._entrants(_ROWS, {"challenge": challenge_id, "most": MOST_ROWS})

    def own(self, challenge_id: str, visitor_id: str) -> tuple[Entrant, ...]:
        """Return the games of one visitor in a challenge, the oldest first."""
        return self._entrants(_OWN, {"challenge": challenge_id, "visitor": visitor_id})

    def name(self, challenge_id: str, visitor_id: str, name: str) -> bool:
        """Give a visitor a name in a challenge; returns whether they take part."""
        return self._changed(
            _NAME, {"challenge": challenge_id, "visitor": visitor_id, "new_name": name}
        )

    def hide(self, challenge_id: str, game_id: str, *, maker: str, hidden: bool) -> bool:
        """Hide a row, or show it again; returns whether it is there and that is its maker."""
        values = {"challenge": challenge_id, "game": game_id, "maker": maker, "is_hidden": hidden}
        return self._changed(_HIDE, values)

    def close(self, challenge_id: str, *, maker: str, closed: bool) -> bool:
        """Close a table, or open it again; returns whether that is its maker."""
        at = self._now() if closed else None
        return self._changed(_CLOSE, {"challenge": challenge_id, "maker": maker, "at": at})

    def _changed(self, statement: Update, values: Mapping[str, object]) -> bool:
        with self._database.writing() as connection:
            return bool(connection.execute(statement, dict(values)).rowcount)

    def _entrants(
        self, statement: Select[Any], values: Mapping[str, object]
    ) -> tuple[Entrant, ...]:
        with self._database.reading() as connection:
            rows = connection.execute(statement, dict(values)).all()
        found = []
        for row in rows:
            try:
                found.append(Entrant(summary_of(row), row.visitor_id, row.name, row.hidden))
            except CorruptGame:
                continue
        return tuple(found)
