"""Answers, with the citations and claims that support them."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from chat.domain.passages import Covered, Passage
from chat.domain.sources import Source


@dataclass(frozen=True, slots=True)
class Citation:
    """A citation: `[marker]` in the answer refers to this passage."""

    marker: int
    """Number of the passage, equal to its `rank`; citations are listed in order of first use."""
    passage: Passage
    quote: str
    """The words of the passage that support the claim; a substring of the passage's text."""
    supported: bool = True

    @property
    def start(self) -> int | None:
        """Offset of the quote in the text of the passage's document or message; `None` if the passage does not contain it."""
        within = self.passage.chunk.text.find(self.quote) if self.quote else -1
        return self.passage.chunk.start + within if within >= 0 else None


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence of an answer that cites, `text[start:end]` with its markers, checked against the passages it cites."""

    start: int
    end: int
    markers: tuple[int, ...]
    supported: bool
    reason: str | None = None
    """What the sources do not support: `quote`, `number`, `date`, `name`, `negation`, `direction` or `words`."""


@dataclass(frozen=True, slots=True)
class Confidence:
    """How far an answer may be trusted, and the reason when it is low."""

    level: Literal["high", "medium", "low"]
    why: str | None = None


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens used by a model; zero for answers written without one."""

    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float | None = None
    """In the currency of the configured model prices; `None` without prices."""
    estimated: bool = False
    """The endpoint did not report its usage, so it was estimated from the length of the texts."""

    @property
    def tokens(self) -> int:
        return self.prompt_tokens + self.completion_tokens

    def __add__(self, other: Usage) -> Usage:
        costs = [cost for cost in (self.cost, other.cost) if cost is not None]
        return Usage(
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            sum(costs) if costs else None,
            self.estimated or other.estimated,
        )


@dataclass(frozen=True, slots=True)
class Answer:
    """A finished answer: its text with `[n]` markers, and the citations they refer to."""

    text: str
    grounded: bool
    """False when nothing relevant was found; then there are no citations."""
    citations: tuple[Citation, ...]
    passages: tuple[Passage, ...]
    confidence: float
    model: str
    question_id: str
    answer_id: str
    follow_ups: tuple[str, ...] = ()
    usage: Usage = Usage()
    timing_ms: dict[str, float] = field(default_factory=dict)
    note: str | None = None
    """One sentence for the reader about how the answer was produced (no model connected, the model failed)."""
    claims: tuple[Claim, ...] = ()
    trust: Confidence | None = None
    """`None` for an answer that is not based on a search."""
    near: tuple[Passage, ...] = ()
    """The closest passages, when nothing relevant was found."""
    searched: str | None = None
    """A sentence saying what was searched, when nothing relevant was found."""
    covered: tuple[Covered, ...] = ()
    """Documents read section by section; as in `Found`."""
    cut: bool = False
    """The text was cut off before its end; the note says why."""


@dataclass(frozen=True, slots=True)
class Reference:
    """A citation as stored with its answer: enough to describe and open what it refers to."""

    marker: int
    quote: str
    supported: bool
    source: Source
    parent: str
    """Id of the document or message."""
    start: int
    end: int
    name: str | None = None
    """Name of the document."""
    page: int | None = None
    section: tuple[str, ...] = ()
    speaker: str | None = None
    said_at: datetime | None = None
    since: datetime | None = None
    """For a summary: when the first message it covers was said; `said_at` is the time of the last one."""
    place: str | None = None
    """Id of the thread or library it comes from; `None` for the thread of the answer."""


@dataclass(frozen=True, slots=True)
class Origin:
    """The document or message a passage comes from."""

    parent: str
    """Id of the document or message."""
    place: str | None
    """Id of the thread or library, as in `Reference`."""


@dataclass(frozen=True, slots=True)
class KeptAnswer:
    """What is stored of an answer besides its text."""

    question: str
    """Id of the message with the question."""
    model: str
    references: tuple[Reference, ...]
    """In the order of first use."""
    claims: tuple[Claim, ...] = ()
    trust: Confidence | None = None
    note: str | None = None
    follow_ups: tuple[str, ...] = ()
    """Follow-up questions shown below the answer."""
    suggested_by: tuple[Origin, ...] = ()
    """What the follow-up questions were made from: every passage found, cited or not."""
