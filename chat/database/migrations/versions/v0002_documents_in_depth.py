"""Rows of tables in chunks."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("chunks", sa.Column("rows", sa.JSON()))
    op.add_column("chunks", sa.Column("fields", sa.JSON()))


def downgrade() -> None:
    op.drop_column("chunks", "fields")
    op.drop_column("chunks", "rows")
