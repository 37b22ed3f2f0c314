"""Fakes that implement the protocols in a few lines; `tests/promises/` runs the same tests on them as on the real ones."""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter
from collections.abc import AsyncIterable, AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from chat.domain import Extracted, Health
from chat.embedding.base import EmbedderIdentity, Vectors
from chat.extraction.counting import Tell, untold
from chat.extraction.extract import extract
from chat.extraction.sandbox import Sandbox
from chat.index.among import ALL, Among
from chat.index.base import Collection, Hits
from chat.index.id_map import IdMap
from chat.llm.base import QuoteRequest
from chat.settings import LimitSettings
from chat.text import terms


class PanicException(BaseException):
    """An exception as PyO3 raises it for panics in libraries written in Rust."""


class FakeEmbedder:
    """An embedder of hashed bags of words: texts that share words get similar vectors."""

    def __init__(self, revision: str = "1", dimensions: int = 512) -> None:
        self.identity = EmbedderIdentity("fake", dimensions, revision)
        self.embedded: list[str] = []
        self.urgent: list[str] = []
        """Those of the embedded texts that were requested as urgent."""

    def count_tokens(self, text: str) -> int:
        return len(text.split())

    async def embed(self, texts: Sequence[str], *, urgent: bool = False) -> Vectors:
        self.embedded.extend(texts)
        self.urgent.extend(texts if urgent else ())
        dimensions = self.identity.dimensions
        return np.array([_vector(text, dimensions) for text in texts], dtype=np.float32).reshape(len(texts), dimensions)

    async def close(self) -> None:
        return


class HeldEmbedder(FakeEmbedder):
    """An embedder that embeds only its first `free` batches; further ones wait until `let` is set."""

    def __init__(self, free: int = 0) -> None:
        super().__init__()
        self.let = asyncio.Event()
        self.held = asyncio.Event()
        """Set as soon as a batch waits."""
        self._free = free

    def hold(self) -> None:
        """Make the next batch wait."""
        self._free = 0
        self.held.clear()

    async def embed(self, texts: Sequence[str], *, urgent: bool = False) -> Vectors:
        self._free -= 1
        if self._free < 0:
            self.held.set()
            await self.let.wait()
        return await super().embed(texts, urgent=urgent)


def _vector(text: str, dimensions: int) -> NDArray[np.float32]:
    vector = np.zeros(dimensions)
    for term in terms(text) or [""]:
        vector[int.from_bytes(hashlib.sha256(term.encode()).digest()[-4:]) % dimensions] += 1
    return np.asarray(vector / np.linalg.norm(vector), dtype=np.float32)


async def unstored(collection: Collection) -> tuple[Sequence[str], Vectors]:
    """Return no vectors, as the source of stored vectors for a collection of which the database has none."""
    return (), np.zeros((0, 0), dtype=np.float32)


class FakeVectorIndex:
    """A vector index in a dict, searched by brute force, of which a search reaches at most `reach`."""

    def __init__(self, reach: int | None = None) -> None:
        self.vectors: dict[Collection, dict[str, NDArray[np.float32]]] = {}
        self._reach = reach

    async def start(self) -> None:
        return

    async def upsert(self, collection: Collection, ids: Sequence[str], vectors: Vectors) -> None:
        self.vectors.setdefault(collection, {}).update(zip(ids, vectors, strict=True))

    async def delete(self, collection: Collection, ids: Sequence[str]) -> int:
        return sum(self.vectors.get(collection, {}).pop(id, None) is not None for id in ids)

    async def drop(self, collection: Collection) -> int:
        return len(self.vectors.pop(collection, {}))

    async def load(self, collection: Collection) -> None:
        return

    async def search(self, collection: Collection, vector: NDArray[np.float32], k: int, among: Among = ALL) -> Hits:
        held = {id: one for id, one in self.vectors.get(collection, {}).items() if id in among}
        scores = np.array([one @ vector for one in held.values()], dtype=np.float32)
        best = np.argsort(-scores, kind="stable")[: self._reach]
        ids = tuple(held)
        return Hits.of([ids[at] for at in best], scores[best], len(best) == len(ids), len(ids))

    async def ids(self, collection: Collection) -> tuple[str, ...]:
        return tuple(self.vectors.get(collection, {}))

    async def get(self, collection: Collection) -> tuple[tuple[str, ...], Vectors]:
        held = self.vectors.get(collection, {})
        return tuple(held), np.array(list(held.values()), dtype=np.float32).reshape(len(held), -1 if held else 0)

    async def count(self, collection: Collection) -> int:
        return len(self.vectors.get(collection, {}))

    async def counts(self) -> dict[str, int]:
        return {collection.name: len(held) for collection, held in self.vectors.items()}

    async def broken(self) -> list[str]:
        return []

    async def discard(self, names: Sequence[str]) -> None:
        self.vectors = {collection: held for collection, held in self.vectors.items() if collection.name not in names}

    async def rewrite(self, collection: Collection) -> None:
        return

    async def compact(self) -> None:
        return

    async def check(self) -> Health:
        return Health(True)

    async def close(self) -> None:
        return


class FakeKeywordIndex:
    """A keyword index in a dict: BM25 with k1 = 1.2 and b = 0.75."""

    def __init__(self) -> None:
        self.counts: dict[Collection, dict[str, Counter[str]]] = {}

    async def add(self, collection: Collection, texts: AsyncIterable[Mapping[str, str]]) -> None:
        self.counts.setdefault(collection, {}).update(await _counted(texts))

    async def renew(self, collection: Collection, texts: AsyncIterable[Mapping[str, str]]) -> None:
        self.counts[collection] = await _counted(texts)

    async def delete(self, collection: Collection, ids: Sequence[str]) -> int:
        return sum(self.counts.get(collection, {}).pop(id, None) is not None for id in ids)

    async def drop(self, collection: Collection) -> int:
        return len(self.counts.pop(collection, {}))

    async def load(self, collection: Collection) -> None:
        return

    async def search(
        self,
        collection: Collection,
        terms: Mapping[str, float],
        among: Among = ALL,
        related: Mapping[str, Mapping[str, float]] | None = None,
    ) -> tuple[Hits, ...]:
        held = {id: counts for id, counts in self.counts.get(collection, {}).items() if id in among}
        numbered = IdMap(held)
        mean = sum(counts.total() for counts in held.values()) / max(1, len(held))
        hits = []
        for term, weight in terms.items():
            holding = {id: counts for id, counts in held.items() if counts[term]}
            rarity = np.log1p((len(held) - len(holding) + 0.5) / (len(holding) + 0.5))
            scores = [
                weight * rarity * counts[term] * 2.2 / (counts[term] + 1.2 * (0.25 + 0.75 * counts.total() / mean))
                for counts in holding.values()
            ]
            found = np.array(scores, dtype=np.float32)
            hits.append(Hits(numbered, numbered.numbers(list(holding)), found, complete=True, total=len(held)))
        return tuple(hits)

    async def frequencies(self, collection: Collection, terms: Iterable[str], among: Among = ALL) -> tuple[int, ...]:
        held = {id: counts for id, counts in self.counts.get(collection, {}).items() if id in among}
        return tuple(sum(counts[term] > 0 for counts in held.values()) for term in terms)

    async def specificity(self, collection: Collection, among: Among = ALL) -> Hits:
        held = {id: counts for id, counts in self.counts.get(collection, {}).items() if id in among}
        spread = Counter(term for counts in held.values() for term in counts)
        told = [sum(sorted((1 / spread[term] for term in counts), reverse=True)[:5]) for counts in held.values()]
        return Hits.of(tuple(held), np.array(told, dtype=np.float32))

    async def count(self, collection: Collection) -> int:
        return len(self.counts.get(collection, {}))

    async def check(self) -> Health:
        return Health(True)


async def _counted(texts: AsyncIterable[Mapping[str, str]]) -> dict[str, Counter[str]]:
    return {id: Counter(terms(text)) async for batch in texts for id, text in batch.items()}


@dataclass
class FakeQuotes:
    """A quoting writer that yields the same pieces whatever it is asked."""

    pieces: Sequence[str]
    name: str = "extractive"

    async def write(self, request: QuoteRequest) -> AsyncIterator[str]:
        for piece in self.pieces:
            yield piece

    async def close(self) -> None: ...


class ReadHere(Sandbox):
    """A reader of files that runs in this process. Reader processes and their crashes have tests of their own."""

    def __init__(self, limits: LimitSettings) -> None:
        self._limits = limits

    async def warm(self) -> None:
        return

    async def extract(self, name: str, content: bytes, password: str = "", scans: bool = False, tell: Tell = untold) -> Extracted:
        return extract(name, content, self._limits, password)

    async def draw(self, content: bytes, page: int, password: str = "") -> bytes:
        raise AssertionError("nobody draws")

    async def close(self) -> None:
        return
