"""Summaries of conversations, as rows.

Each covers a thread from its beginning up to a message, and is void once any of these messages changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from chat.database.schema import messages, summaries, threads
from chat.domain import Message, Summary


class Summaries:
    """Stores summaries in SQL. Earlier ones are kept: answers cite them, and edits of messages after them leave them valid."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def latest(self, thread: str, before: int | None = None) -> Summary | None:
        """Return the summary that covers the most messages, all of them before a position if `before` is given."""
        statement = select(summaries).where(*_live(thread)).order_by(summaries.c.last_sequence.desc()).limit(1)
        if before is not None:
            statement = statement.where(summaries.c.last_sequence < before)
        async with self._engine.connect() as connection:
            row = (await connection.execute(statement)).one_or_none()
        return _summary(row) if row else None

    async def find(self, thread: str, id: str) -> Summary | None:
        async with self._engine.connect() as connection:
            row = (await connection.execute(select(summaries).where(*_live(thread), summaries.c.id == id))).one_or_none()
        return _summary(row) if row else None

    async def put(self, summary: Summary, base: Summary | None, covered: Sequence[Message]) -> bool:
        """Store a summary made of `base` and the messages `covered` after it; return whether it was stored.

        It is not stored when `base` or one of the messages was edited or retracted while the model wrote it.
        """
        after = base.last_sequence if base else 0
        async with self._engine.begin() as connection:
            held = update(threads).where(threads.c.id == summary.thread, threads.c.deleted_at.is_(None))
            if (await connection.execute(held.values(settings=threads.c.settings))).rowcount == 0:  # takes the row's lock
                return False
            said = (
                select(messages.c.id, func.coalesce(messages.c.recalled, messages.c.content).label("heard"))
                .where(messages.c.thread_id == summary.thread, messages.c.recall != "gone")
                .where(messages.c.sequence > after, messages.c.sequence <= summary.last_sequence)
                .order_by(messages.c.sequence)
                .with_for_update()
            )
            now = [(row.id, row.heard) for row in (await connection.execute(said)).all()]
            if now != [(message.id, message.heard) for message in covered]:
                return False
            if base is not None:
                rests = select(summaries.c.id).where(*_live(summary.thread), summaries.c.id == base.id).with_for_update()
                if (await connection.execute(rests)).one_or_none() is None:
                    return False
            await connection.execute(insert(summaries).values(_row(summary)))
        return True

    async def void(self, thread: str) -> list[str]:
        """Return the ids of void summaries that have not been removed yet."""
        async with self._engine.connect() as connection:
            statement = select(summaries.c.id).where(summaries.c.thread_id == thread, summaries.c.gone)
            return list((await connection.execute(statement)).scalars())

    async def remove(self, thread: str, ids: Sequence[str]) -> None:
        async with self._engine.begin() as connection:
            await connection.execute(delete(summaries).where(summaries.c.thread_id == thread, summaries.c.id.in_(ids)))

    async def count(self, thread: str) -> int:
        """Return the number of summaries of a thread, including void ones."""
        async with self._engine.connect() as connection:
            statement = select(func.count()).select_from(summaries).where(summaries.c.thread_id == thread)
            return int((await connection.execute(statement)).scalar_one())


async def forget(connection: AsyncConnection, thread: str, message: str) -> None:
    """Invalidate what was derived from a message, in the transaction that changes or retracts it.

    Summaries that cover it are emptied and marked as void, and the stored rewritings of it and of later questions are dropped.
    """
    at = select(messages.c.sequence).where(messages.c.thread_id == thread, messages.c.id == message).scalar_subquery()
    covering = update(summaries).where(*_live(thread), summaries.c.last_sequence >= at)
    await connection.execute(covering.values(text="", gone=True))
    later = update(messages).where(messages.c.thread_id == thread, messages.c.sequence >= at, messages.c.rewritten.is_not(None))
    await connection.execute(later.values(rewritten=None))


def _live(thread: str) -> tuple[Any, Any]:  # Any: column expressions
    return summaries.c.thread_id == thread, summaries.c.gone.is_(False)


def _summary(row: Row[Any]) -> Summary:  # Any: SQLAlchemy types a row by its statement
    return Summary(
        id=row.id,
        thread=row.thread_id,
        text=row.text,
        first_sequence=row.first_sequence,
        last_sequence=row.last_sequence,
        first_at=row.first_at,
        last_at=row.last_at,
        messages=row.messages,
        model=row.model,
        created_at=row.created_at,
    )


def _row(summary: Summary) -> dict[str, Any]:  # Any: column values
    return {
        "id": summary.id,
        "thread_id": summary.thread,
        "first_sequence": summary.first_sequence,
        "last_sequence": summary.last_sequence,
        "first_at": summary.first_at,
        "last_at": summary.last_at,
        "messages": summary.messages,
        "text": summary.text,
        "model": summary.model,
        "created_at": summary.created_at,
        "gone": False,
    }
