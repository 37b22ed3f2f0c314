from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
import pytest_asyncio

from chat.assembly import build
from chat.database.engine import migrate
from chat.settings import ServerSettings, Settings
from tests.serving import Server, serving
from tests.ui.client import person

PASSWORD = "correct horse battery"


@pytest_asyncio.fixture(scope="package", loop_scope="package")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Server]:
    """One server for all tests here, with sign-in and two users, alice and bob."""
    data: Path = tmp_path_factory.mktemp("web") / "data"
    application = build(Settings(server=ServerSettings(data=data)))
    await migrate(application.engine)
    for name in ("alice", "bob"):
        await application.accounts.add_user(name, PASSWORD)
    await application.engine.dispose()
    async with serving(data, THREADWISE_AUTH="password") as running:
        yield running


@pytest_asyncio.fixture(loop_scope="package")
async def alice(server: Server) -> AsyncIterator[httpx.AsyncClient]:
    async with person(server.address, "alice", PASSWORD) as http:
        yield http


@pytest_asyncio.fixture(loop_scope="package")
async def bob(server: Server) -> AsyncIterator[httpx.AsyncClient]:
    async with person(server.address, "bob", PASSWORD) as http:
        yield http
