"""Threads and what is said in them."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

Role = Literal["user", "assistant"]


@dataclass(frozen=True, slots=True)
class Thread:
    """One conversation with its files; nothing in it shows in another thread."""

    id: str
    user: str
    """Id of the owner."""
    name: str | None
    created_at: datetime
    updated_at: datetime
    settings: dict[str, object] = field(default_factory=dict)
    pinned: bool = False
    """In front of the others."""
    archived: bool = False
    """Put away: listed only by itself, and found by a search."""
    incognito: bool = False
    """Neither listed nor recalled from elsewhere, and deleted when it is closed."""
    shared_at: datetime | None = None
    """Since when anybody with its link may read what had been said until then."""


@dataclass(frozen=True, slots=True)
class Library:
    """Documents by themselves, which are attached to threads."""

    id: str
    user: str
    """Id of the owner."""
    name: str
    """Unique among the owner's."""
    created_at: datetime
    updated_at: datetime
    documents: int = 0
    shared: bool = False
    """By an admin, with every member, who may read it and attach it to threads."""
    read_only: bool = False
    """It is somebody else's, for whoever asks."""


@dataclass(frozen=True, slots=True)
class ThreadSettings:
    """What the questions of a thread search, as its owner chose."""

    documents: bool = True
    memory: bool = True
    """Recall of what was said. Off: neither here, nor from the owner's other threads."""
    other_threads: bool = False
    """Recall of what was said in the owner's other threads, too."""
    libraries: tuple[str, ...] = ()
    """Ids of those attached, as they were chosen: which of them are the owner's is looked up for each question."""
    half_life_days: float | None = None
    """Of what was said; `None`: that of the installation."""


@dataclass(frozen=True, slots=True)
class Message:
    """One turn as it was said."""

    id: str
    thread: str
    role: Role
    content: str
    created_at: datetime
    author: str | None = None
    """Name of the speaker, when it is more than the role (imported conversations of several people)."""
    sequence: int = 0
    """Position in the thread; later is larger. Order is by this, never by the clock."""
    interrupted: bool = False
    """The answer was stopped or cut off; what had been written is kept."""
    rewritten: str | None = None
    """A question that leaned on what was said before, as it was understood."""
    recalled: str | None = None
    """The text without what its speaker had forgotten, and with what they corrected; `None`: as it was said."""

    @property
    def heard(self) -> str:
        """What is indexed of it, and what a model reads."""
        return self.content if self.recalled is None else self.recalled


@dataclass(frozen=True, slots=True)
class Branch:
    """One form of a question that was edited, with what was said behind it."""

    form: int
    """Counted from 1 as they were asked; one that was deleted leaves a gap."""
    content: str
    messages: int
    """Behind the question."""
    current: bool
    """Whether the thread goes on from this one."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A message that a caller brings; what is missing (id, time) is filled in when it is stored."""

    role: Role
    content: str
    id: str | None = None
    author: str | None = None
    created_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Summary:
    """What a model made of a conversation, from its beginning up to a message. It lives as long as these say it."""

    id: str
    thread: str
    text: str
    first_sequence: int
    last_sequence: int
    first_at: datetime
    last_at: datetime
    """When the first and the last message that it covers were said."""
    messages: int
    """How many it covers."""
    model: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Instruction:
    """What somebody asked of every answer from then on. It lives as long as the message that says it, as it says it."""

    id: str
    thread: str
    message: str
    """Id of that message."""
    text: str
    created_at: datetime
    original: str | None = None
    """As the message says it, where the text was corrected."""


@dataclass(frozen=True, slots=True)
class Altered:
    """A place of a message that is recalled otherwise than it was said."""

    start: int
    end: int
    text: str | None
    """In its place; `None`: it is forgotten."""
