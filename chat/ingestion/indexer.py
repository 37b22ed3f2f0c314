"""Chunks into and out of rows, vectors and keywords together, so that the three never part."""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from weakref import WeakValueDictionary

import numpy as np
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from chat.domain import Chunk, Source
from chat.embedding.base import Embedder, Vectors
from chat.errors import EmbedderMismatch
from chat.index.base import Collection, KeywordIndex, VectorIndex, chunk_of, question_ids
from chat.threads.chunks import Chunks
from chat.threads.questions import QuestionRows, WrittenQuestion

_STAGE = 64
"""Chunks embedded and stored at a time: enough to sort by length within, few enough for a bar that moves."""

Forget = Callable[[Sequence[str]], int]
"""Drop texts from the embedding cache; how many were there."""


@dataclass(frozen=True, slots=True)
class Removed:
    """What a removal took away."""

    chunks: int = 0
    vectors: int = 0
    keyword_rows: int = 0
    cache_entries: int = 0

    def __add__(self, other: Removed) -> Removed:
        return Removed(
            self.chunks + other.chunks,
            self.vectors + other.vectors,
            self.keyword_rows + other.keyword_rows,
            self.cache_entries + other.cache_entries,
        )


def with_ids(chunks: Sequence[Chunk]) -> list[Chunk]:
    """Chunks with ids made from where they belong and what is indexed, so that an unchanged chunk keeps its id.

    The same text twice in one document gives two ids, counted in order.
    """
    seen: Counter[str] = Counter()
    named = []
    for chunk in chunks:
        content = hashlib.sha256(chunk.indexed.encode()).hexdigest()
        seen[content] += 1
        place = "\0".join((chunk.thread, chunk.source, chunk.parent, content, str(seen[content])))
        named.append(replace(chunk, id=hashlib.sha256(place.encode()).hexdigest()[:32]))
    return named


class _Texts(Mapping[str, str]):
    """What is indexed of chunks, by id, put together when it is asked for: a long table has a hundred megabytes of it."""

    def __init__(self, made: Sequence[Chunk]) -> None:
        self._made = {chunk.id: chunk for chunk in made}

    def __getitem__(self, id: str) -> str:
        return self._made[id].indexed

    def __iter__(self) -> Iterator[str]:
        return iter(self._made)

    def __len__(self) -> int:
        return len(self._made)


class Indexer:
    """Owns the order of writes: rows first (staged), then the keyword index and publication; vectors before or after that."""

    def __init__(
        self,
        engine: AsyncEngine,
        chunks: Chunks,
        questions: QuestionRows,
        embedder: Embedder,
        vectors: VectorIndex,
        keywords: KeywordIndex,
        forget: Forget,
        clock: Callable[[], datetime],
    ) -> None:
        self._engine = engine
        self._chunks = chunks
        self._questions = questions
        self._embedder = embedder
        self._vectors = vectors
        self._keywords = keywords
        self._forget = forget
        self._clock = clock
        self._writing: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def _lock(self, collection: Collection) -> asyncio.Lock:
        """One writer a collection, so that a rebuild neither misses nor loses what is written meanwhile."""
        return self._writing.setdefault(collection.name, asyncio.Lock())

    async def matches(self, collection: Collection) -> bool:
        """Whether the collection's vectors are of the embedder in use (or there are none yet)."""
        return await self._chunks.embedder(collection) in (None, str(self._embedder.identity))

    async def claim(self, collection: Collection) -> None:
        """Tie the collection to the embedder in use. EmbedderMismatch when it is tied to another."""
        known = await self._chunks.embedder(collection)
        ours = str(self._embedder.identity)
        if known is None:
            await self._chunks.set_embedder(collection, ours, self._clock())
        elif known != ours:
            raise EmbedderMismatch(
                f"This thread was indexed with {known}, the app now uses {ours}. Run `threadwise reindex` to rebuild it."
            )

    async def stage(self, collection: Collection, made: Sequence[Chunk]) -> None:
        """Store chunks, invisible still. EmbedderMismatch when the collection is another embedder's."""
        await self.claim(collection)
        await self._chunks.stage(made)

    async def embed(self, collection: Collection, made: Sequence[Chunk]) -> AsyncIterator[int]:
        """Make the vectors of stored chunks, published or not; yields how many are done after each batch."""
        for at in range(0, len(made), _STAGE):
            batch = made[at : at + _STAGE]
            embedded = await self._embedder.embed([chunk.indexed for chunk in batch])
            async with self._lock(collection):
                await self._chunks.put_vectors([chunk.id for chunk in batch], embedded, str(self._embedder.identity))
                await self._vectors.upsert(collection, [chunk.id for chunk in batch], embedded)
            yield at + len(batch)

    async def unembedded(self, collection: Collection, parent: str) -> list[Chunk]:
        """The stored chunks of a document that `embed` has not come to."""
        return await self._chunks.without_vectors(collection, parent, str(self._embedder.identity))

    async def publish(
        self,
        collection: Collection,
        staged: Sequence[Chunk],
        moved: Sequence[Chunk] = (),
        gone: Sequence[str] = (),
        along: Callable[[AsyncConnection], Awaitable[None]] | None = None,
    ) -> None:
        """Complete the keyword index and let the chunks be found, and `gone` no more.

        `moved` were found before and have another place now; `along` joins the transaction that does all this.
        """
        async with self._lock(collection):
            await self._keywords.add(collection, _Texts(staged))
            async with self._engine.begin() as connection:
                await self._chunks.publish(connection, [chunk.id for chunk in staged], moved, gone)
                if along is not None:
                    await along(connection)
            self._chunks.changed([*(chunk.id for chunk in moved), *gone])

    async def add_questions(self, collection: Collection, written: Mapping[str, Sequence[str]]) -> None:
        """Further keys of published chunks: the questions of each, none at all included, in place of those that it has.

        What is written about a chunk that has gone meanwhile goes nowhere.
        """
        await self.claim(collection)
        embedded = await self._embedder.embed([text for texts in written.values() for text in texts])
        async with self._lock(collection):
            there = await self._questions.put(written, embedded, str(self._embedder.identity))
            if len(there) < len(written):
                self._forget([text for chunk, texts in written.items() if chunk not in there for text in texts])
            await self._vectors.delete(collection.questions, _question_ids(there))
            await self._index_questions(collection, await self._questions.of(there))
            await self._questions.settle(there)

    async def remove(self, collection: Collection, ids: Sequence[str]) -> Removed:
        """Take chunks out of everything. Ids that are not there do no harm."""
        if not ids:
            return Removed()
        async with self._lock(collection):
            texts = [chunk.indexed for chunk in await self._chunks.by_id(ids)] + await self._question_texts(ids)
            vectors = await self._vectors.delete(collection, ids)
            if collection.source is Source.DOCUMENT:
                vectors += await self._vectors.delete(collection.questions, _question_ids(ids))
            keyword_rows = await self._keywords.delete(collection, ids)
            return Removed(await self._chunks.remove(ids), vectors, keyword_rows, self._forget(texts))

    async def drop(self, collection: Collection) -> Removed:
        """Take a whole collection out of everything."""
        async with self._lock(collection):
            made = await self._chunks.of(collection)
            ids = [chunk.id for chunk in made]
            texts = [chunk.indexed for chunk in made] + await self._question_texts(ids)
            vectors = await self._vectors.drop(collection) + await self._vectors.drop(collection.questions)
            keyword_rows = await self._keywords.drop(collection)
            return Removed(await self._chunks.remove(ids), vectors, keyword_rows, self._forget(texts))

    async def gone(self, collection: Collection, ids: Sequence[str]) -> bool:
        """A probe after a removal: nothing of these chunks is found any more, so removing them again removes nothing."""
        return await self.remove(collection, ids) == Removed()

    async def left(self, thread: str) -> int:
        """A probe: what is still to be found of a thread in rows and indexes; 0 after a delete."""
        found = await self._chunks.count(thread)
        for source in Source:
            collection = Collection(thread, source)
            found += await self._vectors.count(collection) + await self._vectors.count(collection.questions)
            found += await self._keywords.count(collection)
        return found

    async def rebuild(self, collection: Collection) -> int:
        """Make both indexes anew from rows, embedding only what has no vector of the embedder in use; how many chunks."""
        identity = str(self._embedder.identity)
        async with self._lock(collection):
            made = await self._chunks.of(collection)
            await self._chunks.mark_rebuilding([collection.name])
            await self._vectors.drop(collection)
            await self._vectors.drop(collection.questions)
            await self._keywords.drop(collection)
            for at in range(0, len(made), _STAGE):
                batch = made[at : at + _STAGE]
                await self._vectors.upsert(collection, [chunk.id for chunk in batch], await self._embedded(batch, identity))
                await self._rebuild_questions(collection, [chunk.id for chunk in batch], identity)
            await self._keywords.add(collection, _Texts(made))
            await self._chunks.set_embedder(collection, identity, self._clock())
            return len(made)

    async def _question_texts(self, ids: Sequence[str]) -> list[str]:
        return [question.text for question in await self._questions.of(ids)]

    async def _rebuild_questions(self, collection: Collection, ids: Sequence[str], identity: str) -> None:
        stored = await self._questions.of(ids)
        if any(one.embedder != identity for one in stored):
            written: dict[str, list[str]] = {}
            for one in stored:
                written.setdefault(chunk_of(one.id), []).append(one.text)
            await self._questions.put(written, await self._embedder.embed([one.text for one in stored]), identity)
            stored = await self._questions.of(ids)
        await self._index_questions(collection, stored)

    async def _index_questions(self, collection: Collection, stored: Sequence[WrittenQuestion]) -> None:
        if stored:
            await self._vectors.upsert(collection.questions, [one.id for one in stored], np.stack([one.vector for one in stored]))

    async def _embedded(self, batch: Sequence[Chunk], identity: str) -> Vectors:
        known = await self._chunks.vectors([chunk.id for chunk in batch], identity)
        missing = [chunk for chunk in batch if chunk.id not in known]
        if missing:
            fresh = await self._embedder.embed([chunk.indexed for chunk in missing])
            await self._chunks.put_vectors([chunk.id for chunk in missing], fresh, identity)
            known |= {chunk.id: vector for chunk, vector in zip(missing, fresh, strict=True)}
        return np.stack([known[chunk.id] for chunk in batch])


def _question_ids(chunk_ids: Sequence[str]) -> list[str]:
    return [key for id in chunk_ids for key in question_ids(id)]
