"""What models cost each user, as rows."""

from __future__ import annotations

import uuid
from datetime import datetime

from sqlalchemy import func, insert, select
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.database.schema import threads, usage
from chat.domain import Usage


class UsageRows:
    """One row an answer that a model wrote or began."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def add(self, user: str, thread: str, model: str, spent: Usage, now: datetime) -> None:
        """Also when the thread was deleted meanwhile."""
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
        """Read and written for a user from a moment on."""
        spent = func.coalesce(func.sum(usage.c.prompt_tokens + usage.c.completion_tokens), 0)
        async with self._engine.connect() as connection:
            statement = select(spent).where(usage.c.user_id == user, usage.c.created_at >= since)
            return int((await connection.execute(statement)).scalar_one())
