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


async def test_a_cancelled_statement_is_not_gone_through_with(engine: AsyncEngine) -> None:
    endless = text("WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers) SELECT count(*) FROM numbers")

    async def count() -> None:
        async with engine.connect() as connection:
            await connection.execute(endless)

    before = asyncio.all_tasks()
    counting = asyncio.create_task(count())
    await asyncio.sleep(0.1)
    counting.cancel()
    await asyncio.wait([counting], timeout=10)

    assert counting.cancelled()
    assert asyncio.all_tasks() == before
    async with engine.connect() as connection:
        assert (await connection.execute(text("SELECT 1"))).scalar_one() == 1
