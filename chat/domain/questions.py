"""What is asked, and where."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from chat.domain.sources import Elsewhere, Source
from chat.domain.threads import Role


@dataclass(frozen=True, slots=True)
class Filters:
    """Narrow the search before anything is cut; `None` means no limit."""

    document: str | None = None
    level: int | None = None
    leaf: str | None = None
    after: datetime | None = None
    before: datetime | None = None
    role: Role | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """A question to a thread, with how to search for it."""

    thread: str
    text: str
    now: datetime
    """The moment that recency is measured against."""
    history: tuple[str, ...] = ()
    """Earlier user turns, oldest first."""
    rewritten: str | None = None
    """The question put so that it stands by itself, when it leans on what was said before: what is searched for in its place."""
    top_k: int | None = None
    """At most so many passages; `None`: as many as the budget holds."""
    mode: Literal["hybrid", "dense", "keyword"] = "hybrid"
    sources: frozenset[Source] | None = None
    """`None`: those that the thread's settings leave on."""
    elsewhere: tuple[Elsewhere, ...] = ()
    """What is searched beside the thread. Only `assistant.scope` fills this, from rows of the person who asks: never a caller."""
    threshold: float | None = None
    """Least fused score, 0 to 1; `None`: the setting."""
    budget_characters: int | None = None
    """Characters of all passages together; `None`: the setting."""
    filters: Filters = Filters()
    recency: bool = True
    half_life_days: float | None = None
    """In place of the settings' own."""
    diversity: bool = True
    expand: bool = False
    """Widen passages to their section or neighbours, for what the model reads."""
    two_step: bool = False
    """Find the sections about the topic first, then passages inside these."""
    explain: bool = False
    candidates: int | None = None
    """To explain: so many are enough, the others are counted only; `None`: all."""
    without: frozenset[str] = frozenset()
    """Ids of messages that count as not said: the question itself, what came after it."""

    @property
    def meant(self) -> str:
        """As it stands by itself."""
        return self.rewritten or self.text
