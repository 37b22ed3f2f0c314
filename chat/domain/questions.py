"""A question, and the options that control the search for it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from chat.domain.sources import Elsewhere, Source
from chat.domain.threads import Role


@dataclass(frozen=True, slots=True)
class Filters:
    """Filters on what is searched, applied before ranking and any cut; `None` means no restriction."""

    document: str | None = None
    level: int | None = None
    leaf: str | None = None
    after: datetime | None = None
    before: datetime | None = None
    role: Role | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """A question to a thread, with its search options."""

    thread: str
    text: str
    now: datetime
    """The time from which recency is measured."""
    history: tuple[str, ...] = ()
    """Earlier user turns, oldest first."""
    rewritten: str | None = None
    """The question rewritten to be self-contained, if it depends on earlier turns; searched in place of `text`."""
    top_k: int | None = None
    """Most passages to return; `None` for as many as fit the budget."""
    mode: Literal["hybrid", "dense", "keyword"] = "hybrid"
    sources: frozenset[Source] | None = None
    """The kinds of source to search; `None` for those enabled in the thread's settings."""
    elsewhere: tuple[Elsewhere, ...] = ()
    """Libraries and threads searched besides this thread. Only `assistant.scope` fills this, from rows of the user who asks;
    never a caller."""
    libraries: bool = True
    """Whether to search the libraries that are attached to the thread."""
    other_threads: bool = True
    """Whether to search other threads, if the thread's settings say so."""
    threshold: float | None = None
    """Least fused score, 0 to 1; `None` for the configured value."""
    budget_characters: int | None = None
    """Most characters of all passages together; `None` for the configured value."""
    filters: Filters = Filters()
    recency: bool = True
    half_life_days: float | None = None
    """Half-life of recency decay; `None` for the configured value."""
    diversity: bool = True
    expand: bool = False
    """Widen passages to their section or neighbours, for the text the model reads."""
    two_step: bool = False
    """Find the sections about the topic first, then passages within them."""
    explain: bool = False
    candidates: int | None = None
    """Most candidates to list when explaining, the rest is only counted; `None` for all."""
    without: frozenset[str] = frozenset()
    """Ids of messages to ignore: the question itself and what was said after it."""
    until_now: bool = False
    """Whether to ignore messages of the thread that were said after `now`, as those of other threads always are."""

    @property
    def meant(self) -> str:
        """The self-contained form of the question."""
        return self.rewritten or self.text
