"""Passages that are exactly what a question asks for, chosen by time or form rather than by similarity."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from math import inf

from chat.domain import Candidate, Passage, Question
from chat.retrieval.dates.deeds import told_of
from chat.retrieval.question import unfinished


def asked_for(question: Question, kept: Sequence[Passage]) -> tuple[Passage, ...]:
    """Return those of the kept passages the question asks for by time or form; empty if similarity has to decide."""
    return (told_of(question, kept) if question.recency else ()) or unfinished.lists(question.meant, kept)


def alone(selected: Sequence[Candidate], chosen: Sequence[Passage]) -> list[Candidate]:
    """Return the chosen passages in order, then the other candidates; those that had been kept are cut, since the chosen are
    exactly what is asked for."""
    by_id = {candidate.passage.chunk.id: candidate for candidate in selected}
    first = [replace(by_id[passage.chunk.id], passage=passage) for passage in chosen]
    ids = {passage.chunk.id for passage in chosen}
    others = [candidate for candidate in selected if candidate.passage.chunk.id not in ids]
    return [*first, *(other if other.cut else _cut(other) for other in others)]


def _cut(candidate: Candidate) -> Candidate:
    return replace(candidate, passage=replace(candidate.passage, rank=0), cut="exact")


def as_said(selected: Sequence[Candidate], numbers: Mapping[str, int]) -> list[Candidate]:
    """Return the kept candidates in the order in which they were said, then the others.

    `numbers` order chunks said at the same time; a correction that no search found has none and comes last.
    """

    def said(candidate: Candidate) -> tuple[datetime, float]:
        passage = candidate.passage
        return passage.created_at or datetime.min.replace(tzinfo=UTC), numbers.get(passage.chunk.id, inf)

    kept = sorted((candidate for candidate in selected if candidate.cut is None), key=said)
    ranked = [replace(candidate, passage=replace(candidate.passage, rank=rank)) for rank, candidate in enumerate(kept, start=1)]
    return ranked + [candidate for candidate in selected if candidate.cut is not None]
