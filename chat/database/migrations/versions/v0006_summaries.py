"""Rolling summaries of conversations, and what a question meant that leaned on what was said before it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from chat.database.schema import UtcTime

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("messages", sa.Column("rewritten", sa.Text()))
    op.create_table(
        "summaries",
        sa.Column("id", sa.String(255), nullable=False),
        sa.Column("thread_id", sa.String(255), nullable=False),
        sa.Column("first_sequence", sa.Integer(), nullable=False),
        sa.Column("last_sequence", sa.Integer(), nullable=False),
        sa.Column("first_at", UtcTime(), nullable=False),
        sa.Column("last_at", UtcTime(), nullable=False),
        sa.Column("messages", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.Column("gone", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["thread_id"], ["threads.id"], name="fk_summaries_thread_id_threads", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_summaries"),
    )
    op.create_index("ix_summaries_thread_last", "summaries", ["thread_id", "last_sequence"])


def downgrade() -> None:
    op.drop_table("summaries")
    op.drop_column("messages", "rewritten")
