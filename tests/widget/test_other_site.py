"""Tests of the widget across sites, over HTTPS, in a browser that partitions third-party cookies."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from playwright.async_api import expect

from tests.browser.chromium import launched
from tests.serving import free_port
from tests.widget.conftest import Chat
from tests.widget.site import opened
from tests.widget.test_on_a_page import SECONDS, ask, open_chat, visit
from tests.widget.tls import over_https

pytestmark = pytest.mark.asyncio(loop_scope="package")

ONLY_PARTITIONED = "--test-third-party-cookie-phaseout"
"""Makes Chromium refuse every unpartitioned cookie in frames of another site."""


async def test_a_visitor_of_another_site_asks_reloads_and_asks_again(chat: Chat) -> None:
    site = chat.far
    assert site.tls is not None
    site.visitor, site.libraries, site.key, site.served = "vera", ["manuals"], chat.key, chat.server.address
    port = urlsplit(chat.server.address).port
    assert port is not None

    async with over_https(site.tls, free_port(), port) as site.chat, opened(site), launched(ONLY_PARTITIONED) as browser:
        context = await browser.new_context(viewport={"width": 1100, "height": 820}, ignore_https_errors=True)
        async with visit(browser, site, context) as page:
            frame = await open_chat(page)
            await ask(frame, "How long is the warranty of the pump?", "24 months")

            await page.reload()
            frame = await open_chat(page)
            await expect(frame.locator(".ai-message").last).to_contain_text("24 months", timeout=SECONDS)
            await ask(frame, "Where does the pump stand?", "cellar")

            [cookie] = [each for each in await context.cookies() if "visitor" in each["name"]]
        await browser.close()

    assert (cookie["sameSite"], cookie["secure"], cookie["httpOnly"]) == ("None", True, True)
    assert "localhost" in str(cookie["partitionKey"])
