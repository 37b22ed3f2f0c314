"""Tests of a PDF page beside the chat: fitted to the panel's width, the quote marked, zoomed in and out."""

from __future__ import annotations

import os
import re

import pytest
from playwright.async_api import Page, expect

from tests.browser.accessible import grave
from tests.browser.conftest import Open
from tests.browser.pages import SECONDS, answered, ask, drop, file
from tests.files import HANDBOOK_NAME, encrypted_pdf, handbook_pdf, pdf_with_labels
from tests.serving import Server

pytestmark = pytest.mark.asyncio(loop_scope="package")

_SIZES = """() => {
  const box = (name) => document.querySelector('.tw-' + name).getBoundingClientRect();
  const [page, sheet, mark] = [box('page'), box('sheet'), box('page-mark')];
  const isMarkSeen = mark.top >= page.top && mark.bottom <= page.bottom && mark.left < page.right;
  return { page: page.width, sheet: sheet.width, isMarkSeen };
}"""
_CLOSE_AFTER = """wait => new Promise((closed) => setTimeout(() => {
  document.querySelector('#side-view-title > button')?.click();
  closed();
}, wait))"""
_IS_LARGER = "document.querySelector('.tw-sheet').offsetWidth > 1.8 * document.querySelector('.tw-page').clientWidth"


async def _opened(page: Page, content: bytes) -> None:
    """Open the page to which the answer's first marker leads."""
    await drop(page, file(HANDBOOK_NAME, content))
    await page.click("#chat-submit")
    await expect(page.locator(".tw-done .tw-job-note")).to_contain_text("5 pages", timeout=SECONDS)
    await ask(page, "How many kilowatts does each wind turbine give?")
    answer = await answered(page, "225 kilowatts")
    await answer.locator(".tw-why-open").wait_for(timeout=SECONDS)
    await answer.locator("a[href='#source-1']").first.click()
    await expect(page.locator(".tw-page-mark").first).to_be_visible(timeout=SECONDS)


@pytest.mark.parametrize("width", [1280, 390])
async def test_the_page_fits_the_panel_and_its_quote_stays_in_sight_when_it_is_made_larger(
    server: Server, open_page: Open, width: int
) -> None:
    async with open_page(server.address, width) as page:
        await _opened(page, handbook_pdf())
        fitted = await page.evaluate(_SIZES)
        assert fitted["isMarkSeen"]
        assert fitted["page"] - 20 < fitted["sheet"] <= fitted["page"]
        assert await grave(page) == []

        larger = page.get_by_role("button", name="Larger")
        for percent in ("125 %", "156 %", "195 %"):
            await larger.click()
            await expect(page.locator(".tw-page-fit")).to_have_text(percent)
        await page.wait_for_function(_IS_LARGER)
        assert (await page.evaluate(_SIZES))["isMarkSeen"]
        await page.locator(".tw-page-fit").click()
        await expect(page.locator(".tw-page-fit")).to_have_text("Fit")
        await page.get_by_role("button", name="Page after").click()
        await expect(page.locator(".tw-page-number")).to_have_text("3 / 5")
        await expect(page.locator(".tw-page-mark")).to_have_count(0, timeout=SECONDS)
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")


async def test_a_file_that_is_left_while_it_is_being_opened_throws_nothing(server: Server, open_page: Open) -> None:
    async with open_page(server.address) as page:
        await _opened(page, handbook_pdf())

        for moment in range(25):  # at some of these the worker is busy
            await page.locator(".ai-message a[href='#source-1']").last.click()
            await page.locator("#side-view-content .tw-page-controls").wait_for(state="attached", timeout=SECONDS)
            await page.evaluate(_CLOSE_AFTER, 12 * moment)
            await page.wait_for_timeout(200)


async def test_the_panel_and_the_list_of_sources_name_the_same_place(server: Server, open_page: Open) -> None:
    async with open_page(server.address) as page:
        await _opened(page, pdf_with_labels())

        where = await page.locator("#side-view-content .tw-where").inner_text()
        named = await page.locator(".ai-message a[href='#source-1']").first.get_attribute("title")
        await page.locator(".tw-summary").last.click()
        listed = await page.locator(".tw-passage .tw-place").first.inner_text()
        assert re.match(r"Page 2 \(printed ii\) › ", where)
        assert listed == where.replace(" (printed ii) › ", " · ", 1)
        assert named == f"{HANDBOOK_NAME}, page 2, {where.rsplit(' › ', 1)[1]}"


@pytest.mark.parametrize("width", [1280, 390])
async def test_a_page_of_a_locked_file_asks_for_its_password_and_is_drawn_with_it(
    server: Server, open_page: Open, width: int
) -> None:
    async with open_page(server.address, width=width) as page:
        await drop(page, file("locked.pdf", encrypted_pdf(user_password="open sesame")))
        await page.click("#chat-submit")
        await page.get_by_label("Password of locked.pdf").fill("open sesame")
        await page.get_by_role("button", name="Open", exact=True).click()
        await page.get_by_role("button", name="Contents").click(timeout=SECONDS)

        panel = page.locator(".tw-pdf")
        await expect(panel.get_by_role("alert")).to_contain_text("asks for its password. Type it here", timeout=SECONDS)
        if folder := os.environ.get("PICTURES"):
            await page.screenshot(path=f"{folder}/locked-page-{width}.png")
        await expect(page.get_by_role("link", name="Open the file by itself")).to_be_visible()
        await panel.get_by_label("Password of the file").fill("guess")
        await panel.get_by_role("button", name="Open", exact=True).click()
        await expect(panel.get_by_role("alert")).to_contain_text("password is wrong", timeout=SECONDS)
        await panel.get_by_label("Password of the file").fill("open sesame")
        await panel.get_by_role("button", name="Open", exact=True).click()

        await expect(panel.locator(".textLayer")).to_contain_text("Aurora Station", timeout=SECONDS)
        await expect(panel.get_by_role("alert")).to_have_count(0)
        await expect(panel.locator("form")).to_have_count(0)
