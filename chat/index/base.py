"""The promises of the vector index and the keyword index, both in collections of one thread each."""

from __future__ import annotations

import hashlib
import math
import re
from collections import Counter
from collections.abc import AsyncIterable, Awaitable, Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from chat.domain import Health, Source
from chat.embedding.base import Vectors
from chat.index.id_map import IdMap

QUESTIONS_A_CHUNK = 3
"""Most hypothetical questions per chunk."""
_OF_QUESTIONS = "-questions"
_OURS = re.compile(rf"({'|'.join(Source)})s-[0-9a-f]{{40}}({_OF_QUESTIONS})?")

IsVolatile = Callable[[str], Awaitable[bool]]
"""Whether a thread's collections may be held in this process's memory only; takes the thread's id."""

Lost = Callable[[Sequence[str]], Awaitable[None]]
"""Takes the names of collections that were dropped or lost (`*`: all), and has recorded them when it returns."""


@dataclass(frozen=True, slots=True)
class Collection:
    """The chunks of one kind in one thread. There is no way to search across collections."""

    thread: str
    source: Source
    keys: Literal["content", "questions"] = "content"
    """Whether its vectors are those of the chunks' content or of hypothetical questions that they answer."""

    @property
    def name(self) -> str:
        """A name that any store takes: 3 to 63 characters of `[a-z0-9-]`, whatever the thread's id looks like."""
        content = f"{self.source}s-{hashlib.sha256(self.thread.encode()).hexdigest()[:40]}"
        return content if self.keys == "content" else f"{content}{_OF_QUESTIONS}"

    @property
    def questions(self) -> Collection:
        """The collection of the same chunks' hypothetical questions. It holds `question_ids`, exists only where questions were
        written, and shares the embedder, the lock and the rebuilding of this one."""
        return replace(self, keys="questions")


def inverse_document_frequency(total: int, matching: int) -> float:
    """Inverse document frequency of a term that `matching` of `total` chunks hold: ln(1 + (N - df + .5) / (df + .5)), which is
    never below 0 (Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009, with 1 added inside the logarithm)."""
    return math.log1p((total - matching + 0.5) / (matching + 0.5))


def is_ours(name: str) -> bool:
    """Return whether a name is one that `Collection.name` makes: other software's collections may be in the same store."""
    return _OURS.fullmatch(name) is not None


def content_name(name: str) -> str:
    """Return the name of the content collection that a collection of questions belongs to; any other name as it is."""
    return name.removesuffix(_OF_QUESTIONS)


def question_ids(chunk: str) -> list[str]:
    """All ids that a chunk's questions can have in an index, whether there are questions or not."""
    return [f"{chunk}#{ordinal}" for ordinal in range(QUESTIONS_A_CHUNK)]


def chunk_of(question: str) -> str:
    """Return the id of the chunk that a question belongs to, from the question's id."""
    return question.rpartition("#")[0]


@dataclass(frozen=True, slots=True)
class Near:
    """Chunks that hold words related to a term; arrays have one entry per chunk."""

    numbers: NDArray[np.int64]
    """The chunks, by their numbers in the map of the term's own hits."""
    scores: NDArray[np.float32]
    """What the related words add to the chunk's BM25 of the term itself."""
    likeness: NDArray[np.float32]
    """How much of the term the most alike of them stands for, 0 to 1; 0 where the chunk holds the term itself."""


@dataclass(frozen=True, slots=True)
class Hits:
    """Chunks with scores, in any order."""

    map: IdMap
    numbers: NDArray[np.int64]
    """The chunks, by their numbers in `map`."""
    scores: NDArray[np.float32]
    """Cosine similarity, or BM25; same length as `numbers`."""
    complete: bool
    """Every chunk of the collection (of `among`) is here, so that statistics over `scores` are exact.
    In a keyword search, chunks that are not here score 0."""
    total: int
    """How many chunks the collection holds (of `among`)."""
    near: Near | None = None
    """In a keyword search: what words related to the term add."""

    @classmethod
    def of(cls, ids: Sequence[str], scores: NDArray[np.float32], complete: bool = True, total: int | None = None) -> Hits:
        """Hits of unique chunk ids, in a map of their own; `total` is their number where it is not given."""
        return cls(IdMap(ids), np.arange(len(ids)), scores, complete, len(ids) if total is None else total)

    @property
    def ids(self) -> tuple[str, ...]:
        """The chunks' ids, in the order of `scores`."""
        return tuple(self.map[number] for number in self.numbers.tolist())


class VectorIndex(Protocol):
    """Vectors by chunk id."""

    async def start(self) -> None:
        """Open the index. IndexFailed when it can't be opened."""
        ...

    async def upsert(self, collection: Collection, ids: Sequence[str], vectors: Vectors) -> None:
        """Write unit vectors, shape (len(ids), dimensions); those of ids that are there are replaced.

        Durable when it returns. The collection is made on the first write.
        """
        ...

    async def delete(self, collection: Collection, ids: Sequence[str]) -> int:
        """Remove vectors; how many of them were there."""
        ...

    async def drop(self, collection: Collection) -> int:
        """Remove the collection and its files; how many vectors it held."""
        ...

    async def load(self, collection: Collection) -> None:
        """Bring into memory what a search of the collection needs there. IndexFailed as in `search`."""
        ...

    async def search(
        self, collection: Collection, vector: NDArray[np.float32], k: int, among: AbstractSet[str] | None = None
    ) -> Hits:
        """Return the `k` or more chunks (of the ids `among`; `None`: of all) that are most similar to a unit vector, by cosine.

        No hits for a collection that does not exist. IndexFailed when the store does not answer.
        """
        ...

    async def ids(self, collection: Collection) -> tuple[str, ...]:
        """Return the ids of all vectors of the collection."""
        ...

    async def get(self, collection: Collection) -> tuple[tuple[str, ...], Vectors]:
        """All ids and vectors, in the same order."""
        ...

    async def count(self, collection: Collection) -> int: ...

    async def check(self) -> Health: ...

    async def close(self) -> None: ...


class VectorStore(VectorIndex, Protocol):
    """A vector index with what only its owner needs: what it holds in all, what is damaged, and what deletes leave on disk."""

    async def counts(self) -> dict[str, int]:
        """How many vectors each collection holds, by name, including collections that the rows know nothing of."""
        ...

    async def broken(self) -> list[str]:
        """Probe every collection by a read and a write that change nothing; the names of those that failed.

        These are given up, as on any other failure: they are empty until they are rebuilt from the rows.
        """
        ...

    async def discard(self, names: Sequence[str]) -> None:
        """Remove collections by name without reading them."""
        ...

    async def rewrite(self, collection: Collection) -> None:
        """Write the collection to new files, as the old ones still hold deleted vectors. A kill meanwhile may lose it."""
        ...

    async def compact(self) -> None:
        """Leave nothing on disk of what was deleted, dropped or discarded."""
        ...


class KeywordIndex(Protocol):
    """BM25 by chunk id. Document frequencies and mean length are the collection's own: no score depends on another thread."""

    async def add(self, collection: Collection, texts: AsyncIterable[Mapping[str, str]]) -> None:
        """Index texts by chunk id, batch by batch; those of ids that are there are replaced. Durable when it returns.

        A search of the collection sees none of them before all are there.
        """
        ...

    async def renew(self, collection: Collection, texts: AsyncIterable[Mapping[str, str]]) -> None:
        """Replace all that the collection holds by these texts. Meanwhile a search finds what it held, or waits."""
        ...

    async def delete(self, collection: Collection, ids: Sequence[str]) -> int: ...

    async def drop(self, collection: Collection) -> int: ...

    async def load(self, collection: Collection) -> None:
        """Bring into memory what a search of the collection needs there."""
        ...

    async def search(
        self,
        collection: Collection,
        terms: Mapping[str, float],
        among: AbstractSet[str] | None = None,
        related: Mapping[str, Mapping[str, float]] | None = None,
    ) -> tuple[Hits, ...]:
        """BM25 of all chunks (of `among`) that hold each of the weighted terms (see `chat.text.terms`), in the terms' order.

        Hits are by term because which terms a chunk holds, and how rare each is, says more than the sum of their scores. They
        share one map, which numbers every chunk of the collection. `related` has, by term, words related to it and how much of
        the term each counts as, 0 to 1.
        """
        ...

    async def frequencies(
        self, collection: Collection, terms: Iterable[str], among: AbstractSet[str] | None = None
    ) -> tuple[int, ...]:
        """Return the document frequency of each term, in their order: how many chunks (of `among`) hold it."""
        ...

    async def specificity(self, collection: Collection, among: AbstractSet[str] | None = None) -> Hits:
        """How specific each chunk (of `among`) is, whatever the question: the more, the rarer its rarest terms are in the
        collection. Approximate, since document frequencies may lag a little behind additions and deletions."""
        ...

    async def count(self, collection: Collection) -> int: ...

    async def check(self) -> Health: ...


class TermCounts(Protocol):
    """The term frequencies of each chunk, as JSON: what postings are built from."""

    async def put(self, collection: Collection, counted: Sequence[tuple[str, Counter[str]]]) -> None:
        """Keep the counts of chunks that have none."""
        ...

    async def take(self, collection: Collection, ids: Sequence[str]) -> list[tuple[str, str]]:
        """Remove chunks; those that were there, with their counts."""
        ...

    async def clear(self, collection: Collection) -> int:
        """Remove all of a collection; how many chunks it held."""
        ...

    async def of(self, collection: Collection) -> list[tuple[str, str]]:
        """All chunks of a collection with their counts."""
        ...

    async def count(self, collection: Collection) -> int: ...

    async def check(self) -> Health: ...
