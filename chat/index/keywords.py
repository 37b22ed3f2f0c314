"""The keyword index: BM25 by collection, with postings in memory for threads in use, built from stored term counts."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterable, Callable, Iterable, Mapping, Sequence
from weakref import WeakValueDictionary

from cachetools import LRUCache

from chat.domain import Health
from chat.index.among import ALL, Among
from chat.index.base import Collection, Hits, TermCounts
from chat.index.postings import Postings
from chat.text import indexed


class Bm25Index:
    """Keeps the promise `KeywordIndex` over any `TermCounts`; `memory_mb` bounds all postings in memory."""

    def __init__(self, counts: TermCounts, memory_mb: int, analyse: Callable[[str], list[str]] = indexed) -> None:
        self._counts = counts
        self._analyse = analyse
        self._loaded: LRUCache[str, Postings] = LRUCache(memory_mb * 1_000_000, getsizeof=lambda postings: postings.bytes)
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def add(self, collection: Collection, texts: AsyncIterable[Mapping[str, str]]) -> None:
        async with self._lock(collection):
            postings = await self._written(collection, texts, await self._taken(collection))
            self._keep(collection, postings)

    async def renew(self, collection: Collection, texts: AsyncIterable[Mapping[str, str]]) -> None:
        async with self._lock(collection):
            await self._counts.clear(collection)
            try:
                postings = await self._written(collection, texts, Postings())
            finally:
                self._loaded.pop(collection.name, None)  # also if `texts` fail, as its counts are cleared
            self._keep(collection, postings)

    async def delete(self, collection: Collection, ids: Sequence[str]) -> int:
        async with self._lock(collection):
            postings = self._loaded.pop(collection.name, None)
            removed = await self._remove(collection, postings, list(dict.fromkeys(ids)))
            self._keep(collection, postings)
            return removed

    async def drop(self, collection: Collection) -> int:
        async with self._lock(collection):
            self._loaded.pop(collection.name, None)
            return await self._counts.clear(collection)

    async def load(self, collection: Collection) -> None:
        await self._in_memory(collection)

    async def search(
        self,
        collection: Collection,
        terms: Mapping[str, float],
        among: Among = ALL,
        related: Mapping[str, Mapping[str, float]] | None = None,
    ) -> tuple[Hits, ...]:
        return (await self._in_memory(collection)).search(terms, among, related)

    async def frequencies(self, collection: Collection, terms: Iterable[str], among: Among = ALL) -> tuple[int, ...]:
        return (await self._in_memory(collection)).frequencies(terms, among)

    async def specificity(self, collection: Collection, among: Among = ALL) -> Hits:
        return (await self._in_memory(collection)).specificity(among)

    @property
    def open(self) -> int:
        """Collections held in memory."""
        return len(self._loaded)

    def forget(self, name: str) -> None:
        """Drop the postings of a collection whose term counts were changed elsewhere: they are built anew."""
        self._loaded.pop(name, None)

    async def count(self, collection: Collection) -> int:
        return await self._counts.count(collection)

    async def check(self) -> Health:
        health = await self._counts.check()
        return Health(True, {"threads_in_memory": len(self._loaded)}) if health.ok else health

    def _counted(self, texts: Mapping[str, str]) -> list[tuple[str, Counter[str]]]:
        return [(id, Counter(self._analyse(text))) for id, text in texts.items()]

    def _lock(self, collection: Collection) -> asyncio.Lock:
        return self._locks.setdefault(collection.name, asyncio.Lock())

    async def _in_memory(self, collection: Collection) -> Postings:
        """Return the postings in memory, built from the term counts when they are not there."""
        known = self._loaded.get(collection.name)
        if known is None:
            async with self._lock(collection):
                known = self._loaded.get(collection.name)  # another task may have built them meanwhile
                if known is None:
                    known = await asyncio.to_thread(_built, await self._counts.of(collection))
                    self._keep(collection, known)
        return known

    async def _written(
        self, collection: Collection, texts: AsyncIterable[Mapping[str, str]], postings: Postings | None
    ) -> Postings | None:
        """Return the postings with all these texts added; `None` when they exceed the memory or have to be built anew."""
        async for batch in texts:
            postings = await self._replace(collection, batch, postings)
            if postings is not None and postings.bytes > self._loaded.maxsize:
                postings = None
        return postings

    async def _taken(self, collection: Collection) -> Postings | None:
        """Take the postings out of memory while they are changed: after a write that failed, and may still have happened, they
        have to be built anew. `None` where they are not in memory; the next search builds them."""
        known = self._loaded.pop(collection.name, None)
        return Postings() if known is None and await self.count(collection) == 0 else known

    async def _replace(self, collection: Collection, texts: Mapping[str, str], postings: Postings | None) -> Postings | None:
        """Return the postings with these texts added; `None` when they have to be built anew, as when an id was held before."""
        known = [id for id in texts if postings is None or postings.held(id)]
        if known:
            postings = None
            await self._counts.take(collection, known)
        counted = await asyncio.to_thread(self._counted, texts)
        await self._counts.put(collection, counted)
        if postings is not None:
            await asyncio.to_thread(_put, postings, counted)
        return postings

    async def _remove(self, collection: Collection, postings: Postings | None, ids: Sequence[str]) -> int:
        """Remove chunks from the counts and the postings; how many were there."""
        gone = await self._counts.take(collection, ids)
        if postings is not None:
            await asyncio.to_thread(_take, postings, gone)
        return len(gone)

    def _keep(self, collection: Collection, postings: Postings | None) -> None:
        """Hold the postings in memory by their present size, unless they exceed it or are mostly deleted chunks."""
        if postings is not None and not postings.wasted and postings.bytes <= self._loaded.maxsize:
            self._loaded[collection.name] = postings


def _put(postings: Postings, counted: Sequence[tuple[str, Counter[str]]]) -> None:
    for id, counts in counted:
        postings.add(id, counts)


def _take(postings: Postings, rows: Sequence[tuple[str, str]]) -> None:
    for id, counts in rows:
        postings.remove(id, json.loads(counts))


def _built(rows: Sequence[tuple[str, str]]) -> Postings:
    return Postings.of((id, json.loads(counts)) for id, counts in rows)
