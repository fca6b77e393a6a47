"""The tables, as they are after the newest migration."""

from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any, Final

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Date,
    DateTime,
    Dialect,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    TypeDecorator,
    false,
)

_Processor = Callable[[Any], Any]


def _or_none(read: _Processor | None) -> _Processor | None:
    """Return a reader of what a driver gives that reads as `None` what is damaged.

    SQLite takes any text into any column. A row is read as a whole or not at all, so that one
    value which can't be read would hide all the others.
    """
    if read is None:
        return None

    def careful(value: Any) -> Any:
        try:
            return read(value)
        except (ArithmeticError, RecursionError, TypeError, ValueError):
            return None

    return careful


class UtcTime(TypeDecorator[datetime]):
    """A moment, to the microsecond: aware of its zone in Python, UTC in the database.

    SQLite keeps no zone and PostgreSQL answers in the zone of the connection; both give back
    the same value here. A time without a zone is refused with `ValueError`; one that was changed
    from outside to what is no time is read as `None`.
    """

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return the value that the driver is given."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"{value} has no time zone: use datetime.now(UTC)")
        utc = value.astimezone(UTC)
        return utc.replace(tzinfo=None) if dialect.name == "sqlite" else utc

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return the aware time of what the driver gave."""
        return in_utc(value) if isinstance(value, datetime) else None

    def result_processor(self, dialect: Dialect, coltype: Any) -> _Processor | None:
        """Return what reads the column, also where it is damaged."""
        return _or_none(super().result_processor(dialect, coltype))


class RawTime(TypeDecorator[datetime]):
    """A moment as the driver has it, or `None` where it can't be read.

    `in_utc` on a whole column of these is quicker than reading each as `UtcTime`.
    """

    impl = DateTime(timezone=True)
    cache_ok = True

    def result_processor(self, dialect: Dialect, coltype: Any) -> _Processor | None:
        """Return what reads the column, also where it is damaged."""
        return _or_none(super().result_processor(dialect, coltype))


class Day(TypeDecorator[date]):
    """A date, or `None` where it can't be read."""

    impl = Date
    cache_ok = True

    def result_processor(self, dialect: Dialect, coltype: Any) -> _Processor | None:
        """Return what reads the column, also where it is damaged."""
        return _or_none(super().result_processor(dialect, coltype))


class Json(TypeDecorator[Any]):
    """A JSON value; one that was changed from outside to what is none is read as `None`."""

    impl = JSON
    cache_ok = True

    def result_processor(self, dialect: Dialect, coltype: Any) -> _Processor | None:
        """Return what reads the column, also where it is damaged."""
        return _or_none(super().result_processor(dialect, coltype))


def in_utc(value: datetime) -> datetime:
    """Return what a driver gave for a time, in UTC and aware of it."""
    return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


metadata: Final = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_N_label)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

visitor: Final = Table(
    "visitor",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("settings", Json, nullable=False),
    Column("created_at", UtcTime, nullable=False),
    Column("seen_at", UtcTime, nullable=False),
)

token: Final = Table(
    "token",
    metadata,
    # SHA-256 of the token, in hexadecimal: who reads the database can't pose as a visitor.
    Column("hash", String(64), primary_key=True),
    Column("visitor_id", ForeignKey("visitor.id", ondelete="CASCADE"), nullable=False),
    Column("made_at", UtcTime, nullable=False),
    Column("seen_at", UtcTime, nullable=False),
    # What its browser calls itself, shortly: `Firefox on Android`.
    Column("device", String(60), nullable=False, server_default=""),
)
Index("ix_token_visitor_id", token.c.visitor_id)

game: Final = Table(
    "game",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("visitor_id", ForeignKey("visitor.id", ondelete="CASCADE"), nullable=False),
    # What the game is: the rules' code, and the 52 cards with the deal's number if it has one.
    Column("rules", String(16), nullable=False),
    Column("deal_number", BigInteger),
    Column("deal_cards", String(104), nullable=False),
    # What tells both together, shortly: see `deal_key`.
    Column("deal_key", String(16), nullable=False, server_default=""),
    # Where it came from, and how many of its entries are not the player's own.
    Column("origin", String(10), nullable=False, server_default="unknown"),
    Column("given", Integer),
    Column("daily_date", Day),
    Column("challenge", String(16)),
    # The hash of the key of the form that began it.
    Column("press", String(64)),
    Column("created_at", UtcTime, nullable=False),
    # The summary of its log. `elapsed` is in seconds; `pyramid_left` counts cards.
    Column("ply", Integer, nullable=False),
    Column("status", String(8), nullable=False),
    Column("moves", Integer, nullable=False),
    Column("score", Integer),
    Column("pyramid_left", Integer, nullable=False),
    Column("elapsed", Double, nullable=False),
    Column("undos", Integer, nullable=False, server_default="0"),
    # How many games of this deal their player had begun with this one, by the first own action.
    Column("attempt", Integer),
    # Boards on which a winning move was told, and the last of them.
    Column("hints", Integer, nullable=False, server_default="0"),
    Column("hint_ply", Integer, nullable=False, server_default="-1"),
    # The kinds of help the player had, each a bit.
    Column("help", Integer, nullable=False, server_default="0"),
    # What the solver said of the deal, as soon as it had.
    Column("winnable", Boolean),
    Column("par", Integer),
    # The first action of the player's own.
    Column("started_at", UtcTime),
    Column("acted_at", UtcTime),
    Column("finished_at", UtcTime),
    # How it ended, won or left: for an index, which the status can't be in, as moves change it.
    Column("result", String(4)),
    # When it was opened again last, after it had been left.
    Column("taken_up_at", UtcTime),
)
# No index has a column that every move changes: a move then costs no index write.
Index("ix_game_visitor_id_started_at", game.c.visitor_id, game.c.started_at)
Index("ix_game_visitor_id_rules_started_at", game.c.visitor_id, game.c.rules, game.c.started_at)
Index("ix_game_visitor_id_result_started_at", game.c.visitor_id, game.c.result, game.c.started_at)
Index("ix_game_visitor_id_finished_at", game.c.visitor_id, game.c.finished_at)
Index("ix_game_visitor_id_deal_key", game.c.visitor_id, game.c.deal_key)
Index("ix_game_deal_key", game.c.deal_key)
Index("ix_game_press", game.c.press, unique=True)
# A visitor has one open game of a deal.
Index(
    "ix_game_open",
    game.c.visitor_id,
    game.c.deal_key,
    unique=True,
    sqlite_where=game.c.finished_at.is_(None),
    postgresql_where=game.c.finished_at.is_(None),
)
# Few games are of the deal of a day.
Index(
    "ix_game_visitor_id_daily_date",
    game.c.visitor_id,
    game.c.daily_date,
    sqlite_where=game.c.daily_date.is_not(None),
    postgresql_where=game.c.daily_date.is_not(None),
)

log: Final = Table(
    "log",
    metadata,
    # Two entries made on one and the same board collide in this key.
    Column("game_id", ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    # The ply that the entry leads to, from 1.
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("entry", String(16), nullable=False),
    Column("at", UtcTime, nullable=False),
    # A game's entries lie side by side, in the key itself.
    sqlite_with_rowid=False,
)

seen: Final = Table(
    "seen",
    metadata,
    # What a visitor has seen of a deal, whether or not they had a game of it: bits of `Help`.
    Column("visitor_id", ForeignKey("visitor.id", ondelete="CASCADE"), primary_key=True),
    Column("deal_key", String(16), primary_key=True),
    Column("kinds", Integer, nullable=False),
    sqlite_with_rowid=False,
)

answer: Final = Table(
    "answer",
    metadata,
    # What the solver found out about a whole deal; it can be found out again.
    Column("question", String(128), primary_key=True),
    Column("value", Json, nullable=False),
    Column("at", UtcTime, nullable=False),
)

tally: Final = Table(
    "tally",
    metadata,
    # What the games that a visitor ended in a month (`2026-12`, in UTC) add up to; none where it
    # has to be added up anew. There is a row of every month that a game was ended in.
    Column("visitor_id", ForeignKey("visitor.id", ondelete="CASCADE"), primary_key=True),
    Column("month", String(7), primary_key=True),
    Column("sums", Json(none_as_null=True)),
    # The same by rules and by day, each for those who ask for it.
    Column("by_rules", Json(none_as_null=True)),
    Column("by_day", Json(none_as_null=True)),
    # Counts how often it had to be: what was added up meanwhile is not kept.
    Column("turn", Integer, nullable=False, server_default="0"),
)

ranked: Final = Table(
    "ranked",
    metadata,
    # A win that counts among those of all players of a day's deal.
    Column("game_id", ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    Column("daily_date", Date, nullable=False),
    Column("rules", String(16), nullable=False),
    Column("help_class", String(8), nullable=False),
    Column("strokes", Integer, nullable=False),
    # The hash of where it was won from, with the salt of the day.
    Column("address", String(16), nullable=False),
)
Index("ix_ranked_daily_date_rules", ranked.c.daily_date, ranked.c.rules)
Index("ix_ranked_daily_date_address", ranked.c.daily_date, ranked.c.address)

salt: Final = Table(
    "salt",
    metadata,
    # What addresses are hashed with on a day, and nobody can find out after it.
    Column("day", Date, primary_key=True),
    Column("value", String(32), nullable=False),
)

challenge: Final = Table(
    "challenge",
    metadata,
    Column("id", String(16), primary_key=True),
    # Who made it; nobody where they have deleted all that is theirs.
    Column("visitor_id", ForeignKey("visitor.id", ondelete="SET NULL")),
    Column("rules", String(16), nullable=False),
    Column("deal_number", BigInteger),
    Column("deal_cards", String(104), nullable=False),
    Column("made_at", UtcTime, nullable=False),
    Column("closed_at", UtcTime),
)
Index("ix_challenge_visitor_id", challenge.c.visitor_id)

entrant: Final = Table(
    "entrant",
    metadata,
    # A game that takes part in a challenge, under the name that its player gave, if any.
    Column("challenge_id", ForeignKey("challenge.id", ondelete="CASCADE"), primary_key=True),
    Column("game_id", ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    Column("visitor_id", ForeignKey("visitor.id", ondelete="CASCADE"), nullable=False),
    Column("name", String(20), nullable=False, server_default=""),
    Column("hidden", Boolean, nullable=False, server_default=false()),
)
Index("ix_entrant_game_id", entrant.c.game_id)
Index("ix_entrant_visitor_id", entrant.c.visitor_id)

transfer: Final = Table(
    "transfer",
    metadata,
    # The hash of a code by which another device joins a visitor, once and for a while.
    Column("hash", String(64), primary_key=True),
    Column("visitor_id", ForeignKey("visitor.id", ondelete="CASCADE"), nullable=False),
    Column("made_at", UtcTime, nullable=False),
)
Index("ix_transfer_visitor_id", transfer.c.visitor_id)

guess: Final = Table(
    "guess",
    metadata,
    # A code that was tried, and the hash of where from: only so many are allowed an hour.
    Column("id", String(16), primary_key=True),
    Column("address", String(16), nullable=False),
    Column("at", UtcTime, nullable=False),
)
Index("ix_guess_address_at", guess.c.address, guess.c.at)
Index("ix_guess_at", guess.c.at)
