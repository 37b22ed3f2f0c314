"""Earlier forms of edited questions, with what was said behind them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("messages", sa.Column("form", sa.Integer(), nullable=False, server_default="1"))
    op.create_table(
        "branches",
        sa.Column("thread_id", sa.String(255), nullable=False),
        sa.Column("message_id", sa.String(255), nullable=False),
        sa.Column("form", sa.Integer(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("messages", sa.Integer(), nullable=False),
        sa.Column("kept", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["thread_id", "message_id"],
            ["messages.thread_id", "messages.id"],
            name="fk_branches_thread_id_messages",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("thread_id", "message_id", "form", name="pk_branches"),
    )


def downgrade() -> None:
    op.drop_table("branches")
    op.drop_column("messages", "form")
