from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
import pytest_asyncio

from tests.accounts import PASSWORD, accounts
from tests.serving import Server, serving
from tests.ui.client import person


@pytest_asyncio.fixture(scope="package", loop_scope="package")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Server]:
    """The server for all tests here, with sign-in and two users, Alice and Bob."""
    data: Path = tmp_path_factory.mktemp("web") / "data"
    async with accounts(data) as people:
        for name in ("alice", "bob"):
            await people.add_user(name, PASSWORD)
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
