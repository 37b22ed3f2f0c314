"""The interface through which an evaluation set is added and asked: in this process, or at a server."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from chat.domain import Draft, Question, Upload
from chat.errors import ThreadwiseError

_FILES_UNDER_WAY = 6
"""Files uploaded concurrently. The product reads three at a time; as many again are waiting when these are done."""


@dataclass(frozen=True, slots=True)
class Hit:
    """The position of a passage that was found, as needed to judge it."""

    parent: str
    """Id of its document or message."""
    page: int | None = None
    start: int = 0
    """`start` and `end` are offsets in the text of its document."""
    end: int = 0


@dataclass(frozen=True, slots=True)
class Reply:
    """The passages found for a question, with timings."""

    hits: Sequence[Hit]
    """Passages found, best first."""
    timing_ms: Mapping[str, float]
    """Time of each step, as reported by the product."""
    waited_ms: float
    """Latency as seen by the caller."""


class Place(Protocol):
    """The threads of one user. Methods raise ThreadwiseError on failure."""

    async def create(self, thread: str) -> None: ...

    async def say(self, thread: str, drafts: Sequence[Draft]) -> None:
        """Add messages in this order."""

    async def read(self, thread: str, uploads: Sequence[Upload]) -> list[str]:
        """Add files and wait until they are completely indexed; return their document ids in the order of the files."""

    async def ask(self, question: Question) -> Reply: ...


async def side_by_side(read: Callable[[Upload], Awaitable[str]], uploads: Sequence[Upload]) -> list[str]:
    """Call `read` for each upload, a few at a time; return the results in order. The first failure cancels the others."""
    room = asyncio.Semaphore(_FILES_UNDER_WAY)

    async def one(upload: Upload) -> str:
        async with room:
            return await read(upload)

    try:
        async with asyncio.TaskGroup() as reading:
            tasks = [reading.create_task(one(upload)) for upload in uploads]
    except* ThreadwiseError as failed:
        raise failed.exceptions[0] from failed
    return [task.result() for task in tasks]
