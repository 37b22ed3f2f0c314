"""Threads, their settings, and the messages in them."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

Role = Literal["user", "assistant"]


@dataclass(frozen=True, slots=True)
class Thread:
    """One conversation with its files; its content is not visible in other threads."""

    id: str
    user: str
    """Id of the owner."""
    name: str | None
    created_at: datetime
    updated_at: datetime
    settings: dict[str, object] = field(default_factory=dict)
    pinned: bool = False
    """Listed before the others."""
    archived: bool = False
    """Hidden from the default list; listed separately and still found by search."""
    incognito: bool = False
    """Neither listed nor recalled from other threads, and deleted when it is closed."""
    shared_at: datetime | None = None
    """Time since which anybody with its link may read what had been said up to then."""


@dataclass(frozen=True, slots=True)
class Library:
    """A set of documents independent of any thread, which can be attached to threads."""

    id: str
    user: str
    """Id of the owner."""
    name: str
    """Unique among the owner's libraries."""
    created_at: datetime
    updated_at: datetime
    documents: int = 0
    shared: bool = False
    """Shared by an admin with every member, who may read it and attach it to threads."""
    read_only: bool = False
    """The requesting user is not its owner."""


LONGEST_HALF_LIFE = 36_500
"""In days."""


@dataclass(frozen=True, slots=True)
class ThreadSettings:
    """What questions in a thread search, as chosen by its owner."""

    documents: bool = True
    memory: bool = True
    """Recall earlier messages. If off, nothing is recalled, neither from this thread nor from the owner's other threads."""
    other_threads: bool = False
    """Also recall messages of the owner's other threads."""
    libraries: tuple[str, ...] = ()
    """Ids of the attached libraries as chosen. Which of them the owner may use is checked for each question."""
    half_life_days: float | None = None
    """Half-life of recency decay for messages; `None` for the configured value."""


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of the conversation."""

    id: str
    thread: str
    role: Role
    content: str
    created_at: datetime
    author: str | None = None
    """Name of the speaker, if the role is not enough (imported conversations of several people)."""
    sequence: int = 0
    """Position in the thread, increasing. Messages are ordered by this, never by time."""
    interrupted: bool = False
    """The answer was stopped or cut off; the text written until then is kept."""
    rewritten: str | None = None
    """The self-contained form of a question that depended on earlier turns."""
    recalled: str | None = None
    """The text without what its speaker asked to forget, and with their corrections; `None` if it is `content` unchanged."""

    @property
    def heard(self) -> str:
        """The text that is indexed and given to a model."""
        return self.content if self.recalled is None else self.recalled


@dataclass(frozen=True, slots=True)
class Branch:
    """One version of an edited question, with the messages that follow it."""

    form: int
    """Counted from 1 in the order asked; a deleted version leaves a gap."""
    content: str
    messages: int
    """Number of messages after the question."""
    current: bool
    """Whether this is the branch in which the thread continues."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A message supplied by a caller; a missing id or time is filled in when it is stored."""

    role: Role
    content: str
    id: str | None = None
    author: str | None = None
    created_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Summary:
    """A model's summary of a conversation from its beginning up to a message.

    It is emptied and deleted when one of these messages changes.
    """

    id: str
    thread: str
    text: str
    first_sequence: int
    last_sequence: int
    first_at: datetime
    last_at: datetime
    """When the first and the last message it covers were said."""
    messages: int
    """Number of messages it covers."""
    model: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Instruction:
    """A user's request that applies to every later answer. It is kept only as long as its message says it."""

    id: str
    thread: str
    message: str
    """Id of the message that contains it."""
    text: str
    created_at: datetime
    original: str | None = None
    """The wording in the message, if `text` was corrected."""


@dataclass(frozen=True, slots=True)
class Altered:
    """A range of a message that is recalled differently from how it was said."""

    start: int
    end: int
    text: str | None
    """The replacement; `None` if the range is forgotten."""
