"""What a thread remembers: instructions and facts from its messages."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from chat.domain.sources import Elsewhere, Span


@dataclass(frozen=True, slots=True)
class Repetition:
    """An answer that repeats what is remembered."""

    thread: str
    message: str
    """Id of the answer."""
    said_at: datetime


@dataclass(frozen=True, slots=True)
class Remembered:
    """An instruction for every answer, or a fact that a user stated, which later questions can refer to."""

    id: str
    thread: str
    message: str
    """Id of the message that contains it."""
    kind: Literal["instruction", "fact"]
    text: str
    """The text as recalled, with the user's corrections."""
    original: str
    """The text as it was said."""
    said_at: datetime
    span: Span | None = None
    """Range in the message; `None` if it is looked up when needed."""
    superseded_by: str | None = None
    """Id of a later fact that replaces this one."""
    repeated: tuple[Repetition, ...] = ()
    """Answers that repeat it, the earliest first; only of a fact."""

    @property
    def corrected(self) -> bool:
        return self.text != self.original


@dataclass(frozen=True, slots=True)
class Memory:
    """Everything a thread remembers."""

    recalled: bool
    """`False` if the thread's memory is off: messages are stored but not recalled."""
    instructions: tuple[Remembered, ...]
    facts: tuple[Remembered, ...]
    elsewhere: tuple[tuple[Elsewhere, tuple[Remembered, ...]], ...] = ()
    """Memories of the owner's other threads, if this thread may recall them."""
