"""Which chunks pass the filters of a search."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Select, and_, select
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.database.schema import chunks, messages, sections
from chat.domain import Filters, Source
from chat.index.base import Collection
from chat.threads.chunks.rows import within


async def matching(engine: AsyncEngine, thread: str, source: Source, filters: Filters) -> frozenset[str] | None:
    """Return the ids of the chunks of a thread that pass the filters; `None` when no filter applies to this kind of source.

    A filter on documents excludes all messages, and a filter on the speaker all documents.
    """
    about_documents = filters.document is not None or filters.level is not None or filters.leaf is not None
    if source is Source.DOCUMENT:
        if filters.role is not None:
            return frozenset()
        return await _ids(engine, _documents(thread, filters)) if about_documents else None
    if about_documents:
        return frozenset()
    if filters.role is None and filters.after is None and filters.before is None:
        return None
    return await _ids(engine, _messages(thread, filters))


async def _ids(engine: AsyncEngine, statement: Select[Any]) -> frozenset[str]:  # Any: SQLAlchemy types a row by its statement
    async with engine.connect() as connection:
        return frozenset((await connection.execute(statement)).scalars())


def _documents(thread: str, filters: Filters) -> Select[Any]:
    statement = select(chunks.c.id).where(*within(Collection(thread, Source.DOCUMENT)))
    if filters.document is not None:
        statement = statement.where(chunks.c.parent_id == filters.document)
    if filters.leaf is not None:
        statement = statement.where(chunks.c.section_id == filters.leaf)
    if filters.level is not None:
        same = and_(
            sections.c.thread_id == chunks.c.thread_id,
            sections.c.document_id == chunks.c.parent_id,
            sections.c.id == chunks.c.section_id,
        )
        statement = statement.join(sections, same).where(sections.c.level == filters.level)
    return statement


def _messages(thread: str, filters: Filters) -> Select[Any]:
    same = and_(messages.c.thread_id == chunks.c.thread_id, messages.c.id == chunks.c.parent_id)
    statement = select(chunks.c.id).join(messages, same).where(*within(Collection(thread, Source.MESSAGE)))
    if filters.role is not None:
        statement = statement.where(messages.c.role == filters.role)
    if filters.after is not None:
        statement = statement.where(messages.c.created_at >= filters.after)
    if filters.before is not None:
        statement = statement.where(messages.c.created_at <= filters.before)
    return statement
