"""Threads that are pinned, put away, shared or incognito; what of a message is forgotten or corrected."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from chat.database.schema import UtcTime

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

_THREADS = ("pinned_at", "archived_at", "incognito", "share_hash", "shared_at", "shared_before")


def upgrade() -> None:
    op.add_column("threads", sa.Column("pinned_at", UtcTime()))
    op.add_column("threads", sa.Column("archived_at", UtcTime()))
    op.add_column("threads", sa.Column("incognito", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("threads", sa.Column("share_hash", sa.String(64)))
    op.add_column("threads", sa.Column("shared_at", UtcTime()))
    op.add_column("threads", sa.Column("shared_before", sa.Integer()))
    op.create_index("uq_threads_share_hash", "threads", ["share_hash"], unique=True)
    op.add_column("messages", sa.Column("changed", sa.JSON()))
    op.add_column("messages", sa.Column("recalled", sa.Text()))
    op.add_column("instructions", sa.Column("corrected", sa.Text()))


def downgrade() -> None:
    op.drop_index("uq_threads_share_hash", "threads")
    for name in _THREADS:
        op.drop_column("threads", name)
    for name in ("changed", "recalled"):
        op.drop_column("messages", name)
    op.drop_column("instructions", "corrected")
