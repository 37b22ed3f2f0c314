"""One pass: bring a thread in step with the files, three at a time."""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, cast

from chat.api import render
from chat.api.ingesting.base import Destination
from chat.api.ingesting.display import Lines
from chat.api.ingesting.files import File, Origin, Patterns, Selection, Stamp, reason, select, vanished
from chat.api.words import Json
from chat.domain import Document, DocumentStatus
from chat.errors import BodyTooLarge, FileRefused, FileTooLarge, Refused, Unavailable, kind_of

_AT_ONCE = 3
"""As many as the application reads side by side."""
_STATUSES = ("ready", "updated", "unchanged", "failed", "removed")


@dataclass(frozen=True, slots=True)
class SyncRequest:
    """What was asked for."""

    thread: str
    origins: tuple[Origin, ...]
    wanted: Patterns
    follow: bool
    delete: bool
    avoid: Path
    """The data folder, which is never read."""
    max_bytes: int
    """Of one file."""

    def selection(self) -> Selection:
        return select(self.origins, self.wanted, follow=self.follow, avoid=self.avoid)


@dataclass
class Outcome:
    """What became of one pass."""

    selection: Selection
    statuses: Counter[str] = field(default_factory=Counter)
    to_retry: bool = False
    """Something that is not the file's fault was in the way of one."""

    @property
    def complete(self) -> bool:
        """Nothing was refused and nothing left out."""
        return not self.statuses["failed"] and not self.selection.unread

    def figures(self, thread: str) -> dict[str, Any]:  # Any: JSON
        counts = {status: self.statuses[status] for status in _STATUSES}
        return {
            "thread": thread,
            **counts,
            "folders_unread": len(self.selection.unread),
            "links_skipped": self.selection.links,
        }


class Sync:
    """Remembers which files it has settled, so that a later pass looks only at what has changed since."""

    def __init__(self, plan: SyncRequest, place: Destination, display: Lines, clock: Callable[[], datetime]) -> None:
        self._plan = plan
        self._place = place
        self._display = display
        self._clock = clock
        self._settled: dict[str, Stamp] = {}
        """By document id."""
        self._compared = False
        """Whether what stands in the thread was compared with the files once."""

    async def bring(self) -> Outcome:
        """Read what is new or changed and, if the plan says so, remove what is gone."""
        selection = await asyncio.to_thread(self._plan.selection)
        outcome = Outcome(selection)
        for name, sentence in selection.unread:
            self._display.said(f"{name}: {sentence}")
        changed = [file for file in selection.files if self._settled.get(file.document) != file.stamp]
        with self._display.reading(len(changed)):
            await self._read_all(changed, outcome)
            await self._remove_vanished(outcome)
        return outcome

    async def _read_all(self, files: Sequence[File], outcome: Outcome) -> None:
        queue = iter(files)
        workers = [asyncio.create_task(self._work(queue, outcome)) for _ in range(_AT_ONCE)]
        try:
            await asyncio.wait(workers, return_when=asyncio.FIRST_EXCEPTION)
        finally:
            for worker in workers:
                worker.cancel()  # once each: a second one would cut short what the first lets them clear away
            ends = await asyncio.gather(*workers, return_exceptions=True)
        for error in ends:
            if isinstance(error, Exception):
                raise error

    async def _work(self, queue: Iterator[File], outcome: Outcome) -> None:
        for file in queue:
            self._display.started(file)
            document = await self._read(file)
            self._display.ended(file, document)
            if document is None:
                continue
            outcome.statuses[cast(str, document["status"])] += 1
            if _is_passing(document):
                outcome.to_retry = True
            else:
                self._settled[file.document] = file.stamp

    async def _read(self, file: File) -> Json | None:
        """None when the file was deleted meanwhile; whatever is wrong with this one file is in its document."""
        try:
            content = await asyncio.to_thread(read, file.path, self._plan.max_bytes)
        except FileNotFoundError:
            return None
        except OSError as error:
            return self._refused(file, FileRefused(reason(error)))
        except FileRefused as error:
            return self._refused(file, error)
        moved = partial(self._display.moved, file)
        try:
            return await self._place.add(self._plan.thread, file.document, file.name, content, moved)
        except (FileRefused, BodyTooLarge) as error:
            return self._refused(file, error)

    async def _remove_vanished(self, outcome: Outcome) -> None:
        """The thread is asked what it holds at first, and again when a file is gone."""
        chosen = {file.document for file in outcome.selection.files}
        gone = self._settled.keys() - chosen
        if not self._plan.delete or outcome.selection.unread or (self._compared and not gone):
            return
        listed = await self._place.documents(self._plan.thread)
        for id in vanished(self._plan.origins, outcome.selection, listed):
            await self._place.remove(self._plan.thread, id)
            self._display.removed(id, listed[id])
            outcome.statuses["removed"] += 1
        for id in gone:
            del self._settled[id]
        self._compared = True

    def _refused(self, file: File, error: Refused) -> Json:
        """A file that never came to be read, in the shape of one that was."""
        return render.document(
            Document(
                id=file.document,
                thread=self._plan.thread,
                name=file.name,
                media_type="application/octet-stream",
                bytes=file.size,
                sha256="",
                status=DocumentStatus.FAILED,
                created_at=self._clock(),
                error_code=error.code,
                error_detail=str(error),
            )
        )


def read(path: Path, max_bytes: int) -> bytes:
    """A file's content; never more of it in memory than the limit. Raises FileTooLarge, OSError."""
    with path.open("rb") as file:
        if os.fstat(file.fileno()).st_size <= max_bytes:
            content = file.read(max_bytes + 1)
            if len(content) <= max_bytes:
                return content
    raise FileTooLarge(f"The file is larger than {max_bytes // 1_000_000} MB.")


def _is_passing(document: Json) -> bool:
    """Whether it failed for a reason that is not the file's, and that may be gone the next time."""
    if document["status"] != "failed":
        return False
    error = cast(dict[str, str], document["error"])
    return issubclass(kind_of(error["code"]), Unavailable)
