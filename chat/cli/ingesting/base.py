"""The interface of a destination of files: a thread, or a library, of one user."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from chat.api.types import Json

Progress = Callable[[str, int], None]
"""Called with the stage that a file is in, and the percentage of it that is done."""


class Destination(Protocol):
    """The threads of one user, or their libraries, whose ids are then passed as `thread`. A call that fails as a whole raises a
    ThreadwiseError."""

    async def ensure(self, thread: str, name: str | None) -> None:
        """Create the thread unless the user has it; `name` is for one that is created."""

    async def add(self, thread: str, document: str, name: str, content: bytes, progress: Progress) -> Json:
        """Read one file; return the document as the HTTP API renders it, even if it failed."""

    async def documents(self, thread: str) -> dict[str, str]:
        """Return the names of a thread's documents, by id."""

    async def remove(self, thread: str, document: str) -> None:
        """Remove a document from the thread; it is no error if it is gone already."""
