"""What is found for a question."""

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
    """Each part of a passage's score."""

    dense: float | None
    """Cosine similarity, -1 to 1; `None` when the vector search did not reach it."""
    keyword: float | None
    """BM25, 0 and up; `None` when no term matched."""
    fused: float
    """0 to 1, comparable within one search."""
    recency: float = 1.0
    """The factor applied, by the message's age and by how it fits the time that is asked for; 1 for documents."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A chunk as found for a question, with where it comes from."""

    rank: int
    """From 1."""
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
    """Id of a later message that gives what this one says another value."""
    elsewhere: Elsewhere | None = None
    """Where it stands when that is not the thread of the question."""
    summary: Summary | None = None
    """It is this summary of the conversation, not a message."""

    @property
    def parent(self) -> tuple[str, str]:
        """Its document or message, whose own id is unique only within the thread or library."""
        return self.chunk.thread, self.chunk.parent

    @property
    def of_one_person(self) -> bool:
        """A turn of a conversation that one person has with an assistant or with nobody: between people turns have authors."""
        return self.chunk.source is Source.MESSAGE and self.author is None

    @property
    def own(self) -> bool:
        """A message that this one person wrote."""
        return self.of_one_person and self.role == "user"

    def with_scores(self, scores: Scores) -> Passage:
        """The same with other scores, and the `score` that they come to."""
        return replace(self, score=scores.fused * scores.recency, scores=scores)


Cut = Literal["duplicate", "threshold", "section", "diversity", "top_k", "budget"]
"""The steps that cut a candidate, in their order."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """For `explain`: a passage that was considered, with what each step of the selection did to it."""

    passage: Passage
    """Its `rank` is the final one; 0 when it was cut."""
    cut: Cut | None
    """The step that cut it; `None`: it was kept."""
    place: int
    """By score alone, from 1: before anything was cut or moved."""
    strength: float = 1.0
    """How likely it is that its collection (the documents, or the messages) holds anything about the question, 0 to 1."""
    least_strength: float = 0.0
    """What that must come to."""
    lowered: float = 0.0
    """What diversity took off its score, for standing behind enough others of its source."""
    room: int | None = None
    """Characters left of the budget when its turn came; `None`: it was cut before that."""
    by_words: bool = False
    """It would have been cut, but keeps a place because it names most of what is asked."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of what was found is kept."""

    threshold: float
    """How likely a collection must hold anything about the question for its passages to be kept."""
    strengths: Mapping[str, float]
    """How likely that is, by chunk."""
    least_score: float
    """Fused score that a passage needs; always more than nothing."""
    top_k: int
    budget_characters: int
    looked_at: int
    """So many of the best candidates compete; those behind them would be cut anyway and are only listed."""
    diversity: bool
    sections: int | None
    """Only passages of so many best sections are kept; `None`: of all."""
    lexical: str | None
    """Chunk that names most of what is asked; it keeps a place beside others, since fusion is known to bury exact names and
    numbers."""
    small: frozenset[str] = frozenset()
    """Chunks of collections that are small enough to be read whole."""
    small_threshold: float = 0.0
    """`threshold` for these."""
    untold: frozenset[str] = frozenset()
    """Chunks of which nothing tells whether they hold anything about the question: they are in another language than it, or of a
    small collection and they or it are not in English."""

    def least_strength(self, chunk: str) -> float:
        """How likely its collection must be to hold something about the question."""
        if chunk in self.untold:
            return 0.0
        return self.small_threshold if chunk in self.small else self.threshold


@dataclass(frozen=True, slots=True)
class Covered:
    """A document that was gone through by its sections, in place of a search for the best passages."""

    document: str
    """Id."""
    name: str
    sections: int
    """So many of them are covered; the smallest are left out of a long document."""
    of: int
    within: str | None = None
    """The heading that was asked for; `None`: all of the document."""


@dataclass(frozen=True, slots=True)
class Found:
    """What retrieval gives for a question."""

    question: str
    rewritten: str
    passages: tuple[Passage, ...]
    confidence: float
    """0 to 1: how likely the passages hold the answer."""
    timing_ms: dict[str, float]
    candidates: tuple[Candidate, ...] = ()
    """When it is to be explained: the kept ones in their final order, then the others by their place."""
    unlisted: Mapping[Cut, int] = field(default_factory=dict)
    """How many more were considered, and which step would cut them."""
    limits: Limits | None = None
    """What the candidates were cut by."""
    note: str | None = None
    """One sentence when the search was not all it should be (an index away, another embedder)."""
    small: bool = False
    """Whether all that the passages were chosen from is small enough to be read, whatever it is about."""
    covered: tuple[Covered, ...] = ()
    """Documents that were gone through by their sections, because the question wants the whole of them."""
    corrected: str | None = None
    """The question with words put right that are misspelt; `None` where none are."""
    recounted: bool = False
    """The passages are what was said at the time that the question asks for, which is all that it wants."""
