"""Tests of the page's behaviour: what is drawn first, formulas, copying, repeated answers, keyboard and screen readers."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from urllib.parse import urlsplit

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, expect

from tests import upstream
from tests.browser.accessible import grave
from tests.browser.conftest import Open
from tests.browser.pages import SECONDS, add, answered, answers, ask, marked, open_sources, resumed_url
from tests.browser.test_citations import GUIDE
from tests.serving import Server, serving

pytestmark = pytest.mark.asyncio(loop_scope="package")

BEGUN = (
    "The pump has a warranty of 24 months [1]. It costs $5 and $10, so \\(x = 5 + 10\\).\n\n\\[\n"
    "\\bar{x} = \\frac{x}{2}\n\\]\n\nThe workers call it *heliotrope*"
)
AGAIN = "The workers call it marigold [1]."

SECOND_CLICK = """() => new MutationObserver((_, observer) => {
    const stop = document.getElementById('stop-button');
    if (!stop) return;
    observer.disconnect();
    window.clickedAgain = true;
    stop.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 2 }));
}).observe(document.body, { childList: true, subtree: true })"""
"""Makes the second click of a double click as soon as another element is under the pointer."""


@pytest_asyncio.fixture(scope="module", loop_scope="package")
async def hanging(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Server]:
    """A server whose model begins an answer and never ends it."""
    model = upstream.Upstream(script=(upstream.event(content=BEGUN), upstream.HANG))
    async with (
        upstream.serving(model),
        serving(
            tmp_path_factory.mktemp("feel") / "data", OPENAI_BASE_URL=model.base_url, THREADWISE_IDLE_SECONDS="200"
        ) as server,
    ):
        yield server


async def test_sources_chips_and_formulas_are_there_while_the_answer_is_written_and_stay_when_it_is_stopped(
    hanging: Server, open_page: Open
) -> None:
    async with open_page(hanging.address) as page:
        await add(page, "pump.md", GUIDE)
        await ask(page, "How long is the warranty?")
        answer = await answered(page, "24 months")
        await expect(page.locator("#stop-button")).to_be_visible()
        sources = await page.locator(".tw-fold").bounding_box()
        words = await answer.get_by_text("24 months").bounding_box()
        assert sources is not None
        assert words is not None
        assert sources["y"] < words["y"]
        await expect(answer.locator(".katex-display .katex-html")).to_be_visible(timeout=SECONDS)
        await expect(answer.locator(".katex")).to_have_count(2)
        await expect(answer).to_contain_text("It costs $5 and $10, so")
        assert await page.evaluate("document.fonts.check('16px KaTeX_Math')")

        await answer.locator("a[href='#source-1']").click()
        await expect(marked(page, "24 months")).to_be_visible(timeout=SECONDS)
        await page.click("#stop-button")

        await expect(answer).to_contain_text(re.compile(r"heliotrope.*\(stopped\)", re.DOTALL), timeout=SECONDS)
        await expect(page.locator(".tw-summary")).to_be_visible()
        await expect(page.get_by_role("button", name="Answer again")).to_be_visible(timeout=SECONDS)
        await page.reload()
        await answered(page, re.compile(r"24 months.*heliotrope.*\(stopped\)", re.DOTALL))
        await expect(answers(page).last.locator(".katex")).to_have_count(2)
        await expect(page.locator("#upload-button")).to_be_enabled(timeout=SECONDS)  # the page is connected
        await answers(page).last.locator("a[href='#source-1']").click()
        await expect(marked(page, "24 months")).to_be_visible(timeout=SECONDS)


async def test_a_double_click_on_send_does_not_stop_the_answer_and_a_later_click_does(hanging: Server, open_page: Open) -> None:
    async with open_page(hanging.address) as page:
        await add(page, "pump.md", GUIDE)
        await page.fill("#chat-input", "How long is the warranty?")
        await expect(page.locator("#chat-submit")).to_be_enabled(timeout=SECONDS)

        await page.evaluate(SECOND_CLICK)
        await page.click("#chat-submit")

        await answered(page, "24 months")
        assert await page.evaluate("window.clickedAgain")
        await expect(page.locator("#stop-button")).to_be_visible()
        await page.click("#stop-button")
        await expect(page.locator("#stop-button")).to_have_count(0, timeout=SECONDS)


async def test_an_answer_is_copied_as_it_was_written_and_its_earlier_form_is_not_recalled(
    tmp_path_factory: pytest.TempPathFactory, open_page: Open
) -> None:
    again = upstream.Upstream(script=(upstream.event(content=AGAIN), upstream.DONE))
    first = upstream.Upstream(script=(upstream.event(content=BEGUN), upstream.DONE), then=again)
    data = tmp_path_factory.mktemp("again") / "data"
    async with (
        upstream.serving(first),
        serving(data, OPENAI_BASE_URL=first.base_url) as server,
        open_page(server.address) as page,
    ):
        await page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        await add(page, "pump.md", GUIDE)
        await ask(page, "How long is the warranty?")
        await expect(page.locator(".tw-again")).to_be_visible(timeout=SECONDS)
        await answers(page).last.get_by_role("button", name="Copy this answer").click()
        copied = await _clipboard(page)
        assert copied.startswith("The pump has a warranty of 24 months [1]. It costs $5 and $10, so $x = 5 + 10$.")
        assert copied.endswith("\n\n[1] pump.md, Warranty")
        thread = urlsplit(await resumed_url(page)).path.removeprefix("/thread/")
        assert await _recalled(page, server, thread, "heliotrope")

        await page.get_by_role("button", name="Answer again").click()
        await answered(page, "marigold")

        await expect(page.locator(".tw-again")).to_be_visible(timeout=SECONDS)
        await expect(page.locator("main")).not_to_contain_text("heliotrope")
        assert await _recalled(page, server, thread, "marigold")
        assert not await _recalled(page, server, thread, "heliotrope")


async def _clipboard(page: Page) -> str:
    await expect(page.get_by_role("button", name="Copied")).to_be_visible()
    return str(await page.evaluate("navigator.clipboard.readText()"))


async def _recalled(page: Page, server: Server, thread: str, word: str) -> bool:
    question = {"query": f"Who calls it {word}?", "sources": ["messages"], "threshold": 0}
    response = await page.request.post(f"{server.address}/api/threads/{thread}/search", data=question)
    assert response.ok
    return word in " ".join(passage["text"] for passage in (await response.json())["passages"])


async def test_everything_is_reached_by_keyboard_and_the_panel_gives_the_focus_back(server: Server, open_page: Open) -> None:
    async with open_page(server.address) as page:
        await add(page, "pump.md", GUIDE)
        await page.keyboard.type("How long is the warranty of the pump?")
        await page.keyboard.press("Enter")
        summary = page.locator(".tw-summary")
        await expect(page.locator(".tw-why-open")).to_be_visible(timeout=SECONDS)
        await summary.focus()
        await page.keyboard.press("Enter")
        await expect(page.locator("#threadwise-status")).to_contain_text("Answer: ", timeout=SECONDS)
        passage = page.locator(".tw-passage").first
        await passage.focus()
        await page.keyboard.press("Enter")
        panel = page.get_by_role("complementary", name="pump.md")
        await expect(panel).to_be_focused(timeout=SECONDS)
        await page.keyboard.press("Tab")
        await expect(page.get_by_role("button", name="Close the panel")).to_be_focused()
        await page.keyboard.press("Escape")

        await expect(panel).to_have_count(0)
        await expect(passage).to_be_focused()
        for name in ("Add files", "Settings of this conversation", "Actions for this conversation", "Edit this question"):
            button = page.get_by_role("button", name=name).first
            await button.focus()
            await expect(button).to_be_focused()
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("textbox", name="Question")).to_be_focused()


@pytest.mark.parametrize("width", [1280, 390])
async def test_the_keyboard_gets_past_the_conversations_by_its_first_stop(server: Server, open_page: Open, width: int) -> None:
    async with open_page(server.address, width) as page:
        skip = page.get_by_role("link", name="Skip to the message box")
        await expect(skip).not_to_be_in_viewport()
        await page.locator("#sidebar-trigger-button").focus()
        await page.keyboard.press("Shift+Tab")

        await expect(skip).to_be_focused()
        await expect(skip).to_be_in_viewport(ratio=1)
        await page.keyboard.press("Enter")
        await expect(page.locator("#chat-input")).to_be_focused()
        await expect(skip).not_to_be_in_viewport()
        await page.evaluate("document.documentElement.lang = 'de'")
        await ask(page, "My sister lives in Lisbon.")
        await expect(page.locator("#tw-skip")).to_have_text("Zum Eingabefeld springen", timeout=SECONDS)


_DRAWN_ANEW = "(() => { const old = document.querySelector('#thread-options'); old.replaceWith(old.cloneNode(true)); })()"


async def _escape(page: Page, dialog: Locator) -> None:
    """Press Escape until a dialog is closed: Chainlit's get the focus before they listen for the key, so a press may be lost."""
    async with asyncio.timeout(SECONDS / 1000):
        while await dialog.count():
            await page.keyboard.press("Escape")
            await page.wait_for_timeout(500)


async def test_a_dialog_gives_the_focus_back_to_what_opened_it(server: Server, open_page: Open) -> None:
    async with open_page(server.address) as page:
        await ask(page, "My sister lives in Lisbon.")
        await answered(page, "Noted")
        await resumed_url(page)
        await expect(page.locator("#stop-button")).to_have_count(0, timeout=SECONDS)
        dialog = page.get_by_role("dialog")
        for opener in ("#chat-settings-open-modal", "#search-chats-button"):
            await expect(page.locator(opener)).to_be_enabled(timeout=SECONDS)
            await page.locator(opener).press("Enter")
            await expect(dialog).to_be_visible(timeout=SECONDS)
            await _escape(page, dialog)
            await expect(page.locator(opener)).to_be_focused(timeout=SECONDS)
        options = page.locator("#thread-options").first
        await options.focus()
        await page.keyboard.press("Enter")
        await page.get_by_role("menuitem", name="Rename").press("Enter")
        await expect(dialog).to_be_visible(timeout=SECONDS)
        await expect(dialog.locator("input")).to_be_focused(timeout=SECONDS)
        await page.evaluate(_DRAWN_ANEW)
        await _escape(page, dialog)
        await expect(options).to_be_focused(timeout=SECONDS)


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_axe_finds_nothing_serious_where_words_were_found_nor_in_a_menu(
    server: Server, open_page: Open, scheme: str
) -> None:
    async with open_page(server.address, scheme=scheme) as page:
        await ask(page, "My sister lives in Lisbon.")
        await answered(page, "Noted")
        await resumed_url(page)
        await page.locator("#thread-options").first.press("Enter")
        await expect(page.get_by_role("menuitem", name="Delete")).to_be_visible(timeout=SECONDS)
        menu = await grave(page)
        await page.goto(f"{server.address}/find?query=sister")

        assert [each for each in menu if not each.startswith("aria-hidden-focus")] == []  # Chainlit's, while a menu is open
        assert await grave(page) == []


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (1280, "dark"), (390, "light")])
async def test_axe_finds_nothing_serious(server: Server, open_page: Open, width: int, scheme: str) -> None:
    async with open_page(server.address, width=width, scheme=scheme) as page:
        found = {"empty": await grave(page)}
        await add(page, "pump.md", GUIDE)
        await ask(page, "How long is the warranty of the pump?")
        await expect(page.locator(".tw-follow-up").first).to_be_visible(timeout=SECONDS)
        await page.locator(".tw-summary").click()
        found["answer"] = await grave(page)
        await page.locator(".tw-passage").first.click()
        await expect(page.locator("#side-view-content mark").first).to_be_visible(timeout=SECONDS)
        found["panel"] = await grave(page)
        await page.keyboard.press("Escape")
        await expect(page.locator("#side-view-content")).to_have_count(0)
        await page.locator(".tw-why-open").click()
        await expect(page.locator(".tw-candidate").first).to_be_visible(timeout=SECONDS)
        found["why"] = await grave(page)

        assert found == {"empty": [], "answer": [], "panel": [], "why": []}


@pytest.mark.parametrize(("width", "least"), [(1280, 17), (390, 24)])
async def test_chips_are_large_enough_and_lines_no_taller_for_them(
    server: Server, open_page: Open, width: int, least: int
) -> None:
    async with open_page(server.address, width) as page:
        await add(page, "pump.md", GUIDE)
        await ask(page, "What does “Warranty” say?")
        answer = await answered(page, "24 months")
        await expect(page.locator(".tw-why-open")).to_be_visible(timeout=SECONDS)

        chip = await answer.locator("a[href='#source-1']").first.bounding_box()
        heights = await answer.locator("li").evaluate_all(
            "lines => lines.map((line) => line.getBoundingClientRect().height / parseFloat(getComputedStyle(line).lineHeight))"
        )

        assert chip is not None
        assert min(chip["width"], chip["height"]) >= least
        assert heights
        assert all(height == round(height) for height in heights)


@pytest.mark.parametrize("width", [1280, 390])
async def test_nothing_leads_to_the_end_where_the_end_is_in_sight(server: Server, open_page: Open, width: int) -> None:
    async with open_page(server.address, width) as page:
        await add(page, "pump.md", GUIDE)
        questions = ("Summarise this document", "What does “Warranty” say?", "How long is the warranty of the pump?")
        for many, question in enumerate(questions, start=1):  # a click that comes too early hits the Stop button
            await ask(page, question)
            await expect(page.locator(".tw-why-open")).to_have_count(many, timeout=SECONDS)
            await expect(page.locator("#stop-button")).to_have_count(0, timeout=SECONDS)
        down = page.get_by_role("button", name="Go to the end")
        last = page.locator(".step").last
        await last.scroll_into_view_if_needed()
        await expect(down).to_be_hidden(timeout=SECONDS)

        await page.locator(".step").first.scroll_into_view_if_needed()

        await expect(down).to_be_visible(timeout=SECONDS)
        await down.click()
        await expect(down).to_be_hidden(timeout=SECONDS)


async def test_what_is_written_from_right_to_left_runs_so_and_what_stands_beside_it_does_not(
    server: Server, open_page: Open
) -> None:
    def begins(words: str) -> str:
        return f"""() => {{
            const found = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, (node) =>
                node.data.includes({words!r}) && node.parentElement.closest('[data-step-type], .ai-message') ? 1 : 3).nextNode();
            const range = document.createRange();
            range.selectNodeContents(found);
            const [line, block] = [range.getClientRects()[0], found.parentElement.getBoundingClientRect()];
            return block.right - line.right < line.left - block.left ? 'right' : 'left';
        }}"""

    async with open_page(server.address, width=390) as page:
        await ask(page, "متى تبدأ ساعات الهدوء في هذا البيت الكبير؟")
        await answered(page, "لم أجد هذا")
        await expect(page.locator(".tw-why-open")).to_be_visible(timeout=SECONDS)

        assert await page.evaluate(begins("لم أجد هذا")) == "right"
        assert await page.evaluate(begins("Searched:")) == "left"


async def test_dates_are_written_in_the_language_of_the_words_beside_them(chromium: Browser, server: Server) -> None:
    context = await chromium.new_context(locale="de-DE")
    page = await context.new_page()
    await page.goto(server.address)
    await ask(page, "Remember: my dog is called Rex.")
    await ask(page, "What is my dog called?")
    await answered(page, "Rex")

    await open_sources(page)

    await expect(page.locator(".tw-place").last).to_have_text(re.compile(r"^You · [A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d\d"))
    await context.close()


async def test_a_note_of_several_sentences_is_told_in_the_language_of_the_page(server: Server, open_page: Open) -> None:
    note = "Quoted from your sources: no language model is connected. Search by meaning is still being built for 1,200 passages."
    async with open_page(server.address) as page:
        told = await page.evaluate("note => (document.documentElement.lang = 'de', threadwise.told(note))", note)

    assert told == (
        "Aus Ihren Quellen zitiert: Es ist kein Sprachmodell angeschlossen. "
        "Die Suche nach Bedeutung entsteht noch für 1,200 Textstellen."
    )


async def test_a_page_that_a_dialog_left_deaf_to_the_pointer_hears_it_again(server: Server, open_page: Open) -> None:
    async with open_page(server.address) as page:
        await ask(page, "Remember that the barge is moored at the old lock.")
        await expect(answers(page)).to_have_count(1, timeout=SECONDS)

        await page.evaluate("document.body.style.pointerEvents = 'none'; document.body.append(document.createElement('p'))")

        await page.click("#new-chat-button", timeout=SECONDS)
        assert await page.evaluate("document.body.style.pointerEvents") == ""
