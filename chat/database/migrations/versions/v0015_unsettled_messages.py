"""Messages that are to be indexed have an index of their own: without it each question read all of its thread."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

_UNSETTLED = sa.text("recall IN ('pending', 'gone')")


def upgrade() -> None:
    op.create_index(
        "ix_messages_unsettled", "messages", ["thread_id", "sequence"], sqlite_where=_UNSETTLED, postgresql_where=_UNSETTLED
    )
    op.drop_index("ix_messages_recall", "messages")


def downgrade() -> None:
    op.create_index("ix_messages_recall", "messages", ["recall"])
    op.drop_index("ix_messages_unsettled", "messages")
