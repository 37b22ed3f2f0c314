"""Which sentences of the sources answer a question, and how likely the best of them does."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from chat.domain import Passage
from chat.languages import ENGLISH
from chat.llm.quoting import fitting
from chat.llm.quoting.asked import Asked, asked, expected, has_to
from chat.llm.quoting.presence import speaks_of, thing
from chat.llm.quoting.qualifiers import amount, called, months, numbered, of_another_month, of_another_number
from chat.llm.quoting.quotable import Piece, listing
from chat.llm.quoting.subject import Subject, subject
from chat.text import terms

Vectors = NDArray[np.float32]

_SENTENCES = 48
"""Most sentences that are embedded for one answer; each costs a few milliseconds."""
_HEADINGS = 2
"""Of those above a passage, the last ones say what its sentences are about."""
_TERM_WEIGHT, _NEARLY_WEIGHT, _AROUND_WEIGHT = 0.3, 0.3, 0.3
"""Of the share of the question's terms in a sentence, beside its cosine; in a document's, of that share with related words, and
of the same with its heading and the sentence before it."""
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
_HEADED = 0.3
"""For a document's sentence whose heading is what is asked for."""
_UNNAMED = 0.4
"""The most that a line of figures tells that nobody can name."""
_FIGURES = 0.3
"""Share of a line's words from which it is one of figures."""
_OF_TIME = frozenset(("when", "how long", "how often"))
_SAID = 3
"""Words in small letters of what is a sentence, however many figures it has."""
_BONUS = 0.15
"""For a sentence that has what the question asks for, beside its cosine."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A sentence that may be quoted."""

    source: int
    """From 0."""
    at: int
    """Among the pieces of the source."""
    piece: Piece
    terms: frozenset[str]
    around: frozenset[str]
    """With those of what it stands under and of the sentence before it."""
    row: bool
    """It is a line of figures that no table was made of: one word of the question in it says nothing."""
    headed: bool
    """The heading right above it holds all that is asked, and more than a word."""
    months: frozenset[int]
    """Of the last heading above it that names one."""
    under: frozenset[str]
    """The terms of what it stands under."""


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


def most_telling(held: Sequence[Sequence[Piece]], sources: Sequence[Passage], question: Asked) -> list[Heard]:
    """Of each source the sentences that share most with the question, as many of each as there is room for."""
    heard: list[Heard] = []
    wanted, language = question.terms, question.language
    room = max(1, _SENTENCES // max(1, sum(map(bool, held))))
    known = wanted & set[str]().union(*(terms(source.chunk.indexed, language) for source in sources))
    for source, of_source in enumerate(held):
        telling = []
        section = frozenset(terms(" ".join(sources[source].chunk.section[-_HEADINGS:]), language))
        heading, before = frozenset[str](), frozenset[str]()
        dated = months(" ".join(sources[source].chunk.section))
        path = [(at, frozenset(terms(title, language))) for at, title in enumerate(sources[source].chunk.section, start=1)]
        for at, piece in enumerate(of_source):
            own = frozenset(terms(piece.text, language))
            if piece.quotable:
                asked_for = frozenset(terms(piece.asked, language))
                around = own | before | heading | section | asked_for
                headed = len(wanted) > 1 and wanted <= (heading or section)
                each = Heard(source, at, piece, own, around, _is_row(piece), headed, dated, _under(path))
                if not each.row or 2 * len(known & own) > len(known):
                    telling.append(each)
                before = own
            elif not piece.plain:  # a heading, or the names of a table's columns
                heading = own if at and of_source[at - 1].quotable else heading | own
                dated = months(piece.text) or dated
                path = _beneath(path, piece.text, own, at > 0 and of_source[at - 1].quotable)
                before = frozenset()
        telling.sort(key=lambda each: -len(wanted & each.terms.union(terms(each.piece.asked, language))))
        heard += sorted(telling[:room], key=lambda each: each.at)
    return heard


_Path = list[tuple[int, frozenset[str]]]
"""Headings that something stands under, each with its level and terms, outermost first."""
_LEVEL = re.compile(r"^#{2,6}(?=\s)")
_INNERMOST = 7
"""The level of a heading that does not tell it."""


def _beneath(path: _Path, heading: str, own: frozenset[str], behind_text: bool) -> _Path:
    """The path under this heading: without what is of its level or below; of one that does not tell its level, without those that
    don't either, where text stands between."""
    told = _LEVEL.match(heading)
    level = len(told[0]) if told else _INNERMOST
    kept = [each for each in path if each[0] < level or (level == _INNERMOST and not behind_text)]
    return [*kept, (level, own)]


def _under(path: _Path) -> frozenset[str]:
    return frozenset[str]().union(*(held for _, held in path))


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


def _is_row(piece: Piece) -> bool:
    words = [word for word in piece.text.split() if any(map(str.isalnum, word))]
    if piece.text.endswith(".") and sum(word.isalpha() and word.islower() for word in words) >= _SAID:
        return False
    figures = sum(any(map(str.isdigit, word)) and not any(map(str.isalpha, word)) for word in words)
    labelled = ":" in piece.text and not piece.plain  # "Due date: 12 July 2024"
    return piece.of_document and not piece.told and not labelled and figures >= max(2, _FIGURES * len(words))


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
    """It speaks of what must be spoken of, of no other month, number or heading than the one that is asked for."""

    @property
    def score(self) -> float:
        of_document = self.heard.piece.of_document
        return (
            (1.0 if self.language == ENGLISH else _FOREIGN_COSINE) * self.cosine
            + _TERM_WEIGHT * self.share
            + (_NEARLY_WEIGHT * self.nearly + _AROUND_WEIGHT * self.around if of_document else 0.0)
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
        return fitting.told(self.cosine, self.nearly, self.around, self.has, self.language)


@dataclass(frozen=True, slots=True)
class _Narrowed:
    """To what a question narrows what may answer it."""

    language: str
    spoken_of: tuple[frozenset[str], ...]
    """Of each of these sets of terms one must be spoken of."""
    months: frozenset[int]
    numbers: Mapping[str, frozenset[str]]
    heading: frozenset[str]
    """Terms of a heading that the question calls by its name."""

    @classmethod
    def of(cls, question: Asked, of_each: Sequence[Sequence[Piece]], sources: Sequence[Passage]) -> _Narrowed:
        text = " ".join(question.parts)
        things = frozenset[str]().union(*(thing(part, question.language) for part in question.parts))
        titles = [title for source in sources for title in source.chunk.section[1:]]  # the first is the document's own
        titles += [piece.text for held in of_each for piece in held if _LEVEL.match(piece.text)]
        return cls(
            question.language,
            tuple(filter(None, (things, amount(text)))),
            months(text),
            numbered(text),
            called(text, titles, question.language),
        )

    def admits(self, each: Heard) -> bool:
        return (
            all(speaks_of(wanted, each.around, self.language) for wanted in self.spoken_of)
            and not of_another_month(self.months, each.months, each.piece.text)
            and not of_another_number(self.numbers, each.piece.text)
            and self.heading <= each.under | each.terms
        )


def _judged(
    heard: Sequence[Heard],
    of_each: Sequence[Sequence[Piece]],
    cosines: Vectors,
    sources: Sequence[Passage],
    question: Asked,
    wanted: Subject,
) -> list[_Judged]:
    narrowed = _Narrowed.of(question, of_each, sources)
    weights = fitting.rarity(question, sources)
    capped = fitting.capped(weights, len(sources))
    return [
        _Judged(
            each,
            question.language,
            float(cosine),
            fitting.share(weights, each.terms),
            fitting.nearly(weights, each.terms, question.language),
            fitting.nearly(capped, each.around, question.language),
            expected(question, each.piece.text),
            *_aim(question, wanted, each, sources),
            _unlikely(each, of_each[each.source]),
            narrowed.admits(each),
        )
        for each, cosine in zip(heard, cosines, strict=True)
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
        if source not in by_source or each.score > judged[by_source[source]].score:
            by_source[source] = at
    spoken = tuple(sources[source] for source in by_source)
    nearest = [max(each.cosine for each in judged if each.heard.source == source) for source in by_source]
    features = fitting.features(question, spoken, nearest)
    fits = fitting.fits(features)
    of_documents, by_sentences = fitting.in_documents(fits, spoken), fitting.by_sentences(features, turns)
    if of_documents:
        sentences = _of_documents(judged, sources, question, wanted)
    else:
        near = _near_the_best(tuple(by_source.values()), fits.tolist(), _WORSE)
        if by_sentences and by_words is None:
            least = _WORSE * max(judged[at].likely for at in near)
            near = tuple(at for at in near if judged[at].likely >= least)
        sentences = _with_what_changed(near, by_source, [each.heard for each in judged], sources)
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
    if not each.heard.piece.of_document:
        return True
    if not each.may_be:
        return False
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
