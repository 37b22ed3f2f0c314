"""Conversion of chunks to and from database rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from sqlalchemy import Row, and_, bindparam, select

from chat.database.schema import chunks, documents, messages
from chat.domain import Chunk, Role, Source
from chat.index.base import Collection
from chat.threads.base import Described


@dataclass(frozen=True, slots=True)
class ChunkPlace:
    """The position of a chunk in its document, without its text; small, so that the chunks of a long table fit in memory."""

    id: str
    index: int
    start: int
    end: int
    page: int | None
    section: tuple[str, ...]
    section_id: str | None
    rows: tuple[int, int] | None
    fields: dict[str, str] | None

    @classmethod
    def of(cls, chunk: Chunk) -> ChunkPlace:
        return cls(
            chunk.id,
            chunk.index,
            chunk.start,
            chunk.end,
            chunk.page,
            chunk.section,
            chunk.section_id,
            chunk.rows,
            chunk.fields,
        )


DESCRIBED = (
    select(
        chunks,
        documents.c.name.label("document_name"),
        documents.c.version.label("document_version"),
        documents.c.coverage["ocr_pages"].label("ocr_pages"),
        messages.c.role,
        messages.c.author,
        messages.c.created_at.label("said_at"),
    )
    .outerjoin(
        documents,
        and_(
            chunks.c.source == Source.DOCUMENT,
            documents.c.thread_id == chunks.c.thread_id,
            documents.c.id == chunks.c.parent_id,
        ),
    )
    .outerjoin(
        messages,
        and_(
            chunks.c.source == Source.MESSAGE,
            messages.c.thread_id == chunks.c.thread_id,
            messages.c.id == chunks.c.parent_id,
            messages.c.recall != "gone",
        ),
    )
    .where(chunks.c.id.in_(bindparam("ids", expanding=True)), chunks.c.state == "indexed")
)
"""Selects indexed chunks by `ids` with the columns of `Described`; built once, as building it takes as long as running it."""


def within(collection: Collection) -> tuple[Any, Any]:  # Any: column expressions
    """Return the conditions that select the chunks of a collection."""
    return chunks.c.thread_id == collection.thread, chunks.c.source == collection.source


def row_of(chunk: Chunk) -> dict[str, Any]:  # Any: column values
    return place_of(chunk) | {
        "id": chunk.id,
        "thread_id": chunk.thread,
        "source": chunk.source,
        "parent_id": chunk.parent,
        "text": chunk.text,
        "header": chunk.header,
    }


def place_of(placed: Chunk | ChunkPlace) -> dict[str, Any]:  # Any: column values
    return {
        "index": placed.index,
        "start": placed.start,
        "end": placed.end,
        "page": placed.page,
        "section": list(placed.section),
        "section_id": placed.section_id,
        "rows": placed.rows,
        "fields": placed.fields,
    }


def chunk_of(row: Row[Any], ocr: bool = False) -> Chunk:  # Any: SQLAlchemy types a row by its statement
    return Chunk(
        id=row.id,
        thread=row.thread_id,
        source=Source(row.source),
        parent=row.parent_id,
        index=row._mapping[chunks.c.index],  # `row.index` is a method of tuples
        text=row.text,
        header=row.header,
        start=row.start,
        end=row.end,
        page=row.page,
        section=tuple(row.section),
        section_id=row.section_id,
        rows=None if row.rows is None else (row.rows[0], row.rows[1]),
        fields=row.fields,
        ocr=ocr,
    )


def described_of(row: Row[Any]) -> Described:  # Any: SQLAlchemy types a row by its statement
    chunk = chunk_of(row, row.page in (row.ocr_pages or ()))
    return Described(chunk, row.document_name, row.document_version, cast("Role | None", row.role), row.author, row.said_at)
