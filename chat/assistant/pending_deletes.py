"""Threads that were deleted and may still be taken back: hidden already, gone for good when their time is over.

The tombstone stands in their rows from the first moment, so a stop or a crash takes back nothing: the next start buries them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from chat.ingestion.background import end

_log = logging.getLogger(__name__)

UNDO_SECONDS = 10.0
"""In the web chat."""

Bury = Callable[[], Awaitable[object]]


class PendingDeletes:
    """Waits, then has them buried."""

    def __init__(self, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        self._sleep = sleep
        self._waiting: dict[str, asyncio.Task[None]] = {}
        self._burying: set[asyncio.Task[None]] = set()

    def after(self, thread: str, seconds: float, bury: Bury) -> None:
        self._waiting[thread] = asyncio.create_task(self._go(thread, seconds, bury))

    def take_back(self, thread: str) -> bool:
        """Take back a delete; return False when it is too late, or when none was pending."""
        task = self._waiting.pop(thread, None)
        if task is None:
            return False
        task.cancel()
        return True

    async def close(self) -> None:
        """Stop; threads that still wait are buried by the next start."""
        tasks = [*self._waiting.values(), *self._burying]
        self._waiting.clear()
        for task in tasks:
            await end(task)

    async def _go(self, thread: str, seconds: float, bury: Bury) -> None:
        await self._sleep(seconds)
        task = self._waiting.pop(thread, None)
        if task is None:
            return
        self._burying.add(task)
        try:
            await bury()
        except Exception:  # it stays hidden; the next start tries again
            _log.exception("A deleted conversation could not be removed")
        finally:
            self._burying.discard(task)
