"""Web sessions as rows, how much each user uploads in a day, and who signs in by somebody else's word."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from chat.database.schema import UtcTime

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(255), nullable=False),
        sa.Column("user_id", sa.String(255), nullable=False),
        sa.Column("way", sa.String(16), nullable=False),
        sa.Column("browser", sa.String(64), nullable=False),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.Column("seen_at", UtcTime(), nullable=False),
        sa.Column("ends_at", UtcTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sessions")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_sessions_user_id_users"), ondelete="CASCADE"),
    )
    op.create_index(op.f("ix_sessions_user_id"), "sessions", ["user_id"])
    op.create_table(
        "uploads",
        sa.Column("user_id", sa.String(255), nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("bytes", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "day", name=op.f("pk_uploads")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_uploads_user_id_users"), ondelete="CASCADE"),
    )
    op.add_column("users", sa.Column("external", sa.String(255)))
    op.create_index(op.f("ix_users_external"), "users", ["external"], unique=True)


def downgrade() -> None:
    op.drop_index(op.f("ix_users_external"), "users")
    op.drop_column("users", "external")
    op.drop_table("uploads")
    op.drop_table("sessions")
