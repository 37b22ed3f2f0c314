"""A phone whose connection comes and goes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests import upstream
from tests.browser.conftest import Open
from tests.browser.pages import SECONDS, add, answered, answers, ask, drop, file
from tests.browser.test_citations import GUIDE
from tests.serving import Server, serving

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
        await expect(page.locator(".tw-why-open")).to_be_visible(timeout=SECONDS)  # where it stands is settled
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
