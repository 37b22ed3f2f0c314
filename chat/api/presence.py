"""End long requests within seconds after their user has lost access.

An answer that takes a minute, an upload that is read, an export: access was checked when they began. One loop watches all running
requests and cuts off those whose user was suspended, removed or given another role, whose key was revoked or whose session has
ended (docs/decisions/074-who-is-in.md).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager
from dataclasses import dataclass

from chat.threads.people.sessions import Admission

_log = logging.getLogger(__name__)

LOOKS_SECONDS = 2.0
ENTRY = "threadwise.presence"
"""Key of a request's entry in its ASGI scope."""
Lapsed = Callable[[Collection[Admission]], Awaitable[set[Admission]]]


@dataclass(slots=True, eq=False)
class Entry:
    """A running request."""

    limit: asyncio.Timeout
    admission: Admission | None = None
    """Who was let in, and how; `None` until that is known."""


class Presence:
    """All running requests; they are checked every `LOOKS_SECONDS` while there are any."""

    def __init__(self, lapsed: Lapsed) -> None:
        self._lapsed = lapsed
        self._entries: set[Entry] = set()
        self._looking: asyncio.Task[None] | None = None

    @asynccontextmanager
    async def entered(self) -> AsyncIterator[Entry]:
        """Register a request while the context lasts. Raises TimeoutError, with `limit.expired()`, if it is cut off."""
        async with asyncio.timeout(None) as limit:
            entry = Entry(limit)
            self._entries.add(entry)
            if self._looking is None:
                self._looking = asyncio.create_task(self._look())
            try:
                yield entry
            finally:
                self._entries.discard(entry)
                if not self._entries and self._looking is not None:
                    self._looking.cancel()
                    self._looking = None

    async def look(self) -> None:
        """Cut off the requests whose user has lost access."""
        held = {entry.admission for entry in self._entries if entry.admission}
        lapsed = await self._lapsed(held) if held else set()
        for entry in self._entries:
            if entry.admission in lapsed and not entry.limit.expired():
                entry.limit.reschedule(asyncio.get_running_loop().time())

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(LOOKS_SECONDS)
            try:
                await self.look()
            except Exception:  # such as a database that is briefly unavailable; the next check may succeed
                _log.exception("Looking after running requests failed")
