"""Rows of tables in chunks; versions of documents; documents that wait for their vectors; questions that chunks answer; standing
instructions."""

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
    op.add_column("documents", sa.Column("awaiting_vectors", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("documents", sa.Column("tables", sa.JSON(), nullable=False, server_default="[]"))
    op.create_table(
        "versions",
        sa.Column("thread_id", sa.String(255), nullable=False),
        sa.Column("document_id", sa.String(255), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("media_type", sa.String(127), nullable=False),
        sa.Column("bytes", sa.Integer(), nullable=False),
        sa.Column("pages", sa.Integer()),
        sa.Column("characters", sa.Integer(), nullable=False),
        sa.Column("chunks", sa.Integer(), nullable=False),
        sa.Column("parts", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("thread_id", "document_id", "number", name=op.f("pk_versions")),
        sa.ForeignKeyConstraint(
            ["thread_id", "document_id"],
            ["documents.thread_id", "documents.id"],
            name=op.f("fk_versions_thread_id_documents"),
            ondelete="CASCADE",
        ),
    )
    op.add_column("chunks", sa.Column("questioned", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_index("ix_chunks_questioned", "chunks", ["questioned"])
    op.create_table(
        "questions",
        sa.Column("chunk_id", sa.String(255), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("embedder", sa.String(255), nullable=False),
        sa.Column("vector", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("chunk_id", "ordinal", name=op.f("pk_questions")),
        sa.ForeignKeyConstraint(["chunk_id"], ["chunks.id"], name=op.f("fk_questions_chunk_id_chunks"), ondelete="CASCADE"),
    )
    op.create_table(
        "instructions",
        sa.Column("id", sa.String(255), nullable=False),
        sa.Column("thread_id", sa.String(255), nullable=False),
        sa.Column("message_id", sa.String(255), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_instructions")),
        sa.ForeignKeyConstraint(
            ["thread_id", "message_id"],
            ["messages.thread_id", "messages.id"],
            name=op.f("fk_instructions_thread_id_messages"),
            ondelete="CASCADE",
        ),
    )
    op.create_index("ix_instructions_thread_message", "instructions", ["thread_id", "message_id"])
    op.execute(
        "insert into versions (thread_id, document_id, number, name, sha256, media_type, bytes, pages, characters, chunks, parts,"
        " created_at) select thread_id, id, version, name, sha256, media_type, bytes, pages, characters, chunks, '[]', created_at"
        " from documents"
    )


def downgrade() -> None:
    op.drop_table("instructions")
    op.drop_table("questions")
    op.drop_index("ix_chunks_questioned", "chunks")
    op.drop_column("chunks", "questioned")
    op.drop_table("versions")
    for column in ("tables", "awaiting_vectors"):
        op.drop_column("documents", column)
    for column in ("fields", "rows"):
        op.drop_column("chunks", column)
