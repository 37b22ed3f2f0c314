"""A user's journeys through the web chat, with a real browser, server, embedding model and index."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Browser, Page, expect

from tests import upstream
from tests.accounts import PASSWORD, accounts
from tests.browser.accessible import grave
from tests.browser.conftest import Open
from tests.browser.pages import SECONDS, answered, answers, ask, drop, edit, file, marked, open_sources, resumed_url
from tests.files import HANDBOOK_NAME, broken_pdf, handbook_pdf
from tests.serving import Server, serving

pytestmark = pytest.mark.asyncio(loop_scope="package")


async def test_a_pdf_is_read_asked_about_cited_opened_at_its_page_and_still_there_after_a_restart(
    tmp_path: Path, open_page: Open
) -> None:
    data = tmp_path / "data"
    async with serving(data) as server, open_page(server.address) as page:
        await drop(page, file(HANDBOOK_NAME, handbook_pdf()))
        await page.click("#chat-submit")
        await expect(page.locator(".tw-done .tw-job-note")).to_have_text(re.compile(r"\d+ passages, 5 pages"), timeout=SECONDS)
        await ask(page, "How many kilowatts does each wind turbine give?")
        await answered(page, re.compile(r"225 kilowatts.*\b1\b", re.DOTALL))
        await _opens_the_handbook_at_page_two(page)
        thread = urlsplit(await resumed_url(page)).path

    async with serving(data) as server, open_page(server.address + thread) as page:
        await answered(page, "225 kilowatts")
        await expect(page.locator(".tw-done .tw-job-note")).to_contain_text("5 pages", timeout=SECONDS)
        await expect(page.locator("a.inline-file")).to_have_attribute("href", re.compile("^/api/threads/.*/file$"))
        await _opens_the_handbook_at_page_two(page)
        await ask(page, "What did I ask you about before the restart, the wind turbine?")
        await expect(answers(page)).to_have_count(3, timeout=SECONDS)


async def _opens_the_handbook_at_page_two(page: Page) -> None:
    await expect(page.locator(".tw-groups")).to_have_count(0)
    await open_sources(page)
    await page.locator(".tw-passage", has_text="225 kilowatts").first.click()
    panel = page.locator("#side-view-content")
    await expect(page.locator("#side-view-title")).to_contain_text(HANDBOOK_NAME)
    await expect(marked(page, "225 kilowatts")).to_be_visible(timeout=SECONDS)
    await expect(panel.get_by_text("2 / 5")).to_be_attached(timeout=SECONDS)
    await expect(panel.locator(".tw-page .textLayer")).to_contain_text("225 kilowatts", timeout=SECONDS)


async def test_what_was_said_is_remembered_and_opens_with_the_turns_around_it(server: Server, open_page: Open) -> None:
    async with open_page(server.address) as page:
        await ask(page, "Remember that my drill broke on the third of May and that I want a refund.")
        await expect(answers(page)).to_have_count(1, timeout=SECONDS)
        await ask(page, "When did my drill break?")
        await answered(page, "third of May")
        await open_sources(page)
        await page.locator(".tw-passage", has_text="third of May").first.click()

        await expect(page.locator(".tw-turn-marked")).to_contain_text("third of May", timeout=SECONDS)
        assert await page.locator(".tw-turn").count() > 1


async def test_a_source_that_was_said_otherwise_later_says_so(server: Server, open_page: Open) -> None:
    async with open_page(server.address) as page:
        await ask(page, "Our budget for the new kitchen is 9,000 euros.")
        await expect(answers(page)).to_have_count(1, timeout=SECONDS)
        await ask(page, "We raised the budget for the new kitchen to 11,500 euros.")
        await expect(answers(page)).to_have_count(2, timeout=SECONDS)
        await ask(page, "What is our budget for the kitchen?")
        await expect(page.locator(".tw-why-open")).to_have_count(3, timeout=SECONDS)  # else the sources are the last answer's
        await open_sources(page)

        superseded = page.locator(".tw-passage", has_text="Said otherwise later")

        await expect(superseded).to_have_count(1)
        await expect(superseded).to_contain_text("9,000 euros")


async def test_bad_files_are_named_with_their_reason_and_the_good_one_is_read(server: Server, open_page: Open) -> None:
    async with open_page(server.address) as page:
        good = file("notes.md", b"# Garden\n\nThe tomatoes stand by the south wall.\n", "text/markdown")
        await drop(page, file("broken.pdf", broken_pdf()), file("empty.txt", b"", "text/plain"), good)
        await ask(page, "Where do the tomatoes stand?")

        await answered(page, "south wall")
        await expect(page.locator(".tw-failed")).to_have_count(2)
        await expect(page.locator(".tw-failed", has_text="empty.txt")).to_contain_text("The file is empty.")
        await expect(page.locator(".tw-done")).to_contain_text("1 passage")


async def test_a_marked_passage_of_a_text_file_stands_in_its_surroundings(server: Server, open_page: Open) -> None:
    text = "# Garden\n\nThe tomatoes stand by the south wall.\n\n# Kitchen\n\nThe knives lie in the upper drawer.\n"
    async with open_page(server.address) as page:
        await drop(page, file("house.md", text.encode(), "text/markdown"))
        await ask(page, "Where do the knives lie?")
        await answered(page, "upper drawer")
        await open_sources(page)
        await page.locator(".tw-passage", has_text="upper drawer").first.click()

        panel = page.locator("#side-view-content")
        await expect(marked(page, "The knives lie in the upper drawer.")).to_be_visible(timeout=SECONDS)
        await expect(panel).to_contain_text("The tomatoes stand by the south wall.")


async def test_stop_keeps_what_was_written_also_after_an_edit(tmp_path: Path, open_page: Open) -> None:
    slow = upstream.Upstream(script=(upstream.event(content="The beginning of a long answer"), upstream.HANG))
    async with (
        upstream.serving(slow),
        serving(tmp_path / "data", OPENAI_BASE_URL=slow.base_url) as server,
        open_page(server.address) as page,
    ):
        await ask(page, "Tell me something long about the history of bread.")
        await _stops(page)
        await edit(page, "Tell me something long about the history of cheese.")
        await expect(page.locator("#stop-button")).to_be_visible(timeout=SECONDS)
        await expect(page.get_by_role("group", name="Versions of this question")).to_contain_text("2 / 2", timeout=SECONDS)
        await _stops(page)

        await expect(page.get_by_role("button", name="Answer again")).to_have_count(1, timeout=SECONDS)
        await page.reload()
        await answered(page, re.compile(r"The beginning of a long answer\s*\(stopped\)"))
        await expect(answers(page)).to_have_count(1)
        await expect(page.get_by_role("button", name="Answer again")).to_have_count(1)


async def test_stop_before_the_first_word_is_said_with_a_way_to_ask_again(tmp_path: Path, open_page: Open) -> None:
    silent = upstream.Upstream(script=(upstream.HANG,))
    async with (
        upstream.serving(silent),
        serving(tmp_path / "data", OPENAI_BASE_URL=silent.base_url) as server,
        open_page(server.address) as page,
    ):
        await ask(page, "How long is the warranty of my pump?")
        await page.click("#stop-button")

        await expect(page.get_by_text("Stopped before the answer began.", exact=True)).to_be_visible(timeout=SECONDS)
        again = page.get_by_role("button", name="Try again")
        await expect(again).to_be_visible()
        await resumed_url(page)
        await page.reload()
        await expect(page.get_by_text("Stopped before the answer began.", exact=True)).to_be_visible(timeout=SECONDS)
        await expect(again).to_have_count(1)
        await page.evaluate("dispatchEvent(new Event('focus'))")
        await again.click()
        await expect(page.get_by_text("Stopped before the answer began.", exact=True)).to_have_count(0)
        await expect(page.locator("#stop-button")).to_be_visible(timeout=SECONDS)


async def test_a_question_that_was_gone_past_is_not_asked_again_behind_what_was_said_then(
    tmp_path: Path, open_page: Open
) -> None:
    silent = upstream.Upstream(script=(upstream.HANG,), then=upstream.Upstream(script=upstream.WHOLE))
    async with (
        upstream.serving(silent),
        serving(tmp_path / "data", OPENAI_BASE_URL=silent.base_url) as server,
        open_page(server.address) as page,
    ):
        await ask(page, "How long is the warranty of my pump?")
        await expect(page.locator("#stop-button")).to_be_visible(timeout=SECONDS)
        while not silent.requests:
            await page.wait_for_timeout(50)
        await page.click("#stop-button")
        again = page.locator("[id^='again-']")
        await expect(again).to_be_visible(timeout=SECONDS)
        await ask(page, "How long is the warranty of my drill?")
        await answered(page, "For 12 months.")
        await expect(page.locator("#stop-button")).to_have_count(0, timeout=SECONDS)

        await expect(again).to_be_hidden()
        await again.dispatch_event("click")  # as from a page that does not yet show the second question

        await answered(page, "More was said after this question. Edit it to go on from there.")
        await expect(page.get_by_text("Stopped before the answer began.", exact=True)).to_be_visible()
        assert len(silent.requests) == 2


async def test_an_answer_that_was_being_written_at_a_reload_comes_by_itself(tmp_path: Path, open_page: Open) -> None:
    words = [upstream.event(content=f"{word} ") for word in ("The", "beginning", *["and", "more"] * 30, "and the end.")]
    slow = upstream.Upstream(script=(*words, upstream.DONE), pause=0.25)
    async with (
        upstream.serving(slow),
        serving(tmp_path / "data", OPENAI_BASE_URL=slow.base_url) as server,
        open_page(server.address) as page,
    ):
        await ask(page, "Tell me something long about the history of bread.")
        await answered(page, "The beginning")
        await resumed_url(page)
        await page.reload()

        await expect(page.locator("#stop-button")).to_be_visible(timeout=SECONDS)
        await answered(page, "The beginning")
        await answered(page, "and the end.")
        await expect(page.locator("#stop-button")).to_have_count(0)
        await expect(page.locator("main")).not_to_contain_text(re.compile(r"\((stopped|still being written)\)"))
        await expect(answers(page)).to_have_count(1)


async def _stops(page: Page) -> None:
    await answered(page, "The beginning of a long answer")
    await page.click("#stop-button")
    await answered(page, "(stopped)")
    await expect(page.locator("#stop-button")).to_have_count(0)


async def test_a_model_that_breaks_off_is_said_and_tried_again(tmp_path: Path, open_page: Open) -> None:
    whole = upstream.Upstream(script=upstream.WHOLE)
    broken = upstream.Upstream(script=(upstream.event(content="For 12"),), headers=upstream.CUT, then=whole)
    async with (
        upstream.serving(broken),
        serving(tmp_path / "data", OPENAI_BASE_URL=broken.base_url, OPENAI_MODEL="m") as server,
        open_page(server.address) as page,
    ):
        await ask(page, "How long is the warranty of my pump?")
        await answered(page, "The connection to the model m broke in the middle of its answer.")
        await expect(answers(page).first).to_contain_text(re.compile(r"For 12\s*\(stopped\)"))
        await page.get_by_role("button", name="Try again").click()

        await answered(page, "For 12 months.")
        await expect(page.get_by_text("broke in the middle")).to_have_count(0)
        await expect(page.get_by_role("button", name="Answer again")).to_be_visible(timeout=SECONDS)  # it is stored by then
        await page.reload()
        await answered(page, "For 12 months.")
        await expect(answers(page)).to_have_count(2)


async def test_a_model_is_chosen_in_the_settings_and_stays_with_the_thread(tmp_path: Path, open_page: Open) -> None:
    failing = upstream.refusal("401 Unauthorized")
    data = tmp_path / "data"
    data.mkdir()
    async with upstream.serving(failing):
        named = f'[[models]]\nname = "Company"\nbase_url = "{failing.base_url}"\nmodel = "llama"\nkey = "k"\n'
        (data / "models.toml").write_text(named)
        async with serving(data) as server, open_page(server.address) as page:
            await _choose(page, "None: quotes from the sources")
            await ask(page, "Remember that the gate closes at nine in the evening.")
            await answered(page, "Noted.")
            await resumed_url(page)

            await page.reload()
            await answered(page, "Noted.")
            await page.locator("#chat-settings-open-modal").click()
            await expect(page.get_by_role("dialog")).to_contain_text("None: quotes from the sources", timeout=SECONDS)
            await page.keyboard.press("Escape")
            await _choose(page, "Company")
            await ask(page, "When does the gate close?")
            await answered(page, "The endpoint of the model Company refused the key")


async def _choose(page: Page, model: str) -> None:
    await page.locator("#chat-settings-open-modal").click()
    await page.get_by_role("dialog").get_by_role("combobox").click()
    await page.get_by_role("option", name=model).click()
    await page.get_by_role("dialog").get_by_role("button", name="Confirm").click()


async def test_a_failing_model_falls_back_to_quotes_where_that_is_wanted(tmp_path: Path, open_page: Open) -> None:
    failing = upstream.refusal("500 Internal Server Error")
    async with (
        upstream.serving(failing),
        serving(tmp_path / "data", OPENAI_BASE_URL=failing.base_url, THREADWISE_WHEN_MODEL_FAILS="quote") as server,
        open_page(server.address) as page,
    ):
        await drop(page, file("notes.md", b"# Garden\n\nThe tomatoes stand by the south wall.\n", "text/markdown"))
        await ask(page, "Where do the tomatoes stand?")

        await answered(page, "south wall")
        await expect(page.locator(".tw-note")).to_be_visible()


async def test_an_edited_question_is_answered_anew(server: Server, open_page: Open) -> None:
    async with open_page(server.address) as page:
        await drop(
            page, file("house.md", b"The knives lie in the upper drawer.\n\nThe spoons hang by the window.\n", "text/markdown")
        )
        await ask(page, "Where do the knives lie?")
        await answered(page, "upper drawer")
        await edit(page, "Where do the spoons hang?")

        await answered(page, "window")
        await page.reload()
        await answered(page, "window")
        await expect(page.locator("main")).not_to_contain_text("Where do the knives lie?")


async def test_threads_are_named_at_once_found_renamed_and_deleted(server: Server, open_page: Open) -> None:
    async with open_page(server.address) as page:
        await ask(page, "Remember that the zeppelin lands on platform nine every Friday.")
        line = page.locator("#thread-history li", has_text="Remember that the zeppelin lands")
        await expect(line).to_be_visible(timeout=SECONDS)
        await expect(answers(page)).to_have_count(1, timeout=SECONDS)

        await page.click("#search-chats-button")
        await page.keyboard.type("platform nine")
        await expect(page.locator("[cmdk-item]", has_text="zeppelin")).to_be_visible(timeout=SECONDS)
        await page.keyboard.press("Escape")

        await line.hover()
        await line.locator("#thread-options").click()
        await page.click("#rename-thread")
        await page.locator("[role=dialog] input").fill("Airships")
        await page.locator("[role=dialog] button", has_text="Confirm").click()
        line = page.locator("#thread-history li", has_text="Airships")
        await expect(line).to_be_visible(timeout=SECONDS)
        await line.hover()
        await line.locator("#thread-options").click()
        await page.click("#rename-thread")
        await page.locator("[role=dialog] input").fill("  ")
        await page.keyboard.press("Enter")
        await expect(page.get_by_text("Write a name, or cancel.", exact=True)).to_be_visible()
        await page.locator("[role=dialog] input").fill("Zeppelins")
        await page.keyboard.press("Enter")
        renamed = page.locator("#thread-history li", has_text="Zeppelins")
        await expect(renamed).to_be_visible(timeout=SECONDS)

        await renamed.hover()
        await renamed.locator("#thread-options").click()
        await page.click("#delete-thread")
        await page.locator("[role=alertdialog] button", has_text="Confirm").click()
        await expect(renamed).to_have_count(0, timeout=SECONDS)
        await page.reload()
        await page.wait_for_selector("#chat-input")
        await expect(page.locator("#thread-history li", has_text="Zeppelins")).to_have_count(0)


async def test_thumbs_with_a_comment_are_there_after_a_reload(server: Server, open_page: Open) -> None:
    async with open_page(server.address) as page:
        await ask(page, "Remember that the ferry leaves at dawn on market days.")
        await expect(answers(page)).to_have_count(1, timeout=SECONDS)
        await resumed_url(page)
        await page.locator(".positive-feedback-off").last.click()
        await page.locator("[role=dialog] textarea").fill("just right")
        await page.locator("#submit-feedback").click()
        await expect(page.locator(".positive-feedback-on")).to_be_visible(timeout=SECONDS)

        await page.reload()
        await expect(page.locator(".positive-feedback-on")).to_be_visible(timeout=SECONDS)


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_a_phone_shows_an_answer_with_its_sources_without_scrolling_sideways(
    server: Server, open_page: Open, scheme: str
) -> None:
    async with open_page(server.address, width=390, scheme=scheme) as page:
        await drop(page, file("house.md", b"The knives lie in the upper drawer.\n", "text/markdown"))
        await ask(page, "Where do the knives lie?")
        await answered(page, "upper drawer")
        await open_sources(page)
        await expect(page.locator(".tw-passage").first).to_be_visible()

        assert await page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        assert await page.evaluate("document.documentElement.classList.contains('dark')") is (scheme == "dark")


async def test_a_second_tab_and_a_closed_one_see_the_same_file_being_read(server: Server, open_page: Open) -> None:
    text = "".join(
        f"# Part {n}\n\nThe number of part {n} is {n * 7}, as the committee decided after a long debate.\n\n" for n in range(400)
    )
    async with open_page(server.address) as page:
        await drop(page, file("long.md", text.encode(), "text/markdown"))
        await page.click("#chat-submit")
        await expect(page.locator(".tw-job-note")).to_be_visible(timeout=SECONDS)
        thread = urlsplit(await resumed_url(page)).path

    async with open_page(server.address + thread) as page:
        await expect(page.locator(".tw-done .tw-job-note")).to_contain_text("passages", timeout=2 * SECONDS)


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_whoever_has_a_password_signs_in_and_nobody_else(tmp_path: Path, chromium: Browser, scheme: str) -> None:
    data = tmp_path / "data"
    async with accounts(data) as people:
        for name in ("alice", "bob"):
            await people.add_user(name, PASSWORD)
    async with serving(data, THREADWISE_AUTH="password") as server:
        context = await chromium.new_context(color_scheme="dark" if scheme == "dark" else "light")
        page = await context.new_page()
        await page.goto(server.address)
        await _sign_in(page, "alice", "wrong horse battery")
        await expect(page.get_by_role("alert")).to_have_text("User name or password is wrong.")
        await expect(page.locator("[data-sonner-toast]:visible")).to_have_count(0)
        await expect(page.locator("#chat-input")).to_have_count(0)
        assert await grave(page) == []

        await _sign_in(page, "alice", PASSWORD)
        await expect(page.locator("#chat-input")).to_be_visible(timeout=SECONDS)
        await ask(page, "Remember that the ferry leaves at dawn on market days.")
        await answered(page, "Noted")
        address = await resumed_url(page)
        await context.close()

        context = await chromium.new_context()
        page = await context.new_page()
        await page.goto(server.address)
        await _sign_in(page, "bob", PASSWORD)
        await expect(page.locator("#chat-input")).to_be_visible(timeout=SECONDS)
        await page.goto(address)
        await expect(page.get_by_text("Thread not found.")).to_be_visible(timeout=SECONDS)
        await ask(page, "Remember that the gate closes at nine in the evening.")
        await answered(page, "Noted")
        await expect(page.locator("main")).not_to_contain_text("ferry")
        await context.close()


async def _sign_in(page: Page, name: str, password: str) -> None:
    await page.fill("#email", name)
    await page.fill("#password", password)
    await page.click("button[type=submit]")


async def test_the_suggestion_to_remember_something_begins_a_message(server: Server, open_page: Open) -> None:
    async with open_page(server.address) as page:
        await page.get_by_role("button", name="Remember something for me").click()

        await expect(page.locator("#chat-input")).to_be_focused()
        await expect(page.locator("#chat-input")).to_have_value("Remember: ")
        await page.keyboard.type("the door code is 4711")
        await page.keyboard.press("Enter")
        await answered(page, "Noted")
        await ask(page, "What is the door code?")
        await answered(page, "4711")
