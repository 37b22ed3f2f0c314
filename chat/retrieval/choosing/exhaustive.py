"""Passages that are exactly what a question asks for, chosen by time or form rather than by similarity."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from math import inf

from chat.dialogue.preamble import states_nothing
from chat.domain import Candidate, Passage, Question, Source
from chat.retrieval.dates.day_questions import passages_of_that_day
from chat.retrieval.dates.periods import Period, periods
from chat.retrieval.dates.recounting import Recounting
from chat.retrieval.question import open_tasks
from chat.text import terms


def asked_for(question: Question, kept: Sequence[Passage], by_time: Recounting | None = None) -> tuple[Passage, ...]:
    """Return those of the kept passages the question asks for by time or form; empty if similarity has to decide.

    `by_time` says what the kept messages were chosen by, if they were chosen by their time.
    """
    told = passages_of_that_day(question, kept) if question.recency else ()
    return told or (_said_then(kept, by_time) if by_time else ()) or open_tasks.lists(question.meant, kept)


def _said_then(kept: Sequence[Passage], by_time: Recounting) -> tuple[Passage, ...]:
    """Return the messages in the order in which they were said; none if a document mentions that time, or may tell of what the
    question names."""
    documents = [passage for passage in kept if passage.chunk.source is Source.DOCUMENT]
    if by_time.names or any(_dates_within(passage, by_time.periods) for passage in documents):
        return ()
    said = stated([passage for passage in kept if passage.chunk.source is Source.MESSAGE], by_time)
    ordered = sorted(said, key=lambda passage: passage.created_at or datetime.min.replace(tzinfo=UTC))
    return tuple(replace(passage, rank=rank) for rank, passage in enumerate(ordered, start=1))


def stated(said: Sequence[Passage], by_time: Recounting) -> list[Passage]:
    """Return the messages that state something; of these only those that tell what somebody is asked to have done, if any
    does."""
    stating = [passage for passage in said if not states_nothing(passage.chunk.text)]
    deed = by_time.deed
    telling = [passage for passage in stating if deed and deed.is_told(terms(passage.chunk.text))]
    return telling or stating


def _dates_within(document: Passage, named: Sequence[Period]) -> bool:
    """Return whether a document mentions a date in one of the periods; one without a year is in the year of the latest."""
    ends = [period.end or period.start for period in named]
    now = max((end for end in ends if end is not None), default=None)
    dates = periods(document.chunk.indexed, now) if now else ()
    return any(period.overlaps(date) for period in named for date in dates)


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
