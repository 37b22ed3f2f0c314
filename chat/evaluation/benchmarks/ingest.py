"""How long a file takes to get in: beside embedding its chunks alone, until it can be asked about, and when it comes again."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from statistics import median
from time import perf_counter

from chat.assembly import Application
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
    """Reading a file over embedding its chunks alone, by the same model; in turns, since other work comes and goes."""
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
        texts = [chunk.indexed for chunk in await running.parts.chunks.of(Collection(thread, Source.DOCUMENT))]
        bares.append(await seconds(partial(running.embedder.embed, texts)))
        count = len(texts)
    return [
        Measured(f"ingest of {upload.name}, {count:,} chunks", median(ingests), "s"),
        Measured("bare embedding of them", median(bares), "s"),
        Measured("ingest / bare embedding", median([one / other for one, other in zip(ingests, bares, strict=True)]), "x"),
        Measured("askable by words after", median(askables), "s"),
    ]


async def once(settings: Settings, files: Sequence[Upload] = (), pages: int = 150) -> list[Measured]:
    """Each file a single time: for comparisons with what runs outside of this one (benchmarks/langchain_pipeline.py)."""
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
    """Until a file can be asked about by its words, and until a text file (of 40 kB) is in whole. What follows is cancelled."""
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
    """The most memory that the server, its readers and its vector store take while a long file gets in."""
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
    """A search in another thread, of `others` chunks, while a file is being embedded, over the same with nothing going on."""
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
    """Milliseconds of each, embedding of the question included; a pause before each, as people make them."""
    waits = []
    for _ in range(count):
        await asyncio.sleep(0.05)
        waits.append(1000 * await seconds(partial(find, running, user, "other", words.question())))
    return waits


async def again(settings: Settings, pages: int = 300) -> list[Measured]:
    """A file that is there already, and one with a single paragraph changed."""
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
    """A long CSV until it can be asked about, the memory that takes, and how long it takes to be rid of it again."""
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
