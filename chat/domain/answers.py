"""What is answered, and what that rests on."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from chat.domain.passages import Covered, Passage
from chat.domain.sources import Source


@dataclass(frozen=True, slots=True)
class Citation:
    """`[marker]` in the answer stands for this passage."""

    marker: int
    """Number of the passage, its `rank`; citations stand in order of first use."""
    passage: Passage
    quote: str
    """The words of the passage that support the claim; a substring of the passage's text."""
    supported: bool = True

    @property
    def start(self) -> int | None:
        """Where the quote begins in the text of the passage's document or message; `None` where the passage does not hold it."""
        within = self.passage.chunk.text.find(self.quote) if self.quote else -1
        return self.passage.chunk.start + within if within >= 0 else None


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence of an answer that cites, `text[start:end]` with its markers, held against what it cites."""

    start: int
    end: int
    markers: tuple[int, ...]
    supported: bool
    reason: str | None = None
    """What the sources do not bear out: `quote`, `number`, `date`, `name`, `negation`, `direction` or `words`."""


@dataclass(frozen=True, slots=True)
class Confidence:
    """How far an answer may be trusted, in one word, and why when it is low."""

    level: Literal["high", "medium", "low"]
    why: str | None = None


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens spent; zero for answers without a model."""

    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float | None = None
    """In whatever the model's prices are given in; `None` without prices."""
    estimated: bool = False
    """The endpoint did not say; counted by the length of the texts."""

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
    """A finished answer: the text with `[n]` markers, and what they stand for."""

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
    """One sentence to the reader about how the answer came about (no model connected, the model failed)."""
    claims: tuple[Claim, ...] = ()
    trust: Confidence | None = None
    """`None` for what rests on no search."""
    near: tuple[Passage, ...] = ()
    """When nothing was found: what comes closest."""
    searched: str | None = None
    """Then, too: what was looked through, in a sentence."""
    covered: tuple[Covered, ...] = ()
    """As in `Found`."""
    cut: bool = False
    """The text ends before its end; the note says why."""


@dataclass(frozen=True, slots=True)
class Reference:
    """A citation as it is kept with its answer: enough to say and to open what it stands for."""

    marker: int
    quote: str
    supported: bool
    source: Source
    parent: str
    """Id of the document or message."""
    start: int
    end: int
    name: str | None = None
    """Of the document."""
    page: int | None = None
    section: tuple[str, ...] = ()
    speaker: str | None = None
    said_at: datetime | None = None
    since: datetime | None = None
    """Of a summary: when the first message was said that it covers; `said_at` is the last one's."""
    place: str | None = None
    """Id of the thread or library that it is of; `None`: the thread of the answer."""


@dataclass(frozen=True, slots=True)
class Origin:
    """What a passage is of."""

    parent: str
    """Id of the document or message."""
    place: str | None
    """As of a reference."""


@dataclass(frozen=True, slots=True)
class KeptAnswer:
    """What is kept of an answer besides its text."""

    question: str
    """Id of the message that asked."""
    model: str
    references: tuple[Reference, ...]
    """In the order of first use."""
    claims: tuple[Claim, ...] = ()
    trust: Confidence | None = None
    note: str | None = None
    follow_ups: tuple[str, ...] = ()
    """Questions that stood under it."""
    suggested_by: tuple[Origin, ...] = ()
    """What these were made of: all that was found, cited or not."""
