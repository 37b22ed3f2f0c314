"""In-memory fakes of the protocols that retrieval needs."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import AsyncIterable, Iterable, Mapping, Sequence
from collections.abc import Collection as Collected
from datetime import UTC, datetime

import numpy as np
from numpy.typing import NDArray

from chat.domain import Chunk, Filters, Health, Role, Source
from chat.embedding.base import EmbedderIdentity, Vectors
from chat.index.among import ALL, Among
from chat.index.base import Collection, Hits
from chat.index.id_map import IdMap
from chat.text import terms
from chat.threads.base import Described, Outline, Turns
from tests.indexing import at_once


class WordEmbedder:
    """An embedder of bags of words in 512 dimensions: texts that share words are similar."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    @property
    def identity(self) -> EmbedderIdentity:
        return EmbedderIdentity("words", 512, "1")

    def count_tokens(self, text: str) -> int:
        return len(text.split())

    async def embed(self, texts: Sequence[str], *, urgent: bool = False) -> Vectors:
        self.asked.extend(texts)
        return np.array([self._vector(text) for text in texts], dtype=np.float32).reshape(-1, 512)

    async def close(self) -> None: ...

    def _vector(self, text: str) -> NDArray[np.float32]:
        vector = np.zeros(512, dtype=np.float32)
        for term in terms(text) or [""]:
            vector[int(hashlib.sha256(term.encode()).hexdigest(), 16) % 512] += 1
        return np.asarray(vector / np.linalg.norm(vector), dtype=np.float32)


class ExactVectors:
    """In-memory vectors searched by brute force, of which a search reaches at most `reach`."""

    def __init__(self, reach: int | None = None) -> None:
        self._vectors: dict[Collection, dict[str, NDArray[np.float32]]] = {}
        self._reach = reach

    async def start(self) -> None: ...

    async def upsert(self, collection: Collection, ids: Sequence[str], vectors: Vectors) -> None:
        self._vectors.setdefault(collection, {}).update(zip(ids, vectors, strict=True))

    async def delete(self, collection: Collection, ids: Sequence[str]) -> int:
        held = self._vectors.get(collection, {})
        return sum(held.pop(id, None) is not None for id in ids)

    async def drop(self, collection: Collection) -> int:
        return len(self._vectors.pop(collection, {}))

    async def load(self, collection: Collection) -> None:
        return

    async def search(self, collection: Collection, vector: NDArray[np.float32], k: int, among: Among = ALL) -> Hits:
        held = {id: held for id, held in self._vectors.get(collection, {}).items() if id in among}
        if not held:
            return Hits.of((), np.zeros(0, dtype=np.float32))
        ids = tuple(held)
        scores = np.stack(list(held.values())) @ vector
        order = np.argsort(-scores, kind="stable")[: self._reach]
        complete = self._reach is None or len(ids) <= self._reach
        return Hits.of([ids[at] for at in order], scores[order], complete, len(ids))

    async def ids(self, collection: Collection) -> tuple[str, ...]:
        return (await self.get(collection))[0]

    async def get(self, collection: Collection) -> tuple[tuple[str, ...], Vectors]:
        held = self._vectors.get(collection, {})
        return tuple(held), np.stack(list(held.values())) if held else np.zeros((0, 1), dtype=np.float32)

    async def count(self, collection: Collection) -> int:
        return len(self._vectors.get(collection, {}))

    async def check(self) -> Health:
        return Health(True)

    async def close(self) -> None: ...


class CountedWords:
    """In-memory BM25 with k1 = 1.2 and b = 0.75."""

    def __init__(self) -> None:
        self._texts: dict[Collection, dict[str, Counter[str]]] = {}

    async def add(self, collection: Collection, texts: AsyncIterable[Mapping[str, str]]) -> None:
        counted = {id: Counter(terms(text)) async for batch in texts for id, text in batch.items()}
        self._texts.setdefault(collection, {}).update(counted)

    async def renew(self, collection: Collection, texts: AsyncIterable[Mapping[str, str]]) -> None:
        self._texts[collection] = {id: Counter(terms(text)) async for batch in texts for id, text in batch.items()}

    async def delete(self, collection: Collection, ids: Sequence[str]) -> int:
        held = self._texts.get(collection, {})
        return sum(held.pop(id, None) is not None for id in ids)

    async def drop(self, collection: Collection) -> int:
        return len(self._texts.pop(collection, {}))

    async def load(self, collection: Collection) -> None:
        return

    async def search(
        self,
        collection: Collection,
        terms: Mapping[str, float],
        among: Among = ALL,
        related: Mapping[str, Mapping[str, float]] | None = None,
    ) -> tuple[Hits, ...]:
        held = self._texts.get(collection, {})
        numbered = IdMap(held)
        mean = sum(words.total() for words in held.values()) / max(1, len(held))
        total = sum(id in among for id in held)
        hits = []
        for term, weight in terms.items():
            matching = {id: words for id, words in held.items() if words[term]}
            rarity = np.log1p((len(held) - len(matching) + 0.5) / (len(matching) + 0.5))
            scores = {
                id: weight * rarity * words[term] * 2.2 / (words[term] + 1.2 * (0.25 + 0.75 * words.total() / mean))
                for id, words in matching.items()
                if id in among
            }
            found = np.array(list(scores.values()), dtype=np.float32)
            hits.append(Hits(numbered, numbered.numbers(list(scores)), found, True, total))
        return tuple(hits)

    async def frequencies(self, collection: Collection, terms: Iterable[str], among: Among = ALL) -> tuple[int, ...]:
        held = [words for id, words in self._texts.get(collection, {}).items() if id in among]
        return tuple(sum(words[term] > 0 for words in held) for term in terms)

    async def specificity(self, collection: Collection, among: Among = ALL) -> Hits:
        held = {id: counts for id, counts in self._texts.get(collection, {}).items() if id in among}
        spread = Counter(term for counts in held.values() for term in counts)
        told = [sum(sorted((1 / spread[term] for term in counts), reverse=True)[:5]) for counts in held.values()]
        return Hits.of(tuple(held), np.array(told, dtype=np.float32))

    async def count(self, collection: Collection) -> int:
        return len(self._texts.get(collection, {}))

    async def check(self) -> Health:
        return Health(True)


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

    def __init__(self, embedder: WordEmbedder | None = None, reach: int | None = None) -> None:
        self.embedder = embedder or WordEmbedder()
        self.vectors = ExactVectors(reach)
        self.keywords = CountedWords()
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
