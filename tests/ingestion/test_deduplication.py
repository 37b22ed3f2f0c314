"""Tests of which document an uploaded file belongs to, and whether its content is there already."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.domain import Document, DocumentStatus, Job, JobState, Stage, Upload
from chat.events import Added
from chat.ingestion.deduplication import Held, expected, match
from chat.ingestion.live import Live
from tests.assistant.workshop import ALICE, Workshop, workshop
from tests.fakes import HeldEmbedder
from tests.files import encrypted_pdf
from tests.passages import NOON

PLAN = b"# Aim\n\nWe build a bridge.\n"
CHANGED = b"# Aim\n\nWe build a tunnel.\n"

# --- what is expected of the documents -----------------------------------------------------------------------------------


def stored(id: str, name: str, sha256: str, awaiting_vectors: int = 0) -> Document:
    ready = Document(id, "t", name, "text/plain", 10, sha256, DocumentStatus.READY, NOON)
    return replace(ready, awaiting_vectors=awaiting_vectors)


def reading(document: str, name: str, sha256: str, repeated: bool = False, state: JobState = JobState.RUNNING) -> Live:
    return Live(Job(f"{document}-{sha256}", "t", document, name, state, Stage.WAITING, 0, 1, 0, repeated=repeated), sha256)


AS_STORED = Held("a", "plan.md", "X")
AGAIN = reading("a", "plan.md", "X")
NEW_VERSION = reading("a", "plan.md", "Y")
EXPECTED = {
    "nothing is read": ([], [AS_STORED]),
    "another file": ([reading("b", "notes.md", "Y")], [AS_STORED, Held("b", "notes.md", "Y")]),
    "a new version": ([NEW_VERSION], [Held("a", "plan.md", "Y")]),
    "a new version and the one before again": ([NEW_VERSION, AGAIN], [AS_STORED]),
    "the same under another name": ([reading("a", "copy.md", "X", repeated=True)], [AS_STORED]),
    "a new version that failed": ([reading("a", "plan.md", "Y", state=JobState.FAILED)], [AS_STORED]),
}


@pytest.mark.parametrize(("jobs", "held"), EXPECTED.values(), ids=EXPECTED)
def test_documents_are_expected_as_their_jobs_will_leave_them(jobs: list[Live], held: list[Held]) -> None:
    assert expected([stored("a", "plan.md", "X")], jobs) == held


def test_a_new_document_that_is_withdrawn_is_not_expected_and_what_repeats_it_reads_it_anew() -> None:
    half = [stored("a", "plan.md", "X", awaiting_vectors=3)]
    stopped, repeating = reading("a", "plan.md", "X", state=JobState.FAILED), reading("a", "copy.md", "X", repeated=True)

    assert expected(half, [stopped]) == []
    assert expected(half, [stopped, repeating]) == [Held("a", "copy.md", "X")]


HELD = [Held("a", "plan.md", "X"), Held("b", "notes.md", "X"), Held("c", "plan.md", "Y"), Held("d", "plan.md", "Z")]
MATCHES = {
    "its name and content": ("plan.md", "Y", "c"),
    "its name, where only others have its content": ("notes.md", "Y", "b"),
    "the newest of its name": ("plan.md", "new", "d"),
    "the oldest of its content": ("copy.md", "X", "a"),
    "none": ("copy.md", "new", None),
}


@pytest.mark.parametrize(("name", "sha256", "document"), MATCHES.values(), ids=MATCHES)
def test_a_file_belongs_to_a_document_of_its_name_or_else_of_its_content(name: str, sha256: str, document: str | None) -> None:
    found = match(HELD, name, sha256)

    assert (found.document if found else None) == document


# --- uploads -------------------------------------------------------------------------------------------------------------


async def added(shop: Workshop, jobs: list[Job]) -> list[Document]:
    """Return what came of these jobs, in their order."""
    ended = [event.document for job in jobs async for event in shop.assistant.follow([job]) if isinstance(event, Added)]
    await shop.parts.jobs.cleared()
    return ended


async def names(shop: Workshop, thread: str) -> set[str]:
    return {document.name for document in (await shop.assistant.documents(ALICE, thread))[0]}


@pytest.mark.parametrize("order", [("plan.md", "copy.md"), ("copy.md", "plan.md")])
async def test_the_same_file_under_two_names_in_one_upload_is_one_document_of_the_first_name(
    engine: AsyncEngine, tmp_path: Path, order: tuple[str, str]
) -> None:
    shop = workshop(engine, tmp_path)
    await shop.assistant.create_thread(ALICE, id="t")

    jobs = await shop.assistant.start_reading(ALICE, "t", [Upload(name, PLAN) for name in order])
    first, second = await added(shop, jobs)

    assert [job.repeated for job in jobs] == [False, True]
    assert (first.id, first.status) == (second.id, DocumentStatus.READY)
    assert second.status is DocumentStatus.UNCHANGED
    assert second.coverage.warnings[0].startswith(f"{order[1]} is the same file as {order[0]}")
    assert await names(shop, "t") == {order[0]}


async def test_the_same_file_in_many_requests_at_once_is_one_document(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    await shop.assistant.create_thread(ALICE, id="t")

    started = await asyncio.gather(*(shop.assistant.start_reading(ALICE, "t", [Upload(f"{n}.md", PLAN)]) for n in range(8)))
    documents = await added(shop, [job for jobs in started for job in jobs])

    assert sorted(job.repeated for jobs in started for job in jobs) == [False] + [True] * 7
    assert sorted(document.status for document in documents) == [DocumentStatus.READY] + [DocumentStatus.UNCHANGED] * 7
    assert len({document.id for document in documents}) == 1


async def test_a_name_that_only_a_repeated_file_had_is_free_for_another(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    await shop.assistant.create_thread(ALICE, id="t")
    uploads = [Upload("plan.md", PLAN), Upload("copy.md", PLAN), Upload("copy.md", CHANGED)]

    jobs = await shop.assistant.start_reading(ALICE, "t", uploads)
    documents = await added(shop, jobs)

    assert [job.repeated for job in jobs] == [False, True, False]
    assert [document.status for document in documents] == [DocumentStatus.READY, DocumentStatus.UNCHANGED, DocumentStatus.READY]
    assert await names(shop, "t") == {"plan.md", "copy.md"}


async def test_a_content_that_a_new_version_is_replacing_is_not_there_any_more(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    await shop.assistant.create_thread(ALICE, id="t")
    uploads = [Upload("plan.md", PLAN), Upload("plan.md", CHANGED), Upload("copy.md", PLAN)]

    jobs = await shop.assistant.start_reading(ALICE, "t", uploads)
    first, second, third = await added(shop, jobs)

    assert not any(job.repeated for job in jobs)
    assert (second.id, second.version) == (first.id, 2)
    assert (third.name, third.version) == ("copy.md", 1)
    assert await names(shop, "t") == {"plan.md", "copy.md"}


async def test_a_file_that_repeats_one_that_fails_fails_alike_and_leaves_no_file(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    await shop.assistant.create_thread(ALICE, id="t")

    jobs = await shop.assistant.start_reading(ALICE, "t", [Upload(name, b"ID3\x04\x00" + bytes(50)) for name in ("a", "b")])
    documents = await added(shop, jobs)

    assert [document.error_code for document in documents] == ["unknown_type", "unknown_type"]
    assert await shop.parts.files.listed() == []


async def test_a_file_is_added_although_the_one_that_it_repeats_is_stopped(engine: AsyncEngine, tmp_path: Path) -> None:
    embedder = HeldEmbedder()
    shop = workshop(engine, tmp_path, embedder=embedder)
    await shop.assistant.create_thread(ALICE, id="t")
    first, second = await shop.assistant.start_reading(ALICE, "t", [Upload("plan.md", PLAN), Upload("copy.md", PLAN)])
    await embedder.held.wait()

    await shop.assistant.cancel(ALICE, first.id)
    embedder.let.set()
    [document] = await added(shop, [second])

    assert (document.name, document.status) == ("copy.md", DocumentStatus.READY)
    assert await shop.assistant.document_file(ALICE, "t", document.id) == PLAN


async def test_what_is_being_stopped_is_not_joined(engine: AsyncEngine, tmp_path: Path) -> None:
    embedder = HeldEmbedder()
    shop = workshop(engine, tmp_path, embedder=embedder)
    await shop.assistant.create_thread(ALICE, id="t")
    [first] = await shop.assistant.start_reading(ALICE, "t", [Upload("plan.md", PLAN)])
    await embedder.held.wait()

    stopping = asyncio.create_task(shop.assistant.cancel(ALICE, first.id))
    [second] = await shop.assistant.start_reading(ALICE, "t", [Upload("plan.md", PLAN)])
    embedder.let.set()
    await stopping
    [document] = await added(shop, [second])

    assert not second.repeated
    assert document.status is DocumentStatus.READY
    assert await shop.assistant.document_file(ALICE, "t", document.id) == PLAN


@pytest.mark.parametrize("given", [None, "plan"], ids=["by name", "by id"])
async def test_a_file_that_comes_while_its_document_is_deleted_is_a_new_document(
    engine: AsyncEngine, tmp_path: Path, given: str | None
) -> None:
    shop = workshop(engine, tmp_path)
    await shop.assistant.create_thread(ALICE, id="t")
    await shop.read("t", "plan.md", PLAN.decode(), "plan")

    deleting = asyncio.create_task(shop.assistant.delete_document(ALICE, "t", "plan"))
    await asyncio.sleep(0)
    [job] = await shop.assistant.start_reading(ALICE, "t", [Upload("plan.md", PLAN)], given)
    [document] = await added(shop, [job])

    assert (await deleting).verified
    assert (document.version, document.status) == (1, DocumentStatus.READY)
    assert await shop.assistant.document_file(ALICE, "t", document.id) == PLAN
    assert len(await shop.assistant.document_chunks(ALICE, "t", document.id)) == document.chunks


async def test_a_locked_file_keeps_waiting_when_a_second_attempt_at_it_is_stopped(engine: AsyncEngine, tmp_path: Path) -> None:
    embedder = HeldEmbedder()
    shop = workshop(engine, tmp_path, embedder=embedder)
    await shop.assistant.create_thread(ALICE, id="t")
    locked = Upload("locked.pdf", encrypted_pdf(user_password="open sesame"))
    [waiting] = await shop.assistant.start_reading(ALICE, "t", [locked])
    await added(shop, [waiting])
    [second] = await shop.assistant.start_reading(ALICE, "t", [locked], password="open sesame")
    await embedder.held.wait()

    await shop.assistant.cancel(ALICE, second.id)
    embedder.let.set()
    opened = await shop.assistant.unlock(ALICE, waiting.id, "open sesame")

    assert [document.status for document in await added(shop, [opened])] == [DocumentStatus.READY]
