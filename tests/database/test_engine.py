from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.database.engine import compact


async def test_cleaning_the_log_can_be_cancelled_while_it_waits_for_a_reader(engine: AsyncEngine) -> None:
    async with engine.connect() as reader:
        await reader.execute(text("BEGIN"))
        await reader.execute(text("SELECT * FROM users"))
        async with engine.begin() as writer:
            await writer.execute(text("UPDATE users SET name = 'carol' WHERE id = 'bob'"))
        cleaning = asyncio.create_task(compact(engine))
        await asyncio.sleep(0.1)
        cleaning.cancel()

        with pytest.raises(asyncio.CancelledError):
            await cleaning
        assert not await compact(engine)
    assert await compact(engine)
    async with engine.connect() as connection:
        assert (await connection.execute(text("PRAGMA busy_timeout"))).scalar_one() > 1_000
