"""Tests of the widget on a page with a strict policy, in a real browser; the site is a server of its own."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Browser, BrowserContext, FilePayload, FrameLocator, Locator, Page, Request, Route, expect

from chat.domain import utc_now
from tests.accounts import accounts
from tests.serving import serving
from tests.widget.conftest import Chat
from tests.widget.site import Site, opened

pytestmark = pytest.mark.asyncio(loop_scope="package")

SECONDS = 40_000
UNAVAILABLE = "Chat is unavailable."


@asynccontextmanager
async def visit(
    chromium: Browser, site: Site, context: BrowserContext | None = None, width: int = 1100, address: str | None = None
) -> AsyncIterator[Page]:
    """Yield a page of the site; at the end, check that it sent no requests elsewhere and threw no errors."""
    own = context or await chromium.new_context(viewport={"width": width, "height": 820}, accept_downloads=True)
    page = await own.new_page()
    strangers: list[str] = []
    errors: list[str] = []
    known = {urlsplit(site.address).netloc, urlsplit(site.chat).netloc}

    async def answered(request: Request) -> None:
        if request.url.startswith(("http", "ws")) and urlsplit(request.url).netloc not in known:
            strangers.append(request.url)

    page.on("requestfinished", answered)
    page.on("pageerror", lambda error: errors.append(str(error)))
    await page.goto(address or site.address)
    await expect(button(page)).to_be_visible()
    yield page
    await (page.close() if context else own.close())
    assert strangers == []
    assert errors == []


def button(page: Page) -> Locator:
    return page.locator("#threadwise > button")


def inside(page: Page) -> FrameLocator:
    return page.frame_locator("#threadwise > iframe")


async def open_chat(page: Page) -> FrameLocator:
    await button(page).click()
    frame = inside(page)
    await expect(frame.locator("#chat-input")).to_be_visible(timeout=SECONDS)
    return frame


async def ask(frame: FrameLocator, question: str, words: str | re.Pattern[str]) -> None:
    await frame.locator("#chat-input").fill(question)
    await expect(frame.locator("#chat-submit")).to_be_enabled(timeout=SECONDS)
    await frame.locator("#chat-submit").click()
    await expect(frame.locator(".ai-message").last).to_contain_text(words, timeout=SECONDS)


@pytest.fixture
def site(chat: Chat) -> Site:
    """The site, with its settings reset for each visit."""
    chat.site.visitor, chat.site.libraries, chat.site.token = "vera", ["manuals"], None
    chat.site.background, chat.site.rules, chat.site.script, chat.site.script_policy = "#ffffff", "", "", ""
    return chat.site


async def test_a_visitor_asks_sees_the_source_comes_back_and_is_not_seen_by_the_next(chromium: Browser, site: Site) -> None:
    context = await chromium.new_context(viewport={"width": 1100, "height": 820})
    async with visit(chromium, site, context) as page:
        asked_before = site.asked
        forbidden: list[str] = []
        untitled: list[str] = []
        page.on("console", lambda said: forbidden.append(said.text) if "Content Security Policy" in said.text else None)
        await expect(page.locator("#threadwise > iframe")).to_have_count(0)
        assert site.asked == asked_before  # nothing happens before the click

        frame = await open_chat(page)
        page.on("console", lambda said: untitled.append(said.text) if "DialogTitle" in said.text else None)
        await ask(frame, "How long is the warranty of the pump?", "24 months")
        await expect(frame.locator("body")).not_to_contain_text("OPENAI_API_KEY")
        tint = await frame.locator(".tw-cited").last.evaluate("each => getComputedStyle(each).backgroundColor")
        assert tint != "rgba(0, 0, 0, 0)"  # the theme's colours reach our elements
        for named in ("Add files", "Edit this question", "Copy this answer", "Good answer", "Bad answer"):
            await expect(frame.get_by_role("button", name=named).last).to_be_attached()
        assert forbidden == []
        await frame.locator(".tw-summary").last.click()
        await frame.locator(".tw-passage").first.click()
        await expect(frame.locator("mark", has_text="24 months from delivery").first).to_be_visible(timeout=SECONDS)
        panel, whole = await frame.locator('[role="dialog"]').bounding_box(), await page.locator("iframe").bounding_box()
        assert untitled == []
        assert panel is not None
        assert whole is not None
        assert panel["width"] <= whole["width"]  # never wider than the page

        await page.reload()
        frame = await open_chat(page)
        await expect(frame.locator(".ai-message").last).to_contain_text("24 months", timeout=SECONDS)

        site.visitor = "walter"
        await page.reload()
        frame = await open_chat(page)
        await expect(frame.locator("#starters")).to_be_visible(timeout=SECONDS)
        await expect(frame.locator(".ai-message")).to_have_count(0)
        await frame.locator("#conversations").click()
        await expect(frame.locator("#sheet")).to_contain_text("No conversations yet.")
    await context.close()


async def test_a_visitor_uploads_begins_anew_goes_back_saves_and_is_forgotten(chromium: Browser, chat: Chat, site: Site) -> None:
    site.visitor, site.libraries = "uma", []
    async with visit(chromium, site) as page:
        frame = await open_chat(page)
        await expect(frame.locator("#upload-button")).to_be_enabled(timeout=SECONDS)  # the chat is connected, and takes files
        bill = {"name": "bill.txt", "mimeType": "text/plain", "buffer": b"Invoice 7: the amount due is 512 euros on 3 May 2024."}
        await frame.locator("#upload-button-input").set_input_files(bill)  # type: ignore[arg-type] # a file as Playwright takes it
        await expect(frame.locator("#chat-submit")).to_be_enabled(timeout=SECONDS)  # it is uploaded
        await ask(frame, "What is the amount due?", "512")
        await expect(frame.locator(".ai-message").last.locator('[class*="positive-feedback"]')).to_be_visible(timeout=SECONDS)

        await frame.locator("#fresh").click()
        await expect(frame.locator(".ai-message")).to_have_count(0)
        await ask(frame, "Remember: my dog is called Rex.", re.compile("."))
        await frame.locator("#conversations").click()
        await frame.locator("#sheet button", has_text="amount due").click()
        await expect(frame.locator(".ai-message").last).to_contain_text("512", timeout=SECONDS)

        await frame.locator("#more").click()
        async with page.expect_download() as saving:
            await frame.get_by_text("Save this conversation").click()
        assert (await saving.value).suggested_filename.endswith(".zip")

        await frame.get_by_text("Forget me").click()
        await frame.get_by_text("Delete all", exact=True).click()
        await expect(frame.locator("#sheet")).to_contain_text("Deleted and checked: 4 messages and 1 files", timeout=SECONDS)
    async with chat.owner() as owner:
        gone = await owner.delete("/api/widget/visitor", params={"visitor": "uma", "origin": site.address})
        assert gone.status_code == 404


async def test_a_visitors_file_that_does_not_reach_the_server_is_said_and_sent_again(chromium: Browser, site: Site) -> None:
    async with visit(chromium, site, width=390) as page:
        frame = await open_chat(page)
        await expect(frame.locator("#upload-button")).to_be_enabled(timeout=SECONDS)
        await page.route("**/project/file?*", lambda route: route.abort())
        bill = {"name": "bill.txt", "mimeType": "text/plain", "buffer": b"Invoice 7: the amount due is 512 euros on 3 May 2024."}
        await frame.locator("#upload-button-input").set_input_files(bill)  # type: ignore[arg-type] # a file as Playwright takes it
        await expect(frame.locator(".tw-notice")).to_have_text(
            "The server could not be reached: “bill.txt” is not uploaded yet. It is sent again by itself.", timeout=SECONDS
        )
        await expect(frame.locator("#chat-submit")).to_be_disabled()
        if folder := os.environ.get("PICTURES"):
            await page.screenshot(path=f"{folder}/widget-upload.png")

        await page.unroute("**/project/file?*")

        await expect(frame.locator("#chat-submit")).to_be_enabled(timeout=SECONDS)
        await expect(frame.locator(".tw-notice")).to_have_count(0)


async def test_a_visitors_file_that_waits_in_the_message_box_outlives_a_restart_of_the_server(
    chromium: Browser, tmp_path: Path
) -> None:
    data, site = tmp_path / "data", Site("", "")
    site.script = '<script src="{}/public/widget.js" data-token-url="/my-token" data-language="de" async></script>'
    async with accounts(data) as people:
        site.key = await people.create_key(await people.local_user(), "site", [site.address])
    async with AsyncExitStack() as open_for_all:
        async with serving(data) as server:
            port = int(server.address.rpartition(":")[2])
            site.chat = f"http://localhost:{port}"
            site.script = site.script.format(site.chat)
            await open_for_all.enter_async_context(opened(site))
            page = await open_for_all.enter_async_context(visit(chromium, site, width=390))
            await page.evaluate("heard = []; addEventListener('message', ({ data }) => heard.push(data))")
            frame = await open_chat(page)
            await expect(frame.locator("#upload-button")).to_be_enabled(timeout=SECONDS)
            bill = FilePayload(name="bill.txt", mimeType="text/plain", buffer=b"Invoice 7: the amount due is 512 euros.")
            await frame.locator("#upload-button-input").set_input_files(bill)
            await expect(frame.locator("#chat-submit")).to_be_enabled(timeout=SECONDS)
            await page.route("**/project/file?*again=*", lambda route: route.abort())
        async with serving(data, port):
            notices = frame.locator(".tw-notices")
            await expect(notices).to_contain_text("„bill.txt“ wird noch einmal hochgeladen", timeout=SECONDS)
            await expect(notices).to_contain_text("„bill.txt“ ist noch nicht hochgeladen.")
            if folder := os.environ.get("PICTURES"):
                await page.screenshot(path=f"{folder}/widget-lost.png")
            await frame.locator("#chat-input").fill("What is the amount due?")
            for send in (frame.locator("#chat-submit").click(), frame.locator("#chat-input").press("Enter")):
                await send
                await expect(notices).to_contain_text("Senden Sie, sobald sie da ist.")
                await expect(notices).not_to_contain_text("Senden Sie", timeout=SECONDS)
            await expect(frame.locator("#attachments > *")).to_have_count(1)
            await page.unroute("**/project/file?*again=*")
            await expect(notices).to_be_empty(timeout=SECONDS)

            await ask(frame, "What is the amount due?", "512 euros")
            assert [said for said in await page.evaluate("heard") if not isinstance(said, str)] == []  # the site is told nothing


async def test_who_is_let_in_next_in_a_browser_empties_what_the_last_sees(chromium: Browser, site: Site) -> None:
    context = await chromium.new_context(viewport={"width": 1100, "height": 820})
    async with visit(chromium, site, context) as first:
        veras = await open_chat(first)
        await ask(veras, "How long is the warranty of the pump?", "24 months")

        site.visitor = "walter"
        async with visit(chromium, site, context) as second:
            walters = await open_chat(second)

            await expect(veras.locator("#sheet")).to_contain_text("Someone else was let into this chat in this browser.")
            await expect(veras.locator("body")).not_to_contain_text("warranty")
            await expect(veras.locator("button:enabled")).to_have_count(2)  # Start anew, Close
            await ask(walters, "Where does the pump stand?", "cellar")  # neither frame ends the other again

        await veras.get_by_text("Start anew").click()
        await expect(veras.locator(".ai-message").last).to_contain_text("cellar", timeout=SECONDS)  # as walter
    await context.close()


async def test_who_is_forgotten_in_one_tab_is_so_in_the_others(chromium: Browser, site: Site) -> None:
    site.visitor = "wanda"
    context = await chromium.new_context(viewport={"width": 1100, "height": 820})
    async with visit(chromium, site, context) as first, visit(chromium, site, context) as second:
        there = await open_chat(first)
        await ask(there, "How long is the warranty of the pump?", "24 months")
        here = await open_chat(second)
        await here.locator("#more").click()
        await here.get_by_text("Forget me").click()
        await here.get_by_text("Delete all", exact=True).click()
        await expect(here.locator("#sheet")).to_contain_text("Deleted and checked", timeout=SECONDS)

        await expect(there.locator("#sheet")).to_contain_text("deleted in another window")
        await expect(there.locator("body")).not_to_contain_text("warranty")
        for frame in (here, there):
            await expect(frame.locator("button:enabled")).to_have_count(2)  # Start anew, Close

        await there.get_by_text("Start anew").click()
        await ask(there, "Where does the pump stand?", "cellar")
    await context.close()


async def test_where_no_frame_hears_of_another_each_acts_as_the_visitor_that_it_let_in(
    chromium: Browser, chat: Chat, site: Site
) -> None:
    context = await chromium.new_context(viewport={"width": 1100, "height": 820})
    await context.add_init_script("addEventListener('storage', (event) => event.stopImmediatePropagation(), true)")
    site.visitor = "yves"
    async with visit(chromium, site, context) as first:
        frame = await open_chat(first)
        await ask(frame, "How long is the warranty of the pump?", "24 months")

        site.visitor = "zoe"
        async with visit(chromium, site, context) as second:
            await ask(await open_chat(second), "Where does the pump stand?", "cellar")

        await ask(frame, "What is the warranty of the pump?", "24 months")
        await frame.locator("#conversations").click()
        await expect(frame.locator("#sheet button")).to_have_count(1)
        await expect(frame.locator("#sheet button")).to_contain_text("warranty")
        await frame.locator("#more").click()
        await frame.get_by_text("Forget me").click()
        await frame.get_by_text("Delete all", exact=True).click()
        await expect(frame.locator("#sheet")).to_contain_text("Deleted and checked: 4 messages", timeout=SECONDS)
    await context.close()

    async with chat.owner() as owner:
        for visitor, status in (("yves", 404), ("zoe", 200)):
            gone = await owner.delete("/api/widget/visitor", params={"visitor": visitor, "origin": site.address})
            assert gone.status_code == status, visitor


async def test_a_list_that_comes_late_does_not_take_the_place_of_what_was_opened_since(chromium: Browser, site: Site) -> None:
    listed = asyncio.Event()

    async def late(route: Route) -> None:
        await listed.wait()
        await route.continue_()

    async with visit(chromium, site) as page:
        frame = await open_chat(page)
        await page.route("**/api/threads?limit=50", late)
        await frame.locator("#conversations").click()
        await frame.locator("#more").click()
        await expect(frame.get_by_text("Forget me")).to_be_visible()

        async with page.expect_response("**/api/threads?limit=50") as answer:
            listed.set()
        await (await answer.value).finished()

        await page.wait_for_timeout(300)
        await expect(frame.get_by_text("Forget me")).to_be_visible()


async def test_a_visitor_is_forgotten_also_before_the_chat_is_loaded_and_once(chromium: Browser, site: Site) -> None:
    site.visitor = "xenia"
    loaded, erased = asyncio.Event(), asyncio.Event()

    def until(event: asyncio.Event) -> Callable[[Route], Awaitable[None]]:
        async def late(route: Route) -> None:
            await event.wait()
            await route.continue_()

        return late

    async with visit(chromium, site) as page:
        await page.route("**/copilot/index.js", until(loaded))
        await page.route("**/api/widget/visitor", until(erased))
        async with page.expect_request("**/copilot/index.js"):  # the visitor is admitted
            await button(page).click()
        frame = inside(page)
        await frame.locator("#more").click()
        await frame.get_by_text("Forget me").click()
        await frame.get_by_text("Delete all", exact=True).click()
        await expect(frame.locator("button:enabled")).to_have_count(1)  # only Close is enabled
        erased.set()
        await expect(frame.locator("#sheet")).to_contain_text("Deleted and checked", timeout=SECONDS)

        async with page.expect_response("**/copilot/index.js"):
            loaded.set()

        await page.wait_for_timeout(300)
        await expect(frame.locator("#chainlit-copilot")).to_have_count(0)
        await expect(frame.locator("button:enabled")).to_have_count(2)  # Start anew, Close
        await expect(frame.locator("#more")).to_be_disabled()


@pytest.mark.parametrize(("language", "close"), [("de", "Schließen"), ("fr-FR", "Fermer"), ("es", "Cerrar")])
async def test_the_bar_speaks_the_language_that_the_button_speaks(
    chromium: Browser, site: Site, language: str, close: str
) -> None:
    site.script = (
        f'<script src="{site.chat}/public/widget.js" data-token-url="/my-token" data-language="{language}" async></script>'
    )
    async with visit(chromium, site) as page:
        await button(page).click()

        await expect(inside(page).get_by_role("button", name=close)).to_be_visible(timeout=SECONDS)


@pytest.mark.parametrize(
    ("language", "placeholder", "foot", "starter", "help_", "reading", "empty", "searched"),
    [
        (
            "de",
            "Fragen, erzählen oder Dateien ablegen",
            "Antworten nennen ihre Quellen.",
            "Wie funktioniert das?",
            "bis zu 20 auf einmal",
            "bill.txt ist angekommen",
            "Die Datei ist leer.",
            "Durchsucht: diese Unterhaltung und Bibliothek “Manuals”. Hier sind keine Dateien.",
        ),
        (
            "fr_CA",
            "Posez une question, déposez un fichier",
            "Les réponses citent leurs sources.",
            "Comment ça marche ?",
            "jusqu’à 20 à la fois",
            "bill.txt est arrivé",
            "Le fichier est vide.",
            "Recherche faite dans : cette conversation et Bibliothèque “Manuals”.",
        ),
        (
            "es-MX",
            "Pregunte, cuente o suelte archivos",
            "Las respuestas citan sus fuentes.",
            "¿Cómo funciona?",
            "hasta 20 a la vez",
            "bill.txt ha llegado",
            "El archivo está vacío.",
            "Se ha buscado en: esta conversación y Biblioteca “Manuals”.",
        ),
        (
            "it",
            "Drop files, ask, or tell me something",
            "Answers cite",
            "How does this work?",
            "up to 20 at a",
            "Received bill",
            "The file is",
            "Searched: this conversation and the library “Manuals”. There are no files here.",
        ),
    ],
)
async def test_what_the_chat_itself_says_is_in_it_too(
    chromium: Browser,
    site: Site,
    language: str,
    placeholder: str,
    foot: str,
    starter: str,
    help_: str,
    reading: str,
    empty: str,
    searched: str,
) -> None:
    site.visitor = f"speaks {language}"
    site.script = (
        f'<script src="{site.chat}/public/widget.js" data-token-url="/my-token" data-language="{language}" async></script>'
    )
    async with visit(chromium, site) as page:
        frame = await open_chat(page)
        await expect(frame.locator("#chat-input")).to_have_attribute("placeholder", re.compile(re.escape(placeholder)))
        await expect(frame.locator("#chainlit-copilot")).to_contain_text(foot)

        await frame.get_by_role("button", name=starter).click()
        await expect(frame.locator(".ai-message").last).to_contain_text(help_, timeout=SECONDS)
        bill = {"name": "bill.txt", "mimeType": "text/plain", "buffer": b""}
        await frame.locator("#upload-button-input").set_input_files(bill)  # type: ignore[arg-type] # a file as Playwright takes it
        await expect(frame.locator("#chat-submit")).to_be_enabled(timeout=SECONDS)
        await frame.locator("#chat-submit").click()

        await expect(frame.locator(".ai-message").last).to_contain_text(reading, timeout=SECONDS)
        await expect(frame.locator(".tw-job-error")).to_contain_text(empty, timeout=SECONDS)

        await frame.locator("#fresh").click()
        await ask(frame, "Which colour has the moon?", re.compile("."))
        await expect(frame.locator(".tw-note")).to_contain_text(searched, timeout=SECONDS)


async def test_conversations_of_one_name_are_told_apart_by_when_they_were_used_as_the_language_writes_it(
    chromium: Browser, site: Site
) -> None:
    site.visitor = "dora"
    site.script = f'<script src="{site.chat}/public/widget.js" data-token-url="/my-token" data-language="de" async></script>'
    async with visit(chromium, site, width=390) as page:
        frame = await open_chat(page)
        await ask(frame, "How long is the warranty of the pump?", "24 months")

        await frame.locator("#conversations").click()

        listed = frame.locator("#sheet button time")
        await expect(listed).to_have_text(re.compile(r"^\d\d\.\d\d\.\d{4}, \d\d:\d\d$"))
        await expect(listed).to_be_in_viewport()


@pytest.mark.parametrize(
    ("language", "send", "summary", "library", "why", "kept"),
    [
        (
            "de",
            "Senden",
            "Quellen: 1 Dokument, 1 Textstelle",
            "Bibliothek Manuals",
            "Warum diese Quellen",
            "Behalten: Platz 1 nach",
        ),
        (
            "fr-FR",
            "Envoyer",
            "Sources : 1 document, 1 passage",
            "Bibliothèque Manuals",
            "Pourquoi ces sources",
            "Gardé : numéro 1",
        ),
        ("es", "Enviar", "Fuentes: 1 documento, 1 pasaje", "Biblioteca Manuals", "Por qué estas fuentes", "Conservado: n.º 1"),
    ],
)
async def test_sources_and_names_for_screen_readers_speak_it_too(
    chromium: Browser, site: Site, language: str, send: str, summary: str, library: str, why: str, kept: str
) -> None:
    site.script = (
        f'<script src="{site.chat}/public/widget.js" data-token-url="/my-token" data-language="{language}" async></script>'
    )
    async with visit(chromium, site) as page:
        frame = await open_chat(page)
        await ask(frame, "How long is the warranty of the pump?", "24 months")

        await expect(frame.locator("#chat-submit, #stop-button").last).to_have_accessible_name(send, timeout=SECONDS)
        await expect(frame.locator(".tw-summary span").first).to_have_text(summary)
        await frame.locator(".tw-summary").click()
        await expect(frame.locator(".tw-library").first).to_have_text(library)
        await frame.get_by_role("button", name=why).click()
        await expect(frame.locator(".tw-reason").first).to_contain_text(kept, timeout=SECONDS)
        await expect(frame.locator('[role="dialog"]')).to_contain_text(why)
        await expect(frame.locator("[data-testid=why]")).not_to_contain_text(re.compile("Search|Kept|Cut|Meaning|candidate"))


async def test_a_page_that_lets_in_single_scripts_and_trusted_addresses_shows_it_once(chromium: Browser, site: Site) -> None:
    tag = f'<script src="{site.chat}/public/widget.js" data-token-url="/my-token" nonce="pumps"></script>'
    site.script = tag + tag
    site.script_policy = "script-src 'nonce-pumps'; require-trusted-types-for 'script'; trusted-types threadwise"
    async with visit(chromium, site) as page:
        await expect(page.locator("#threadwise")).to_have_count(1)

        await open_chat(page)


async def test_a_page_may_take_it_away_and_put_it_in_again_where_each_trusted_name_is_taken_once(
    chromium: Browser, site: Site
) -> None:
    address = f"{site.chat}/public/widget.js"
    site.script = f'<script src="{address}" data-token-url="/my-token" nonce="pumps"></script>'
    site.script_policy = "script-src 'nonce-pumps'; require-trusted-types-for 'script'; trusted-types threadwise site"
    async with visit(chromium, site) as page:
        await expect(page.locator("#threadwise")).to_have_count(1)
        await page.evaluate(
            """(address) => {
                document.querySelector('#threadwise').remove();
                const line = document.createElement('script');
                line.nonce = 'pumps';
                line.dataset.tokenUrl = '/my-token';
                line.src = trustedTypes.createPolicy('site', { createScriptURL: (path) => path }).createScriptURL(address);
                document.head.append(line);
            }""",
            address,
        )

        await open_chat(page)


async def test_rules_of_the_page_leave_it_where_it_is_and_paper_is_without_it(chromium: Browser, site: Site) -> None:
    site.rules = """
        body { transform: translateX(0) }
        body > div, body > *, html > div { position: relative !important; max-width: 40px; margin: 30px auto; opacity: 0.3 }
        div { padding: 9px; transform: rotate(5deg) }
        * { z-index: -1 !important; letter-spacing: 3px !important }
        :root { --threadwise-bottom: 90px }
    """
    async with visit(chromium, site) as page:
        assert await button(page).bounding_box() == {"x": 1100 - 20 - 56, "y": 820 - 90 - 56, "width": 56, "height": 56}
        await expect(page.locator("#threadwise")).to_have_css("opacity", "1")
        await open_chat(page)

        await page.emulate_media(media="print")
        await expect(page.locator("#threadwise")).to_be_hidden()


@pytest.mark.parametrize(("color", "words"), [("#ffdd00", 0), ("#2f5fd0", 255)], ids=["black on yellow", "white on blue"])
async def test_words_and_icons_stand_out_from_the_colour_that_a_page_chose(
    chromium: Browser, site: Site, color: str, words: int
) -> None:
    site.script = f'<script src="{site.chat}/public/widget.js" data-token-url="/my-token" data-color="{color}" async></script>'
    async with visit(chromium, site) as page:
        drawn = """(element, [pseudo, property]) => {
            const canvas = document.createElement('canvas').getContext('2d');
            canvas.fillStyle = getComputedStyle(element, pseudo)[property];
            canvas.fillRect(0, 0, 1, 1);
            return [...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)];
        }"""
        frame = await open_chat(page)

        assert await button(page).evaluate(drawn, ["::before", "backgroundColor"]) == [words] * 3
        assert await frame.locator("h1").evaluate(drawn, [None, "color"]) == [words] * 3


async def test_on_a_phone_on_its_side_the_chat_has_all_of_the_screen(chromium: Browser, site: Site) -> None:
    context = await chromium.new_context(viewport={"width": 844, "height": 390})
    async with visit(chromium, site, context) as page:
        await open_chat(page)

        assert await page.locator("#threadwise iframe").bounding_box() == {"x": 0, "y": 0, "width": 844, "height": 390}
    await context.close()


async def test_an_ended_token_is_replaced_and_where_there_is_none_the_chat_says_so(chromium: Browser, site: Site) -> None:
    site.token = "ended"
    async with visit(chromium, site) as page:
        await button(page).click()
        await expect(page.get_by_role("alert")).to_have_text(UNAVAILABLE, timeout=SECONDS)

        site.token = None
        await open_chat(page)  # the same button tries again
        await expect(page.get_by_role("alert")).to_be_hidden()


async def test_the_token_is_renewed_before_it_ends(chromium: Browser, site: Site) -> None:
    async with visit(chromium, site) as page:
        await page.clock.install(time=utc_now())
        await open_chat(page)
        asked = site.asked

        await page.clock.fast_forward(14 * 60_000 + 1_000)

        for _ in range(50):
            if site.asked > asked:
                break
            await page.wait_for_timeout(100)
        assert site.asked == asked + 1


async def test_a_page_of_another_origin_can_neither_get_nor_use_a_token(chromium: Browser, chat: Chat, site: Site) -> None:
    stolen = (await site.new_token()).json()["token"]
    async with opened(Site(chat.address, chat.key)) as stranger, visit(chromium, stranger) as page:
        await button(page).click()
        await expect(page.get_by_role("alert")).to_have_text(UNAVAILABLE, timeout=SECONDS)

        stranger.token = stolen
        await button(page).click()
        await expect(page.get_by_role("alert")).to_be_hidden()
        await expect(page.get_by_role("alert")).to_have_text(UNAVAILABLE, timeout=SECONDS)


async def test_a_server_that_is_away_is_said_and_not_hidden(chromium: Browser, site: Site) -> None:
    async with visit(chromium, site) as page:
        await page.route(f"{site.chat}/**", lambda route: route.abort())

        await button(page).click()

        await expect(page.get_by_role("alert")).to_have_text(UNAVAILABLE, timeout=SECONDS)


async def test_at_phone_width_by_keyboard_on_a_dark_page_it_is_a_full_dark_sheet(chromium: Browser, site: Site) -> None:
    site.background = "#101418"
    async with visit(chromium, site, width=390) as page:
        await button(page).wait_for()
        await page.keyboard.press("Tab")
        await page.keyboard.press("Enter")
        frame = inside(page)
        await expect(frame.locator("#chat-input")).to_be_focused(timeout=SECONDS)

        box = await page.locator("#threadwise > iframe").bounding_box()
        assert box == {"x": 0, "y": 0, "width": 390, "height": 820}
        await expect(frame.locator("#cl-shadow-root")).to_have_class("dark")

        await frame.locator("#more").press("Enter")
        await expect(frame.get_by_text("Forget me")).to_be_focused()
        await page.keyboard.press("Escape")
        await expect(frame.locator("#sheet")).to_be_hidden()
        await expect(frame.locator("#more")).to_be_focused()

        await page.keyboard.press("Escape")
        await expect(page.locator("#threadwise > iframe")).to_be_hidden()
        await expect(button(page)).to_be_focused()


async def test_what_is_said_in_passing_leaves_the_message_box_free(chromium: Browser, site: Site) -> None:
    async with visit(chromium, site, width=390) as page:
        frame = await open_chat(page)
        await expect(frame.locator("#upload-button")).to_be_enabled(timeout=SECONDS)
        await frame.locator("#chat-input").fill("long " * 5_000)
        await frame.locator("#chat-submit").click()
        said = frame.locator("[data-sonner-toast]")
        await expect(said).to_contain_text("put long text into a file", timeout=SECONDS)

        async def is_above() -> bool:
            shown, composer = await said.bounding_box(), await frame.locator("#message-composer").bounding_box()
            return shown is not None and composer is not None and shown["y"] + shown["height"] <= composer["y"]

        for _ in range(50):  # it slides in
            if await is_above():
                break
            await page.wait_for_timeout(100)
        assert await is_above()


async def test_what_a_visitor_asks_on_one_page_of_the_site_is_there_on_another(chromium: Browser, site: Site) -> None:
    site.visitor = "tabitha"
    context = await chromium.new_context(viewport={"width": 1100, "height": 820})
    async with visit(chromium, site, context) as one:
        frame = await open_chat(one)
        await ask(frame, "How long is the warranty of the pump?", "24 months")
        async with visit(chromium, site, context) as two:
            other = await open_chat(two)
            await expect(other.locator(".ai-message").last).to_contain_text("24 months", timeout=SECONDS)
            await other.locator("#chat-input").fill("And the")

            await ask(frame, "Thanks!", "welcome")

            await expect(other.locator(".ai-message").last).to_contain_text("welcome", timeout=SECONDS)
            await expect(other.locator("#chat-input")).to_have_value("And the")
    await context.close()
