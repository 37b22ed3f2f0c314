"""Questions and searches as figures, for analytics."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "inquiries",
        sa.Column("id", sa.String(255), nullable=False),
        sa.Column("thread_id", sa.String(255), nullable=False),
        sa.Column("message_id", sa.String(255)),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("outcome", sa.String(16), nullable=False),
        sa.Column("error_code", sa.String(64)),
        sa.Column("confidence", sa.Float()),
        sa.Column("passages", sa.Integer()),
        sa.Column("search_ms", sa.Float()),
        sa.Column("first_word_ms", sa.Float()),
        sa.Column("answer_ms", sa.Float()),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_inquiries")),
        sa.ForeignKeyConstraint(["thread_id"], ["threads.id"], name=op.f("fk_inquiries_thread_id_threads"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["thread_id", "message_id"],
            ["messages.thread_id", "messages.id"],
            name=op.f("fk_inquiries_thread_id_messages"),
            ondelete="CASCADE",
        ),
    )
    op.create_index("ix_inquiries_thread_message", "inquiries", ["thread_id", "message_id"])
    op.create_index("ix_inquiries_created", "inquiries", ["created_at"])
    op.create_table(
        "inquiry_documents",
        sa.Column("inquiry_id", sa.String(255), nullable=False),
        sa.Column("thread_id", sa.String(255), nullable=False),
        sa.Column("document_id", sa.String(255), nullable=False),
        sa.Column("cited", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("inquiry_id", "thread_id", "document_id", name=op.f("pk_inquiry_documents")),
        sa.ForeignKeyConstraint(
            ["inquiry_id"], ["inquiries.id"], name=op.f("fk_inquiry_documents_inquiry_id_inquiries"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["thread_id", "document_id"],
            ["documents.thread_id", "documents.id"],
            name=op.f("fk_inquiry_documents_thread_id_documents"),
            ondelete="CASCADE",
        ),
    )
    op.create_index("ix_inquiry_documents_document", "inquiry_documents", ["thread_id", "document_id"])


def downgrade() -> None:
    op.drop_table("inquiry_documents")
    op.drop_table("inquiries")
