"""Tests of the analytics page, from the chat and back."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from tests.browser.conftest import Open
from tests.browser.pages import SECONDS, answered, ask
from tests.serving import Server

pytestmark = pytest.mark.asyncio(loop_scope="package")

QUESTION = "Who painted the chapel ceiling of the harbour town?"


async def test_what_nothing_answered_is_listed_and_leads_back_to_its_conversation(server: Server, open_page: Open) -> None:
    async with open_page(server.address, width=390, scheme="dark") as page:
        await ask(page, QUESTION)
        await answered(page, "couldn't find")
        thread = await page.evaluate(
            """(question) => fetch('/api/threads').then((answer) => answer.json())
            .then((each) => each.threads.find((thread) => thread.name === question).id)""",
            QUESTION,
        )

        await page.locator('a[href="/analytics"]').click()
        row = page.get_by_role("row").filter(has_text=QUESTION)
        await expect(row).to_be_visible(timeout=SECONDS)
        plot = page.get_by_role("img", name=re.compile("Questions by day: "))
        await expect(plot).to_be_visible()
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        await page.locator("summary").focus()
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("region", name="By day")).to_be_visible()

        await row.get_by_role("link").click()

        await answered(page, "couldn't find")
        assert page.url.endswith(f"/thread/{thread}")
