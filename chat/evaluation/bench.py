"""How fast it is, as ratios within one run, so that the machine's own speed falls out."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from functools import partial
from statistics import median
from time import perf_counter

import numpy as np

from chat.assembly import Application
from chat.assistant import Ask
from chat.domain import Chunk, Found, Question, Source, Upload, User, utc_now
from chat.embedding.base import Vectors
from chat.evaluation.run import application
from chat.events import Retrieved
from chat.index.base import Collection
from chat.ingestion.indexer import with_ids
from chat.settings import Settings

_QUESTIONS = 30
_WORDS_A_CHUNK = 130
_DOCUMENT_WORDS = 4_000
_TURNS = 5
_BATCH = 500


@dataclass(frozen=True, slots=True)
class Measured:
    """One line of the table."""

    what: str
    value: float
    unit: str


async def bench(
    settings: Settings, sizes: tuple[int, ...] = (1_000, 10_000), document_words: int = _DOCUMENT_WORDS
) -> list[Measured]:
    """Ingest, search and first event; each on a thread of its own, nothing embedded remembered."""
    lines: list[Measured] = []
    forgetful = settings.embedding.model_copy(update={"embedding_cache_entries": 0})
    async with application(settings.model_copy(update={"embedding": forgetful})) as (running, user):
        words = _Words()
        await running.embedder.embed(["warm"])
        lines += await _ingest(running, user, words, document_words)
        for size in sizes:
            lines += await _search(running, user, words, size)
        lines += await _first_event(running, user, words, f"search-{sizes[0]}")
    return lines


async def _ingest(running: Application, user: User, words: _Words, document_words: int) -> list[Measured]:
    """Reading a text file over embedding its chunks alone, by the same model; in turns, since other work comes and goes."""
    ingests, bares, count = [], [], 0
    for turn in range(_TURNS):
        thread = f"ingest-{turn}"
        await running.assistant.create_thread(user, id=thread)
        upload = Upload("bench.txt", words.text(document_words).encode())
        ingests.append(await _seconds(partial(_read, running, user, thread, upload)))
        texts = [chunk.indexed for chunk in await running.parts.chunks.of(Collection(thread, Source.DOCUMENT))]
        bares.append(await _seconds(partial(running.embedder.embed, texts)))
        count = len(texts)
    return [
        Measured(f"ingest of about {count} chunks", median(ingests), "s"),
        Measured("bare embedding of them", median(bares), "s"),
        Measured("ingest / bare embedding", median(np.array(ingests) / np.array(bares)), "x"),
    ]


async def _search(running: Application, user: User, words: _Words, size: int) -> list[Measured]:
    """A hybrid search without its embedding over an exact scan of the same vectors for the best ten."""
    thread = f"search-{size}"
    vectors = await _filled(running, user, words, thread, size)
    questions = [words.question() for _ in range(_QUESTIONS)]
    for question in questions[:5]:
        await _find(running, user, thread, question)
    queries = await running.embedder.embed(questions)
    found, scans = [], []
    for question, query in zip(questions, queries, strict=True):
        found.append(await _find(running, user, thread, question))
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


async def _first_event(running: Application, user: User, words: _Words, thread: str) -> list[Measured]:
    """From the question to the passages, the first thing that a reader sees."""
    waits, found = [], []
    for _ in range(_QUESTIONS):
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


async def _find(running: Application, user: User, thread: str, question: str) -> Found:
    return await running.assistant.search(user, Question(thread, question, utc_now()))


async def _filled(running: Application, user: User, words: _Words, thread: str, size: int) -> Vectors:
    """A document of `size` chunks with vectors of chance, put in place without embedding."""
    await running.assistant.create_thread(user, id=thread)
    await _read(running, user, thread, Upload("bench.txt", words.question().encode()))
    collection = Collection(thread, Source.DOCUMENT)
    [first] = await running.parts.chunks.of(collection)
    made = with_ids([_chunk(first, index, words.text(_WORDS_A_CHUNK)) for index in range(1, size)])
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
    await running.parts.indexer.publish(collection, made)
    return vectors


def _chunk(like: Chunk, index: int, text: str) -> Chunk:
    return replace(like, index=index, text=text, end=like.start + len(text))


async def _read(running: Application, user: User, thread: str, upload: Upload) -> None:
    async for _ in running.assistant.add(user, thread, [upload]):
        pass


async def _seconds(work: Callable[[], Awaitable[object]]) -> float:
    started = perf_counter()
    await work()
    return perf_counter() - started


class _Words:
    """Text with the word frequencies of a language (Zipf's law), the same in every run."""

    def __init__(self) -> None:
        self._random = random.Random(1)  # noqa: S311 -- not for secrets
        syllables = ["ba", "den", "ko", "lin", "mar", "nor", "pel", "rus", "sta", "tor", "ver", "win"]
        self._words = ["".join(self._random.choices(syllables, k=2 + at % 3)) for at in range(5_000)]
        self._weights = [1 / (rank + 5) for rank in range(len(self._words))]

    def text(self, words: int) -> str:
        """Sentences of twelve words."""
        drawn = self._random.choices(self._words, self._weights, k=words)
        return " ".join(" ".join(drawn[at : at + 12]).capitalize() + "." for at in range(0, words, 12))

    def question(self) -> str:
        return f"What about {' '.join(self._random.choices(self._words, self._weights, k=6))}?"
