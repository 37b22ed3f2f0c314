"""Synchronise a thread with files in one pass, reading three files at a time."""

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
from chat.api.types import Json
from chat.cli.ingesting.base import Destination
from chat.cli.ingesting.display import Lines
from chat.cli.ingesting.files import File, Origin, Patterns, Selection, Stamp, reason, select, vanished
from chat.domain import Document, DocumentStatus
from chat.errors import BodyTooLarge, FileRefused, FileTooLarge, Refused, Unavailable, kind_of

_AT_ONCE = 3
"""Files read at a time, as many as the application reads concurrently."""
_STATUSES = ("ready", "updated", "unchanged", "failed", "removed")


@dataclass(frozen=True, slots=True)
class SyncRequest:
    """Which files to synchronise with which thread."""

    thread: str
    origins: tuple[Origin, ...]
    wanted: Patterns
    follow: bool
    delete: bool
    avoid: Path
    """The data folder, which is never read."""
    max_bytes: int
    """Most bytes of one file."""

    def selection(self) -> Selection:
        return select(self.origins, self.wanted, follow=self.follow, avoid=self.avoid)


@dataclass
class Outcome:
    """The result of one pass."""

    selection: Selection
    statuses: Counter[str] = field(default_factory=Counter)
    to_retry: bool = False
    """Whether a file failed for a reason other than itself, so that another pass may succeed."""

    @property
    def complete(self) -> bool:
        """Whether nothing was refused and nothing left out."""
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
    """Synchronises a thread with files. It remembers which files it has processed, so that a later pass only reads those that
    have changed since."""

    def __init__(self, plan: SyncRequest, place: Destination, display: Lines, clock: Callable[[], datetime]) -> None:
        self._plan = plan
        self._place = place
        self._display = display
        self._clock = clock
        self._settled: dict[str, Stamp] = {}
        """Stamps of the files that were processed, by document id."""
        self._compared = False
        """Whether the thread's documents have been compared with the files."""

    async def bring(self) -> Outcome:
        """Read files that are new or changed and, if the plan says so, remove documents whose file is gone."""
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
                worker.cancel()  # once each: a second one would interrupt their clean-up
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
        """Return the file's document, which tells what is wrong if it was refused; `None` if the file was deleted meanwhile."""
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
        """Remove documents whose file is gone, if the plan says so. The thread's documents are listed in the first pass, and
        again when a file is gone."""
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
        """Return a file that was refused before it could be read, rendered as a document."""
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
    """Return a file's content, without reading more than the limit into memory. Raises FileTooLarge or OSError."""
    with path.open("rb") as file:
        if os.fstat(file.fileno()).st_size <= max_bytes:
            content = file.read(max_bytes + 1)
            if len(content) <= max_bytes:
                return content
    raise FileTooLarge(f"The file is larger than {max_bytes // 1_000_000} MB.")


def _is_passing(document: Json) -> bool:
    """Return whether a document failed for a reason that is not the file's fault and may be gone the next time."""
    if document["status"] != "failed":
        return False
    error = cast(dict[str, str], document["error"])
    return issubclass(kind_of(error["code"]), Unavailable)
