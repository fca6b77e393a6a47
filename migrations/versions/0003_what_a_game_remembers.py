"""A game remembers where it came from and what helped; a visitor may have several tokens."""

import base64
import hashlib
from collections.abc import Callable, Iterator
from datetime import datetime
from itertools import groupby
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

HINT, BACK, UNKNOWN = 1, 4, 32
PAUSE = 120.0
AT_ONCE = 1.0
"""Seconds after the deal within which no player can be told from what a game was begun with."""

COLUMNS: tuple[Callable[[], sa.Column[Any]], ...] = (
    lambda: sa.Column("deal_key", sa.String(16), nullable=False, server_default=""),
    lambda: sa.Column("origin", sa.String(10), nullable=False, server_default="unknown"),
    lambda: sa.Column("given", sa.Integer()),
    lambda: sa.Column("undos", sa.Integer(), nullable=False, server_default="0"),
    lambda: sa.Column("help", sa.Integer(), nullable=False, server_default="0"),
    lambda: sa.Column("attempt", sa.Integer()),
    lambda: sa.Column("winnable", sa.Boolean()),
    lambda: sa.Column("par", sa.Integer()),
    lambda: sa.Column("daily_date", sa.Date()),
    lambda: sa.Column("challenge", sa.String(16)),
    lambda: sa.Column("press", sa.String(64)),
)


def upgrade() -> None:
    """Add the columns and the table, and find out what can be known of older games."""
    _tokens_of_their_own()
    _make_seen()
    op.drop_index("ix_game_open", "game")
    op.drop_index("ix_game_visitor_id_created_at", "game")
    for column in COLUMNS:
        op.add_column("game", column())
    _note_deal_keys()
    _note_what_the_logs_say()
    _note_what_was_given()
    _note_attempts()
    _leave_all_but_one()
    where = sa.text("finished_at IS NULL")
    op.create_index(
        *("ix_game_open", "game", ["visitor_id", "deal_key"]),
        unique=True,
        sqlite_where=where,
        postgresql_where=where,
    )
    op.create_index("ix_game_visitor_id_deal_key", "game", ["visitor_id", "deal_key"])
    op.create_index("ix_game_visitor_id_started_at", "game", ["visitor_id", "started_at"])
    op.create_index("ix_game_deal_key", "game", ["deal_key"])
    op.create_index("ix_game_press", "game", ["press"], unique=True)
    where = sa.text("daily_date IS NOT NULL")
    op.create_index(
        *("ix_game_visitor_id_daily_date", "game", ["visitor_id", "daily_date"]),
        sqlite_where=where,
        postgresql_where=where,
    )


def downgrade() -> None:
    """Drop them, with what was noted; of each visitor the newest token stays."""
    for name in (
        *("press", "deal_key", "visitor_id_started_at", "visitor_id_deal_key", "open"),
        "visitor_id_daily_date",
    ):
        op.drop_index(f"ix_game_{name}", "game")
    _count_what_was_given()
    for column in reversed(COLUMNS):
        op.drop_column("game", column().name)
    op.create_index("ix_game_visitor_id_created_at", "game", ["visitor_id", "created_at"])
    where = sa.text("finished_at IS NULL")
    op.create_index(
        "ix_game_open", "game", ["visitor_id"], sqlite_where=where, postgresql_where=where
    )
    op.drop_table("seen")
    _one_token_each()


def _make_seen() -> None:
    op.create_table(
        "seen",
        sa.Column("visitor_id", sa.String(16), nullable=False),
        sa.Column("deal_key", sa.String(16), nullable=False),
        sa.Column("kinds", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("visitor_id", "deal_key", name="pk_seen"),
        sa.ForeignKeyConstraint(
            ["visitor_id"], ["visitor.id"], name="fk_seen_visitor_id_visitor", ondelete="CASCADE"
        ),
        sqlite_with_rowid=False,
    )


def _tokens_of_their_own() -> None:
    time = sa.DateTime(timezone=True)
    op.create_table(
        "token",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("visitor_id", sa.String(16), nullable=False),
        sa.Column("made_at", time, nullable=False),
        sa.Column("seen_at", time, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_token"),
        sa.ForeignKeyConstraint(
            ["visitor_id"], ["visitor.id"], name="fk_token_visitor_id_visitor", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_token_visitor_id", "token", ["visitor_id"])
    op.execute(
        "INSERT INTO token (hash, visitor_id, made_at, seen_at)"
        " SELECT token_hash, id, created_at, seen_at FROM visitor"
    )
    with op.batch_alter_table("visitor") as visitor:
        visitor.drop_constraint("uq_visitor_token_hash", type_="unique")
        visitor.drop_column("token_hash")


def _one_token_each() -> None:
    op.add_column("visitor", sa.Column("token_hash", sa.String(64)))
    op.execute(
        "UPDATE visitor SET token_hash = (SELECT hash FROM token WHERE visitor_id = visitor.id"
        " ORDER BY made_at DESC, hash LIMIT 1)"
    )
    # Who has none any more gets a text that is no hash.
    op.execute("UPDATE visitor SET token_hash = 'none ' || id WHERE token_hash IS NULL")
    with op.batch_alter_table("visitor") as visitor:
        visitor.alter_column("token_hash", existing_type=sa.String(64), nullable=False)
        visitor.create_unique_constraint("uq_visitor_token_hash", ["token_hash"])
    op.drop_table("token")


def _note_deal_keys() -> None:
    """Give each game the key of its deal and rules: 80 bits of a hash, in base 32."""
    rows = _rows("SELECT id, rules, deal_cards FROM game")
    _change(
        "UPDATE game SET deal_key = :key WHERE id = :id",
        [{"id": row.id, "key": _deal_key(f"{row.rules}-{row.deal_cards}")} for row in rows],
    )


def _deal_key(text: str) -> str:
    return base64.b32encode(hashlib.sha256(text.encode()).digest()[:10]).decode()


def _note_what_the_logs_say() -> None:
    op.execute(
        "UPDATE game SET undos ="
        " (SELECT count(*) FROM log WHERE game_id = game.id AND entry = 'undo')"
    )
    # Nobody noted what else the player was told.
    op.execute(
        f"UPDATE game SET help = {UNKNOWN} + CASE WHEN hints > 0 THEN {HINT} ELSE 0 END"
        # Several undos at one moment were made by the way back to a win.
        " + CASE WHEN EXISTS (SELECT 1 FROM log one, log two WHERE one.game_id = game.id"
        " AND two.game_id = game.id AND two.ply = one.ply + 1 AND two.at = one.at"
        f" AND one.entry = 'undo' AND two.entry = 'undo') THEN {BACK} ELSE 0 END"
    )


def _note_what_was_given() -> None:
    """Tell the actions that games were begun with: made at one moment, right after the deal.

    One alone can't be told from the first action of someone quick: that stays unknown.
    """
    rows = _rows(
        "SELECT game.id, CAST(game.created_at AS VARCHAR(40)) AS dealt,"
        " CAST(min(log.at) AS VARCHAR(40)) AS first, count(log.ply) AS given"
        " FROM game LEFT JOIN log ON log.game_id = game.id AND log.at ="
        " (SELECT at FROM log AS one WHERE one.game_id = game.id AND one.ply = 1)"
        " GROUP BY game.id, game.created_at"
    )
    played, practice = [], []
    for row in rows:
        if row.given > 1:
            practice.append({"id": row.id, "given": row.given})
        elif not row.given or (_seconds(row.dealt, row.first) or 0.0) > AT_ONCE:
            played.append({"id": row.id})
    _change("UPDATE game SET given = 0 WHERE id = :id", played)
    _change("UPDATE game SET given = :given, origin = 'continued' WHERE id = :id", practice)
    _time_practice(-1)
    op.execute(
        "UPDATE game SET started_at ="
        " (SELECT at FROM log WHERE game_id = game.id AND log.ply = game.given + 1)"
        " WHERE given > 0"
    )


def _count_what_was_given() -> None:
    _time_practice(1)
    op.execute(
        "UPDATE game SET started_at = (SELECT at FROM log WHERE game_id = game.id AND log.ply = 1)"
        " WHERE given > 0"
    )


def _time_practice(sign: int) -> None:
    """Count the time before a player's own first action, or no longer count it."""
    rows = _rows(
        "SELECT game.id, CAST(before.at AS VARCHAR(40)) AS earlier,"
        " CAST(own.at AS VARCHAR(40)) AS later FROM game"
        " JOIN log AS before ON before.game_id = game.id AND before.ply = game.given"
        " JOIN log AS own ON own.game_id = game.id AND own.ply = game.given + 1"
        " WHERE game.given > 0"
    )
    gaps = [
        {"id": row.id, "gap": sign * max(0.0, min(_seconds(row.earlier, row.later) or 0.0, PAUSE))}
        for row in rows
    ]
    _change("UPDATE game SET elapsed = elapsed + :gap WHERE id = :id", gaps)


def _note_attempts() -> None:
    rows = _rows(
        "SELECT id, visitor_id, deal_key FROM game WHERE started_at IS NOT NULL"
        " ORDER BY visitor_id, deal_key, started_at, created_at, id"
    )
    _change(
        "UPDATE game SET attempt = :attempt WHERE id = :id",
        [
            {"id": row.id, "attempt": attempt}
            for _, same in groupby(rows, lambda row: (row.visitor_id, row.deal_key))
            for attempt, row in enumerate(same, 1)
        ],
    )


def _leave_all_but_one() -> None:
    """Of each visitor's open games of one deal keep the one that was acted in last."""
    rows = _rows(
        "SELECT id, visitor_id, deal_key FROM game WHERE finished_at IS NULL"
        " ORDER BY visitor_id, deal_key, acted_at IS NULL, acted_at DESC, created_at DESC, id"
    )
    same_deal = groupby(rows, lambda row: (row.visitor_id, row.deal_key))
    _change(
        "UPDATE game SET status = 'left', finished_at = coalesce(acted_at, created_at)"
        " WHERE id = :id",
        [{"id": row.id} for _, same in same_deal for row in list(same)[1:]],
    )


def _rows(query: str) -> Iterator[Any]:
    yield from op.get_bind().execute(sa.text(query)).all()


def _change(statement: str, rows: list[dict[str, Any]]) -> None:
    if rows:
        op.get_bind().execute(sa.text(statement), rows)


def _seconds(earlier: str, later: str) -> float | None:
    """Return the seconds between two times, `None` if either is none."""
    try:
        return (datetime.fromisoformat(later) - datetime.fromisoformat(earlier)).total_seconds()
    except (TypeError, ValueError):
        return None
