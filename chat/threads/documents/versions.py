"""Versions of documents, as rows; their files are in the file store."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, Select, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from chat.database.schema import versions
from chat.domain import Document, SectionDigest, Version
from chat.errors import NotFound


class Versions:
    """Stores versions of documents in SQL."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def put(self, connection: AsyncConnection, document: Document, version: Version) -> None:
        """Store a version inside the caller's transaction, which also stores the document."""
        owner = {"thread_id": document.thread, "document_id": document.id}
        await connection.execute(delete(versions).where(*_of(document.thread, document.id), versions.c.number == version.number))
        await connection.execute(insert(versions).values(owner | _row_of(version)))

    async def listed(self, thread: str, document: str) -> list[Version]:
        """Return a document's versions, oldest first; empty for a document that does not exist."""
        statement = select(versions).where(*_of(thread, document)).order_by(versions.c.number)
        async with self._engine.connect() as connection:
            return [_version(row) for row in (await connection.execute(statement)).all()]

    async def get(self, thread: str, document: str, number: int) -> Version:
        """Return a version. Raises NotFound when it does not exist or was deleted."""
        return await self._one(select(versions).where(*_of(thread, document), versions.c.number == number))

    async def before(self, thread: str, document: str, number: int) -> Version:
        """Return the latest kept version before this number. Raises NotFound when there is none."""
        earlier = select(versions).where(*_of(thread, document), versions.c.number < number)
        return await self._one(earlier.order_by(versions.c.number.desc()).limit(1))

    async def _one(self, statement: Select[Any]) -> Version:  # Any: its columns
        async with self._engine.connect() as connection:
            row = (await connection.execute(statement)).one_or_none()
        if row is None:
            raise NotFound("There is no such version of this document.")
        return _version(row)

    async def prune(self, thread: str, document: str, most: int) -> list[str]:
        """Delete all but the latest `most` versions; return the hashes of files that no remaining version uses."""
        known = await self.listed(thread, document)
        kept, dropped = known[-most:], known[:-most]
        if dropped:
            numbers = [version.number for version in dropped]
            async with self._engine.begin() as connection:
                await connection.execute(delete(versions).where(*_of(thread, document), versions.c.number.in_(numbers)))
        return list({version.sha256 for version in dropped} - {version.sha256 for version in kept})

    async def remove(self, thread: str, document: str, number: int) -> str | None:
        """Delete a version; return the hash of its file if no other version uses it. Raises NotFound when there is none."""
        gone = await self.get(thread, document, number)
        async with self._engine.begin() as connection:
            await connection.execute(delete(versions).where(*_of(thread, document), versions.c.number == number))
        kept = {version.sha256 for version in await self.listed(thread, document)}
        return None if gone.sha256 in kept else gone.sha256


def _of(thread: str, document: str) -> tuple[Any, Any]:  # Any: column expressions
    return versions.c.thread_id == thread, versions.c.document_id == document


def _row_of(version: Version) -> dict[str, Any]:  # Any: column values
    return {
        "number": version.number,
        "name": version.name,
        "sha256": version.sha256,
        "media_type": version.media_type,
        "bytes": version.bytes,
        "pages": version.pages,
        "characters": version.characters,
        "chunks": version.chunks,
        "parts": [[list(part.path), part.digest] for part in version.parts],
        "created_at": version.created_at,
    }


def _version(row: Row[Any]) -> Version:  # Any: SQLAlchemy types a row by its statement
    stored: Sequence[tuple[Sequence[str], str]] = row.parts
    return Version(
        number=row.number,
        name=row.name,
        sha256=row.sha256,
        media_type=row.media_type,
        bytes=row.bytes,
        pages=row.pages,
        characters=row.characters,
        chunks=row.chunks,
        created_at=row.created_at,
        parts=tuple(SectionDigest(tuple(path), digest) for path, digest in stored),
    )
