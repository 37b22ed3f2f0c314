from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, Request

from tests.browser.chromium import launched
from tests.serving import Server, serving

Open = Callable[..., AbstractAsyncContextManager[Page]]


@pytest_asyncio.fixture(scope="package", loop_scope="package")
async def chromium() -> AsyncIterator[Browser]:
    async with launched() as browser:
        yield browser


@pytest_asyncio.fixture(scope="package", loop_scope="package")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Server]:
    """A server for the tests that need no settings of their own, started with the defaults."""
    data: Path = tmp_path_factory.mktemp("browser") / "data"
    async with serving(data) as running:
        yield running


@pytest_asyncio.fixture(loop_scope="package")
async def open_page(chromium: Browser) -> Open:
    """Open an address; on exit, the page must have sent requests only to that server and thrown no error."""

    @asynccontextmanager
    async def opened(address: str, width: int = 1280, scheme: str = "light") -> AsyncIterator[Page]:
        hosts: set[str] = set()
        errors: list[str] = []

        def asked(request: Request) -> None:
            if request.url.startswith(("http", "ws")):
                hosts.add(urlsplit(request.url).netloc)

        context = await chromium.new_context(
            viewport={"width": width, "height": 860}, color_scheme="dark" if scheme == "dark" else "light"
        )
        page = await context.new_page()
        page.on("request", asked)
        page.on("pageerror", lambda error: errors.append(str(error)))
        await page.goto(address)
        await page.locator("#starters button:enabled, .ai-message").first.wait_for()
        yield page
        await context.close()
        assert hosts == {urlsplit(address).netloc}
        assert errors == []

    return opened
