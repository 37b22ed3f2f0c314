"""The promises of the vector index and the keyword index, both in collections of one thread each."""

from __future__ import annotations

import hashlib
import math
import re
from collections import Counter
from collections.abc import AsyncIterable, Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from chat.domain import Health, Source
from chat.embedding.base import Vectors
from chat.index.among import ALL, Among
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
    """Return the inverse document frequency of a term that `matching` of `total` chunks hold.

    ln(1 + (N - df + .5) / (df + .5)), which is never below 0 (Robertson and Zaragoza, The Probabilistic Relevance Framework,
    2009, with 1 added inside the logarithm).
    """
    return math.log1p((total - matching + 0.5) / (matching + 0.5))


def is_ours(name: str) -> bool:
    """Return whether a name is one that `Collection.name` makes: other software's collections may be in the same store."""
    return _OURS.fullmatch(name) is not None


def content_name(name: str) -> str:
    """Return the name of the content collection that a collection of questions belongs to; any other name as it is."""
    return name.removesuffix(_OF_QUESTIONS)


def question_ids(chunk: str) -> list[str]:
    """Return all ids that a chunk's questions can have in an index, whether there are questions or not."""
    return [f"{chunk}#{ordinal}" for ordinal in range(QUESTIONS_A_CHUNK)]


def chunk_of(question: str) -> str:
    """Return the id of the chunk that a question belongs to, from the question's id."""
    return question.rpartition("#")[0]


@dataclass(frozen=True, slots=True)
class Near:
    """Chunks that hold words related to a term. Arrays have shape (chunks,)."""

    numbers: NDArray[np.int64]
    """The chunks, by their numbers in the map of the term's own hits."""
    scores: NDArray[np.float32]
    """What the related words add to the chunk's BM25 of the term itself."""
    likeness: NDArray[np.float32]
    """How much of the term the most alike of them stands for, 0 to 1; 0 where the chunk holds the term itself."""


@dataclass(frozen=True, slots=True)
class Hits:
    """Chunks with scores, in any order. Arrays have shape (chunks,)."""

    map: IdMap
    numbers: NDArray[np.int64]
    """The chunks, by their numbers in `map`."""
    scores: NDArray[np.float32]
    """Cosine similarity (-1 to 1), BM25 (0 or more), or what the method says."""
    complete: bool
    """Every chunk of the collection (of `among`) is here, so that statistics over `scores` are exact.
    In a keyword search, chunks that are not here score 0."""
    total: int
    """How many chunks the collection holds (of `among`)."""
    near: Near | None = None
    """In a keyword search: what words related to the term add; `None` where they were not asked for or add nothing."""

    @classmethod
    def of(cls, ids: Sequence[str], scores: NDArray[np.float32], complete: bool = True, total: int | None = None) -> Hits:
        """Return hits of unique chunk ids, in a map of their own; `total` is their number where it is not given."""
        return cls(IdMap(ids), np.arange(len(ids)), scores, complete, len(ids) if total is None else total)

    @property
    def ids(self) -> tuple[str, ...]:
        """The chunks' ids, in the order of `scores`."""
        return tuple(self.map[number] for number in self.numbers.tolist())


class VectorIndex(Protocol):
    """Vectors by chunk id, in collections.

    A collection that was never written, or was dropped, is an empty one: it is found, counted, read and removed as such. Methods
    may run concurrently in one event loop, also on the same collection; a search beside a write may find part of what is written.
    They are not thread-safe.

    Unless they say otherwise, methods raise IndexFailed when the store does not answer or cannot be used, and StorageFailed when
    an implementation needs the database and that does not answer. A write that failed may have happened; it can be repeated.
    """

    async def start(self) -> None:
        """Open the index. IndexFailed when it can't be opened now: each later call then tries again."""
        ...

    async def upsert(self, collection: Collection, ids: Sequence[str], vectors: Vectors) -> None:
        """Write vectors, replacing those of ids that are there. The first write creates the collection; no ids write nothing.

        `ids` are unique. `vectors` are float32 of shape (len(ids), dimensions), each row of length 1, and have as many dimensions
        as those in the collection. Durable when it returns.
        """
        ...

    async def delete(self, collection: Collection, ids: Sequence[str]) -> int:
        """Remove the vectors of these unique ids; return how many of them were there.

        No search finds them when it returns. Their bytes may stay on disk until `VectorStore.rewrite` and `compact`.
        """
        ...

    async def drop(self, collection: Collection) -> int:
        """Remove the collection; return how many vectors it held. A later `upsert` creates it anew.

        Its collection of questions is another one, and stays.
        """
        ...

    async def load(self, collection: Collection) -> None:
        """Bring into memory what a search of the collection needs there, so that the search is fast. It works without, too."""
        ...

    async def search(self, collection: Collection, vector: NDArray[np.float32], k: int, among: Among = ALL) -> Hits:
        """Return the chunks most similar to a unit vector of shape (dimensions,), with their cosines, in any order.

        The best `k` (1 or more) are among the hits, all where there are fewer, and others may be. Two exceptions: a search by an
        approximate index may miss some, and a store that limits a response may return fewer, as a Chroma server does beyond 300.

        `among` restricts the search before anything is cut off.
        `total` is how many chunks were searched, and `complete` whether each of them is a hit.
        """
        ...

    async def ids(self, collection: Collection) -> tuple[str, ...]:
        """Return the ids of all vectors of the collection, in any order."""
        ...

    async def get(self, collection: Collection) -> tuple[tuple[str, ...], Vectors]:
        """Return all ids, in any order, and their vectors in the same order, float32 of shape (ids, dimensions).

        The array of an empty collection has no rows, and may have no columns.
        """
        ...

    async def count(self, collection: Collection) -> int:
        """Return how many vectors the collection holds."""
        ...

    async def check(self) -> Health:
        """Return whether the store answers now, with the error in `detail` where it does not; raise no IndexFailed."""
        ...

    async def close(self) -> None:
        """Close what `start` opened. No method may be called from then on."""
        ...


class VectorStore(VectorIndex, Protocol):
    """A vector index with what only its owner needs: what it holds in all, what is damaged, and what deletes leave on disk.

    Errors and concurrency are those of `VectorIndex`. Collections that turn out to be damaged, or vanish, are given up: their
    names are told to a `Lost`, and they are empty until they are rebuilt from the rows.
    """

    async def counts(self) -> dict[str, int]:
        """Return how many vectors each collection holds, by name, including collections that the rows know nothing of.

        Collections of other software on the same server are none of them.
        """
        ...

    async def broken(self) -> list[str]:
        """Probe every collection by a read and a write that change nothing; return the names of those that failed.

        These are given up, as on any other failure. A store that is not responsible for its files returns none.
        """
        ...

    async def discard(self, names: Sequence[str]) -> None:
        """Remove collections by name without reading them, as a damaged one can't be read.

        Each has to exist: for a name that is unknown, IndexFailed may be raised and leave those behind it where they are.
        """
        ...

    async def rewrite(self, collection: Collection) -> None:
        """Write the collection to new files, as the old ones still hold deleted vectors.

        A kill meanwhile may lose it, and a search meanwhile may find it empty. No write to the collection may run beside it.
        """
        ...

    async def compact(self) -> None:
        """Leave nothing on disk of what was dropped, discarded or rewritten, as far as the store is responsible for its files.

        Other calls may wait meanwhile, which may take a minute for 100,000 vectors; it is quick where nothing was deleted.
        """
        ...


class KeywordIndex(Protocol):
    """BM25 by chunk id. Document frequencies and mean length are the collection's own: no score depends on another thread.

    A collection that was never written, or was dropped, is an empty one: it is found, counted and removed as such. Methods may
    run concurrently in one event loop, also on the same collection, whose writes then follow one another. They are not
    thread-safe. Unless they say otherwise, they raise StorageFailed when the database that keeps the index does not answer.
    """

    async def add(self, collection: Collection, texts: AsyncIterable[Mapping[str, str]]) -> None:
        """Index texts by chunk id, batch by batch; those of ids that are there are replaced. Durable when it returns.

        A search of the collection sees none of them before all are there, and may wait until then: `texts` must not wait for one.
        What `texts` raises is passed on. After an error, the batches that were indexed until then stay.
        """
        ...

    async def renew(self, collection: Collection, texts: AsyncIterable[Mapping[str, str]]) -> None:
        """Replace all that the collection holds by these texts, given as to `add`. Durable when it returns.

        Meanwhile a search finds what the collection held, or waits. After an error it may find that, a part of the texts or
        nothing, until the collection is renewed again.
        """
        ...

    async def delete(self, collection: Collection, ids: Sequence[str]) -> int:
        """Remove chunks; return how many of them were there, each counted once. No search finds them when it returns."""
        ...

    async def drop(self, collection: Collection) -> int:
        """Remove all chunks of the collection; return how many it held."""
        ...

    async def load(self, collection: Collection) -> None:
        """Bring into memory what a search of the collection needs there, so that the search is fast. It works without, too."""
        ...

    async def search(
        self,
        collection: Collection,
        terms: Mapping[str, float],
        among: Among = ALL,
        related: Mapping[str, Mapping[str, float]] | None = None,
    ) -> tuple[Hits, ...]:
        """Return, for each of the weighted terms (see `chat.text.terms`) in their order, all chunks (of `among`) that hold it.

        Scores are BM25 times the term's weight, float32; chunks are in any order, and all are there (`complete`). `total` is how
        many chunks were searched: those of the collection that are in `among`. A term that no chunk holds has no hits.

        Hits are by term because which terms a chunk holds, and how rare each is, says more than the sum of their scores. They
        share one map, which numbers every chunk of the collection and may still number deleted ones.

        `related` has, by term, words related to it and how much of the term each counts as, 0 to 1; what they add is in `near`.
        """
        ...

    async def frequencies(self, collection: Collection, terms: Iterable[str], among: Among = ALL) -> tuple[int, ...]:
        """Return the document frequency of each term, in their order: how many chunks (of `among`) hold it."""
        ...

    async def specificity(self, collection: Collection, among: Among = ALL) -> Hits:
        """Return every chunk (of `among`) with how specific it is, whatever the question, as a float32 score of 0 or more.

        The rarer its rarest terms are in the collection, the higher. Approximate, since document frequencies may lag a little
        behind additions and deletions.
        """
        ...

    async def count(self, collection: Collection) -> int:
        """Return how many chunks the collection holds; during `add` and `renew`, with any part of what they write."""
        ...

    async def check(self) -> Health:
        """Return whether the index can be read now, with the error's name in `detail` where it can't; raise no StorageFailed."""
        ...


class TermCounts(Protocol):
    """The term frequencies of each chunk, as JSON (an object of term to count): what postings are built from.

    A collection that was never written is an empty one. Methods may run concurrently in one event loop; whoever reads and writes
    a collection in several steps keeps others from it. Unless they say otherwise, methods raise StorageFailed when the database
    does not answer, and what they write is durable when they return, all of it or nothing.
    """

    async def put(self, collection: Collection, counted: Sequence[tuple[str, Counter[str]]]) -> None:
        """Keep the counts of chunks by their ids. None of them may have counts already: `take` them first."""
        ...

    async def take(self, collection: Collection, ids: Sequence[str]) -> list[tuple[str, str]]:
        """Remove chunks; return the ids of those that were there, each with its counts, in any order."""
        ...

    async def clear(self, collection: Collection) -> int:
        """Remove all of a collection; return how many chunks it held."""
        ...

    async def of(self, collection: Collection) -> list[tuple[str, str]]:
        """Return the ids of all chunks of a collection, each with its counts, in any order."""
        ...

    async def count(self, collection: Collection) -> int:
        """Return how many chunks of the collection have counts."""
        ...

    async def check(self) -> Health:
        """Return whether counts can be read now, with the error's name in `detail` where they can't; raise no StorageFailed."""
        ...
