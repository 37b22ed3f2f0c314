"""What a file leaves whose reading was stopped or failed, or whose delete was cut short, cleared away from rows and indexes
behind everybody's back."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from weakref import WeakValueDictionary

from chat.errors import IndexFailed, StorageFailed
from chat.ingestion.background import pauses
from chat.ingestion.pipeline import Pipeline

_log = logging.getLogger(__name__)


class Clearing:
    """One document after another, and none while it is read: who reads it holds its lock."""

    def __init__(self, pipeline: Pipeline, sleep: Callable[[float], Awaitable[None]]) -> None:
        self._pipeline = pipeline
        self._sleep = sleep
        self._locks: WeakValueDictionary[tuple[str, str], asyncio.Lock] = WeakValueDictionary()
        self._one_at_a_time = asyncio.Semaphore(1)
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def count(self) -> int:
        """Documents that are being cleared away or wait for it."""
        return len(self._tasks)

    def lock(self, thread: str, document: str) -> asyncio.Lock:
        return self._locks.setdefault((thread, document), asyncio.Lock())

    async def done(self) -> None:
        """Wait until nothing is left to clear away."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def close(self) -> None:
        """Stop; what is left is cleared by the next start."""
        for task in self._tasks:
            task.cancel()
        await self.done()

    def later(self, thread: str, document: str) -> None:
        """Clear a document in the background: a long table takes half a minute, and nobody who stops it should wait for that."""
        task = asyncio.create_task(self._clear(thread, document), name=f"clear {document}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _clear(self, thread: str, document: str) -> None:
        """Clear what a file left, but not while the document is read: who reads it again clears it first."""
        lock, waits = self.lock(thread, document), pauses()
        try:
            while not await self._cleared(lock, thread, document):
                await self._sleep(next(waits))
        except Exception:  # it must not end the others; rows remember what is left
            _log.exception("What a file left is cleared away by the next start")

    async def _cleared(self, lock: asyncio.Lock, thread: str, document: str) -> bool:
        """Clear what a file left; return False while a store is away."""
        try:
            async with lock, self._one_at_a_time:
                await self._pipeline.clear(thread, document)
        except (IndexFailed, StorageFailed) as error:
            _log.warning("Clearing away what a file left waits: %s", error)
            return False
        return True
