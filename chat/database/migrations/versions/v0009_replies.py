"""Answers to requests with an idempotency key."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from chat.database.schema import UtcTime

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "replies",
        sa.Column("user_id", sa.String(255), nullable=False),
        sa.Column("key", sa.String(255), nullable=False),
        sa.Column("thread_id", sa.String(255)),
        sa.Column("request", sa.String(64), nullable=False),
        sa.Column("status", sa.Integer(), nullable=False),
        sa.Column("media_type", sa.String(127), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_replies_user_id_users", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["thread_id"], ["threads.id"], name="fk_replies_thread_id_threads", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id", "key", name="pk_replies"),
    )
    op.create_index("ix_replies_thread_id", "replies", ["thread_id"])
    op.create_index("ix_replies_created_at", "replies", ["created_at"])


def downgrade() -> None:
    op.drop_table("replies")
