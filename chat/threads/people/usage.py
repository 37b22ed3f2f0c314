"""Usage per user, as rows: tokens and costs of models, and bytes uploaded per day."""

from __future__ import annotations

import uuid
from datetime import date, datetime

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.database.schema import threads, uploads, usage
from chat.domain import Usage


class UsageRows:
    """Stores one row per answer that a model wrote or began, and one per user for uploads."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def add(self, user: str, thread: str, model: str, spent: Usage, now: datetime) -> None:
        """Store the usage of an answer, without the thread's id if the thread has been deleted."""
        still = select(threads.c.id).where(threads.c.id == thread).scalar_subquery()
        values = {
            "id": str(uuid.uuid4()),
            "user_id": user,
            "thread_id": still,
            "model": model,
            "prompt_tokens": spent.prompt_tokens,
            "completion_tokens": spent.completion_tokens,
            "estimated": spent.estimated,
            "cost": spent.cost,
            "created_at": now,
        }
        async with self._engine.begin() as connection:
            await connection.execute(insert(usage).values(values))

    async def tokens(self, user: str, since: datetime) -> int:
        """Return the number of prompt and completion tokens used for a user since a time."""
        spent = func.coalesce(func.sum(usage.c.prompt_tokens + usage.c.completion_tokens), 0)
        async with self._engine.connect() as connection:
            statement = select(spent).where(usage.c.user_id == user, usage.c.created_at >= since)
            return int((await connection.execute(statement)).scalar_one())

    async def upload(self, user: str, day: date, count: int, most: int | None) -> bool:
        """Add `count` bytes to a user's uploads of the day; return False, without adding them, if that would exceed `most`.

        Rows of earlier days are deleted.
        """
        key = uploads.c.user_id == user, uploads.c.day == day.isoformat()
        async with self._engine.begin() as connection:
            await connection.execute(delete(uploads).where(uploads.c.user_id == user, uploads.c.day < day.isoformat()))
            held = (await connection.execute(select(uploads.c.bytes).where(*key))).scalar_one_or_none()
            if most is not None and (held or 0) + count > most:
                return False
            if held is None:
                await connection.execute(insert(uploads).values(user_id=user, day=day.isoformat(), bytes=count))
            else:
                await connection.execute(update(uploads).where(*key).values(bytes=uploads.c.bytes + count))
            return True
