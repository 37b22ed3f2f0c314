"""What a thread remembers."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from chat.domain.sources import Elsewhere, Span


@dataclass(frozen=True, slots=True)
class Remembered:
    """Something that questions can come back to: what is asked of every answer, or what somebody told."""

    id: str
    thread: str
    message: str
    """Id of the message that says it."""
    kind: Literal["instruction", "fact"]
    text: str
    """As it is recalled."""
    original: str
    """As it was said."""
    said_at: datetime
    span: Span | None = None
    """Where in the message; `None` where that is looked up."""
    superseded_by: str | None = None
    """Id of a later fact that takes its place."""

    @property
    def corrected(self) -> bool:
        return self.text != self.original


@dataclass(frozen=True, slots=True)
class Memory:
    """What a thread remembers."""

    recalled: bool
    """False when the thread's memory is off: what was said is kept and not come back to."""
    instructions: tuple[Remembered, ...]
    facts: tuple[Remembered, ...]
    elsewhere: tuple[tuple[Elsewhere, tuple[Remembered, ...]], ...] = ()
    """Of the owner's other threads, when this one may recall them."""
