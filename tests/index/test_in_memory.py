from __future__ import annotations

import asyncio
from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from chat.domain import Source
from chat.embedding.base import Vectors
from chat.errors import IndexFailed
from chat.index.among import ALL, Among
from chat.index.base import Collection, Hits
from chat.index.in_memory import InMemoryVectors
from tests.fakes import FakeVectorIndex, unstored

HERE = Collection("t", Source.DOCUMENT)


class LateFailure(FakeVectorIndex):
    """An index that does the work and then reports a failure, as a call that timed out does."""

    async def upsert(self, collection: Collection, ids: Sequence[str], vectors: Vectors) -> None:
        await super().upsert(collection, ids, vectors)
        if "b" in ids:
            raise IndexFailed("too late")


class Counting(FakeVectorIndex):
    """An index that counts its searches."""

    searched = 0

    async def search(self, collection: Collection, vector: NDArray[np.float32], k: int, among: Among = ALL) -> Hits:
        self.searched += 1
        return await super().search(collection, vector, k, among)


async def test_a_write_that_failed_but_happened_is_found() -> None:
    index = InMemoryVectors(LateFailure(), unstored, 100, 1, 2)
    await index.upsert(HERE, ["a"], np.eye(2, dtype=np.float32)[:1])
    await index.search(HERE, np.eye(2, dtype=np.float32)[0], 5)

    with pytest.raises(IndexFailed):
        await index.upsert(HERE, ["b"], np.eye(2, dtype=np.float32)[1:])

    assert set((await index.search(HERE, np.eye(2, dtype=np.float32)[0], 5)).ids) == {"a", "b"}


async def test_vectors_are_taken_from_the_rows_for_the_chunks_that_the_index_has() -> None:
    async def stored(collection: Collection) -> tuple[Sequence[str], Vectors]:
        return ["gone", "b", "a"], np.array([[1, 1], [0, 1], [1, 0]], dtype=np.float32)

    inner = FakeVectorIndex()
    await inner.upsert(HERE, ["a", "b"], np.eye(2, dtype=np.float32))
    index = InMemoryVectors(inner, stored, 100, 1, 2)

    hits = await index.search(HERE, np.array([0, 1], dtype=np.float32), 5)

    assert dict(zip(hits.ids, hits.scores.tolist(), strict=True)) == {"a": 0, "b": 1}


async def test_what_was_loaded_is_not_asked_for_again() -> None:
    inner = Counting()
    await inner.upsert(HERE, ["a", "b"], np.eye(2, dtype=np.float32))
    index = InMemoryVectors(inner, unstored, 100, 1, 2)
    await index.load(HERE)
    inner.vectors.clear()

    assert set((await index.search(HERE, np.eye(2, dtype=np.float32)[0], 5)).ids) == {"a", "b"}


async def test_a_collection_that_shrank_is_held_in_memory_again() -> None:
    inner = Counting()
    await inner.upsert(HERE, ["a", "b", "c"], np.eye(3, dtype=np.float32))
    index = InMemoryVectors(inner, unstored, 100, 1, 120_000)
    await index.search(HERE, np.eye(3, dtype=np.float32)[0], 1)
    await index.delete(HERE, ["b", "c"])

    await index.search(HERE, np.eye(3, dtype=np.float32)[0], 1)

    assert inner.searched == 1


async def test_a_collection_that_is_discarded_while_it_is_loaded_is_not_held() -> None:
    loading, go_on = asyncio.Event(), asyncio.Event()

    class Slow(FakeVectorIndex):
        """An index that returns its vectors once it is released."""

        async def get(self, collection: Collection) -> tuple[tuple[str, ...], Vectors]:
            found = await super().get(collection)
            loading.set()
            await go_on.wait()
            return found

    inner = Slow()
    await inner.upsert(HERE, ["a"], np.eye(2, dtype=np.float32)[:1])
    index = InMemoryVectors(inner, unstored, 100, 1, 2)

    searching = asyncio.create_task(index.search(HERE, np.eye(2, dtype=np.float32)[0], 5))
    await loading.wait()
    discarding = asyncio.create_task(index.discard([HERE.name]))
    await asyncio.sleep(0)
    go_on.set()
    await asyncio.gather(searching, discarding)

    assert not index.open
    assert not (await index.search(HERE, np.eye(2, dtype=np.float32)[0], 5)).ids
