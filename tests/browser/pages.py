"""Actions of a user on the page."""

from __future__ import annotations

import asyncio
import re

from playwright.async_api import Error, FilePayload, Locator, Page, expect

SECONDS = 30_000


def file(name: str, content: bytes, kind: str = "application/pdf") -> FilePayload:
    return FilePayload(name=name, mimeType=kind, buffer=content)


async def ask(page: Page, question: str) -> None:
    """Write and send a question, once the page is connected and no answer is being written."""
    await expect(page.locator("#stop-button")).to_have_count(0, timeout=SECONDS)
    await page.fill("#chat-input", question)
    await expect(page.locator("#chat-submit")).to_be_enabled(timeout=SECONDS)
    await page.click("#chat-submit")
    await expect(page.locator("#chat-input")).not_to_have_value(question, timeout=SECONDS)  # it would clear the next one


async def drop(page: Page, *files: FilePayload) -> None:
    """Attach files, and wait until they are uploaded."""
    await expect(page.locator("#upload-button")).to_be_enabled(timeout=SECONDS)  # the page is connected
    await page.set_input_files("#upload-button-input", list(files))
    await expect(page.locator("#chat-submit")).to_be_enabled(timeout=SECONDS)


async def add(page: Page, name: str, text: str) -> None:
    """Send a file without a question, and wait until it is read."""
    await drop(page, file(name, text.encode(), "text/markdown"))
    await page.click("#chat-submit")
    await expect(page.locator(".tw-done .tw-job-note")).to_contain_text("passage", timeout=SECONDS)


def answers(page: Page) -> Locator:
    return page.locator(".ai-message")


async def answered(page: Page, words: str | re.Pattern[str]) -> Locator:
    """Return the last answer, once it contains these words."""
    last = answers(page).last
    await expect(last).to_contain_text(words, timeout=SECONDS)
    return last


async def open_sources(page: Page) -> None:
    summary = page.locator(".tw-summary").last
    await expect(summary).to_be_visible(timeout=SECONDS)
    await summary.click()


def marked(page: Page, words: str) -> Locator:
    """Return the first marked part in the side panel that contains these words."""
    return page.locator("#side-view-content mark", has_text=words).first


async def come_back(page: Page, shown: Locator, event: str = "focus") -> None:
    """Let the user or the network come back until `shown` is displayed: Chainlit sends requests on some returns only."""
    async with asyncio.timeout(SECONDS / 1000):
        while not await shown.count():
            try:
                await page.evaluate("event => dispatchEvent(new Event(event))", event)
            except Error as error:  # it is navigating at this moment, as it does on some returns
                if "context was destroyed" not in str(error):
                    raise
            await asyncio.sleep(0.3)


async def resumed_url(page: Page) -> str:
    """Return the address of the thread, once it has one."""
    await page.wait_for_url(re.compile("/thread/"), timeout=SECONDS)
    return page.url


async def edit(page: Page, question: str) -> None:
    """Edit the first question; its pencil works when no answer is being written."""
    pencil = page.locator(".edit-message").first
    await expect(pencil).to_be_enabled(timeout=SECONDS)
    await pencil.click(force=True)
    await page.fill("#edit-chat-input", question)
    await page.click(".confirm-edit")
