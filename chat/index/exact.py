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


class _Matrix:
    """The vectors of one collection, packed; grows by doubling, a deleted row is filled with the last one."""

    def __init__(self, ids: Sequence[str], vectors: Vectors) -> None:
        self._rows = {id: row for row, id in enumerate(ids)}
        self._ids = np.array([*ids, ""], dtype=object)[:-1]
        self._vectors = np.array(vectors, dtype=np.float32)

    def __len__(self) -> int:
        return len(self._rows)

    @property
    def bytes(self) -> int:
        return self._vectors.nbytes + 200 * len(self._ids)

    def put(self, ids: Sequence[str], vectors: Vectors) -> None:
        fresh = dict.fromkeys(id for id in ids if id not in self._rows)
        self._grow(len(self._rows) + len(fresh), vectors.shape[1])
        for id in fresh:
            self._ids[len(self._rows)] = id
            self._rows[id] = len(self._rows)
        self._vectors[[self._rows[id] for id in ids]] = vectors

    def remove(self, ids: Sequence[str]) -> None:
        for id in ids:
            row = self._rows.pop(id, None)
            last = len(self._rows)
            if row is not None and row != last:
                moved = self._ids[last]
                self._ids[row], self._vectors[row], self._rows[moved] = moved, self._vectors[last], row

    def search(self, vector: NDArray[np.float32], among: AbstractSet[str] | None) -> Hits:
        """All vectors (of `among`), most similar first."""
        ids, vectors = self._ids[: len(self._rows)], self._vectors[: len(self._rows)]
        if among is not None:
            rows = [row for id in among if (row := self._rows.get(id)) is not None]
            ids, vectors = ids[rows], vectors[rows]
        scores = vectors @ vector if len(ids) else np.zeros(0, dtype=np.float32)
        order = np.argsort(-scores, kind="stable")
        return Hits(tuple(ids[order].tolist()), scores[order], complete=True, total=len(ids))

    def _grow(self, rows: int, dimensions: int) -> None:
        if rows > len(self._ids):
            room = max(rows, 2 * len(self._ids))
            vectors = np.zeros((room, dimensions), dtype=np.float32)
            if self._rows:
                vectors[: len(self._rows)] = self._vectors[: len(self._rows)]
            ids = np.full(room, "", dtype=object)
            ids[: len(self._rows)] = self._ids[: len(self._rows)]
            self._ids, self._vectors = ids, vectors


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
        elif matrix.bytes <= self._held.maxsize:
            self._held[collection.name] = matrix
