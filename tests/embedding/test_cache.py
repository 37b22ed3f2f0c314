from __future__ import annotations

import asyncio
from collections.abc import Sequence

from chat.embedding.base import Vectors
from chat.embedding.cache import CachedEmbedder
from tests.fakes import FakeEmbedder


class Slow(FakeEmbedder):
    """An embedder that waits until it is released."""

    def __init__(self) -> None:
        super().__init__()
        self.begun, self.let = asyncio.Event(), asyncio.Event()

    async def embed(self, texts: Sequence[str], *, urgent: bool = False) -> Vectors:
        self.begun.set()
        await self.let.wait()
        return await super().embed(texts, urgent=urgent)


async def test_a_text_that_was_embedded_is_not_embedded_again_until_it_is_forgotten() -> None:
    inner = FakeEmbedder()
    cache = CachedEmbedder(inner, 10, 60)

    await cache.embed(["a", "b", "a"])
    await cache.embed(["a", "c"])
    forgotten = cache.forget(["a", "never seen"])
    await cache.embed(["a"])

    assert inner.embedded == ["a", "b", "c", "a"]
    assert forgotten == 1


async def test_a_text_that_is_forgotten_while_it_is_embedded_is_not_kept() -> None:
    inner = Slow()
    cache = CachedEmbedder(inner, 10, 60)

    embedding = asyncio.create_task(cache.embed(["a", "b"]))
    await inner.begun.wait()
    cache.forget(["a"])
    inner.let.set()
    vectors = await embedding
    await cache.embed(["a", "b"])

    assert len(vectors) == 2
    assert inner.embedded == ["a", "b", "a"]
