"""The promises of the two indexes: vectors and keywords, each in thread-scoped collections."""

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
"""Most hypothetical questions that lead to one chunk."""
_OF_QUESTIONS = "-questions"
_OURS = re.compile(rf"({'|'.join(Source)})s-[0-9a-f]{{40}}({_OF_QUESTIONS})?")

IsVolatile = Callable[[str], Awaitable[bool]]
"""Whether the collections of a thread may stand in this process's memory only."""

Lost = Callable[[Sequence[str]], Awaitable[None]]
"""Takes the names of collections that are dropped, or gone (`*`: all), and has noted them when it returns."""


@dataclass(frozen=True, slots=True)
class Collection:
    """The chunks of one kind in one thread. There is no way to search across collections."""

    thread: str
    source: Source
    keys: Literal["content", "questions"] = "content"
    """Whether its vectors are those of the chunks or of questions that the chunks answer."""

    @property
    def name(self) -> str:
        """A name that any store takes: 3 to 63 characters of `[a-z0-9-]`, whatever the thread's id looks like."""
        content = f"{self.source}s-{hashlib.sha256(self.thread.encode()).hexdigest()[:40]}"
        return content if self.keys == "content" else f"{content}{_OF_QUESTIONS}"

    @property
    def questions(self) -> Collection:
        """Further keys of the same chunks. It holds `question_ids`, exists only where questions were written, and shares the
        embedder, the lock and the rebuilding of this one."""
        return replace(self, keys="questions")


def inverse_document_frequency(total: int, matching: int) -> float:
    """How much a term tells that `matching` of `total` chunks hold: that of BM25, never below 0
    (Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009, with 1 added inside the logarithm)."""
    return math.log1p((total - matching + 0.5) / (matching + 0.5))


def is_ours(name: str) -> bool:
    """Whether a collection is called as ours are: another's may lie in the same store."""
    return _OURS.fullmatch(name) is not None


def content_name(name: str) -> str:
    """The name of the collection whose questions these are; that of any other is its own."""
    return name.removesuffix(_OF_QUESTIONS)


def question_ids(chunk: str) -> list[str]:
    """The ids under which a chunk's questions can stand in an index, whether they do or not."""
    return [f"{chunk}#{ordinal}" for ordinal in range(QUESTIONS_A_CHUNK)]


def chunk_of(question: str) -> str:
    """The id of the chunk that a question leads to."""
    return question.rpartition("#")[0]


@dataclass(frozen=True, slots=True)
class Near:
    """Chunks that hold words related to a term, in the map of the term's own hits."""

    numbers: NDArray[np.int64]
    scores: NDArray[np.float32]
    """What that adds to the chunk's BM25 of the term itself."""
    likeness: NDArray[np.float32]
    """How nearly the chunk names the term by them, 0 to 1; 0 where it holds the term itself."""


@dataclass(frozen=True, slots=True)
class Hits:
    """Chunks with scores, in any order."""

    map: IdMap
    numbers: NDArray[np.int64]
    """The chunks, by their numbers in `map`."""
    scores: NDArray[np.float32]
    """Cosine similarity, or BM25; same length as `numbers`."""
    complete: bool
    """Every chunk of the collection (that passed `among`) is here; statistics over `scores` are then exact.
    For keywords: chunks that are not here score 0."""
    total: int
    """How many chunks the collection holds (that passed `among`)."""
    near: Near | None = None
    """Of a term: what words related to it add."""

    @classmethod
    def of(cls, ids: Sequence[str], scores: NDArray[np.float32], complete: bool = True, total: int | None = None) -> Hits:
        """Chunks by their ids, each of them once."""
        return cls(IdMap(ids), np.arange(len(ids)), scores, complete, len(ids) if total is None else total)

    @property
    def ids(self) -> tuple[str, ...]:
        """The chunks' ids, in the order of `scores`."""
        return tuple(self.map[number] for number in self.numbers.tolist())


class VectorIndex(Protocol):
    """Vectors by chunk id."""

    async def start(self) -> None:
        """Open it. IndexFailed when it can't be opened at all."""
        ...

    async def upsert(self, collection: Collection, ids: Sequence[str], vectors: Vectors) -> None:
        """Durable when it returns. The collection is made on the first write."""
        ...

    async def delete(self, collection: Collection, ids: Sequence[str]) -> int:
        """How many were there and are gone."""
        ...

    async def drop(self, collection: Collection) -> int:
        """Remove the collection and what it leaves on disk; how many vectors it held."""
        ...

    async def load(self, collection: Collection) -> None:
        """Bring into memory what is kept there for a search of the collection. IndexFailed as there."""
        ...

    async def search(
        self, collection: Collection, vector: NDArray[np.float32], k: int, among: AbstractSet[str] | None = None
    ) -> Hits:
        """The `k` (or more) most similar of `among` (`None`: of all), by cosine. No hits for a collection that does not exist.

        Raises IndexFailed when the store does not answer.
        """
        ...

    async def ids(self, collection: Collection) -> tuple[str, ...]:
        """Of all its vectors."""
        ...

    async def get(self, collection: Collection) -> tuple[tuple[str, ...], Vectors]:
        """All ids and vectors, in one order."""
        ...

    async def count(self, collection: Collection) -> int: ...

    async def check(self) -> Health: ...

    async def close(self) -> None: ...


class VectorStore(VectorIndex, Protocol):
    """The same with what only its owner asks: what lies in it as a whole, and what deletes leave on disk."""

    async def counts(self) -> dict[str, int]:
        """How many vectors every collection holds, by its name; those that nobody knows any more included."""
        ...

    async def broken(self) -> list[str]:
        """Read and write in every collection once, which changes nothing; names of those that failed and are given up, as they
        are when anybody meets them: they are empty until they are made anew from the rows."""
        ...

    async def discard(self, names: Sequence[str]) -> None:
        """Remove collections by their names, without a look at what is in them."""
        ...

    async def rewrite(self, collection: Collection) -> None:
        """Make the collection's files anew: they keep the vectors that were deleted from it. A kill meanwhile may lose it."""
        ...

    async def compact(self) -> None:
        """Leave nothing on disk of what was deleted, dropped or discarded."""
        ...


class KeywordIndex(Protocol):
    """BM25 by chunk id. Statistics are the collection's own, so nothing of another thread shows in a score."""

    async def add(self, collection: Collection, texts: AsyncIterable[Mapping[str, str]]) -> None:
        """Index texts by chunk id, batch by batch; an id that is there already is replaced. Durable when it returns.

        A search of the collection sees none of them before all are there.
        """
        ...

    async def renew(self, collection: Collection, texts: AsyncIterable[Mapping[str, str]]) -> None:
        """Put these texts in the place of all that the collection holds. Meanwhile a search finds what it held, or waits."""
        ...

    async def delete(self, collection: Collection, ids: Sequence[str]) -> int: ...

    async def drop(self, collection: Collection) -> int: ...

    async def load(self, collection: Collection) -> None:
        """Bring into memory what is kept there for a search of the collection."""
        ...

    async def search(
        self,
        collection: Collection,
        terms: Mapping[str, float],
        among: AbstractSet[str] | None = None,
        related: Mapping[str, Mapping[str, float]] | None = None,
    ) -> tuple[Hits, ...]:
        """For each of the weighted terms (see `chat.text.terms`), in their order, all chunks (of `among`) that hold it.

        Which terms a chunk holds, and how rare each is, says more than the sum of their scores. All of one answer share one map,
        which numbers every chunk of the collection. `related` has, by term, words that count as so much of it, 0 to 1.
        """
        ...

    async def frequencies(
        self, collection: Collection, terms: Iterable[str], among: AbstractSet[str] | None = None
    ) -> tuple[int, ...]:
        """For each term, in their order, how many chunks (of `among`) hold it: its document frequency."""
        ...

    async def specificity(self, collection: Collection, among: AbstractSet[str] | None = None) -> Hits:
        """How much each chunk (of `among`) tells, whatever is asked: the more, the rarer its rarest words are in the collection.

        Nearly so: how rare a word is may be a little behind what came and went.
        """
        ...

    async def count(self, collection: Collection) -> int: ...

    async def check(self) -> Health: ...


class TermCounts(Protocol):
    """How often each term stands in each chunk, as JSON: what postings are built from."""

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
