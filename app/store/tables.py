"""The tables, as they are after the newest migration."""

from datetime import UTC, datetime
from typing import Final

from sqlalchemy import (
    JSON,
    BigInteger,
    Column,
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


class UtcTime(TypeDecorator[datetime]):
    """A moment, to the microsecond: aware of its zone in Python, UTC in the database.

    SQLite keeps no zone and PostgreSQL answers in the zone of the connection; both give back
    the same value here. A time without a zone is refused with `ValueError`.
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
        return None if value is None else in_utc(value)


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
    # SHA-256 of the token, in hexadecimal: who reads the database can't pose as a visitor.
    Column("token_hash", String(64), nullable=False, unique=True),
    Column("settings", JSON, nullable=False),
    Column("created_at", UtcTime, nullable=False),
    Column("seen_at", UtcTime, nullable=False),
)

game: Final = Table(
    "game",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("visitor_id", ForeignKey("visitor.id", ondelete="CASCADE"), nullable=False),
    # What the game is: the rules' code, and the 52 cards with the deal's number if it has one.
    Column("rules", String(16), nullable=False),
    Column("deal_number", BigInteger),
    Column("deal_cards", String(104), nullable=False),
    Column("created_at", UtcTime, nullable=False),
    # The summary of its log. `elapsed` is in seconds; `pyramid_left` counts cards.
    Column("ply", Integer, nullable=False),
    Column("status", String(8), nullable=False),
    Column("moves", Integer, nullable=False),
    Column("score", Integer),
    Column("pyramid_left", Integer, nullable=False),
    Column("elapsed", Double, nullable=False),
    # Boards on which a winning move was told, and the last of them.
    Column("hints", Integer, nullable=False, server_default="0"),
    Column("hint_ply", Integer, nullable=False, server_default="-1"),
    Column("started_at", UtcTime),
    Column("acted_at", UtcTime),
    Column("finished_at", UtcTime),
)
# No index has a column that every move changes: a move then costs no index write.
Index("ix_game_visitor_id_created_at", game.c.visitor_id, game.c.created_at)
Index(
    "ix_game_open",
    game.c.visitor_id,
    sqlite_where=game.c.finished_at.is_(None),
    postgresql_where=game.c.finished_at.is_(None),
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

answer: Final = Table(
    "answer",
    metadata,
    # What the solver found out about a whole deal; it can be found out again.
    Column("question", String(128), primary_key=True),
    Column("value", JSON, nullable=False),
    Column("at", UtcTime, nullable=False),
)
