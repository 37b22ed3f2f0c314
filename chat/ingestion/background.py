"""Work that is done whenever there is some, by one task, while others go on."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterator

_AGAIN_SECONDS = 1.0
_FIRST_PAUSE, _LONGEST_PAUSE = 1.0, 60.0


class Background:
    """Calls `work` each time that it is wanted, one call at a time; `work` answers for its own errors."""

    def __init__(self, work: Callable[[], Awaitable[None]], name: str) -> None:
        self._work = work
        self._name = name
        self._wanted = asyncio.Event()
        self._idle = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def want(self) -> None:
        """Note that there is something to do; before `start` it waits."""
        self._idle.clear()
        self._wanted.set()

    def start(self, first: Awaitable[None] | None = None) -> None:
        """Begin; `first` is done before anything else."""
        self._task = asyncio.create_task(self._run(first), name=self._name)

    async def wait(self) -> None:
        """Wait until nothing is left that can be done now."""
        await self._idle.wait()

    async def close(self) -> None:
        """Stop; what is left to do stays undone."""
        if self._task is not None:
            await end(self._task)

    async def _run(self, first: Awaitable[None] | None) -> None:
        if first is not None:
            await first
        while True:
            await self._wanted.wait()
            self._wanted.clear()
            await self._work()
            if not self._wanted.is_set():
                self._idle.set()


def pauses(first: float = _FIRST_PAUSE) -> Iterator[float]:
    """Yield the seconds before each further attempt at what is away, doubled after each, without end."""
    while True:
        yield first
        first = min(2 * first, _LONGEST_PAUSE)


async def end(task: asyncio.Task[object]) -> None:
    """Cancel a task again and again until it has ended: an error on the way out replaces a cancel, and what goes on after errors
    then goes on."""
    while not task.done():
        task.cancel()
        await asyncio.wait([task], timeout=_AGAIN_SECONDS)
    with contextlib.suppress(asyncio.CancelledError):
        await task
