"""Routes each collection to where it is held: those of incognito threads in memory alone, all others in the store.

The thread is asked on every call, so that no caller has to know its kind. Counting and dropping a whole collection cover both
places, so that a delete removes it wherever it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from chat.domain import Health
from chat.embedding.base import Vectors
from chat.index.among import ALL, Among
from chat.index.base import Collection, Hits, IsVolatile, TermCounts, VectorStore


class VectorsApart:
    """Keeps the promise `VectorStore` over two others."""

    def __init__(self, stored: VectorStore, volatile: VectorStore, is_volatile: IsVolatile) -> None:
        self._stored = stored
        self._volatile = volatile
        self._is_volatile = is_volatile

    async def start(self) -> None:
        await self._stored.start()

    async def upsert(self, collection: Collection, ids: Sequence[str], vectors: Vectors) -> None:
        await (await self._of(collection)).upsert(collection, ids, vectors)

    async def delete(self, collection: Collection, ids: Sequence[str]) -> int:
        return await (await self._of(collection)).delete(collection, ids)

    async def drop(self, collection: Collection) -> int:
        return await self._volatile.drop(collection) + await self._stored.drop(collection)

    async def load(self, collection: Collection) -> None:
        await (await self._of(collection)).load(collection)

    async def search(self, collection: Collection, vector: NDArray[np.float32], k: int, among: Among = ALL) -> Hits:
        return await (await self._of(collection)).search(collection, vector, k, among)

    async def ids(self, collection: Collection) -> tuple[str, ...]:
        return await (await self._of(collection)).ids(collection)

    async def get(self, collection: Collection) -> tuple[tuple[str, ...], Vectors]:
        return await (await self._of(collection)).get(collection)

    async def count(self, collection: Collection) -> int:
        return await self._volatile.count(collection) + await self._stored.count(collection)

    async def counts(self) -> dict[str, int]:
        return await self._stored.counts() | await self._volatile.counts()

    async def broken(self) -> list[str]:
        return await self._stored.broken()

    async def discard(self, names: Sequence[str]) -> None:
        held = await self._volatile.counts()
        await self._volatile.discard([name for name in names if name in held])
        await self._stored.discard([name for name in names if name not in held])

    async def rewrite(self, collection: Collection) -> None:
        await (await self._of(collection)).rewrite(collection)

    async def compact(self) -> None:
        await self._stored.compact()

    async def check(self) -> Health:
        return await self._stored.check()

    async def close(self) -> None:
        await self._volatile.close()
        await self._stored.close()

    async def _of(self, collection: Collection) -> VectorStore:
        return self._volatile if await self._is_volatile(collection.thread) else self._stored


class TermCountsApart:
    """Keeps the promise `TermCounts` over two others."""

    def __init__(self, stored: TermCounts, volatile: TermCounts, is_volatile: IsVolatile) -> None:
        self._stored = stored
        self._volatile = volatile
        self._is_volatile = is_volatile

    async def put(self, collection: Collection, counted: Sequence[tuple[str, Counter[str]]]) -> None:
        await (await self._of(collection)).put(collection, counted)

    async def take(self, collection: Collection, ids: Sequence[str]) -> list[tuple[str, str]]:
        return await (await self._of(collection)).take(collection, ids)

    async def clear(self, collection: Collection) -> int:
        return await self._volatile.clear(collection) + await self._stored.clear(collection)

    async def of(self, collection: Collection) -> list[tuple[str, str]]:
        return await (await self._of(collection)).of(collection)

    async def count(self, collection: Collection) -> int:
        return await self._volatile.count(collection) + await self._stored.count(collection)

    async def check(self) -> Health:
        return await self._stored.check()

    async def _of(self, collection: Collection) -> TermCounts:
        return self._volatile if await self._is_volatile(collection.thread) else self._stored
