"""Tests of the account and user pages in a browser."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from tests.accounts import PASSWORD, accounts
from tests.browser.accessible import grave
from tests.browser.pages import SECONDS, ask
from tests.serving import Server, serving

pytestmark = pytest.mark.asyncio(loop_scope="package")


@pytest_asyncio.fixture(scope="module", loop_scope="package")
async def office(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Server]:
    """A server with sign-in, where root is an admin and carol is not."""
    data: Path = tmp_path_factory.mktemp("office") / "data"
    async with accounts(data) as people:
        await people.add_user("root", PASSWORD, "admin")
        await people.create_key(await people.add_user("carol", PASSWORD), "laptop")
    quotas = {"THREADWISE_UPLOAD_MB_A_DAY": "200", "THREADWISE_REQUESTS_A_MINUTE": "1"}
    async with serving(data, None, (), THREADWISE_AUTH="password", **quotas) as running:
        yield running


@asynccontextmanager
async def signed_in(
    chromium: Browser, server: Server, name: str, width: int = 1280, scheme: str = "light"
) -> AsyncIterator[Page]:
    context = await chromium.new_context(
        viewport={"width": width, "height": 860}, color_scheme="dark" if scheme == "dark" else "light"
    )
    page = await context.new_page()
    await page.goto(f"{server.address}/login")
    await sign_in(page, name)
    yield page
    await context.close()


async def sign_in(page: Page, name: str) -> None:
    await page.fill("#email", name)
    await page.fill("#password", PASSWORD)
    await page.get_by_role("button", name="Sign In").click()
    await page.locator("#chat-input").wait_for(timeout=SECONDS)


async def looked_at(page: Page, name: str) -> None:
    """Check that the page fits its width and is accessible; take a screenshot if one is asked for."""
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
    assert await grave(page) == [], name
    if folder := os.environ.get("PICTURES"):
        await page.screenshot(path=f"{folder}/{name}.png", full_page=True)


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
async def test_one_sees_where_one_is_signed_in_and_logs_the_others_out(
    office: Server, chromium: Browser, width: int, scheme: str
) -> None:
    async with signed_in(chromium, office, "carol") as other, signed_in(chromium, office, "carol", width, scheme) as page:
        await page.locator('a[href="/account"]').click()
        await expect(page.get_by_role("region", name="Signed in").get_by_text("this browser")).to_be_visible(timeout=SECONDS)
        await expect(page.get_by_role("row").filter(has_text="laptop")).to_be_visible()
        await looked_at(page, f"account-{width}")

        await page.get_by_role("button", name="Log out everywhere else").click()
        await expect(page.get_by_role("status")).to_contain_text("logged out")
        await other.reload()

        await expect(other.locator("#password")).to_be_visible(timeout=SECONDS)
        await expect(page.get_by_role("link", name="Users")).to_have_count(0)


async def test_a_wrong_old_password_is_said_and_a_right_one_changes_it(office: Server, chromium: Browser) -> None:
    async with signed_in(chromium, office, "carol") as page:
        for old, role, said in ((PASSWORD[::-1], "alert", "not your password"), (PASSWORD, "status", "is changed")):
            await page.goto(f"{office.address}/account")
            await page.get_by_label("Your password now").fill(old)
            await page.get_by_label("The new one").fill(PASSWORD)
            await page.get_by_role("button", name="Change it").click()
            await expect(page.get_by_role(role)).to_contain_text(said, timeout=SECONDS)  # type: ignore[arg-type] # one of the two


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
async def test_an_admin_suspends_and_lets_in_again_adds_and_deletes(
    office: Server, chromium: Browser, width: int, scheme: str
) -> None:
    name = f"dora-{width}"
    async with signed_in(chromium, office, "root", width, scheme) as page:
        await page.goto(f"{office.address}/account")
        await page.get_by_role("link", name="Users").click()
        await page.get_by_label("Name").fill(name)
        await page.get_by_label("Password").fill(PASSWORD)
        await page.get_by_role("button", name="Add").click()
        row = page.get_by_role("article", name=name, exact=True)
        await expect(row).to_contain_text("member", timeout=SECONDS)
        await row.get_by_role("button", name="Suspend").click()
        await expect(row).to_contain_text("suspended")
        await looked_at(page, f"users-{width}")
        await row.get_by_role("button", name="Let in again").click()
        await expect(row).not_to_contain_text("suspended")
        await row.get_by_text("Delete", exact=True).click()
        await row.get_by_role("button", name=f"Delete {name}").click()

        await expect(page.get_by_role("status")).to_contain_text(f"{name} is deleted", timeout=SECONDS)
        await expect(row).to_have_count(0)


async def test_the_page_of_users_is_for_admins(office: Server, chromium: Browser) -> None:
    async with signed_in(chromium, office, "carol") as page:
        answer = await page.goto(f"{office.address}/admin")

        assert answer is not None
        assert answer.status == 403
        await expect(page.get_by_text("This page is for admins.")).to_be_visible()


async def test_too_many_questions_in_a_minute_are_told_so(office: Server, chromium: Browser) -> None:
    async with signed_in(chromium, office, "carol") as page:
        await ask(page, "Thanks!")
        await expect(page.locator(".ai-message")).to_have_count(1, timeout=SECONDS)
        await ask(page, "Hello!")

        await expect(page.locator(".ai-message").last).to_contain_text("Too many requests at once; ask again in", timeout=SECONDS)
