"""Tests of one user with one conversation open on two pages."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Page, WebSocketRoute, expect

from tests import upstream
from tests.browser.conftest import Open
from tests.browser.pages import SECONDS, add, answered, answers, ask, drop, file, resumed_url
from tests.browser.test_citations import GUIDE
from tests.serving import Server, serving

pytestmark = pytest.mark.asyncio(loop_scope="package")

COUNTED = [f"w{number:02d} " for number in range(60)]
ASKED = "[data-step-type=user_message]"


@asynccontextmanager
async def second(first: Page) -> AsyncIterator[Page]:
    """Open the same conversation on a second page."""
    page = await first.context.new_page()
    await page.goto(await resumed_url(first))
    await answers(page).last.wait_for()
    yield page
    await page.close()


@pytest.mark.parametrize("width", [1280, 390])
async def test_what_is_asked_on_one_page_comes_to_the_other_and_nothing_that_waits_there_is_lost(
    server: Server, open_page: Open, width: int
) -> None:
    async with open_page(server.address, width=width) as one:
        await add(one, "pump.md", GUIDE)
        await ask(one, "How long is the warranty of the pump?")
        await answered(one, "24 months")
        async with second(one) as two:
            await two.locator(".tw-summary").click()
            await two.fill("#chat-input", "Where are returned")
            await drop(two, file("cellar.md", b"# Cellar\n\nThe wine is red.\n", "text/markdown"))
            await two.locator(".edit-message").last.click(force=True)
            await two.fill("#edit-chat-input", "How long is the guarantee")

            await ask(one, "What does a repair of a pump cost?")
            await answered(one, "60 euros")

            await answered(two, "60 euros")
            await expect(two.locator(".tw-groups")).to_have_count(1)
            await expect(two.locator("#attachments > *")).to_have_count(1)
            await expect(two.locator("#edit-chat-input")).to_have_value("How long is the guarantee")
            await expect(two.locator("#chat-input")).to_have_value("Where are returned")
            await two.get_by_role("button", name="Cancel", exact=True).click()
            await two.locator("#attachments button").click()
            await ask(two, "Where are returned pumps sent to?")
            for page in one, two:
                await expect(page.locator(ASKED)).to_have_count(4, timeout=SECONDS)
                await answered(page, "Graz")
                said = [re.sub(r"\s+", " ", each) for each in await page.locator(ASKED).all_inner_texts()]
                assert [each.split()[0] for each in said[1:]] == ["How", "What", "Where"]


async def test_a_question_that_is_on_its_way_while_the_page_is_drawn_anew_stays_on_it(server: Server, open_page: Open) -> None:
    """On a slow connection, what the page sends with its question arrives after the page was redrawn."""
    waits = list[Callable[[], None]]()

    def held(socket: WebSocketRoute) -> None:
        there = socket.connect_to_server()
        socket.on_message(lambda sent: waits.append(partial(there.send, sent)) if "client_message" in sent else there.send(sent))

    async with open_page(server.address) as one:
        await add(one, "pump.md", GUIDE)
        await ask(one, "How long is the warranty of the pump?")
        await answered(one, "24 months")
        await one.context.route_web_socket(re.compile("/ws/"), held)
        async with second(one) as two:
            await ask(two, "Where are returned pumps sent to?")
            await expect(two.locator(ASKED)).to_have_count(3)
            await ask(one, "What does a repair of a pump cost?")
            await answered(two, "60 euros")
            [go_on] = waits
            go_on()

            for page in one, two:
                await answered(page, "Graz")
                await expect(page.locator(ASKED)).to_have_count(4)
                said = [re.sub(r"\s+", " ", each) for each in await page.locator(ASKED).all_inner_texts()]
                assert [each.split()[0] for each in said[1:]] == ["How", "What", "Where"]


async def test_who_comes_back_to_a_page_finds_what_was_asked_elsewhere_and_not_what_was_deleted(
    server: Server, open_page: Open
) -> None:
    async with open_page(server.address) as page:
        await ask(page, "Thanks!")
        await answered(page, "welcome")
        thread = urlsplit(await resumed_url(page)).path.removeprefix("/thread/")
        at = f"{server.address}/api/threads/{thread}"
        await page.fill("#chat-input", "And what")
        answer = await page.request.post(f"{at}/ask", data={"question": "Who painted the gate of the boathouse?"})
        assert answer.ok, await answer.text()
        await expect(page.locator(ASKED)).to_have_count(1)

        await page.evaluate("dispatchEvent(new Event('focus'))")

        await answered(page, "couldn't find")
        await expect(page.locator(ASKED)).to_have_count(2)
        await expect(page.locator("#chat-input")).to_have_value("And what")
        messages = (await (await page.request.get(f"{at}/messages")).json())["messages"]
        for message in messages[:2]:
            assert (await page.request.delete(f"{at}/messages/{message['id']}")).ok
        await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        await expect(page.locator(ASKED)).to_have_count(1, timeout=SECONDS)
        await expect(answers(page)).to_have_count(1)


async def test_an_answer_that_is_being_written_goes_on_and_what_was_said_elsewhere_comes_behind(
    tmp_path: Path, open_page: Open
) -> None:
    script = (*(upstream.event(content=word) for word in COUNTED), upstream.event("stop"), upstream.DONE)
    model = upstream.Upstream(script=script, pause=0.15)
    async with (
        upstream.serving(model),
        serving(tmp_path / "data", OPENAI_BASE_URL=model.base_url) as server,
        open_page(server.address) as one,
    ):
        await add(one, "pump.md", GUIDE)
        await ask(one, "Thanks!")
        await answered(one, "welcome")
        async with second(one) as two:
            await ask(two, "How long is the warranty of the pump?")
            await answered(two, "w02")

            await ask(one, "Good night!")

            await answered(one, re.compile("night|Until|Sleep|Good", re.IGNORECASE))
            await expect(answers(two).filter(has_text="w59")).to_have_count(1, timeout=SECONDS)
            await expect(two.locator(ASKED).last).to_contain_text("Good night!", timeout=SECONDS)
            written = await answers(two).filter(has_text="w59").inner_text()
            assert re.findall(r"w\d\d", written) == [word.strip() for word in COUNTED]
            await expect(answers(one).filter(has_text="w59")).to_have_count(1, timeout=SECONDS)
