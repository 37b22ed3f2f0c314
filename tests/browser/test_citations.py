"""Tests of markers as chips, the sign after unsupported claims, follow-up questions, and downloads."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Route, expect

from tests import upstream
from tests.browser.conftest import Open
from tests.browser.pages import SECONDS, add, answered, answers, ask, drop, file, marked, resumed_url
from tests.serving import Server, serving

pytestmark = pytest.mark.asyncio(loop_scope="package")

_FILLER = " ".join(f"The {word} is checked by the {word} team before it leaves the plant." for word in ("hull", "rotor", "seal"))
GUIDE = "# Pump guide\n\n" + "\n\n".join(
    f"## {heading}\n\n{text} {_FILLER * 4}"
    for heading, text in (
        (
            "Warranty",
            "The pump has a warranty of 24 months. Damage by frost is not covered. As shown before [3], seals wear out.",
        ),
        ("Returning pumps", "Returned pumps must be clean and dry and are sent to the depot in Graz within 30 days."),
        ("Repair costs", "A repair of a pump costs 60 euros and takes 10 working days."),
    )
)
WRITTEN = "The pump has a warranty of 24 months [1]. Damage by frost is covered [1].\n\n```python\nitems[1]\n```"


_PRESSED = """() => new MutationObserver((_, observer) => {
    const answer = [...document.querySelectorAll('.ai-message')].pop();
    const chip = answer.querySelector('.message-content a[href="#source-1"]');
    const at = { bubbles: true, cancelable: true, clientX: 5, clientY: 5 };
    if (chip && !window.pressed) {
        window.pressed = chip;
        chip.dispatchEvent(new PointerEvent('pointerdown', at));
    } else if (window.pressed && !window.pressed.isConnected) {
        observer.disconnect();
        answer.dispatchEvent(new PointerEvent('pointerup', at));
    }
}).observe(document.body, { childList: true, subtree: true })"""
"""Releases a button once Chainlit has redrawn the answer with another marker."""


@pytest_asyncio.fixture(scope="module", loop_scope="package")
async def writing(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Server]:
    """A server whose model gives the same answer to everything."""
    model = upstream.Upstream(script=(upstream.event(content=WRITTEN), upstream.DONE))
    async with (
        upstream.serving(model),
        serving(tmp_path_factory.mktemp("citing") / "data", OPENAI_BASE_URL=model.base_url) as server,
    ):
        yield server


_TEXT_ANEW = """(() => {
    for (const old of document.querySelectorAll('.ai-message a[href^="#source-"]')) old.replaceWith(old.cloneNode(true));
})()"""
"""What Chainlit sometimes does when the panel opens."""


async def test_a_chip_opens_its_passage_by_keyboard_after_a_reload_and_on_a_phone(writing: Server, open_page: Open) -> None:
    async with open_page(writing.address) as page:
        await add(page, "pump.md", GUIDE)
        await ask(page, "How long is the warranty?")
        answer = await answered(page, "24 months")
        await answer.locator(".tw-why-open").wait_for(timeout=SECONDS)  # until then its text is redrawn
        chip = answer.locator("a[href='#source-1']").first
        await expect(chip).to_have_attribute("title", re.compile("^pump.md"), timeout=SECONDS)
        await chip.focus()
        await page.keyboard.press("Enter")
        await expect(marked(page, "24 months")).to_be_visible(timeout=SECONDS)
        assert len(page.context.pages) == 1
        await page.evaluate(_TEXT_ANEW)
        await page.keyboard.press("Escape")
        await expect(page.locator("#side-view-content")).to_have_count(0)
        await expect(chip).to_be_focused()
        address = await resumed_url(page)

    async with open_page(address, width=390) as page:
        answer = await answered(page, "24 months")
        await page.locator(".tw-sources").last.wait_for(timeout=SECONDS)
        await answer.locator("a[href='#source-1']").first.click()
        await expect(marked(page, "24 months")).to_be_visible(timeout=SECONDS)


async def test_a_source_stays_open_while_more_is_asked_until_it_is_closed(server: Server, open_page: Open) -> None:
    async with open_page(server.address) as page:
        panel = page.locator("#side-view-content")
        await add(page, "pump.md", GUIDE)
        await ask(page, "How long is the warranty of the pump?")
        await (await answered(page, "24 months")).locator("a[href='#source-1']").first.click()
        await expect(marked(page, "24 months")).to_be_visible(timeout=SECONDS)

        await ask(page, "What does a repair of a pump cost?")

        await expect((await answered(page, "60 euros")).locator(".tw-why-open")).to_be_visible(timeout=SECONDS)
        await expect(marked(page, "24 months")).to_be_visible(timeout=SECONDS)
        await page.keyboard.press("Escape")
        await expect(panel).to_have_count(0)
        await ask(page, "Where are returned pumps sent to?")
        answer = await answered(page, "Graz")
        await expect(answer.locator(".tw-why-open")).to_be_visible(timeout=SECONDS)
        await expect(panel).to_have_count(0)
        await answer.locator("a[href='#source-1']").first.click()
        await expect(marked(page, "Graz")).to_be_visible(timeout=SECONDS)


async def test_a_chip_finds_its_words_in_the_newest_version_and_says_when_they_are_gone(server: Server, open_page: Open) -> None:
    async with open_page(server.address) as page:
        panel = page.locator("#side-view-content")
        await add(page, "pump.md", GUIDE)
        await ask(page, "How long is the warranty of the pump?")
        await expect((await answered(page, "24 months")).locator(".tw-why-open")).to_be_visible(timeout=SECONDS)
        await ask(page, "What does a repair of a pump cost?")
        await expect((await answered(page, "60 euros")).locator(".tw-why-open")).to_be_visible(timeout=SECONDS)
        newer = GUIDE.replace("# Pump guide", f"# Pump guide\n\n{_FILLER * 8}").replace("24 months", "36 months")
        await drop(page, file("pump.md", newer.encode(), "text/markdown"))
        await page.click("#chat-submit")
        await expect(page.locator(".tw-done .tw-job-note").last).to_contain_text("version 2", timeout=SECONDS)
        await answers(page).filter(has_text="60 euros").locator("a[href='#source-1']").first.click()

        await expect(marked(page, "60 euros")).to_be_visible(timeout=SECONDS)
        await expect(panel.locator(".tw-changed")).to_have_count(0)
        await answers(page).filter(has_text="24 months").locator("a[href='#source-1']").first.click()
        await expect(panel.locator(".tw-changed")).to_contain_text("This file has changed since the answer", timeout=SECONDS)
        await expect(panel.locator("mark")).to_have_text(re.compile("Warranty$"))
        await expect(panel).to_contain_text("36 months")


async def test_a_chip_that_is_clicked_before_its_sources_are_drawn_opens_its_passage_when_they_are(
    server: Server, open_page: Open
) -> None:
    clicked = asyncio.Event()

    async def held(route: Route) -> None:
        await clicked.wait()
        await route.continue_()

    async with open_page(server.address) as page:
        await page.route("**/elements/Sources.jsx", held)
        await add(page, "pump.md", GUIDE)
        await ask(page, "How long is the warranty of the pump?")
        answer = await answered(page, "24 months")
        await expect(page.locator("#stop-button")).to_have_count(0, timeout=SECONDS)
        await answer.locator("a[href='#source-1']").click()
        clicked.set()

        await expect(page.locator("#side-view-content")).to_contain_text("24 months", timeout=SECONDS)
        assert len(page.context.pages) == 1


async def test_a_chip_that_is_drawn_anew_between_press_and_release_opens_its_passage(server: Server, open_page: Open) -> None:
    async with open_page(server.address) as page:
        await add(page, "pump.md", GUIDE)
        await page.evaluate(_PRESSED)
        await ask(page, "How long is the warranty of the pump?")

        await expect(page.locator("#side-view-content")).to_contain_text("24 months", timeout=SECONDS)
        assert not await page.evaluate("window.pressed.isConnected")


async def test_a_chip_that_moves_away_between_press_and_release_opens_its_passage(server: Server, open_page: Open) -> None:
    async with open_page(server.address) as page:
        await add(page, "pump.md", GUIDE)
        await ask(page, "How long is the warranty of the pump?")
        answer = await answered(page, "24 months")
        await answer.locator(".tw-why-open").wait_for(timeout=SECONDS)
        await answer.locator("a[href='#source-1']").first.hover()
        await page.mouse.down()
        await answer.evaluate("(answer) => { answer.style.paddingTop = '120px'; }")
        await page.mouse.up()

        await expect(page.locator("#side-view-content")).to_contain_text("24 months", timeout=SECONDS)


async def test_what_its_source_does_not_say_carries_a_sign_and_code_carries_no_chip(writing: Server, open_page: Open) -> None:
    async with open_page(writing.address) as page:
        await add(page, "pump.md", GUIDE)
        await ask(page, "How long is the warranty?")
        answer = await answered(page, "24 months")

        await expect(answer.locator("a[href='#in-doubt']")).to_have_count(1, timeout=SECONDS)
        await expect(answer.locator("a[href='#in-doubt']")).to_have_attribute("title", "Not found in the cited source")
        await expect(page.locator(".tw-legend")).to_be_visible()
        await expect(page.locator(".tw-trust")).to_contain_text("1 of its 2 cited statements")
        await expect(answer.locator("pre")).to_contain_text("items[1]")
        await expect(answer.locator("pre a")).to_have_count(0)


async def test_brackets_in_a_quoted_file_are_no_chip(server: Server, open_page: Open) -> None:
    async with open_page(server.address) as page:
        await add(page, "pump.md", GUIDE)
        await ask(page, "What wears out, as shown before?")
        answer = await answered(page, "As shown before [3]")

        await expect(answer.locator("a[href='#source-1']").first).to_be_visible(timeout=SECONDS)
        await expect(answer.locator("a[href='#source-3']")).to_have_count(0)


async def test_a_message_opens_with_its_date(server: Server, open_page: Open) -> None:
    async with open_page(server.address) as page:
        await ask(page, "Remember that my drill broke on the third of May and that I want a refund.")
        await expect(answers(page)).to_have_count(1, timeout=SECONDS)
        await ask(page, "When did my drill break?")
        answer = await answered(page, "third of May")
        chip = answer.locator("a[href^='#source-']").first
        await expect(chip).to_have_attribute("title", re.compile(r"^You, \d+ \w+ \d{4}$"), timeout=SECONDS)
        await chip.click()

        await expect(page.locator(".tw-turn-marked")).to_contain_text("third of May", timeout=SECONDS)
        await expect(page.locator(".tw-turn-marked .tw-turn-head span")).to_have_text(re.compile(r"\d{4}"))


async def test_what_is_looked_up_ends_with_its_sources_under_it(server: Server, open_page: Open) -> None:
    async with open_page(server.address) as page:
        await ask(page, "I am Noor and I work at the harbour.")
        await expect(answers(page)).to_have_count(1, timeout=SECONDS)
        await ask(page, "What is my name?")
        answer = await answered(page, "I am Noor")

        await expect(answer.locator(".tw-export")).to_be_visible(timeout=SECONDS)
        await expect(answer.locator(".tw-why-open")).to_have_count(0)


OPTIONS = """# Quill

| Option | Default | Meaning |
| --- | --- | --- |
| `retries` | 3 | How often a failed job is tried again. |

A failed job is tried again after **30 seconds**, as [the guide](https://quill.example/guide) says.

1. Install Quill with pip:

```bash
pip install quill-queue
```
"""


@pytest.mark.parametrize("width", [1280, 390])
async def test_a_markdown_document_is_rendered_with_the_quote_of_each_answer_marked(
    server: Server, open_page: Open, width: int
) -> None:
    async with open_page(server.address, width=width) as page:
        panel = page.locator("#side-view-content")
        await add(page, "quill.md", OPTIONS)
        await ask(page, "When is a failed job tried again?")
        answer = await answered(page, "30 seconds")
        await expect(answer.locator(".tw-why-open")).to_be_visible(timeout=SECONDS)
        await answer.locator("a[href='#source-1']").first.click()
        await expect(panel.locator(".tw-quote", has_text="30 seconds").first).to_be_visible(timeout=SECONDS)
        await expect(panel.locator(".tw-quote", has_text="30 seconds").first).to_be_in_viewport()
        await expect(panel.locator("h1")).to_have_text("Quill")
        await expect(panel.locator("td", has_text="retries")).to_be_visible()
        await expect(panel.locator("pre .tw-mark")).to_have_text("pip install quill-queue")
        await expect(panel).not_to_contain_text("**")
        assert await page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        await page.keyboard.press("Escape")
        await expect(panel).to_have_count(0)

        await ask(page, "How do I install Quill?")
        answer = await answered(page, "pip install")
        await expect(answer.locator(".tw-why-open")).to_be_visible(timeout=SECONDS)
        await answer.locator("a[href='#source-1']").first.click()

        await expect(panel.locator(".tw-quote", has_text="Install Quill with pip").first).to_be_visible(timeout=SECONDS)
        await expect(panel.locator(".tw-quote", has_text="30 seconds")).to_have_count(0)


async def test_an_open_passage_marks_the_quote_of_the_answer_that_was_clicked_last(server: Server, open_page: Open) -> None:
    async with open_page(server.address) as page:
        quote = page.locator("#side-view-content .tw-quote")
        await drop(page, file("press.txt", b"The press weighs 40 kilos.\n\nThe kiln stands in the yard.\n", "text/plain"))
        for question, told in (("How heavy is the press?", "40 kilos"), ("Where does the kiln stand?", "in the yard")):
            await ask(page, question)
            answer = await answered(page, told)
            await expect(answer.locator(".tw-why-open")).to_be_visible(timeout=SECONDS)

            await answer.locator("a[href='#source-1']").first.click()

            await expect(quote).to_contain_text(told, timeout=SECONDS)


async def test_only_the_first_answer_of_a_conversation_advises_to_connect_a_model(server: Server, open_page: Open) -> None:
    async with open_page(server.address) as page:
        await add(page, "press.md", "The press weighs 40 kilos.\n\nThe kiln stands in the yard.\n")
        for question, told in (("How heavy is the press?", "40 kilos"), ("Where does the kiln stand?", "in the yard")):
            await ask(page, question)

            answer = await answered(page, told)
            await expect(answer).to_contain_text("no language model is connected", timeout=SECONDS)

        await expect(page.get_by_text("Set OPENAI_API_KEY")).to_have_count(2)
        await expect(page.get_by_text("Set OPENAI_API_KEY").first).to_be_visible()
        await expect(page.get_by_text("Set OPENAI_API_KEY").last).to_be_hidden()


@pytest.mark.parametrize("clicks", [1, 2])
async def test_a_follow_up_question_is_asked_once_by_a_click_or_two_and_is_answered(
    server: Server, open_page: Open, clicks: int
) -> None:
    async with open_page(server.address) as page:
        await add(page, "pump.md", GUIDE)
        await ask(page, "How long is the warranty of the pump?")
        offered = page.locator(".tw-follow-up")
        await expect(offered.first).to_be_visible(timeout=SECONDS)
        question = await offered.first.inner_text()
        await offered.first.click(click_count=clicks)

        await expect(page.locator(".tw-sources")).to_have_count(2, timeout=SECONDS)
        await expect(page.get_by_text(question, exact=True).last).to_be_visible()
        await expect(answers(page).last).not_to_contain_text("couldn't find")
        await expect(page.locator("#stop-button")).to_have_count(0, timeout=SECONDS)
        await expect(page.locator('[data-step-type="user_message"]', has_text=question)).to_have_count(1)


async def test_an_answer_is_saved_as_markdown_and_pdf(server: Server, open_page: Open, tmp_path: Path) -> None:
    async with open_page(server.address) as page:
        await add(page, "pump.md", GUIDE)
        await ask(page, "How long is the warranty of the pump?")
        for link, begins in (("Markdown", b"# How long"), ("PDF", b"%PDF")):
            async with page.expect_download(timeout=SECONDS) as saving:
                await page.locator(".tw-export").get_by_text(link).click(timeout=SECONDS)
            saved = await saving.value
            await saved.save_as(tmp_path / link)
            assert (tmp_path / link).read_bytes().startswith(begins)


async def test_when_nothing_is_found_what_was_searched_is_said(server: Server, open_page: Open) -> None:
    async with open_page(server.address) as page:
        await add(page, "pump.md", GUIDE)
        await ask(page, "Who won the chess world championship in 1972?")
        await answered(page, "couldn't find")

        await expect(page.get_by_text("Searched: pump.md and this conversation.")).to_be_visible(timeout=SECONDS)


@pytest.mark.parametrize("width", [390, 300])
async def test_the_line_of_sources_is_whole_on_a_narrow_page(server: Server, open_page: Open, width: int) -> None:
    async with open_page(server.address, width=width) as page:
        await add(page, "pump.md", GUIDE)
        await ask(page, "How long is the warranty?")
        await answered(page, "24 months")
        await expect(page.locator(".tw-summary .tw-cited")).to_be_visible(timeout=SECONDS)

        line = page.locator(".tw-summary > span").first
        assert await line.evaluate("line => line.scrollWidth <= line.clientWidth")
        assert await page.locator(".tw-fold").evaluate("fold => fold.scrollWidth <= fold.clientWidth")


async def test_back_closes_the_panel_on_a_phone_and_leaves_the_conversation_only_after_that(
    server: Server, open_page: Open
) -> None:
    async with open_page(server.address, width=390) as page:
        await add(page, "pump.md", GUIDE)
        await ask(page, "How long is the warranty of the pump?")
        await answered(page, "24 months")
        await expect(page.locator(".tw-why-open")).to_be_visible(timeout=SECONDS)
        address, entries = await resumed_url(page), await page.evaluate("history.length")
        panel = page.locator("#side-view-content")
        for close in (page.go_back, partial(page.keyboard.press, "Escape"), page.reload, page.go_back):
            await page.locator("a[href='#source-1']").first.click()
            await expect(marked(page, "24 months")).to_be_visible(timeout=SECONDS)
            await page.wait_for_function("history.state.threadwisePanel")
            await close()
            await expect(panel).to_have_count(0)
            await page.wait_for_function("!history.state.threadwisePanel")
            await answered(page, "24 months")
            assert page.url == address

        assert await page.evaluate("history.length") == entries + 1
        await page.go_back()
        assert page.url != address
