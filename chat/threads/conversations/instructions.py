"""Standing instructions ("always answer in French"), as rows that refer to the messages that give them."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Row, and_, delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.database.schema import instructions, messages
from chat.dialogue.conflicting_instructions import replaces
from chat.dialogue.retracting import telling
from chat.domain import Instruction
from chat.errors import NotFound


class Instructions:
    """Stores instructions that apply to every answer in a thread. They are deleted with their message, by cascade."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def put(self, thread: str, message: str, texts: Sequence[str], now: datetime) -> None:
        """Store the instructions of a message, replacing earlier ones. Raises NotFound when the message or its thread is gone."""
        rows = [
            {"id": str(uuid.uuid4()), "thread_id": thread, "message_id": message, "ordinal": at, "text": text, "created_at": now}
            for at, text in enumerate(texts)
        ]
        try:
            async with self._engine.begin() as connection:
                await connection.execute(delete(instructions).where(*_of(thread, message)))
                if rows:
                    await connection.execute(insert(instructions), rows)
        except IntegrityError as error:
            raise NotFound("There is no such message.") from error

    async def listed(self, thread: str) -> list[Instruction]:
        """Return the instructions that hold in a thread, oldest first: all but those whose place a later one takes."""
        return holding(await self.every(thread))

    async def every(self, thread: str) -> list[Instruction]:
        """Return a thread's instructions, oldest first, without those whose message was retracted or does not contain them."""
        same = and_(messages.c.thread_id == instructions.c.thread_id, messages.c.id == instructions.c.message_id)
        statement = (
            select(instructions, messages.c.content, messages.c.recalled)
            .join(messages, same)
            .where(instructions.c.thread_id == thread, messages.c.recall != "gone")
            .order_by(messages.c.sequence, instructions.c.ordinal)
        )
        async with self._engine.connect() as connection:
            rows = (await connection.execute(statement)).all()
        return [_instruction(row) for row in rows if any(row.text in _words(said) for said in (row.content, row.recalled or ""))]

    async def correct(self, thread: str, instruction: str, text: str | None) -> None:
        """Set the corrected text of an instruction, or `None` to restore the original. Raises NotFound when there is none."""
        here = instructions.c.thread_id == thread, instructions.c.id == instruction
        async with self._engine.begin() as connection:
            if (await connection.execute(update(instructions).where(*here).values(corrected=text))).rowcount == 0:
                raise NotFound("There is no such instruction.")

    async def remove(self, thread: str, instruction: str) -> None:
        """Delete an instruction and all that say the same, but not their messages. Raises NotFound when there is none with this
        id in the thread."""
        held = select(instructions).where(instructions.c.thread_id == thread)
        async with self._engine.begin() as connection:
            known = {row.id: telling(row.corrected or row.text) for row in await connection.execute(held)}
            if instruction not in known:
                raise NotFound("There is no such instruction.")
            same = [id for id, told in known.items() if id == instruction or (told and told == known[instruction])]
            await connection.execute(delete(instructions).where(instructions.c.thread_id == thread, instructions.c.id.in_(same)))

    async def clear(self, thread: str) -> None:
        """Delete all instructions of a thread, but not their messages."""
        async with self._engine.begin() as connection:
            await connection.execute(delete(instructions).where(instructions.c.thread_id == thread))


def holding(given: Sequence[Instruction]) -> list[Instruction]:
    """Return the instructions, given oldest first, whose place no instruction of a later message takes."""
    return [
        each
        for at, each in enumerate(given)
        if not any(later.message != each.message and replaces(later.text, each.text) for later in given[at + 1 :])
    ]


def _words(text: str) -> str:
    return " ".join(text.split())


def _of(thread: str, message: str) -> tuple[Any, Any]:  # Any: column expressions
    return instructions.c.thread_id == thread, instructions.c.message_id == message


def _instruction(row: Row[Any]) -> Instruction:  # Any: SQLAlchemy types a row by its statement
    return Instruction(row.id, row.thread_id, row.message_id, row.corrected or row.text, row.created_at, row.text)
