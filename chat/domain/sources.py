"""Where things are found."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A library, or another thread of the same person, that a question may search beside its own thread."""

    id: str
    kind: Literal["library", "thread"]
    name: str

    @property
    def source(self) -> Source:
        """Of a library its documents are searched, of another thread what was said."""
        return Source.DOCUMENT if self.kind == "library" else Source.MESSAGE


class Source(StrEnum):
    """Where a chunk comes from. Each thread has one collection of each kind."""

    DOCUMENT = "document"
    MESSAGE = "message"


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open range of characters, `text[start:end]`."""

    start: int
    end: int
