"""Tests of choosing on the page what a thread searches: a library, other threads, or nothing."""

from __future__ import annotations

import os
from itertools import pairwise

import httpx
import pytest
from playwright.async_api import Locator, Page, expect

from tests.browser.accessible import grave
from tests.browser.conftest import Open
from tests.browser.pages import SECONDS, answered, ask, file, marked, open_sources
from tests.serving import Server

pytestmark = pytest.mark.asyncio(loop_scope="package")

LATHE = b"# Lathe\n\nThe lathe turns at 850 rounds a minute.\n"
SCALE = b"# Scale\n\nThe letter scale takes at most 5 kilograms.\n"
QUESTION = "How many kilograms does the letter scale take?"
SAID = "Our aunt Philippa arrives by ferry on Thursday evening."


async def _settings(page: Page) -> Locator:
    await page.click("#chat-settings-open-modal")
    return page.get_by_role("dialog")


async def _close(page: Page, width: int) -> None:
    """Close the side panel if it covers the page, as on narrow ones."""
    if width < 800:
        await page.keyboard.press("Escape")
        await expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
async def test_a_library_and_other_threads_are_chosen_before_the_first_question_and_their_passages_open(
    server: Server, open_page: Open, width: int, scheme: str
) -> None:
    name = f"Office {width}"
    async with httpx.AsyncClient(base_url=server.address, trust_env=False, timeout=60) as api:
        library = (await api.post("/api/libraries", json={"name": name})).json()["id"]
        await api.post(f"/api/libraries/{library}/documents", files={"files": ("scale.md", SCALE)})
        await api.post("/api/threads", json={"id": f"visits-{width}", "name": "Visits"})
        await api.post(f"/api/threads/visits-{width}/messages", json=[{"role": "user", "content": SAID}])

    async with open_page(server.address, width=width, scheme=scheme) as page:
        settings = await _settings(page)
        await settings.locator("#other_threads").click()
        await settings.get_by_role("combobox").click()
        await page.get_by_role("option", name=name).click()
        await expect(settings.get_by_role("button", name=f"Remove {name}")).to_be_visible()
        await settings.get_by_role("button", name="Confirm").click()

        await ask(page, QUESTION)
        await answered(page, "5 kilograms")
        await open_sources(page)
        group = page.locator(".tw-group", has_text="scale.md")
        await expect(group.locator(".tw-library")).to_have_text(f"Library {name}")
        await group.locator(".tw-passage").first.click()
        await expect(marked(page, "letter scale")).to_be_visible(timeout=SECONDS)
        await expect(page.locator(".tw-text .tw-library")).to_have_text(f"Library {name}")
        await _close(page, width)

        await ask(page, "When does our aunt Philippa arrive?")
        await answered(page, "(from your conversation “Visits”)")
        await expect(page.locator(".tw-summary")).to_have_count(2, timeout=SECONDS)
        await open_sources(page)
        await page.locator(".tw-group", has_text="From your conversation “Visits”").last.locator(".tw-passage").first.click()
        await expect(page.locator(".tw-turn-marked")).to_contain_text("Philippa", timeout=SECONDS)
        assert await page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")

        async with httpx.AsyncClient(base_url=server.address, trust_env=False, timeout=60) as api:
            await api.delete(f"/api/libraries/{library}")
        await _close(page, width)
        await page.locator(".tw-passage", has_text="kilograms").first.click()
        await expect(page.get_by_text("The library of this source is not there any more")).to_be_visible(timeout=SECONDS)
        await page.reload()
        await expect(page.locator(".tw-gone").first).to_have_text("1 document gone", timeout=SECONDS)
        await page.locator(".tw-summary").first.click()
        await expect(page.locator(".tw-sources").first).to_contain_text("was deleted, or is not shared with you any more.")


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
async def test_a_library_is_made_filled_attached_asked_and_deleted_on_the_pages(
    server: Server, open_page: Open, width: int, scheme: str
) -> None:
    name = f"Manuals of the workshop {'x' * 60}{width}"
    async with open_page(server.address, width=width, scheme=scheme) as page:
        await page.get_by_role("link", name="Libraries").click()
        await page.get_by_label("Name of a new library").fill(name)
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("heading", name=name)).to_be_visible(timeout=SECONDS)
        wrong = file("tool.exe", b"MZ\x90\x00" * 50, "application/octet-stream")
        await page.get_by_label("Files").set_input_files([file("lathe.md", LATHE, "text/markdown"), wrong])
        await page.get_by_role("button", name="Add", exact=True).click()
        await expect(page.get_by_role("status")).to_have_text("1 file is read. 1 file could not be read.", timeout=SECONDS)
        await expect(page.locator("li", has_text="lathe.md")).to_contain_text("ready")
        await expect(page.locator("li", has_text="tool.exe")).to_contain_text("This looks like a program.")
        await _is_tidy(page, f"library-{width}")
        await page.get_by_role("link", name="All libraries").click()
        await expect(page.locator("li", has_text=name)).to_contain_text("1 document")
        await _is_tidy(page, f"libraries-{width}")

        await page.get_by_role("link", name="Back to the chat").click()
        await page.locator("#starters button:enabled").first.wait_for()
        settings = await _settings(page)
        await settings.get_by_role("combobox").click()
        await page.get_by_role("option", name=name).click()
        await settings.get_by_role("button", name="Confirm").click()
        await ask(page, "How many rounds a minute does the lathe turn?")
        await answered(page, "850 rounds")

        await page.goto(f"{server.address}/libraries")
        await page.get_by_role("link", name=name).click()
        for summary, sure in (("Delete", "Delete it"), ("Delete the library", "Delete it with its documents")):
            await page.locator("summary").get_by_text(summary, exact=True).focus()
            await page.keyboard.press("Enter")
            await expect(page.get_by_role("button", name=sure, exact=True)).to_be_visible()
            await _is_tidy(page, f"{summary}-{width}")
            await page.keyboard.press("Tab")
            await page.keyboard.press("Enter")
            await expect(page.get_by_role("status")).to_contain_text("is deleted.", timeout=SECONDS)
        await expect(page.get_by_role("link", name=name)).to_have_count(0)


@pytest.mark.parametrize("width", [800, 320])
async def test_the_links_of_the_header_fit_beside_the_list_of_conversations(server: Server, open_page: Open, width: int) -> None:
    async with open_page(server.address, width=width) as page:
        buttons = page.locator("#header button")
        boxes = [box for each in await buttons.all() if (box := await each.bounding_box())]

        assert await page.get_by_role("link", name="Libraries").count() == 1
        assert all(one["x"] + one["width"] <= other["x"] + 1 for one, other in pairwise(boxes))
        assert boxes[0]["x"] >= (256 if width >= 768 else 0)
        assert boxes[-1]["x"] + boxes[-1]["width"] <= width


async def _is_tidy(page: Page, picture: str) -> None:
    """Check that a page is accessible and not wider than the screen."""
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert await grave(page) == []
    if folder := os.environ.get("PICTURES"):
        await page.screenshot(path=f"{folder}/{picture}.png", full_page=True)


async def test_with_all_libraries_chosen_further_keys_do_no_harm_and_escape_closes_the_list_before_the_settings(
    server: Server, open_page: Open
) -> None:
    async with httpx.AsyncClient(base_url=server.address, trust_env=False, timeout=60) as api:
        await api.post("/api/libraries", json={"name": "Attic"})

    async with open_page(server.address) as page:
        settings = await _settings(page)
        box = settings.get_by_role("combobox", name="Libraries")
        await box.focus()
        options = page.get_by_role("option")
        await expect(options.first).to_be_visible()
        for left in reversed(range(await options.count())):
            await page.keyboard.press("Enter")
            await expect(options).to_have_count(left)
        await page.keyboard.press("ArrowDown")
        await page.keyboard.press("Enter")
        await page.keyboard.type("attic")
        await page.keyboard.insert_text("attic")

        await expect(box).to_have_value("")
        await page.keyboard.press("Backspace")
        await expect(options).to_have_count(1)
        await page.keyboard.press("Escape")
        await expect(options).to_have_count(0)
        await expect(settings.get_by_role("button", name="Confirm")).to_be_focused()
        await page.keyboard.press("Escape")
        await expect(settings).to_have_count(0)


async def test_words_of_an_attached_library_are_found_under_its_name_and_open_there(server: Server, open_page: Open) -> None:
    async with httpx.AsyncClient(base_url=server.address, trust_env=False, timeout=60) as api:
        library = (await api.post("/api/libraries", json={"name": "Post room"})).json()["id"]
        await api.post(
            f"/api/libraries/{library}/documents", files={"files": ("franking.md", b"# Stamps\n\nThe franker hums.\n")}
        )
        await api.post("/api/threads", json={"id": "post", "name": "Post"})
        await api.patch("/api/threads/post", json={"settings": {"libraries": [library]}})

    async with open_page(server.address) as page:
        await page.goto(f"{server.address}/find?query=franker")
        line = page.locator("li", has_text="franking.md")
        await expect(line).to_contain_text("Library Post room")
        await line.get_by_role("link").click()

        await expect(marked(page, "The franker hums")).to_be_visible(timeout=SECONDS)
        await expect(page.locator(".tw-text .tw-library")).to_have_text("Library Post room")


async def test_on_a_phone_names_of_sources_break_between_words_and_the_panel_has_a_title(server: Server, open_page: Open) -> None:
    said: list[str] = []
    async with httpx.AsyncClient(base_url=server.address, trust_env=False, timeout=60) as api:
        library = (await api.post("/api/libraries", json={"name": "Manuals of the garage"})).json()["id"]
        files = [
            ("files", ("jack.md", b"# Jack\n\nThe jack lifts 2 tonnes.")),
            ("files", (f"{LONG}.md", b"# Lift\n\nThe jack of the neighbours lifts 3 tonnes, and they lend it on Sundays.")),
        ]
        await api.post(f"/api/libraries/{library}/documents", files=files)
        await api.post("/api/threads", json={"id": "garage", "name": "Garage"})
        await api.patch("/api/threads/garage", json={"settings": {"libraries": [library]}})
        await api.post("/api/threads/garage/ask", json={"question": "How many tonnes does the jack lift?"})

    async with open_page(server.address, width=300) as page:
        page.on("console", lambda line: said.append(line.text))
        await page.goto(f"{server.address}/thread/garage")
        await ask(page, "How many tonnes does the jack lift?")
        for part in (".tw-why-open", ".tw-summary"):
            await expect(page.locator(part)).to_have_count(2, timeout=SECONDS)  # the first was asked earlier
        await open_sources(page)
        groups = page.locator(".tw-sources").last.locator(".tw-group")
        await expect(groups).to_have_count(2, timeout=SECONDS)
        assert await _lines(groups.locator(".tw-group-name", has_text="jack.md").first) == ["jack.md"]
        assert (await _lines(groups.locator(".tw-group-name", has_text="agreement")))[0].endswith("_")
        await groups.filter(has_text="agreement").locator(".tw-passage").first.click()

        title = page.locator("#side-view-title")
        await expect(title).to_have_text(f"{LONG}.md", timeout=SECONDS)
        assert (await _lines(title))[0].endswith("_")
        await page.keyboard.press("Escape")
        await page.locator("#sidebar-trigger-button").click()
        await expect(page.get_by_role("dialog")).to_be_visible()
        assert [line for line in said if "DialogTitle" in line] == []


LONG = "agreement_for_the_garage_behind_the_house"


async def _lines(name: Locator) -> list[str]:
    """Return the lines into which a name is broken on the screen."""
    found: list[str] = await name.evaluate(
        """element => {
            const lines = new Map();
            for (const node of [...element.childNodes].flatMap((child) => [child, ...child.childNodes])) {
                for (let at = 0; node.nodeType === Node.TEXT_NODE && at < node.length; at += 1) {
                    const range = document.createRange();
                    range.setStart(node, at);
                    range.setEnd(node, at + 1);
                    const { top, width } = range.getBoundingClientRect();
                    const line = Math.round(top);
                    if (width) lines.set(line, (lines.get(line) || '') + node.data[at]);
                }
            }
            return [...lines.values()];
        }"""
    )
    return found


async def test_what_is_chosen_is_there_again_after_a_reload_and_switched_off_nothing_is_searched(
    server: Server, open_page: Open
) -> None:
    async with open_page(server.address) as page:
        await ask(page, "Remember that the spare bulb lies in the blue drawer.")
        await expect(page.locator(".ai-message")).to_have_count(1, timeout=SECONDS)
        settings = await _settings(page)
        await settings.locator("#memory").click()
        await settings.get_by_role("button", name="Confirm").click()
        await ask(page, "Where does the spare bulb lie?")
        await answered(page, "couldn't find this")

        await page.reload()
        await expect(page.locator(".ai-message")).to_have_count(2, timeout=SECONDS)
        settings = await _settings(page)
        await expect(settings.locator("#memory")).to_have_attribute("aria-checked", "false", timeout=SECONDS)
        await expect(settings.locator("#documents")).to_have_attribute("aria-checked", "true")


@pytest.mark.parametrize("width", [1280, 390])
async def test_a_half_life_that_is_not_allowed_keeps_the_settings_open_and_the_other_changes(
    server: Server, open_page: Open, width: int
) -> None:
    async with open_page(server.address, width=width) as page:
        settings = await _settings(page)
        await expect(settings.locator("#half_life_days")).to_have_attribute("placeholder", "As installed")
        await expect(settings.locator("#half_life_days")).to_have_value("")
        await expect(settings.locator("#incognito")).to_have_count(1)
        await settings.locator("#memory").click()
        await _refused(page, settings, "40000")
        await settings.locator("#half_life_days").fill("")
        await _confirm(settings)
        await ask(page, "Remember that the spare fuse lies in the green drawer.")
        await expect(page.locator(".ai-message")).to_have_count(1, timeout=SECONDS)

        settings = await _settings(page)
        await _shows_memory_off_alone(settings)
        for days in ("-3", "a week", "0,5", "0"):
            await _refused(page, settings, days)
        await settings.get_by_role("button", name="Cancel").click()
        await _shows_memory_off_alone(await _settings(page))
        await page.reload()
        await expect(page.locator(".ai-message")).to_have_count(1, timeout=SECONDS)
        settings = await _settings(page)
        await _shows_memory_off_alone(settings)

        await _refused(page, settings, "0.5 days")
        await settings.locator("#half_life_days").fill("0.5")
        await expect(settings.get_by_role("alert")).to_have_count(0)
        await _confirm(settings)
        await expect((await _settings(page)).locator("#half_life_days")).to_have_value("0.5", timeout=SECONDS)


async def _confirm(settings: Locator) -> None:
    await settings.get_by_role("button", name="Confirm").click()
    await expect(settings).to_have_count(0)


async def _refused(page: Page, settings: Locator, days: str) -> None:
    await settings.locator("#half_life_days").fill(days)
    await settings.get_by_role("button", name="Confirm").click()
    await expect(settings.get_by_role("alert")).to_have_text(
        "More than 0 and at most 36,500 days, such as 30 or 0.5. Empty: as installed."
    )
    if folder := os.environ.get("PICTURES"):
        await page.screenshot(path=f"{folder}/half-life-{days}.png")
    await expect(settings.locator("#half_life_days")).to_have_value(days)
    await expect(settings.locator("#half_life_days")).to_be_focused()


async def _shows_memory_off_alone(settings: Locator) -> None:
    await expect(settings.locator("#memory")).to_have_attribute("aria-checked", "false", timeout=SECONDS)
    await expect(settings.locator("#documents")).to_have_attribute("aria-checked", "true")
    await expect(settings.locator("#half_life_days")).to_have_value("", timeout=SECONDS)
    await expect(settings.locator("#incognito")).to_have_count(0)
