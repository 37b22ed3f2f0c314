"""The installation has a name of its own, by which a place outside the data folder is known to be its."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table("installation", sa.Column("id", sa.String(255), primary_key=True))


def downgrade() -> None:
    op.drop_table("installation")
