"""Ingestion time of a file: relative to embedding its chunks alone, until it is searchable, and when it is uploaded again."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from statistics import median
from time import perf_counter

from chat.application import Application
from chat.domain import JobState, Source, Stage, Upload, User
from chat.errors import ThreadwiseError
from chat.evaluation.benchmarks.measuring import Measured, memory, read, seconds
from chat.evaluation.benchmarks.search import filled, find
from chat.evaluation.benchmarks.texts import Words, pdf
from chat.evaluation.places.direct import application
from chat.events import Added, Progress
from chat.index.base import Collection
from chat.settings import Settings

_TURNS = 3


async def ingesting(settings: Settings, files: Sequence[Upload] = (), pages: int = 150) -> list[Measured]:
    """Measure ingesting a file relative to only embedding its chunks with the same model.

    Both are measured in alternation, so that other load on the machine affects them equally.
    """
    lines: list[Measured] = []
    async with application(settings) as (running, user):
        await running.embedder.embed(["warm"])
        for upload in files or [_made(pages)]:
            lines += await _over_embedding(running, user, upload)
    return lines


async def _over_embedding(running: Application, user: User, upload: Upload) -> list[Measured]:
    ingests, askables, bares, count = [], [], [], 0
    for turn in range(_TURNS):
        thread = f"{turn} {upload.name}"
        await running.assistant.create_thread(user, id=thread)
        found = await read(running, user, thread, upload)
        ingests.append(found.complete)
        askables.append(found.askable)
        texts = [chunk.indexed for chunk in await running.parts.rows.chunks.of(Collection(thread, Source.DOCUMENT))]
        bares.append(await seconds(partial(running.embedder.embed, texts)))
        count = len(texts)
    return [
        Measured(f"ingest of {upload.name}, {count:,} chunks", median(ingests), "s"),
        Measured("bare embedding of them", median(bares), "s"),
        Measured("ingest / bare embedding", median([one / other for one, other in zip(ingests, bares, strict=True)]), "x"),
        Measured("askable by words after", median(askables), "s"),
    ]


async def once(settings: Settings, files: Sequence[Upload] = (), pages: int = 150) -> list[Measured]:
    """Measure ingesting each file once, for comparisons with other programs (benchmarks/langchain_pipeline.py)."""
    lines: list[Measured] = []
    async with application(settings) as (running, user):
        await running.embedder.embed(["warm"])
        for upload in files or [_made(pages)]:
            await running.assistant.create_thread(user, id=upload.name)
            found = await read(running, user, upload.name, upload)
            lines += [
                Measured("chunks", found.document.chunks, ""),
                Measured("askable", found.askable, "s"),
                Measured("whole", found.complete, "s"),
            ]
    return lines


async def waiting(settings: Settings, files: Sequence[Upload] = (), pages: int = 150, text_words: int = 4_300) -> list[Measured]:
    """Measure the time until a file is searchable by its words, then cancelling the rest, and until a 40 kB text is complete."""
    words = Words()
    text = [Upload(f"{turn}.txt", words.text(text_words).encode()) for turn in range(_TURNS)]
    lines: list[Measured] = []
    async with application(settings) as (running, user):
        await running.embedder.embed(["warm"])
        for upload in files or [_made(pages)]:
            waits = [await _askable(running, user, f"{turn} {upload.name}", upload) for turn in range(_TURNS)]
            lines.append(Measured(f"{upload.name} can be asked about by its words", median(waits), "s"))
        await running.assistant.create_thread(user, id="texts")
        complete = [(await read(running, user, "texts", each)).complete for each in text]
        lines.append(Measured(f"text file of {len(text[0].content) // 1000} kB is in whole", median(complete), "s"))
    return lines


async def _askable(running: Application, user: User, thread: str, upload: Upload) -> float:
    took = await _until_askable(running, user, thread, upload)
    await running.parts.jobs.cancel(thread)
    await running.parts.jobs.cleared()
    return took


async def _until_askable(running: Application, user: User, thread: str, upload: Upload) -> float:
    await running.assistant.create_thread(user, id=thread)
    started = perf_counter()
    [job] = await running.assistant.start_reading(user, thread, [upload])
    async for event in running.assistant.follow([job]):
        if isinstance(event, Added) and event.document.error_detail:
            raise ThreadwiseError(f"{upload.name} was not read: {event.document.error_detail}")
        if isinstance(event, Added) or event.askable:
            break
    return perf_counter() - started


async def remembering(settings: Settings, files: Sequence[Upload] = (), pages: int = 500) -> list[Measured]:
    """Measure the peak memory of the server, its readers and its vector store while a long file is ingested."""
    lines: list[Measured] = []
    for upload in files or [_made(pages)]:
        async with application(settings) as (running, user):
            await running.embedder.embed(["warm"])
            await running.assistant.create_thread(user, id="memory")
            with memory() as held:
                found = await read(running, user, "memory", upload)
        lines += [
            Measured(f"memory above idle, {upload.name} of {found.document.chunks:,} chunks", held.above_idle, "MB"),
            Measured("  idle", held.idle, "MB"),
            *(Measured(f"  the most of the {name}", most, "MB") for name, most in held.by_process.items()),
        ]
    return lines


async def busy(
    settings: Settings, files: Sequence[Upload] = (), pages: int = 300, questions: int = 60, others: int = 1_000
) -> list[Measured]:
    """Measure searches in another thread, of `others` chunks, while a file is embedded, relative to an idle server."""
    words = Words()
    lines: list[Measured] = []
    async with application(settings) as (running, user):
        await filled(running, user, words, "other", others)
        await _searches(running, user, words, 5)
        for upload in files or [_made(pages)]:
            await running.assistant.create_thread(user, id=upload.name)
            before = await _searches(running, user, words, questions)
            job = await _until_embedding(running, user, upload)
            during = [
                one
                for _ in range(questions)
                if await _runs(running, user, job)
                for one in await _searches(running, user, words, 1)
            ]
            await running.parts.jobs.cancel(upload.name)
            after = await _searches(running, user, words, questions)
            idle = [*before, *after]
            lines += [
                Measured(f"search while {upload.name} is embedded", median(during), "ms"),
                Measured("search otherwise", median(idle), "ms"),
                Measured("search while embedding / otherwise", median(during) / median(idle), "x"),
            ]
    return lines


async def _until_embedding(running: Application, user: User, upload: Upload) -> str:
    [job] = await running.assistant.start_reading(user, upload.name, [upload])
    async for event in running.assistant.follow([job]):
        if not isinstance(event, Progress) or event.stage is Stage.EMBEDDING:
            break
    return job.id


async def _runs(running: Application, user: User, job: str) -> bool:
    return (await running.assistant.job(user, job)).state is JobState.RUNNING


async def _searches(running: Application, user: User, words: Words, count: int) -> list[float]:
    """Return the milliseconds each search takes, including embedding, with a pause before each as between users' questions."""
    waits = []
    for _ in range(count):
        await asyncio.sleep(0.05)
        waits.append(1000 * await seconds(partial(find, running, user, "other", words.question())))
    return waits


async def again(settings: Settings, pages: int = 300) -> list[Measured]:
    """Measure uploading a file that is already there, and one with a single changed paragraph."""
    words = Words()
    first = words.pages(pages)
    second = [list(page) for page in first]
    second[pages // 2][2] = words.text(28)
    async with application(settings) as (running, user):
        await running.assistant.create_thread(user, id="again")
        upload = Upload("long.pdf", pdf(first))
        whole = await read(running, user, "again", upload)
        same = [(await read(running, user, "again", upload)).complete for _ in range(_TURNS)]
        edited = await read(running, user, "again", replace(upload, content=pdf(second)))
    return [
        Measured(f"{pages} pages, {whole.document.chunks:,} chunks, for the first time", whole.complete, "s"),
        Measured("the same again", median(same), "s"),
        Measured("with one paragraph changed", edited.complete, "s"),
        Measured("chunks embedded for that", edited.document.embedded, ""),
    ]


async def table(settings: Settings, rows: int = 1_000_000) -> list[Measured]:
    """Measure the time until a long CSV file is searchable, the memory this takes, and the time to cancel and remove it."""
    content = Words().table(rows)
    async with application(settings) as (running, user):
        with memory() as held:
            took = await _until_askable(running, user, "table", Upload("long.csv", content))
        stopped = await seconds(partial(running.parts.jobs.cancel, "table"))
        gone = stopped + await seconds(running.parts.jobs.cleared)
    return [
        Measured(f"CSV of {rows:,} rows, {len(content) / 1e6:.0f} MB, can be asked about by its words", took, "s"),
        Measured("  cancelled, and found no more, after", stopped, "s"),
        Measured("  gone from rows and indexes after", gone, "s"),
        Measured("  memory above idle", held.above_idle, "MB"),
        *(Measured(f"  the most of the {name}", most, "MB") for name, most in held.by_process.items()),
    ]


def _made(pages: int) -> Upload:
    return Upload(f"made of {pages} pages.pdf", pdf(Words().pages(pages)))
