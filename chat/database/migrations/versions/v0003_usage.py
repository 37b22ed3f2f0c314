"""What models cost, by user."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "usage",
        sa.Column("id", sa.String(255), nullable=False),
        sa.Column("user_id", sa.String(255), nullable=False),
        sa.Column("thread_id", sa.String(255)),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("prompt_tokens", sa.Integer(), nullable=False),
        sa.Column("completion_tokens", sa.Integer(), nullable=False),
        sa.Column("estimated", sa.Boolean(), nullable=False),
        sa.Column("cost", sa.Float()),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_usage")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_usage_user_id_users"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["thread_id"], ["threads.id"], name=op.f("fk_usage_thread_id_threads"), ondelete="SET NULL"),
    )
    op.create_index(op.f("ix_usage_thread_id"), "usage", ["thread_id"])
    op.create_index("ix_usage_user_created", "usage", ["user_id", "created_at"])


def downgrade() -> None:
    op.drop_table("usage")
