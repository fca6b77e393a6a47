"""What statistics, challenges, days and the way to another device need."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

MONTH = {
    "sqlite": "substr(finished_at, 1, 7)",
    "postgresql": "to_char(finished_at AT TIME ZONE 'UTC', 'YYYY-MM')",
}
INDEXES = (
    ["visitor_id", "rules", "started_at"],
    ["visitor_id", "result", "started_at"],
    ["visitor_id", "finished_at"],
)
TABLES = ("guess", "transfer", "entrant", "challenge", "salt", "ranked", "tally")


def upgrade() -> None:
    """Add them; what was ended in which month is told, and nothing added up."""
    op.add_column("token", sa.Column("device", sa.String(60), nullable=False, server_default=""))
    op.add_column("game", sa.Column("taken_up_at", sa.DateTime(timezone=True)))
    op.add_column("game", sa.Column("result", sa.String(4)))
    op.execute("UPDATE game SET result = status WHERE status IN ('won', 'left')")
    _index_games()
    _make_tally()
    _make_ranked()
    _make_challenges()
    _make_transfers()


def downgrade() -> None:
    """Drop them, with what was told by them."""
    for name in TABLES:
        op.drop_table(name)
    for columns in INDEXES:
        op.drop_index("_".join(["ix_game", *columns]), "game")
    op.drop_column("game", "taken_up_at")
    op.drop_column("game", "result")
    op.drop_column("token", "device")


def _index_games() -> None:
    for columns in INDEXES:
        op.create_index("_".join(["ix_game", *columns]), "game", columns)


def _make_tally() -> None:
    op.create_table(
        "tally",
        sa.Column("visitor_id", sa.String(16), nullable=False),
        sa.Column("month", sa.String(7), nullable=False),
        sa.Column("sums", sa.JSON()),
        sa.Column("by_rules", sa.JSON()),
        sa.Column("by_day", sa.JSON()),
        sa.Column("turn", sa.Integer(), nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("visitor_id", "month", name="pk_tally"),
        _key_of("tally", "visitor"),
    )
    month = MONTH[op.get_bind().dialect.name]
    op.execute(
        f"INSERT INTO tally (visitor_id, month) SELECT DISTINCT visitor_id, {month} FROM game"
        " WHERE finished_at IS NOT NULL"
    )


def _make_ranked() -> None:
    op.create_table(
        "ranked",
        sa.Column("game_id", sa.String(16), nullable=False),
        sa.Column("daily_date", sa.Date(), nullable=False),
        sa.Column("rules", sa.String(16), nullable=False),
        sa.Column("help_class", sa.String(8), nullable=False),
        sa.Column("strokes", sa.Integer(), nullable=False),
        sa.Column("address", sa.String(16), nullable=False),
        sa.PrimaryKeyConstraint("game_id", name="pk_ranked"),
        _key_of("ranked", "game"),
    )
    op.create_index("ix_ranked_daily_date_rules", "ranked", ["daily_date", "rules"])
    op.create_index("ix_ranked_daily_date_address", "ranked", ["daily_date", "address"])
    op.create_table(
        "salt",
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("value", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("day", name="pk_salt"),
    )


def _make_challenges() -> None:
    op.create_table(
        "challenge",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("visitor_id", sa.String(16)),
        sa.Column("rules", sa.String(16), nullable=False),
        sa.Column("deal_number", sa.BigInteger()),
        sa.Column("deal_cards", sa.String(104), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("closed_at", sa.DateTime(timezone=True)),
        sa.PrimaryKeyConstraint("id", name="pk_challenge"),
        _key_of("challenge", "visitor", ondelete="SET NULL"),
    )
    op.create_index("ix_challenge_visitor_id", "challenge", ["visitor_id"])
    op.create_table(
        "entrant",
        sa.Column("challenge_id", sa.String(16), nullable=False),
        sa.Column("game_id", sa.String(16), nullable=False),
        sa.Column("visitor_id", sa.String(16), nullable=False),
        sa.Column("name", sa.String(20), nullable=False, server_default=""),
        sa.Column("hidden", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.PrimaryKeyConstraint("challenge_id", "game_id", name="pk_entrant"),
        *(_key_of("entrant", table) for table in ("challenge", "game", "visitor")),
    )
    op.create_index("ix_entrant_game_id", "entrant", ["game_id"])
    op.create_index("ix_entrant_visitor_id", "entrant", ["visitor_id"])


def _make_transfers() -> None:
    op.create_table(
        "transfer",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("visitor_id", sa.String(16), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_transfer"),
        _key_of("transfer", "visitor"),
    )
    op.create_index("ix_transfer_visitor_id", "transfer", ["visitor_id"])
    op.create_table(
        "guess",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("address", sa.String(16), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_guess"),
    )
    op.create_index("ix_guess_address_at", "guess", ["address", "at"])
    op.create_index("ix_guess_at", "guess", ["at"])


def _key_of(table: str, other: str, *, ondelete: str = "CASCADE") -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        [f"{other}_id"],
        [f"{other}.id"],
        name=f"fk_{table}_{other}_id_{other}",
        ondelete=ondelete,
    )
