"""Export and import of a thread's messages with everything stored about them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.database.schema import messages, threads
from chat.domain import Altered, Draft, KeptAnswer
from chat.errors import Conflict
from chat.threads.conversations import answers
from chat.threads.conversations.conversations import new_row, take_sequence
from chat.threads.conversations.memories import altered, recalled

_AT_ONCE = 1_000


@dataclass(frozen=True, slots=True)
class Entry:
    """A message with its state in its thread."""

    said: Draft
    interrupted: bool = False
    recalled: bool = True
    """Whether the message is indexed; False for an answer made of quotes."""
    answer: KeptAnswer | None = None
    changed: tuple[Altered, ...] = ()
    """Forgotten and corrected spans of the message."""


class Transcripts:
    """Reads and appends entries in SQL."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def read(self, thread: str) -> AsyncIterator[Entry]:
        """Yield a thread's messages in the order in which they were said, including messages added while reading."""
        after = -1
        while True:
            statement = (
                select(messages)
                .where(messages.c.thread_id == thread, messages.c.recall != "gone", messages.c.sequence > after)
                .order_by(messages.c.sequence)
                .limit(_AT_ONCE)
            )
            async with self._engine.connect() as connection:
                rows = (await connection.execute(statement)).all()
            for row in rows:
                said = Draft(row.role, row.content, row.id, row.author, row.created_at)
                yield Entry(said, row.interrupted, row.recall != "none", answers.read(row.display), altered(row.changed))
            if len(rows) < _AT_ONCE:
                return
            after = rows[-1].sequence

    async def append(self, thread: str, entries: Sequence[Entry], now: datetime) -> None:
        """Append all entries or none; those to be recalled are marked for indexing. Raises Conflict when an id is taken."""
        try:
            async with self._engine.begin() as connection:
                first = await take_sequence(connection, thread, len(entries))
                rows = [_row(thread, entry, first + at, now) for at, entry in enumerate(entries)]
                for start in range(0, len(rows), _AT_ONCE):
                    await connection.execute(insert(messages), rows[start : start + _AT_ONCE])
                await connection.execute(update(threads).where(threads.c.id == thread).values(updated_at=now))
        except IntegrityError as error:
            raise Conflict("A message id occurs twice.") from error


def _row(thread: str, entry: Entry, sequence: int, now: datetime) -> dict[str, Any]:  # Any: column values
    row = new_row(thread, entry.said, sequence, now, recall="pending" if entry.recalled else "none")
    display = {answers.CORNER: answers.row(entry.answer)} if entry.answer else {}
    changed = [asdict(each) for each in entry.changed] or None
    memory = {"changed": changed, "recalled": recalled(entry.said.content, entry.changed)}
    return row | {"interrupted": entry.interrupted, "display": display} | memory
