"""Tests of managing conversations: deleting and restoring, pinning, archiving, and finding them again."""

from __future__ import annotations

import asyncio
import json
import os
import zipfile
from pathlib import Path

import httpx
import pytest
from playwright.async_api import FilePayload, Page, Route, expect

from tests.browser.conftest import Open
from tests.browser.pages import SECONDS, answered, answers, ask, drop, file, marked, resumed_url
from tests.serving import Server, serving

pytestmark = pytest.mark.asyncio(loop_scope="package")


async def _talk(page: Page, said: str) -> str:
    """Begin a conversation with a message, and return its id."""
    await ask(page, said)
    await answered(page, "couldn't find")
    return (await resumed_url(page)).rsplit("/", 1)[1]


async def _menu(page: Page, thread: str) -> None:
    line = page.locator("li", has=page.locator(f'a[href="/thread/{thread}"]')).first
    await line.hover()
    await line.locator("#thread-options").click(force=True)


async def test_a_deleted_conversation_comes_back_by_undo(server: Server, open_page: Open) -> None:
    async with open_page(server.address) as page:
        thread = await _talk(page, "Who tuned the organ of the harbour chapel?")

        await _menu(page, thread)
        await page.locator("#delete-thread").click()
        await page.get_by_role("button", name="Confirm").click()
        undo = page.get_by_role("button", name="Undo")
        await expect(undo).to_be_visible(timeout=SECONDS)
        gone = await page.evaluate(f"fetch('/api/threads/{thread}').then((answer) => answer.status)")
        await expect(answers(page)).to_have_count(0, timeout=SECONDS)  # nor does it remain on the screen
        assert not page.url.endswith(thread)
        await undo.click()

        await answered(page, "couldn't find")
        assert gone == 404
        assert page.url.endswith(f"/thread/{thread}")


async def test_undo_works_over_the_list_of_conversations_on_a_phone(server: Server, open_page: Open) -> None:
    async with open_page(server.address, 390) as page:
        thread = await _talk(page, "Who caulked the barge of the upper lock?")
        await page.goto(server.address)
        await page.get_by_role("button", name="Show or hide conversations").click()
        sheet = page.get_by_role("dialog", name="Conversations")
        await expect(sheet).to_be_visible()
        await _menu(page, thread)
        await page.locator("#delete-thread").click()
        await page.get_by_role("button", name="Confirm").click()
        notice = page.get_by_text("“Who caulked the barge of the upper lock?” is deleted.")
        await expect(notice).to_be_visible(timeout=SECONDS)

        await notice.click()
        await expect(sheet).to_be_visible()
        await page.get_by_role("button", name="Undo").click()

        await answered(page, "couldn't find")
        assert page.url.endswith(f"/thread/{thread}")


async def test_the_browsers_way_back_leads_through_conversations_and_past_the_empty_page(server: Server, open_page: Open) -> None:
    questions = "Who lit the lamp of the outer mole?", "Who sold the nets of the inner basin?"
    async with open_page(server.address) as page:
        asked = page.locator("[data-step-type=user_message]")
        first = await _talk(page, questions[0])
        await page.click("#new-chat-button")
        await expect(page.locator("#starters")).to_be_visible(timeout=SECONDS)
        second = await _talk(page, questions[1])

        await page.go_back()
        await expect(asked).to_contain_text([questions[0]], timeout=SECONDS)
        assert page.url.endswith(f"/thread/{first}")
        await page.go_forward()
        await expect(asked).to_contain_text([questions[1]], timeout=SECONDS)
        assert page.url.endswith(f"/thread/{second}")

        await page.click("#new-chat-button")
        await expect(page.locator("#starters")).to_be_visible(timeout=SECONDS)
        await page.locator(f'a[href="/thread/{first}"]').click()
        await expect(asked).to_contain_text([questions[0]], timeout=SECONDS)
        await page.go_back()
        await expect(page.locator("#starters")).to_be_visible(timeout=SECONDS)
        await page.go_back()
        await expect(asked).to_contain_text([questions[1]], timeout=SECONDS)


async def test_of_two_deleted_conversations_both_can_be_brought_back_also_after_an_error(server: Server, open_page: Open) -> None:
    async with open_page(server.address) as page:
        first = await _talk(page, "Who painted the ferry of the northern quay?")
        await page.goto(server.address)
        second = await _talk(page, "Who oiled the crane of the southern dock?")
        await page.route("**/restore", lambda route: route.fulfill(status=503, json={"detail": "The server is starting."}))

        for thread in (first, second):
            await _menu(page, thread)
            await page.locator("#delete-thread").click()
            await page.get_by_role("button", name="Confirm").click()
            await expect(page.locator(f'a[href="/thread/{thread}"]')).to_have_count(0, timeout=SECONDS)
        undo = page.locator(".tw-notice", has_text="ferry of the northern quay").get_by_role("button", name="Undo")
        await undo.click()
        await expect(page.locator(".tw-notices")).to_contain_text("The server is starting.")
        await page.unroute("**/restore")
        await undo.click()

        await expect(page).to_have_url(f"{server.address}/thread/{first}", timeout=SECONDS)
        await answered(page, "couldn't find")
        await page.locator(".tw-notice", has_text="crane of the southern dock").get_by_role("button", name="Undo").click()
        await expect(page).to_have_url(f"{server.address}/thread/{second}", timeout=SECONDS)
        for thread in (first, second):
            await expect(page.locator(f'a[href="/thread/{thread}"]')).to_have_count(1, timeout=SECONDS)


async def test_a_conversation_is_pinned_and_put_away_from_its_menu(server: Server, open_page: Open) -> None:
    async with open_page(server.address) as page:
        first = await _talk(page, "Who rang the bell of the western lighthouse?")
        await page.goto(server.address)
        second = await _talk(page, "Who mended the nets of the eastern pier?")
        await page.goto(f"{server.address}/thread/{second}")
        await answered(page, "couldn't find")
        await page.fill("#chat-input", "Thanks, and what about the")

        await _menu(page, first)
        await expect(page.get_by_role("menuitem", name="Memory")).to_be_visible()
        await expect(page.get_by_role("menuitem", name="Share")).to_have_count(0)  # sharing is switched off
        await page.get_by_role("menuitem", name="Pin", exact=True).click()
        link = page.locator('[data-sidebar="menu"] a[href^="/thread/"]').first
        await expect(link).to_have_attribute("href", f"/thread/{first}", timeout=SECONDS)
        await expect(link).to_have_accessible_name("Pinned: Who rang the bell of the western lighthouse?")
        assert "★" in await link.locator("[data-sidebar=menu-button] > *").first.evaluate(
            "name => getComputedStyle(name, '::before').content"
        )
        await expect(page.locator("#chat-input")).to_have_value("Thanks, and what about the")  # the page was reloaded
        await page.fill("#chat-input", "")
        await _menu(page, first)
        await page.get_by_role("menuitem", name="Rename").click()
        await expect(page.locator("#name")).to_have_value("Who rang the bell of the western lighthouse?")
        await page.keyboard.press("Escape")
        await _menu(page, first)
        await page.get_by_role("menuitem", name="Archive").click()
        await expect(page.locator(f'a[href="/thread/{first}"]')).to_have_count(0, timeout=SECONDS)
        await page.goto(f"{server.address}/find")
        await page.get_by_role("button", name="Unarchive").first.click()
        await expect(page.locator(f'a[href="/thread/{first}"]')).to_have_count(0)


async def test_what_may_be_searched_for_is_not_cut_off_on_a_phone(server: Server, open_page: Open) -> None:
    async with open_page(server.address, 390) as page:
        await page.goto(f"{server.address}/find")
        room, written = await page.get_by_role("searchbox").evaluate(
            """box => {
                const [style, pen] = [getComputedStyle(box), document.createElement('canvas').getContext('2d')];
                pen.font = style.font;
                const around = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
                return [box.clientWidth - around, pen.measureText(box.placeholder).width];
            }"""
        )

        assert 0 < written <= room


async def test_a_conversation_is_exported_from_its_menu(server: Server, open_page: Open, tmp_path: Path) -> None:
    async with open_page(server.address) as page:
        await ask(page, "The keeper of the eastern lighthouse is called Wanda.")
        await answered(page, "Noted")
        await _menu(page, (await resumed_url(page)).rsplit("/", 1)[1])
        async with page.expect_download() as download:
            await page.get_by_role("menuitem", name="Export").click()

        await expect(page.get_by_role("menu")).to_have_count(0)
        await (await download.value).save_as(tmp_path / "exported.zip")
        with zipfile.ZipFile(tmp_path / "exported.zip") as bundle:
            said = b"".join(bundle.read(name) for name in bundle.namelist())
        assert b"is called Wanda." in said


@pytest.mark.parametrize("width", [1280, 390])
async def test_an_exported_conversation_is_imported_from_the_menu_and_another_file_is_refused_with_the_reason(
    server: Server, open_page: Open, tmp_path: Path, width: int
) -> None:
    async with open_page(server.address, width=width) as page:
        await ask(page, "The keeper of the western lighthouse is called Olga.")
        await answered(page, "Noted")
        thread = (await resumed_url(page)).rsplit("/", 1)[1]
        exported = await page.request.get(f"{server.address}/api/threads/{thread}/export")
        bundle = file("exported.zip", await exported.body(), "application/zip")

        await _import(page, thread, width, file("notes.json", b"[]", "application/json"))
        await expect(page.locator(".tw-notice")).to_contain_text("There is no conversation in the file", timeout=SECONDS)
        await page.reload()  # on a phone the list covers the page
        await answered(page, "Noted")
        await _import(page, thread, width, bundle)

        await page.wait_for_url(lambda url: "/thread/" in url and thread not in url, timeout=SECONDS)
        await expect(page.locator("[data-step-type=user_message]")).to_contain_text("called Olga", timeout=SECONDS)


async def test_one_escape_closes_the_list_of_conversations_on_a_phone(server: Server, open_page: Open) -> None:
    async with open_page(server.address, width=390) as page:
        await _talk(page, "Who oils the hinges of the barn door?")
        conversations = page.get_by_role("dialog", name="Conversations")
        await page.get_by_role("button", name="Show or hide conversations").click()
        await expect(conversations.get_by_role("tooltip")).to_have_count(1, timeout=SECONDS)

        await page.keyboard.press("Escape")

        await expect(conversations).to_have_count(0)


async def test_one_escape_closes_the_menu_of_a_conversation_and_leaves_the_list_open(server: Server, open_page: Open) -> None:
    async with open_page(server.address, width=390) as page:
        thread = await _talk(page, "Who greases the axle of the hay cart?")
        await page.get_by_role("button", name="Show or hide conversations").click()
        await _menu(page, thread)
        await expect(page.get_by_role("menuitem", name="Export")).to_be_visible(timeout=SECONDS)
        await expect(page.locator('[role="tooltip"]')).to_have_count(1, timeout=SECONDS)

        await page.keyboard.press("Escape")

        await expect(page.get_by_role("menu")).to_have_count(0)
        await expect(page.get_by_role("dialog", name="Conversations")).to_have_count(1)


@pytest.mark.parametrize("width", [1280, 390])
async def test_a_new_user_imports_a_conversation_from_the_list_that_is_still_empty(
    tmp_path: Path, open_page: Open, width: int
) -> None:
    written = [{"title": "Bees", "mapping": {"a": {"id": "a", "children": [], "message": _BEES}}}]
    async with serving(tmp_path / "data") as server, open_page(server.address, width=width) as page:
        if width < 800:
            await page.get_by_role("button", name="Show or hide conversations").click()
        offered = page.get_by_role("button", name="Import a conversation")
        await expect(offered).to_be_visible(timeout=SECONDS)
        if folder := os.environ.get("PICTURES"):
            await page.screenshot(path=f"{folder}/empty-{width}.png")
        async with page.expect_file_chooser() as choosing:
            await offered.click()
        await (await choosing.value).set_files(file("conversations.json", json.dumps(written).encode(), "application/json"))

        await page.wait_for_url(lambda url: "/thread/" in url, timeout=SECONDS)
        await expect(page.locator("[data-step-type=user_message]")).to_contain_text("three hives", timeout=SECONDS)
        await expect(offered).to_have_count(0)


_BEES = {
    "id": "a",
    "author": {"role": "user"},
    "create_time": 1_700_000_000,
    "content": {"content_type": "text", "parts": ["We keep three hives behind the barn."]},
}


async def _import(page: Page, thread: str, width: int, chosen: FilePayload) -> None:
    if width < 800:
        await page.get_by_role("button", name="Show or hide conversations").click()
    await _menu(page, thread)
    async with page.expect_file_chooser() as choosing:
        await page.get_by_role("menuitem", name="Import").click()
    if folder := os.environ.get("PICTURES"):
        await page.screenshot(path=f"{folder}/import-{width}.png")
    await (await choosing.value).set_files(chosen)


async def test_the_way_up_in_a_menu_that_was_just_opened_is_to_its_last_entry(server: Server, open_page: Open) -> None:
    async with open_page(server.address) as page:
        await _menu(page, await _talk(page, "Who swept the stairs of the clock tower?"))
        last = page.get_by_role("menuitem").last
        await expect(last).to_have_text("Export")

        await page.keyboard.press("ArrowUp")
        await expect(last).to_be_focused()
        await page.keyboard.press("ArrowDown")
        await expect(page.get_by_role("menuitem").first).to_be_focused()


async def test_the_list_of_conversations_has_a_name_on_a_phone_too(server: Server, open_page: Open) -> None:
    async with open_page(server.address, 390) as page:
        await page.get_by_role("button", name="Show or hide conversations").click()

        await expect(page.get_by_role("dialog", name="Conversations")).to_be_visible()


async def test_memory_is_corrected_and_forgotten_on_its_page_and_a_fact_leads_to_its_message(
    server: Server, open_page: Open
) -> None:
    async with open_page(server.address) as page:
        await ask(page, "My sister lives in Lisbon.")
        await answered(page, "Noted")
        await ask(page, "Where does my sister live?")
        await answered(page, "Lisbon")
        thread = (await resumed_url(page)).rsplit("/", 1)[1]

        await page.set_viewport_size({"width": 390, "height": 860})
        await page.goto(f"{server.address}/memory?thread={thread}")
        await page.get_by_text("Correct").click()
        await page.get_by_label("Correction").fill("My sister lives in Porto.")
        await page.get_by_role("button", name="Save").click()
        await expect(page.locator(".items")).to_contain_text("said was: “My sister lives in Lisbon.”", timeout=SECONDS)
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        await page.get_by_role("link", name="Said on").click()

        await expect(page.locator(".tw-there")).to_contain_text("Lisbon", timeout=SECONDS)
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        await page.locator('a[href="/memory"]').click()
        await expect(page.locator(".items")).to_contain_text("My sister lives in Porto.", timeout=SECONDS)

        await page.get_by_text("Forget", exact=True).click()
        await expect(page.get_by_text("This can't be undone.")).to_be_visible()
        await expect(page.get_by_text("1 answer repeats it and stays")).to_be_visible()
        if folder := os.environ.get("PICTURES"):
            await page.screenshot(path=f"{folder}/forget-390.png")
            await page.set_viewport_size({"width": 1280, "height": 860})
            await page.screenshot(path=f"{folder}/forget-1280.png")
            await page.set_viewport_size({"width": 390, "height": 860})
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        await expect(page.locator(".items")).to_contain_text("My sister lives in Porto.")
        await page.get_by_role("button", name="Forget it").click()
        await expect(page.locator(".items")).to_have_count(0, timeout=SECONDS)


async def test_a_link_to_share_is_shown_whole_and_not_kept_in_the_address(tmp_path: Path, open_page: Open) -> None:
    async with serving(tmp_path / "data", THREADWISE_SHARING="on") as sharing, open_page(sharing.address) as page:
        thread = await _talk(page, "Who tuned the organ of the harbour chapel?")
        await page.goto(f"{sharing.address}/share?thread={thread}")
        await page.get_by_role("button", name="Make a link").click()

        link = await page.get_by_role("link", name=f"{sharing.address}/share/").inner_text()

        assert page.url == f"{sharing.address}/share?thread={thread}"
        await page.goto(link)
        await expect(page.locator(".turn.asked")).to_contain_text("organ of the harbour chapel")


async def test_other_pages_lead_back_to_the_conversation_that_was_left(server: Server, open_page: Open) -> None:
    async with open_page(server.address, 390) as page:
        await ask(page, "My sister lives in Lisbon.")
        await answered(page, "Noted")
        await expect(page.locator("#stop-button")).to_have_count(0, timeout=SECONDS)

        await page.goto(f"{server.address}/find")
        await page.get_by_role("link", name="Back to the chat").click()

        await answered(page, "Noted")


@pytest.mark.parametrize("width", [1280, 390])
async def test_a_new_conversation_has_an_address_and_survives_a_reload(server: Server, open_page: Open, width: int) -> None:
    async with open_page(server.address, width) as page:
        await ask(page, "My sister lives in Lisbon.")
        await answered(page, "Noted")
        address = await resumed_url(page)
        await ask(page, "Where does my sister live?")
        await answered(page, "Lisbon")
        assert page.url == address

        await page.reload()

        await expect(answers(page)).to_have_count(2, timeout=SECONDS)
        assert page.url == address


async def test_a_hit_in_a_document_opens_the_document_at_its_place(server: Server, open_page: Open) -> None:
    async with open_page(server.address) as page:
        await drop(page, file("gearbox.md", b"# Gearbox\n\nThe quillwork gearbox turns at 40 rounds.\n", "text/markdown"))
        await page.click("#chat-submit")
        await resumed_url(page)
        await expect(page.locator(".tw-done")).to_be_visible(timeout=SECONDS)

        await page.goto(f"{server.address}/find?query=quillwork")
        await page.get_by_role("link", name="quillwork").first.click()

        await expect(page.locator("#side-view-content")).to_contain_text("turns at 40 rounds", timeout=SECONDS)


async def test_an_address_that_changes_while_a_document_is_waited_for_throws_nothing(server: Server, open_page: Open) -> None:
    async with open_page(f"{server.address}/#source=document&parent=none") as page:
        await page.evaluate("location.hash = ''")

        await page.wait_for_timeout(1_500)  # it is asked for each second; what is thrown fails on leaving the page


async def test_a_conversation_opens_on_a_slow_machine_whichever_connection_is_quicker(server: Server, open_page: Open) -> None:
    """When a conversation is opened by its address, the page connects twice, first without a conversation."""
    waiting: list[str] = []
    opened: list[str] = []

    async def slower_at_first(route: Route) -> None:
        waiting.append(route.request.url)
        await asyncio.sleep(2 if len(waiting) == 1 else 0)
        await route.continue_()

    def sent(frame: str | bytes) -> None:
        text = str(frame)
        if text.startswith("40"):
            opened.append(json.loads(text[2:])["threadId"])

    async with open_page(server.address) as page:
        await ask(page, "Remember that the pond freezes in January.")
        await answered(page, "Noted")
        thread = (await resumed_url(page)).rsplit("/", 1)[1]
        await page.route("**/set-session-cookie", slower_at_first)
        page.on("websocket", lambda socket: socket.on("framesent", sent))
        slow = await page.context.new_cdp_session(page)
        await slow.send("Emulation.setCPUThrottlingRate", {"rate": 6})
        await page.reload()
        await answered(page, "Noted")
        await page.wait_for_timeout(4_000)

    assert len(waiting) == 2
    assert opened[-1] == thread


async def test_an_answer_that_was_asked_for_over_http_has_its_chips_and_sources(server: Server, open_page: Open) -> None:
    async with httpx.AsyncClient(base_url=server.address, trust_env=False, timeout=60) as api:
        thread = (await api.post("/api/threads", json={"name": "By a program"})).json()["id"]
        files = {"files": ("gate.md", b"# Gate\n\nThe heron gate closes at nine in the evening.\n")}
        (await api.post(f"/api/threads/{thread}/documents", files=files)).raise_for_status()
        (await api.post(f"/api/threads/{thread}/ask", json={"question": "When does the heron gate close?"})).raise_for_status()

    async with open_page(f"{server.address}/thread/{thread}") as page:
        answer = await answered(page, "closes at nine in the evening")
        await expect(answer.locator(".tw-summary")).to_contain_text("Sources: 1 document, 1 passage", timeout=SECONDS)
        await answer.locator("a[href='#source-1']").click()

        await expect(marked(page, "nine in the evening")).to_be_visible(timeout=SECONDS)


_OVER_THE_END = """() => {
  const scroller = document.querySelector('[data-step-type]').closest('.overflow-y-auto');
  return scroller.lastElementChild.getBoundingClientRect().top - scroller.getBoundingClientRect().bottom;
}"""


async def test_a_conversation_opens_at_the_end_of_its_last_answer_and_stays_where_somebody_scrolls(
    server: Server, open_page: Open
) -> None:
    async with httpx.AsyncClient(base_url=server.address, trust_env=False, timeout=60) as api:
        thread = (await api.post("/api/threads", json={"name": "Long"})).json()["id"]
        sections = [f"# {name}\n\nThe {name.lower()} gate closes at nine." for name in ("Heron", "Otter", "Stork", "Crane")]
        files = {"files": ("gates.md", "\n\n".join(sections).encode())}
        (await api.post(f"/api/threads/{thread}/documents", files=files)).raise_for_status()
        for name in ("otter", "stork", "heron"):
            (
                await api.post(f"/api/threads/{thread}/ask", json={"question": f"When does the {name} gate close?"})
            ).raise_for_status()

    async with open_page(f"{server.address}/thread/{thread}", width=390) as page:
        await expect(answers(page).last.locator(".tw-summary")).to_be_visible(timeout=SECONDS)
        await answers(page).last.evaluate("answer => answer.style.paddingBottom = '900px'")  # like something that is drawn late
        await page.wait_for_function(f"() => ({_OVER_THE_END})() <= 1", timeout=SECONDS)
        await page.mouse.move(195, 300)
        await page.mouse.wheel(0, -600)
        await answers(page).last.evaluate("answer => answer.style.paddingBottom = '1200px'")
        await page.wait_for_timeout(500)

        assert await page.evaluate(_OVER_THE_END) > 300


@pytest.mark.parametrize("width", [1280, 390])
async def test_a_notice_stands_below_the_hits_of_a_search(server: Server, open_page: Open, width: int) -> None:
    async with open_page(server.address, width=width) as page:
        await page.evaluate("window.threadwise.notice('The barge is deleted.', 0)")
        if width < 800:
            await page.click("#sidebar-trigger-button")
        await page.click("#search-chats-button")
        search = page.get_by_role("dialog").filter(has=page.get_by_role("combobox"))
        await expect(search).to_be_visible(timeout=SECONDS)

        hits, notice = await search.bounding_box(), await page.locator(".tw-notice").bounding_box()

        assert hits is not None
        assert notice is not None
        assert hits["y"] + hits["height"] <= notice["y"]
        assert notice["y"] + notice["height"] <= 860
