"""Creates accounts with passwords in a data folder before a server is started on it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from chat.assembly import build
from chat.database.engine import migrate
from chat.settings import ServerSettings, Settings
from chat.threads.people.accounts import Accounts

PASSWORD = "correct horse battery"


@asynccontextmanager
async def accounts(data: Path) -> AsyncIterator[Accounts]:
    """Yield the accounts of a migrated data folder; a server may be started on it meanwhile."""
    application = build(Settings(server=ServerSettings(data=data)))
    await migrate(application.engine)
    yield application.accounts
    await application.engine.dispose()
