"""What of a person's messages is forgotten or corrected: places in each message's row, gone with it and with an edit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, cast

from sqlalchemy import Row, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.database.schema import messages
from chat.domain import Altered, Message, Role
from chat.errors import NotFound
from chat.threads.summaries import forget

Told = tuple[Message, tuple[Altered, ...]]
"""A message with what was changed of it."""


class Memories:
    """Over SQL."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def told(self, thread: str, most: int) -> list[Told]:
        """The last messages of the thread's own user, oldest first."""
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
        """Recall a message otherwise from now on. NotFound when it says something else by now, or was taken back."""
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
                raise NotFound("This message says something else by now.")
            await forget(connection, message.thread, message.id)


def altered(stored: object) -> tuple[Altered, ...]:
    """From a row's `changed`."""
    return tuple(Altered(each["start"], each["end"], each["text"]) for each in stored) if isinstance(stored, list) else ()


def _message(row: Row[Any]) -> Message:  # Any: SQLAlchemy types a row by its statement
    return Message(
        row.id, row.thread_id, cast(Role, row.role), row.content, row.created_at, sequence=row.sequence, recalled=row.recalled
    )


def recalled(content: str, changed: Sequence[Altered]) -> str | None:
    """A message as it is recalled from now on; `None` when nothing of it was changed."""
    if not changed:
        return None
    parts, at = [], 0
    for each in sorted(changed, key=lambda each: each.start):
        parts += [content[at : each.start], each.text or ""]
        at = each.end
        while each.text is None and content[at : at + 1] == " ":
            at += 1
    return "".join([*parts, content[at:]]).strip()
