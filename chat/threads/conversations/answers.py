"""What is stored with an answer besides its text: the sources its markers refer to, and the result of checking its claims.

The record is stored in the message's row, under one key of its `display`, and is deleted with the message. What it shows of a
document is removed when that document is deleted (see `Traces`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Text, cast, or_, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.database.schema import messages, threads
from chat.domain import Claim, Confidence, KeptAnswer, Origin, Reference, Repetition, Source
from chat.threads.replies import owner_of

Json = dict[str, Any]  # Any: rows hold JSON
_TIMES = ("said_at", "since")
CORNER = "answer"
"""Key under which a message's `display` holds the record; the web chat does not change it."""


@dataclass(frozen=True, slots=True)
class Quoting:
    """An answer that may quote messages."""

    where: Repetition
    text: str
    kept: KeptAnswer | None


class Answers:
    """Stores the records of answers, by message id."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def keep(self, thread: str, message: str, kept: KeptAnswer) -> None:
        """Store the record of an answer, replacing an earlier one. Does nothing when the message is gone."""
        here = messages.c.thread_id == thread, messages.c.id == message, messages.c.recall != "gone"
        async with self._engine.begin() as connection:
            display = (await connection.execute(select(messages.c.display).where(*here))).scalar_one_or_none()
            if display is not None:
                await connection.execute(update(messages).where(*here).values(display={**display, CORNER: row(kept)}))

    async def offer(self, thread: str, message: str, follow_ups: Sequence[str], of: Sequence[Origin]) -> None:
        """Add to an answer's record the follow-up questions shown under it and the sources they were generated from."""
        kept = await self.find(thread, message)
        if kept is not None:
            await self.keep(thread, message, replace(kept, follow_ups=tuple(follow_ups), suggested_by=tuple(of)))

    async def find(self, thread: str, message: str) -> KeptAnswer | None:
        here = messages.c.thread_id == thread, messages.c.id == message, messages.c.recall != "gone"
        async with self._engine.connect() as connection:
            display = (await connection.execute(select(messages.c.display).where(*here))).scalar_one_or_none()
        return read(display or {})

    async def quoting(self, thread: str) -> list[Quoting]:
        """Return the answers that may quote messages of this thread, in all threads of its owner, the earliest first."""
        mine = select(threads.c.id).where(threads.c.user_id == owner_of(thread))
        statement = (
            select(messages.c.thread_id, messages.c.id, messages.c.created_at, messages.c.content, messages.c.display)
            .where(
                messages.c.thread_id.in_(mine),
                messages.c.role == "assistant",
                messages.c.recall != "gone",
                or_(messages.c.thread_id == thread, cast(messages.c.display, Text).contains(thread, autoescape=True)),
            )
            .order_by(messages.c.created_at, messages.c.sequence)
        )
        async with self._engine.connect() as connection:
            rows = (await connection.execute(statement)).all()
        return [Quoting(Repetition(row.thread_id, row.id, row.created_at), row.content, read(row.display)) for row in rows]


def without_answer(display: Json) -> Json:
    """Return the `display` of a message without its answer record, for a message whose text has changed."""
    return {name: held for name, held in display.items() if name != CORNER}


def read(display: Json) -> KeptAnswer | None:
    """Return the answer record in a message's `display`, if there is one."""
    row = display.get(CORNER)
    return parsed(row) if row else None


def parsed(row: Json) -> KeptAnswer:
    """Build the answer record from its stored JSON."""
    return KeptAnswer(
        question=row["question"],
        model=row["model"],
        references=tuple(_reference(each) for each in row["passages"]),
        claims=tuple(Claim(**{**each, "markers": tuple(each["markers"])}) for each in row["claims"]),
        trust=Confidence(**row["trust"]) if row["trust"] else None,
        note=row["note"],
        follow_ups=tuple(row.get("follow_ups", ())),
        suggested_by=tuple(Origin(**each) for each in row.get("suggested_by", ())),
    )


def row(kept: KeptAnswer) -> Json:
    """Return the answer record as JSON for a message's `display`; the inverse of `parsed`."""
    shape = asdict(kept)
    shape["passages"] = [
        {**each, **{name: each[name].isoformat() if each[name] else None for name in _TIMES}} for each in shape.pop("references")
    ]
    return shape


def _reference(row: Json) -> Reference:
    times = {name: datetime.fromisoformat(row[name]) if row.get(name) else None for name in _TIMES}
    return Reference(**{**row, **times, "source": Source(row["source"]), "section": tuple(row["section"])})
