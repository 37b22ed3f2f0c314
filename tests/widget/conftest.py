from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
import pytest_asyncio
from playwright.async_api import Browser

from tests.accounts import PASSWORD, accounts
from tests.browser.chromium import launched
from tests.serving import Server, serving
from tests.widget.site import Site, opened
from tests.widget.tls import self_signed

GUIDE = b"# Pump\n\nThe pump stands in the cellar.\n\n## Warranty\n\nThe pump has a warranty of 24 months from delivery.\n"


@dataclass
class Chat:
    """A running server with sign-in, and a site of Alice's with a library that it may use."""

    server: Server
    site: Site
    far: Site
    """The same site over HTTPS, not listening, and on another site than any server."""
    key: str

    @property
    def address(self) -> str:
        """The server's address by a name that is same-site with pages on `localhost`."""
        return self.server.address.replace("127.0.0.1", "localhost")

    def owner(self) -> httpx.AsyncClient:
        headers = {"Authorization": f"Bearer {self.key}"}
        return httpx.AsyncClient(base_url=self.server.address, headers=headers, trust_env=False, timeout=30)


@pytest_asyncio.fixture(scope="package", loop_scope="package")
async def chromium() -> AsyncIterator[Browser]:
    async with launched() as browser:
        yield browser


@pytest_asyncio.fixture(scope="package", loop_scope="package")
async def chat(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Chat]:
    data: Path = tmp_path_factory.mktemp("widget") / "data"
    site, far = Site("", ""), Site("", "", tls=self_signed(data.parent))
    async with accounts(data) as people:
        site.key = await people.create_key(await people.add_user("alice", PASSWORD), "site", [site.address, far.address])
    async with serving(data, THREADWISE_AUTH="password", THREADWISE_WIDGET_VISITOR_QUESTIONS="50") as server:
        chat = Chat(server, site, far, site.key)
        site.chat = chat.address
        async with chat.owner() as owner:
            (await owner.post("/api/libraries", json={"name": "Manuals", "id": "manuals"})).raise_for_status()
            files = {"files": ("guide.md", GUIDE)}
            (await owner.post("/api/libraries/manuals/documents", files=files)).raise_for_status()
        async with opened(site):
            yield chat
