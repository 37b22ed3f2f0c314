"""Tests of summarising a long document in the browser: progress is shown, can be stopped, and is replaced by the answer."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests import upstream
from tests.browser.conftest import Open
from tests.browser.pages import SECONDS, add, answered, answers, ask
from tests.serving import serving

pytestmark = pytest.mark.asyncio(loop_scope="package")

HOUSE = "# House\n\n" + "\n\n".join(
    f"## Room {at}\n\n" + f"Room {at} of the house has {at} windows to the garden and a door to the hall. " * 12
    for at in range(1, 13)
)
NOTES = (upstream.event(content="- Room 1 of the house has 1 windows to the garden [1]"), upstream.event("stop"), upstream.DONE)


async def test_what_a_model_reads_is_shown_until_it_is_stopped(tmp_path: Path, open_page: Open) -> None:
    hangs = upstream.Upstream(script=NOTES, then=upstream.Upstream(script=(upstream.HANG,)))
    async with (
        upstream.serving(hangs),
        serving(tmp_path / "data", OPENAI_BASE_URL=hangs.base_url, THREADWISE_CONTEXT_TOKENS="1500") as server,
        open_page(server.address) as page,
    ):
        await add(page, "house.md", HOUSE)
        await ask(page, "Summarise this document")
        await expect(page.get_by_text(re.compile(r"Reading part 2 of \d+: house\.md"))).to_be_visible(timeout=SECONDS)

        await page.click("#stop-button")

        await expect(page.get_by_text("Reading part")).to_have_count(0, timeout=SECONDS)
        await expect(page.locator("#stop-button")).to_have_count(0)


async def test_the_answer_takes_the_place_of_what_was_read_and_why_tells_of_the_sections(tmp_path: Path, open_page: Open) -> None:
    notes = upstream.Upstream(script=NOTES)
    async with (
        upstream.serving(notes),
        serving(tmp_path / "data", OPENAI_BASE_URL=notes.base_url, THREADWISE_CONTEXT_TOKENS="1500") as server,
        open_page(server.address) as page,
    ):
        await add(page, "house.md", HOUSE)
        before = await answers(page).count()
        await ask(page, "Summarise this document")

        await answered(page, re.compile(r"Room 1 of the house has 1 windows to the garden"))
        await expect(page.get_by_text("Reading part")).to_have_count(0)
        await expect(answers(page)).to_have_count(before + 1)
        await page.get_by_role("button", name="Why these sources").click()
        await expect(page.get_by_test_id("covered")).to_contain_text("house.md (12 of 12 sections)", timeout=SECONDS)
