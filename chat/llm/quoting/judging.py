"""Which sentences of the sources answer a question, and how likely the best of them does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from chat.domain import Passage
from chat.llm.quoting import fitting
from chat.llm.quoting.asked import Asked, asked, expected, has_to
from chat.llm.quoting.hearing import Heard
from chat.llm.quoting.narrowing import Narrowed
from chat.llm.quoting.quotable import Piece
from chat.llm.quoting.still import asks_whether_still, latest_first, with_later
from chat.llm.quoting.subject import Subject, names, subject
from chat.llm.quoting.together import listing
from chat.text import terms
from chat.text.languages import ENGLISH

Vectors = NDArray[np.float32]

_TERM_WEIGHT, _NEARLY_WEIGHT, _AROUND_WEIGHT = 0.3, 0.3, 0.3
"""Of the share of the question's terms in a sentence, beside its cosine; where documents are looked at, of that share with
related words, and of the same with its heading and the sentence before it."""
_FOREIGN_COSINE = 0.5
"""What the cosine counts in other languages than English, which the local model hardly knows."""
_RANK_WEIGHT = 0.03
"""Taken off per rank of the passage: retrieval saw more than the sentence."""
_WORSE = 0.25
"""A turn beyond the first must be likely to answer by at least this share of the best."""
_UNLIKE = 0.8
"""A document's sentence beyond the first must be like the question by at least this share of the best."""
_WITHOUT = 0.65
"""A document's sentence that lacks the time or the reason that is asked for gives way to one that has it and this share of its
score."""
_ALIKE, _SHARED = 0.4, 0.4
"""To be quoted, a document's sentence must be so much like the question, or hold this share of its words by their rarity."""
_ROW, _FIGURES_ALONE = 0.05, 0.15
"""Taken off a line that is no sentence; off one of figures that nobody can name."""
_LONG_LINE = 100
"""Characters from which what is no sentence is names that ran together."""
_EMPTY = 0.15
"""Taken off a sentence that announces what is not quoted with it."""
_CUT = 0.05
"""Taken off a document's sentence that its passage holds the half of."""
_TOLD, _TIMED = 0.15, 0.08
"""For a document's sentence that tells of what is asked for, of the period that is asked for."""
_NAMED_SO = 2.0
"""How far a sentence that gives somebody a name for all that follows tells who that is."""
_HEADED = 0.3
"""For a document's sentence whose heading is what is asked for."""
_UNNAMED = 0.4
"""The most that a line of figures tells that nobody can name."""
_OF_TIME = frozenset(("when", "how long", "how often"))
_BORNE_OUT = 0.3
"""For a turn that plainly tells what is asked of whom."""
_BONUS = 0.15
"""For a sentence that has what the question asks for, beside its cosine."""


@dataclass(frozen=True, slots=True)
class Best:
    """For one half of a question: what answers it."""

    sentences: tuple[int, ...]
    """Their places among all that were heard, best first: those that come near enough to the best."""
    features: fitting.Floats
    """Of the sources that may be quoted."""
    of_documents: bool
    """Whether documents are the best sources rather than turns."""
    by_sentences: bool
    """Turns are judged by their sentences."""
    told: float
    """How likely the best sentence answers, 0 to 1."""
    nearly: float
    """Share of the question that this sentence holds, related words counted in part."""

    @property
    def answered(self) -> float:
        """How likely the sources hold the answer."""
        if self.of_documents:
            return self.told
        return fitting.told_by_turns(self.told) if self.by_sentences else fitting.answered(self.features)

    @property
    def cited(self) -> float:
        """How likely what is quoted of them answers."""
        if self.of_documents:
            return self.told
        return fitting.borne_out(self.told, self.nearly) if self.by_sentences else fitting.cited(self.features)


def judge(
    heard: Sequence[Heard],
    of_each: Sequence[Sequence[Piece]],
    cosines: Vectors,
    sources: Sequence[Passage],
    text: str,
    language: str,
    by_words: float | None,
    turns: int,
) -> Best:
    """What answers one half of a question, its `text`. `cosines` are those of the sentences heard with it; `by_words` is how
    likely sources answer where there are no vectors; so many `turns` that tell something were found."""
    question, wanted = asked(text, language), subject(text)
    judged = _judged(heard, of_each, cosines, sources, question, wanted)
    return _best(judged, sources, question, wanted, by_words, turns)


def _unlikely(each: Heard, held: Sequence[Piece]) -> float:
    """What is taken off a document's line for what it is."""
    if not each.piece.of_document or each.piece.told:
        return 0.0
    if each.piece.announces:
        return 0.0 if listing(held, each.at) else _EMPTY
    if each.piece.plain:
        return 0.0
    return _FIGURES_ALONE if each.row or len(each.piece.text) > _LONG_LINE else _ROW


def _aim(question: Asked, wanted: Subject, heard: Heard, sources: Sequence[Passage]) -> tuple[float, float]:
    """How far a document's sentence tells what is asked for, and of the period that is asked for."""
    if not heard.piece.of_document:
        return 0.0, 0.0
    if question.kind == "who" and names(question.terms, heard.piece.text, question.language):
        return _NAMED_SO, 0.0
    if question.language != ENGLISH:
        label, colon, _ = heard.piece.text.partition(":")
        return float(bool(colon) and question.terms == frozenset(terms(label, question.language))), 0.0
    heading = sources[heard.source].chunk.section[-1:]
    told = wanted.row(heard.piece.text) if heard.piece.told else wanted.told(heard.piece.text)
    if heard.row:
        told = min(told, _UNNAMED)
    return told, wanted.timed(" ".join((*heading, heard.piece.text)))


@dataclass(frozen=True, slots=True)
class _Judged:
    """A sentence held against the question."""

    heard: Heard
    language: str
    """Of the question."""
    cosine: float
    share: float
    """Of the question's terms, by their rarity."""
    nearly: float
    """The same, related words counted in part."""
    around: float
    """The same with what it stands under and behind."""
    has: bool
    """It has what the question asks for: a name, a time, a number."""
    told: float
    """How far it tells what is asked for."""
    timed: float
    """Of the period that is asked for."""
    unlikely: float
    """What is taken off for what it is."""
    may_be: bool
    """It speaks of what must be spoken of, of no other month, number or heading than the one that is asked for; of what was said,
    it tells what is asked of somebody, of them."""
    borne_out: bool
    """Somebody plainly told just what is asked of whom."""
    renews: bool
    """What it so tells is what there is one of at a time, and that of now is asked for."""
    beside_documents: bool
    """It is of one, or held against sentences of documents."""

    @property
    def score(self) -> float:
        of_document = self.heard.piece.of_document
        return (
            (1.0 if self.language == ENGLISH else _FOREIGN_COSINE) * self.cosine
            + _TERM_WEIGHT * self.share
            + (_NEARLY_WEIGHT * self.nearly + _AROUND_WEIGHT * self.around if self.beside_documents else 0.0)
            + _BORNE_OUT * self.borne_out
            + _BONUS * self.has
            + _TOLD * self.told
            + _TIMED * self.timed
            + (_HEADED if self.heard.headed and of_document else 0.0)
            - self.unlikely
            - (_CUT if self.heard.piece.cut else 0.0)
            - _RANK_WEIGHT * self.heard.source
        )

    @property
    def likely(self) -> float:
        """How likely it answers, 0 to 1."""
        return fitting.told(self.cosine, self.nearly, self.around, self.has, self.language, self.borne_out)


def _judged(
    heard: Sequence[Heard],
    of_each: Sequence[Sequence[Piece]],
    cosines: Vectors,
    sources: Sequence[Passage],
    question: Asked,
    wanted: Subject,
) -> list[_Judged]:
    narrowed = Narrowed.of(question, of_each, sources)
    beside_documents = any(each.piece.of_document for each in heard)
    weights = fitting.rarity(question, sources)
    capped = fitting.capped(weights, len(sources))
    told = [narrowed.told(each, of_each[each.source], sources[each.source]) for each in heard]
    return [
        _Judged(
            each,
            question.language,
            float(cosine),
            fitting.share(weights, each.terms),
            fitting.nearly(weights, each.terms, question.language),
            fitting.nearly(capped, each.around, question.language),
            expected(question, each.piece.text) or (each.piece.told and wanted.is_measured(each.piece.text)),
            *_aim(question, wanted, each, sources),
            _unlikely(each, of_each[each.source]),
            narrowed.admits(each, sources[each.source]) if each.piece.of_document else tells != "no",
            tells == "plainly",
            tells == "plainly" and narrowed.of_now,
            beside_documents,
        )
        for each, cosine, tells in zip(heard, cosines, told, strict=True)
    ]


def _best(
    judged: Sequence[_Judged],
    sources: Sequence[Passage],
    question: Asked,
    wanted: Subject,
    by_words: float | None,
    turns: int,
) -> Best:
    by_source: dict[int, int] = {}
    for at, each in enumerate(judged):
        source = each.heard.source
        best = judged[by_source[source]] if source in by_source else None
        if best is None or (each.may_be, each.score) > (best.may_be, best.score):
            by_source[source] = at
    spoken = tuple(sources[source] for source in by_source)
    nearest = [max(each.cosine for each in judged if each.heard.source == source) for source in by_source]
    features = fitting.features(question, spoken, nearest)
    fits = fitting.fits(features)
    of_documents, by_sentences = fitting.in_documents(fits, spoken), fitting.by_sentences(features, turns)
    if of_documents:
        sentences = _of_documents(judged, sources, question, wanted)
    else:
        telling = [(at, fit) for at, fit in zip(by_source.values(), fits.tolist(), strict=True) if judged[at].may_be]
        near = _near_the_best([at for at, _ in telling], [fit for _, fit in telling], _WORSE)
        if near and by_sentences and by_words is None:
            least = _WORSE * max(judged[at].likely for at in near)
            near = tuple(at for at in near if judged[at].likely >= least)
        spoken_of = [each.heard for each in judged]
        if asks_whether_still(question.parts[0], question.language):
            near = with_later(near, tuple(by_source.values()), spoken_of, sources, question.terms)
        near = latest_first(near, [at for at in by_source.values() if judged[at].renews], spoken_of, sources)
        sentences = _with_what_changed(near, by_source, spoken_of, sources)
    likeliest = max((judged[at] for at in sentences), key=lambda each: each.likely, default=None)
    told = by_words if by_words is not None else likeliest.likely if likeliest else 0.0
    return Best(sentences, features, of_documents, by_sentences, told, likeliest.nearly if likeliest else 0.0)


def _of_documents(judged: Sequence[_Judged], sources: Sequence[Passage], question: Asked, wanted: Subject) -> tuple[int, ...]:
    """Sentences that come near enough to the best, best first."""
    timed = question.kind in _OF_TIME and question.parts[0].casefold().startswith(tuple(_OF_TIME))
    near = [
        at
        for at, each in enumerate(judged)
        if _may_answer(each, sources[each.heard.source], wanted)
        and (each.has or not (timed and _tells_one_thing(each.heard.piece)))
    ]
    with_it = [at for at in near if judged[at].has] if has_to(question.kind) else []
    best = max((judged[at].score for at in near), default=0.0)
    if with_it and max(judged[at].score for at in with_it) >= _WITHOUT * best:
        near = with_it
    sentences = _near_the_best(near, [judged[at].score for at in near], _UNLIKE)
    first = judged[sentences[0]] if sentences else None
    return tuple(at for at in sentences if first and _goes_with(judged[at], first))


def _goes_with(each: _Judged, first: _Judged) -> bool:
    """Whether a sentence tells what the first one does, of the same kind of period, under the heading that is asked for."""
    return (
        each.told >= first.told
        and each.timed >= min(0, first.timed)
        and (each.heard.headed or not (first.heard.headed and first.heard.piece.of_document))
    )


def _tells_one_thing(piece: Piece) -> bool:
    """Whether it is a row or a label with its value, behind which nothing more is said."""
    return piece.of_document and not piece.plain and ":" in piece.text


def _may_answer(each: _Judged, source: Passage, wanted: Subject) -> bool:
    if not each.may_be or not each.heard.piece.of_document:
        return each.may_be
    held = each.share if wanted.how_many else each.around  # a number near one word may be that of anything
    is_near = each.cosine >= _ALIKE or held >= _SHARED or each.told >= 1  # "Places: 18."
    return is_near and wanted.may_be_told(f"{each.heard.piece.asked} {each.heard.piece.text}", source.chunk.indexed)


def _near_the_best(places: Sequence[int], scores: Sequence[float], least: float) -> tuple[int, ...]:
    """Best first, those whose score is at least this share of the best."""
    order = sorted(range(len(places)), key=lambda at: -scores[at])
    return tuple(places[at] for at in order if scores[at] >= least * scores[order[0]])


def _with_what_changed(
    sentences: Sequence[int], by_source: Mapping[int, int], heard: Sequence[Heard], sources: Sequence[Passage]
) -> tuple[int, ...]:
    """Those in the order of the sources of which one took the place of the other, and never such a statement without the one that
    took its place."""
    ordered: list[int] = []
    for one in sentences:
        source = heard[one].source
        message, later = sources[source].chunk.parent, sources[source].superseded_by
        taking = [at for other, at in by_source.items() if later is not None and sources[other].chunk.parent == later]
        ordered += [before for above, before in by_source.items() if above < source and sources[above].superseded_by == message]
        ordered += [at for at in taking if heard[at].source < source]
        ordered.append(one)
        ordered += taking
    return tuple(dict.fromkeys(ordered))
