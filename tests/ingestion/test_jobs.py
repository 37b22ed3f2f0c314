from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.database.schema import chunks, documents, keyword_rows, vectors
from chat.domain import Changes, Chunk, Document, DocumentStatus, Job, JobState, Question, Source, Stage, Upload, User
from chat.embedding.base import Vectors
from chat.errors import NotFound, TooManyFiles
from chat.evaluation.benchmarks.texts import Words, pdf
from chat.events import Added, Progress
from chat.index.base import Collection
from chat.ingestion.indexer import Removed
from tests.assistant.workshop import ALICE, Workshop, workshop
from tests.fakes import FakeEmbedder, PanicException
from tests.files import HANDBOOK_NAME, handbook_pdf
from tests.passages import NOON

LONG = "".join(f"# Part {n}\n\nThe number of part {n} is {n * 7}. It stands on its own line here.\n\n" for n in range(600))


class BrokenEmbedder(FakeEmbedder):
    """An embedder that fails after the first batch."""

    def __init__(self, error: BaseException) -> None:
        super().__init__()
        self.error = error

    async def embed(self, texts: Sequence[str], *, urgent: bool = False) -> Vectors:
        if self.embedded:
            raise self.error
        return await super().embed(texts, urgent=urgent)


async def rows(engine: AsyncEngine) -> dict[str, int]:
    tables = (chunks, documents, keyword_rows, vectors)
    async with engine.connect() as connection:
        return {
            table.name: (await connection.execute(select(text("count(*)")).select_from(table))).scalar_one() for table in tables
        }


@pytest.mark.parametrize("error", [RuntimeError("out of memory"), PanicException("out of memory")], ids=["error", "panic"])
async def test_a_file_that_fails_half_way_leaves_nothing_and_says_a_reference(
    engine: AsyncEngine, tmp_path: Path, error: BaseException
) -> None:
    shop = workshop(engine, tmp_path, embedder=BrokenEmbedder(error))
    thread = await shop.assistant.create_thread(ALICE)

    document = await shop.read(thread.id, "long.md", LONG)

    await shop.parts.jobs.cleared()
    assert document.status is DocumentStatus.FAILED
    assert document.error_detail is not None
    assert "reference" in document.error_detail
    assert "out of memory" not in document.error_detail
    assert set((await rows(engine)).values()) == {0}
    assert await shop.vectors.count(Collection(thread.id, Source.DOCUMENT)) == 0
    assert [
        place for place in tmp_path.rglob("*") if place.is_file() and place.suffix != ".sqlite3" and "sqlite3" not in place.name
    ] == []


async def test_a_file_whose_reading_was_cut_short_is_read_after_the_restart(engine: AsyncEngine, tmp_path: Path) -> None:
    before = workshop(engine, tmp_path)
    thread = await before.assistant.create_thread(ALICE)
    [job] = await before.assistant.start_reading(ALICE, thread.id, [Upload("long.md", LONG.encode())])
    await before.parts.jobs.close()
    assert (await before.assistant.job(ALICE, job.id)).state is JobState.RUNNING

    after = workshop(engine, tmp_path)
    await after.parts.jobs.resume()
    events = [event async for event in after.assistant.follow([job])]

    assert isinstance(events[-1], Added)
    assert (await after.assistant.job(ALICE, job.id)).state is JobState.DONE
    [document], _ = await after.assistant.documents(ALICE, thread.id)
    assert document.chunks == await after.vectors.count(Collection(thread.id, Source.DOCUMENT))


async def test_a_question_waits_for_a_file_that_is_being_read(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    await shop.assistant.start_reading(ALICE, thread.id, [Upload("long.md", LONG.encode())])

    answer = await shop.answer(thread.id, "What is the number of part 13?")

    assert "91" in answer.text


async def test_a_changed_file_embeds_only_what_changed(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    first = await shop.read(thread.id, "long.md", LONG)

    second = await shop.read(thread.id, "long.md", LONG.replace("part 100 is 700", "part 100 is 701"))

    assert (second.status, second.version) == (DocumentStatus.UPDATED, 2)
    assert second.embedded <= 2
    assert second.reused == second.chunks - second.embedded
    assert second.chunks == first.chunks
    assert await shop.vectors.count(Collection(thread.id, Source.DOCUMENT)) == second.chunks
    assert "701" in (await shop.answer(thread.id, "What is the number of part 100?")).text


async def test_a_long_pdf_with_one_paragraph_changed_embeds_a_handful_of_chunks(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path, max_file_mb=5)
    thread = await shop.assistant.create_thread(ALICE)
    words = Words()
    before = words.pages(300)
    after = [list(page) for page in before]
    after[150][2] = words.text(28)

    first, second, third = [
        event.document
        for content in (pdf(before), pdf(before), pdf(after))
        async for event in shop.assistant.add(ALICE, thread.id, [Upload("long.pdf", content)])
        if isinstance(event, Added)
    ]

    assert first.chunks >= 300
    assert (second.status, second.embedded) == (DocumentStatus.UNCHANGED, 0)
    assert third.status is DocumentStatus.UPDATED
    assert 1 <= third.embedded <= 5


async def test_a_file_of_many_chunks_tells_its_progress_by_the_percent(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path, max_file_mb=5)
    thread = await shop.assistant.create_thread(ALICE)
    rows = "name,text\n" + "".join(f"{n},{'a ' * 120}\n" for n in range(6_000))

    events = [event async for event in shop.assistant.add(ALICE, thread.id, [Upload("long.csv", rows.encode())])]

    told = [event for event in events if isinstance(event, Progress) and event.stage is Stage.EMBEDDING]
    assert told[-1].done == told[-1].of
    assert told[-1].of > 64 * len(told)
    assert len({event.percent for event in told}) >= len(told) - 1


async def test_the_pages_of_a_pdf_are_counted_while_its_text_is_extracted(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)

    events = [event async for event in shop.assistant.add(ALICE, thread.id, [Upload(HANDBOOK_NAME, handbook_pdf())])]

    told = [(event.done, event.of) for event in events if isinstance(event, Progress) and event.stage is Stage.EXTRACTING]
    assert told == [(0, 1), *((page, 5) for page in range(1, 6)), (1, 1)]


async def test_the_progress_of_one_file_never_goes_back(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)

    events = [event async for event in shop.assistant.add(ALICE, thread.id, [Upload("long.md", LONG.encode())])]

    percents = [event.percent for event in events if isinstance(event, Progress)]
    assert percents == sorted(percents)
    assert len(set(percents)) > 5


async def test_too_many_files_are_refused_together(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)

    with pytest.raises(TooManyFiles, match="At most 3"):
        await shop.assistant.start_reading(ALICE, thread.id, [Upload(f"{n}.txt", b"text") for n in range(4)])


async def test_a_job_is_its_owners_only(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    [job] = await shop.assistant.start_reading(ALICE, thread.id, [Upload("a.txt", b"some text about a gate")])
    _ = [event async for event in shop.assistant.follow([job])]

    with pytest.raises(NotFound):
        await shop.assistant.job(User("bob", "bob"), job.id)


async def test_deleting_a_thread_stops_what_it_is_reading(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    await shop.assistant.start_reading(ALICE, thread.id, [Upload("long.md", LONG.encode())])

    receipt = await shop.assistant.delete_thread(ALICE, thread.id)

    assert receipt.verified
    assert set((await rows(engine)).values()) == {0}


class Cut(Exception):
    """Stands for the end of the process at this point."""


async def test_a_new_version_cut_short_after_its_switch_shows_nothing_of_the_old(
    engine: AsyncEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    await shop.read(thread.id, "rules.md", "# Gate\n\nThe gate closes at nine in the evening.\n")

    async def cut(collection: Collection, ids: Sequence[str]) -> None:
        raise Cut

    monkeypatch.setattr(shop.parts.indexer, "remove", cut)
    await shop.read(thread.id, "rules.md", "# Gate\n\nThe gate closes at ten in the evening.\n")
    await shop.parts.jobs.cleared()
    monkeypatch.undo()

    answer = await shop.answer(thread.id, "When does the gate close?")
    assert "ten" in answer.text
    assert "nine" not in answer.text
    assert [left for left in await shop.parts.rows.chunks.left_documents() if left[0] == thread.id]


async def test_a_new_version_cancelled_after_its_switch_stays_whole(
    engine: AsyncEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    await shop.read(thread.id, "rules.md", "The gate closes at nine.")
    publish = shop.parts.indexer.publish

    async def cancelled_late(*arguments: Any, **options: Any) -> None:  # Any: passed on as they are
        await publish(*arguments, **options)
        raise asyncio.CancelledError

    monkeypatch.setattr(shop.parts.indexer, "publish", cancelled_late)
    [job] = await shop.assistant.start_reading(ALICE, thread.id, [Upload("rules.md", b"The gate closes at ten.")])
    _ = [event async for event in shop.assistant.follow([job])]
    monkeypatch.undo()

    [document], _ = await shop.assistant.documents(ALICE, thread.id)
    assert (document.version, document.chunks) == (2, 1)
    assert "ten" in (await shop.answer(thread.id, "When does the gate close?")).text
    assert await shop.assistant.document_file(ALICE, thread.id, document.id) == b"The gate closes at ten."


async def test_whoever_follows_a_file_is_told_when_its_thread_is_deleted(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    jobs = await shop.assistant.start_reading(ALICE, thread.id, [Upload("long.md", LONG.encode())])

    async def followed() -> list[Added]:
        return [event async for event in shop.assistant.follow(jobs) if isinstance(event, Added)]

    following = asyncio.create_task(followed())
    await asyncio.sleep(0)
    await shop.assistant.delete_thread(ALICE, thread.id)

    [end] = await asyncio.wait_for(following, 10)
    assert (end.document.status, end.document.error_code) == (DocumentStatus.FAILED, "reading_stopped")


async def test_a_new_version_makes_its_thread_the_last_used(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE, created_at=NOON - timedelta(days=9))
    await shop.read(thread.id, "rules.md", "The gate closes at nine.")

    await shop.read(thread.id, "rules.md", "The gate closes at ten.")

    assert (await shop.assistant.thread(ALICE, thread.id)).updated_at == NOON


# --- askable before it is embedded -------------------------------------------------------------------------------


class SlowEmbedder(FakeEmbedder):
    """An embedder that embeds the file only once it is released, and questions immediately."""

    def __init__(self, batches: int = 0) -> None:
        super().__init__()
        self.let = asyncio.Event()
        self.stopped = asyncio.Event()
        self._batches = batches
        """The number of batches embedded before that."""

    async def embed(self, texts: Sequence[str], *, urgent: bool = False) -> Vectors:
        if texts[0].startswith(("long\n", "long > ")):
            self._batches -= 1
            if self._batches < 0:
                try:
                    await self.let.wait()
                except asyncio.CancelledError:
                    self.stopped.set()
                    raise
        return await super().embed(texts, urgent=urgent)


async def test_a_new_file_is_found_by_its_words_while_vectors_are_still_made(engine: AsyncEngine, tmp_path: Path) -> None:
    embedder = SlowEmbedder()
    shop = workshop(engine, tmp_path, embedder=embedder)
    thread = await shop.assistant.create_thread(ALICE)
    [job] = await shop.assistant.start_reading(ALICE, thread.id, [Upload("long.md", LONG.encode())])

    answer = await shop.answer(thread.id, "What is the number of part 13?")
    [halfway], _ = await shop.assistant.documents(ALICE, thread.id)
    embedder.let.set()
    _ = [event async for event in shop.assistant.follow([job])]
    later = await shop.answer(thread.id, "What is the number of part 14?")
    [complete], _ = await shop.assistant.documents(ALICE, thread.id)

    assert "91" in answer.text
    assert answer.note is not None
    assert f"Search by meaning is still being built for {halfway.chunks:,} passages." in answer.note
    assert halfway.awaiting_vectors == halfway.chunks
    assert "98" in later.text
    assert "still being built" not in (later.note or "")
    assert complete.awaiting_vectors == 0


async def test_a_restart_embeds_only_what_is_missing(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path, embedder=SlowEmbedder(batches=2))
    thread = await shop.assistant.create_thread(ALICE)
    [job] = await shop.assistant.start_reading(ALICE, thread.id, [Upload("long.md", LONG.encode())])
    async for event in shop.assistant.follow([job]):
        if isinstance(event, Progress) and event.askable and event.done > 64:
            break
    await shop.parts.jobs.close()
    [halfway], _ = await shop.assistant.documents(ALICE, thread.id)

    after = workshop(engine, tmp_path)
    await after.parts.jobs.resume()
    _ = [event async for event in after.assistant.follow([job])]
    [complete], _ = await after.assistant.documents(ALICE, thread.id)

    assert 0 < halfway.awaiting_vectors < halfway.chunks
    assert (await after.assistant.job(ALICE, job.id)).state is JobState.DONE
    assert complete.awaiting_vectors == 0
    assert len(after.embedder.embedded) <= halfway.awaiting_vectors
    assert (await rows(engine))["vectors"] == complete.chunks


async def test_a_cancelled_file_is_gone_with_all_that_it_had_left(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path, embedder=SlowEmbedder())
    thread = await shop.assistant.create_thread(ALICE)
    [job] = await shop.assistant.start_reading(ALICE, thread.id, [Upload("long.md", LONG.encode())])
    await shop.parts.jobs.wait(thread.id, 30)

    cancelled = await shop.assistant.cancel(ALICE, job.id)

    assert (cancelled.state, cancelled.error_code) == (JobState.FAILED, "reading_stopped")
    await shop.parts.jobs.cleared()
    assert set((await rows(engine)).values()) == {0}


async def test_a_file_that_is_cancelled_twice_is_cleared_away_once_and_whole(engine: AsyncEngine, tmp_path: Path) -> None:
    embedder = SlowEmbedder()
    shop = workshop(engine, tmp_path, embedder=embedder)
    thread = await shop.assistant.create_thread(ALICE)
    [job] = await shop.assistant.start_reading(ALICE, thread.id, [Upload("long.md", LONG.encode())])
    await shop.parts.jobs.wait(thread.id, 30)

    first = asyncio.create_task(shop.assistant.cancel(ALICE, job.id))
    await embedder.stopped.wait()
    second = await shop.assistant.cancel(ALICE, job.id)

    await shop.parts.jobs.cleared()
    assert set((await rows(engine)).values()) == {0}
    assert second == await first


async def test_a_file_that_is_cancelled_before_it_began_is_gone_too(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    [job] = await shop.assistant.start_reading(ALICE, thread.id, [Upload("a.txt", b"some text about a gate")])

    cancelled = await shop.assistant.cancel(ALICE, job.id)

    assert cancelled.state is JobState.FAILED
    assert set((await rows(engine)).values()) == {0}


async def test_cancelling_a_new_version_leaves_the_one_before(engine: AsyncEngine, tmp_path: Path) -> None:
    embedder = SlowEmbedder()
    embedder.let.set()
    shop = workshop(engine, tmp_path, embedder=embedder)
    thread = await shop.assistant.create_thread(ALICE)
    first = await shop.read(thread.id, "long.md", LONG)
    embedder.let.clear()
    changed = LONG.replace("number", "figure").encode()
    [job] = await shop.assistant.start_reading(ALICE, thread.id, [Upload("long.md", changed)])
    async for event in shop.assistant.follow([job]):
        if isinstance(event, Progress) and event.stage is Stage.EMBEDDING:
            break

    await shop.assistant.cancel(ALICE, job.id)
    await shop.parts.jobs.cleared()

    [document], _ = await shop.assistant.documents(ALICE, thread.id)
    assert (document.version, document.sha256) == (1, first.sha256)
    assert (await rows(engine))["chunks"] == first.chunks
    assert await shop.assistant.document_file(ALICE, thread.id, document.id) == LONG.encode()


@dataclass
class Stalled:
    """Events of a deletion that removes no document's chunks before `let` is set."""

    begun: asyncio.Event = field(default_factory=asyncio.Event)
    let: asyncio.Event = field(default_factory=asyncio.Event)


def stall_removing(shop: Workshop, monkeypatch: pytest.MonkeyPatch) -> Stalled:
    stalled, remove = Stalled(), shop.parts.indexer.remove

    async def slow(collection: Collection, ids: Sequence[str]) -> Removed:
        if collection.source is Source.DOCUMENT:
            stalled.begun.set()
            await stalled.let.wait()
        return await remove(collection, ids)

    monkeypatch.setattr(shop.parts.indexer, "remove", slow)
    return stalled


def part_13(thread: str) -> Question:
    return Question(thread, "What is the number of part 13?", NOON)


async def cancelled_askable(shop: Workshop, thread: str, document: str | None = None) -> Job:
    """Cancel a file that could be asked about already, and return its job."""
    [job] = await shop.assistant.start_reading(ALICE, thread, [Upload("long.md", LONG.encode())], document)
    await shop.parts.jobs.wait(thread, 30)
    assert (await shop.assistant.search(ALICE, part_13(thread))).passages
    return await shop.assistant.cancel(ALICE, job.id)


async def test_cancelling_does_not_wait_until_the_last_row_is_gone_and_shows_none(
    engine: AsyncEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop = workshop(engine, tmp_path, embedder=SlowEmbedder())
    thread = await shop.assistant.create_thread(ALICE)
    stalled = stall_removing(shop, monkeypatch)

    job = await cancelled_askable(shop, thread.id)

    await stalled.begun.wait()
    during = await rows(engine)
    assert (job.state, during["documents"]) == (JobState.FAILED, 0)
    assert during["chunks"] > 100
    assert await shop.assistant.documents(ALICE, thread.id) == ([], None)
    assert (await shop.assistant.search(ALICE, part_13(thread.id))).passages == ()
    stalled.let.set()
    await shop.parts.jobs.cleared()
    assert set((await rows(engine)).values()) == {0}


async def test_what_a_kill_left_of_a_cancelled_file_is_gone_after_the_restart(
    engine: AsyncEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = workshop(engine, tmp_path, embedder=SlowEmbedder())
    thread = await before.assistant.create_thread(ALICE)
    stalled = stall_removing(before, monkeypatch)
    await cancelled_askable(before, thread.id)
    await stalled.begun.wait()
    await before.parts.jobs.close()
    left = await rows(engine)

    after = workshop(engine, tmp_path)
    await after.parts.jobs.resume()
    await after.parts.jobs.cleared()

    assert left["chunks"] > 100
    assert set((await rows(engine)).values()) == {0}


async def test_the_same_document_read_again_while_it_is_cleared_away_is_whole(
    engine: AsyncEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    embedder = SlowEmbedder()
    shop = workshop(engine, tmp_path, embedder=embedder)
    thread = await shop.assistant.create_thread(ALICE)
    stalled = stall_removing(shop, monkeypatch)
    await cancelled_askable(shop, thread.id, "the-long-one")
    await stalled.begun.wait()
    embedder.let.set()

    jobs = await shop.assistant.start_reading(ALICE, thread.id, [Upload("long.md", LONG.encode())], "the-long-one")
    stalled.let.set()
    [document] = [event.document async for event in shop.assistant.follow(jobs) if isinstance(event, Added)]
    await shop.parts.jobs.cleared()

    assert document.status is DocumentStatus.READY
    assert (await rows(engine))["chunks"] == document.chunks
    assert await shop.vectors.count(Collection(thread.id, Source.DOCUMENT)) == document.chunks


# --- many chunks -------------------------------------------------------------------------------------------------


def table(first: int, last: int) -> bytes:
    """Return a table whose rows are a chunk each."""
    return ("name,text\n" + "".join(f"name{n},{'words ' * 110}\n" for n in range(first, last))).encode()


async def test_chunks_of_a_long_table_are_stored_in_order_and_each_is_found(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path, max_file_mb=5)
    thread = await shop.assistant.create_thread(ALICE)

    [document] = await read(shop, thread.id, table(0, 1_200))
    made = await shop.assistant.document_chunks(ALICE, thread.id, document.id)

    assert document.chunks == len(made) > 1_000
    assert [chunk.index for chunk in made] == list(range(len(made)))
    assert await shop.keywords.count(Collection(thread.id, Source.DOCUMENT)) == len(made)
    assert await shop.vectors.count(Collection(thread.id, Source.DOCUMENT)) == len(made)


async def test_rows_that_a_new_version_moves_keep_their_ids_and_know_their_new_place(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path, max_file_mb=5)
    thread = await shop.assistant.create_thread(ALICE)
    [first] = await read(shop, thread.id, table(10, 700))
    before = {chunk.id: chunk for chunk in await shop.assistant.document_chunks(ALICE, thread.id, first.id)}

    [second] = await read(shop, thread.id, table(0, 700))
    after = await shop.assistant.document_chunks(ALICE, thread.id, first.id)
    text = await shop.assistant.document_text(ALICE, thread.id, first.id)

    moved = [chunk for chunk in after if chunk.id in before]
    assert (second.status, second.version, second.reused) == (DocumentStatus.UPDATED, 2, len(moved))
    assert len(moved) > 600
    assert all(text[chunk.start : chunk.end] == chunk.text for chunk in after)
    assert all(chunk.rows is not None and chunk.fields is not None for chunk in moved)
    assert all(chunk.start != before[chunk.id].start and chunk.rows != before[chunk.id].rows for chunk in moved)
    assert [chunk.index for chunk in after] == list(range(second.chunks))


@pytest.mark.parametrize("stored", [0, 1, 2], ids=["nothing yet", "one batch", "two batches"])
@pytest.mark.parametrize("there", [False, True], ids=["a new file", "a new version"])
async def test_a_file_cancelled_while_it_is_cut_leaves_nothing_of_itself(
    engine: AsyncEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: bool, stored: int
) -> None:
    shop = workshop(engine, tmp_path, max_file_mb=5)
    thread = await shop.assistant.create_thread(ALICE)
    if there:
        await read(shop, thread.id, table(5_000, 5_003))
    before = await rows(engine)
    stalled = stall_staging(shop, monkeypatch, stored)

    [job] = await shop.assistant.start_reading(ALICE, thread.id, [Upload("long.csv", table(0, 1_200))])
    await stalled.wait()
    during = await rows(engine)
    await shop.assistant.cancel(ALICE, job.id)
    await shop.parts.jobs.cleared()

    assert during["chunks"] - before["chunks"] == 500 * stored
    assert await rows(engine) == before


async def test_a_file_cut_short_between_two_batches_is_whole_after_the_restart(
    engine: AsyncEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = workshop(engine, tmp_path, max_file_mb=5)
    thread = await before.assistant.create_thread(ALICE)
    stalled = stall_staging(before, monkeypatch, 1)
    [job] = await before.assistant.start_reading(ALICE, thread.id, [Upload("long.csv", table(0, 1_200))])
    await stalled.wait()
    await before.parts.jobs.close()

    after = workshop(engine, tmp_path, max_file_mb=5)
    await after.parts.jobs.resume()
    _ = [event async for event in after.assistant.follow([job])]

    [document], _ = await after.assistant.documents(ALICE, thread.id)
    assert document.awaiting_vectors == 0
    stored = await rows(engine)
    assert stored["chunks"] == stored["vectors"] == document.chunks
    await after.parts.jobs.cleared()
    assert await after.parts.rows.chunks.left_documents() == []


def stall_staging(shop: Workshop, monkeypatch: pytest.MonkeyPatch, batches: int) -> asyncio.Event:
    """Let this many batches of chunks be stored, and none after them; the event is set when the next one waits."""
    stage, stalled, stored = shop.parts.rows.chunks.stage, asyncio.Event(), 0

    async def stalling(made: Sequence[Chunk]) -> None:
        nonlocal stored
        if stored == batches:
            stalled.set()
            await asyncio.Event().wait()
        stored += 1
        await stage(made)

    monkeypatch.setattr(shop.parts.rows.chunks, "stage", stalling)
    return stalled


async def read(shop: Workshop, thread: str, content: bytes) -> list[Document]:
    adding = shop.assistant.add(ALICE, thread, [Upload("long.csv", content)])
    return [event.document async for event in adding if isinstance(event, Added)]


# --- versions ----------------------------------------------------------------------------------------------------

PLAN = "# Aim\n\nWe build a bridge.\n\n# Cost\n\nIt costs 10 million.\n\n# Date\n\nIt opens in May.\n"


async def test_versions_are_listed_compared_and_brought_back(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    first = await shop.read(thread.id, "plan.md", PLAN)
    await shop.read(thread.id, "plan.md", PLAN.replace("10 million", "12 million").replace("# Date", "# Opening"))

    changes = await shop.assistant.document_changes(ALICE, thread.id, first.id, 2)
    job = await shop.assistant.restore_version(ALICE, thread.id, first.id, 1)
    _ = [event async for event in shop.assistant.follow([job])]
    versions = await shop.assistant.document_versions(ALICE, thread.id, first.id)

    assert changes == Changes(added=(("Opening",),), removed=(("Date",),), changed=(("Cost",),))
    assert [version.number for version in versions] == [1, 2, 3]
    assert versions[0].sha256 == versions[2].sha256 != versions[1].sha256
    assert await shop.assistant.document_text(ALICE, thread.id, first.id) == PLAN


async def test_old_versions_go_beyond_the_limit_with_their_files(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    for cost in range(10, 15):
        document = await shop.read(thread.id, "plan.md", PLAN.replace("10 million", f"{cost} million"))

    versions = await shop.assistant.document_versions(ALICE, thread.id, document.id)
    receipt = await shop.assistant.delete_document(ALICE, thread.id, document.id)

    assert [version.number for version in versions] == [3, 4, 5]
    assert receipt.files == 3
    with pytest.raises(NotFound):
        await shop.assistant.document_versions(ALICE, thread.id, document.id)


async def test_a_file_of_another_name_and_the_same_content_is_the_same_document(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    first = await shop.read(thread.id, "plan.md", PLAN)

    again = await shop.read(thread.id, "plan (copy).md", PLAN)

    assert (again.id, again.status) == (first.id, DocumentStatus.UNCHANGED)
    assert again.coverage.warnings[0].startswith("plan (copy).md is the same file as plan.md")
    assert len((await shop.assistant.documents(ALICE, thread.id))[0]) == 1


async def test_a_file_that_the_thread_holds_or_is_reading_is_a_repeated_one_and_a_new_version_is_not(
    engine: AsyncEngine, tmp_path: Path
) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    plan, changed = (Upload("plan.md", (PLAN + more).encode()) for more in ("", "More of it."))

    at_once = await shop.assistant.start_reading(ALICE, thread.id, [plan, plan, changed])
    async for _ in shop.assistant.follow(at_once):
        pass
    [later] = await shop.assistant.start_reading(ALICE, thread.id, [changed])

    assert [job.repeated for job in (*at_once, later)] == [False, True, False, True]
