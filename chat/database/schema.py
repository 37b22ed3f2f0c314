"""The database tables. A change here needs a numbered migration in `migrations/`."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    DateTime,
    Dialect,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
    false,
    text,
)


class UtcTime(TypeDecorator[datetime]):
    """An aware UTC time on every database; SQLite itself does not store the zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is not None and value.tzinfo is None:
            raise ValueError("a time without a zone")
        return value.astimezone(UTC) if value else None

    def process_result_value(self, value: Any | None, dialect: Dialect) -> datetime | None:  # Any: the driver's value
        if not isinstance(value, datetime):
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _id(name: str = "id", **options: Any) -> Column[str]:  # Any: Column's own options
    return Column(name, String(255), **options)


def _of(table: str, name: str, **options: Any) -> Column[str]:  # Any: Column's own options
    return Column(name, String(255), ForeignKey(f"{table}.id", ondelete="CASCADE"), nullable=False, index=True, **options)


def _of_document() -> ForeignKeyConstraint:
    return ForeignKeyConstraint(["thread_id", "document_id"], ["documents.thread_id", "documents.id"], ondelete="CASCADE")


def _of_message() -> ForeignKeyConstraint:
    return ForeignKeyConstraint(["thread_id", "message_id"], ["messages.thread_id", "messages.id"], ondelete="CASCADE")


users = Table(
    "users",
    metadata,
    _id(primary_key=True),
    Column("name", String(255), nullable=False, unique=True),
    Column("role", String(16), nullable=False),
    Column("password_hash", Text),
    Column("metadata", JSON, nullable=False, default=dict),
    Column("created_at", UtcTime, nullable=False),
    Column("suspended", Boolean, nullable=False, default=False),
    Column("external", String(255)),  # id given by a provider or a proxy; null: password
    Index("ix_users_external", "external", unique=True),
)

sessions = Table(  # sessions of signed-in browsers; a token without a row here is invalid
    "sessions",
    metadata,
    _id(primary_key=True),  # the token's `jti`
    _of("users", "user_id"),
    Column("way", String(16), nullable=False),  # password | oauth | header
    Column("browser", String(64), nullable=False),  # one of a fixed list; nothing the browser says about itself is kept
    Column("created_at", UtcTime, nullable=False),
    Column("seen_at", UtcTime, nullable=False),
    Column("ends_at", UtcTime, nullable=False),
)

uploads = Table(  # bytes uploaded by a user on a day; deleting does not reduce them
    "uploads",
    metadata,
    Column("user_id", String(255), ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("day", String(10), primary_key=True),  # ISO, UTC
    Column("bytes", BigInteger, nullable=False),
)

keys = Table(
    "keys",
    metadata,
    _id(primary_key=True),
    _of("users", "user_id"),
    Column("name", String(255), nullable=False),
    Column("hash", String(64), nullable=False, unique=True),
    Column("origins", JSON, nullable=False, default=list, server_default="[]"),  # origins of sites whose visitors it lets in
    Column("scope", String(16), nullable=False, default="all", server_default="all"),  # what the key may be used for
    Column("created_at", UtcTime, nullable=False),
    Column("revoked_at", UtcTime),
)

visitors = Table(  # users who came through a site's widget
    "visitors",
    metadata,
    Column("user_id", String(255), ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    _of("users", "owner_id"),  # owner of the key that let them in
    Column("origin", String(255), nullable=False),
    Column("name", String(64), nullable=False),  # sha256 of the site's name for them, which only the site can resolve
    Column("granted", JSON, nullable=False, default=list),  # ids of the owner's libraries and threads that they may search
    Column("created_at", UtcTime, nullable=False),
    Column("seen_at", UtcTime, nullable=False),
    UniqueConstraint("owner_id", "origin", "name"),
)

LIVE_LIBRARY = text("kind = 'library' AND deleted_at IS NULL")
"""Condition of a unique index: libraries are addressed by name, so each user's library names are unique."""

threads = Table(  # threads and libraries, which both hold documents
    "threads",
    metadata,
    _id(primary_key=True),
    _of("users", "user_id"),
    Column("name", Text),
    Column("created_at", UtcTime, nullable=False),
    Column("updated_at", UtcTime, nullable=False),
    Column("settings", JSON, nullable=False, default=dict),
    Column("display", JSON, nullable=False, default=dict),  # the web chat's metadata and tags of the thread
    Column("next_sequence", Integer, nullable=False, default=1),
    Column("deleted_at", UtcTime),  # a tombstone: hidden from then on, removed by the delete that set it or at start
    Column("kind", String(16), nullable=False, default="thread", server_default="thread"),  # thread | library (documents only)
    Column("pinned_at", UtcTime),
    Column("archived_at", UtcTime),
    Column("incognito", Boolean, nullable=False, default=False, server_default=false()),  # deleted when it is closed
    Column("for_members", Boolean, nullable=False, default=False, server_default=false()),  # an admin's library that all may read
    Column("share_hash", String(64)),  # sha256 of the token in the link through which anybody may read it
    Column("shared_at", UtcTime),
    Column("shared_before", Integer),  # the link shows messages before this sequence number
    Index("ix_threads_user_updated", "user_id", "updated_at"),
    Index("uq_threads_share_hash", "share_hash", unique=True),
    Index("uq_threads_library_name", "user_id", "name", unique=True, sqlite_where=LIVE_LIBRARY, postgresql_where=LIVE_LIBRARY),
)

UNSETTLED = text("recall IN ('pending', 'gone')")
"""Condition of a partial index: messages that are to be indexed, or whose chunks are to be removed.

A query uses the index only if it contains this condition verbatim.
"""

messages = Table(  # ids may be chosen by the caller and are unique within a thread, so that they reveal nothing of other threads
    "messages",
    metadata,
    _of("threads", "thread_id", primary_key=True),
    _id(primary_key=True),
    Column("sequence", Integer, nullable=False),
    Column("role", String(16), nullable=False),
    Column("author", Text),
    Column("content", Text, nullable=False),
    Column("created_at", UtcTime, nullable=False),
    Column("interrupted", Boolean, nullable=False, default=False),
    Column("display", JSON, nullable=False, default=dict),  # what the web chat needs to draw it again
    Column(
        "recall", String(16), nullable=False, default="pending"
    ),  # pending | indexed | none (not recalled) | gone (its chunks are still to be removed)
    Column("rewritten", Text),  # a question that refers to earlier messages, rewritten to stand alone
    Column("changed", JSON(none_as_null=True)),  # ranges of the text that the user had forgotten or corrected
    Column("recalled", Text),  # the text with these changes, which is indexed and reread; null: unchanged
    Column("form", Integer, nullable=False, default=1, server_default="1"),  # number of the current form of an edited question
    UniqueConstraint("thread_id", "sequence"),
    Index("ix_messages_unsettled", "thread_id", "sequence", sqlite_where=UNSETTLED, postgresql_where=UNSETTLED),
)

branches = Table(  # other forms of an edited question with the messages that followed each; only switching branches reads them
    "branches",
    metadata,
    _id("thread_id", primary_key=True),
    _id("message_id", primary_key=True),
    Column("form", Integer, primary_key=True),
    Column("content", Text, nullable=False),
    Column("messages", Integer, nullable=False),  # number of messages that followed it
    Column("kept", JSON, nullable=False),  # the rows to restore, by table
    _of_message(),
)

summaries = Table(  # a model's summaries of all messages up to one; each builds on the previous one
    "summaries",
    metadata,
    _id(primary_key=True),
    Column("thread_id", String(255), ForeignKey("threads.id", ondelete="CASCADE"), nullable=False),
    Column("first_sequence", Integer, nullable=False),
    Column("last_sequence", Integer, nullable=False),
    Column("first_at", UtcTime, nullable=False),
    Column("last_at", UtcTime, nullable=False),
    Column("messages", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("model", Text, nullable=False),
    Column("created_at", UtcTime, nullable=False),
    Column("gone", Boolean, nullable=False, default=False),  # a message in it has changed; shown sources drop it next
    Index("ix_summaries_thread_last", "thread_id", "last_sequence"),
)

instructions = Table(  # what messages ask of every answer; deleted with their message
    "instructions",
    metadata,
    _id(primary_key=True),
    _id("thread_id", nullable=False),
    _id("message_id", nullable=False),
    Column("ordinal", Integer, nullable=False),  # position among those of its message
    Column("text", Text, nullable=False),
    Column("corrected", Text),  # the user's later wording, which replaces the text
    Column("created_at", UtcTime, nullable=False),
    _of_message(),
    Index("ix_instructions_thread_message", "thread_id", "message_id"),
)

steps = Table(  # what the web chat shows besides the messages: runs, tools, errors
    "steps",
    metadata,
    _id(primary_key=True),
    _of("threads", "thread_id"),
    Column("sequence", Integer, nullable=False),
    Column("created_at", UtcTime, nullable=False),
    Column("display", JSON, nullable=False),
)

elements = Table(
    "elements",
    metadata,
    _id(primary_key=True),
    _of("threads", "thread_id"),
    _id("for_id", index=True),
    Column("display", JSON, nullable=False),
    Column("created_at", UtcTime, nullable=False),
)

feedback = Table(
    "feedback",
    metadata,
    _id(primary_key=True),
    _of("threads", "thread_id"),
    _id("for_id", nullable=False, index=True),
    Column("value", Integer, nullable=False),
    Column("comment", Text),
    Column("created_at", UtcTime, nullable=False),
)

usage = Table(  # tokens and cost of models; kept when the thread is deleted, so that deleting returns no quota
    "usage",
    metadata,
    _id(primary_key=True),
    Column("user_id", String(255), ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("thread_id", String(255), ForeignKey("threads.id", ondelete="SET NULL"), index=True),
    Column("model", Text, nullable=False),
    Column("prompt_tokens", Integer, nullable=False),
    Column("completion_tokens", Integer, nullable=False),
    Column("estimated", Boolean, nullable=False),
    Column("cost", Float),
    Column("created_at", UtcTime, nullable=False),
    Index("ix_usage_user_created", "user_id", "created_at"),
)

documents = Table(  # ids as in `messages`
    "documents",
    metadata,
    _of("threads", "thread_id", primary_key=True),
    _id(primary_key=True),
    Column("name", Text, nullable=False),
    Column("media_type", String(127), nullable=False),
    Column("bytes", Integer, nullable=False),
    Column("sha256", String(64), nullable=False),
    Column("status", String(16), nullable=False),
    Column("version", Integer, nullable=False, default=1),
    Column("pages", Integer),
    Column("chunks", Integer, nullable=False, default=0),
    Column("characters", Integer, nullable=False, default=0),
    Column("coverage", JSON, nullable=False, default=dict),
    Column("embedded", Integer, nullable=False, default=0),
    Column("reused", Integer, nullable=False, default=0),
    Column("awaiting_vectors", Integer, nullable=False, default=0, server_default="0"),
    Column("tables", JSON, nullable=False, default=list, server_default="[]"),
    Column("created_at", UtcTime, nullable=False),
    Column("text", Text),  # the extracted text, to which all offsets refer
)

versions = Table(  # every version of a document that can be restored, including the current one
    "versions",
    metadata,
    _id("thread_id", primary_key=True),
    _id("document_id", primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("sha256", String(64), nullable=False),
    Column("media_type", String(127), nullable=False),
    Column("bytes", Integer, nullable=False),
    Column("pages", Integer),
    Column("characters", Integer, nullable=False),
    Column("chunks", Integer, nullable=False),
    Column("parts", JSON, nullable=False),  # heading path and digest of each section
    Column("created_at", UtcTime, nullable=False),
    _of_document(),
)

pages = Table(
    "pages",
    metadata,
    _id("thread_id", primary_key=True),
    _id("document_id", primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("start", Integer, nullable=False),
    Column("end", Integer, nullable=False),
    Column("label", Text),
    _of_document(),
)

sections = Table(
    "sections",
    metadata,
    _id("thread_id", primary_key=True),
    _id("document_id", primary_key=True),
    _id(primary_key=True),  # its position in the document's tree, counted from "0"
    _id("parent_id"),
    Column("title", Text, nullable=False),
    Column("level", Integer, nullable=False),
    Column("start", Integer, nullable=False),
    Column("end", Integer, nullable=False),
    Column("page", Integer),
    _of_document(),
)

chunks = Table(
    "chunks",
    metadata,
    _id(primary_key=True),
    _of("threads", "thread_id"),
    Column("source", String(16), nullable=False),
    _id("parent_id", nullable=False),  # id of a document or a message
    Column("index", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("header", Text, nullable=False),
    Column("start", Integer, nullable=False),
    Column("end", Integer, nullable=False),
    Column("page", Integer),
    Column("section", JSON, nullable=False),
    _id("section_id"),
    Column("rows", JSON),  # first and last row of a table
    Column("fields", JSON),  # cells by column
    Column("state", String(16), nullable=False, default="pending"),  # pending until both indexes contain it
    Column("questioned", Boolean, nullable=False, default=False, server_default=false()),  # a model has written its questions
    Index("ix_chunks_thread_parent", "thread_id", "source", "parent_id"),
    Index("ix_chunks_questioned", "questioned"),
)

questions = Table(  # hypothetical questions that a chunk answers: additional search keys, never shown
    "questions",
    metadata,
    Column("chunk_id", String(255), ForeignKey("chunks.id", ondelete="CASCADE"), primary_key=True),
    Column("ordinal", Integer, primary_key=True),
    Column("text", Text, nullable=False),
    Column("embedder", String(255), nullable=False),
    Column("vector", LargeBinary, nullable=False),  # as in `vectors`
)

vectors = Table(  # kept with the rows, so that an index can be rebuilt without embedding again
    "vectors",
    metadata,
    Column("chunk_id", String(255), ForeignKey("chunks.id", ondelete="CASCADE"), primary_key=True),
    Column("embedder", String(255), nullable=False),
    Column("vector", LargeBinary, nullable=False),  # float32, little-endian
)

keyword_rows = Table(  # the keyword index on disk: term counts by chunk, so that loading a thread does not stem again
    "keyword_rows",
    metadata,
    Column("collection", String(64), primary_key=True),
    _id("chunk_id", primary_key=True),
    Column("length", Integer, nullable=False),
    Column("terms", Text, nullable=False),  # JSON, {term: count}; text, so that decoding it need not block the event loop
)

collections = Table(  # the vector collections, and which embedder made each
    "collections",
    metadata,
    Column("name", String(64), primary_key=True),
    _of("threads", "thread_id"),
    Column("source", String(16), nullable=False),
    Column("embedder", String(255), nullable=False),
    Column("rebuilding", Boolean, nullable=False, default=False),  # its indexes are incomplete until the rebuild has ended
    Column("created_at", UtcTime, nullable=False),
)

inquiries = Table(  # statistics on questions and searches without their text, which is in the asking message
    "inquiries",
    metadata,
    _id(primary_key=True),
    Column("thread_id", String(255), ForeignKey("threads.id", ondelete="CASCADE"), nullable=False),
    _id("message_id"),  # the question's message, with which the row is deleted; null for searches and questions not remembered
    Column("kind", String(16), nullable=False),  # ask | search
    Column("outcome", String(16), nullable=False),  # answered | not_found | stopped | failed
    Column("error_code", String(64)),
    Column("confidence", Float),
    Column("passages", Integer),  # null: no search took place
    Column("search_ms", Float),
    Column("first_word_ms", Float),
    Column("answer_ms", Float),
    Column("created_at", UtcTime, nullable=False),
    _of_message(),
    Index("ix_inquiries_thread_message", "thread_id", "message_id"),
    Index("ix_inquiries_created", "created_at"),
)

inquiry_documents = Table(  # documents that the passages came from; deleted with the document
    "inquiry_documents",
    metadata,
    Column("inquiry_id", String(255), ForeignKey("inquiries.id", ondelete="CASCADE"), primary_key=True),
    _id("thread_id", primary_key=True),  # the thread or library that holds the document
    _id("document_id", primary_key=True),
    Column("cited", Boolean, nullable=False),
    _of_document(),
    Index("ix_inquiry_documents_document", "thread_id", "document_id"),
)

replies = Table(  # responses to requests with an idempotency key, kept for a day
    "replies",
    metadata,
    Column("user_id", String(255), ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("key", String(255), primary_key=True),
    Column("thread_id", String(255), ForeignKey("threads.id", ondelete="CASCADE"), index=True),
    Column("request", String(64), nullable=False),
    Column("status", Integer, nullable=False),
    Column("media_type", String(127), nullable=False),
    Column("body", Text, nullable=False),
    Column("created_at", UtcTime, nullable=False, index=True),
)

jobs = Table(
    "jobs",
    metadata,
    _id(primary_key=True),
    _of("threads", "thread_id"),
    _id("document_id", nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("sha256", String(64), nullable=False),  # hash of the stored file, so that a restart can read it again
    Column("state", String(16), nullable=False),
    Column("stage", String(16), nullable=False),
    Column("done", Integer, nullable=False, default=0),
    Column("of", Integer, nullable=False, default=0),
    Column("percent", Integer, nullable=False, default=0),
    Column("error_code", String(64)),
    Column("error_detail", Text),
    Column("updated_at", UtcTime, nullable=False),
)

installation = Table(  # one row, by which storage outside the data folder is recognised as belonging to this database
    "installation",
    metadata,
    _id(primary_key=True),
)
