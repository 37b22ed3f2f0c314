"""Duration of a search relative to an exact scan of the same vectors, and of a question until its sources are found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from statistics import median
from time import perf_counter

import numpy as np

from chat.application import Application
from chat.assistant import Ask
from chat.domain import Chunk, Draft, Found, Question, Source, Upload, User, utc_now
from chat.embedding.base import Vectors
from chat.evaluation.benchmarks.measuring import Measured, read
from chat.evaluation.benchmarks.texts import Words
from chat.evaluation.places.direct import application
from chat.events import Retrieved
from chat.index.base import Collection
from chat.ingestion.indexer import with_ids
from chat.settings import EmbeddingSettings, Settings
from chat.threads.chunks.chunks import ChunkChange

_WORDS_A_CHUNK = 130
_BATCH = 500
_WARM = 5
"""Questions asked before anything is timed."""


async def searching(settings: Settings, sizes: Sequence[int] = (1_000, 10_000), asked: int = 30) -> list[Measured]:
    """Measure searches in threads with `sizes` chunks, with `asked` questions each."""
    words, lines = Words(), list[Measured]()
    async with application(settings) as (running, user):
        slowest: dict[int, float] = {}
        for size in sizes:
            searches, scans = await _searches(running, user, words, size, asked)
            lines += _beside_scan(size, searches, scans)
            slowest[size] = lines[-1].value
        first, last = min(sizes), max(sizes)
        growth = slowest[last] / slowest[first]
        return [*lines, Measured(f"95th percentile at {last:,} chunks / at {first:,}", growth, "x")]


async def _searches(
    running: Application, user: User, words: Words, size: int, asked: int
) -> tuple[list[dict[str, float]], list[float]]:
    """Return the milliseconds of each hybrid search by step, and those of an exact scan of the vectors for the best ten."""
    thread = f"search-{size}"
    vectors = await filled(running, user, words, thread, size)
    questions = [words.question() for _ in range(asked)]
    for question in questions[:5]:
        await find(running, user, thread, question)
    queries = await running.embedder.embed(questions)
    searches, scans = [], []
    for question, query in zip(questions, queries, strict=True):
        searches.append((await find(running, user, thread, question)).timing_ms)
        started = perf_counter()
        np.argpartition(vectors @ query, -10)[-10:]
        scans.append((perf_counter() - started) * 1000)
    return searches, scans


def _beside_scan(size: int, searches: Sequence[Mapping[str, float]], scans: Sequence[float]) -> list[Measured]:
    """Return the results of one size; the last one is the 95th percentile of the search."""
    without = [each["total"] - each["embed"] for each in searches]
    return [
        Measured(f"search of {size:,} chunks, embedding excluded", median(without), "ms"),
        *(Measured(f"  of it: {step}", median(each[step] for each in searches), "ms") for step in ("search", "rank")),
        Measured("exact scan of the same vectors", median(scans), "ms"),
        Measured("search / exact scan", median(without) / median(scans), "x"),
        Measured("95th percentile of the search", float(np.percentile(without, 95)), "ms"),
    ]


async def answering(settings: Settings, chunks: int = 10_000, messages: int = 2_000, asked: int = 60) -> list[Measured]:
    """Measure the time from a question to the passages given to the answerer, in a long thread with large documents.

    As in the chat, each question is stored first, the one before it has been answered and indexed, and the earlier turns used as
    its context were embedded when they were asked.
    """
    settings = settings.model_copy(update={"embedding": EmbeddingSettings()})
    words, waits, found = Words(), list[float](), list[Found]()
    async with application(settings) as (running, user):
        await filled(running, user, words, "long", chunks)
        drafts = [Draft("user" if at % 2 else "assistant", words.text(12 + 24 * (at % 3))) for at in range(messages)]
        for at in range(0, messages, _BATCH):
            await running.assistant.add_messages(user, "long", drafts[at : at + _BATCH])
        for turn in range(_WARM + asked):
            started = perf_counter()
            async for event in running.assistant.ask(user, Ask(Question("long", words.question(), utc_now()))):
                if isinstance(event, Retrieved) and turn >= _WARM:
                    found.append(event.found)
                    waits.append((perf_counter() - started) * 1000)
            await running.assistant.settle_later()
    return [
        Measured(f"question to sources, {chunks:,} chunks and {messages:,} messages", median(waits), "ms"),
        Measured("  95th percentile", float(np.percentile(waits, 95)), "ms"),
        *(
            Measured(f"  of the median: {step}", median(one.timing_ms[step] for one in found), "ms")
            for step in ("embed", "search", "rank")
        ),
    ]


async def find(running: Application, user: User, thread: str, question: str) -> Found:
    return await running.assistant.search(user, Question(thread, question, utc_now()))


async def filled(running: Application, user: User, words: Words, thread: str, size: int) -> Vectors:
    """Create a document of `size` chunks with random vectors, without embedding; return the vectors of all but the first."""
    await running.assistant.create_thread(user, id=thread)
    await read(running, user, thread, Upload("bench.txt", words.question().encode()))
    collection = Collection(thread, Source.DOCUMENT)
    [first] = await running.parts.rows.chunks.of(collection)
    made = list(with_ids(_chunk(first, index, words.text(_WORDS_A_CHUNK)) for index in range(1, size)))
    dimensions = running.embedder.identity.dimensions
    vectors = np.random.default_rng(1).normal(size=(len(made), dimensions)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    for at in range(0, len(made), _BATCH):
        batch = made[at : at + _BATCH]
        await running.parts.rows.chunks.stage(batch)
        await running.parts.rows.vectors.put(
            [chunk.id for chunk in batch], vectors[at : at + _BATCH], str(running.embedder.identity)
        )
        await running.vectors.upsert(collection, [chunk.id for chunk in batch], vectors[at : at + _BATCH])
    await running.parts.indexer.publish(collection, ChunkChange([chunk.id for chunk in made]))
    return vectors


def _chunk(like: Chunk, index: int, text: str) -> Chunk:
    return replace(like, index=index, text=text, end=like.start + len(text))
