"""Tests that only one process works on a PostgreSQL database, wherever its data folder is: a second would show deleted data."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import httpx
import pytest
from sqlalchemy import text

from chat.database.engine import connect
from chat.database.hold import DatabaseHold
from chat.errors import DatabaseHeld, StorageFailed
from tests.faults.victim import made, running
from tests.postgres import Postgres
from tests.serving import serving

_SECONDS = 30


async def test_a_second_process_on_the_same_database_is_refused_with_the_pid_of_the_first(
    postgres: Postgres, tmp_path: Path
) -> None:
    async with running(tmp_path / "first", database=postgres.url) as application:
        user = await application.accounts.local_user()
        await application.assistant.create_thread(user, id="t", incognito=True)
        second = made(tmp_path / "second", database=postgres.url)

        with pytest.raises(DatabaseHeld, match=f"in use by another Threadwise, process {os.getpid()} on "):
            await second.start()
        await second.close()

        assert (await application.assistant.thread(user, "t")).incognito  # which is closed at a start


async def test_a_database_is_free_for_the_next_when_its_process_has_closed(postgres: Postgres, tmp_path: Path) -> None:
    async with running(tmp_path / "first", database=postgres.url):
        pass

    async with running(tmp_path / "second", database=postgres.url) as application:
        assert (await application.health())["database"].ok


async def test_each_schema_of_a_database_is_held_by_itself(postgres: Postgres, tmp_path: Path) -> None:
    engine = connect(postgres.url, tmp_path / "unused")
    async with engine.begin() as connection:
        await connection.execute(text("CREATE SCHEMA other"))
        await connection.execute(text("ALTER DATABASE postgres SET search_path = other"))
    other = connect(postgres.url, tmp_path / "unused")
    one, another = DatabaseHold(engine), DatabaseHold(other)

    await one.take()
    await another.take()

    for hold in (one, another):
        await hold.release()
    for each in (engine, other):
        await each.dispose()


async def test_a_hold_whose_connection_is_lost_is_taken_again(postgres: Postgres, tmp_path: Path) -> None:
    engine = connect(postgres.url, tmp_path / "unused")
    first, second = DatabaseHold(engine), DatabaseHold(engine)
    await first.take()

    postgres.stop()
    with pytest.raises(StorageFailed):
        await first.keep()
    postgres.start()
    await first.keep()

    with pytest.raises(DatabaseHeld):
        await second.take()
    await first.release()
    await engine.dispose()


async def test_a_server_that_was_silent_is_not_taken_for_another_process(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = list[DatabaseHeld]()
    monkeypatch.setattr("chat.application.HELD_SECONDS", 0.05)
    monkeypatch.setattr("chat.application.leave", left.append)
    monkeypatch.setattr("chat.database.hold._PING_SECONDS", 0.2)
    async with running(tmp_path / "data", database=postgres.url) as application:
        with postgres.frozen():
            await asyncio.sleep(0.5)
        async with asyncio.timeout(_SECONDS):
            while application.hold._connection is None:  # noqa: ASYNC110 - nothing signals it
                await asyncio.sleep(0.05)

    assert left == []


async def answers(address: str) -> bool:
    async with httpx.AsyncClient(trust_env=False) as client:
        try:
            return (await client.get(f"{address}/health/live")).is_success
        except httpx.TransportError:
            return False


async def test_a_process_whose_database_another_took_meanwhile_ends_at_once(postgres: Postgres, tmp_path: Path) -> None:
    url, engine = postgres.url, connect(postgres.url, tmp_path / "unused")
    other = DatabaseHold(engine)
    async with serving(tmp_path / "data", THREADWISE_DATABASE_URL=url) as server:
        postgres.terminate()
        async with asyncio.timeout(_SECONDS):
            while True:
                try:
                    await other.take()
                    break
                except DatabaseHeld:
                    postgres.terminate()
            while await answers(server.address):  # noqa: ASYNC110 - nothing signals it
                await asyncio.sleep(0.05)

    await other.release()
    await engine.dispose()

    assert "in use by another Threadwise" in "".join(server.log)
