"""The keyword index: BM25 by collection, its term counts as rows, its postings in memory for threads in use."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterable, Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from weakref import WeakValueDictionary

from cachetools import LRUCache
from sqlalchemy import delete, func, insert, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.database.schema import keyword_rows
from chat.domain import Health
from chat.errors import StorageFailed
from chat.index.base import Collection, Hits
from chat.index.postings import Postings
from chat.text import terms as terms_of

_BATCH = 500


class Bm25Index:
    """Keeps the promise `KeywordIndex` over SQL rows."""

    def __init__(self, engine: AsyncEngine, memory_mb: int, analyse: Callable[[str], list[str]] = terms_of) -> None:
        self._engine = engine
        self._analyse = analyse
        self._loaded: LRUCache[str, Postings] = LRUCache(memory_mb * 1_000_000, getsizeof=lambda postings: postings.bytes)
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def add(self, collection: Collection, texts: AsyncIterable[Mapping[str, str]]) -> None:
        async with self._lock(collection):
            postings = await self._written(collection, texts, await self._taken(collection))
            self._keep(collection, postings)

    async def renew(self, collection: Collection, texts: AsyncIterable[Mapping[str, str]]) -> None:
        async with self._lock(collection):
            await self._clear(collection)
            postings = await self._written(collection, texts, Postings())
            self._loaded.pop(collection.name, None)
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
            return await self._clear(collection)

    async def search(
        self, collection: Collection, terms: Mapping[str, float], among: AbstractSet[str] | None = None
    ) -> tuple[Hits, ...]:
        postings = self._loaded.get(collection.name)
        if postings is None:
            async with self._lock(collection):
                postings = await self._postings(collection)
        return postings.search(terms, among)

    @property
    def open(self) -> int:
        """Collections held in memory."""
        return len(self._loaded)

    def forget(self, name: str) -> None:
        """Rows of a collection were changed behind the index's back: they are read anew."""
        self._loaded.pop(name, None)

    async def count(self, collection: Collection) -> int:
        async with self._engine.connect() as connection:
            statement = select(func.count()).select_from(keyword_rows).where(keyword_rows.c.collection == collection.name)
            return int((await connection.execute(statement)).scalar_one())

    async def check(self) -> Health:
        try:
            async with self._engine.connect() as connection:
                await connection.execute(select(keyword_rows.c.chunk_id).limit(1))
        except (SQLAlchemyError, StorageFailed) as error:
            return Health(False, {"error": type(error).__name__})
        return Health(True, {"threads_in_memory": len(self._loaded)})

    def _counted(self, texts: Mapping[str, str]) -> list[tuple[str, Counter[str]]]:
        return [(id, Counter(self._analyse(text))) for id, text in texts.items()]

    def _lock(self, collection: Collection) -> asyncio.Lock:
        return self._locks.setdefault(collection.name, asyncio.Lock())

    async def _postings(self, collection: Collection) -> Postings:
        """Of memory, or built from the rows; the caller holds the collection's lock."""
        known = self._loaded.get(collection.name)
        if known is None:
            statement = select(keyword_rows.c.chunk_id, keyword_rows.c.terms).where(keyword_rows.c.collection == collection.name)
            async with self._engine.connect() as connection:
                rows = (await connection.execute(statement)).all()
            known = await asyncio.to_thread(_built, [(row.chunk_id, row.terms) for row in rows])
            self._keep(collection, known)
        return known

    async def _clear(self, collection: Collection) -> int:
        """How many rows there were."""
        async with self._engine.begin() as connection:
            statement = delete(keyword_rows).where(keyword_rows.c.collection == collection.name)
            return (await connection.execute(statement)).rowcount

    async def _written(
        self, collection: Collection, texts: AsyncIterable[Mapping[str, str]], postings: Postings | None
    ) -> Postings | None:
        """The postings with all these texts in them; `None` when they are larger than the memory, or have to be built anew."""
        async for batch in texts:
            postings = await self._replace(collection, batch, postings)
            if postings is not None and postings.bytes > self._loaded.maxsize:
                postings = None
        return postings

    async def _taken(self, collection: Collection) -> Postings | None:
        """The postings out of memory while they are changed: a write that fails may have happened, then they are built anew.

        `None` where they are not in memory: rows are written without them, and the next search builds them.
        """
        known = self._loaded.pop(collection.name, None)
        return Postings() if known is None and await self.count(collection) == 0 else known

    async def _replace(self, collection: Collection, texts: Mapping[str, str], postings: Postings | None) -> Postings | None:
        """The postings with these texts in them; `None` when they have to be built anew, as after an id that was held before."""
        known = [id for id in texts if postings is None or postings.held(id)]
        if known:
            postings = None
            await self._remove(collection, postings, known)
        counted = await asyncio.to_thread(self._counted, texts)
        async with self._engine.begin() as connection:
            await connection.execute(
                insert(keyword_rows),
                [
                    {"chunk_id": id, "collection": collection.name, "length": counts.total(), "terms": json.dumps(counts)}
                    for id, counts in counted
                ],
            )
        if postings is not None:
            await asyncio.to_thread(_put, postings, counted)
        return postings

    async def _remove(self, collection: Collection, postings: Postings | None, ids: Sequence[str]) -> int:
        """How many were there."""
        removed = 0
        async with self._engine.begin() as connection:
            for at in range(0, len(ids), _BATCH):
                here = (
                    keyword_rows.c.collection == collection.name,
                    keyword_rows.c.chunk_id.in_(ids[at : at + _BATCH]),
                )
                gone = (
                    await connection.execute(
                        delete(keyword_rows).where(*here).returning(keyword_rows.c.chunk_id, keyword_rows.c.terms)
                    )
                ).all()
                removed += len(gone)
                if postings is not None:
                    await asyncio.to_thread(_take, postings, [(row.chunk_id, row.terms) for row in gone])
        return removed

    def _keep(self, collection: Collection, postings: Postings | None) -> None:
        """Hold it in memory with its present size; one that is larger than all of the memory is not held."""
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
