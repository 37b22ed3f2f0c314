"""A file being read in this process, for whoever follows it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from chat.domain import Job, JobState, Stage
from chat.events import Added, IngestionEvent, Progress
from chat.ingestion.background import pauses


@dataclass
class Live:
    """A job of this process: its events so far, and events of asyncio to wait for the next."""

    job: Job
    sha256: str
    """Of the stored file."""
    password: str = ""
    """Of a locked file; never stored."""
    size: int = 0
    """Of the stored file, in bytes; 0 until it was looked up."""
    events: list[IngestionEvent] = field(default_factory=list)
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    askable: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the file can be asked about, or when it never will."""
    task: asyncio.Task[None] | None = None
    gives_up: bool = False
    """Whether it fails and needs its file no more, though its end is not stored yet."""
    waits_since: datetime | None = None
    """Since when it waits for a service that does not answer; `None` when it does not wait."""
    attempts: Iterator[float] = field(default_factory=pauses)
    """Seconds to pause before each attempt to restart it, should its end not have been stored."""

    def publish(self, event: IngestionEvent) -> None:
        self.events.append(event)
        if isinstance(event, Added) or event.askable:
            self.askable.set()
        self.changed.set()
        self.changed = asyncio.Event()

    def tell(self) -> None:
        """Publish how far the job is."""
        job = self.job
        in_line = job.stage is Stage.WAITING and job.error_code is None
        self.publish(Progress(job.document, job.name, job.stage, job.done, job.of, job.percent, job.askable, in_line))

    @property
    def ended(self) -> bool:
        return self.job.state is not JobState.RUNNING

    @property
    def stopped(self) -> bool:
        """Whether it has failed, or is about to because it was cancelled."""
        return self.job.state is JobState.FAILED or (self.task is not None and self.task.cancelling() > 0)

    def reads_same(self, other: Live) -> bool:
        """Return whether both read the same stored file."""
        job, theirs = self.job, other.job
        return (job.thread, job.document, self.sha256) == (theirs.thread, theirs.document, other.sha256)


async def followed(following: Sequence[Live]) -> AsyncIterator[IngestionEvent]:
    """Yield the events of these jobs, from the first on, until all have ended."""
    seen = {live.job.id: 0 for live in following}
    while True:
        waiting = [asyncio.ensure_future(live.changed.wait()) for live in following if not live.ended]
        try:
            for live in following:
                fresh = live.events[seen[live.job.id] :]
                seen[live.job.id] += len(fresh)
                for event in fresh:
                    yield event
            if all(live.ended and seen[live.job.id] == len(live.events) for live in following):
                return
            if waiting:
                await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for future in waiting:
                future.cancel()
