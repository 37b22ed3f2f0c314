"""The interface through which retrieval reads stored chunks, so that ranking does not depend on a database."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from chat.domain import Chunk, Filters, Role, Section, Source
from chat.index.id_map import IdMap


@dataclass(frozen=True, slots=True)
class Turns:
    """A compact table of all message chunks of a thread, in the order in which the messages were said.

    A short message is one chunk, a long one several. All arrays and tuples have one entry per chunk.
    """

    ids: IdMap
    """Ids of the chunks; it may hold further ids, such as those of messages added since."""
    numbers: NDArray[np.int64]
    """The number of each chunk in `ids`, ascending."""
    messages: tuple[str, ...]
    """Id of the message of each chunk."""
    ordinals: NDArray[np.int64]
    """Position of that message in the thread, 0, 1, 2, ...; chunks of one message share it."""
    from_user: NDArray[np.bool_]
    authors: tuple[str | None, ...]
    """Names of the speakers, for threads in which they have names."""
    created_at: NDArray[np.float64]
    """Seconds since the epoch."""
    characters: NDArray[np.int64]
    """Length of the whole message."""


@dataclass(frozen=True, slots=True)
class Described:
    """A chunk with the attributes of its document or message that a passage shows."""

    chunk: Chunk
    document_name: str | None = None
    document_version: int | None = None
    role: Role | None = None
    author: str | None = None
    created_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Outline:
    """A document's text with its section tree."""

    text: str
    sections: tuple[Section, ...]


class ChunkReader(Protocol):
    """Reads chunks that are indexed and not deleted."""

    async def turns(self, thread: str) -> Turns:
        """Return all message chunks of a thread. Cached for threads in use, and updated by each write rather than read again."""
        ...

    async def documents(self, thread: str, chunks: IdMap) -> NDArray[np.int64]:
        """Return the document of each chunk as a number from 0 up, -1 for a chunk not in the thread. Shape (chunks,).

        Cached for threads in use; only chunks added since are read.
        """
        ...

    async def names(self, thread: str) -> Sequence[str]:
        """Return the name of each document, indexed by the numbers that `documents` returned.

        The same sequence object is returned until it changes. A name is empty while its document is still being read.
        """
        ...

    async def described(self, ids: Sequence[str]) -> dict[str, Described]:
        """Return the chunks by id; ids that no longer exist are missing from the result."""
        ...

    async def outlines(self, thread: str, parents: Collection[str]) -> dict[str, Outline]:
        """Return the text and section tree of documents by id; ids that no longer exist are missing from the result."""
        ...

    async def matching(self, thread: str, source: Source, filters: Filters) -> frozenset[str] | None:
        """Return the ids of the chunks that pass the filters; `None` when no filter applies to this kind of source."""
        ...
