"""Answers without a model: the sentences of the sources that answer, quoted word by word, by whom and when they were said.

Which passages answer is told by `fitting`, what of them is quoted by `quotable`, how it is put by `wording`; where nothing
answers, nothing is written.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from chat.domain import Passage, Source
from chat.embedding.base import Embedder
from chat.errors import EmbeddingFailed
from chat.llm import fitting
from chat.llm.base import Likely, Prompt
from chat.llm.deciding import decided
from chat.llm.models import QUOTING
from chat.llm.quotable import Piece, listing, pieces, run, with_before
from chat.llm.rows import columns_at_end
from chat.llm.subject import Subject, subject
from chat.llm.wording import Quote, worded
from chat.text import asking, terms

Vectors = NDArray[np.float32]

_PASSAGES = 12
"""The best passages whose sentences are looked at."""
_OF_DOCUMENTS = 6
"""Of documents fewer: they are longer."""
_SENTENCES = 48
"""Most sentences that are embedded for one answer; each costs a few milliseconds."""
_QUESTION_TOKENS = 200
_HEADINGS = 2
"""Of those above a passage, the last ones say what its sentences are about."""
_QUOTES = {"list": 4, "compare": 4, "how to": 4}
_FEW_QUOTES = 3
_TERM_WEIGHT, _NEARLY_WEIGHT, _AROUND_WEIGHT = 0.3, 0.3, 0.3
"""Of the share of the question's terms in a sentence, beside its cosine; in a document's, of that share with related words, and
of the same with its heading and the sentence before it."""
_RANK_WEIGHT = 0.03
"""Taken off per rank of the passage: retrieval saw more than the sentence."""
_WORSE = 0.25
"""A turn beyond the first must be likely to answer by at least this share of the best."""
_UNLIKE = 0.8
"""A document's sentence beyond the first must be like the question by at least this share of the best."""
_WITHOUT = 0.65
"""A document's sentence that lacks the time or the reason that is asked for gives way to one that has it and this share of its
score."""
_SAME = 0.92
"""Cosine from which two quotes say the same."""
_ALIKE, _SHARED = 0.4, 0.4
"""To be quoted, a document's sentence must be so much like the question, or hold this share of its words by their rarity."""
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
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
_UNNAMED = 0.4
"""The most that a line of figures tells that nobody can name."""
_MOST_ITEMS = 12
"""Of a list that is quoted whole."""
_FIGURES = 0.3
"""Share of a line's words from which it is one of figures."""
_SAME_WORDS = 0.8
"""Share of the shorter quote's terms from which it says nothing beside the longer one."""


@dataclass(frozen=True, slots=True)
class _Heard:
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


class ExtractiveWriter:
    """Keeps the promise `Quoting`."""

    name = QUOTING

    def __init__(self, embedder: Embedder, least_confidence: float = 0.0) -> None:
        """`least_confidence`: how likely the sources must answer for anything to be written, 0 to 1."""
        self._embedder = embedder
        self._least = least_confidence

    async def write(self, prompt: Prompt) -> AsyncIterator[str | Likely]:
        quotes, likely = await self._quotes(prompt)
        yield Likely(likely)
        for at, paragraph in enumerate(worded(quotes, prompt.sources, fitting.asked(prompt.question).kind)):
            yield ("\n\n" if at else "") + paragraph

    async def close(self) -> None:
        """Nothing is held."""

    async def _quotes(self, prompt: Prompt) -> tuple[list[Quote], float]:
        """And how likely they answer; where nothing is quoted, how likely anything does."""
        question = fitting.asked(self._end_of(prompt.question))
        sources = prompt.sources[:_PASSAGES]
        befores = [_before(source, sources) for source in sources]
        held = [_held(at, sources, befores[at], set(question.terms)) for at in range(len(sources))]
        heard = _most_telling(held, sources, question.terms)
        if not heard:
            return [], 0.0
        texts = [*question.parts, *(each.piece.text for each in heard)]
        try:
            embedded = await self._embedder.embed(texts)
        except EmbeddingFailed:  # by shared words alone
            embedded = np.zeros((len(texts), 0), dtype=np.float32)
        by_words = None if embedded.size else prompt.confidence
        asked, vectors = embedded[: len(question.parts)], embedded[len(question.parts) :]
        best = [
            _half(heard, held, vectors @ part, sources, text, by_words) for part, text in zip(asked, question.parts, strict=True)
        ]
        turns = sum(map(_tells, prompt.sources))
        answered = max(each.answered(prompt.confidence, turns) for each in best)
        if answered < self._least or not any(each.sentences for each in best):
            return [], min(answered, self._least)
        chosen = _chosen(best, heard, vectors, _QUOTES.get(question.kind, _FEW_QUOTES))
        quotes = _distinct(question.terms, [_quote(heard[one], held, befores, question, prompt.question) for one in chosen])
        return quotes, max(each.cited(turns) for each in best)

    def _end_of(self, question: str) -> str:
        """Of a question beyond the model's window what it asks; where nothing tells that, its end, where most ask what they
        want."""
        if self._embedder.count_tokens(question) <= _QUESTION_TOKENS:
            return question
        question = asking(question) or question
        while self._embedder.count_tokens(question) > _QUESTION_TOKENS:
            question = question[-len(question) * 3 // 4 :].partition(" ")[2] or question[-len(question) // 2 :]
        return question


@dataclass(frozen=True, slots=True)
class _Best:
    """For one half of a question: what answers it."""

    sentences: tuple[int, ...]
    """Their places among all that were heard, best first: those that come near enough to the best."""
    features: fitting.Floats
    """Of the sources that may be quoted."""
    of_documents: bool
    """Whether documents are the best sources rather than turns."""
    told: float
    """How likely the best sentence answers, 0 to 1."""

    def answered(self, confidence: float, turns: int) -> float:
        """How likely the sources hold the answer; so many turns that tell something were found."""
        if self.of_documents:
            return self.told
        return fitting.told_by_few(self.told) if fitting.are_few(turns) else fitting.answered(self.features, confidence)

    def cited(self, turns: int) -> float:
        """How likely what is quoted of them answers."""
        return self.told if self.of_documents or fitting.are_few(turns) else fitting.cited(self.features)


def _tells(source: Passage) -> bool:
    """Whether it is a turn that may tell something: a question that was asked before does not."""
    return source.chunk.source is Source.MESSAGE and asking(source.chunk.text) != source.chunk.text


def _held(at: int, sources: Sequence[Passage], before: int | None, wanted: set[str]) -> Sequence[Piece]:
    """What may be quoted of a source: nothing of a document that was found behind others."""
    chunk = sources[at].chunk
    if chunk.source is Source.MESSAGE:
        return pieces(chunk, wanted)
    if at >= _OF_DOCUMENTS:
        return []
    return pieces(chunk, wanted, columns_at_end(sources[before].chunk.text) if before is not None else None)


def _most_telling(held: Sequence[Sequence[Piece]], sources: Sequence[Passage], wanted: frozenset[str]) -> list[_Heard]:
    """Of each source the sentences that share most with the question, as many of each as there is room for."""
    heard: list[_Heard] = []
    room = max(1, _SENTENCES // max(1, sum(map(bool, held))))
    known = wanted & set[str]().union(*(terms(source.chunk.indexed) for source in sources))
    for source, of_source in enumerate(held):
        telling = []
        section = frozenset(terms(" ".join(sources[source].chunk.section[-_HEADINGS:])))
        heading, before = frozenset[str](), frozenset[str]()
        for at, piece in enumerate(of_source):
            own = frozenset(terms(piece.text))
            if piece.quotable:
                each = _Heard(source, at, piece, own, own | before | heading | section, _is_row(piece))
                if not each.row or 2 * len(known & own) > len(known):
                    telling.append(each)
                before = own
            elif not piece.plain:  # a heading, or the names of a table's columns
                heading = own if at and of_source[at - 1].quotable else heading | own
                before = frozenset()
        telling.sort(key=lambda each: -len(wanted & each.terms))
        heard += sorted(telling[:room], key=lambda each: each.at)
    return heard


def _is_row(piece: Piece) -> bool:
    words = piece.text.split()
    figures = sum(any(map(str.isdigit, word)) and not any(map(str.isalpha, word)) for word in words)
    return piece.of_document and not piece.told and figures >= max(2, _FIGURES * len(words))


def _unlikely(each: _Heard, held: Sequence[Piece]) -> float:
    """What is taken off a document's line for what it is."""
    if not each.piece.of_document or each.piece.told:
        return 0.0
    if each.piece.announces:
        return 0.0 if listing(held, each.at) else _EMPTY
    if each.piece.plain:
        return 0.0
    return _FIGURES_ALONE if each.row or len(each.piece.text) > _LONG_LINE else _ROW


def _aim(wanted: Subject, heard: _Heard, sources: Sequence[Passage]) -> tuple[float, float]:
    """How far a document's sentence tells what is asked for, and of the period that is asked for."""
    if not heard.piece.of_document:
        return 0.0, 0.0
    heading = sources[heard.source].chunk.section[-1:]
    told = wanted.row(heard.piece.text) if heard.piece.told else wanted.told(heard.piece.text)
    if heard.row:
        told = min(told, _UNNAMED)
    return told, wanted.timed(" ".join((*heading, heard.piece.text)))


@dataclass(frozen=True, slots=True)
class _Judged:
    """A sentence held against the question."""

    heard: _Heard
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

    @property
    def score(self) -> float:
        of_document = self.heard.piece.of_document
        return (
            self.cosine
            + _TERM_WEIGHT * self.share
            + (_NEARLY_WEIGHT * self.nearly + _AROUND_WEIGHT * self.around if of_document else 0.0)
            + fitting.BONUS * self.has
            + _TOLD * self.told
            + _TIMED * self.timed
            - self.unlikely
            - (_CUT if self.heard.piece.cut else 0.0)
            - _RANK_WEIGHT * self.heard.source
        )

    @property
    def likely(self) -> float:
        """How likely it answers, 0 to 1."""
        return fitting.told(self.cosine, self.nearly, self.around, self.has)


def _judged(
    heard: Sequence[_Heard],
    of_each: Sequence[Sequence[Piece]],
    cosines: Vectors,
    sources: Sequence[Passage],
    question: fitting.Asked,
    wanted: Subject,
) -> list[_Judged]:
    weights = fitting.rarity(question.terms, sources)
    capped = fitting.capped(weights, len(sources))
    return [
        _Judged(
            each,
            float(cosine),
            fitting.share(weights, each.terms),
            fitting.nearly(weights, each.terms),
            fitting.nearly(capped, each.around),
            fitting.expected(question.kind, each.piece.text, question.terms),
            *_aim(wanted, each, sources),
            _unlikely(each, of_each[each.source]),
        )
        for each, cosine in zip(heard, cosines, strict=True)
    ]


def _half(
    heard: Sequence[_Heard],
    of_each: Sequence[Sequence[Piece]],
    cosines: Vectors,
    sources: Sequence[Passage],
    text: str,
    by_words: float | None,
) -> _Best:
    question, wanted = fitting.asked(text), subject(text)
    judged = _judged(heard, of_each, cosines, sources, question, wanted)
    return _best(judged, sources, question, wanted, by_words)


def _best(
    judged: Sequence[_Judged],
    sources: Sequence[Passage],
    question: fitting.Asked,
    wanted: Subject,
    by_words: float | None,
) -> _Best:
    """`by_words` is how likely sources answer where there are no vectors."""
    by_source: dict[int, int] = {}
    for at, each in enumerate(judged):
        source = each.heard.source
        if source not in by_source or each.score > judged[by_source[source]].score:
            by_source[source] = at
    spoken = tuple(sources[source] for source in by_source)
    nearest = [max(each.cosine for each in judged if each.heard.source == source) for source in by_source]
    features = fitting.features(question.terms, spoken, nearest)
    fits = fitting.fits(features)
    of_documents = fitting.in_documents(fits, spoken)
    if of_documents:
        sentences = _of_documents(judged, sources, question, wanted)
    else:
        near = _near_the_best(tuple(by_source.values()), fits.tolist(), _WORSE)
        sentences = _earlier_first(near, by_source, [each.heard for each in judged], sources)
    told = by_words if by_words is not None else max((judged[at].likely for at in sentences), default=0.0)
    return _Best(sentences, features, of_documents, told)


def _of_documents(
    judged: Sequence[_Judged], sources: Sequence[Passage], question: fitting.Asked, wanted: Subject
) -> tuple[int, ...]:
    """Sentences that come near enough to the best, best first."""
    near = [at for at, each in enumerate(judged) if _may_answer(each, sources[each.heard.source], wanted)]
    with_it = [at for at in near if judged[at].has] if fitting.has_to(question.kind) else []
    best = max((judged[at].score for at in near), default=0.0)
    if with_it and max(judged[at].score for at in with_it) >= _WITHOUT * best:
        near = with_it
    sentences = _near_the_best(near, [judged[at].score for at in near], _UNLIKE)
    first = judged[sentences[0]] if sentences else None
    return tuple(at for at in sentences if first and judged[at].told >= first.told and judged[at].timed >= min(0, first.timed))


def _may_answer(each: _Judged, source: Passage, wanted: Subject) -> bool:
    if not each.heard.piece.of_document:
        return True
    held = each.share if wanted.how_many else each.around  # a number near one word may be that of anything
    return (each.cosine >= _ALIKE or held >= _SHARED) and wanted.may_be_told(each.heard.piece.text, source.chunk.indexed)


def _near_the_best(places: Sequence[int], scores: Sequence[float], least: float) -> tuple[int, ...]:
    """Best first, those whose score is at least this share of the best."""
    order = sorted(range(len(places)), key=lambda at: -scores[at])
    return tuple(places[at] for at in order if scores[at] >= least * scores[order[0]])


def _earlier_first(
    sentences: Sequence[int], by_source: Mapping[int, int], heard: Sequence[_Heard], sources: Sequence[Passage]
) -> tuple[int, ...]:
    """Before what took the place of a statement that stands above it among the sources, as for a question about the beginning,
    that statement."""
    ordered: list[int] = []
    for one in sentences:
        source = heard[one].source
        message = sources[source].chunk.parent
        ordered += [before for above, before in by_source.items() if above < source and sources[above].superseded_by == message]
        ordered.append(one)
    return tuple(dict.fromkeys(ordered))


def _chosen(halves: Sequence[_Best], heard: Sequence[_Heard], vectors: Vectors, most: int) -> list[int]:
    """The best of each half of the question first, then what is nearly as good; nothing twice."""

    def same(one: int, other: int) -> bool:
        """A figure that differs says something else, however much the rest is alike."""
        return one == other or (
            float(vectors[one] @ vectors[other]) >= _SAME
            and _NUMBER.findall(heard[one].piece.text) == _NUMBER.findall(heard[other].piece.text)
        )

    chosen: list[int] = []
    for one in [*(half.sentences[0] for half in halves if half.sentences), *(one for half in halves for one in half.sentences)]:
        if len(chosen) < most and not any(same(one, other) for other in chosen):
            chosen.append(one)
    return chosen


def _quote(
    each: _Heard, held: Sequence[Sequence[Piece]], befores: Sequence[int | None], question: fitting.Asked, asked: str
) -> Quote:
    """A sentence of a document, with the list that it announces; of what was said also the sentences around it."""
    of_source, marker = held[each.source], each.source + 1
    decides = (
        decided(asked, each.piece.text) if question.kind == "yes or no" and each.piece.plain and not each.piece.cut else None
    )
    if not each.piece.of_document:
        return Quote(marker, run(of_source, each.at), decides=decides)
    listed = listing(of_source, each.at) if each.piece.announces or question.kind in _QUOTES else None
    if listed is None:
        whole = each.piece.text if each.piece.told else with_before(of_source, each.at)
        cut_off = "… " if each.piece.cut and whole[:1].islower() else ""
        before = befores[each.source] if each.piece.inherited else None
        also = None if before is None else before + 1
        return Quote(marker, f"{cut_off}{whole}", told=each.piece.told, also=also, decides=decides)
    first, last = listed
    head_of = each.piece if each.piece.announces else of_source[first - 1] if first else None
    head = head_of.text if head_of is not None and head_of.announces else ""
    items = tuple(piece.text for piece in of_source[first:last][:_MOST_ITEMS])
    return Quote(marker, head, items=items, items_told=of_source[first].told, steps=of_source[first].item == "step")


def _before(source: Passage, sources: Sequence[Passage]) -> int | None:
    """The place of the chunk before on the same page, where that was found too."""
    wanted = (source.parent, source.chunk.index - 1, source.chunk.page)
    return next((at for at, one in enumerate(sources) if (one.parent, one.chunk.index, one.chunk.page) == wanted), None)


def _distinct(wanted: frozenset[str], quotes: Sequence[Quote]) -> list[Quote]:
    """Without what another one of them holds: neighbours overlap, and a list is chosen by each of its items. One that holds a
    word of the question or a figure that the other does not stays."""
    kept: list[Quote] = []
    for quote in quotes:
        own = set(terms(" ".join((quote.text, *quote.items))))
        others = [set(terms(" ".join((other.text, *other.items)))) for other in kept]
        if not own or not any(_says_nothing_new(own, other, wanted) for other in others if other):
            kept.append(quote)
    return kept


def _says_nothing_new(own: set[str], other: set[str], wanted: frozenset[str]) -> bool:
    telling = {term for term in own if term in wanted or term.isdecimal()}
    return len(own & other) >= _SAME_WORDS * min(len(own), len(other)) and telling <= other
