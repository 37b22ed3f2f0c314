"""Collections that were lost are made anew in the background, one after another."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence

from chat.errors import StorageFailed
from chat.index.base import Collection
from chat.ingestion.background import Background, pauses
from chat.ingestion.indexer import Indexer
from chat.threads.collections import CollectionRows

_log = logging.getLogger(__name__)


class Rebuilding:
    """Told by the vector store what it is about to lose. What is not made anew in this run is in the next: rows remember it."""

    def __init__(self, collections: CollectionRows, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        self._collections = collections
        self._sleep = sleep
        self._indexer: Indexer | None = None
        self._background = Background(self._rebuild_all, "rebuild collections")

    async def lost(self, names: Sequence[str]) -> None:
        """Names of collections; `*` stands for all of them. Noted durably when it returns."""
        await self._collections.mark_rebuilding(names)
        self._background.want()

    def start(self, indexer: Indexer, first: Awaitable[None]) -> None:
        """Begin to work; `first` is done before anything else."""
        self._indexer = indexer
        self._background.want()
        self._background.start(first)

    async def wait(self) -> None:
        """Until everything that was lost so far was tried."""
        await self._background.wait()

    async def close(self) -> None:
        """What is left is made after the next start."""
        await self._background.close()

    async def _rebuild_all(self) -> None:
        waits = pauses()
        while not await self._tried_all():
            await self._sleep(next(waits))

    async def _tried_all(self) -> bool:
        """False while the database is away."""
        try:
            for collection in await self._collections.rebuilding():
                await self._rebuild(collection)
        except StorageFailed as error:
            _log.warning("Rebuilding waits: %s", error)
            return False
        return True

    async def _rebuild(self, collection: Collection) -> None:
        assert self._indexer is not None, "it works from `start` on"
        if not await self._indexer.matches(collection):
            return
        _log.warning("Rebuilding %s from its rows", collection.name)
        try:
            await self._indexer.rebuild(collection)
        except StorageFailed:
            raise
        except Exception:  # one that fails must not keep the others from being made
            _log.exception("Rebuilding failed; the next start, or `threadwise reindex`, tries again")
