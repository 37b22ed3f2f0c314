"""What a delete leaves behind on disk, removed in the background: in SQLite's log, in the vector store's files.

A row that is deleted is overwritten at once, but its log is not given up while somebody reads, and Chroma gives up nothing by
itself: it only marks vectors as deleted. Both are done here, soon after the delete, again while they can't be done, and for many
deletes together.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from time import perf_counter

from chat.errors import ThreadwiseError
from chat.index.base import VectorStore
from chat.ingestion.background import Background, pauses
from chat.ingestion.indexer import Indexer
from chat.ingestion.memory import MessageIndexer

_log = logging.getLogger(__name__)

PAUSE_SECONDS = 5.0
"""Between a delete and the cleaning: several are often made one after the other."""
_REST = 10
"""Times as long as cleaning took the last time: searches of threads that nobody has used wait meanwhile."""
_REWRITTEN_AT_ONCE = 10_000
"""Vectors. Files of a larger collection are made anew by the next start, and do not hold up others for a minute now."""

Checkpoint = Callable[[], Awaitable[bool]]
"""Empty the database's log; False while that can't be done."""


class Leftovers:
    """Told of deletes; cleans after them."""

    def __init__(
        self,
        checkpoint: Checkpoint,
        vectors: VectorStore,
        indexer: Indexer,
        memory: MessageIndexer,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._checkpoint = checkpoint
        self._vectors = vectors
        self._indexer = indexer
        self._memory = memory
        self._sleep = sleep
        self._taken_back: set[str] = set()
        self._took = 0.0
        self._background = Background(self._clean, "clean after deletes")
        indexer.deleted = self._background.want

    async def clean(self) -> None:
        """Clean up after a delete: the database's log at once, if nobody reads; the rest, and whatever has to wait, in the
        background."""
        await self._checkpoint()
        self._background.want()

    def taken_back(self, thread: str) -> None:
        """Note that messages of a thread were taken back, and that nobody waits for their chunks to go."""
        self._taken_back.add(thread)
        self._background.want()

    def start(self) -> None:
        self._background.want()  # what the last run left
        self._background.start()

    async def wait(self) -> None:
        """Wait until everything that was deleted so far is gone from the disk."""
        await self._background.wait()

    async def close(self) -> None:
        """Stop; what is left is cleaned after the next start."""
        await self._background.close()

    async def _clean(self) -> None:
        for pause in pauses(max(PAUSE_SECONDS, _REST * self._took)):
            await self._sleep(pause)
            began = perf_counter()
            if await self._cleaned():
                self._took = perf_counter() - began
                return

    async def _cleaned(self) -> bool:
        try:
            while self._taken_back:
                await self._memory.settle(self._taken_back.pop(), only_gone=True)
            for collection in list(self._indexer.to_rewrite):
                if await self._vectors.count(collection) <= _REWRITTEN_AT_ONCE:
                    await self._indexer.rewrite(collection)
                else:
                    self._indexer.to_rewrite.discard(collection)
            await self._vectors.compact()
            return await self._checkpoint()
        except ThreadwiseError as error:
            _log.warning("Cleaning after deletes has to wait: %s", error)
        except Exception:  # it must not end with one failure
            _log.exception("Cleaning after deletes failed and is tried again")
        return False
