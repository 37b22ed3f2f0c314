"""Vectors of threads in use, cached in memory in front of the store; only collections too large for that use its own index.

Up to a few thousand vectors a scan is faster than any index (0.3 ms for 1,000), exact, and gives the cosines of all chunks,
which score fusion needs.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from weakref import WeakValueDictionary

import numpy as np
from cachetools import LRUCache
from numpy.typing import NDArray

from chat.domain import Health
from chat.embedding.base import Vectors
from chat.index.among import ALL, Among
from chat.index.base import Collection, Hits, VectorStore
from chat.index.id_map import IdMap
from chat.index.matrix import Matrix, bytes_a_vector

Stored = Callable[[Collection], Awaitable[tuple[Sequence[str], Vectors]]]
"""Reads the vectors of a collection from the rows, ten times faster than from Chroma's index. The rows may have other chunks than
the index."""


class InMemoryVectors:
    """Keeps the promise `VectorStore` in front of another, which stays the durable one and decides which chunks there are."""

    def __init__(self, inner: VectorStore, stored: Stored, exact: int, memory_mb: int, dimensions: int) -> None:
        """Search collections of up to `exact` vectors exactly; `memory_mb` bounds all that is held."""
        self._inner = inner
        self._stored = stored
        self._exact = exact
        self._most = memory_mb * 1_000_000 // bytes_a_vector(dimensions)
        self._held: LRUCache[str, Matrix] = LRUCache(memory_mb * 1_000_000, getsizeof=lambda matrix: matrix.bytes)
        self._large: set[str] = set()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def start(self) -> None:
        await self._inner.start()

    async def upsert(self, collection: Collection, ids: Sequence[str], vectors: Vectors) -> None:
        async with self._lock(collection.name):
            matrix = self._held.pop(collection.name, None)  # a write that failed may still have happened: read it anew then
            await self._inner.upsert(collection, ids, vectors)
            if matrix is not None:
                matrix.put(ids, vectors)
                self._hold(collection, matrix)

    async def delete(self, collection: Collection, ids: Sequence[str]) -> int:
        async with self._lock(collection.name):
            matrix = self._held.pop(collection.name, None)
            self._large.discard(collection.name)
            deleted = await self._inner.delete(collection, ids)
            if matrix is not None:
                matrix.remove(ids)
                self._hold(collection, matrix)
            return deleted

    async def drop(self, collection: Collection) -> int:
        async with self._lock(collection.name):
            self._held.pop(collection.name, None)
            self._large.discard(collection.name)
            return await self._inner.drop(collection)

    async def load(self, collection: Collection) -> None:
        await self._loaded(collection)

    async def search(self, collection: Collection, vector: NDArray[np.float32], k: int, among: Among = ALL) -> Hits:
        matrix = await self._loaded(collection)
        if matrix is None:
            return await self._inner.search(collection, vector, k, among)
        return matrix.search(vector, among)

    @property
    def open(self) -> int:
        """Collections held in memory."""
        return len(self._held)

    async def ids(self, collection: Collection) -> tuple[str, ...]:
        return await self._inner.ids(collection)

    async def get(self, collection: Collection) -> tuple[tuple[str, ...], Vectors]:
        return await self._inner.get(collection)

    async def count(self, collection: Collection) -> int:
        return await self._inner.count(collection)

    async def counts(self) -> dict[str, int]:
        return await self._inner.counts()

    async def broken(self) -> list[str]:
        return await self._inner.broken()

    async def discard(self, names: Sequence[str]) -> None:
        for name in names:
            async with self._lock(name):
                self._held.pop(name, None)
                self._large.discard(name)
                await self._inner.discard([name])

    async def rewrite(self, collection: Collection) -> None:
        """Rewrite the files; what is in memory stays, so that the same is found all the time."""
        async with self._lock(collection.name):
            await self._inner.rewrite(collection)

    async def compact(self) -> None:
        await self._inner.compact()

    async def check(self) -> Health:
        return await self._inner.check()

    async def close(self) -> None:
        self._held.clear()
        await self._inner.close()

    def _lock(self, name: str) -> asyncio.Lock:
        return self._locks.setdefault(name, asyncio.Lock())

    async def _loaded(self, collection: Collection) -> Matrix | None:
        """Return the collection in memory, read when it is not there; `None` when it is too large."""
        matrix = self._held.get(collection.name)
        if matrix is None and collection.name not in self._large:
            async with self._lock(collection.name):
                matrix = await self._read(collection)
        return matrix

    async def _read(self, collection: Collection) -> Matrix | None:
        """Read a collection into memory unless another task just has. The caller holds its lock."""
        held = self._held.get(collection.name)
        if held is not None:
            return held
        ids: Sequence[str] = await self._inner.ids(collection)
        if len(ids) > self._most:
            self._large.add(collection.name)
            return None
        matrix = await self._of_rows(collection, ids) if collection.keys == "content" else None
        if matrix is None:
            matrix = Matrix(*await self._inner.get(collection), self._exact)
        self._hold(collection, matrix)
        return matrix

    async def _of_rows(self, collection: Collection, ids: Sequence[str]) -> Matrix | None:
        """Return the vectors of these ids from the rows; `None` when one of them has none there."""
        stored, vectors = await self._stored(collection) if ids else ((), np.zeros((0, 0), dtype=np.float32))

        def packed() -> Matrix | None:
            rows = IdMap(stored).numbers(ids)
            return None if (rows < 0).any() else Matrix(ids, vectors[rows], self._exact)

        return await asyncio.to_thread(packed)

    def _hold(self, collection: Collection, matrix: Matrix) -> None:
        if len(matrix) > self._most:
            self._large.add(collection.name)
        elif not matrix.wasted and matrix.bytes <= self._held.maxsize:
            self._held[collection.name] = matrix
