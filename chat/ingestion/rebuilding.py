"""Collections that were lost are made anew in the background, one after another."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Sequence

from chat.ingestion.background import Background
from chat.ingestion.indexer import Indexer
from chat.threads.chunks import Chunks

_log = logging.getLogger(__name__)


class Rebuilding:
    """Told by the vector store what it is about to lose. What is not made anew in this run is in the next: rows remember it."""

    def __init__(self, chunks: Chunks) -> None:
        self._chunks = chunks
        self._indexer: Indexer | None = None
        self._background = Background(self._rebuild_all, "rebuild collections")

    async def lost(self, names: Sequence[str]) -> None:
        """Names of collections; `*` stands for all of them. Noted durably when it returns."""
        await self._chunks.mark_rebuilding(names)
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
        assert self._indexer is not None, "it works from `start` on"
        for collection in await self._chunks.rebuilding():
            if await self._indexer.matches(collection):
                _log.warning("Rebuilding %s from its rows", collection.name)
                try:
                    await self._indexer.rebuild(collection)
                except Exception:  # one that fails must not keep the others from being made
                    _log.exception("Rebuilding failed; the next start, or `threadwise reindex`, tries again")
