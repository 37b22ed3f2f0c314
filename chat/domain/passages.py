"""What retrieval returns for a question: passages, their scores, and why candidates were cut."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Literal

from chat.domain.documents import Chunk
from chat.domain.sources import Elsewhere, Source
from chat.domain.threads import Role, Summary


@dataclass(frozen=True, slots=True)
class Scores:
    """The parts of a passage's score."""

    dense: float | None
    """Cosine similarity, -1 to 1; `None` if the vector search did not return the passage."""
    keyword: float | None
    """BM25 score, 0 or more; `None` if no term matched."""
    fused: float
    """Fusion of both scores, 0 to 1; comparable within one search only."""
    recency: float = 1.0
    """Factor applied for the message's age and for how well it fits the time asked for; 1 for documents."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A chunk found for a question, with its origin."""

    rank: int
    """Counted from 1."""
    score: float
    chunk: Chunk
    scores: Scores
    document_name: str | None = None
    document_version: int | None = None
    role: Role | None = None
    author: str | None = None
    created_at: datetime | None = None
    """When the message was said; `None` for documents."""
    superseded_by: str | None = None
    """Id of a later message that gives a different value for what this one states."""
    elsewhere: Elsewhere | None = None
    """The library or thread it was found in, if not the thread of the question."""
    summary: Summary | None = None
    """The conversation summary that this passage is, if it is not a message."""

    @property
    def parent(self) -> tuple[str, str]:
        """The key of its document or message: the id alone is unique only within a thread or library."""
        return self.chunk.thread, self.chunk.parent

    @property
    def of_one_person(self) -> bool:
        """Whether this is a turn of a conversation between one person and an assistant (or nobody).

        Turns of conversations between several people have authors.
        """
        return self.chunk.source is Source.MESSAGE and self.author is None

    @property
    def own(self) -> bool:
        """Whether this is a message written by that one person."""
        return self.of_one_person and self.role == "user"

    def with_scores(self, scores: Scores) -> Passage:
        """Return the passage with other scores and the resulting `score`."""
        return replace(self, score=scores.fused * scores.recency, scores=scores)


Cut = Literal["search", "period", "question", "duplicate", "threshold", "section", "diversity", "top_k", "budget", "exact"]
"""The steps that cut a candidate, in the order they are applied. The first three come before anything competes for a place."""

PartName = Literal[
    "meaning",
    "document",
    "words",
    "coverage",
    "document_name",
    "window",
    "author",
    "role",
    "answered",
    "length",
    "neighbours",
    "specificity",
    "period",
    "scale",
    "wish",
    "asked_before",
    "other_code",
]
"""The parts of a fused score, in the order they are applied."""

Moved = Literal["above_replaced", "below_replacement", "above_replacement", "below_replaced", "brought_in", "gave_way", "as_said"]
"""Why a candidate was moved after the selection."""


@dataclass(frozen=True, slots=True)
class Part:
    """What one step adds to a fused score, or multiplies it by."""

    name: PartName
    amount: float
    multiplies: bool = False


@dataclass(frozen=True, slots=True)
class Candidate:
    """A passage that was considered, with the effect of each selection step on it; reported by `explain`."""

    passage: Passage
    """Its `rank` is the final one, or 0 if it was cut."""
    cut: Cut | None
    """The step that cut it; `None` if it was kept."""
    place: int
    """Position by score alone, from 1, before anything was cut or moved."""
    strength: float = 1.0
    """Probability, 0 to 1, that its collection (documents or messages) holds anything about the question."""
    least_strength: float = 0.0
    """The least `strength` required."""
    lowered: float = 0.0
    """Amount by which diversity lowered its score, because enough passages of the same source come before it."""
    room: int | None = None
    """Characters left in the budget when its turn came; `None` if it was cut earlier."""
    by_words: bool = False
    """It would have been cut, but keeps a place because it contains most of the words asked for."""
    parts: tuple[Part, ...] = ()
    """The parts of its fused score: the sum of the addends, at least 0, times the factors, at most 1. Filled to explain."""
    moved: Moved | None = None
    """Why its rank is not the one that its score gives it. Filled to explain."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits that decide which candidates are kept."""

    threshold: float
    """Least probability that a collection holds anything about the question for its passages to be kept."""
    strengths: Mapping[str, float]
    """That probability, by chunk id."""
    least_score: float
    """Least fused score for a passage to be kept; apart from the chunks in `untold`, the score must also be above 0."""
    top_k: int
    budget_characters: int
    looked_at: int
    """Number of best candidates that compete; those after them would be cut anyway and are only listed."""
    diversity: bool
    sections: int | None
    """Keep passages of this many best sections only; `None` keeps all sections."""
    lexical: str | None
    """Id of the chunk that contains most of the words asked for. It always keeps a place, since fusion is known to bury exact
    names and numbers."""
    small: frozenset[str] = frozenset()
    """Ids of chunks from collections small enough to be read whole."""
    lower_thresholds: Mapping[str, float] = field(default_factory=dict)
    """The `threshold` for chunks of collections for which it is lower, because they hold little."""
    untold: frozenset[str] = frozenset()
    """Ids of chunks for which nothing indicates whether they hold anything about the question: they are in another language than
    the question, or come from a small collection while they or the question are not in English."""

    def least_strength(self, chunk: str) -> float:
        """Return the least strength the chunk's collection needs."""
        if chunk in self.untold:
            return 0.0
        return self.lower_thresholds.get(chunk, self.threshold)


@dataclass(frozen=True, slots=True)
class Covered:
    """A document that was read section by section instead of being searched for the best passages."""

    document: str
    """Id of the document."""
    name: str
    sections: int
    """Number of sections covered; the smallest ones of a long document are left out."""
    of: int
    within: str | None = None
    """The heading asked for; `None` for the whole document."""


@dataclass(frozen=True, slots=True)
class Found:
    """The result of retrieval for a question."""

    question: str
    rewritten: str
    passages: tuple[Passage, ...]
    confidence: float
    """Probability, 0 to 1, that the passages hold the answer."""
    timing_ms: dict[str, float]
    candidates: tuple[Candidate, ...] = ()
    """Filled when `explain` is set: the kept candidates in final order, then the others by `place`."""
    unlisted: Mapping[Cut, int] = field(default_factory=dict)
    """Number of further candidates considered, by the step that would cut them."""
    limits: Limits | None = None
    """The limits applied to the candidates."""
    note: str | None = None
    """One sentence when the search was degraded (an index unavailable, another embedder)."""
    small: bool = False
    """Whether all content the passages were chosen from is small enough to be read whole, whatever it is about."""
    covered: tuple[Covered, ...] = ()
    """Documents read section by section, because the question asks about them as a whole."""
    corrected: str | None = None
    """The question that the passages answer, if that is another: with misspelt words corrected, without the event that only gave
    its time; `None` if it is the same."""
    timely: frozenset[str] = frozenset()
    """Ids of the chunks of messages that were said in the time the question asks for, or name a date in it."""
    recounted: bool = False
    """The passages are exactly the messages of the time the question asks for, and nothing else is needed to answer it."""
