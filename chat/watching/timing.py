"""Wrappers that time embedding and extraction, and a monitor of the event loop's lag."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from time import perf_counter

from chat.domain import Extracted
from chat.embedding.base import Embedder, EmbedderIdentity, Vectors
from chat.extraction.counting import Tell, untold
from chat.ingestion.pipeline import Extract
from chat.watching.metrics import Metrics

_LAG_SECONDS = 1.0


class WatchedEmbedder:
    """Times an embedder, implementing `Embedder`; it wraps the embedder inside the cache, so that only texts actually embedded
    are timed."""

    def __init__(self, inner: Embedder, metrics: Metrics) -> None:
        self._inner = inner
        self._metrics = metrics

    @property
    def identity(self) -> EmbedderIdentity:
        return self._inner.identity

    def count_tokens(self, text: str) -> int:
        return self._inner.count_tokens(text)

    async def embed(self, texts: Sequence[str], *, urgent: bool = False) -> Vectors:
        with self._metrics.embedding_seconds.time():
            return await self._inner.embed(texts, urgent=urgent)

    async def close(self) -> None:
        await self._inner.close()


def watched_extract(extract: Extract, metrics: Metrics) -> Extract:
    """Return `extract` with its duration recorded, also for files that are refused."""

    async def timed(name: str, content: bytes, password: str = "", scans: bool = False, tell: Tell = untold) -> Extracted:
        with metrics.extraction_seconds.time():
            return await extract(name, content, password, scans, tell)

    return timed


async def watch_the_loop(metrics: Metrics) -> None:
    """Record the lag of the event loop every second until cancelled."""
    while True:
        due = perf_counter() + _LAG_SECONDS
        await asyncio.sleep(_LAG_SECONDS)
        metrics.loop_lag_seconds.set(max(perf_counter() - due, 0.0))
