"""Forgotten and corrected parts of a user's messages: spans stored in each message's row, dropped when its text changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, cast

from sqlalchemy import Row, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.database.schema import messages
from chat.domain import Altered, Message, Role
from chat.errors import NotFound
from chat.threads.conversations.summaries import forget

Told = tuple[Message, tuple[Altered, ...]]
"""A message with its forgotten and corrected spans."""


class Memories:
    """Stores forgotten and corrected spans in SQL."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def own_messages(self, thread: str, most: int) -> list[Told]:
        """Return the last messages of the thread's own user, oldest first, with their changed spans."""
        statement = (
            select(messages)
            .where(
                messages.c.thread_id == thread,
                messages.c.recall != "gone",
                messages.c.role == "user",
                messages.c.author.is_(None),
            )
            .order_by(messages.c.sequence.desc())
            .limit(most)
        )
        async with self._engine.connect() as connection:
            rows = (await connection.execute(statement)).all()
        return [(_message(row), altered(row.changed)) for row in reversed(rows)]

    async def change(self, message: Message, changed: Sequence[Altered], recalled: str | None) -> None:
        """Set the changed spans of a message and the text to recall.

        Raises NotFound when the message has been retracted or its text has changed.
        """
        same = (
            messages.c.thread_id == message.thread,
            messages.c.id == message.id,
            messages.c.recall != "gone",
            messages.c.content == message.content,
        )
        rows = [asdict(each) for each in changed] or None
        async with self._engine.begin() as connection:
            statement = update(messages).where(*same).values(changed=rows, recalled=recalled, recall="pending")
            if (await connection.execute(statement)).rowcount == 0:
                raise NotFound("This message was changed in the meantime.")
            await forget(connection, message.thread, message.id)


def altered(stored: object) -> tuple[Altered, ...]:
    """Return the changed spans from the `changed` column of a message."""
    return tuple(Altered(each["start"], each["end"], each["text"]) for each in stored) if isinstance(stored, list) else ()


def _message(row: Row[Any]) -> Message:  # Any: SQLAlchemy types a row by its statement
    return Message(
        row.id, row.thread_id, cast(Role, row.role), row.content, row.created_at, sequence=row.sequence, recalled=row.recalled
    )


def recalled(content: str, changed: Sequence[Altered]) -> str | None:
    """Return a message's text with its spans replaced or removed, as it is to be recalled; `None` when nothing was changed."""
    if not changed:
        return None
    parts, at = [], 0
    for each in sorted(changed, key=lambda each: each.start):
        parts += [content[at : each.start], each.text or ""]
        at = each.end
        while each.text is None and content[at : at + 1] == " ":
            at += 1
    return "".join([*parts, content[at:]]).strip()
