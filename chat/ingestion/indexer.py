"""Writes chunks to the database rows, the vector store and the keyword index, and deletes them, so that the three agree."""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter, deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Collection as Collected
from dataclasses import dataclass, replace
from datetime import datetime
from weakref import WeakValueDictionary

import numpy as np
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from chat.domain import Chunk, Source
from chat.embedding.base import Embedder, Vectors
from chat.errors import EmbedderMismatch
from chat.index.base import Collection, KeywordIndex, VectorStore, chunk_of, question_ids
from chat.threads.chunks.chunks import ChunkChange, Chunks
from chat.threads.chunks.collections import CollectionRows
from chat.threads.chunks.questions import QuestionRows
from chat.threads.chunks.vectors import VectorRows

_BATCH = 64
"""Chunks embedded and stored at a time: few enough for a progress bar that moves."""
_AHEAD = 2
"""Batches embedded at the same time, so that no core is idle while the last texts of one are embedded."""
_REMOVAL_BATCH = 1_000
"""Chunks deleted at a time; other writers get the collection's lock in between."""

Forget = Callable[[Sequence[str]], int]
"""Drops texts from the embedding cache; returns how many it held."""


@dataclass(frozen=True, slots=True)
class _EmbeddedBatch:
    """The texts and vectors of one batch of chunks."""

    texts: Mapping[str, str]
    """By chunk id."""
    vectors: Vectors
    """One row for each text, in the same order: float32 of shape (texts, dimensions)."""
    fresh: Mapping[str, int]
    """Rows of the vectors that were just made and are not stored yet, by chunk id."""

    @property
    def ids(self) -> list[str]:
        return list(self.texts)


@dataclass(frozen=True, slots=True)
class Removed:
    """How many entries a removal deleted, by where they were."""

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


def with_ids(chunks: Iterable[Chunk]) -> Iterator[Chunk]:
    """Yield the chunks with ids: a hash of thread, source, parent and indexed text, so that an unchanged chunk keeps its id.

    The n-th chunk of the same text in one document has n in its hash. Lazy: holds of each chunk only the hash of its text.
    """
    seen: Counter[str] = Counter()
    for chunk in chunks:
        content = hashlib.sha256(chunk.indexed.encode()).hexdigest()
        id = _id(chunk, content, 1)
        seen[id] += 1
        yield replace(chunk, id=id if seen[id] == 1 else _id(chunk, content, seen[id]))


def _id(chunk: Chunk, content: str, occurrence: int) -> str:
    """Return the id of a chunk whose content occurs in its document for the first (1), second (2), ... time."""
    place = "\0".join((chunk.thread, chunk.source, chunk.parent, content, str(occurrence)))
    return hashlib.sha256(place.encode()).hexdigest()[:32]


class Indexer:
    """Keeps the order of writes: first the rows, staged; then the keyword index and publication; vectors before or after that.

    Vectors and hypothetical questions of incognito threads are held by the indexes alone, in memory, and never stored in rows.
    """

    def __init__(
        self,
        engine: AsyncEngine,
        chunks: Chunks,
        collections: CollectionRows,
        stored: VectorRows,
        questions: QuestionRows,
        embedder: Embedder,
        vectors: VectorStore,
        keywords: KeywordIndex,
        forget: Forget,
        clock: Callable[[], datetime],
    ) -> None:
        self._engine = engine
        self._chunks = chunks
        self._collections = collections
        self._stored = stored
        self._questions = questions
        self._embedder = embedder
        self._vectors = vectors
        self._keywords = keywords
        self._forget = forget
        self._clock = clock
        self._writing: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.to_rewrite: set[Collection] = set()
        """Collections whose files on disk still contain deleted vectors, until `rewrite`; marked in their rows too."""
        self.deleted: Callable[[], None] = lambda: None
        """Called after each removal that leaves deleted data in files on disk."""

    def _lock(self, collection: Collection) -> asyncio.Lock:
        """Return the lock of a collection's only writer, so that a rebuild neither misses nor loses what is written meanwhile."""
        return self._writing.setdefault(collection.name, asyncio.Lock())

    async def matches(self, collection: Collection) -> bool:
        """Return whether the collection's vectors were made by the embedder in use, or there are none yet."""
        return collection in await self.matching([collection])

    async def matching(self, collections: Sequence[Collection]) -> set[Collection]:
        """Return the collections for which `matches` is true, in one query."""
        known, ours = await self._collections.embedders(collections), str(self._embedder.identity)
        return {collection for collection in collections if known.get(collection.name, ours) == ours}

    async def claim(self, collection: Collection) -> None:
        """Record the embedder in use as the collection's. EmbedderMismatch when another is recorded."""
        known = await self._collections.embedder(collection)
        ours = str(self._embedder.identity)
        if known is None:
            await self._collections.set_embedder(collection, ours, self._clock())
        elif known != ours:
            raise EmbedderMismatch(
                f"This thread was indexed with {known}, the app now uses {ours}. Run `threadwise reindex` to rebuild it."
            )

    async def stage(self, collection: Collection, made: Sequence[Chunk]) -> None:
        """Store chunks unpublished: no search finds them yet. EmbedderMismatch when the collection is another embedder's."""
        await self.claim(collection)
        await self._chunks.stage(made)

    async def embed(self, collection: Collection, ids: Sequence[str], urgent: bool = False) -> AsyncGenerator[int, None]:
        """Make the vectors of stored chunks, published or not; yields how many are done: first 0, then the sum after each batch.

        While one batch is stored, the next ones are embedded. Chunks that have a stored vector are not embedded again, so after
        EmbeddingFailed or IndexFailed the finished batches are kept. `urgent` texts are embedded before others that wait.
        """
        batches = [ids[at : at + _BATCH] for at in range(0, len(ids), _BATCH)]
        ahead = deque(asyncio.create_task(self._make_vectors(collection, batch, urgent)) for batch in batches[:_AHEAD])
        try:
            yield 0
            for at in range(len(batches)):
                made = await ahead[0]
                ahead.popleft()
                following = batches[at + _AHEAD : at + _AHEAD + 1]
                ahead.extend(asyncio.create_task(self._make_vectors(collection, batch, urgent)) for batch in following)
                async with self._lock(collection):
                    if made.fresh:
                        fresh = made.vectors[list(made.fresh.values())]
                        await self._stored.put(list(made.fresh), fresh, str(self._embedder.identity))
                    await self._vectors.upsert(collection, made.ids, made.vectors)
                yield min((at + 1) * _BATCH, len(ids))
        finally:
            for task in ahead:
                task.cancel()
            if ahead:
                await asyncio.wait(ahead)

    async def vectors(self, collection: Collection, ids: Sequence[str]) -> dict[str, Vectors]:
        """Return the stored vectors of these chunks by the embedder in use, by chunk id; chunks without one are missing."""
        if await self._chunks.volatile(collection.thread):
            held = dict(zip(*await self._vectors.get(collection), strict=True))
            return {id: held[id] for id in ids if id in held}
        return await self._stored.of(ids, str(self._embedder.identity))

    async def _make_vectors(self, collection: Collection, ids: Sequence[str], urgent: bool = False) -> _EmbeddedBatch:
        """Return stored or newly made vectors of those of the chunks that still exist."""
        texts = {id: text async for some in self._chunks.texts(ids) for id, text in some.items()}
        known = await self.vectors(collection, list(texts))
        missing = {id: text for id, text in texts.items() if id not in known}
        made = dict(zip(missing, await self._embedder.embed(list(missing.values()), urgent=urgent), strict=True))
        fresh = {id: place for place, id in enumerate(texts) if id in missing}
        both = known | made
        return _EmbeddedBatch(texts, np.stack([both[id] for id in texts]) if both else np.zeros((0, 0), dtype=np.float32), fresh)

    async def unembedded(self, collection: Collection, parent: str) -> list[str]:
        """Return the ids of the stored chunks of a document that have no vector in the rows or none in the vector store, in
        order."""
        held = set(await self._vectors.ids(collection))
        without = set(await self._stored.missing(collection, parent, str(self._embedder.identity)))
        return [id for id in await self._chunks.ids(collection, [parent]) if id in without or id not in held]

    async def publish(
        self, collection: Collection, change: ChunkChange, along: Callable[[AsyncConnection], Awaitable[None]] | None = None
    ) -> None:
        """Index the keywords of new chunks, then publish these and withdraw those that are gone in one transaction.

        `along` runs in the same transaction.
        """
        async with self._lock(collection):
            await self._keywords.add(collection, self._chunks.texts(change.new))
            async with self._engine.begin() as connection:
                await self._chunks.publish(connection, change)
                if along is not None:
                    await along(connection)
            self._chunks.changed([*change.kept, *change.gone])

    async def add_questions(self, collection: Collection, written: Mapping[str, Sequence[str]]) -> None:
        """Replace the hypothetical questions of published chunks, by chunk id; an empty list removes those of its chunk.

        Questions of chunks that were deleted meanwhile are dropped. EmbedderMismatch as for `claim`.
        """
        await self.claim(collection)
        embedded = await self._embedder.embed([text for texts in written.values() for text in texts])
        async with self._lock(collection):
            there = await self._questions.put(written, embedded, str(self._embedder.identity))
            kept = set() if await self._chunks.volatile(collection.thread) else set(there)
            self._forget([text for chunk, texts in written.items() if chunk not in kept for text in texts])
            await self._vectors.delete(collection.questions, _question_ids(there))
            keys = _keys(written, there)
            if keys:
                await self._vectors.upsert(collection.questions, list(keys), embedded[list(keys.values())])
            await self._questions.settle(there)

    async def remove(self, collection: Collection, ids: Sequence[str]) -> Removed:
        """Delete chunks from rows, indexes and the embedding cache. Unknown ids are ignored."""
        removed = Removed()
        for at in range(0, len(ids), _REMOVAL_BATCH):
            async with self._lock(collection):
                removed += await self._remove_batch(collection, ids[at : at + _REMOVAL_BATCH])
        return removed

    async def _remove_batch(self, collection: Collection, ids: Sequence[str]) -> Removed:
        forgotten = await self._forget_texts(ids)
        vectors = await self._vectors.delete(collection, ids)
        if collection.source is Source.DOCUMENT and await self._vectors.count(collection.questions):
            vectors += await self._vectors.delete(collection.questions, _question_ids(ids))
        if vectors:
            self.to_rewrite.add(collection)
            await self._collections.mark_rebuilding([collection.name])
            self.deleted()
        keyword_rows = await self._keywords.delete(collection, ids)
        return Removed(await self._chunks.remove(ids), vectors, keyword_rows, forgotten)

    async def compared(self, collection: Collection) -> tuple[list[str], bool]:
        """Return the ids in the vector store that no row accounts for, and whether the store lacks ids that rows hold."""
        content = replace(collection, keys="content")
        async with self._lock(content):
            held = set(await self._vectors.ids(collection))
            ids = await self._stored.embedded(content)
            if collection.keys == "questions":
                ids = [one.id for one in await self._questions.of(await self._chunks.ids(content))]
        return sorted(held - set(ids)), not held.issuperset(ids)

    async def rewrite(self, collection: Collection) -> None:
        """Write the files of a collection anew without the deleted vectors; searches find the same as before."""
        async with self._lock(collection):
            self.to_rewrite.discard(collection)
            await self._vectors.rewrite(collection)
            await self._vectors.rewrite(collection.questions)
            await self._collections.rebuilt(collection)

    async def drop(self, collection: Collection) -> Removed:
        """Delete a whole collection from rows, indexes and the embedding cache."""
        async with self._lock(collection):
            self.to_rewrite.discard(collection)
            ids = await self._chunks.ids(collection)
            forgotten = await self._forget_texts(ids)
            vectors = await self._vectors.drop(collection) + await self._vectors.drop(collection.questions)
            keyword_rows = await self._keywords.drop(collection)
            self.deleted()
            return Removed(await self._chunks.remove(ids), vectors, keyword_rows, forgotten)

    async def gone(self, collection: Collection, ids: Sequence[str]) -> bool:
        """Verify a removal: true when removing the same chunks again removes nothing."""
        return await self.remove(collection, ids) == Removed()

    async def left(self, thread: str) -> int:
        """Verify a delete: how many entries of a thread rows and indexes still hold; 0 when it is complete."""
        found = await self._chunks.count(thread)
        for source in Source:
            collection = Collection(thread, source)
            found += await self._vectors.count(collection) + await self._vectors.count(collection.questions)
            found += await self._keywords.count(collection)
        return found

    async def rebuild(self, collection: Collection) -> int:
        """Rebuild both indexes of a collection from its rows; returns how many chunks it has.

        Embeds only chunks without a vector of the embedder in use, and does so before it takes the lock: embedding a long file
        takes an hour, and writers wait only while finished vectors are put in. Keyword search works meanwhile. An incognito
        thread has no rows to rebuild from; 0 is returned for it.
        """
        if await self._chunks.volatile(collection.thread):
            return 0
        identity = str(self._embedder.identity)
        await self._embed_ahead(collection, identity)
        async with self._lock(collection):
            ids = await self._chunks.ids(collection)
            await self._collections.mark_rebuilding([collection.name])
            await self._vectors.drop(collection)
            await self._vectors.drop(collection.questions)
            for at in range(0, len(ids), _BATCH):
                batch = ids[at : at + _BATCH]
                await self._vectors.upsert(collection, batch, await self._stored_or_made(batch, identity))
                await self._rebuild_questions(collection, batch, identity)
            await self._keywords.renew(collection, self._chunks.texts(ids))
            await self._collections.set_embedder(collection, identity, self._clock())
            return len(ids)

    async def _embed_ahead(self, collection: Collection, identity: str) -> None:
        """Make and store the missing vectors while others write to the collection."""
        ids = await self._chunks.ids(collection)
        for at in range(0, len(ids), _BATCH):
            made = await self._make_vectors(collection, ids[at : at + _BATCH])
            if not made.fresh:
                continue
            async with self._lock(collection):
                left = [chunk.id for chunk in await self._chunks.by_id(list(made.fresh))]
                await self._stored.put(left, made.vectors[[made.fresh[id] for id in left]], identity)
            self._forget([made.texts[id] for id in made.fresh.keys() - set(left)])  # deleted while it was embedded

    async def _forget_texts(self, ids: Sequence[str]) -> int:
        """Drop the texts of chunks and of their hypothetical questions from the embedding cache; returns how many it held."""
        forgotten = 0
        async for texts in self._chunks.texts(ids):
            questions = [question.text for question in await self._questions.of(list(texts))]
            forgotten += self._forget([*texts.values(), *questions])
        return forgotten

    async def _rebuild_questions(self, collection: Collection, ids: Sequence[str], identity: str) -> None:
        """Put the hypothetical questions of these chunks back, embedded again where another embedder made their vectors."""
        stored = await self._questions.of(ids)
        if any(one.embedder != identity for one in stored):
            written: dict[str, list[str]] = {}
            for one in stored:
                written.setdefault(chunk_of(one.id), []).append(one.text)
            await self._questions.put(written, await self._embedder.embed([one.text for one in stored]), identity)
            stored = await self._questions.of(ids)
        if stored:
            await self._vectors.upsert(collection.questions, [one.id for one in stored], np.stack([one.vector for one in stored]))

    async def _stored_or_made(self, batch: Sequence[str], identity: str) -> Vectors:
        """Return the vectors of chunks that all exist: float32 of shape (chunks, dimensions), in the order of `batch`."""
        known = await self._stored.of(batch, identity)
        async for texts in self._chunks.texts([id for id in batch if id not in known]):
            fresh = await self._embedder.embed(list(texts.values()))
            await self._stored.put(list(texts), fresh, identity)
            known |= zip(texts, fresh, strict=True)
        return np.stack([known[id] for id in batch])


def _question_ids(chunk_ids: Sequence[str]) -> list[str]:
    return [key for id in chunk_ids for key in question_ids(id)]


def _keys(written: Mapping[str, Sequence[str]], chunk_ids: Collected[str]) -> dict[str, int]:
    """Return the ids of the questions of these chunks, each with its index in the list of all questions that were written."""
    ids = [(chunk, key) for chunk, texts in written.items() for key in question_ids(chunk)[: len(texts)]]
    return {key: place for place, (chunk, key) in enumerate(ids) if chunk in chunk_ids}
