"""Chunks as rows: the source of truth from which the vector index and the keyword index are built."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Sequence
from collections.abc import Collection as Collected
from dataclasses import dataclass

import numpy as np
from cachetools import LRUCache
from numpy.typing import NDArray
from sqlalchemy import and_, bindparam, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from chat.database.schema import chunks, documents, sections, threads
from chat.domain import Chunk, Filters, Message, Section, Source, indexed
from chat.index.base import Collection
from chat.index.id_map import IdMap
from chat.threads.base import Described, Outline, Turns
from chat.threads.chunks.layouts import Layout
from chat.threads.chunks.matching import matching
from chat.threads.chunks.rows import DESCRIBED, ChunkPlace, chunk_of, described_of, place_of, row_of, within
from chat.threads.chunks.turns import extended, goes_on, read_turns
from chat.threads.documents.documents import section_of
from chat.threads.queries.storing import BATCH, batches

_CHUNKS_IN_MEMORY = 20_000
"""Most chunks cached as `Described`, about 2 kB each. Without the cache, reading them took most of a search's time."""
_KINDS_IN_MEMORY = 100_000
"""Most threads for which it is cached whether they are incognito; about 200 bytes each."""
_THREADS_IN_MEMORY = 256
"""Most threads whose table of turns and layout are cached; about 100 bytes per turn."""


@dataclass(frozen=True, slots=True)
class ChunkChange:
    """The chunks that a new text of a document adds, keeps, moves and removes, to be applied atomically by `Chunks.publish`."""

    new: Sequence[str]
    """Staged chunks to be published."""
    kept: Sequence[str] = ()
    """Published chunks that stay."""
    moved: Sequence[ChunkPlace] = ()
    """New positions of chunks in `kept`."""
    gone: Sequence[str] = ()


class Chunks:
    """Writes and reads chunks; implements `ChunkReader`."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._turns: LRUCache[str, tuple[Turns, int]] = LRUCache(_THREADS_IN_MEMORY)
        """The turns of each thread, with the sequence number of its last message."""
        self._layouts: LRUCache[str, Layout] = LRUCache(_THREADS_IN_MEMORY)
        self._described: LRUCache[str, Described] = LRUCache(_CHUNKS_IN_MEMORY)
        self._volatile: LRUCache[str, bool] = LRUCache(_KINDS_IN_MEMORY)
        self._writes = 0
        """Number of writes that affect a cache; a value read while it changed is returned but not cached."""

    # --- writing

    async def stage(self, made: Sequence[Chunk]) -> None:
        """Store chunks in the state `pending`; searches do not find them until `publish`."""
        async with self._engine.begin() as connection:
            for at in range(0, len(made), BATCH):
                await connection.execute(insert(chunks), [row_of(chunk) for chunk in made[at : at + BATCH]])

    async def publish(self, connection: AsyncConnection, change: ChunkChange) -> None:
        """Make new chunks searchable and removed ones unsearchable, inside the caller's transaction.

        The keyword index must already hold the new chunks. Call `changed` after the commit.
        """
        for batch in batches(change.gone):
            await connection.execute(update(chunks).where(chunks.c.id.in_(batch)).values(state="pending"))
        for batch in batches(change.new):
            await connection.execute(update(chunks).where(chunks.c.id.in_(batch)).values(state="indexed"))
        move = update(chunks).where(chunks.c.id == bindparam("chunk"))
        for at in range(0, len(change.moved), BATCH):
            places = change.moved[at : at + BATCH]
            await connection.execute(move, [place_of(place) | {"chunk": place.id} for place in places])

    async def remove(self, ids: Sequence[str]) -> int:
        """Delete chunks and, by cascade, their vectors; return how many chunks were deleted."""
        removed, touched = 0, set[str]()
        async with self._engine.begin() as connection:
            for batch in batches(ids):
                threads = select(chunks.c.thread_id).where(chunks.c.id.in_(batch)).distinct()
                touched.update((await connection.execute(threads)).scalars())
                removed += (await connection.execute(delete(chunks).where(chunks.c.id.in_(batch)))).rowcount
        for thread in touched:
            self.forget(thread)
        self.changed(ids)
        return removed

    def changed(self, ids: Iterable[str]) -> None:
        """Drop these chunks from the cache; to be called after the commit that changed them."""
        self._writes += 1
        for id in ids:
            self._described.pop(id, None)

    def withdrawn(self, thread: str, document: str) -> None:
        """Drop all chunks of a document from the cache, after its row has been deleted."""
        held = (id for id, one in self._described.items() if (one.chunk.thread, one.chunk.parent) == (thread, document))
        self.changed(list(held))

    def forget(self, thread: str) -> None:
        """Drop what is cached for a thread."""
        self._writes += 1
        self._turns.pop(thread, None)
        self._layouts.pop(thread, None)
        self._volatile.pop(thread, None)

    def extend_turns(self, thread: str, new: Sequence[Message], made: Sequence[Chunk]) -> None:
        """Update the cached turns of a thread after new messages and their chunks were published, without reading them again."""
        self._writes += 1
        known, last = self._turns.pop(thread, (None, 0))
        if known is not None and all(message.sequence > last for message in new) and goes_on(known, new):
            self._turns[thread] = (extended(known, new, made), max((message.sequence for message in new), default=last))

    # --- where a thread is indexed

    async def volatile(self, thread: str) -> bool:
        """Return whether a thread must be indexed in memory only, because it is incognito or does not have a row."""
        known = self._volatile.get(thread)
        if known is None:
            writes = self._writes
            async with self._engine.connect() as connection:
                known = (await connection.execute(select(threads.c.incognito).where(threads.c.id == thread))).scalar_one_or_none()
            if known is not None and writes == self._writes:
                self._volatile[thread] = known
        return known is not False

    # --- reading

    async def ids(self, collection: Collection, parents: Sequence[str] | None = None) -> list[str]:
        """Return the ids of the chunks of a collection, or only of the given documents or messages."""
        base = select(chunks.c.id).where(*within(collection)).order_by(chunks.c.parent_id, chunks.c.index)
        async with self._engine.connect() as connection:
            if parents is None:
                return list((await connection.execute(base)).scalars())
            found: list[str] = []
            for batch in batches(parents):
                found.extend((await connection.execute(base.where(chunks.c.parent_id.in_(batch)))).scalars())
            return found

    async def parents(self, ids: Sequence[str]) -> set[str]:
        """Return the ids of the documents or messages to which these chunks belong."""
        found = set[str]()
        async with self._engine.connect() as connection:
            for batch in batches(ids):
                found.update((await connection.execute(select(chunks.c.parent_id).where(chunks.c.id.in_(batch)))).scalars())
        return found

    async def staged(self, collection: Collection, parent: str) -> list[str]:
        """Return the ids of a document's chunks that are not published."""
        statement = select(chunks.c.id).where(*within(collection), chunks.c.parent_id == parent, chunks.c.state == "pending")
        async with self._engine.connect() as connection:
            return list((await connection.execute(statement)).scalars())

    async def left_over(self) -> dict[Collection, list[str]]:
        """Return the ids of message chunks that a crash left staged, by collection."""
        statement = select(chunks.c.id, chunks.c.thread_id).where(chunks.c.source == Source.MESSAGE, chunks.c.state == "pending")
        async with self._engine.connect() as connection:
            rows = (await connection.execute(statement)).all()
        left: dict[Collection, list[str]] = {}
        for row in rows:
            left.setdefault(Collection(row.thread_id, Source.MESSAGE), []).append(row.id)
        return left

    async def left_documents(self) -> list[tuple[str, str]]:
        """Return (thread, document) pairs with unsearchable chunks: staged ones, or those of a document that no longer exists."""
        same = and_(documents.c.thread_id == chunks.c.thread_id, documents.c.id == chunks.c.parent_id)
        statement = (
            select(chunks.c.thread_id, chunks.c.parent_id)
            .outerjoin(documents, same)
            .where(chunks.c.source == Source.DOCUMENT, or_(chunks.c.state == "pending", documents.c.id.is_(None)))
            .distinct()
        )
        async with self._engine.connect() as connection:
            return [(row.thread_id, row.parent_id) for row in (await connection.execute(statement)).all()]

    async def of(self, collection: Collection, parent: str | None = None) -> list[Chunk]:
        """Return the chunks of one document or message, or of the whole collection, in order."""
        statement = select(chunks).where(*within(collection)).order_by(chunks.c.parent_id, chunks.c.index)
        if parent is not None:
            statement = statement.where(chunks.c.parent_id == parent)
        async with self._engine.connect() as connection:
            return [chunk_of(row) for row in (await connection.execute(statement)).all()]

    async def by_id(self, ids: Sequence[str]) -> list[Chunk]:
        """Return the chunks with these ids, published or not; ids that no longer exist are missing."""
        found: list[Chunk] = []
        async with self._engine.connect() as connection:
            for batch in batches(ids):
                found.extend(
                    chunk_of(row) for row in (await connection.execute(select(chunks).where(chunks.c.id.in_(batch)))).all()
                )
        return found

    async def texts(self, ids: Sequence[str]) -> AsyncIterator[dict[str, str]]:
        """Yield batches of the indexed text of chunks by id, in the order of `ids`; ids that no longer exist are missing."""
        for batch in batches(ids):
            statement = select(chunks.c.id, chunks.c.header, chunks.c.text).where(chunks.c.id.in_(batch))
            async with self._engine.connect() as connection:
                found = {row.id: indexed(row.header, row.text) for row in (await connection.execute(statement)).all()}
            yield {id: found[id] for id in batch if id in found}

    async def at(self, collection: Collection, parent: str, places: Sequence[int]) -> list[Chunk]:
        """Return the published chunks of a document that contain any of these character offsets of its text."""
        if not places:
            return []
        holding = or_(*(and_(chunks.c.start <= place, chunks.c.end > place) for place in places))
        statement = select(chunks).where(*within(collection), chunks.c.parent_id == parent, chunks.c.state == "indexed", holding)
        async with self._engine.connect() as connection:
            return [chunk_of(row) for row in (await connection.execute(statement.order_by(chunks.c.index))).all()]

    async def count(self, thread: str) -> int:
        async with self._engine.connect() as connection:
            statement = select(func.count()).select_from(chunks).where(chunks.c.thread_id == thread)
            return int((await connection.execute(statement)).scalar_one())

    async def turns(self, thread: str) -> Turns:
        known = self._turns.get(thread)
        if known is None:
            writes = self._writes
            async with self._engine.connect() as connection:
                known = await read_turns(connection, thread)
            if writes == self._writes:
                self._turns[thread] = known
        return known[0]

    async def documents(self, thread: str, chunks: IdMap) -> NDArray[np.int64]:
        layout = self._layouts.setdefault(thread, Layout())
        if layout.looked_up.get(chunks, 0) < len(chunks):
            count = len(chunks)
            if (chunks.numbers_in(layout.ids) < 0).any():
                layout.extend(await self._read_parents(thread), await self._read_names(thread))
            layout.looked_up[chunks] = count
        if "" in layout.names:
            layout.name(await self._read_names(thread))
        return layout.of(chunks)

    async def names(self, thread: str) -> Sequence[str]:
        layout = self._layouts.get(thread)
        return layout.names if layout else ()

    async def _read_parents(self, thread: str) -> Sequence[tuple[str, str]]:
        """Return (chunk id, document id) for every document chunk of a thread, published or not."""
        statement = select(chunks.c.id, chunks.c.parent_id).where(*within(Collection(thread, Source.DOCUMENT)))
        async with self._engine.connect() as connection:
            return [(row.id, row.parent_id) for row in (await connection.execute(statement)).all()]

    async def _read_names(self, thread: str) -> dict[str, str]:
        """Return the name of each document of a thread that has been read, by id."""
        statement = select(documents.c.id, documents.c.name).where(documents.c.thread_id == thread)
        async with self._engine.connect() as connection:
            return {row.id: row.name for row in (await connection.execute(statement)).all()}

    async def described(self, ids: Sequence[str]) -> dict[str, Described]:
        known = {id: one for id in ids if (one := self._described.get(id)) is not None}
        writes = self._writes
        read = await self._read_described([id for id in ids if id not in known])
        if writes == self._writes:
            self._described.update(read)
        return known | read

    async def _read_described(self, ids: Sequence[str]) -> dict[str, Described]:
        found: dict[str, Described] = {}
        if not ids:
            return found
        async with self._engine.connect() as connection:
            for batch in batches(ids):
                for row in (await connection.execute(DESCRIBED, {"ids": batch})).all():
                    if row.document_name is not None or row.role is not None:
                        found[row.id] = described_of(row)
        return found

    async def outlines(self, thread: str, parents: Collected[str]) -> dict[str, Outline]:
        texts = select(documents.c.id, documents.c.text).where(documents.c.thread_id == thread, documents.c.id.in_(parents))
        trees = (
            select(sections)
            .where(sections.c.thread_id == thread, sections.c.document_id.in_(parents))
            .order_by(sections.c.start, sections.c.level)
        )
        async with self._engine.connect() as connection:
            found = {row.id: row.text or "" for row in (await connection.execute(texts)).all()}
            rows = (await connection.execute(trees)).all()
        held: dict[str, list[Section]] = {id: [] for id in found}
        for row in rows:
            held[row.document_id].append(section_of(row))
        return {id: Outline(text, tuple(held[id])) for id, text in found.items()}

    async def matching(self, thread: str, source: Source, filters: Filters) -> frozenset[str] | None:
        return await matching(self._engine, thread, source, filters)
