"""Collections that were lost are made anew in the background, one after another."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Sequence

from chat.ingestion.indexer import Indexer
from chat.threads.chunks import Chunks

_log = logging.getLogger(__name__)


class Rebuilding:
    """Told by the vector store what it is about to lose. What is not made anew in this run is in the next: rows remember it."""

    def __init__(self, chunks: Chunks) -> None:
        self._chunks = chunks
        self._wanted = asyncio.Event()
        self._idle = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def lost(self, names: Sequence[str]) -> None:
        """Names of collections; `*` stands for all of them. Noted durably when it returns."""
        await self._chunks.mark_rebuilding(names)
        self._idle.clear()
        self._wanted.set()

    def start(self, indexer: Indexer, first: Awaitable[None]) -> None:
        """Begin to work; `first` is done before anything else."""
        self._wanted.set()
        self._task = asyncio.create_task(self._work(indexer, first))

    async def _work(self, indexer: Indexer, first: Awaitable[None]) -> None:
        await first
        while True:
            await self._wanted.wait()
            self._wanted.clear()
            for collection in await self._chunks.rebuilding():
                if await indexer.matches(collection):
                    _log.warning("Rebuilding %s from its rows", collection.name)
                    try:
                        await indexer.rebuild(collection)
                    except Exception:  # one that fails must not keep the others from being made
                        _log.exception("Rebuilding failed; the next start, or `threadwise reindex`, tries again")
            if not self._wanted.is_set():
                self._idle.set()

    async def wait(self) -> None:
        """Until everything that was lost so far was tried."""
        await self._idle.wait()

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
