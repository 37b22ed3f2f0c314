"""PostgreSQL: what it says about itself, and what it is stricter about than SQLite."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from sqlalchemy import text

from chat.assistant import Ask
from chat.database import engine as database
from chat.database.engine import connect, level, migrate
from chat.domain import Question, utc_now
from chat.errors import StorageFailed
from chat.events import Answered
from tests.faults.victim import Talker, running
from tests.postgres import Postgres


@pytest.mark.parametrize(
    ("right", "wrong", "sentence"),
    [
        ("/postgres", "/nowhere", "There is no database of the name in THREADWISE_DATABASE_URL."),
        ("threadwise@", "nobody@", "The database refuses the user or the password of THREADWISE_DATABASE_URL."),
    ],
    ids=["database", "user"],
)
async def test_an_address_that_is_wrong_is_said_to_be(
    right: str, wrong: str, sentence: str, postgres: Postgres, tmp_path: Path
) -> None:
    engine = connect(postgres.url.replace(right, wrong), tmp_path / "unused")

    with pytest.raises(StorageFailed) as raised:
        await migrate(engine)
    await engine.dispose()

    assert str(raised.value) == sentence


async def test_connections_that_are_all_in_use_for_long_are_a_database_that_is_away(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "_POOL_SECONDS", 0.1)
    engine = connect(postgres.url, tmp_path / "unused")

    async def hold_all() -> None:
        async with AsyncExitStack() as held:
            while True:
                await held.enter_async_context(engine.connect())

    with pytest.raises(StorageFailed):
        await asyncio.wait_for(hold_all(), 20)
    async with engine.connect() as connection:
        after = (await connection.execute(text("SELECT 1"))).scalar_one()
    await engine.dispose()

    assert after == 1


async def test_a_migration_may_take_longer_than_a_statement(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "_STATEMENT_SECONDS", 0.2)
    monkeypatch.setattr(database, "_upgrade", lambda connection: connection.execute(text("SELECT pg_sleep(0.5)")))
    engine = connect(postgres.url, tmp_path / "unused")

    await migrate(engine)
    async with engine.connect() as connection:
        with pytest.raises(StorageFailed):
            await connection.execute(text("SELECT pg_sleep(0.5)"))
    current, _ = await level(engine)
    await engine.dispose()

    assert current is None


async def test_a_question_that_is_not_remembered_is_answered(postgres: Postgres, tmp_path: Path) -> None:
    async with running(tmp_path / "data", Talker(every=0), database=postgres.url) as application:
        user = await application.accounts.local_user()
        await application.assistant.create_thread(user, id="t")
        ask = Ask(Question("t", "What does the pump need?", utc_now()), remember=False)

        events = [event async for event in application.assistant.ask(user, ask)]

        assert isinstance(events[-1], Answered)
        assert (await application.assistant.messages(user, "t"))[0] == []
