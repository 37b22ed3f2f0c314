"""Statistics of questions and searches, as rows: how they ended, how long they took, which documents they reached.

The text of a question is not stored here but read from its message. A row is deleted with its message or thread, and when the
message is edited; the record that a document was reached is deleted with the document.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import Column, delete, insert, select, tuple_
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from chat.database.schema import documents, inquiries, inquiry_documents, messages, threads

Outcome = Literal["answered", "not_found", "stopped", "failed"]
_TRIES = 2
"""Attempts to write: a row deleted between check and insert violates a foreign key; the second check no longer finds it."""


@dataclass(frozen=True, slots=True)
class Inquiry:
    """A question, or a search without a question."""

    user: str
    thread: str
    kind: Literal["ask", "search"]
    outcome: Outcome
    """`answered` for an answer that cites a source, and for a search that returns passages."""
    at: datetime
    message: str | None = None
    """Id of the question's message; `None` when the question is not stored."""
    error_code: str | None = None
    confidence: float | None = None
    passages: int | None = None
    """Number of passages found; `None` when there was no search."""
    search_ms: float | None = None
    first_word_ms: float | None = None
    answer_ms: float | None = None
    """Time until the last word of the answer."""
    reached: frozenset[tuple[str, str]] = frozenset()
    """Documents from which passages came, as (id of the thread or library, document id)."""
    cited: frozenset[tuple[str, str]] = frozenset()


class Inquiries:
    """Writes and deletes the rows of inquiries; `FigureRows` reads them."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def add(self, noted: Sequence[Inquiry]) -> None:
        """Store inquiries in one transaction, except those whose thread or message is gone or whose thread is incognito.

        A question that is asked again replaces its earlier row.
        """
        for attempt in range(_TRIES):
            try:
                async with self._engine.begin() as connection:
                    await _write(connection, noted)
                return
            except IntegrityError:
                if attempt + 1 == _TRIES:
                    raise

    async def drop_before(self, moment: datetime) -> int:
        """Delete the rows older than `moment`; return how many there were."""
        async with self._engine.begin() as connection:
            return (await connection.execute(delete(inquiries).where(inquiries.c.created_at < moment))).rowcount


async def forget_question(connection: AsyncConnection, thread: str, message: str) -> None:
    """Delete the inquiry of a message whose text changes, because it is about the former question."""
    here = inquiries.c.thread_id == thread, inquiries.c.message_id == message
    await connection.execute(delete(inquiries).where(*here))


async def _write(connection: AsyncConnection, noted: Sequence[Inquiry]) -> None:
    own = {(one.user, one.thread) for one in noted}
    asked = {(one.thread, one.message) for one in noted if one.message is not None}
    reached = {document for one in noted for document in one.reached}
    live = await _known(
        connection, own, (threads.c.user_id, threads.c.id), threads.c.deleted_at.is_(None), threads.c.incognito.is_(False)
    )
    said = await _known(connection, asked, (messages.c.thread_id, messages.c.id), messages.c.recall != "gone")
    held = await _known(connection, reached, (documents.c.thread_id, documents.c.id))
    kept = [
        one
        for one in _last_of_each(noted)
        if (one.user, one.thread) in live and (one.message is None or (one.thread, one.message) in said)
    ]
    if not kept:
        return
    if said:
        again = tuple_(inquiries.c.thread_id, inquiries.c.message_id).in_(said)
        await connection.execute(delete(inquiries).where(again))
    by_id = {str(uuid.uuid4()): one for one in kept}
    await connection.execute(insert(inquiries), [_row(id, one) for id, one in by_id.items()])
    documents_of = [_reached(id, one, document) for id, one in by_id.items() for document in sorted(one.reached & held)]
    if documents_of:
        await connection.execute(insert(inquiry_documents), documents_of)


async def _known(
    connection: AsyncConnection, pairs: set[tuple[str, str]], columns: tuple[Column[str], Column[str]], *live: Any
) -> set[tuple[str, str]]:  # Any: conditions
    """Return those of the pairs that are values of `columns` in some row that meets the conditions."""
    if not pairs:
        return set()
    rows = await connection.execute(select(*columns).where(tuple_(*columns).in_(pairs), *live))
    return {(row[0], row[1]) for row in rows}


def _last_of_each(noted: Sequence[Inquiry]) -> Iterable[Inquiry]:
    return {
        (one.thread, one.message) if one.message is not None else (one.thread, at): one for at, one in enumerate(noted)
    }.values()


def _row(id: str, one: Inquiry) -> dict[str, object]:
    return {
        "id": id,
        "thread_id": one.thread,
        "message_id": one.message,
        "kind": one.kind,
        "outcome": one.outcome,
        "error_code": one.error_code,
        "confidence": one.confidence,
        "passages": one.passages,
        "search_ms": one.search_ms,
        "first_word_ms": one.first_word_ms,
        "answer_ms": one.answer_ms,
        "created_at": one.at,
    }


def _reached(id: str, one: Inquiry, document: tuple[str, str]) -> dict[str, object]:
    thread, name = document
    return {"inquiry_id": id, "thread_id": thread, "document_id": name, "cited": document in one.cited}
