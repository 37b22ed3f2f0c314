from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import aiosqlite
import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.ext.asyncio import AsyncEngine


@pytest.fixture
def trips() -> Iterator[list[str]]:
    """The names of the calls handed to the thread of SQLite's connection."""
    made: list[str] = []
    go: Any = aiosqlite.Connection._execute  # Any: it is typed nowhere

    async def noted(self: aiosqlite.Connection, what: Any, *given: Any, **named: Any) -> Any:  # Any: the driver's own
        made.append(getattr(what, "__name__", str(what)))
        return await go(self, what, *given, **named)

    with patch.object(aiosqlite.Connection, "_execute", noted):
        yield made


async def test_reading_is_one_trip_and_writing_two(engine: AsyncEngine, trips: list[str]) -> None:
    async with engine.connect() as connection:  # opens a connection for what follows
        await connection.execute(text("SELECT 1"))
    trips.clear()

    async with engine.connect() as connection:
        rows = (await connection.execute(text("SELECT id FROM users ORDER BY id"))).scalars().all()
    assert trips == ["_whole"]
    trips.clear()
    async with engine.begin() as connection:
        changed = await connection.execute(text("UPDATE users SET name = name || 'x'"))

    assert trips == ["_whole", "commit"]
    assert changed.rowcount == len(rows) > 0


async def test_what_was_not_committed_is_taken_back(engine: AsyncEngine) -> None:
    async with engine.connect() as connection:
        await connection.execute(text("UPDATE users SET name = 'nobody' WHERE id = 'bob'"))
    async with engine.connect() as connection:
        names = (await connection.execute(text("SELECT name FROM users"))).scalars().all()

    assert "nobody" not in names


async def test_many_rows_rows_given_back_and_errors_are_as_without_it(engine: AsyncEngine) -> None:
    async with engine.begin() as connection:
        await connection.execute(text("CREATE TABLE pets (name TEXT PRIMARY KEY, age INTEGER)"))
        await connection.execute(
            text("INSERT INTO pets VALUES (:name, :age)"), [{"name": "a", "age": 1}, {"name": "b", "age": 2}]
        )
        older = await connection.execute(text("UPDATE pets SET age = age + 1 RETURNING age"))
        assert sorted(older.scalars()) == [2, 3]
    async with engine.connect() as connection:
        with pytest.raises(IntegrityError):
            await connection.execute(text("INSERT INTO pets VALUES ('a', 1)"))
        await connection.rollback()
        with pytest.raises(OperationalError):
            await connection.execute(text("SELECT nothing"))
        result = await connection.execute(text("SELECT * FROM pets WHERE age > 5"))
        assert (list(result.keys()), result.all()) == (["name", "age"], [])


async def test_rows_come_one_by_one_where_they_are_asked_for_so(engine: AsyncEngine) -> None:
    counted = text("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) SELECT i FROM n")
    async with engine.connect() as connection, connection.stream(counted) as rows:
        assert sum([row.i async for row in rows]) == 5_000 * 5_001 // 2
