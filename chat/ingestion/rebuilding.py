"""Collections that were lost are made anew in the background, one after another."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Collection, Sequence

from chat.errors import Unavailable

_log = logging.getLogger(__name__)

Rebuild = Callable[[Collection[str]], Awaitable[None]]


class Rebuilding:
    """Told by the vector store what it lost, tells the application to make it anew."""

    def __init__(self) -> None:
        self._lost: asyncio.Queue[Sequence[str]] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

    def lost(self, names: Sequence[str]) -> None:
        """Names of collections; `*` stands for all of them."""
        self._lost.put_nowait(names)

    def start(self, rebuild: Rebuild, first: Awaitable[None]) -> None:
        """Begin to work; `first` is done before anything else."""
        self._task = asyncio.create_task(self._work(rebuild, first))

    async def _work(self, rebuild: Rebuild, first: Awaitable[None]) -> None:
        await first
        while True:
            names = await self._lost.get()
            try:
                await rebuild(frozenset(names))
            except Unavailable:
                _log.exception("Rebuilding failed; the next start, or `threadwise reindex`, tries again")
            finally:
                self._lost.task_done()

    async def wait(self) -> None:
        """Until everything that was lost so far is there again."""
        await self._lost.join()

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
