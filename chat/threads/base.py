"""What retrieval reads of the rows; the only promise here, so that ranking never meets a database."""

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
    """A light table of all message chunks of a thread, in the order in which they were said.

    A short message is one chunk, a long one several; arrays have one entry a chunk.
    """

    ids: IdMap
    """It may hold others, too, such as those of messages that came since."""
    numbers: NDArray[np.int64]
    """The number of each chunk in `ids`, ascending."""
    messages: tuple[str, ...]
    """Id of the message of each chunk."""
    ordinals: NDArray[np.int64]
    """Position of that message in the thread, 0, 1, 2, ...; chunks of one message share it."""
    from_user: NDArray[np.bool_]
    authors: tuple[str | None, ...]
    """By name, where the speakers of a thread have names."""
    created_at: NDArray[np.float64]
    """Seconds since the epoch."""
    characters: NDArray[np.int64]
    """Length of the whole message."""


@dataclass(frozen=True, slots=True)
class Described:
    """A chunk with what a passage shows of its document or message."""

    chunk: Chunk
    document_name: str | None = None
    document_version: int | None = None
    role: Role | None = None
    author: str | None = None
    created_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Outline:
    """A document's text with its tree."""

    text: str
    sections: tuple[Section, ...]


class ChunkReader(Protocol):
    """Reads chunks that are indexed and not deleted."""

    async def turns(self, thread: str) -> Turns:
        """All message chunks. Kept in memory for threads in use and brought up to date by each write, not re-read."""
        ...

    async def documents(self, thread: str, chunks: IdMap) -> NDArray[np.int64]:
        """Of which document each chunk is, as a number from 0 up; -1 for one that is none of the thread's. Shape (chunks,).

        Kept in memory for threads in use; only chunks that came since are read.
        """
        ...

    async def names(self, thread: str) -> Sequence[str]:
        """By the numbers that `documents` gave, the name of each document; the same sequence until there are more.
        Empty for one that is still being read."""
        ...

    async def described(self, ids: Sequence[str]) -> dict[str, Described]:
        """The chunks by id; ids that are gone are missing from the result."""
        ...

    async def outlines(self, thread: str, parents: Collection[str]) -> dict[str, Outline]:
        """The documents by id; ids that are gone are missing."""
        ...

    async def matching(self, thread: str, source: Source, filters: Filters) -> frozenset[str] | None:
        """Ids of the chunks that the filters let through; `None` when no filter of them applies to this kind."""
        ...
