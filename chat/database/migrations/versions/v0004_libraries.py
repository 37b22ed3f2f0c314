"""Libraries: what holds documents and is attached to threads."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_LIVE = sa.text("kind = 'library' AND deleted_at IS NULL")


def upgrade() -> None:
    op.add_column("threads", sa.Column("kind", sa.String(16), nullable=False, server_default="thread"))
    op.create_index(
        "uq_threads_library_name", "threads", ["user_id", "name"], unique=True, sqlite_where=_LIVE, postgresql_where=_LIVE
    )


def downgrade() -> None:
    op.execute("delete from threads where kind = 'library'")
    op.drop_index("uq_threads_library_name", "threads")
    op.drop_column("threads", "kind")
