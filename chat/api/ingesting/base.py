"""The promise of where files go: a thread, or a library, of one user."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from chat.api.words import Json

Progress = Callable[[str, int], None]
"""Told the stage, and the percentage of this file."""


class Destination(Protocol):
    """The threads of one user, or his libraries, whose ids then stand for a thread's. What fails as a whole raises a
    ThreadwiseError."""

    async def ensure(self, thread: str, name: str | None) -> None:
        """There is such a thread of this user afterwards; `name` is for one that is made."""

    async def add(self, thread: str, document: str, name: str, content: bytes, progress: Progress) -> Json:
        """Read one file; the document as the HTTP API shows it, failed or not."""

    async def documents(self, thread: str) -> dict[str, str]:
        """The names of a thread's documents, by id."""

    async def remove(self, thread: str, document: str) -> None:
        """Take a document out of the thread; one that is gone already does no harm."""
