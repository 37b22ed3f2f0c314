"""Collections that were lost are made anew in the background, one after another."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence

from chat.errors import EmbeddingFailed, IndexFailed, StorageFailed
from chat.index.base import Collection
from chat.ingestion.background import Background, end, pauses
from chat.ingestion.indexer import Indexer
from chat.threads.chunks.collections import CollectionRows

_log = logging.getLogger(__name__)


class Rebuilding:
    """Told by the vector store what it is about to lose. What is not made anew in this run is in the next: rows remember it."""

    def __init__(self, collections: CollectionRows, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        self._collections = collections
        self._sleep = sleep
        self._indexer: Indexer | None = None
        self._background = Background(self._rebuild_all, "rebuild collections")
        self._waits = pauses()
        self._later: asyncio.Task[None] | None = None
        """Waits to try again what could not be made because the index or the embedder was away."""

    async def lost(self, names: Sequence[str]) -> None:
        """Note collections to be rebuilt, by name; `*` stands for all of them. Noted durably when it returns."""
        await self._collections.mark_rebuilding(names)
        self._background.want()

    def start(self, indexer: Indexer, first: Awaitable[None]) -> None:
        """Begin to work; `first` is done before anything else."""
        self._indexer = indexer
        self._background.want()
        self._background.start(first)

    async def wait(self) -> None:
        """Wait until everything that was lost so far was tried."""
        await self._background.wait()

    async def close(self) -> None:
        """Stop; what is left is made after the next start."""
        if self._later is not None:
            await end(self._later)
        await self._background.close()

    async def _rebuild_all(self) -> None:
        waits = pauses()
        while not await self._tried_all():
            await self._sleep(next(waits))

    async def _tried_all(self) -> bool:
        """Try to rebuild every lost collection; return False while the database is away."""
        try:
            made = [await self._rebuild(collection) for collection in await self._collections.rebuilding()]
        except StorageFailed as error:
            _log.warning("Rebuilding waits: %s", error)
            return False
        if all(made):
            self._waits = pauses()
        elif self._later is None or self._later.done():
            self._later = asyncio.create_task(self._try_again(next(self._waits)), name="rebuild collections later")
        return True

    async def _try_again(self, seconds: float) -> None:
        await self._sleep(seconds)
        self._background.want()

    async def _rebuild(self, collection: Collection) -> bool:
        """Rebuild a collection; return False while the index or the embedder is away. One that fails must not keep the others
        from being made."""
        assert self._indexer is not None, "it works from `start` on"
        if not await self._indexer.matches(collection):
            return True
        _log.warning("Rebuilding %s from its rows", collection.name)
        try:
            await self._indexer.rebuild(collection)
        except StorageFailed:
            raise
        except (IndexFailed, EmbeddingFailed) as error:
            _log.warning("Rebuilding waits: %s", error)
            return False
        except Exception:
            _log.exception("Rebuilding failed; the next start, or `threadwise reindex`, tries again")
        return True
