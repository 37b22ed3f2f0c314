"""How long a search takes beside a plain scan of the same vectors, and a question until its first event."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from statistics import median
from time import perf_counter

import numpy as np

from chat.assembly import Application
from chat.assistant import Ask
from chat.domain import Chunk, Found, Question, Source, Upload, User, utc_now
from chat.embedding.base import Vectors
from chat.evaluation.benchmarks.measuring import Measured, read
from chat.evaluation.benchmarks.texts import Words
from chat.evaluation.run import application
from chat.events import Retrieved
from chat.index.base import Collection
from chat.ingestion.indexer import with_ids
from chat.settings import Settings
from chat.threads.chunks import Change

_WORDS_A_CHUNK = 130
_BATCH = 500


async def searching(settings: Settings, sizes: Sequence[int] = (1_000, 10_000), asked: int = 30) -> list[Measured]:
    """Search and first event, each on a thread of its own and with so many questions."""
    words, lines = Words(), list[Measured]()
    async with application(settings) as (running, user):
        for size in sizes:
            lines += await _search(running, user, words, size, asked)
        return lines + await _first_event(running, user, words, f"search-{sizes[0]}", asked)


async def _search(running: Application, user: User, words: Words, size: int, asked: int) -> list[Measured]:
    """A hybrid search without its embedding over an exact scan of the same vectors for the best ten."""
    thread = f"search-{size}"
    vectors = await filled(running, user, words, thread, size)
    questions = [words.question() for _ in range(asked)]
    for question in questions[:5]:
        await find(running, user, thread, question)
    queries = await running.embedder.embed(questions)
    found, scans = [], []
    for question, query in zip(questions, queries, strict=True):
        found.append(await find(running, user, thread, question))
        started = perf_counter()
        np.argpartition(vectors @ query, -10)[-10:]
        scans.append((perf_counter() - started) * 1000)
    searches = [one.timing_ms["total"] - one.timing_ms["embed"] for one in found]
    return [
        Measured(f"search of {size:,} chunks, embedding excluded", median(searches), "ms"),
        *(Measured(f"  of it: {step}", median(one.timing_ms[step] for one in found), "ms") for step in ("search", "rank")),
        Measured("exact scan of the same vectors", median(scans), "ms"),
        Measured("search / exact scan", median(searches) / median(scans), "x"),
    ]


async def _first_event(running: Application, user: User, words: Words, thread: str, asked: int) -> list[Measured]:
    """From the question to the passages, the first thing that a reader sees."""
    waits, found = [], []
    for _ in range(asked):
        started = perf_counter()
        ask = Ask(Question(thread, words.question(), utc_now()), remember=False)
        async for event in running.assistant.ask(user, ask):
            if isinstance(event, Retrieved):
                waits.append((perf_counter() - started) * 1000)
                found.append(event.found)
    return [
        Measured("question to first event", median(waits), "ms"),
        *(
            Measured(f"  of it: {step}", median(one.timing_ms[step] for one in found), "ms")
            for step in ("embed", "search", "rank")
        ),
    ]


async def find(running: Application, user: User, thread: str, question: str) -> Found:
    return await running.assistant.search(user, Question(thread, question, utc_now()))


async def filled(running: Application, user: User, words: Words, thread: str, size: int) -> Vectors:
    """A document of `size` chunks with vectors of chance, put in place without embedding."""
    await running.assistant.create_thread(user, id=thread)
    await read(running, user, thread, Upload("bench.txt", words.question().encode()))
    collection = Collection(thread, Source.DOCUMENT)
    [first] = await running.parts.chunks.of(collection)
    made = list(with_ids(_chunk(first, index, words.text(_WORDS_A_CHUNK)) for index in range(1, size)))
    dimensions = running.embedder.identity.dimensions
    vectors = np.random.default_rng(1).normal(size=(len(made), dimensions)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    for at in range(0, len(made), _BATCH):
        batch = made[at : at + _BATCH]
        await running.parts.chunks.stage(batch)
        await running.parts.chunks.put_vectors(
            [chunk.id for chunk in batch], vectors[at : at + _BATCH], str(running.embedder.identity)
        )
        await running.vectors.upsert(collection, [chunk.id for chunk in batch], vectors[at : at + _BATCH])
    await running.parts.indexer.publish(collection, Change([chunk.id for chunk in made]))
    return vectors


def _chunk(like: Chunk, index: int, text: str) -> Chunk:
    return replace(like, index=index, text=text, end=like.start + len(text))
