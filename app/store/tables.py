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
)
# No index has a column that every move changes: a move then costs no index write.
Index("ix_game_visitor_id_started_at", game.c.visitor_id, game.c.started_at)
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
