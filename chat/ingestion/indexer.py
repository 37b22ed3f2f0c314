"""Chunks into and out of rows, vectors and keywords together, so that the three never part."""

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
from chat.threads.chunks import ChunkChange, Chunks
from chat.threads.collections import CollectionRows
from chat.threads.questions import QuestionRows
from chat.threads.vectors import VectorRows

_STAGE = 64
"""Chunks embedded and stored at a time: few enough for a bar that moves."""
_AHEAD = 2
"""Batches under way: while the last texts of one are embedded, no core waits."""
_REMOVED = 1_000
"""Chunks taken out of everything at a time; others get their turn in between."""

Forget = Callable[[Sequence[str]], int]
"""Drop texts from the embedding cache; how many were there."""


@dataclass(frozen=True, slots=True)
class _Made:
    """What was embedded of chunks, and the vectors in the same order."""

    texts: Mapping[str, str]
    """By id of the chunk."""
    vectors: Vectors
    fresh: Mapping[str, int]
    """Places of those that were made just now, by id."""

    @property
    def ids(self) -> list[str]:
        return list(self.texts)


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


def with_ids(chunks: Iterable[Chunk]) -> Iterator[Chunk]:
    """Chunks with ids made from where they belong and what is indexed, so that an unchanged chunk keeps its id.

    The same text twice in one document gives two ids, counted in order. Kept of each chunk is the first of them, which the
    caller most often keeps too.
    """
    seen: Counter[str] = Counter()
    for chunk in chunks:
        content = hashlib.sha256(chunk.indexed.encode()).hexdigest()
        id = _id(chunk, content, 1)
        seen[id] += 1
        yield replace(chunk, id=id if seen[id] == 1 else _id(chunk, content, seen[id]))


def _id(chunk: Chunk, content: str, time: int) -> str:
    """Of a chunk whose content stands in its document for the first, second, ... time."""
    place = "\0".join((chunk.thread, chunk.source, chunk.parent, content, str(time)))
    return hashlib.sha256(place.encode()).hexdigest()[:32]


class Indexer:
    """Owns the order of writes: rows first (staged), then the keyword index and publication; vectors before or after that.

    Of incognito threads, vectors and written questions stand in the indexes alone, and those in memory: rows take none of them.
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
        self.scarred: set[Collection] = set()
        """Those whose files still hold vectors that were deleted; `rewrite` heals them, and rows remember it."""
        self.deleted: Callable[[], None] = lambda: None
        """Called after whatever leaves something to be cleaned on disk."""

    def _lock(self, collection: Collection) -> asyncio.Lock:
        """One writer a collection, so that a rebuild neither misses nor loses what is written meanwhile."""
        return self._writing.setdefault(collection.name, asyncio.Lock())

    async def matches(self, collection: Collection) -> bool:
        """Whether the collection's vectors are of the embedder in use (or there are none yet)."""
        return collection in await self.matching([collection])

    async def matching(self, collections: Sequence[Collection]) -> set[Collection]:
        """Those of them that `matches` holds of."""
        known, ours = await self._collections.embedders(collections), str(self._embedder.identity)
        return {collection for collection in collections if known.get(collection.name, ours) == ours}

    async def claim(self, collection: Collection) -> None:
        """Tie the collection to the embedder in use. EmbedderMismatch when it is tied to another."""
        known = await self._collections.embedder(collection)
        ours = str(self._embedder.identity)
        if known is None:
            await self._collections.set_embedder(collection, ours, self._clock())
        elif known != ours:
            raise EmbedderMismatch(
                f"This thread was indexed with {known}, the app now uses {ours}. Run `threadwise reindex` to rebuild it."
            )

    async def stage(self, collection: Collection, made: Sequence[Chunk]) -> None:
        """Store chunks, invisible still. EmbedderMismatch when the collection is another embedder's."""
        await self.claim(collection)
        await self._chunks.stage(made)

    async def embed(self, collection: Collection, ids: Sequence[str], urgent: bool = False) -> AsyncGenerator[int, None]:
        """Make the vectors of stored chunks, published or not; yields how many are done: 0 when it begins, then after each batch.

        While one batch is stored and told of, the next ones are embedded. What was made before is not embedded again: a batch
        stays when the next one fails.
        """
        batches = [ids[at : at + _STAGE] for at in range(0, len(ids), _STAGE)]
        ahead = deque(asyncio.create_task(self._vectors_of(collection, batch, urgent)) for batch in batches[:_AHEAD])
        try:
            yield 0
            for at in range(len(batches)):
                made = await ahead[0]
                ahead.popleft()
                following = batches[at + _AHEAD : at + _AHEAD + 1]
                ahead.extend(asyncio.create_task(self._vectors_of(collection, batch, urgent)) for batch in following)
                async with self._lock(collection):
                    if made.fresh:
                        fresh = made.vectors[list(made.fresh.values())]
                        await self._stored.put(list(made.fresh), fresh, str(self._embedder.identity))
                    await self._vectors.upsert(collection, made.ids, made.vectors)
                yield min((at + 1) * _STAGE, len(ids))
        finally:
            for task in ahead:
                task.cancel()
            if ahead:
                await asyncio.wait(ahead)

    async def vectors(self, collection: Collection, ids: Sequence[str]) -> dict[str, Vectors]:
        """The vectors that were made of these chunks, by the embedder in use."""
        if await self._chunks.volatile(collection.thread):
            held = dict(zip(*await self._vectors.get(collection), strict=True))
            return {id: held[id] for id in ids if id in held}
        return await self._stored.of(ids, str(self._embedder.identity))

    async def _vectors_of(self, collection: Collection, ids: Sequence[str], urgent: bool = False) -> _Made:
        """Of those chunks that are still there."""
        texts = {id: text async for some in self._chunks.texts(ids) for id, text in some.items()}
        known = await self.vectors(collection, list(texts))
        missing = {id: text for id, text in texts.items() if id not in known}
        made = dict(zip(missing, await self._embedder.embed(list(missing.values()), urgent=urgent), strict=True))
        fresh = {id: place for place, id in enumerate(texts) if id in missing}
        both = known | made
        return _Made(texts, np.stack([both[id] for id in texts]) if both else np.zeros((0, 0), dtype=np.float32), fresh)

    async def unembedded(self, collection: Collection, parent: str) -> list[str]:
        """Ids of the stored chunks of a document that `embed` has not come to: those that the rows or the store hold no vector
        of, in order."""
        held = set(await self._vectors.ids(collection))
        without = set(await self._stored.missing(collection, parent, str(self._embedder.identity)))
        return [id for id in await self._chunks.ids(collection, [parent]) if id in without or id not in held]

    async def publish(
        self, collection: Collection, change: ChunkChange, along: Callable[[AsyncConnection], Awaitable[None]] | None = None
    ) -> None:
        """Complete the keyword index, let new chunks be found, and those that are gone no more.

        `along` joins the transaction that does all this.
        """
        async with self._lock(collection):
            await self._keywords.add(collection, self._chunks.texts(change.new))
            async with self._engine.begin() as connection:
                await self._chunks.publish(connection, change)
                if along is not None:
                    await along(connection)
            self._chunks.changed([*change.kept, *change.gone])

    async def add_questions(self, collection: Collection, written: Mapping[str, Sequence[str]]) -> None:
        """Further keys of published chunks: the questions of each, none at all included, in place of those that it has.

        What is written about a chunk that has gone meanwhile goes nowhere.
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
        """Take chunks out of everything. Ids that are not there do no harm."""
        removed = Removed()
        for at in range(0, len(ids), _REMOVED):
            async with self._lock(collection):
                removed += await self._taken_out(collection, ids[at : at + _REMOVED])
        return removed

    async def _taken_out(self, collection: Collection, ids: Sequence[str]) -> Removed:
        forgotten = await self._forgotten(ids)
        vectors = await self._vectors.delete(collection, ids)
        if collection.source is Source.DOCUMENT and await self._vectors.count(collection.questions):
            vectors += await self._vectors.delete(collection.questions, _question_ids(ids))
        if vectors:
            self.scarred.add(collection)
            await self._collections.mark_rebuilding([collection.name])
            self.deleted()
        keyword_rows = await self._keywords.delete(collection, ids)
        return Removed(await self._chunks.remove(ids), vectors, keyword_rows, forgotten)

    async def compared(self, collection: Collection) -> tuple[list[str], bool]:
        """Vectors that stand in the store without a chunk, and whether others are lacking there; nothing is written meanwhile."""
        content = replace(collection, keys="content")
        async with self._lock(content):
            held = set(await self._vectors.ids(collection))
            ids = await self._stored.embedded(content)
            if collection.keys == "questions":
                ids = [one.id for one in await self._questions.of(await self._chunks.ids(content))]
        return sorted(held - set(ids)), not held.issuperset(ids)

    async def rewrite(self, collection: Collection) -> None:
        """Make the files of a scarred collection anew, without what was deleted; what is found stays the same."""
        async with self._lock(collection):
            self.scarred.discard(collection)
            await self._vectors.rewrite(collection)
            await self._vectors.rewrite(collection.questions)
            await self._collections.rebuilt(collection)

    async def drop(self, collection: Collection) -> Removed:
        """Take a whole collection out of everything."""
        async with self._lock(collection):
            self.scarred.discard(collection)
            ids = await self._chunks.ids(collection)
            forgotten = await self._forgotten(ids)
            vectors = await self._vectors.drop(collection) + await self._vectors.drop(collection.questions)
            keyword_rows = await self._keywords.drop(collection)
            self.deleted()
            return Removed(await self._chunks.remove(ids), vectors, keyword_rows, forgotten)

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
        """Make both indexes anew from rows, embedding only what has no vector of the embedder in use; how many chunks.

        Meanwhile a search by words answers. For an incognito thread nothing is done: its indexes live as long as it does.
        Whoever writes waits only while vectors that are made already are put in: embedding a long file takes an hour.
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
            for at in range(0, len(ids), _STAGE):
                batch = ids[at : at + _STAGE]
                await self._vectors.upsert(collection, batch, await self._embedded(batch, identity))
                await self._rebuild_questions(collection, batch, identity)
            await self._keywords.renew(collection, self._chunks.texts(ids))
            await self._collections.set_embedder(collection, identity, self._clock())
            return len(ids)

    async def _embed_ahead(self, collection: Collection, identity: str) -> None:
        """Store the vectors that chunks lack, while others write."""
        ids = await self._chunks.ids(collection)
        for at in range(0, len(ids), _STAGE):
            made = await self._vectors_of(collection, ids[at : at + _STAGE])
            if not made.fresh:
                continue
            async with self._lock(collection):
                left = [chunk.id for chunk in await self._chunks.by_id(list(made.fresh))]
                await self._stored.put(left, made.vectors[[made.fresh[id] for id in left]], identity)
            self._forget([made.texts[id] for id in made.fresh.keys() - set(left)])  # deleted while it was embedded

    async def _forgotten(self, ids: Sequence[str]) -> int:
        """How many texts of chunks, and of questions that they answer, the embedding cache held."""
        forgotten = 0
        async for texts in self._chunks.texts(ids):
            questions = [question.text for question in await self._questions.of(list(texts))]
            forgotten += self._forget([*texts.values(), *questions])
        return forgotten

    async def _rebuild_questions(self, collection: Collection, ids: Sequence[str], identity: str) -> None:
        stored = await self._questions.of(ids)
        if any(one.embedder != identity for one in stored):
            written: dict[str, list[str]] = {}
            for one in stored:
                written.setdefault(chunk_of(one.id), []).append(one.text)
            await self._questions.put(written, await self._embedder.embed([one.text for one in stored]), identity)
            stored = await self._questions.of(ids)
        if stored:
            await self._vectors.upsert(collection.questions, [one.id for one in stored], np.stack([one.vector for one in stored]))

    async def _embedded(self, batch: Sequence[str], identity: str) -> Vectors:
        known = await self._stored.of(batch, identity)
        async for texts in self._chunks.texts([id for id in batch if id not in known]):
            fresh = await self._embedder.embed(list(texts.values()))
            await self._stored.put(list(texts), fresh, identity)
            known |= zip(texts, fresh, strict=True)
        return np.stack([known[id] for id in batch])


def _question_ids(chunk_ids: Sequence[str]) -> list[str]:
    return [key for id in chunk_ids for key in question_ids(id)]


def _keys(written: Mapping[str, Sequence[str]], chunk_ids: Collected[str]) -> dict[str, int]:
    """The ids of the questions of these chunks, each with its place among all that were written."""
    ids = [(chunk, key) for chunk, texts in written.items() for key in question_ids(chunk)[: len(texts)]]
    return {key: place for place, (chunk, key) in enumerate(ids) if chunk in chunk_ids}
