"""Deletion of a long thread: the time until it is hidden, until the receipt, and until nothing of it is left on disk."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from time import perf_counter

import numpy as np

from chat.application import Application
from chat.domain import Chunk, Source, User
from chat.errors import NotFound
from chat.evaluation.benchmarks.measuring import Measured
from chat.evaluation.benchmarks.texts import Words
from chat.evaluation.places.direct import opened
from chat.index.base import Collection
from chat.ingestion.indexer import with_ids
from chat.settings import Settings
from chat.threads.chunks.chunks import ChunkChange

_WORDS = 160
"""Words per chunk."""
_BATCH = 500


async def deleting(settings: Settings, chunks: int = 5_000) -> list[Measured]:
    """Measure deleting a thread with `chunks` chunks while another one of the same size stays."""
    with tempfile.TemporaryDirectory(prefix="threadwise-eval-") as folder:
        async with opened(settings, Path(folder)) as (running, user):
            for thread in ("gone", "kept"):
                await _fill(running, user, thread, chunks)
            began = perf_counter()
            work = asyncio.create_task(running.assistant.delete_thread(user, "gone"))
            await _hidden(running, user, "gone")
            hidden = perf_counter() - began
            receipt = await work
            told = perf_counter() - began
            await running.wait_for_cleaning()
            gone = perf_counter() - began
    assert receipt.verified, "a delete that leaves something is not measured"
    return [
        Measured(f"deleting a thread of {chunks:,} chunks: hidden within", hidden * 1_000, "ms"),
        Measured("  out of rows, indexes and files, with its receipt", told, "s"),
        Measured("  gone everywhere on disk", gone, "s"),
    ]


async def _hidden(running: Application, user: User, thread: str) -> None:
    while True:
        await asyncio.sleep(0)
        try:
            await running.assistant.thread(user, thread)
        except NotFound:
            return


async def _fill(running: Application, user: User, thread: str, chunks: int) -> None:
    """Fill a thread in the usual way, but with random vectors, because embedding is not measured."""
    await running.assistant.create_thread(user, id=thread)
    words, random, collection = Words(), np.random.default_rng(1), Collection(thread, Source.DOCUMENT)
    made = list(with_ids(_chunk(thread, at, words.text(_WORDS)) for at in range(chunks)))
    await running.parts.indexer.stage(collection, made)
    ids = [chunk.id for chunk in made]
    for at in range(0, chunks, _BATCH):
        batch = ids[at : at + _BATCH]
        vectors = random.normal(size=(len(batch), running.embedder.identity.dimensions)).astype(np.float32)
        await running.parts.rows.vectors.put(batch, vectors, str(running.embedder.identity))
        await running.vectors.upsert(collection, batch, vectors)
    await running.parts.indexer.publish(collection, ChunkChange(ids))


def _chunk(thread: str, at: int, text: str) -> Chunk:
    return Chunk(
        id="", thread=thread, source=Source.DOCUMENT, parent="long", index=at, text=text, header="", start=at, end=at + len(text)
    )
