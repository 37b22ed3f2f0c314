"""The head of a ranking: the passages that compete for a place, in their order, and what each of them has to reach."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from chat.domain import Elsewhere, Limits, Passage, Question, Scores, Source
from chat.retrieval.dates import timeliness
from chat.retrieval.dates.recounting import Recounting
from chat.retrieval.question import askings
from chat.retrieval.question.query import Query
from chat.retrieval.scoring.evidence import Mode, strength
from chat.retrieval.scoring.leading import head
from chat.retrieval.scoring.ranked import Ranked
from chat.retrieval.told import wishes
from chat.settings import RetrievalSettings
from chat.text import asks_only, contacts
from chat.text.languages import code_of
from chat.threads.base import Described

_OF_LANGUAGE = 200
"""Characters that tell which language a passage is in."""


@dataclass(frozen=True, slots=True)
class Shortlist:
    """Passages, best first."""

    passages: Sequence[Passage]
    looked_at: int
    """So many of them compete; the others are listed to explain."""
    strengths: Mapping[str, float]
    """By chunk, how likely it is that its collection holds anything about the question, 0 to 1."""
    small: frozenset[str]
    """Chunks of collections that are small enough to be read whole."""
    lexical: str | None
    """The chunk that names most of what is asked; `None` where it only asks the same."""


def to_read(ranked: Ranked, lexical: int | None, question: Question, settings: RetrievalSettings) -> list[int]:
    """Indexes in the ranking, best first, and behind them the `lexical` one, which names most of what is asked."""
    most = (question.candidates or len(ranked)) if question.explain else 0
    read: list[int] = head(ranked.score, max(_looked_at(question, settings), most)).tolist()
    return read if lexical is None or lexical in read else [*read, lexical]


def shortlist(
    question: Question,
    ranked: Ranked,
    read: Sequence[int],
    lexical: int | None,
    described: Mapping[str, Described],
    mode: Mode,
    told: Recounting | None,
    settings: RetrievalSettings,
) -> Shortlist:
    """What was read, by what only its words tell: their dates, wishes, and whether they ask or tell."""
    elsewhere = {place.id: place for place in question.elsewhere}
    found = (_passage(ranked, at, one, elsewhere) for at in read if (one := described.get(ranked.id(at))) is not None)
    passages = [passage for passage in found if not _asks_the_same(passage, question)]
    looked_at = _looked_at(question, settings)
    named = None if lexical is None else ranked.id(lexical)
    if any(passage.chunk.id == named and askings.only_asks(passage) for passage in passages):
        named = None
    if told is not None and ranked.recounted:
        passages = _recounted(passages, told, question)
    elif question.recency:
        passages[:looked_at] = timeliness.worded(question, passages[:looked_at], settings)
    passages[:looked_at] = wishes.raised(question.meant, passages[:looked_at], settings.wish_factor)
    likely = strength(ranked.dense[read], ranked.covered[read], mode, settings)
    own = {ranked.id(at): float(each) for at, each in zip(read, likely, strict=True)}
    passages[:looked_at], weaker = askings.lowered(
        question.meant, passages[:looked_at], settings.asking_factor, own, settings.leaders
    )
    return Shortlist(
        passages,
        looked_at,
        {ranked.id(at): float(ranked.strength[at]) for at in read} | weaker,
        frozenset(ranked.id(at) for at in read if len(ranked.maps[ranked.collection[at]]) <= settings.small_units),
        named,
    )


def limits(question: Question, asked: Query, competing: Shortlist, settings: RetrievalSettings) -> Limits:
    """What the question and the settings ask of a passage; a least score that the question asks for takes the place of
    thresholds."""
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
        small=competing.small,
        small_threshold=settings.small_threshold if by_strength else 0.0,
    )
    return replace(every, untold=_untold(question, asked, competing.passages[: competing.looked_at], every))


def _looked_at(question: Question, settings: RetrievalSettings) -> int:
    many = (question.top_k or settings.top_k) + settings.spare_candidates
    return max(many, settings.two_step_candidates) if question.two_step else many


def _recounted(passages: Sequence[Passage], told: Recounting, question: Question) -> list[Passage]:
    """What was said when the question asks for, told and not asked; of these the first or the last one, where that is asked."""
    said = [passage for passage in passages if not asks_only(passage.chunk.text)]
    if told.place is None or not said:
        return said
    first_or_last = min if told.place == "first" else max
    return [first_or_last(said, key=lambda each: each.created_at or question.now)]


def _asks_the_same(passage: Passage, question: Question) -> bool:
    """Whether it is this very question, asked in another thread: it would stand above whatever answers it."""
    said = passage.elsewhere is not None and passage.chunk.source is Source.MESSAGE
    return said and passage.chunk.text.casefold().split() == question.text.casefold().split()


def _passage(ranked: Ranked, at: int, described: Described, elsewhere: Mapping[str, Elsewhere]) -> Passage:
    cosine, keyword = float(ranked.dense[at]), float(ranked.keyword[at])
    return Passage(
        rank=0,
        score=float(ranked.fused[at] * ranked.recency[at]),
        chunk=described.chunk,
        scores=Scores(
            dense=None if np.isnan(cosine) else cosine,
            keyword=keyword if keyword > 0 else None,
            fused=float(ranked.fused[at]),
            recency=float(ranked.recency[at]),
        ),
        document_name=described.document_name,
        document_version=described.document_version,
        role=described.role,
        author=described.author,
        created_at=described.created_at,
        elsewhere=elsewhere.get(described.chunk.thread),
    )


def _untold(question: Question, asked: Query, passages: Sequence[Passage], limits: Limits) -> frozenset[str]:
    """Chunks of which nothing tells whether they hold anything about the question; none where a least score is asked for.

    Of a small thread those that are not in English, all of them where the question is not; of others those in another language
    than the question, as far as they would be held back. And those that give a telephone number, say, to who asks for one, since
    they seldom say so in words.
    """
    if question.threshold is not None:
        return frozenset()
    ids = [one.chunk.id for one in passages]
    codes = {
        id: code_of(one.chunk.text[:_OF_LANGUAGE])
        for id, one in zip(ids, passages, strict=True)
        if id in limits.small or limits.strengths[id] < limits.threshold
    }
    own, contact = (code_of(question.meant), contacts.wanted(question.meant)) if codes else ("", None)
    given = {one.chunk.id for one in passages if contact is not None and contact.is_given(one.chunk.text)}
    return frozenset(
        id for id, code in codes.items() if id in given or (asked.foreign or code != "en" if id in limits.small else code != own)
    )
