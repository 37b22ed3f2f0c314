"""Visitors who come by a site's widget, and the sites that a key speaks for."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from chat.database.schema import UtcTime

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("keys", sa.Column("origins", sa.JSON(), nullable=False, server_default="[]"))
    op.create_table(
        "visitors",
        sa.Column("user_id", sa.String(255), nullable=False),
        sa.Column("owner_id", sa.String(255), nullable=False),
        sa.Column("origin", sa.String(255), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("granted", sa.JSON(), nullable=False),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.Column("seen_at", UtcTime(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_visitors")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_visitors_user_id_users"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["owner_id"], ["users.id"], name=op.f("fk_visitors_owner_id_users"), ondelete="CASCADE"),
        sa.UniqueConstraint("owner_id", "origin", "name", name=op.f("uq_visitors_owner_id_origin_name")),
    )
    op.create_index(op.f("ix_visitors_owner_id"), "visitors", ["owner_id"])


def downgrade() -> None:
    op.drop_table("visitors")
    op.drop_column("keys", "origins")
