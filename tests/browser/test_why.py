"""Tests of the panel on why an answer has its sources, and what other settings would find."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.pages import SECONDS, answered, ask, drop, file
from tests.serving import Server

pytestmark = pytest.mark.asyncio(loop_scope="package")

PUMP = b"# Pump\n\nThe pump has a warranty of 24 months from delivery.\n"
HOSTILE = b"# Warranty\n\nEvery pump: <img src=x onerror=alert(1)> <b>no warranty</b> of the pump at all.\n"
GARDEN = b"# Garden\n\nThe tomatoes stand by the south wall.\n"
QUESTION = "How long is the warranty of the pump?"


async def _asked(page: Page) -> None:
    await drop(
        page,
        file("pump.md", PUMP, "text/markdown"),
        file("twin.txt", PUMP + b"\n", "text/plain"),  # not the same bytes, which would be the same document
        file("odd.txt", HOSTILE, "text/plain"),
        file("garden.md", GARDEN, "text/markdown"),
    )
    await page.click("#chat-submit")
    await expect(page.locator(".tw-done .tw-job-note", has_text="passage")).to_have_count(4, timeout=2 * SECONDS)
    await ask(page, QUESTION)
    await answered(page, "24 months")


async def _stored(page: Page) -> list[object]:
    """Return the messages of the thread used last, which is this one."""
    script = """async () => {
        const of = async (path) => (await fetch('/api/threads' + path)).json();
        return (await of('/' + (await of('?limit=1')).threads[0].id + '/messages')).messages;
    }"""
    messages: list[object] = await page.evaluate(script)
    assert len(messages) == 2
    return messages


async def _why(page: Page, answer: int = -1) -> None:
    await page.locator(".tw-why-open").nth(answer).click(timeout=SECONDS)
    await expect(page.locator(".tw-why-state")).to_contain_text("candidates kept", timeout=SECONDS)


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
async def test_an_answer_is_explained_and_its_question_searched_again_by_words_alone(
    server: Server, open_page: Open, width: int, scheme: str
) -> None:
    async with open_page(server.address, width=width, scheme=scheme) as page:
        await _asked(page)
        stored = await _stored(page)
        await _why(page)

        why = page.get_by_test_id("why")
        kept = why.locator("[data-cut=kept]")
        await expect(kept.first).to_contain_text("warranty of 24 months")
        await expect(kept.first.locator(".tw-parts")).to_contain_text(re.compile(r"Meaning0\.\d\d"))
        await expect(why.locator("[data-cut=duplicate]")).to_contain_text("Cut: it says word for word what a better one says")
        await expect(why.locator("[data-cut=threshold]")).to_contain_text(
            "no closer to the question than an average passage of the files"
        )
        await expect(why).to_contain_text(re.compile(r"Took \d+\.\d ms: rewrite"))
        await expect(why).to_contain_text("<b>no warranty</b>")
        await expect(why.locator("img")).to_have_count(0)

        again = why.get_by_role("button", name="Search again")
        place = "button => [button.offsetLeft, button.offsetTop]"
        before = await again.evaluate(place)
        await why.locator("label", has_text="Words").click()
        await again.click()

        await expect(why.locator(".tw-dry")).to_contain_text("Dry run by words alone", timeout=SECONDS)
        assert await again.evaluate(place) == before, "the button beside it moves nothing"
        await expect(kept.first.locator(".tw-parts")).to_contain_text("Meaning–")
        await expect(why.locator("[data-cut]", has_text="tomatoes")).to_contain_text("Cut: neither search returned it")
        assert await page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        assert await why.evaluate("element => element.scrollWidth <= element.clientWidth")

        assert await _stored(page) == stored


async def test_a_question_is_searched_again_as_it_was_asked_by_keyboard_alone(server: Server, open_page: Open) -> None:
    async with open_page(server.address) as page:
        await ask(page, "Remember that my drill broke on the third of May and that I want a refund.")
        await expect(page.locator(".tw-why-open")).to_have_count(1, timeout=SECONDS)
        await ask(page, "When did it break?")
        await answered(page, "third of May")
        await ask(page, "When did it break, the drill, and when did the drill of my sister break?")
        await expect(page.locator(".tw-why-open")).to_have_count(3, timeout=SECONDS)

        await page.locator(".tw-why-open").nth(1).focus()
        await page.keyboard.press("Enter")
        why = page.get_by_test_id("why")
        await expect(why.locator("[data-cut=kept]")).to_contain_text("third of May", timeout=SECONDS)
        await expect(why.locator(".tw-rewritten")).to_contain_text("said before: Remember that my drill broke")
        await expect(why).not_to_contain_text("sister")

        await page.keyboard.press("Tab")
        await page.keyboard.press("ArrowRight")
        await page.keyboard.press("Enter")
        await expect(why.locator(".tw-dry")).to_contain_text("Dry run by meaning alone", timeout=SECONDS)
        await why.get_by_role("button", name="In the conversation").first.press("Enter")
        await expect(page.locator(".tw-turn-marked")).to_contain_text("third of May", timeout=SECONDS)


async def test_a_message_that_was_said_otherwise_later_says_so_and_what_its_score_is_made_of(
    server: Server, open_page: Open
) -> None:
    async with open_page(server.address) as page:
        await ask(page, "The budget for the kitchen is 9,000 euros.")
        await expect(page.locator(".tw-why-open")).to_have_count(1, timeout=SECONDS)
        await ask(page, "The kitchen budget is now 11,500 euros.")
        await expect(page.locator(".tw-why-open")).to_have_count(2, timeout=SECONDS)
        await ask(page, "What is the budget for the kitchen?")
        await answered(page, "11,500")
        await expect(page.locator(".tw-why-open")).to_have_count(3, timeout=SECONDS)  # the last one's is drawn a little later
        await _why(page)

        why = page.get_by_test_id("why")
        replaced = why.locator("[data-cut=kept]", has_text="9,000")
        await expect(replaced.locator(".tw-moved")).to_contain_text(re.compile(r"Said otherwise later in \[\d\]"))
        await expect(why.locator(".tw-sum").first).not_to_contain_text("undefined")
        await why.locator(".tw-sum summary").first.click()
        await expect(why.locator(".tw-sum").first).to_contain_text(re.compile(r"Scale×0\.\d+"))


async def test_settings_say_what_is_allowed_and_are_searched_with(server: Server, open_page: Open) -> None:
    async with open_page(server.address, width=390) as page:
        await _asked(page)
        await _why(page)
        why = page.get_by_test_id("why")
        again = why.get_by_role("button", name="Search again")

        for wrong in ("0", "-3", "999", "2.5"):
            await why.get_by_label("At most").fill(wrong)
            await expect(why.get_by_role("alert")).to_have_text("At most how many passages: a whole number from 1 to 200.")
            await expect(again).to_be_disabled()
        await why.get_by_label("At most").fill("")
        await why.locator("summary", has_text="More settings").click()
        await why.get_by_label("Half-life").fill("0")
        await expect(why.get_by_role("alert")).to_contain_text("more than 0")
        await why.get_by_label("Half-life").fill("10")
        await why.get_by_label("Score at least").fill("1")
        await why.get_by_label("Budget").fill("5000")
        await why.get_by_label("Today is").fill("2026-03-31")
        await again.click()

        await expect(why.locator(".tw-dry")).to_contain_text(
            "with a score of at least 1, with a half-life of 10 days", timeout=SECONDS
        )
        await expect(why.locator(".tw-command")).to_contain_text(
            "--threshold 1 --half-life 10 --budget 5000 --now 2026-03-31T23:59:59Z"
        )
        await expect(why.get_by_label("Libraries")).to_have_count(0)
        assert await why.evaluate("element => element.scrollWidth <= element.clientWidth")


@pytest.mark.parametrize("width", [1280, 390])
async def test_a_click_that_reaches_no_server_says_so_and_works_when_there_is_one_again(
    server: Server, open_page: Open, width: int
) -> None:
    async with open_page(server.address, width) as page:
        await drop(page, file("pump.md", PUMP, "text/markdown"))
        await page.click("#chat-submit")
        await expect(page.locator(".tw-about")).to_be_visible(timeout=SECONDS)
        await ask(page, QUESTION)
        answer = await answered(page, "24 months")
        await expect(page.locator(".tw-why-open")).to_be_visible(timeout=SECONDS)
        await expect(page.locator("#stop-button")).to_have_count(0, timeout=SECONDS)
        notices = page.locator(".tw-notices")
        await page.route("**/project/action", lambda route: route.abort())
        await page.route("**/feedback", lambda route: route.abort())

        for control in (page.locator(".tw-why-open"), answer.locator("a[href='#source-1']").first):
            await control.click()
            await expect(notices).to_have_text("The server could not be reached. Try again in a moment.")
            box = await page.locator("#message-composer").bounding_box()
            said = await page.locator(".tw-notice").bounding_box()
            assert box is not None
            assert said is not None
            assert said["y"] + said["height"] <= box["y"], "it hides nothing of what is being written"
            await expect(notices).to_have_text("", timeout=SECONDS)
        await answer.get_by_role("button", name="Good answer").click()
        await page.get_by_role("button", name="Submit feedback").click()
        await expect(page.locator("[data-sonner-toast]")).to_contain_text("The server could not be reached", timeout=SECONDS)
        await page.unroute("**/project/action")

        await page.locator(".tw-why-open").click()
        await expect(page.get_by_test_id("why")).to_be_visible(timeout=SECONDS)


async def test_a_click_just_as_the_word_on_the_one_before_goes_is_answered_too(server: Server, open_page: Open) -> None:
    async with open_page(server.address) as page:
        await page.clock.install()
        await page.evaluate("""() => {
            const click = () => dispatchEvent(new Event('threadwise-unreachable'));
            click();
            const notices = document.querySelector('.tw-notices');
            new MutationObserver((_, watch) => { watch.disconnect(); click(); }).observe(notices, { childList: true });
        }""")
        await page.clock.run_for(6000)

        await expect(page.locator(".tw-notices")).to_have_text("The server could not be reached. Try again in a moment.")


async def test_a_search_that_fails_is_said_and_can_be_tried_again(server: Server, open_page: Open) -> None:
    async with open_page(server.address) as page:
        await ask(page, "Who is the emperor of Xanadu?")
        await page.get_by_role("button", name="Why nothing was found").click(timeout=SECONDS)
        why = page.get_by_test_id("why")
        await expect(why).to_contain_text("There was nothing to consider.", timeout=SECONDS)

        await page.route("**/search", lambda route: route.abort())
        await why.locator("label", has_text="Meaning").click()
        await why.get_by_role("button", name="Search again").click()
        await expect(why.get_by_role("alert")).to_contain_text("The server could not be reached.")

        await page.unroute("**/search")
        await why.get_by_role("button", name="Try again").click()
        await expect(why.locator(".tw-dry")).to_be_visible(timeout=SECONDS)
        await expect(why.get_by_role("alert")).to_have_count(0)
