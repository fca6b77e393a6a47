"""The first tables: visitors, their games, and the games' logs."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    time = sa.DateTime(timezone=True)
    op.create_table(
        "visitor",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("created_at", time, nullable=False),
        sa.Column("seen_at", time, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_visitor"),
        sa.UniqueConstraint("token_hash", name="uq_visitor_token_hash"),
    )
    op.create_table(
        "game",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("visitor_id", sa.String(16), nullable=False),
        sa.Column("rules", sa.String(16), nullable=False),
        sa.Column("deal_number", sa.BigInteger()),
        sa.Column("deal_cards", sa.String(104), nullable=False),
        sa.Column("created_at", time, nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("moves", sa.Integer(), nullable=False),
        sa.Column("score", sa.Integer()),
        sa.Column("pyramid_left", sa.Integer(), nullable=False),
        sa.Column("elapsed", sa.Double(), nullable=False),
        sa.Column("started_at", time),
        sa.Column("acted_at", time),
        sa.Column("finished_at", time),
        sa.PrimaryKeyConstraint("id", name="pk_game"),
        sa.ForeignKeyConstraint(
            ["visitor_id"], ["visitor.id"], name="fk_game_visitor_id_visitor", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_game_visitor_id_created_at", "game", ["visitor_id", "created_at"])
    op.create_index(
        "ix_game_open",
        "game",
        ["visitor_id"],
        sqlite_where=sa.text("finished_at IS NULL"),
        postgresql_where=sa.text("finished_at IS NULL"),
    )
    op.create_table(
        "log",
        sa.Column("game_id", sa.String(16), nullable=False),
        sa.Column("ply", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("entry", sa.String(16), nullable=False),
        sa.Column("at", time, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "ply", name="pk_log"),
        sa.ForeignKeyConstraint(
            ["game_id"], ["game.id"], name="fk_log_game_id_game", ondelete="CASCADE"
        ),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Drop the tables, with all that is in them."""
    op.drop_table("log")
    op.drop_table("game")
    op.drop_table("visitor")
