"""No index of the chunks' states: nearly all are `indexed`, and SQLite took it for the better way to a thread's chunks."""

from __future__ import annotations

from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_index("ix_chunks_state", "chunks")


def downgrade() -> None:
    op.create_index("ix_chunks_state", "chunks", ["state"])
