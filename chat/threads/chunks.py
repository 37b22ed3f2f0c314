"""Chunks as rows: the truth that both indexes are made from."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from collections.abc import Collection as Collected
from dataclasses import dataclass
from typing import Any, cast
from weakref import WeakKeyDictionary

import numpy as np
from cachetools import LRUCache
from numpy.typing import NDArray
from sqlalchemy import Row, and_, bindparam, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from chat.database.schema import chunks, documents, messages, sections, threads
from chat.domain import Chunk, Filters, Message, Role, Section, Source, indexed
from chat.index.base import Collection
from chat.index.id_map import IdMap
from chat.threads.base import Described, Outline, Turns
from chat.threads.documents import section_of
from chat.threads.storing import BATCH, batches

_CHUNKS_IN_MEMORY = 20_000
"""Chunks of threads in use, as they were last described: about 2 kB each. Reading them was most of a search's time."""
_KINDS_IN_MEMORY = 100_000
"""Threads of which it is remembered whether they are incognito; about 200 bytes each."""
_THREADS_IN_MEMORY = 256
"""Threads whose table of turns is kept; about 100 bytes a turn."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a chunk stands in its document, without what it says: small, so that those of a long table fit into memory."""

    id: str
    index: int
    start: int
    end: int
    page: int | None
    section: tuple[str, ...]
    section_id: str | None
    rows: tuple[int, int] | None
    fields: dict[str, str] | None

    @classmethod
    def of(cls, chunk: Chunk) -> Place:
        return cls(
            chunk.id,
            chunk.index,
            chunk.start,
            chunk.end,
            chunk.page,
            chunk.section,
            chunk.section_id,
            chunk.rows,
            chunk.fields,
        )


@dataclass(frozen=True, slots=True)
class Change:
    """What a document's text makes of its chunks, by their ids: what `Chunks.publish` makes true in one step."""

    new: Sequence[str]
    """Staged ones."""
    kept: Sequence[str] = ()
    """Found before and still."""
    moved: Sequence[Place] = ()
    """Those of `kept` that have another place now."""
    gone: Sequence[str] = ()


class _Layout:
    """Of which document each chunk of a thread is, which never changes: it only grows."""

    def __init__(self) -> None:
        self.ids = IdMap()
        self.looked_up: WeakKeyDictionary[IdMap, int] = WeakKeyDictionary()
        """How many ids of a map were there when the rows were read for it: what is not known by then has gone."""
        self.names: tuple[str, ...] = ()
        """Of the documents, by number."""
        self._documents: dict[str, int] = {}
        self._numbers = np.zeros(0, dtype=np.int64)
        self._held_by: WeakKeyDictionary[IdMap, NDArray[np.int64]] = WeakKeyDictionary()

    def extend(self, parents: Sequence[tuple[str, str]], names: Mapping[str, str]) -> None:
        """By (chunk, document); names by document."""
        new = [(chunk, document) for chunk, document in parents if chunk not in self.ids]
        self.ids.extend(chunk for chunk, _ in new)
        numbers = [self._documents.setdefault(document, len(self._documents)) for _, document in new]
        self._numbers = np.concatenate([self._numbers, np.array(numbers, dtype=np.int64)])
        self._held_by.clear()
        if len(self.names) < len(self._documents):
            self.names += tuple(names.get(document, "") for document in list(self._documents)[len(self.names) :])

    def of(self, chunks: IdMap) -> NDArray[np.int64]:
        """The document of each chunk of a map, -1 where it is not known; remembered until either has grown."""
        known = self._held_by.get(chunks)
        if known is None or len(known) < len(chunks):
            places = chunks.numbers_in(self.ids)
            known = np.append(self._numbers, -1)[places]  # what has no number is at -1, the last
            self._held_by[chunks] = known
        return known


_DESCRIBED = (
    select(
        chunks,
        documents.c.name.label("document_name"),
        documents.c.version.label("document_version"),
        documents.c.coverage["ocr_pages"].label("ocr_pages"),
        messages.c.role,
        messages.c.author,
        messages.c.created_at.label("said_at"),
    )
    .outerjoin(
        documents,
        and_(
            chunks.c.source == Source.DOCUMENT,
            documents.c.thread_id == chunks.c.thread_id,
            documents.c.id == chunks.c.parent_id,
        ),
    )
    .outerjoin(
        messages,
        and_(
            chunks.c.source == Source.MESSAGE,
            messages.c.thread_id == chunks.c.thread_id,
            messages.c.id == chunks.c.parent_id,
            messages.c.recall != "gone",
        ),
    )
    .where(chunks.c.id.in_(bindparam("ids", expanding=True)), chunks.c.state == "indexed")
)
"""Put together once, since that takes as long as running it."""


class Chunks:
    """Writes and reads chunks; keeps the promise `ChunkReader`."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._turns: LRUCache[str, tuple[Turns, int]] = LRUCache(_THREADS_IN_MEMORY)
        """By thread, with the sequence of its last message."""
        self._layouts: LRUCache[str, _Layout] = LRUCache(_THREADS_IN_MEMORY)
        self._described: LRUCache[str, Described] = LRUCache(_CHUNKS_IN_MEMORY)
        self._volatile: LRUCache[str, bool] = LRUCache(_KINDS_IN_MEMORY)
        self._writes = 0
        """Counts what changes any of these; what was read while it moved is used once and not kept."""

    # --- writing

    async def stage(self, made: Sequence[Chunk]) -> None:
        """Store chunks; nobody finds them until `publish`."""
        async with self._engine.begin() as connection:
            for at in range(0, len(made), BATCH):
                await connection.execute(insert(chunks), [_row_of(chunk) for chunk in made[at : at + BATCH]])

    async def publish(self, connection: AsyncConnection, change: Change) -> None:
        """Let new chunks be found, and those that are gone no more, inside the caller's transaction; the keyword index holds
        them by now. `changed` is to be called after its commit."""
        for batch in batches(change.gone):
            await connection.execute(update(chunks).where(chunks.c.id.in_(batch)).values(state="pending"))
        for batch in batches(change.new):
            await connection.execute(update(chunks).where(chunks.c.id.in_(batch)).values(state="indexed"))
        move = update(chunks).where(chunks.c.id == bindparam("chunk"))
        for at in range(0, len(change.moved), BATCH):
            places = change.moved[at : at + BATCH]
            await connection.execute(move, [_place_of(place) | {"chunk": place.id} for place in places])

    async def remove(self, ids: Sequence[str]) -> int:
        """Delete rows and, by cascade, their vectors."""
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
        """After a commit: these chunks are to be read anew when they are described again."""
        self._writes += 1
        for id in ids:
            self._described.pop(id, None)

    def withdrawn(self, thread: str, document: str) -> None:
        """A document's row is gone: none of its chunks is described from memory any more."""
        held = (id for id, one in self._described.items() if (one.chunk.thread, one.chunk.parent) == (thread, document))
        self.changed(list(held))

    def forget(self, thread: str) -> None:
        """Drop what is kept in memory for a thread."""
        self._writes += 1
        self._turns.pop(thread, None)
        self._layouts.pop(thread, None)
        self._volatile.pop(thread, None)

    def said(self, thread: str, new: Sequence[Message], made: Sequence[Chunk]) -> None:
        """Messages with their chunks were published: bring what is kept in memory up to date without reading it again."""
        self._writes += 1
        known, last = self._turns.pop(thread, (None, 0))
        if known is not None and all(message.sequence > last for message in new):
            self._turns[thread] = (_extended(known, new, made), max((message.sequence for message in new), default=last))

    # --- where a thread is indexed

    async def volatile(self, thread: str) -> bool:
        """Whether the indexes of a thread may stand in this process's memory only: its row says that it is incognito, or there is
        no row (any more) that says that it is not."""
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
        """Ids of the chunks of a collection, of some documents or messages only when given."""
        base = select(chunks.c.id).where(*within(collection)).order_by(chunks.c.parent_id, chunks.c.index)
        async with self._engine.connect() as connection:
            if parents is None:
                return list((await connection.execute(base)).scalars())
            found: list[str] = []
            for batch in batches(parents):
                found.extend((await connection.execute(base.where(chunks.c.parent_id.in_(batch)))).scalars())
            return found

    async def parents(self, ids: Sequence[str]) -> set[str]:
        """The documents or messages that these chunks are of."""
        found = set[str]()
        async with self._engine.connect() as connection:
            for batch in batches(ids):
                found.update((await connection.execute(select(chunks.c.parent_id).where(chunks.c.id.in_(batch)))).scalars())
        return found

    async def staged(self, collection: Collection, parent: str) -> list[str]:
        """Ids of a document's chunks that are not published."""
        statement = select(chunks.c.id).where(*within(collection), chunks.c.parent_id == parent, chunks.c.state == "pending")
        async with self._engine.connect() as connection:
            return list((await connection.execute(statement)).scalars())

    async def left_over(self) -> dict[Collection, list[str]]:
        """Chunks of messages that a crash left staged, by collection."""
        statement = select(chunks.c.id, chunks.c.thread_id).where(chunks.c.source == Source.MESSAGE, chunks.c.state == "pending")
        async with self._engine.connect() as connection:
            rows = (await connection.execute(statement)).all()
        left: dict[Collection, list[str]] = {}
        for row in rows:
            left.setdefault(Collection(row.thread_id, Source.MESSAGE), []).append(row.id)
        return left

    async def left_documents(self) -> list[tuple[str, str]]:
        """Threads and documents that have chunks which nobody finds: staged ones, or all of one that is no document any more."""
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
        """The chunks of one document or message in order, or of the whole collection."""
        statement = select(chunks).where(*within(collection)).order_by(chunks.c.parent_id, chunks.c.index)
        if parent is not None:
            statement = statement.where(chunks.c.parent_id == parent)
        async with self._engine.connect() as connection:
            return [_chunk(row) for row in (await connection.execute(statement)).all()]

    async def by_id(self, ids: Sequence[str]) -> list[Chunk]:
        """The chunks of these ids, published or not; ids that are gone are missing."""
        found: list[Chunk] = []
        async with self._engine.connect() as connection:
            for batch in batches(ids):
                found.extend(
                    _chunk(row) for row in (await connection.execute(select(chunks).where(chunks.c.id.in_(batch)))).all()
                )
        return found

    async def texts(self, ids: Sequence[str]) -> AsyncIterator[dict[str, str]]:
        """What is indexed of these chunks, by id, some hundreds at a time and in this order; ids that are gone are missing."""
        for batch in batches(ids):
            statement = select(chunks.c.id, chunks.c.header, chunks.c.text).where(chunks.c.id.in_(batch))
            async with self._engine.connect() as connection:
                found = {row.id: indexed(row.header, row.text) for row in (await connection.execute(statement)).all()}
            yield {id: found[id] for id in batch if id in found}

    async def at(self, collection: Collection, parent: str, places: Sequence[int]) -> list[Chunk]:
        """The published chunks of a document that hold these offsets of its text."""
        if not places:
            return []
        holding = or_(*(and_(chunks.c.start <= place, chunks.c.end > place) for place in places))
        statement = select(chunks).where(*within(collection), chunks.c.parent_id == parent, chunks.c.state == "indexed", holding)
        async with self._engine.connect() as connection:
            return [_chunk(row) for row in (await connection.execute(statement.order_by(chunks.c.index))).all()]

    async def count(self, thread: str) -> int:
        async with self._engine.connect() as connection:
            statement = select(func.count()).select_from(chunks).where(chunks.c.thread_id == thread)
            return int((await connection.execute(statement)).scalar_one())

    async def turns(self, thread: str) -> Turns:
        known = self._turns.get(thread)
        if known is None:
            writes = self._writes
            known = await self._read_turns(thread)
            if writes == self._writes:
                self._turns[thread] = known
        return known[0]

    async def _read_turns(self, thread: str) -> tuple[Turns, int]:
        statement = (
            select(
                chunks.c.id,
                messages.c.id.label("message"),
                messages.c.sequence,
                messages.c.role,
                messages.c.author,
                messages.c.created_at,
                func.length(messages.c.content).label("characters"),
            )
            .join(messages, and_(messages.c.thread_id == chunks.c.thread_id, messages.c.id == chunks.c.parent_id))
            .where(chunks.c.thread_id == thread, chunks.c.source == Source.MESSAGE, *_found())
            .order_by(messages.c.sequence, chunks.c.index)
        )
        async with self._engine.connect() as connection:
            rows = (await connection.execute(statement)).all()
        said = tuple(row.message for row in rows)
        turns = Turns(
            ids=IdMap(row.id for row in rows),
            places=np.arange(len(rows)),
            messages=said,
            ordinals=_ordinals(said),
            from_user=np.array([row.role == "user" for row in rows], dtype=np.bool_),
            authors=tuple(row.author for row in rows),
            created_at=np.array([row.created_at.timestamp() for row in rows], dtype=np.float64),
            characters=np.array([row.characters for row in rows], dtype=np.int64),
        )
        return turns, rows[-1].sequence if rows else 0

    async def documents(self, thread: str, chunks: IdMap) -> NDArray[np.int64]:
        layout = self._layouts.setdefault(thread, _Layout())
        if layout.looked_up.get(chunks, 0) < len(chunks):
            count = len(chunks)
            if (chunks.numbers_in(layout.ids) < 0).any():
                layout.extend(*await self._read_parents(thread))
            layout.looked_up[chunks] = count
        return layout.of(chunks)

    async def names(self, thread: str) -> Sequence[str]:
        layout = self._layouts.get(thread)
        return layout.names if layout else ()

    async def _read_parents(self, thread: str) -> tuple[Sequence[tuple[str, str]], dict[str, str]]:
        """The document of each chunk, and the name of each document."""
        parents = select(chunks.c.id, chunks.c.parent_id).where(*within(Collection(thread, Source.DOCUMENT)))
        named = select(documents.c.id, documents.c.name).where(documents.c.thread_id == thread)
        async with self._engine.connect() as connection:
            held = [(row.id, row.parent_id) for row in (await connection.execute(parents)).all()]
            return held, {row.id: row.name for row in (await connection.execute(named)).all()}

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
                for row in (await connection.execute(_DESCRIBED, {"ids": batch})).all():
                    if row.document_name is not None or row.role is not None:
                        found[row.id] = _described(row)
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
        """As promised; a filter on documents leaves no messages, a filter on the speaker no documents."""
        about_documents = filters.document is not None or filters.level is not None or filters.leaf is not None
        if source is Source.DOCUMENT:
            if filters.role is not None:
                return frozenset()
            return await self._matching_documents(thread, filters) if about_documents else None
        if about_documents:
            return frozenset()
        if filters.role is None and filters.after is None and filters.before is None:
            return None
        return await self._matching_messages(thread, filters)

    async def _matching_documents(self, thread: str, filters: Filters) -> frozenset[str]:
        statement = select(chunks.c.id).where(*within(Collection(thread, Source.DOCUMENT)))
        if filters.document is not None:
            statement = statement.where(chunks.c.parent_id == filters.document)
        if filters.leaf is not None:
            statement = statement.where(chunks.c.section_id == filters.leaf)
        if filters.level is not None:
            same = and_(
                sections.c.thread_id == chunks.c.thread_id,
                sections.c.document_id == chunks.c.parent_id,
                sections.c.id == chunks.c.section_id,
            )
            statement = statement.join(sections, same).where(sections.c.level == filters.level)
        async with self._engine.connect() as connection:
            return frozenset((await connection.execute(statement)).scalars())

    async def _matching_messages(self, thread: str, filters: Filters) -> frozenset[str]:
        same = and_(messages.c.thread_id == chunks.c.thread_id, messages.c.id == chunks.c.parent_id)
        statement = select(chunks.c.id).join(messages, same).where(*within(Collection(thread, Source.MESSAGE)))
        if filters.role is not None:
            statement = statement.where(messages.c.role == filters.role)
        if filters.after is not None:
            statement = statement.where(messages.c.created_at >= filters.after)
        if filters.before is not None:
            statement = statement.where(messages.c.created_at <= filters.before)
        async with self._engine.connect() as connection:
            return frozenset((await connection.execute(statement)).scalars())


def _ordinals(said: Sequence[str], first: int = 0) -> NDArray[np.int64]:
    """0, 1, 2, ... by message, in order of first appearance."""
    position = {message: at for at, message in enumerate(dict.fromkeys(said), start=first)}
    return np.array([position[message] for message in said], dtype=np.int64)


def _extended(known: Turns, new: Sequence[Message], made: Sequence[Chunk]) -> Turns:
    by_id = {message.id: message for message in new}
    said = [by_id[chunk.parent] for chunk in made]
    first = int(known.ordinals[-1]) + 1 if len(known.ordinals) else 0
    known.ids.extend(chunk.id for chunk in made)
    return Turns(
        ids=known.ids,
        places=np.arange(len(known.ids)),
        messages=known.messages + tuple(message.id for message in said),
        ordinals=np.concatenate([known.ordinals, _ordinals([message.id for message in said], first)]),
        from_user=np.concatenate([known.from_user, np.array([message.role == "user" for message in said], dtype=np.bool_)]),
        authors=known.authors + tuple(message.author for message in said),
        created_at=np.concatenate([known.created_at, np.array([message.created_at.timestamp() for message in said])]),
        characters=np.concatenate([known.characters, np.array([len(message.content) for message in said], dtype=np.int64)]),
    )


def within(collection: Collection) -> tuple[Any, Any]:  # Any: column expressions
    """Condition of its chunks."""
    return chunks.c.thread_id == collection.thread, chunks.c.source == collection.source


def _found() -> tuple[Any, Any]:  # Any: column expressions
    return chunks.c.state == "indexed", messages.c.recall != "gone"


def _row_of(chunk: Chunk) -> dict[str, Any]:  # Any: column values
    return _place_of(chunk) | {
        "id": chunk.id,
        "thread_id": chunk.thread,
        "source": chunk.source,
        "parent_id": chunk.parent,
        "text": chunk.text,
        "header": chunk.header,
    }


def _place_of(placed: Chunk | Place) -> dict[str, Any]:  # Any: column values
    return {
        "index": placed.index,
        "start": placed.start,
        "end": placed.end,
        "page": placed.page,
        "section": list(placed.section),
        "section_id": placed.section_id,
        "rows": placed.rows,
        "fields": placed.fields,
    }


def _chunk(row: Row[Any], ocr: bool = False) -> Chunk:  # Any: SQLAlchemy types a row by its statement
    return Chunk(
        id=row.id,
        thread=row.thread_id,
        source=Source(row.source),
        parent=row.parent_id,
        index=row._mapping[chunks.c.index],  # `row.index` is the method of every tuple
        text=row.text,
        header=row.header,
        start=row.start,
        end=row.end,
        page=row.page,
        section=tuple(row.section),
        section_id=row.section_id,
        rows=None if row.rows is None else (row.rows[0], row.rows[1]),
        fields=row.fields,
        ocr=ocr,
    )


def _described(row: Row[Any]) -> Described:  # Any: SQLAlchemy types a row by its statement
    chunk = _chunk(row, row.page in (row.ocr_pages or ()))
    return Described(chunk, row.document_name, row.document_version, cast("Role | None", row.role), row.author, row.said_at)
