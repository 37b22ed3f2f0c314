"""Tests of PostgreSQL: its error messages, and where it is stricter than SQLite."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.assistant import Ask
from chat.database import engine as database
from chat.database.engine import connect, level, migrate
from chat.database.schema import users
from chat.domain import Question, User, utc_now
from chat.errors import Conflict, StorageFailed
from chat.events import Answered
from chat.threads.people.accounts import Accounts
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


@pytest.mark.parametrize("how", ["role", "suspended"])
async def test_of_two_admins_who_shut_each_other_out_on_two_connections_one_stays(
    how: str, postgres: Postgres, tmp_path: Path
) -> None:
    engine = connect(postgres.url, tmp_path / "unused")
    await migrate(engine)
    accounts = Accounts(engine, 5, utc_now)
    ada, bob = await accounts.add_user("ada", role="admin"), await accounts.add_user("bob", role="admin")

    async def shut_out(whom: User, by: User) -> None:
        await (accounts.suspend(whom.id, by) if how == "suspended" else accounts.set_role(whom.id, "member", by))

    async with engine.begin() as holding:
        await holding.execute(select(users).with_for_update())
        both = [asyncio.create_task(shut_out(bob, ada)), asyncio.create_task(shut_out(ada, bob))]
        await _wait_for_a_lock(engine, 2)
    ended = await asyncio.gather(*both, return_exceptions=True)
    left = [user for user in await accounts.everybody() if user.role == "admin" and not user.suspended]
    await engine.dispose()

    assert len(left) == 1
    assert [type(each) for each in ended if each] == [Conflict]


async def _wait_for_a_lock(engine: AsyncEngine, many: int) -> None:
    """Wait until this many connections wait for a lock, so that they continue at the same time."""
    waiting = text("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
    found = 0
    async with asyncio.timeout(20):
        while found < many:
            async with engine.connect() as connection:  # within a transaction the view does not change
                found = (await connection.execute(waiting)).scalar_one()
