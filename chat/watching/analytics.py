"""Figures for those who ask: every question and search becomes a row, behind the back of whoever waits for an answer.

Unlike metrics these are rows of threads: they go with the thread, its messages and documents, and after a number of days.
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
from chat.threads.figures import Among, FigureRows, Figures
from chat.threads.inquiries import Inquiries, Inquiry

_log = logging.getLogger(__name__)

_TOGETHER_SECONDS = 1.0
"""Rows of so long are written in one transaction: a program that searches a hundred times a second costs one write."""


class Analytics:
    """Takes notes and gives figures."""

    def __init__(
        self,
        engine: AsyncEngine,
        days_kept: int,
        clock: Callable[[], datetime],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """`days_kept` 0: nothing is noted."""
        self._rows = Inquiries(engine)
        self._figures = FigureRows(engine)
        self._days_kept = days_kept
        self._clock = clock
        self._sleep = sleep
        self._noted: list[Inquiry] = []
        self._writing = asyncio.Lock()
        self._later: asyncio.Task[None] | None = None

    def note(self, inquiry: Inquiry) -> None:
        """Returns at once; it is written within a second or so."""
        if not self._days_kept:
            return
        self._noted.append(inquiry)
        if self._later is None or self._later.done():
            self._later = asyncio.create_task(self._write_later())

    async def settle(self) -> None:
        """Write what was noted so far. Figures that can't be written are lost, and nothing else is."""
        async with self._writing:
            noted, self._noted = self._noted, []
            if not noted:
                return
            try:
                await self._rows.add(noted)
            except (SQLAlchemyError, StorageFailed):
                _log.warning("Figures of %d questions could not be written", len(noted), exc_info=True)

    async def figures(self, among: Among, days: int) -> Figures:
        """Of the last days, this one included, up to this moment. Whoever calls has checked whose figures they may see."""
        await self.settle()
        return await self._figures.of(among, self._clock(), days)

    async def sweep(self) -> int:
        """Take away what is older than it is kept; how many rows that were."""
        return await self._rows.drop_before(self._clock() - timedelta(days=self._days_kept))

    async def close(self) -> None:
        """Write what is left."""
        if self._later is not None:
            async with self._writing:  # so that it is cancelled while it waits, not while it writes
                await end(self._later)
        await self.settle()

    async def _write_later(self) -> None:
        while self._noted:
            await self._sleep(_TOGETHER_SECONDS)
            await self.settle()


def reached(found: Found) -> frozenset[tuple[str, str]]:
    """Documents among the passages."""
    return frozenset(_documents(found.passages))


def cited(answer: Answer) -> frozenset[tuple[str, str]]:
    return frozenset(_documents(citation.passage for citation in answer.citations))


def _documents(passages: Iterable[Passage]) -> Iterable[tuple[str, str]]:
    return (passage.parent for passage in passages if passage.chunk.source is Source.DOCUMENT)
