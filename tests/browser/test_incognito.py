"""Tests that an incognito conversation is labelled as such for as long as it is on the screen."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.browser.accessible import grave
from tests.browser.conftest import Open
from tests.browser.pages import SECONDS, answered, ask, resumed_url
from tests.serving import Server

pytestmark = pytest.mark.asyncio(loop_scope="package")


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
async def test_an_incognito_conversation_is_marked_until_another_is_opened(
    server: Server, open_page: Open, width: int, scheme: str
) -> None:
    async with open_page(server.address, width, scheme) as page:
        mark, box = page.locator("#tw-incognito"), page.get_by_role("textbox", name="Message")
        await page.click("#chat-settings-open-modal")
        await expect(mark).to_have_count(0)
        await page.get_by_role("switch", name="Incognito").click()
        await page.get_by_role("button", name="Confirm").click()

        await expect(mark).to_be_visible(timeout=SECONDS)
        await expect(box).to_have_accessible_description("Incognito: deleted for good when you close it")
        await ask(page, "My sister lives in Lisbon.")
        await answered(page, "Noted")
        await resumed_url(page)
        await expect(mark).to_be_visible()
        await expect(box).to_have_accessible_description("Incognito: deleted for good when you close it")
        assert await mark.evaluate("mark => mark.getClientRects().length") == 1
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert await grave(page) == []

        await page.fill("#chat-input", "Not for other tabs")
        await page.reload()
        await answered(page, "Noted")
        await expect(mark).to_be_visible(timeout=SECONDS)
        await expect(box).to_have_value("")
        await page.click("#new-chat-button")
        await page.locator("#starters button:enabled").first.wait_for()
        await expect(mark).to_have_count(0)
        await expect(box).to_have_accessible_description("")
        assert await box.get_attribute("aria-describedby") is None
