"""Watch the paths that were given for changes."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from watchfiles import Change, awatch

from chat.cli.ingesting.files import Origin
from chat.errors import Unavailable

_QUIET_MS = 400
"""Milliseconds without a change after which changes are reported, so that a file is not read while it is written."""
_LONGEST_MS = 5_000
"""Milliseconds after which changes are reported even if more keep coming."""
_RETRY_SECONDS = 30.0


class Changes:
    """Changes since the last call of `wait`."""

    def __init__(self, tasks: Sequence[asyncio.Task[None]], happened: asyncio.Event) -> None:
        self._tasks = tasks
        self._happened = happened

    async def wait(self, retry: bool = False) -> None:
        """Wait until something changes or, with `retry`, for at most 30 seconds. Raises Unavailable if watching has ended."""
        waiting = asyncio.create_task(self._happened.wait())
        try:
            await asyncio.wait([waiting, *self._tasks], timeout=_RETRY_SECONDS if retry else None, return_when="FIRST_COMPLETED")
        finally:
            waiting.cancel()
        self._happened.clear()
        for task in self._tasks:
            if task.done():
                raise Unavailable(f"The folders can't be watched: {task.exception() or 'watching ended'}.")


@asynccontextmanager
async def watching(origins: Sequence[Origin], avoid: Path) -> AsyncIterator[Changes]:
    """Watch for changes from now on, except in the folder `avoid`."""
    happened, stop = asyncio.Event(), asyncio.Event()
    folders = {each.root for each in origins if each.only is None}
    parents = {each.root for each in origins if each.only is not None} - folders
    tasks = [
        asyncio.create_task(_watch(paths, recursive, avoid, happened, stop))
        for paths, recursive in ((folders, True), (parents, False))
        if paths
    ]
    await asyncio.sleep(0)  # each task is watching once its first step is over
    try:
        yield Changes(tasks, happened)
    finally:
        stop.set()
        for task in tasks:
            task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(*tasks, return_exceptions=True)


async def _watch(paths: set[Path], recursive: bool, avoid: Path, happened: asyncio.Event, stop: asyncio.Event) -> None:
    avoided = f"{avoid}{os.sep}"

    def matters(_: Change, path: str) -> bool:
        return not path.startswith(avoided)

    async for _ in awatch(
        *paths,
        watch_filter=matters,
        debounce=_LONGEST_MS,
        step=_QUIET_MS,
        stop_event=stop,
        recursive=recursive,
        ignore_permission_denied=True,
    ):
        happened.set()
