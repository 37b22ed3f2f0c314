"""An embedder that caches recent vectors, keyed by the hash of their text."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence

import numpy as np
from cachetools import TTLCache
from numpy.typing import NDArray

from chat.embedding.base import Embedder, EmbedderIdentity, Vectors

Counted = Callable[[int, int], None]
"""Called after each lookup with the numbers of hits and misses."""


class CachedEmbedder:
    """An `Embedder` that wraps another and keeps up to `entries` vectors in memory for `seconds`."""

    def __init__(self, inner: Embedder, entries: int, seconds: float, counted: Counted = lambda known, made: None) -> None:
        self._inner = inner
        self._counted = counted
        self._vectors: TTLCache[bytes, NDArray[np.float32]] = TTLCache(entries, seconds)
        self._underway: list[set[bytes]] = []

    @property
    def identity(self) -> EmbedderIdentity:
        return self._inner.identity

    def count_tokens(self, text: str) -> int:
        return self._inner.count_tokens(text)

    async def embed(self, texts: Sequence[str], *, urgent: bool = False) -> Vectors:
        keys = [_key(text) for text in texts]
        known = {key: vector for key in keys if (vector := self._vectors.get(key)) is not None}
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
        self._counted(len(known), len(missing))
        if missing:
            known |= await self._embedded(missing, urgent)
        return np.stack([known[key] for key in keys]) if keys else await self._inner.embed([])

    async def _embedded(self, texts: Mapping[bytes, str], urgent: bool) -> dict[bytes, NDArray[np.float32]]:
        """Embed texts and cache their vectors, except those of texts forgotten in the meantime."""
        wanted = set(texts)
        self._underway.append(wanted)
        try:
            made = await self._inner.embed(list(texts.values()), urgent=urgent)
        finally:
            self._underway = [other for other in self._underway if other is not wanted]
        vectors = dict(zip(texts, made, strict=True))
        for key in wanted:
            self._keep(key, vectors[key])
        return vectors

    def _keep(self, key: bytes, vector: NDArray[np.float32]) -> None:
        if self._vectors.maxsize:
            self._vectors[key] = vector.copy()  # a view would keep its whole batch in memory

    def forget(self, texts: Sequence[str]) -> int:
        """Drop the vectors of texts whose source was deleted; return how many were cached."""
        keys = {_key(text) for text in texts}
        for wanted in self._underway:
            wanted -= keys
        return sum(self._vectors.pop(key, None) is not None for key in keys)

    async def close(self) -> None:
        self._vectors.clear()
        await self._inner.close()


def _key(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()
