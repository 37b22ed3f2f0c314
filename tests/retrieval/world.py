"""A thread in memory to search: a fake of the rows, and the fakes of the indexes filled together with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection as Collected
from collections.abc import Sequence
from datetime import UTC, datetime

import numpy as np
from numpy.typing import NDArray

from chat.domain import Chunk, Filters, Role, Source
from chat.index.base import Collection
from chat.index.id_map import IdMap
from chat.threads.base import Described, Outline, Turns
from tests.fakes import FakeEmbedder, FakeKeywordIndex, FakeVectorIndex
from tests.indexing import at_once


class Rows:
    """Chunks with the metadata that passages show, in the order of their insertion."""

    def __init__(self) -> None:
        self._rows: dict[str, Described] = {}
        self._names: tuple[str, ...] = ()
        self.trees: dict[str, Outline] = {}

    def add(self, described: Described) -> None:
        self._rows[described.chunk.id] = described

    def remove(self, id: str) -> None:
        del self._rows[id]

    async def turns(self, thread: str) -> Turns:
        said = [row for row in self._rows.values() if row.chunk.thread == thread and row.chunk.source is Source.MESSAGE]
        messages = tuple(row.chunk.parent for row in said)
        ordinal = {message: at for at, message in enumerate(dict.fromkeys(messages))}
        lengths = Counter[str]()
        for row in said:
            lengths[row.chunk.parent] = max(lengths[row.chunk.parent], row.chunk.end)
        return Turns(
            ids=IdMap(row.chunk.id for row in said),
            numbers=np.arange(len(said)),
            messages=messages,
            ordinals=np.array([ordinal[message] for message in messages], dtype=np.int64),
            from_user=np.array([row.role == "user" for row in said], dtype=np.bool_),
            authors=tuple(row.author for row in said),
            created_at=np.array([row.created_at.timestamp() if row.created_at else 0.0 for row in said], dtype=np.float64),
            characters=np.array([lengths[message] for message in messages], dtype=np.int64),
        )

    async def documents(self, thread: str, chunks: IdMap) -> NDArray[np.int64]:
        parents = [self._rows[id].chunk.parent if id in self._rows else None for id in chunks]
        numbers = {parent: number for number, parent in enumerate(dict.fromkeys(filter(None, parents)))}
        names = {row.chunk.parent: row.document_name or "" for row in self._rows.values()}
        self._names = tuple(names[parent] for parent in numbers)
        return np.array([numbers.get(parent or "", -1) for parent in parents], dtype=np.int64)

    async def names(self, thread: str) -> Sequence[str]:
        return self._names

    async def described(self, ids: Sequence[str]) -> dict[str, Described]:
        return {id: self._rows[id] for id in ids if id in self._rows}

    async def outlines(self, thread: str, parents: Collected[str]) -> dict[str, Outline]:
        return {id: outline for id, outline in self.trees.items() if id in parents}

    async def matching(self, thread: str, source: Source, filters: Filters) -> frozenset[str] | None:
        if filters == Filters():
            return None
        return frozenset(
            id
            for id, row in self._rows.items()
            if row.chunk.thread == thread and row.chunk.source is source and _passes(row, filters)
        )


def _passes(row: Described, filters: Filters) -> bool:
    if row.chunk.source is Source.DOCUMENT:
        return filters.role is None and filters.document in (None, row.chunk.parent)
    in_time = row.created_at is None or (
        (filters.after is None or row.created_at >= filters.after)
        and (filters.before is None or row.created_at <= filters.before)
    )
    return in_time and filters.document is None and filters.role in (None, row.role)


class World:
    """Indexes and rows that are filled together, as by ingestion."""

    def __init__(self, embedder: FakeEmbedder | None = None, reach: int | None = None) -> None:
        self.embedder = embedder or FakeEmbedder()
        self.vectors = FakeVectorIndex(reach)
        self.keywords = FakeKeywordIndex()
        self.rows = Rows()

    async def add(self, described: Described) -> None:
        chunk = described.chunk
        collection = Collection(chunk.thread, chunk.source)
        self.rows.add(described)
        await self.vectors.upsert(collection, [chunk.id], await self.embedder.embed([chunk.indexed]))
        await self.keywords.add(collection, at_once({chunk.id: chunk.indexed}))

    async def say(
        self,
        id: str,
        text: str,
        role: Role = "user",
        author: str | None = None,
        at: datetime = datetime(2026, 5, 1, tzinfo=UTC),
        thread: str = "t",
    ) -> None:
        """Add a message as one chunk."""
        header = f"{author or role.title()} ({at.day} {at:%B %Y}):"
        chunk = Chunk(f"{id}#0", thread, Source.MESSAGE, id, 0, text, header, 0, len(text))
        await self.add(Described(chunk, role=role, author=author, created_at=at))

    async def read(self, document: str, *texts: str) -> None:
        """Add a document of thread `t`, with a chunk for each text."""
        start = 0
        for index, text in enumerate(texts):
            chunk = Chunk(f"{document}#{index}", "t", Source.DOCUMENT, document, index, text, "", start, start + len(text))
            await self.add(Described(chunk, document_name=f"{document}.md", document_version=1))
            start += len(text)
