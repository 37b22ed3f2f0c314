"""The vectors of one collection in one array, searched exactly or, when they are many, by their signs first."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from chat.embedding.base import Vectors
from chat.index.among import ALL, Among
from chat.index.base import Hits
from chat.index.id_map import IdMap

_WORD = 64
"""Bits."""
_COMPARED = 2_000
"""Vectors compared exactly after the scan of signs. They hold all of the nearest ten and 99.8 % of the nearest fifty, with 20,000
vectors hardly less often than with 5,000 (docs/decisions/007)."""
_BYTES_AN_ID = 200


def bytes_a_vector(dimensions: int) -> int:
    """Return the estimated memory use of a vector in bytes, its signs and its chunk's id included."""
    return 4 * dimensions + dimensions // 8 + _BYTES_AN_ID


class Matrix:
    """Unit vectors by chunk id, shape (rows, dimensions). It grows by doubling; deleted rows stay until it is read anew.

    Up to `exact` vectors are all compared with a query. Beyond that the signs of their components are (one bit for four bytes),
    and only vectors whose signs agree with most of the query's are compared exactly.
    """

    def __init__(self, ids: Sequence[str], vectors: Vectors, exact: int) -> None:
        self._map = IdMap(ids)
        self._exact = exact
        self._alive = np.ones(len(ids), dtype=np.bool_)
        self._vectors = np.array(vectors, dtype=np.float32)
        self._signs: NDArray[np.uint64] | None = None
        """The sign bits, shape (words of 64 bits, rows); made when they are first needed."""
        self._held = len(ids)

    def __len__(self) -> int:
        return self._held

    @property
    def bytes(self) -> int:
        return self._vectors.nbytes + self._vectors.nbytes // 32 + _BYTES_AN_ID * len(self._vectors)

    @property
    def wasted(self) -> bool:
        """Whether most rows are those of deleted chunks."""
        return len(self._map) > 2 * self._held + 100

    def held(self) -> tuple[tuple[str, ...], Vectors]:
        """Return all ids and vectors, in the same order."""
        rows = np.flatnonzero(self._alive[: len(self._map)])
        return tuple(self._map[row] for row in rows.tolist()), self._vectors[rows]

    def put(self, ids: Sequence[str], vectors: Vectors) -> None:
        self._map.extend(dict.fromkeys(id for id in ids if id not in self._map))
        self._grow(len(self._map), vectors.shape[1])
        rows = self._map.numbers(ids)
        self._vectors[rows] = vectors
        self._alive[rows] = True
        if self._signs is not None:
            self._signs[:, rows] = _signs(vectors)
        self._held = int(self._alive[: len(self._map)].sum())

    def remove(self, ids: Sequence[str]) -> None:
        rows = self._map.known(ids)
        self._alive[rows] = False
        self._vectors[rows] = 0
        self._held = int(self._alive[: len(self._map)].sum())

    def search(self, vector: NDArray[np.float32], among: Among = ALL) -> Hits:
        """Return the cosines of all vectors (of those `among`), or of those likely to be the nearest, see `_COMPARED`."""
        if (ids := among.chosen) is not None:
            chosen = self._map.known(ids)
            chosen = chosen[self._alive[chosen]]
            return self._hits(chosen, _cosines(self._vectors.take(chosen, axis=0), vector), len(chosen))
        rows = len(self._map)
        alive, held = self._alive[:rows], self._held
        if among.without:
            alive = alive & among.mask(self._map)
            held = int(alive.sum())
        if rows > self._exact:
            near = self._near(vector, alive, held)
            return self._hits(near, _cosines(self._vectors.take(near, axis=0), vector), held)
        scores = _cosines(self._vectors[:rows], vector)
        if held == rows:
            return self._hits(np.arange(rows), scores, rows)
        found = np.flatnonzero(alive)
        return self._hits(found, scores[found], held)

    def _near(self, vector: NDArray[np.float32], alive: NDArray[np.bool_], held: int) -> NDArray[np.int64]:
        """Return which of the `held` rows that are alive have the smallest Hamming distance between their signs and the query's,
        ties with the last included."""
        rows = len(self._map)
        if self._signs is None:
            self._signs = _signs(self._vectors)
        apart = np.zeros(rows, dtype=np.uint16)
        differing, count = np.empty(rows, dtype=np.uint64), np.empty(rows, dtype=np.uint8)
        for column, word in zip(self._signs[:, :rows], _signs(vector[None, :])[:, 0], strict=True):
            apart += np.bitwise_count(np.bitwise_xor(column, word, out=differing), out=count)
        if held < rows:
            apart[~alive] = np.iinfo(np.uint16).max
        farthest = int(np.searchsorted(np.cumsum(np.bincount(apart)), min(_COMPARED, held)))
        return np.flatnonzero(apart <= farthest)

    def _hits(self, rows: NDArray[np.int64], scores: NDArray[np.float32], total: int) -> Hits:
        return Hits(self._map, rows, scores, complete=len(rows) == total, total=total)

    def _grow(self, rows: int, dimensions: int) -> None:
        held = len(self._vectors)
        if rows > held:
            room = max(rows, 2 * held)
            vectors, alive = np.zeros((room, dimensions), dtype=np.float32), np.zeros(room, dtype=np.bool_)
            if held:
                vectors[:held], alive[:held] = self._vectors, self._alive
            self._vectors, self._alive, self._signs = vectors, alive, None


def _cosines(vectors: Vectors, query: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the cosine of each row with the query, both of length 1. Shape (rows,).

    Row by row in this thread: BLAS distributes a product over threads, which saves nothing where memory bandwidth is the limit
    and waits for whole time slices where other work has the cores.
    """
    return np.vecdot(vectors, query) if len(vectors) else np.zeros(0, dtype=np.float32)


def _signs(vectors: Vectors) -> NDArray[np.uint64]:
    """Return which components are above 0, as bits: shape (words, vectors), to scan one word of all vectors at a time."""
    positive = vectors > 0
    padded = np.pad(positive, ((0, 0), (0, -positive.shape[1] % _WORD)))
    return np.ascontiguousarray(np.packbits(padded, axis=1).view(np.uint64).T)
