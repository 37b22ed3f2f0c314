"""The promise of where files and questions go: this process's own application, or a server that holds the data folder."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from chat.api.bodies import Search
from chat.api.render import Json
from chat.errors import NotFound

Shape = dict[str, Any]  # Any: JSON
Progress = Callable[[str, int], None]
"""Told the stage, and the percentage of this file."""


class Place(Protocol):
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


class Searched(Place, Protocol):
    """A place that answers questions and has libraries, too."""

    async def libraries(self) -> list[Shape]:
        """All of them, as the HTTP API shows them."""

    async def create_library(self, name: str) -> Shape:
        """Conflict when there is one of this name."""

    async def delete_library(self, name: str) -> Shape:
        """The receipt. NotFound when there is none of this name."""

    async def library(self, name: str) -> tuple[Place, str]:
        """The library of this name, made when there is none: where its documents go, and its id."""

    async def search(self, thread: str, asked: Search) -> Json:
        """What is found for a question, as the HTTP API shows it."""


def named(libraries: Sequence[Shape], name: str) -> Shape | None:
    """The library of a name as somebody typed it."""
    words = " ".join(name.split())
    return next((library for library in libraries if library["name"] == words), None)


def no_library(name: str) -> NotFound:
    return NotFound(f"There is no library named {name}.")
