"""Tests of edited questions on the page: the earlier versions are kept, and the page switches between them."""

from __future__ import annotations

import os
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.pages import SECONDS, answered, answers, ask, drop, edit, file, resumed_url
from tests.serving import Server

pytestmark = pytest.mark.asyncio(loop_scope="package")

HOUSE = b"The knives lie in the upper drawer.\n\nThe spoons hang by the window.\n"


async def edited(page: Page) -> None:
    await drop(page, file("house.md", HOUSE, "text/markdown"))
    await ask(page, "Where do the knives lie?")
    await answered(page, "upper drawer")
    await edit(page, "Where do the spoons hang?")
    await answered(page, "window")
    await resumed_url(page)
    await expect(page.locator("#stop-button")).to_have_count(0, timeout=SECONDS)  # versions change only when nothing is written


async def test_the_conversation_goes_on_from_an_earlier_form_and_back(server: Server, open_page: Open) -> None:
    async with open_page(server.address) as page:
        await edited(page)
        forms = page.get_by_role("group", name="Versions of this question")
        await expect(forms).to_contain_text("2 / 2", timeout=SECONDS)
        await expect(forms.get_by_role("button", name="Later version of this question")).to_be_disabled()
        line = page.locator(f'a[href="{urlsplit(page.url).path}"]')
        await expect(line).to_contain_text("Where do the spoons hang?")  # named after the present version of its question

        await forms.get_by_role("button", name="Earlier version of this question").click()

        await expect(forms).to_contain_text("1 / 2", timeout=SECONDS)
        await answered(page, "upper drawer")
        await expect(page.locator("main")).not_to_contain_text("Where do the spoons hang?")
        await expect(answers(page).last.locator('a[href="#source-1"]').first).to_be_visible()
        await forms.get_by_role("button", name="Later version of this question").click()
        await expect(forms).to_contain_text("2 / 2", timeout=SECONDS)
        await answered(page, "window")


async def test_a_form_is_deleted_where_it_stands(server: Server, open_page: Open) -> None:
    async with open_page(server.address) as page:
        await edited(page)
        page.on("dialog", lambda dialog: dialog.accept())

        await page.get_by_role("button", name="Delete this version of the question").click()

        await answered(page, "upper drawer")
        await expect(page.get_by_role("group", name="Versions of this question")).to_have_count(0)
        await expect(page.locator("main")).not_to_contain_text("Where do the spoons hang?")


async def test_a_question_is_edited_by_the_keyboard_alone(server: Server, open_page: Open) -> None:
    async with open_page(server.address) as page:
        await drop(page, file("house.md", HOUSE, "text/markdown"))
        await ask(page, "Where do the knives lie?")
        await answered(page, "upper drawer")
        await expect(page.locator("#stop-button")).to_have_count(0, timeout=SECONDS)
        pencil, box = page.locator(".edit-message").first, page.get_by_role("textbox", name="Question")
        await expect(pencil).to_be_enabled(timeout=SECONDS)

        await pencil.press("Enter")
        await box.fill("Where do the forks lie?")
        await box.press("Escape")
        await expect(box).to_have_count(0)
        await expect(pencil).to_be_focused()
        await expect(page.locator("main")).to_contain_text("Where do the knives lie?")
        await pencil.press("Enter")
        await box.fill(" ")
        await box.press("Enter")
        await expect(page.get_by_text("Write a question, or cancel.", exact=True)).to_be_visible()
        await expect(box).to_be_focused()
        await box.fill("Where do the spoons hang?")
        await box.press("Enter")

        await answered(page, "window")


@pytest.mark.parametrize("width", [1280, 390])
async def test_a_question_is_deleted_with_its_answer_and_nothing_else(server: Server, open_page: Open, width: int) -> None:
    async with open_page(server.address, width=width) as page:
        for said in ("My sister lives in Lisbon.", "The door code is 4711."):
            await ask(page, said)
            await expect(page.locator('[data-step-type="user_message"]').last).to_contain_text(said, timeout=SECONDS)
            await answered(page, "Noted")
            await expect(page.locator("#stop-button")).to_have_count(0, timeout=SECONDS)
        await resumed_url(page)
        page.on("dialog", lambda dialog: dialog.accept())
        question = page.locator('[data-step-type="user_message"]', has_text="4711")
        await question.hover()
        if folder := os.environ.get("PICTURES"):
            await page.screenshot(path=f"{folder}/bin-{width}.png")

        await question.get_by_role("button", name="Delete this question and its answer").click()

        await expect(question).to_have_count(0, timeout=SECONDS)
        await expect(answers(page)).to_have_count(1, timeout=SECONDS)
        await expect(page.locator("main")).to_contain_text("Lisbon")
        await ask(page, "What is the door code?")
        await answered(page, "I couldn't find this")
        await ask(page, "Where does my sister live?")
        await answered(page, "Lisbon")
