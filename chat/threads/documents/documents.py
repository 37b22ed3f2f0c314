"""Documents of a thread, as rows. A document has a row once its file is read and indexed; before that there is only its job."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pydantic import TypeAdapter
from sqlalchemy import Row, and_, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from chat.database.schema import documents, pages, sections, threads
from chat.domain import Coverage, Document, DocumentStatus, Extracted, Page, Section, Table
from chat.errors import NotFound
from chat.threads.queries.paging import Cursor, page

_COVERAGE = TypeAdapter(Coverage)
_TABLES = TypeAdapter(tuple[Table, ...])
_SHOWN = [column for column in documents.c if column.name != "text"]


@dataclass(frozen=True, slots=True)
class Location:
    """A position in a document: its page and section."""

    page: int | None
    section: tuple[str, ...]
    """Heading path, outermost first."""
    section_id: str | None


class Documents:
    """Stores documents in SQL."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def put(
        self, connection: AsyncConnection, document: Document, extracted: Extracted, tree: Sequence[Section], now: datetime
    ) -> None:
        """Store a document with its text, pages and sections inside the caller's transaction, replacing an earlier version."""
        here = (documents.c.thread_id == document.thread, documents.c.id == document.id)
        values = _row_of(document) | {"text": extracted.text}
        known = (await connection.execute(select(documents.c.id).where(*here))).scalar_one_or_none()
        if known is None:
            await connection.execute(insert(documents).values(values))
        else:
            await connection.execute(update(documents).where(*here).values(values))
            for table in (pages, sections):
                await connection.execute(
                    delete(table).where(table.c.thread_id == document.thread, table.c.document_id == document.id)
                )
        owner: dict[str, Any] = {"thread_id": document.thread, "document_id": document.id}
        if extracted.pages:
            await connection.execute(
                insert(pages),
                [owner | {"number": p.number, "start": p.start, "end": p.end, "label": p.label} for p in extracted.pages],
            )
        if tree:
            await connection.execute(insert(sections), [owner | _section_row(section) for section in tree])
        await connection.execute(update(threads).where(threads.c.id == document.thread).values(updated_at=now))

    async def get(self, thread: str, document: str) -> Document:
        found = await self.find(thread, document)
        if found is None:
            raise NotFound("There is no such document.")
        return found

    async def find(self, thread: str, document: str) -> Document | None:
        async with self._engine.connect() as connection:
            row = (await connection.execute(select(*_SHOWN).where(*_is(thread, document)))).one_or_none()
        return _document(row) if row else None

    async def several(self, thread: str, ids: Sequence[str]) -> list[Document]:
        """Return those of these documents that exist, in the order in which they were added."""
        wanted = documents.c.thread_id == thread, documents.c.id.in_(ids)
        statement = select(*_SHOWN).where(*wanted).order_by(documents.c.created_at, documents.c.id)
        async with self._engine.connect() as connection:
            return [_document(row) for row in (await connection.execute(statement)).all()]

    async def alike(self, thread: str, ids: Collection[str], name: str, sha256: str) -> list[Document]:
        """Return these documents, and those with this name or with this hash of their current file, in the order in which they
        were added."""
        alike = or_(documents.c.id.in_(ids), documents.c.name == name, documents.c.sha256 == sha256)
        statement = select(*_SHOWN).where(documents.c.thread_id == thread, alike).order_by(documents.c.created_at, documents.c.id)
        async with self._engine.connect() as connection:
            return [_document(row) for row in (await connection.execute(statement)).all()]

    async def await_vectors(self, thread: str, document: str, chunks: int) -> None:
        """Store how many chunks of a document do not have a vector yet."""
        async with self._engine.begin() as connection:
            await connection.execute(update(documents).where(*_is(thread, document)).values(awaiting_vectors=chunks))

    async def listed(self, thread: str, limit: int, cursor: str | None) -> tuple[list[Document], str | None]:
        """Return a page of documents, in the order in which they were added, and the next cursor."""
        statement = select(*_SHOWN).where(documents.c.thread_id == thread).order_by(documents.c.created_at, documents.c.id)
        if cursor:
            after = Cursor.read(cursor)
            time = after.time()
            statement = statement.where(
                or_(documents.c.created_at > time, and_(documents.c.created_at == time, documents.c.id > after.id))
            )
        async with self._engine.connect() as connection:
            rows = (await connection.execute(statement.limit(limit + 1))).all()
        return page([_document(row) for row in rows], limit, lambda one: Cursor.at(one.created_at, one.id))

    async def newest(self, thread: str, limit: int) -> list[Document]:
        """Return the most recently added documents, oldest first."""
        statement = select(*_SHOWN).where(documents.c.thread_id == thread)
        latest = statement.order_by(documents.c.created_at.desc(), documents.c.id.desc()).limit(limit)
        async with self._engine.connect() as connection:
            return [_document(row) for row in (await connection.execute(latest)).all()][::-1]

    async def count(self, thread: str) -> int:
        statement = select(func.count()).select_from(documents).where(documents.c.thread_id == thread)
        async with self._engine.connect() as connection:
            return int((await connection.execute(statement)).scalar_one())

    async def text(self, thread: str, document: str) -> str:
        async with self._engine.connect() as connection:
            row = (await connection.execute(select(documents.c.text).where(*_is(thread, document)))).one_or_none()
        if row is None:
            raise NotFound("There is no such document.")
        return row.text or ""

    async def pages(self, thread: str, document: str) -> list[Page]:
        statement = select(pages).where(pages.c.thread_id == thread, pages.c.document_id == document).order_by(pages.c.number)
        async with self._engine.connect() as connection:
            rows = (await connection.execute(statement)).all()
        return [Page(row.number, row.start, row.end, row.label) for row in rows]

    async def sections(self, thread: str, document: str) -> list[Section]:
        """Return the document's section tree in reading order."""
        statement = (
            select(sections)
            .where(sections.c.thread_id == thread, sections.c.document_id == document)
            .order_by(sections.c.start, sections.c.level)
        )
        async with self._engine.connect() as connection:
            rows = (await connection.execute(statement)).all()
        return [section_of(row) for row in rows]

    async def located(self, thread: str, document: str, places: Sequence[int]) -> list[Location]:
        """Return the page and section of each of these character offsets of the document's text."""
        around = [and_(sections.c.start <= place, sections.c.end > place) for place in places]
        on = [and_(pages.c.start <= place, pages.c.end > place) for place in places]
        in_sections = (
            select(sections)
            .where(sections.c.thread_id == thread, sections.c.document_id == document, or_(*around))
            .order_by(sections.c.level)
        )
        of_pages = select(pages).where(pages.c.thread_id == thread, pages.c.document_id == document, or_(*on))
        async with self._engine.connect() as connection:
            held = [section_of(row) for row in (await connection.execute(in_sections)).all()]
            paged = (await connection.execute(of_pages)).all()
        found = []
        for place in places:
            path = [section for section in held if section.start <= place < section.end]
            number = next((row.number for row in paged if row.start <= place < row.end), None)
            titles = tuple(section.title for section in path if section.parent is not None)
            found.append(Location(number, titles, path[-1].id if path else None))
        return found

    async def remove(self, thread: str, document: str) -> int:
        """Delete a document's row with its pages and sections, but not its chunks; return how many documents were deleted."""
        async with self._engine.begin() as connection:
            return (await connection.execute(delete(documents).where(*_is(thread, document)))).rowcount


def _is(thread: str, document: str) -> tuple[Any, Any]:  # Any: column expressions
    return documents.c.thread_id == thread, documents.c.id == document


def _row_of(document: Document) -> dict[str, Any]:  # Any: column values
    return {
        "id": document.id,
        "thread_id": document.thread,
        "name": document.name,
        "media_type": document.media_type,
        "bytes": document.bytes,
        "sha256": document.sha256,
        "status": document.status,
        "version": document.version,
        "pages": document.pages,
        "chunks": document.chunks,
        "characters": document.characters,
        "coverage": _COVERAGE.dump_python(document.coverage, mode="json"),
        "embedded": document.embedded,
        "reused": document.reused,
        "awaiting_vectors": document.awaiting_vectors,
        "tables": _TABLES.dump_python(document.tables, mode="json"),
        "created_at": document.created_at,
    }


def _section_row(section: Section) -> dict[str, Any]:  # Any: column values
    return {
        "id": section.id,
        "parent_id": section.parent,
        "title": section.title,
        "level": section.level,
        "start": section.start,
        "end": section.end,
        "page": section.page,
    }


def section_of(row: Row[Any]) -> Section:  # Any: SQLAlchemy types a row by its statement
    """Build a section from its row."""
    return Section(row.id, row.parent_id, row.title, row.level, row.start, row.end, row.page)


def _document(row: Row[Any]) -> Document:  # Any: SQLAlchemy types a row by its statement
    return Document(
        id=row.id,
        thread=row.thread_id,
        name=row.name,
        media_type=row.media_type,
        bytes=row.bytes,
        sha256=row.sha256,
        status=DocumentStatus(row.status),
        created_at=row.created_at,
        version=row.version,
        pages=row.pages,
        chunks=row.chunks,
        characters=row.characters,
        coverage=_COVERAGE.validate_python(row.coverage),
        embedded=row.embedded,
        reused=row.reused,
        awaiting_vectors=row.awaiting_vectors,
        tables=_TABLES.validate_python(row.tables),
    )
