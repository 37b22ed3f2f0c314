"""Questions and searches as rows of figures: how they ended, how long they took, which documents they came to.

No word of a question stands here: it is read from its message, and the row goes with that message, with the thread, and with an
edit. Which documents were reached goes with each document.
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
"""What goes between looking and writing breaks a foreign key; the second look sees that it is gone."""


@dataclass(frozen=True, slots=True)
class Inquiry:
    """A question, or a search by itself."""

    user: str
    thread: str
    kind: Literal["ask", "search"]
    outcome: Outcome
    """An answer that cites something is `answered`; a search that gives passages, too."""
    at: datetime
    message: str | None = None
    """Of the question; `None` when nothing of it is kept."""
    error_code: str | None = None
    confidence: float | None = None
    passages: int | None = None
    """`None`: it came to no search."""
    search_ms: float | None = None
    first_word_ms: float | None = None
    answer_ms: float | None = None
    """To the last word."""
    reached: frozenset[tuple[str, str]] = frozenset()
    """Documents that passages came from: thread or library, and id."""
    cited: frozenset[tuple[str, str]] = frozenset()


class Inquiries:
    """Rows are written and taken away here; `Figures` reads them."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def add(self, noted: Sequence[Inquiry]) -> None:
        """Those whose thread is still the user's and whose message still stands, in one transaction.

        A question that is asked again replaces its row.
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
        """How many rows were older, and are gone."""
        async with self._engine.begin() as connection:
            return (await connection.execute(delete(inquiries).where(inquiries.c.created_at < moment))).rowcount


async def forget_question(connection: AsyncConnection, thread: str, message: str) -> None:
    """The message says something else from now on: what is known of its question is of another one."""
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
    """Those of the pairs that rows have."""
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
