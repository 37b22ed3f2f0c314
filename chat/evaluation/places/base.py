"""The promise of where a set goes in and is asked: in this process, or at a server."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from chat.domain import Draft, Question, Upload
from chat.errors import ThreadwiseError

_FILES_UNDER_WAY = 6
"""The product reads three side by side; as many again are there already when these are done."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage, as far as it is judged."""

    parent: str
    """Id of its document or message."""
    page: int | None = None
    start: int = 0
    """Where it stands in its document's text."""
    end: int = 0


@dataclass(frozen=True, slots=True)
class Reply:
    """What a question found."""

    hits: Sequence[Hit]
    """Best first."""
    timing_ms: Mapping[str, float]
    """By step, as the product says."""
    waited_ms: float
    """Until whoever asked had the answer."""


class Place(Protocol):
    """Threads of one user. What fails raises a ThreadwiseError."""

    async def create(self, thread: str) -> None: ...

    async def say(self, thread: str, drafts: Sequence[Draft]) -> None:
        """Add messages, in this order."""

    async def read(self, thread: str, uploads: Sequence[Upload]) -> list[str]:
        """Add files, and wait until all of each is in; the ids of their documents, in the order of the files."""

    async def ask(self, question: Question) -> Reply: ...


async def side_by_side(read: Callable[[Upload], Awaitable[str]], uploads: Sequence[Upload]) -> list[str]:
    """What each gives, in their order, some of them under way at any time. A failure ends all."""
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
