"""Where chunks come from and where questions search."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A library, or another thread of the same user, that a question may search besides its own thread."""

    id: str
    kind: Literal["library", "thread"]
    name: str

    @property
    def source(self) -> Source:
        """The kind of source searched: documents in a library, messages in another thread."""
        return Source.DOCUMENT if self.kind == "library" else Source.MESSAGE


class Source(StrEnum):
    """The origin of a chunk. Each thread has one collection of each kind."""

    DOCUMENT = "document"
    MESSAGE = "message"


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open range of characters, `text[start:end]`."""

    start: int
    end: int
