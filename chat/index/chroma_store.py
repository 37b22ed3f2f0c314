"""Vectors by id in named collections, stored through a blocking Chroma client.

Texts and metadata stay in SQL: with text, adding is 3.6 times slower, the store 6 times larger, and deleted text stays on disk.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

import numpy as np
from cachetools import LRUCache
from chromadb.api import ClientAPI
from chromadb.api.models.Collection import Collection
from chromadb.errors import InternalError, NotFoundError
from numpy.typing import NDArray

from chat.index.among import Among

_BATCH = 5_000
"""Records in one call; Chroma's own limit is 5,461."""
CONFIGURATION = {"hnsw": {"space": "cosine", "sync_threshold": 1}}
"""`sync_threshold` 1 writes each change to the index file at once: with the default, a collection that Chroma evicts from memory
loses records."""
HANDLES = 10_000
"""Most collections whose handles are kept between calls."""
_RELOADS = 5
"""Attempts of a query that returns too few hits, before all vectors are scanned instead."""
_NOWHERE = "-"
"""An id that no chunk has: deleting it makes Chroma load the collection's index again."""

NO_VECTORS = np.zeros((0, 0), dtype=np.float32)

Found = tuple[list[str], NDArray[np.float32]]
"""Ids with, in the same order, their vectors of shape (ids, dimensions) or their cosine similarities of shape (ids,)."""


class ChromaStore:
    """Blocking, and for one caller at a time. Methods raise what Chroma raises; an unknown collection is an empty one unless said
    otherwise."""

    def __init__(self, client: ClientAPI) -> None:
        self._client = client
        self._handles: LRUCache[str, Collection] = LRUCache(HANDLES)

    def upsert(self, name: str, ids: Sequence[str], vectors: NDArray[np.float32]) -> None:
        """Write vectors of shape (ids, dimensions), replacing those of known ids. Creates the collection where it is missing."""
        collection = self._find(name) or self._make(name)
        for at in range(0, len(ids), _BATCH):
            collection.upsert(ids=list(ids[at : at + _BATCH]), embeddings=vectors[at : at + _BATCH])

    def delete(self, name: str, ids: Sequence[str]) -> int:
        """Delete vectors; returns how many of the ids existed."""
        collection = self._find(name)
        deleted = 0
        if collection is not None:
            for at in range(0, len(ids), _BATCH):
                there = _held(collection, ids[at : at + _BATCH])
                if there:
                    collection.delete(ids=there)
                    deleted += len(there)
        return deleted

    def drop(self, name: str) -> int:
        """Delete the collection; returns how many vectors it held."""
        collection = self._find(name)
        if collection is None:
            return 0
        held = len(collection.get(include=[])["ids"])  # `count` fails for a damaged collection, `get` does not
        self._handles.pop(name, None)
        self._client.delete_collection(name)
        return held

    def discard(self, name: str) -> None:
        """Delete the collection without reading it: reading a torn one can crash the process. Raises when it is unknown."""
        self._handles.pop(name, None)
        self._client.delete_collection(name)

    def rewrite(self, name: str) -> None:
        """Copy the vectors to a new collection of the same name, or drop the collection where it is empty."""
        ids, vectors = self.get(name)
        if self._find(name) is not None:
            self.discard(name)
        if ids:
            self.upsert(name, ids, vectors)

    def count(self, name: str) -> int:
        collection = self._find(name)
        return collection.count() if collection is not None else 0

    def ids(self, name: str) -> list[str]:
        collection = self._find(name)
        return collection.get(include=[])["ids"] if collection is not None else []

    def get(self, name: str) -> Found:
        """Return all ids with their vectors; for an unknown collection an array of shape (0, 0)."""
        collection = self._find(name)
        if collection is None:
            return [], NO_VECTORS
        found = collection.get(include=["embeddings"])
        return found["ids"], np.asarray(found["embeddings"], dtype=np.float32)

    def search(self, name: str, vector: NDArray[np.float32], k: int, among: Among) -> tuple[Found, int]:
        """Return the `k` ids `among` all that are most similar to a unit vector of shape (dimensions,), with their cosines, best
        first; and how many there were to choose from."""
        collection = self._find(name)
        if collection is None:
            return ([], np.zeros(0, dtype=np.float32)), 0
        if (wished := among.chosen) is None:
            chosen, left_out = None, len(_held(collection, among.without))
            total = collection.count() - left_out
        else:
            chosen, left_out = _held(collection, wished), 0
            total = len(chosen)
        wanted = min(k, total)
        if wanted == 0:
            return ([], np.zeros(0, dtype=np.float32)), 0
        ids, scores = self._query(collection, vector, wanted + left_out, chosen)
        kept = [at for at, id in enumerate(ids) if id in among][:wanted]
        return ([ids[at] for at in kept], scores[kept]), total

    def probe(self, name: str) -> None:
        """Read and write without changing anything. A damaged collection may answer queries, but raises in one of these."""
        collection = self._find(name)
        if collection is not None:
            collection.count()
            collection.delete(ids=[_NOWHERE])

    def beat(self) -> None:
        """Return when Chroma answers; raises when it does not."""
        self._client.heartbeat()

    def _query(self, collection: Collection, vector: NDArray[np.float32], k: int, chosen: list[str] | None) -> Found:
        """Return the `k` nearest (of those `chosen`); there must be that many. An index that Chroma evicted may return fewer
        or raise: it is then reloaded and queried again, and in the end scanned."""
        for _ in range(_RELOADS):
            try:
                found = collection.query(query_embeddings=vector[None, :], n_results=k, include=["distances"], ids=chosen)
            except InternalError:
                collection.delete(ids=[_NOWHERE])
                continue
            ids, distances = found["ids"][0], found["distances"]
            if distances is not None and len(ids) == k:
                return ids, 1 - np.asarray(distances[0], dtype=np.float32)
            collection.delete(ids=[_NOWHERE])
        return self._scan(collection, vector, k, chosen)

    def _scan(self, collection: Collection, vector: NDArray[np.float32], k: int, chosen: list[str] | None) -> Found:
        """Return what `_query` does, by comparing all vectors."""
        found = collection.get(ids=chosen, include=["embeddings"])
        scores = np.asarray(found["embeddings"], dtype=np.float32) @ vector
        best = np.argsort(-scores, kind="stable")[:k]
        return [found["ids"][at] for at in best], scores[best]

    def _find(self, name: str) -> Collection | None:
        handle = self._handles.get(name)
        if handle is None:
            try:
                handle = self._client.get_collection(name, embedding_function=None)
            except (NotFoundError, ValueError):
                return None
            self._handles[name] = handle
        return handle

    def _make(self, name: str) -> Collection:
        collection = self._client.create_collection(
            name,
            configuration=CONFIGURATION,  # type: ignore[arg-type]  # a plain dict is what the documentation gives
            embedding_function=None,
            get_or_create=True,
        )
        self._handles[name] = collection
        return collection


def _held(collection: Collection, ids: Sequence[str] | AbstractSet[str]) -> list[str]:
    """Return those of the ids that the collection holds."""
    return collection.get(ids=list(ids), include=[])["ids"] if ids else []
