"""Tests of a user whose session is ended elsewhere while they are typing."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from tests.accounts import PASSWORD, accounts
from tests.browser.pages import SECONDS, answered, ask, come_back, resumed_url
from tests.browser.test_people import looked_at, sign_in, signed_in
from tests.serving import Server, serving

pytestmark = pytest.mark.asyncio(loop_scope="package")


@pytest_asyncio.fixture(scope="module", loop_scope="package")
async def shared(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Server]:
    """A server for several users."""
    data: Path = tmp_path_factory.mktemp("shared") / "data"
    async with accounts(data) as people:
        for name in ("carol", "dora"):
            await people.add_user(name, PASSWORD)
    async with serving(data, THREADWISE_AUTH="password") as running:
        yield running


@pytest.mark.parametrize("again", ["carol", "dora"])
async def test_who_is_signed_out_is_told_and_only_they_find_what_they_had_typed(
    shared: Server, chromium: Browser, again: str
) -> None:
    async with signed_in(chromium, shared, "carol", 390) as page, signed_in(chromium, shared, "carol") as other:
        await ask(page, "Thanks!")
        await answered(page, "welcome")
        address = await resumed_url(page)
        await page.fill("#chat-input", "And what about the")
        await end_other_sessions(other)
        await expect(page.locator(".tw-notice")).to_contain_text("You are signed out", timeout=SECONDS)
        await looked_at(page, "signed-out")

        await page.get_by_role("button", name="Sign in").click()
        await expect(page.locator(".tw-notice")).to_contain_text("Sign in to go on where you were", timeout=SECONDS)
        await sign_in(page, again)

        if again == "carol":
            await expect(page).to_have_url(address, timeout=SECONDS)
            await answered(page, "welcome")
        await expect(page.locator("#chat-input")).to_have_value("And what about the" if again == "carol" else "")
        assert await page.evaluate("sessionStorage.getItem('threadwise-draft')") is None


async def test_what_was_typed_comes_back_where_the_page_left_by_itself_and_goes_with_signing_out(
    shared: Server, chromium: Browser
) -> None:
    async with signed_in(chromium, shared, "carol") as page, signed_in(chromium, shared, "carol") as other:
        await page.fill("#chat-input", "And what about the")
        await page.route("**/ws/socket.io/**", lambda route: route.abort())
        await end_other_sessions(other)
        await come_back(page, page.locator("#password"))
        await page.unroute_all()
        await sign_in(page, "carol")
        await expect(page.locator("#chat-input")).to_have_value("And what about the", timeout=SECONDS)

        await page.locator("#user-nav-button").click()
        await page.get_by_role("menuitem", name="Logout").click()
        await expect(page.locator("#password")).to_be_visible(timeout=SECONDS)
        await expect(page.locator(".tw-notice")).to_have_count(0)
        await page.wait_for_function("sessionStorage.length === 0")  # the page may still be loading


async def test_signing_in_without_a_connection_says_what_to_do(shared: Server, chromium: Browser) -> None:
    page = await chromium.new_page()
    await page.goto(f"{shared.address}/login")
    await page.fill("#email", "carol")
    await page.fill("#password", PASSWORD)
    await page.context.set_offline(True)
    await page.get_by_role("button", name="Sign In").click()
    await expect(page.get_by_text("Check the connection and try again")).to_be_visible(timeout=SECONDS)
    assert await page.locator("#email").get_attribute("placeholder") == ""

    await page.context.set_offline(False)
    await sign_in(page, "carol")
    await page.context.close()


async def end_other_sessions(page: Page) -> None:
    answer = await page.request.delete(f"{page.url.partition('/thread')[0].rstrip('/')}/api/sessions")
    assert answer.ok, await answer.text()
