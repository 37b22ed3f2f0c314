"""Tests of files on the page: viewing them, unlocking them, and cancelling slow ones."""

from __future__ import annotations

import asyncio
import os
import re

import pytest
from playwright.async_api import Route, expect

from tests.browser.conftest import Open
from tests.browser.pages import SECONDS, add, answered, ask, drop, file, open_sources
from tests.files import HANDBOOK_NAME, encrypted_pdf, handbook_pdf
from tests.office_files import compound, workbook_xlsx
from tests.scans import picture, scanned_pdf
from tests.serving import Server

pytestmark = pytest.mark.asyncio(loop_scope="package")

ORDERS = b"id,customer,amount\n" + b"".join(b"%d,Alba,%d.50\n" % (number, number * 10) for number in range(1, 41))


@pytest.mark.parametrize("width", [1280, 390])
async def test_the_contents_of_a_document_lead_to_its_sections_and_mark_the_cited_one(
    server: Server, open_page: Open, width: int
) -> None:
    async with open_page(server.address, width=width) as page:
        await drop(page, file(HANDBOOK_NAME, handbook_pdf()))
        await ask(page, "Who is the station doctor?")
        await answered(page, "Ingrid Solheim")
        await expect(page.locator("#stop-button")).to_have_count(0, timeout=SECONDS)  # its sources are in their final order
        await open_sources(page)
        await page.locator(".tw-passage", has_text="Solheim").first.click()

        tree = page.locator(".tw-tree")
        await tree.locator("summary").click()
        await expect(tree.locator(".tw-here")).to_have_text(re.compile("Medical help"), timeout=SECONDS)
        await tree.locator("button", has_text="Food").click()

        await expect(page.locator("mark.tw-mark")).to_have_text("Food", timeout=SECONDS)
        await expect(page.locator(".tw-text-body")).to_contain_text("greenhouse")
        await expect(page.locator(".tw-where")).to_contain_text("Food")
        assert await page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


async def test_a_locked_file_asks_for_its_password_in_the_chat(server: Server, open_page: Open) -> None:
    async with open_page(server.address) as page:
        await drop(page, file("locked.pdf", encrypted_pdf(user_password="open sesame")))
        await page.click("#chat-submit")
        await page.locator(".tw-unlock input").fill("guess")
        await page.locator(".tw-unlock button").click()
        await expect(page.locator(".tw-job-error")).to_contain_text("password is wrong", timeout=SECONDS)

        await page.locator(".tw-unlock input").fill("open sesame")
        await page.locator(".tw-unlock button").click()

        await expect(page.locator(".tw-done .tw-job-note")).to_contain_text("passage", timeout=SECONDS)
        await expect(page.locator(".tw-unlock")).to_have_count(0)


async def test_a_locked_file_that_no_password_opens_here_does_not_ask_for_one(server: Server, open_page: Open) -> None:
    async with open_page(server.address) as page:
        await drop(page, file("locked.docx", compound("EncryptedPackage"), "application/octet-stream"))
        await page.click("#chat-submit")

        await expect(page.locator(".tw-job-error")).to_contain_text("Save it without one and upload it again.", timeout=SECONDS)
        await expect(page.locator(".tw-unlock")).to_have_count(0)


async def test_a_password_that_could_not_be_sent_is_said(server: Server, open_page: Open) -> None:
    async with open_page(server.address) as page:
        await drop(page, file("barred.pdf", encrypted_pdf(user_password="open sesame")))
        await page.click("#chat-submit")
        await page.locator(".tw-unlock input").fill("open sesame")
        await page.route("**/api/jobs/*/password", lambda route: route.abort())
        await page.locator(".tw-unlock button").click()
        await expect(page.locator(".tw-job").get_by_role("alert")).to_have_text("The server could not be reached.")

        await page.unroute("**/api/jobs/*/password")
        await page.locator(".tw-unlock button").click()

        await expect(page.locator(".tw-done .tw-job-note")).to_contain_text("passage", timeout=SECONDS)


async def test_a_file_that_is_not_here_any_more_is_said_to_be_gone_and_asked_for_once(server: Server, open_page: Open) -> None:
    asked: list[str] = []

    async def gone(route: Route) -> None:
        asked.append(route.request.url)
        await route.fulfill(status=404, json={"detail": "There is no such file being read."})

    async with open_page(server.address) as page:
        await page.route("**/api/jobs/*", gone)
        await drop(page, file("gone.md", b"The keys lie under the mat.\n", "text/markdown"))
        await page.click("#chat-submit")

        await expect(page.locator(".tw-job")).to_contain_text("This file is not here any more.", timeout=SECONDS)
        await page.wait_for_timeout(2_000)
        assert len(asked) == 1


@pytest.mark.parametrize("width", [1280, 390])
async def test_a_file_is_deleted_from_its_card_once_that_is_confirmed(server: Server, open_page: Open, width: int) -> None:
    async with open_page(server.address, width=width) as page:
        await add(page, "keys.md", "# Keys\n\nThe keys lie under the mat.\n")
        await ask(page, "Where do the keys lie?")
        await answered(page, "under the mat")

        await page.get_by_role("button", name="Delete keys.md", exact=True).dblclick()
        confirm = page.get_by_role("button", name="Delete keys.md for good")
        await expect(confirm).to_be_visible()
        if folder := os.environ.get("PICTURES"):
            await page.screenshot(path=f"{folder}/delete-{width}.png")
        deleted = asyncio.Event()

        async def late(route: Route) -> None:
            await deleted.wait()
            await route.continue_()

        await page.route("**/documents/*", late)
        await confirm.click()

        await expect(page.locator(".tw-job-note")).to_have_text("Being deleted")
        await expect(page.locator(".tw-failed")).to_have_count(0)
        await expect(page.locator(".tw-jobs")).to_be_focused()
        deleted.set()
        await expect(page.locator(".tw-job")).to_have_count(0, timeout=SECONDS)
        await expect(page.get_by_role("status").filter(has_text="keys.md was deleted.")).to_have_count(1)
        await ask(page, "Under what do the keys lie?")
        await answered(page, "couldn't find")
        await expect(page.locator(".tw-job")).to_have_count(0)
        await page.reload()
        await expect(page.locator(".tw-job")).to_contain_text("This file is not here any more.", timeout=SECONDS)
        await expect(page.locator(".tw-failed")).to_have_count(0)


async def test_reading_can_be_stopped(server: Server, open_page: Open) -> None:
    text = "".join(f"# Part {n}\n\nThe number of part {n} is {n * 7}, as the committee decided.\n\n" for n in range(6_000))
    async with open_page(server.address) as page:
        await drop(page, file("long.md", text.encode(), "text/markdown"))
        await page.click("#chat-submit")
        await page.locator(".tw-cancel").click(timeout=SECONDS)

        await expect(page.locator(".tw-failed")).to_contain_text("Reading was stopped.", timeout=SECONDS)


@pytest.mark.parametrize("width", [1280, 390])
async def test_a_file_that_tells_no_progress_for_a_while_counts_the_seconds(server: Server, open_page: Open, width: int) -> None:
    job = {"state": "running", "stage": "embedding", "done": 384, "of": 1539, "percent": 30}
    async with open_page(server.address, width=width) as page:
        await page.route("**/api/jobs/*", lambda route: route.fulfill(json=job))
        await drop(page, file("agreement for the garage behind the house.md", b"# Garage", "text/markdown"))
        await page.click("#chat-submit")
        note = page.locator(".tw-job-note")
        await expect(note).to_have_text("Embedding passages 384 of 1539", timeout=SECONDS)

        await expect(note).to_have_text(re.compile(r"^Embedding passages 384 of 1539 · [34] s$"), timeout=SECONDS)
        await expect(note).to_have_text(re.compile(r" · [5-9] s$"), timeout=SECONDS)
        if folder := os.environ.get("PICTURES"):
            await page.screenshot(path=f"{folder}/quiet-{width}.png")
        assert await page.locator(".tw-job").evaluate("row => row.scrollWidth <= row.clientWidth")
        job["done"] = 448
        await expect(note).to_have_text("Embedding passages 448 of 1539", timeout=SECONDS)


@pytest.mark.parametrize("width", [1280, 390])
async def test_the_pages_of_a_pdf_are_counted_while_its_text_is_extracted(server: Server, open_page: Open, width: int) -> None:
    job = {"state": "running", "stage": "extracting", "done": 120, "of": 300, "percent": 4}
    async with open_page(server.address, width=width) as page:
        await page.route("**/api/jobs/*", lambda route: route.fulfill(json=job))
        await drop(page, file("agreement for the garage behind the house.pdf", handbook_pdf()))
        await page.click("#chat-submit")

        await expect(page.locator(".tw-job-note")).to_have_text("Reading page 120 of 300", timeout=SECONDS)
        if folder := os.environ.get("PICTURES"):
            await page.screenshot(path=f"{folder}/pages-{width}.png")
        assert await page.locator(".tw-job").evaluate("row => row.scrollWidth <= row.clientWidth")


async def test_what_was_read_of_a_file_is_told_also_after_an_error_and_pictures_follow(server: Server, open_page: Open) -> None:
    failed: list[str] = []

    async def at_first(route: Route) -> None:
        if failed:
            await route.continue_()
        else:
            failed.append(route.request.url)
            await route.fulfill(status=503, json={"detail": "The server is starting."})

    async with open_page(server.address) as page:
        await page.route("**/api/threads/*/documents/*", at_first)
        content = scanned_pdf("The lamp of the lighthouse burns paraffin oil.", text_pages=["The harbour master keeps the key."])
        await drop(page, file("harbour.pdf", content))
        await page.click("#chat-submit")
        await page.get_by_text("What was read").click(timeout=SECONDS)

        await expect(page.locator(".tw-about dl")).to_contain_text("Read from pictures2", timeout=SECONDS)
        await ask(page, "What does the lamp of the lighthouse burn?")
        await answered(page, "paraffin")


async def test_a_file_that_is_here_under_another_name_is_offered_as_the_same(server: Server, open_page: Open) -> None:
    async with open_page(server.address) as page:
        await drop(page, file("house.md", b"The knives lie in the upper drawer.\n", "text/markdown"))
        await page.click("#chat-submit")
        await expect(page.locator(".tw-done")).to_have_count(1, timeout=SECONDS)
        await drop(page, file("copy.md", b"The knives lie in the upper drawer.\n", "text/markdown"))
        await page.click("#chat-submit")
        same = page.locator(".tw-job", has_text="copy.md")
        await expect(same).to_contain_text("already in this conversation as house.md; it was not added again.", timeout=SECONDS)
        await same.get_by_text("Add it as a document of its own").click(timeout=SECONDS)

        await expect(page.locator(".tw-done")).to_have_count(3, timeout=SECONDS)


@pytest.mark.parametrize("width", [1280, 390])
async def test_a_file_that_is_sent_twice_is_said_to_be_here_already(server: Server, open_page: Open, width: int) -> None:
    keys = file("keys.md", b"# Keys\n\nThe keys lie under the mat.\n", "text/markdown")
    already = "This file is already in this conversation; it was not added again."
    async with open_page(server.address, width=width) as page:
        await drop(page, keys, keys)
        await page.click("#chat-submit")
        jobs = page.locator(".tw-job")
        await expect(page.locator(".tw-done .tw-about")).to_have_count(2, timeout=SECONDS)
        await expect(jobs.first).not_to_contain_text(already)
        await expect(jobs.last).to_contain_text(already)

        await drop(page, keys)
        await page.click("#chat-submit")
        await expect(page.locator(".tw-done .tw-about")).to_have_count(3, timeout=SECONDS)
        await expect(jobs.last).to_contain_text(already)
        if folder := os.environ.get("PICTURES"):
            await page.screenshot(path=f"{folder}/twice-{width}.png")
        await page.reload()
        await expect(page.get_by_text(already)).to_have_count(2, timeout=SECONDS)


async def test_a_file_is_not_said_to_be_here_already_when_the_one_that_it_repeats_was_stopped(
    server: Server, open_page: Open
) -> None:
    long = "".join(f"# Part {n}\n\nThe number of part {n} is {n * 7}, as the committee decided.\n\n" for n in range(1_500))
    rules = file("rules.md", long.encode(), "text/markdown")
    async with open_page(server.address) as page:
        await drop(page, rules, rules)
        await page.click("#chat-submit")
        await page.locator(".tw-cancel").first.click(timeout=SECONDS)
        await expect(page.locator(".tw-failed")).to_contain_text("Reading was stopped.", timeout=SECONDS)

        await expect(page.locator(".tw-done .tw-about")).to_have_count(1, timeout=2 * SECONDS)
        await expect(page.get_by_text("already in this conversation")).to_have_count(0)
        await page.reload()
        await expect(page.locator(".tw-done .tw-about")).to_have_count(1, timeout=SECONDS)
        await expect(page.get_by_text("already in this conversation")).to_have_count(0)


async def test_a_sum_over_a_table_is_computed_with_its_rows_behind_it(server: Server, open_page: Open) -> None:
    async with open_page(server.address) as page:
        await drop(page, file("orders.csv", ORDERS, "text/csv"))
        await ask(page, "What is the total amount?")

        await answered(page, re.compile(r"8,220\.00\D*1\D.*40 of the 40 rows of orders.csv", re.DOTALL))
        await open_sources(page)
        await page.locator(".tw-passage").first.click()
        await expect(page.locator("mark.tw-mark")).to_contain_text("customer: Alba", timeout=SECONDS)


async def test_of_several_files_none_leaves_a_narrow_page(server: Server, open_page: Open) -> None:
    async with open_page(server.address, 390) as page:
        await drop(
            page, *(file(f"minutes of the {day}.md", b"# Minutes", "text/markdown") for day in ("first", "second", "third"))
        )
        await page.click("#chat-submit")
        await expect(page.locator(".inline-file")).to_have_count(3, timeout=SECONDS)

        left = await page.locator(".inline-file").evaluate_all("files => files.map((file) => file.getBoundingClientRect().left)")
        assert min(left) >= 0


@pytest.mark.parametrize("width", [1280, 390])
async def test_a_sheet_is_called_a_sheet_wherever_a_source_is_shown(server: Server, open_page: Open, width: int) -> None:
    book = workbook_xlsx({"Staff": [["Name", "Post"], ["Ada", "porter"]], "Gates": [["Gate", "Closes"], ["heron gate", "9 pm"]]})
    async with open_page(server.address, width) as page:
        await drop(page, file("house.xlsx", book, "application/octet-stream"))
        await page.click("#chat-submit")
        await expect(page.locator(".tw-done .tw-job-note")).to_contain_text("2 sheets", timeout=SECONDS)
        await ask(page, "What does “Gates” say?")
        answer = await answered(page, "9 pm")
        await expect(page.locator(".tw-why-open")).to_be_visible(timeout=SECONDS)

        assert await answer.locator("a[href='#source-1']").get_attribute("title") == "house.xlsx, sheet 2, Gates"
        await open_sources(page)
        await expect(page.locator(".tw-place").first).to_have_text("Sheet 2 · Gates")
        await page.locator(".tw-passage").first.click()
        await expect(page.locator(".tw-where")).to_have_text("Sheet 2 › Gates", timeout=SECONDS)
        await page.keyboard.press("Escape")
        await page.locator(".tw-why-open").click()
        await expect(page.locator(".tw-candidate").first).to_be_visible(timeout=SECONDS)

        await expect(page.locator("#side-view-content")).to_contain_text("Sheet 2")
        await expect(page.locator("#side-view-content")).not_to_contain_text("Page ")


@pytest.mark.parametrize("width", [1280, 390])
async def test_a_picture_of_text_is_read_and_shown_beside_what_it_says(server: Server, open_page: Open, width: int) -> None:
    async with open_page(server.address, width) as page:
        await drop(page, file("letter.png", picture("The harbour master keeps the key of the lighthouse."), "image/png"))
        await page.click("#chat-submit")
        await expect(page.locator(".tw-done")).to_be_visible(timeout=SECONDS)
        await ask(page, "Who keeps the key of the lighthouse?")
        answer = await answered(page, "harbour master")
        await expect(page.locator(".tw-why-open")).to_be_visible(timeout=SECONDS)
        await answer.locator("a[href='#source-1']").first.click()

        panel = page.locator("#side-view-content")
        await expect(panel).to_contain_text("Read from a picture: letters may be wrong.", timeout=SECONDS)
        shown = panel.get_by_role("img", name="The picture letter.png")
        await expect(shown).to_be_visible(timeout=SECONDS)
        assert await shown.evaluate("image => image.decode().then(() => image.naturalWidth > 1000)")
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("width", [1280, 390])
async def test_a_message_that_is_too_long_stays_in_the_box_and_may_become_a_file(
    server: Server, open_page: Open, width: int
) -> None:
    pasted = " ".join(f"Area {number} earned {number * 7} euros." for number in range(900))
    async with open_page(server.address, width=width) as page:
        await expect(page.locator("#upload-button")).to_be_enabled(timeout=SECONDS)
        await page.fill("#chat-input", pasted)
        notice = page.locator(".tw-notice")
        for way in ("Enter", "Send"):
            await (page.press("#chat-input", "Enter") if way == "Enter" else page.click("#chat-submit"))
            await expect(notice).to_contain_text(f"at most 20,000 characters, this one {len(pasted):,}.", timeout=SECONDS)
            await expect(page.locator("#chat-input")).to_have_value(pasted)
            await expect(page.locator('[data-step-type="user_message"]')).to_have_count(0)
        if folder := os.environ.get("PICTURES"):
            await page.screenshot(path=f"{folder}/too-long-{width}.png")

        await page.get_by_role("button", name="Attach as a file").click()

        await expect(notice).to_have_count(0)
        await ask(page, "How much did area 45 earn?")
        await answered(page, "Area 45 earned 315 euros")
