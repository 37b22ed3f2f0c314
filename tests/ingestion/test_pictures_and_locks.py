"""Tests of files that need more than reading: pages that are pictures, and encrypted PDFs."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.domain import Document, DocumentStatus, Job, JobState, Upload
from chat.errors import Conflict, NotFound
from chat.events import Added, Progress
from tests.assistant.workshop import ALICE, Workshop, workshop
from tests.files import encrypted_pdf, text_pdf
from tests.office_files import zipped
from tests.scans import picture, scanned_pdf

KEY = "The harbour master keeps the key of the lighthouse."
LAMP = "The lamp of the lighthouse burns paraffin oil."
TIDE = "The tide tables hang beside the door."


async def uploaded(shop: Workshop, thread: str, name: str, content: bytes, password: str = "") -> tuple[Job, Document]:
    [job] = await shop.assistant.start_reading(ALICE, thread, [Upload(name, content)], password=password)
    events = [event async for event in shop.assistant.follow([job])]
    assert isinstance(events[-1], Added)
    return job, events[-1].document


async def settled(shop: Workshop, thread: str) -> Document:
    """Return the thread's only document, once no file is being read."""
    running = [job for job, _ in await shop.parts.rows.jobs.running(thread)]
    _ = [event async for event in shop.assistant.follow(running)]
    [document], _ = await shop.assistant.documents(ALICE, thread)
    return document


async def test_pages_that_are_pictures_join_a_document_that_is_ready_without_them(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path, pictures={2: LAMP, 3: ""})
    thread = await shop.assistant.create_thread(ALICE)

    _, ready = await uploaded(shop, thread.id, "harbour.pdf", scanned_pdf(LAMP, "blank", text_pages=[KEY]))
    document = await settled(shop, thread.id)
    found = await shop.assistant.document_chunks(ALICE, thread.id, document.id)

    assert ready.coverage.awaiting_ocr == (2, 3)
    assert (document.coverage.ocr_pages, document.coverage.pages_without_text) == ((2,), (3,))
    assert document.coverage.awaiting_ocr == ()
    assert document.version == 1
    assert " ".join(" ".join(chunk.text for chunk in found).split()) == f"{KEY} {LAMP}"
    assert "paraffin" in (await shop.answer(thread.id, "What does the lamp burn?")).text


async def test_a_file_of_pictures_only_is_ready_with_the_first_that_has_text(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path, pictures={1: "", 2: KEY, 3: LAMP})
    thread = await shop.assistant.create_thread(ALICE)

    _, ready = await uploaded(shop, thread.id, "scan.pdf", scanned_pdf("", KEY, LAMP))
    document = await settled(shop, thread.id)

    assert ready.status is DocumentStatus.READY
    assert (ready.coverage.ocr_pages, ready.coverage.awaiting_ocr) == ((2,), (3,))
    assert (document.coverage.ocr_pages, document.coverage.pages_without_text) == ((2, 3), (1,))


async def test_a_file_whose_pictures_hold_no_text_is_refused(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path, pictures={})
    thread = await shop.assistant.create_thread(ALICE)

    _, document = await uploaded(shop, thread.id, "photos.pdf", scanned_pdf("", ""))

    assert (document.status, document.error_code) == (DocumentStatus.FAILED, "no_text")
    assert document.error_detail == "No text was found or recognised on 2 of 2 pages. Nothing was indexed."


async def test_a_picture_is_ready_with_its_letters_and_refused_without(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path, pictures={1: KEY})
    thread = await shop.assistant.create_thread(ALICE)
    bare = workshop(engine, tmp_path, pictures={})

    _, letter = await uploaded(shop, thread.id, "letter.png", picture(KEY))
    _, photo = await uploaded(bare, thread.id, "photo.jpg", picture("", "JPEG"))

    assert (letter.status, letter.media_type, letter.coverage.ocr_pages) == (DocumentStatus.READY, "image/png", (1,))
    assert (photo.status, photo.error_code) == (DocumentStatus.FAILED, "no_text")
    assert photo.error_detail == "No text was found or recognised in this picture. Nothing was indexed."


async def test_a_picture_in_an_archive_is_read_and_one_without_letters_is_named(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path, pictures={3: KEY})
    thread = await shop.assistant.create_thread(ALICE)
    content = zipped({"notes.txt": TIDE, "letter.png": picture(KEY), "photo.jpg": picture("", "JPEG")})

    await uploaded(shop, thread.id, "harbour.zip", content)
    document = await settled(shop, thread.id)
    answer = await shop.answer(thread.id, "Who keeps the key of the lighthouse?")

    assert document.coverage.ocr_pages == (3,)
    assert document.coverage.warnings == ("photo.jpg: no text was found or recognised in it.",)
    [citation] = answer.citations
    assert (citation.passage.chunk.page, citation.passage.chunk.section) == (3, ("letter.png",))


async def test_pictures_are_read_on_after_a_restart(engine: AsyncEngine, tmp_path: Path) -> None:
    before = workshop(engine, tmp_path, pictures={2: None})
    thread = await before.assistant.create_thread(ALICE)
    await uploaded(before, thread.id, "harbour.pdf", scanned_pdf(LAMP, TIDE, text_pages=[KEY]))
    [(pictures, _)] = await before.parts.rows.jobs.running(thread.id)
    async for event in before.assistant.follow([pictures]):
        if isinstance(event, Progress):
            break
    await before.parts.jobs.close()
    halfway = await before.assistant.documents(ALICE, thread.id)

    after = workshop(engine, tmp_path, pictures={2: LAMP, 3: TIDE})
    await after.parts.jobs.resume()
    document = await settled(after, thread.id)

    assert halfway[0][0].coverage.awaiting_ocr == (2, 3)
    assert document.coverage.ocr_pages == (2, 3)


async def test_a_new_version_does_not_wait_for_the_pictures_of_the_one_before(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path, pictures={2: None})
    thread = await shop.assistant.create_thread(ALICE)
    await uploaded(shop, thread.id, "harbour.pdf", scanned_pdf(LAMP, text_pages=[KEY]))

    _, document = await uploaded(shop, thread.id, "harbour.pdf", text_pdf(TIDE))

    assert (document.status, document.version) == (DocumentStatus.UPDATED, 2)
    assert (await settled(shop, thread.id)).coverage.ocr_pages == ()


async def test_the_same_file_under_another_name_reads_the_pictures_on_and_leaves_the_name(
    engine: AsyncEngine, tmp_path: Path
) -> None:
    scan = scanned_pdf(LAMP, text_pages=[KEY])
    pictures: dict[int, str | None] = {2: None}
    shop = workshop(engine, tmp_path, pictures=pictures)
    thread = await shop.assistant.create_thread(ALICE)
    await uploaded(shop, thread.id, "harbour.pdf", scan)
    pictures[2] = LAMP

    await uploaded(shop, thread.id, "copy.pdf", scan)

    document = await settled(shop, thread.id)
    assert (document.name, document.version, document.coverage.ocr_pages) == ("harbour.pdf", 1, (2,))


async def test_without_recognition_the_report_says_how_to_switch_it_on(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)

    _, document = await uploaded(shop, thread.id, "harbour.pdf", scanned_pdf(LAMP, text_pages=[KEY]))

    assert document.coverage.pages_without_text == (2,)
    assert any("apt install tesseract-ocr" in warning for warning in document.coverage.warnings)


async def test_a_locked_file_waits_for_its_password(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    job, locked = await uploaded(shop, thread.id, "locked.pdf", encrypted_pdf(user_password="open sesame"))

    wrong = await shop.assistant.unlock(ALICE, job.id, "guess")
    _ = [event async for event in shop.assistant.follow([wrong])]
    still = await shop.assistant.job(ALICE, job.id)
    right = await shop.assistant.unlock(ALICE, job.id, "open sesame")
    _ = [event async for event in shop.assistant.follow([right])]
    opened = await shop.assistant.job(ALICE, job.id)

    assert (locked.status, locked.error_code) == (DocumentStatus.FAILED, "needs_password")
    assert still.error_detail is not None
    assert "password is wrong" in still.error_detail
    assert opened.state is JobState.DONE
    assert len((await shop.assistant.documents(ALICE, thread.id))[0]) == 1
    with pytest.raises(Conflict):
        await shop.assistant.unlock(ALICE, job.id, "open sesame")


async def test_a_locked_file_that_comes_with_its_password_is_read_at_once(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)

    _, document = await uploaded(shop, thread.id, "locked.pdf", encrypted_pdf(user_password="open sesame"), "open sesame")

    assert document.status is DocumentStatus.READY


LOCKED = encrypted_pdf(user_password="open sesame")


async def stored(shop: Workshop) -> int:
    """Return the number of files on disk."""
    return len(await shop.parts.files.listed())


@pytest.mark.parametrize("first", [text_pdf(TIDE), None], ids=["a-new-version", "by-itself"])
async def test_a_document_takes_the_file_along_that_waits_for_its_password(
    engine: AsyncEngine, tmp_path: Path, first: bytes | None
) -> None:
    shop = workshop(engine, tmp_path)
    await shop.assistant.create_thread(ALICE, "About tide.pdf", id="t")
    if first is not None:
        await uploaded(shop, "t", "tide.pdf", first)
    _, locked = await uploaded(shop, "t", "tide.pdf", LOCKED)
    assert locked.error_code == "needs_password"

    receipt = await shop.assistant.delete_document(ALICE, "t", locked.id)

    assert (receipt.documents, receipt.verified) == (int(first is not None), True)
    assert receipt.files == 1 + int(first is not None)
    assert await stored(shop) == 0
    assert (await shop.assistant.thread(ALICE, "t")).name == "About a deleted file"
    with pytest.raises(NotFound):
        await shop.assistant.delete_document(ALICE, "t", locked.id)


@pytest.mark.parametrize("name", ["locked.pdf", "again.pdf"])
async def test_a_locked_file_that_is_sent_again_with_its_password_is_stored_once(
    engine: AsyncEngine, tmp_path: Path, name: str
) -> None:
    shop = workshop(engine, tmp_path)
    await shop.assistant.create_thread(ALICE, id="t")
    _, locked = await uploaded(shop, "t", "locked.pdf", LOCKED)

    _, document = await uploaded(shop, "t", name, LOCKED, "open sesame")

    assert (document.id, document.status) == (locked.id, DocumentStatus.READY)
    assert await stored(shop) == 1


async def test_a_password_that_nobody_knows_is_not_waited_for_any_more(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    await shop.assistant.create_thread(ALICE, id="t")
    job, _ = await uploaded(shop, "t", "locked.pdf", LOCKED)

    given_up = await shop.assistant.cancel(ALICE, job.id)

    assert (given_up.state, given_up.error_code) == (JobState.FAILED, "reading_stopped")
    assert await stored(shop) == 0
    with pytest.raises(Conflict):
        await shop.assistant.unlock(ALICE, job.id, "open sesame")


async def test_a_file_that_is_deleted_before_it_is_read_is_not_added(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    await shop.assistant.create_thread(ALICE, id="t")
    [job] = await shop.assistant.start_reading(ALICE, "t", [Upload("tide.pdf", text_pdf(TIDE))], "tide")

    await shop.assistant.delete_document(ALICE, "t", "tide")

    assert [event.document.error_code async for event in shop.assistant.follow([job]) if isinstance(event, Added)] == [
        "reading_stopped"
    ]
    assert (await shop.assistant.documents(ALICE, "t"))[0] == []
    assert await stored(shop) == 0
