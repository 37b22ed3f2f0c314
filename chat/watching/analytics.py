"""Record usage statistics: every question and search becomes a row, written in the background.

Unlike metrics these rows belong to threads: they are deleted with the thread, its messages and documents, and after a number of
days.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from datetime import datetime, timedelta

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.domain import Answer, Found, Passage, Source
from chat.errors import StorageFailed
from chat.ingestion.background import end
from chat.threads.analytics.figures import Among, FigureRows, Figures
from chat.threads.analytics.inquiries import Inquiries, Inquiry

_log = logging.getLogger(__name__)

_TOGETHER_SECONDS = 1.0
"""Seconds of rows that are written in one transaction: a program that searches a hundred times a second costs one write."""


class Analytics:
    """Records inquiries and computes figures from them."""

    def __init__(
        self,
        engine: AsyncEngine,
        days_kept: int,
        clock: Callable[[], datetime],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """With `days_kept` 0, nothing is recorded."""
        self._rows = Inquiries(engine)
        self._figures = FigureRows(engine)
        self._days_kept = days_kept
        self._clock = clock
        self._sleep = sleep
        self._noted: list[Inquiry] = []
        self._writing = asyncio.Lock()
        self._later: asyncio.Task[None] | None = None

    def note(self, inquiry: Inquiry) -> None:
        """Queue an inquiry and return at once; it is written within about a second."""
        if not self._days_kept:
            return
        self._noted.append(inquiry)
        if self._later is None or self._later.done():
            self._later = asyncio.create_task(self._write_later())

    async def settle(self) -> None:
        """Write the queued inquiries. If that fails, their figures are lost, and nothing else."""
        async with self._writing:
            noted, self._noted = self._noted, []
            if not noted:
                return
            try:
                await self._rows.add(noted)
            except (SQLAlchemyError, StorageFailed):
                _log.warning("Figures of %d questions could not be written", len(noted), exc_info=True)

    async def figures(self, among: Among, days: int) -> Figures:
        """Return the figures of the last `days` days up to now, today included.

        The caller has checked whose figures the user may see.
        """
        await self.settle()
        return await self._figures.of(among, self._clock(), days)

    async def sweep(self) -> int:
        """Delete rows that are older than the retention period, and return their number."""
        return await self._rows.drop_before(self._clock() - timedelta(days=self._days_kept))

    async def close(self) -> None:
        """Write the remaining inquiries."""
        if self._later is not None:
            async with self._writing:  # so that it is cancelled while waiting, not while writing
                await end(self._later)
        await self.settle()

    async def _write_later(self) -> None:
        while self._noted:
            await self._sleep(_TOGETHER_SECONDS)
            await self.settle()


def reached(found: Found) -> frozenset[tuple[str, str]]:
    """Return the (thread, document) ids of the documents among the passages."""
    return frozenset(_documents(found.passages))


def cited(answer: Answer) -> frozenset[tuple[str, str]]:
    return frozenset(_documents(citation.passage for citation in answer.citations))


def _documents(passages: Iterable[Passage]) -> Iterable[tuple[str, str]]:
    return (passage.parent for passage in passages if passage.chunk.source is Source.DOCUMENT)
