"""Exact search in memory for collections that are small, which almost all threads are; larger ones go to the store's own index.

Up to a few thousand vectors a scan is faster than any index (0.3 ms for 1,000), finds everything, and gives scores for all
chunks, which score fusion wants.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from weakref import WeakValueDictionary

import numpy as np
from cachetools import LRUCache
from numpy.typing import NDArray

from chat.domain import Health
from chat.embedding.base import Vectors
from chat.index.base import Collection, Hits, VectorIndex
from chat.index.id_map import IdMap


class _Matrix:
    """The vectors of one collection, packed; grows by doubling. Rows of deleted chunks stay until it is read anew."""

    def __init__(self, ids: Sequence[str], vectors: Vectors) -> None:
        self._map = IdMap(ids)
        self._alive = np.ones(len(ids), dtype=np.bool_)
        self._vectors = np.array(vectors, dtype=np.float32)
        self._held = len(ids)

    def __len__(self) -> int:
        return self._held

    @property
    def bytes(self) -> int:
        return self._vectors.nbytes + 200 * len(self._vectors)

    @property
    def wasted(self) -> bool:
        """Whether deleted chunks are the larger part."""
        return len(self._map) > 2 * self._held + 100

    def put(self, ids: Sequence[str], vectors: Vectors) -> None:
        self._map.extend(dict.fromkeys(id for id in ids if id not in self._map))
        self._grow(len(self._map), vectors.shape[1])
        rows = self._map.numbers(ids)
        self._vectors[rows] = vectors
        self._alive[rows] = True
        self._held = int(self._alive[: len(self._map)].sum())

    def remove(self, ids: Sequence[str]) -> None:
        self._alive[self._map.known(ids)] = False
        self._held = int(self._alive[: len(self._map)].sum())

    def search(self, vector: NDArray[np.float32], among: AbstractSet[str] | None) -> Hits:
        """All vectors (of `among`)."""
        rows = len(self._map)
        if among is not None:
            chosen = self._map.known(among)
            chosen = chosen[self._alive[chosen]]
            return self._hits(chosen, self._vectors[chosen] @ vector)
        scores = self._vectors[:rows] @ vector if rows else np.zeros(0, dtype=np.float32)
        if self._held == rows:
            return self._hits(np.arange(rows), scores)
        alive = np.flatnonzero(self._alive[:rows])
        return self._hits(alive, scores[alive])

    def _hits(self, rows: NDArray[np.int64], scores: NDArray[np.float32]) -> Hits:
        return Hits(self._map, rows, scores, complete=True, total=len(rows))

    def _grow(self, rows: int, dimensions: int) -> None:
        held = len(self._vectors)
        if rows > held:
            room = max(rows, 2 * held)
            vectors, alive = np.zeros((room, dimensions), dtype=np.float32), np.zeros(room, dtype=np.bool_)
            if held:
                vectors[:held], alive[:held] = self._vectors, self._alive
            self._vectors, self._alive = vectors, alive


class ExactVectorIndex:
    """Keeps the promise `VectorIndex` in front of another, which stays the durable one."""

    def __init__(self, inner: VectorIndex, vectors: int, memory_mb: int) -> None:
        self._inner = inner
        self._most = vectors
        self._held: LRUCache[str, _Matrix] = LRUCache(memory_mb * 1_000_000, getsizeof=lambda matrix: matrix.bytes)
        self._large: set[str] = set()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def start(self) -> None:
        await self._inner.start()

    async def upsert(self, collection: Collection, ids: Sequence[str], vectors: Vectors) -> None:
        async with self._lock(collection):
            matrix = self._held.pop(collection.name, None)  # a write that fails may have happened: then it is read anew
            await self._inner.upsert(collection, ids, vectors)
            if matrix is not None:
                matrix.put(ids, vectors)
                self._hold(collection, matrix)

    async def delete(self, collection: Collection, ids: Sequence[str]) -> int:
        async with self._lock(collection):
            matrix = self._held.pop(collection.name, None)
            deleted = await self._inner.delete(collection, ids)
            if matrix is not None:
                matrix.remove(ids)
                self._hold(collection, matrix)
            return deleted

    async def drop(self, collection: Collection) -> int:
        async with self._lock(collection):
            self._held.pop(collection.name, None)
            self._large.discard(collection.name)
            return await self._inner.drop(collection)

    async def search(
        self, collection: Collection, vector: NDArray[np.float32], k: int, among: AbstractSet[str] | None = None
    ) -> Hits:
        matrix = self._held.get(collection.name)
        if matrix is None and collection.name not in self._large:
            async with self._lock(collection):
                matrix = await self._load(collection)
        if matrix is None:
            return await self._inner.search(collection, vector, k, among)
        return matrix.search(vector, among)

    async def get(self, collection: Collection) -> tuple[tuple[str, ...], Vectors]:
        return await self._inner.get(collection)

    async def count(self, collection: Collection) -> int:
        return await self._inner.count(collection)

    async def check(self) -> Health:
        return await self._inner.check()

    async def close(self) -> None:
        self._held.clear()
        await self._inner.close()

    def _lock(self, collection: Collection) -> asyncio.Lock:
        return self._locks.setdefault(collection.name, asyncio.Lock())

    async def _load(self, collection: Collection) -> _Matrix | None:
        """Read a collection into memory; `None` when it is too large for that. The caller holds its lock."""
        held = self._held.get(collection.name)
        if held is not None:
            return held
        if await self._inner.count(collection) > self._most:
            self._large.add(collection.name)
            return None
        matrix = _Matrix(*await self._inner.get(collection))
        self._hold(collection, matrix)
        return matrix

    def _hold(self, collection: Collection, matrix: _Matrix) -> None:
        if len(matrix) > self._most:
            self._large.add(collection.name)
        elif not matrix.wasted and matrix.bytes <= self._held.maxsize:
            self._held[collection.name] = matrix
