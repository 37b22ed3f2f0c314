"""From ranked candidates to the passages that are kept, each cut with its reason."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from chat.domain import Candidate, Passage, Source
from chat.retrieval.budget import within
from chat.retrieval.diversity import repeated, spread
from chat.retrieval.sections import within_best_sections
from chat.settings import RetrievalSettings

Cut = Literal["threshold", "duplicate", "section", "diversity", "budget", "top_k"]


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of what was found is kept."""

    least_score: float
    """Fused score that a passage needs; always more than nothing."""
    unlikely: frozenset[str]
    """Chunks of collections that hold nothing about the question, as far as can be told."""
    top_k: int
    budget_characters: int
    diversity: bool
    sections: int | None
    """Only passages of so many best sections are kept; `None`: of all."""
    lexical: str | None
    """Chunk that names most of what is asked; it keeps a place beside others, since fusion is known to bury exact names and
    numbers."""


def select(candidates: Sequence[Passage], limits: Limits, settings: RetrievalSettings) -> list[Candidate]:
    """All candidates, the kept ones first and in their final order (`cut` is None), then those that were cut.

    `candidates` come best first. Duplicates go first, then what is below the threshold; the rest is spread over its sources,
    cut to `top_k` and filled into the budget.
    """
    repeats = repeated([passage.chunk.text for passage in candidates])
    cuts = [Candidate(passage, "duplicate") for passage, repeat in zip(candidates, repeats, strict=True) if repeat]
    single = [passage for passage, repeat in zip(candidates, repeats, strict=True) if not repeat]
    good = {
        passage.chunk.id
        for passage in single
        if passage.scores.fused >= limits.least_score and passage.scores.fused > 0 and passage.chunk.id not in limits.unlikely
    }
    if good and limits.lexical is not None:
        good.add(limits.lexical)
    worth = [passage for passage in single if passage.chunk.id in good]
    cuts += [Candidate(passage, "threshold") for passage in single if passage.chunk.id not in good]
    if limits.sections is not None:
        worth, elsewhere = within_best_sections(worth, limits.sections)
        cuts += [Candidate(passage, "section") for passage in elsewhere]
    spread_out_first = _spread(worth, settings) if limits.diversity else worth
    ordered = _with_lexical(spread_out_first, limits, settings.lexical_places)
    spread_out = {passage.chunk.id for passage in ordered[: limits.top_k]}
    would_stay = {passage.chunk.id for passage in worth[: limits.top_k]}
    for passage in ordered[limits.top_k :]:
        cuts.append(Candidate(passage, "diversity" if passage.chunk.id in would_stay - spread_out else "top_k"))
    taken = ordered[: limits.top_k]
    fits = within([len(passage.chunk.text) for passage in taken], limits.budget_characters)
    kept = [passage for passage, fit in zip(taken, fits, strict=True) if fit]
    over = [Candidate(passage, "budget") for passage, fit in zip(taken, fits, strict=True) if not fit]
    return [Candidate(replace(passage, rank=rank), None) for rank, passage in enumerate(kept, 1)] + over + cuts


def _spread(passages: Sequence[Passage], settings: RetrievalSettings) -> list[Passage]:
    scores = np.array([passage.score for passage in passages])
    order = spread(scores, [_source(passage) for passage in passages], settings.per_source, settings.diversity_margin)
    return [passages[at] for at in order]


def _source(passage: Passage) -> Hashable:
    """A document, or what was said on one day."""
    if passage.chunk.source is Source.DOCUMENT:
        return passage.chunk.parent
    return passage.created_at.date() if passage.created_at else passage.chunk.parent


def _with_lexical(passages: list[Passage], limits: Limits, fewest: int) -> list[Passage]:
    """Move the best keyword hit up to the last place that is kept, when it would fall off."""
    if limits.top_k < fewest:
        return passages
    at = next((at for at, passage in enumerate(passages) if passage.chunk.id == limits.lexical), 0)
    if at < limits.top_k:
        return passages
    rest = passages[:at] + passages[at + 1 :]
    return [*rest[: limits.top_k - 1], passages[at], *rest[limits.top_k - 1 :]]
