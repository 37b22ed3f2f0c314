"""The head of a ranking: the passages that compete for a place, best first, and what each of them has to reach."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from chat.dialogue.preamble import states_nothing
from chat.domain import Cut, Elsewhere, Limits, Part, PartName, Passage, Question, Scores, Source
from chat.retrieval.choosing import exhaustive
from chat.retrieval.dates import timeliness
from chat.retrieval.dates.recounting import Recounting
from chat.retrieval.question import codes, earlier_questions
from chat.retrieval.question.query import Query
from chat.retrieval.scoring import top_k
from chat.retrieval.scoring.evidence import strength
from chat.retrieval.scoring.ranked import Ranked, best_named
from chat.retrieval.scoring.request import RankingRequest
from chat.retrieval.statements import wishes
from chat.settings import RetrievalSettings
from chat.text import contacts
from chat.text.languages import code_of
from chat.threads.base import Described

_OF_LANGUAGE = 200
"""Characters of a passage by which its language is detected."""


@dataclass(frozen=True, slots=True)
class Shortlist:
    """Passages, best first."""

    passages: Sequence[Passage]
    looked_at: int
    """How many of them compete; the others are only listed, to explain."""
    strengths: Mapping[str, float]
    """By chunk, how likely it is that its collection holds anything about the question, 0 to 1."""
    units: Mapping[str, int]
    """By chunk, how many units its collection has."""
    lexical: str | None
    """The chunk that names most of the question without only asking; `None` where there is none."""
    parts: Mapping[str, tuple[Part, ...]]
    """By chunk, the parts of its fused score; filled to explain."""
    left_out: Sequence[tuple[Passage, Cut]]
    """Passages that do not compete because of what they say, and why; filled to explain."""


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a ranking."""

    ranked: Ranked
    units: Sequence[int]
    """Indices into `ranked` of the units whose text is read, best first, and last the lexical ones."""
    lexical: Sequence[int]
    """Index of the unit of each collection that names most of the question, best first."""


def head_of(ranked: Ranked, question: Question, settings: RetrievalSettings) -> Head:
    """Return the units that compete for a place, more of them where the search is to be explained."""
    lexical = best_named(ranked)
    listed = (question.candidates or len(ranked)) if question.explain else 0
    best: list[int] = top_k.head(ranked.score, max(_looked_at(question, settings), listed)).tolist()
    return Head(ranked, [*best, *(unit for unit in lexical if unit not in best)], lexical)


def shortlist(request: RankingRequest, head: Head, described: Mapping[str, Described], settings: RetrievalSettings) -> Shortlist:
    """Rerank the head of the ranking by what only the text tells: dates, wishes, and whether it asks or tells.

    `described` has the chunks of its units by chunk id; those that are missing were deleted meanwhile.
    """
    question, ranked, read = request.question, head.ranked, head.units
    elsewhere = {place.id: place for place in question.elsewhere}
    found = [passage_of(ranked, unit, chunk, elsewhere) for unit in read if (chunk := described.get(ranked.id(unit))) is not None]
    passages = [passage for passage in found if not _asks_the_same(passage, question)]
    looked_at = _looked_at(question, settings)
    lexical = [ranked.id(unit) for unit in head.lexical]
    asking = {passage.chunk.id for passage in passages if passage.chunk.id in lexical and earlier_questions.only_asks(passage)}
    named = next((id for id in lexical if id not in asking), None)
    if request.recounting is not None and ranked.recounted:
        passages = _recounted(passages, request.recounting, question)
    elif question.recency:
        passages[:looked_at] = timeliness.worded(question, passages[:looked_at], settings)
    parts: Mapping[str, tuple[Part, ...]] = {ranked.id(unit): ranked.parts(unit) for unit in read} if question.explain else {}
    wished = wishes.raised(question.meant, passages[:looked_at], settings.wish_factor)
    parts = _multiplied(parts, "wish", passages, wished)
    passages[:looked_at] = wished
    strengths = strength(ranked.dense[read], ranked.covered[read], request.mode, settings)
    own_strengths = {ranked.id(unit): float(own) for unit, own in zip(read, strengths, strict=True)}
    lowered, weaker = earlier_questions.lowered(question.meant, wished, settings.asking_factor, own_strengths, settings.leaders)
    parts = _multiplied(parts, "asked_before", wished, lowered)
    exact = codes.exact_first(question.meant, lowered)
    parts = _multiplied(parts, "other_code", lowered, exact)
    passages[:looked_at] = exact
    return Shortlist(
        passages=passages,
        looked_at=looked_at,
        strengths={ranked.id(unit): float(ranked.strength[unit]) for unit in read} | weaker,
        units={ranked.id(unit): len(ranked.maps[ranked.collection[unit]]) for unit in read},
        lexical=named,
        parts=parts,
        left_out=_left_out(found, passages, question) if question.explain else (),
    )


def _multiplied(
    parts: Mapping[str, tuple[Part, ...]], name: PartName, before: Sequence[Passage], after: Sequence[Passage]
) -> Mapping[str, tuple[Part, ...]]:
    """Return the parts, by chunk, with a factor added to those whose score a step changed."""
    if not parts:
        return parts
    was = {passage.chunk.id: passage.scores.fused for passage in before}
    now = {passage.chunk.id: passage.scores.fused for passage in after}
    factors = {id: fused / was[id] for id, fused in now.items() if fused != was[id]}
    return {**parts, **{id: (*parts[id], Part(name, factor, multiplies=True)) for id, factor in factors.items()}}


def _left_out(found: Sequence[Passage], competing: Sequence[Passage], question: Question) -> list[tuple[Passage, Cut]]:
    """Return the passages that do not compete, each with the step that cut it."""
    ids = {passage.chunk.id for passage in competing}
    return [
        (passage, "question" if _asks_the_same(passage, question) or states_nothing(passage.chunk.text) else "period")
        for passage in found
        if passage.chunk.id not in ids
    ]


def limits(request: RankingRequest, competing: Shortlist, settings: RetrievalSettings) -> Limits:
    """Return what a passage has to reach to be kept. A least score that the question asks for replaces the thresholds."""
    question = request.question
    by_strength = question.threshold is None
    every = Limits(
        threshold=settings.threshold if by_strength else 0.0,
        strengths=competing.strengths,
        least_score=question.threshold or 0.0,
        top_k=question.top_k or settings.top_k,
        budget_characters=question.budget_characters or settings.budget_characters,
        looked_at=competing.looked_at,
        diversity=question.diversity,
        sections=settings.two_step_sections if question.two_step else None,
        lexical=competing.lexical,
        small=frozenset(id for id, units in competing.units.items() if units <= settings.small_units),
        lower_thresholds=_lower(competing, settings) if by_strength else {},
    )
    return replace(every, untold=_untold(question, request.query, competing.passages[: competing.looked_at], every))


def _lower(competing: Shortlist, settings: RetrievalSettings) -> dict[str, float]:
    """Return the thresholds of chunks whose collection holds little, by chunk.

    The fewer unrelated units there are, the less strong is the strongest of them, and what is related may be no stronger. Beside
    documents that are about the question, messages need the full threshold.
    """
    documents = [each.chunk.id for each in competing.passages if each.chunk.source is Source.DOCUMENT]
    are_told_of = any(competing.strengths[id] >= settings.threshold for id in documents)
    lower = {}
    for passage in competing.passages:
        said, units = passage.chunk.source is Source.MESSAGE, competing.units[passage.chunk.id]
        if said and are_told_of:
            continue
        if units <= settings.small_units:
            lower[passage.chunk.id] = settings.small_threshold
        elif said and units < settings.full_messages:
            lower[passage.chunk.id] = settings.threshold * units / settings.full_messages
    return lower


def _looked_at(question: Question, settings: RetrievalSettings) -> int:
    count = (question.top_k or settings.top_k) + settings.spare_candidates
    return max(count, settings.two_step_candidates) if question.two_step else count


def _recounted(passages: Sequence[Passage], recounting: Recounting, question: Question) -> list[Passage]:
    """Return what was stated, not asked, at the time that the question asks for; only the first or the last, where that is
    asked."""
    said = exhaustive.stated(passages, recounting)
    if recounting.place is None or not said:
        return said
    first_or_last = min if recounting.place == "first" else max
    return [first_or_last(said, key=lambda passage: passage.created_at or question.now)]


def _asks_the_same(passage: Passage, question: Question) -> bool:
    """Return whether a passage is this very question, asked in another thread: it would outrank whatever answers it."""
    said = passage.elsewhere is not None and passage.chunk.source is Source.MESSAGE
    return said and passage.chunk.text.casefold().split() == question.text.casefold().split()


def passage_of(ranked: Ranked, unit: int, described: Described, elsewhere: Mapping[str, Elsewhere]) -> Passage:
    """Return a unit of the ranking as a passage."""
    cosine, keyword = float(ranked.dense[unit]), float(ranked.keyword[unit])
    return Passage(
        rank=0,
        score=float(ranked.fused[unit] * ranked.recency[unit]),
        chunk=described.chunk,
        scores=Scores(
            dense=None if np.isnan(cosine) else cosine,
            keyword=keyword if keyword > 0 else None,
            fused=float(ranked.fused[unit]),
            recency=float(ranked.recency[unit]),
        ),
        document_name=described.document_name,
        document_version=described.document_version,
        role=described.role,
        author=described.author,
        created_at=described.created_at,
        elsewhere=elsewhere.get(described.chunk.thread),
    )


def _untold(question: Question, asked: Query, passages: Sequence[Passage], limits: Limits) -> frozenset[str]:
    """Return the chunks whose scores can't tell whether they are about the question, which therefore need no strength; none where
    the question asks for a least score.

    In a small collection those that are not in English, all of them where the question is not; in others those in another
    language than the question, if they would miss the threshold. And those that give what the question asks for, such as a
    telephone number, since they seldom say so in words.
    """
    if question.threshold is not None:
        return frozenset()
    codes = {
        passage.chunk.id: code_of(passage.chunk.text[:_OF_LANGUAGE])
        for passage in passages
        if passage.chunk.id in limits.small or limits.strengths[passage.chunk.id] < limits.threshold
    }
    code_of_question, contact = (code_of(question.meant), contacts.wanted(question.meant)) if codes else ("", None)
    given = {passage.chunk.id for passage in passages if contact is not None and contact.is_given(passage.chunk.text)}

    def is_untold(id: str, code: str) -> bool:
        if id in given:
            return True
        return (asked.foreign or code != "en") if id in limits.small else code != code_of_question

    return frozenset(id for id, code in codes.items() if is_untold(id, code))
