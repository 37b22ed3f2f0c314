"""Indexes in this process's memory alone: nothing of them reaches a disk, and they end with the process.

For incognito threads, which a start deletes anyway. A chunk takes about 3 kB here (docs/decisions/088).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from chat.domain import Health
from chat.embedding.base import Vectors
from chat.index.among import ALL, Among
from chat.index.base import Collection, Hits
from chat.index.matrix import Matrix

_NONE: Vectors = np.zeros((0, 0), dtype=np.float32)


class VolatileVectors:
    """Keeps the promise `VectorStore`, but for durability."""

    def __init__(self, exact: int) -> None:
        """Search collections of up to `exact` vectors exactly."""
        self._exact = exact
        self._held: dict[str, Matrix] = {}

    async def start(self) -> None:
        return

    async def upsert(self, collection: Collection, ids: Sequence[str], vectors: Vectors) -> None:
        if ids:
            self._held.setdefault(collection.name, self._empty()).put(ids, vectors)

    async def delete(self, collection: Collection, ids: Sequence[str]) -> int:
        matrix = self._of(collection)
        before = len(matrix)
        matrix.remove(ids)
        if matrix.wasted:
            self._held[collection.name] = Matrix(*matrix.held(), self._exact)
        return before - len(matrix)

    async def drop(self, collection: Collection) -> int:
        return len(self._held.pop(collection.name, ()))

    async def load(self, collection: Collection) -> None:
        return

    async def search(self, collection: Collection, vector: NDArray[np.float32], k: int, among: Among = ALL) -> Hits:
        return self._of(collection).search(vector, among)

    @property
    def open(self) -> int:
        """Collections held."""
        return len(self._held)

    async def ids(self, collection: Collection) -> tuple[str, ...]:
        return self._of(collection).held()[0]

    async def get(self, collection: Collection) -> tuple[tuple[str, ...], Vectors]:
        return self._of(collection).held()

    async def count(self, collection: Collection) -> int:
        return len(self._of(collection))

    async def counts(self) -> dict[str, int]:
        return {name: len(matrix) for name, matrix in self._held.items()}

    async def broken(self) -> list[str]:
        return []

    async def discard(self, names: Sequence[str]) -> None:
        for name in names:
            self._held.pop(name, None)

    async def rewrite(self, collection: Collection) -> None:
        return

    async def compact(self) -> None:
        return

    async def check(self) -> Health:
        return Health(True)

    async def close(self) -> None:
        self._held.clear()

    def _of(self, collection: Collection) -> Matrix:
        return self._held.get(collection.name) or self._empty()

    def _empty(self) -> Matrix:
        return Matrix((), _NONE, self._exact)


class VolatileTermCounts:
    """Keeps the promise `TermCounts`, but for durability."""

    def __init__(self) -> None:
        self._held: dict[str, dict[str, str]] = {}

    async def put(self, collection: Collection, counted: Sequence[tuple[str, Counter[str]]]) -> None:
        self._held.setdefault(collection.name, {}).update((id, json.dumps(counts)) for id, counts in counted)

    async def take(self, collection: Collection, ids: Sequence[str]) -> list[tuple[str, str]]:
        held = self._held.get(collection.name, {})
        return [(id, held.pop(id)) for id in ids if id in held]

    async def clear(self, collection: Collection) -> int:
        return len(self._held.pop(collection.name, {}))

    async def of(self, collection: Collection) -> list[tuple[str, str]]:
        return list(self._held.get(collection.name, {}).items())

    async def count(self, collection: Collection) -> int:
        return len(self._held.get(collection.name, {}))

    async def check(self) -> Health:
        return Health(True)
