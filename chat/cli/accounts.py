"""Access to accounts for commands. It opens the database only, which may be written while a server runs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

from chat.database.engine import connect, migrate
from chat.database.folder import DataFolder
from chat.domain import utc_now
from chat.settings import Settings
from chat.threads.people.accounts import Accounts

Result = TypeVar("Result")


@asynccontextmanager
async def opened() -> AsyncIterator[Accounts]:
    settings = Settings()
    folder = DataFolder(settings.server.data)
    folder.make()
    engine = connect(settings.database.database_url, folder.database)
    try:
        await migrate(engine)
        yield Accounts(engine, settings.server.login_attempts, utc_now)
    finally:
        await engine.dispose()


def with_accounts(work: Callable[[Accounts], Awaitable[Result]]) -> Result:
    """Run `work` on the accounts from synchronous code and return its result."""

    async def whole() -> Result:
        async with opened() as accounts:
            return await work(accounts)

    return asyncio.run(whole())
