"""What the web chat keeps beside messages and documents, taken away with them: sources shown, thumbs, steps."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from chat.database.schema import elements, feedback, messages, steps
from chat.threads.answers import CORNER

Json = Any  # Any: what the web chat keeps is its own affair; here only lists of `passages` are looked for


class Traces:
    """Elements, thumbs and steps of a thread, by the messages and documents that they show."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def forget(self, thread: str, gone: Collection[str], changed: Collection[str] = ()) -> None:
        """Remove what belongs to messages that are `gone`; take passages of these, and of what `changed`, out of all sources."""
        if not gone and not changed:
            return
        async with self._engine.begin() as connection:
            for table, column in ((elements, elements.c.for_id), (feedback, feedback.c.for_id), (steps, steps.c.id)):
                await connection.execute(delete(table).where(table.c.thread_id == thread, column.in_(gone)))
            await self._take_passages_out(connection, thread, {*gone, *changed})

    async def _take_passages_out(self, connection: AsyncConnection, thread: str, parents: set[str]) -> None:
        await self._take_references_out(connection, thread, parents)
        rows = (await connection.execute(select(elements.c.id, elements.c.display).where(elements.c.thread_id == thread))).all()
        for row in rows:
            kept = without_passages(row.display, parents)
            if kept != row.display:
                await connection.execute(update(elements).where(elements.c.id == row.id).values(display=kept))

    async def _take_references_out(self, connection: AsyncConnection, thread: str, parents: set[str]) -> None:
        """The same of what is kept with answers, which themselves stay."""
        here = messages.c.thread_id == thread
        for row in (await connection.execute(select(messages.c.id, messages.c.display).where(here))).all():
            answer = row.display.get(CORNER)
            if not answer:
                continue
            left = [each for each in answer["passages"] if each["parent"] not in parents]
            if len(left) < len(answer["passages"]):
                display = {**row.display, CORNER: {**answer, "passages": left}}
                await connection.execute(update(messages).where(here, messages.c.id == row.id).values(display=display))


def without_passages(shown: Json, parents: set[str]) -> Json:
    """The same without the passages of these documents and messages, wherever in it they stand, and without emptied groups."""
    if isinstance(shown, list):
        return [kept for kept in (without_passages(one, parents) for one in shown) if kept is not None]
    if not isinstance(shown, dict):
        return shown
    if shown.get("parent") in parents:
        return None
    kept = {key: without_passages(value, parents) for key, value in shown.items()}
    return None if "passages" in kept and not kept["passages"] and shown["passages"] else kept
