"""What a key may be used for."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("keys", sa.Column("scope", sa.String(16), nullable=False, server_default="all"))


def downgrade() -> None:
    op.drop_column("keys", "scope")
