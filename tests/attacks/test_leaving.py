"""Tests that text from a model, a file or a file's name sends no data out when it is displayed.

A real browser records every host name it looks up and every address it requests; any of these is a failure.
"""

from __future__ import annotations

import re
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import httpx
import pytest
from playwright.async_api import Browser, Page, expect

from tests import upstream
from tests.attacks.forms import HOST, forms, names
from tests.browser.chromium import launched
from tests.browser.pages import SECONDS, answered, ask, drop, file, open_sources, resumed_url
from tests.serving import Server, serving

pytestmark = pytest.mark.asyncio(loop_scope="package")

CONTROL = "http://control.example/"
"""An address requested on purpose: the browser's record is trusted only if it contains it."""
_AT_ONCE = 14
_NAMED = re.compile(r'"(?:host|url|hostname|host_port_pair|group_id|domain)":"([^"]*)"')


def noting(notes: Path) -> AbstractAsyncContextManager[Browser]:
    """Return a browser that records its network activity in a file."""
    return launched(f"--log-net-log={notes}")


def batches(where: str) -> list[list[str]]:
    every = forms(where)
    return [every[start : start + _AT_ONCE] for start in range(0, len(every), _AT_ONCE)]


def asked_for(notes: Path) -> set[str]:
    """Return the hosts and addresses that the browser looked up or requested; our own contain searched words and are left out."""
    return {each for each in _NAMED.findall(notes.read_text(errors="replace")) if "127.0.0.1" not in each}


async def look_around(page: Page, server: Server, thread: str) -> None:
    """Open every page that shows words of a conversation."""
    async with httpx.AsyncClient(base_url=server.address, timeout=60, trust_env=False) as api:
        link = (await api.post(f"/api/threads/{thread}/share")).json()["path"]
    for path in (link, f"/share?thread={thread}", f"/memory?thread={thread}", "/find?query=secret", "/analytics", "/account"):
        await page.goto(server.address + path, wait_until="load")
        await page.wait_for_load_state("networkidle")
        await nothing_ran(page)


async def nothing_ran(page: Page) -> None:
    assert await page.evaluate("window.ran") is None


async def test_nothing_that_is_shown_asks_another_machine(tmp_path: Path) -> None:
    model, notes = upstream.Upstream(), tmp_path / "notes.json"
    written = batches("answer")
    chunk = "\n\n".join(f"The warranty of the pump is 24 months, see {form}" for form in forms("chunk"))
    async with (
        upstream.serving(model),
        serving(tmp_path / "data", OPENAI_BASE_URL=model.base_url, THREADWISE_SHARING="on") as server,
        noting(notes) as browser,
    ):
        page = await browser.new_page()
        await page.goto(server.address)
        await page.locator("#starters button:enabled").first.wait_for()
        await drop(page, *(file(name, f"# {name}\n\n{chunk}".encode(), "text/markdown") for name in names()))
        await page.click("#chat-submit")
        await expect(page.locator(".tw-done .tw-job-note").first).to_contain_text("passages", timeout=SECONDS)
        for number, each in enumerate(written):
            ending = f"Batch {number} ends here."
            model.script = (upstream.event(content="\n\n".join(["The warranty is 24 months [1].", *each, ending])), upstream.DONE)
            await ask(page, f"How long is the warranty of the pump, {number}?")
            await answered(page, ending)
        await open_sources(page)
        await page.locator(".tw-sources a[href], .tw-sources button").first.wait_for()
        await nothing_ran(page)
        thread = (await resumed_url(page)).rpartition("/")[2]
        async with httpx.AsyncClient(base_url=server.address, timeout=60, trust_env=False) as api:
            said = [{"role": role, "content": form} for form in forms("said") for role in ("user", "assistant")]
            assert (await api.post(f"/api/threads/{thread}/messages", json=said)).status_code == 201
            assert (await api.patch(f"/api/threads/{thread}", json={"name": names()[0]})).status_code == 200
        await page.reload()
        await answered(page, "a")
        await page.wait_for_load_state("networkidle")
        await nothing_ran(page)
        await look_around(page, server, thread)
        with pytest.raises(Exception, match="ERR_"):
            await page.goto(CONTROL)

    found = asked_for(notes)
    assert len(forms("answer")) >= 40
    assert any("control.example" in each for each in found)
    assert [each for each in found if HOST in each] == []


async def test_nothing_that_is_quoted_from_a_file_asks_another_machine(tmp_path: Path) -> None:
    notes, quoted = tmp_path / "notes.json", batches("quoted")
    async with serving(tmp_path / "data") as server, noting(notes) as browser:
        page = await browser.new_page()
        await page.goto(server.address)
        await page.locator("#starters button:enabled").first.wait_for()
        for number, each in enumerate(quoted):
            text = "\n\n".join(f"The colour of gate {number} is green, see {form}" for form in each)
            await drop(page, file(f"gates{number}.md", text.encode(), "text/markdown"))
            await ask(page, f"Which colour has gate {number}?")
            await answered(page, "green")
        await open_sources(page)
        await nothing_ran(page)
        with pytest.raises(Exception, match="ERR_"):
            await page.goto(CONTROL)

    found = asked_for(notes)
    assert any("control.example" in each for each in found)
    assert [each for each in found if HOST in each] == []
