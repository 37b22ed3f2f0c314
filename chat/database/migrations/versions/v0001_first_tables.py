"""first tables"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "keyword_rows",
        sa.Column("collection", sa.String(length=64), nullable=False),
        sa.Column("chunk_id", sa.String(length=255), nullable=False),
        sa.Column("length", sa.Integer(), nullable=False),
        sa.Column("terms", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("collection", "chunk_id", name=op.f("pk_keyword_rows")),
    )
    op.create_table(
        "users",
        sa.Column("id", sa.String(length=255), nullable=False),
        sa.Column("name", sa.String(length=255), nullable=False),
        sa.Column("role", sa.String(length=16), nullable=False),
        sa.Column("password_hash", sa.Text(), nullable=True),
        sa.Column("metadata", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("suspended", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_users")),
        sa.UniqueConstraint("name", name=op.f("uq_users_name")),
    )
    op.create_table(
        "keys",
        sa.Column("id", sa.String(length=255), nullable=False),
        sa.Column("user_id", sa.String(length=255), nullable=False),
        sa.Column("name", sa.String(length=255), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_keys_user_id_users"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_keys")),
        sa.UniqueConstraint("hash", name=op.f("uq_keys_hash")),
    )
    with op.batch_alter_table("keys", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_keys_user_id"), ["user_id"], unique=False)

    op.create_table(
        "threads",
        sa.Column("id", sa.String(length=255), nullable=False),
        sa.Column("user_id", sa.String(length=255), nullable=False),
        sa.Column("name", sa.Text(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("display", sa.JSON(), nullable=False),
        sa.Column("next_sequence", sa.Integer(), nullable=False),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_threads_user_id_users"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_threads")),
    )
    with op.batch_alter_table("threads", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_threads_user_id"), ["user_id"], unique=False)
        batch_op.create_index("ix_threads_user_updated", ["user_id", "updated_at"], unique=False)

    op.create_table(
        "chunks",
        sa.Column("id", sa.String(length=255), nullable=False),
        sa.Column("thread_id", sa.String(length=255), nullable=False),
        sa.Column("source", sa.String(length=16), nullable=False),
        sa.Column("parent_id", sa.String(length=255), nullable=False),
        sa.Column("index", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("header", sa.Text(), nullable=False),
        sa.Column("start", sa.Integer(), nullable=False),
        sa.Column("end", sa.Integer(), nullable=False),
        sa.Column("page", sa.Integer(), nullable=True),
        sa.Column("section", sa.JSON(), nullable=False),
        sa.Column("section_id", sa.String(length=255), nullable=True),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.ForeignKeyConstraint(["thread_id"], ["threads.id"], name=op.f("fk_chunks_thread_id_threads"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_chunks")),
    )
    with op.batch_alter_table("chunks", schema=None) as batch_op:
        batch_op.create_index("ix_chunks_state", ["state"], unique=False)
        batch_op.create_index(batch_op.f("ix_chunks_thread_id"), ["thread_id"], unique=False)
        batch_op.create_index("ix_chunks_thread_parent", ["thread_id", "source", "parent_id"], unique=False)

    op.create_table(
        "collections",
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("thread_id", sa.String(length=255), nullable=False),
        sa.Column("source", sa.String(length=16), nullable=False),
        sa.Column("embedder", sa.String(length=255), nullable=False),
        sa.Column("rebuilding", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["thread_id"], ["threads.id"], name=op.f("fk_collections_thread_id_threads"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_collections")),
    )
    with op.batch_alter_table("collections", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_collections_thread_id"), ["thread_id"], unique=False)

    op.create_table(
        "documents",
        sa.Column("thread_id", sa.String(length=255), nullable=False),
        sa.Column("id", sa.String(length=255), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("media_type", sa.String(length=127), nullable=False),
        sa.Column("bytes", sa.Integer(), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("pages", sa.Integer(), nullable=True),
        sa.Column("chunks", sa.Integer(), nullable=False),
        sa.Column("characters", sa.Integer(), nullable=False),
        sa.Column("coverage", sa.JSON(), nullable=False),
        sa.Column("embedded", sa.Integer(), nullable=False),
        sa.Column("reused", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("text", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["thread_id"], ["threads.id"], name=op.f("fk_documents_thread_id_threads"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("thread_id", "id", name=op.f("pk_documents")),
    )
    with op.batch_alter_table("documents", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_documents_thread_id"), ["thread_id"], unique=False)

    op.create_table(
        "elements",
        sa.Column("id", sa.String(length=255), nullable=False),
        sa.Column("thread_id", sa.String(length=255), nullable=False),
        sa.Column("for_id", sa.String(length=255), nullable=True),
        sa.Column("display", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["thread_id"], ["threads.id"], name=op.f("fk_elements_thread_id_threads"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_elements")),
    )
    with op.batch_alter_table("elements", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_elements_for_id"), ["for_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_elements_thread_id"), ["thread_id"], unique=False)

    op.create_table(
        "feedback",
        sa.Column("id", sa.String(length=255), nullable=False),
        sa.Column("thread_id", sa.String(length=255), nullable=False),
        sa.Column("for_id", sa.String(length=255), nullable=False),
        sa.Column("value", sa.Integer(), nullable=False),
        sa.Column("comment", sa.Text(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["thread_id"], ["threads.id"], name=op.f("fk_feedback_thread_id_threads"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_feedback")),
    )
    with op.batch_alter_table("feedback", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_feedback_for_id"), ["for_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_feedback_thread_id"), ["thread_id"], unique=False)

    op.create_table(
        "jobs",
        sa.Column("id", sa.String(length=255), nullable=False),
        sa.Column("thread_id", sa.String(length=255), nullable=False),
        sa.Column("document_id", sa.String(length=255), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("stage", sa.String(length=16), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("of", sa.Integer(), nullable=False),
        sa.Column("percent", sa.Integer(), nullable=False),
        sa.Column("error_code", sa.String(length=64), nullable=True),
        sa.Column("error_detail", sa.Text(), nullable=True),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["thread_id"], ["threads.id"], name=op.f("fk_jobs_thread_id_threads"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_jobs")),
    )
    with op.batch_alter_table("jobs", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_jobs_document_id"), ["document_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_jobs_thread_id"), ["thread_id"], unique=False)

    op.create_table(
        "messages",
        sa.Column("thread_id", sa.String(length=255), nullable=False),
        sa.Column("id", sa.String(length=255), nullable=False),
        sa.Column("sequence", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(length=16), nullable=False),
        sa.Column("author", sa.Text(), nullable=True),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("interrupted", sa.Boolean(), nullable=False),
        sa.Column("display", sa.JSON(), nullable=False),
        sa.Column("recall", sa.String(length=16), nullable=False),
        sa.ForeignKeyConstraint(["thread_id"], ["threads.id"], name=op.f("fk_messages_thread_id_threads"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("thread_id", "id", name=op.f("pk_messages")),
        sa.UniqueConstraint("thread_id", "sequence", name=op.f("uq_messages_thread_id_sequence")),
    )
    with op.batch_alter_table("messages", schema=None) as batch_op:
        batch_op.create_index("ix_messages_recall", ["recall"], unique=False)
        batch_op.create_index(batch_op.f("ix_messages_thread_id"), ["thread_id"], unique=False)

    op.create_table(
        "steps",
        sa.Column("id", sa.String(length=255), nullable=False),
        sa.Column("thread_id", sa.String(length=255), nullable=False),
        sa.Column("sequence", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("display", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["thread_id"], ["threads.id"], name=op.f("fk_steps_thread_id_threads"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_steps")),
    )
    with op.batch_alter_table("steps", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_steps_thread_id"), ["thread_id"], unique=False)

    op.create_table(
        "pages",
        sa.Column("thread_id", sa.String(length=255), nullable=False),
        sa.Column("document_id", sa.String(length=255), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("start", sa.Integer(), nullable=False),
        sa.Column("end", sa.Integer(), nullable=False),
        sa.Column("label", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["thread_id", "document_id"],
            ["documents.thread_id", "documents.id"],
            name=op.f("fk_pages_thread_id_documents"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("thread_id", "document_id", "number", name=op.f("pk_pages")),
    )
    op.create_table(
        "sections",
        sa.Column("thread_id", sa.String(length=255), nullable=False),
        sa.Column("document_id", sa.String(length=255), nullable=False),
        sa.Column("id", sa.String(length=255), nullable=False),
        sa.Column("parent_id", sa.String(length=255), nullable=True),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("level", sa.Integer(), nullable=False),
        sa.Column("start", sa.Integer(), nullable=False),
        sa.Column("end", sa.Integer(), nullable=False),
        sa.Column("page", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["thread_id", "document_id"],
            ["documents.thread_id", "documents.id"],
            name=op.f("fk_sections_thread_id_documents"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("thread_id", "document_id", "id", name=op.f("pk_sections")),
    )
    op.create_table(
        "vectors",
        sa.Column("chunk_id", sa.String(length=255), nullable=False),
        sa.Column("embedder", sa.String(length=255), nullable=False),
        sa.Column("vector", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["chunk_id"], ["chunks.id"], name=op.f("fk_vectors_chunk_id_chunks"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("chunk_id", name=op.f("pk_vectors")),
    )


def downgrade() -> None:
    op.drop_table("vectors")
    op.drop_table("sections")
    op.drop_table("pages")
    with op.batch_alter_table("steps", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_steps_thread_id"))

    op.drop_table("steps")
    with op.batch_alter_table("messages", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_messages_thread_id"))
        batch_op.drop_index("ix_messages_recall")

    op.drop_table("messages")
    with op.batch_alter_table("jobs", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_jobs_thread_id"))
        batch_op.drop_index(batch_op.f("ix_jobs_document_id"))

    op.drop_table("jobs")
    with op.batch_alter_table("feedback", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_feedback_thread_id"))
        batch_op.drop_index(batch_op.f("ix_feedback_for_id"))

    op.drop_table("feedback")
    with op.batch_alter_table("elements", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_elements_thread_id"))
        batch_op.drop_index(batch_op.f("ix_elements_for_id"))

    op.drop_table("elements")
    with op.batch_alter_table("documents", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_documents_thread_id"))

    op.drop_table("documents")
    with op.batch_alter_table("collections", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_collections_thread_id"))

    op.drop_table("collections")
    with op.batch_alter_table("chunks", schema=None) as batch_op:
        batch_op.drop_index("ix_chunks_thread_parent")
        batch_op.drop_index(batch_op.f("ix_chunks_thread_id"))
        batch_op.drop_index("ix_chunks_state")

    op.drop_table("chunks")
    with op.batch_alter_table("threads", schema=None) as batch_op:
        batch_op.drop_index("ix_threads_user_updated")
        batch_op.drop_index(batch_op.f("ix_threads_user_id"))

    op.drop_table("threads")
    with op.batch_alter_table("keys", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_keys_user_id"))

    op.drop_table("keys")
    op.drop_table("users")
    op.drop_table("keyword_rows")
