"""The promise of where files and questions go: this process's own application, or a server that holds the data folder."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from chat.api.bodies import Search
from chat.api.render import Json

Progress = Callable[[str, int], None]
"""Told the stage, and the percentage of this file."""


class Place(Protocol):
    """The threads of one user. What fails as a whole raises a ThreadwiseError."""

    async def ensure(self, thread: str, name: str | None) -> None:
        """There is such a thread of this user afterwards; `name` is for one that is made."""

    async def add(self, thread: str, document: str, name: str, content: bytes, progress: Progress) -> Json:
        """Read one file; the document as the HTTP API shows it, failed or not."""

    async def documents(self, thread: str) -> dict[str, str]:
        """The names of a thread's documents, by id."""

    async def remove(self, thread: str, document: str) -> None:
        """Take a document out of the thread; one that is gone already does no harm."""


class Searched(Place, Protocol):
    """A place that answers questions, too."""

    async def search(self, thread: str, asked: Search) -> Json:
        """What is found for a question, as the HTTP API shows it."""
