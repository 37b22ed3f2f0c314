"""Tests of a phone with an unstable connection."""

from __future__ import annotations

import asyncio
import os
import re
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import pytest
from playwright.async_api import Browser, Page, Route, expect

from tests import upstream
from tests.accounts import PASSWORD, accounts
from tests.browser.conftest import Open
from tests.browser.pages import SECONDS, add, answered, answers, ask, come_back, drop, file, resumed_url
from tests.browser.test_citations import GUIDE
from tests.browser.test_people import signed_in
from tests.serving import Server, free_port, serving

pytestmark = pytest.mark.asyncio(loop_scope="package")

COUNTED = [f"w{number:02d} " for number in range(80)]


async def test_what_is_written_while_the_page_is_away_is_there_when_it_is_back(tmp_path: Path, open_page: Open) -> None:
    script = (*(upstream.event(content=word) for word in COUNTED), upstream.HANG)
    model = upstream.Upstream(script=script, pause=0.25)
    async with (
        upstream.serving(model),
        serving(tmp_path / "data", OPENAI_BASE_URL=model.base_url, THREADWISE_IDLE_SECONDS="200") as server,
        open_page(server.address, width=390) as page,
    ):
        await add(page, "pump.md", GUIDE)
        await ask(page, "How long is the warranty?")
        await answered(page, "w05")
        await page.context.set_offline(True)
        await expect(page.get_by_text("Could not reach the server")).to_be_visible(timeout=SECONDS)
        await page.context.set_offline(False)
        await answered(page, COUNTED[-1])

        said = re.findall(r"w\d\d", await answers(page).last.inner_text())
        assert said == [word.strip() for word in COUNTED]
        await page.click("#stop-button")
        await expect(page.locator("#stop-button")).to_have_count(0, timeout=SECONDS)


async def test_an_answer_that_became_whole_while_the_page_was_away_is_there_when_it_is_back(
    tmp_path: Path, open_page: Open
) -> None:
    model = upstream.Upstream(script=(*(upstream.event(content=word) for word in COUNTED[:30]), upstream.DONE), pause=0.25)
    async with (
        upstream.serving(model),
        serving(tmp_path / "data", OPENAI_BASE_URL=model.base_url) as server,
        open_page(server.address, width=390) as page,
    ):
        await add(page, "pump.md", GUIDE)
        await ask(page, "How long is the warranty?")
        await answered(page, "w05")
        await page.context.set_offline(True)
        kept = ""
        async with asyncio.timeout(SECONDS / 1000):
            while "w29" not in kept:
                await asyncio.sleep(0.3)
                kept = await _kept(page, server)
        await page.context.set_offline(False)

        await answered(page, "w29")
        await expect(page.get_by_role("button", name="Good answer").last).to_be_visible(timeout=SECONDS)


@pytest.mark.parametrize("width", [1280, 390])
async def test_a_page_that_is_loaded_anew_goes_on_with_its_answer_and_can_stop_it(
    tmp_path: Path, open_page: Open, width: int
) -> None:
    script = (*(upstream.event(content=word) for word in COUNTED[:30]), upstream.HANG)
    model = upstream.Upstream(script=script, pause=0.25)
    async with (
        upstream.serving(model),
        serving(tmp_path / "data", OPENAI_BASE_URL=model.base_url, THREADWISE_IDLE_SECONDS="200") as server,
        open_page(server.address, width=width) as page,
    ):
        await add(page, "pump.md", GUIDE)
        await ask(page, "How long is the warranty?")
        await answered(page, "w05")
        await page.reload()

        await answered(page, "w29")
        await expect(page.locator(".tw-summary")).to_have_count(1)
        said = re.findall(r"w\d\d", await answers(page).last.inner_text())
        assert said == [word.strip() for word in COUNTED[:30]]
        await page.reload()
        await page.click("#stop-button")
        await answered(page, "(stopped)")
        await expect(page.locator("#stop-button")).to_have_count(0, timeout=SECONDS)
        await ask(page, "Thanks!")
        await answered(page, "welcome")


async def _kept(page: Page, server: Server) -> str:
    """Return what is stored of the conversation, requested without the page, which is disconnected."""
    address = f"{server.address}/api/threads/{(await resumed_url(page)).rsplit('/', 1)[-1]}/messages"
    cookies = {cookie["name"]: cookie["value"] for cookie in await page.context.cookies()}
    async with httpx.AsyncClient(cookies=cookies, trust_env=False) as http:
        return (await http.get(address)).text


TYPES_AT_ONCE = """new MutationObserver((changes, observer) => {
    const box = document.querySelector('#chat-input');
    if (!box || document.querySelector('#upload-button:enabled')) return;
    observer.disconnect();
    window.typedInto = box;
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value').set.call(box, 'Thanks');
    box.dispatchEvent(new Event('input', { bubbles: true }));
}).observe(document, { childList: true, subtree: true })"""
"""Types into the first message box that is drawn, before the page is connected."""


@pytest.mark.parametrize("place", ["a new conversation", "an open conversation"])
async def test_what_is_typed_before_the_page_is_connected_is_kept(server: Server, open_page: Open, place: str) -> None:
    async with open_page(server.address) as page:
        if place == "an open conversation":
            await ask(page, "Thanks!")
            await answered(page, "welcome")
            await resumed_url(page)
        await page.add_init_script(TYPES_AT_ONCE)

        await page.reload()

        await expect(page.locator("#upload-button")).to_be_enabled(timeout=SECONDS)
        await page.wait_for_function("!window.typedInto.isConnected", timeout=SECONDS)  # Chainlit has drawn a new box
        await expect(page.locator("#chat-input")).to_have_value("Thanks")
        await page.click("#chat-submit")
        await answered(page, "welcome")
        await expect(page.locator("#chat-input")).to_have_value("")


async def test_a_draft_stays_when_the_page_is_loaded_anew_and_leads_nobody_back(server: Server, open_page: Open) -> None:
    async with open_page(server.address) as page:
        await ask(page, "Thanks!")
        await answered(page, "welcome")
        address = await resumed_url(page)
        await page.fill("#chat-input", "And what about the")

        await page.reload()
        await expect(page.locator("#chat-input")).to_have_value("And what about the", timeout=SECONDS)

        await page.goto(server.address)
        await expect(page.locator("#upload-button")).to_be_enabled(timeout=SECONDS)
        await expect(page).not_to_have_url(address)
        await expect(page.locator("#chat-input")).to_have_value("")


async def test_what_is_typed_while_a_conversation_gets_its_address_is_kept(server: Server, open_page: Open) -> None:
    async with open_page(server.address) as page:
        await page.fill("#chat-input", "And what about the")

        await page.evaluate("""() => {
            history.pushState({}, '', '/thread/begun');
            const box = document.querySelector('#chat-input'), drawn = box.cloneNode();
            drawn.value = '';
            box.replaceWith(drawn);
        }""")

        await expect(page.locator("#chat-input")).to_have_value("And what about the")


async def test_a_draft_outlives_a_server_that_is_away_and_a_network_that_comes_and_goes(
    tmp_path: Path, chromium: Browser
) -> None:
    data, port, browsers = tmp_path / "data", free_port(), AsyncExitStack()
    async with accounts(data) as people:
        await people.add_user("carol", PASSWORD)
    async with serving(data, port, THREADWISE_AUTH="password") as server:
        page = await browsers.enter_async_context(signed_in(chromium, server, "carol", width=390))
        await page.fill("#chat-input", "Thanks, and what about the")
    await _held(page, "focus")
    await expect(page.locator("#chat-submit")).to_be_disabled(timeout=SECONDS)  # the page has noticed it
    await page.press("#chat-input", "Enter")
    await expect(page.locator(".tw-notice", has_text="Your text is kept; send it once it is back")).to_be_visible()
    await expect(page.locator("#chat-input")).to_have_value("Thanks, and what about the")

    async with serving(data, port, THREADWISE_AUTH="password"), browsers:
        await expect(page.locator(".tw-notice")).to_have_count(0, timeout=SECONDS)
        await page.context.set_offline(True)
        await _held(page, "online")
        await page.context.set_offline(False)
        await expect(page.locator(".tw-notice")).to_have_count(0, timeout=SECONDS)
        await expect(page.locator("#chat-input")).to_have_value("Thanks, and what about the")
        await ask(page, "Thanks!")
        await answered(page, "welcome")


async def _held(page: Page, event: str) -> None:
    """Return to the page, and wait until it says that the server is unreachable, with the draft still in the message box."""
    await come_back(page, page.locator(".tw-notice", has_text="could not be reached. It is tried again by itself"), event)
    if folder := os.environ.get("PICTURES"):
        await page.screenshot(path=f"{folder}/away-{event}.png")
    await expect(page.locator("#chat-input")).to_have_value("Thanks, and what about the")


@pytest.mark.parametrize("width", [1280, 390])
async def test_an_upload_that_does_not_reach_the_server_is_told_begins_again_and_can_be_cancelled(
    server: Server, open_page: Open, width: int
) -> None:
    files = [file("pump.md", GUIDE.encode(), "text/markdown"), file("cellar.md", b"# Cellar", "text/markdown")]
    async with open_page(server.address, width=width) as page:
        notice = page.locator(".tw-notice")
        await page.fill("#chat-input", "How long is the warranty?")
        await expect(page.locator("#upload-button")).to_be_enabled(timeout=SECONDS)
        await page.route("**/project/file?*", lambda route: route.abort())
        await page.set_input_files("#upload-button-input", files)
        await expect(notice).to_have_text(
            "The server could not be reached: 2 files are not uploaded yet. They are sent again by themselves.", timeout=SECONDS
        )
        if folder := os.environ.get("PICTURES"):
            await page.screenshot(path=f"{folder}/upload-away-{width}.png")
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        await page.get_by_role("button", name="Cancel this upload").last.click()
        await expect(notice).to_contain_text("“pump.md” is not uploaded yet. It is sent again by itself.")
        await expect(page.locator("#chat-submit")).to_be_disabled()

        await page.unroute("**/project/file?*")
        await expect(page.locator("#chat-submit")).to_be_enabled(timeout=SECONDS)

        await expect(notice).to_have_count(0)
        await expect(page.locator("#attachments > *")).to_have_count(1)
        await page.click("#chat-submit")
        await answered(page, "24 months")
        await expect(page.locator(".inline-file")).to_have_count(1)


async def test_a_file_that_waits_in_the_message_box_outlives_a_restart_of_the_server(tmp_path: Path, open_page: Open) -> None:
    data, port = tmp_path / "data", free_port()
    async with AsyncExitStack() as pages:
        async with serving(data, port) as server:
            page = await pages.enter_async_context(open_page(server.address))
            await drop(page, file("removed.md", b"# Removed", "text/markdown"), file("pump.md", GUIDE.encode(), "text/markdown"))
            await page.get_by_role("button", name="Remove this file").first.click()
            await page.fill("#chat-input", "How long is the warranty?")
        async with serving(data, port):
            async with page.expect_response(re.compile("/project/file.*again=")) as repeated:
                pass
            assert (await repeated.value).ok
            await expect(page.locator(".tw-notice")).to_have_count(0, timeout=SECONDS)
            await page.click("#chat-submit", timeout=SECONDS)

            await answered(page, "24 months")
            await expect(page.locator(".tw-done")).to_have_count(1, timeout=SECONDS)


@pytest.mark.parametrize("width", [1280, 390])
async def test_a_file_that_the_server_has_lost_for_good_is_said_once_the_page_is_connected(
    server: Server, open_page: Open, width: int
) -> None:
    async with open_page(server.address, width=width) as page:
        await drop(page, file("pump.md", GUIDE.encode(), "text/markdown"))
        await page.route("**/project/file?*again=*", lambda route: route.fulfill(status=413, json={"detail": "too large"}))
        await page.evaluate("postMessage({ threadwise: 'uploads', held: [] }, location.origin)")

        notice = page.locator(".tw-notice")
        await expect(notice).to_have_text("The server has lost “pump.md”. Remove it and add it again.")
        if folder := os.environ.get("PICTURES"):
            await page.screenshot(path=f"{folder}/lost-{width}.png")
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")


async def test_files_that_wait_or_are_on_their_way_come_along_to_a_new_conversation(server: Server, open_page: Open) -> None:
    async with open_page(server.address) as page:
        await drop(page, file("pump.md", GUIDE.encode(), "text/markdown"))
        held: list[Route] = []

        async def hold(route: Route) -> None:
            held.append(route)

        await page.route("**/project/file?*", hold)
        await page.set_input_files(
            "#upload-button-input", [file("cellar.md", b"# Cellar\n\nThe wine is red.\n", "text/markdown")]
        )
        await expect(page.get_by_role("button", name="Cancel this upload")).to_be_visible()
        await page.click("#new-chat-button")
        await page.unroute("**/project/file?*")

        await expect(page.locator("#attachments > *")).to_have_count(2)
        await page.fill("#chat-input", "How long is the warranty of the pump?")
        await expect(page.locator("#chat-submit")).to_be_enabled(timeout=SECONDS)
        await page.click("#chat-submit")
        await answered(page, "24 months")
        await expect(page.locator(".tw-done")).to_have_count(2, timeout=SECONDS)
        assert len(held) == 1


async def test_an_upload_that_hears_nothing_for_long_begins_again(server: Server, open_page: Open) -> None:
    async with open_page(server.address) as page:
        await expect(page.locator("#upload-button")).to_be_enabled(timeout=SECONDS)
        await page.clock.install()
        async with page.expect_request("**/project/file?*"):
            await page.route("**/project/file?*", lambda _: None)  # neither refused nor answered
            await page.set_input_files("#upload-button-input", [file("pump.md", GUIDE.encode(), "text/markdown")])
        await page.clock.fast_forward(31_000)
        await expect(page.locator(".tw-notice")).to_contain_text("“pump.md” is not uploaded yet", timeout=SECONDS)

        await page.unroute("**/project/file?*")
        await expect(page.locator("#chat-submit")).to_be_enabled(timeout=SECONDS)


async def test_names_are_whole_beside_what_stands_next_to_them_on_a_phone(server: Server, open_page: Open) -> None:
    name = "agreement for the garage behind the house.md"
    async with open_page(server.address, width=390) as page:
        await page.route("**/api/jobs/*", lambda route: route.fulfill(json=_JOB))
        await drop(page, file(name, GUIDE.encode(), "text/markdown"))
        await page.click("#chat-submit")
        await expect(page.locator(".tw-job-note")).to_have_text("Embedding passages 384 of 1539", timeout=SECONDS)
        shown = await page.locator(".tw-job-name").bounding_box()
        assert shown is not None
        assert shown["width"] >= 80
        assert await page.locator(".tw-job").evaluate("row => row.scrollWidth <= row.clientWidth")

        await page.unroute("**/api/jobs/*")
        await expect(page.locator(".tw-about")).to_be_visible(timeout=SECONDS)
        await ask(page, "How long is the warranty of the pump?")
        answer = await answered(page, "24 months")
        await expect(page.locator(".tw-why-open")).to_be_visible(timeout=SECONDS)  # its position is final
        await expect(page.locator("#stop-button")).to_have_count(0, timeout=SECONDS)
        await answer.locator("a[href='#source-1']").first.click()
        panel = page.get_by_role("dialog")
        await expect(panel).to_contain_text("24 months", timeout=SECONDS)
        overlap = await panel.evaluate(_OVERLAP)
        assert not overlap


_JOB = {"state": "running", "stage": "embedding", "done": 384, "of": 1539, "percent": 30}
_OVERLAP = """panel => {
    const words = document.createRange();
    words.selectNodeContents(panel.querySelector('#side-view-title'));
    const close = panel.querySelector(':scope > button').getBoundingClientRect();
    return [...words.getClientRects()].some((line) =>
        line.right > close.left && line.left < close.right && line.bottom > close.top && line.top < close.bottom);
}"""
