"""Hints are counted, and what the solver finds out about a deal is kept."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the counter and the table."""
    op.add_column("game", sa.Column("hints", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("game", sa.Column("hint_ply", sa.Integer(), nullable=False, server_default="-1"))
    op.create_table(
        "answer",
        sa.Column("question", sa.String(128), nullable=False),
        sa.Column("value", sa.JSON(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("question", name="pk_answer"),
    )


def downgrade() -> None:
    """Drop them, with what was counted and found out."""
    op.drop_table("answer")
    op.drop_column("game", "hint_ply")
    op.drop_column("game", "hints")
