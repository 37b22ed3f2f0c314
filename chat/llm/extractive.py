"""Answers without a model: the sentences of the sources that answer, quoted word by word, by whom and when they were said.

Which passages answer is told by `fitting`, what of them is quoted by `quotable`; where nothing answers, nothing is written.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from chat.domain import Passage, Source, Usage
from chat.embedding.base import Embedder
from chat.errors import EmbeddingFailed
from chat.llm import fitting
from chat.llm.base import Prompt
from chat.llm.models import QUOTING
from chat.llm.quotable import Piece, pieces, run
from chat.text import terms, without_markers

Vectors = NDArray[np.float32]

_PASSAGES = 12
"""The best passages whose sentences are looked at."""
_OF_DOCUMENTS = 6
"""Of documents fewer: they are longer."""
_SENTENCES = 48
"""Most sentences that are embedded for one answer; each costs a few milliseconds."""
_QUESTION_TOKENS = 200
_QUOTES = {"list": 4, "compare": 4, "how to": 4}
_FEW_QUOTES = 3
_TERM_WEIGHT = 0.3
"""Of the share of the question's terms in a sentence, beside its cosine."""
_RANK_WEIGHT = 0.03
"""Taken off per rank of the passage: retrieval saw more than the sentence."""
_WORSE = 0.25
"""A turn beyond the first must be likely to answer by at least this share of the best."""
_UNLIKE = 0.8
"""A document's sentence beyond the first must be like the question by at least this share of the best."""
_SAME = 0.92
"""Cosine from which two quotes say the same."""
_ROW = 0.05
"""Taken off a row of a table, where sentences stand beside it."""


@dataclass(frozen=True, slots=True)
class Quote:
    """Words of a source, with the source's number."""

    marker: int
    text: str


@dataclass(frozen=True, slots=True)
class _Heard:
    """A sentence that may be quoted."""

    source: int
    """From 0."""
    at: int
    """Among the pieces of the source."""
    piece: Piece


class ExtractiveWriter:
    """Keeps the promise `Writer` by quoting."""

    name = QUOTING

    def __init__(self, embedder: Embedder, least_answered: float = 0.0) -> None:
        """`least_answered`: how likely the sources must answer for anything to be written, 0 to 1."""
        self._embedder = embedder
        self._least = least_answered

    async def write(self, prompt: Prompt) -> AsyncIterator[str | Usage]:
        for at, paragraph in enumerate(worded(await self._quotes(prompt), prompt.sources)):
            yield ("\n\n" if at else "") + paragraph

    async def close(self) -> None:
        """Nothing is held."""

    async def _quotes(self, prompt: Prompt) -> list[Quote]:
        question = fitting.asked(self._end_of(prompt.question))
        sources = prompt.sources[:_PASSAGES]
        held = [
            pieces(source.chunk, set(question.terms)) if at < _OF_DOCUMENTS or source.chunk.source is Source.MESSAGE else []
            for at, source in enumerate(sources)
        ]
        heard = _most_telling(held, question.terms)
        if not heard:
            return []
        texts = [*question.parts, *(each.piece.text for each in heard)]
        try:
            embedded = await self._embedder.embed(texts)
        except EmbeddingFailed:  # by shared words alone
            embedded = np.zeros((len(texts), 1), dtype=np.float32)
        asked, vectors = embedded[: len(question.parts)], embedded[len(question.parts) :]
        best = [
            _best(heard, vectors @ part, sources, fitting.asked(text)) for part, text in zip(asked, question.parts, strict=True)
        ]
        many = len(prompt.sources)
        if max(fitting.answered(each.features, each.spoken, prompt.confidence, many) for each in best) < self._least:
            return []
        chosen = _chosen(best, vectors, _QUOTES.get(question.kind, _FEW_QUOTES))
        return [Quote(heard[one].source + 1, _words(heard[one], held)) for one in chosen]

    def _end_of(self, question: str) -> str:
        """The end of a long question, where most ask what they want, within the model's window."""
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
    spoken: tuple[Passage, ...]
    """These sources."""


def _most_telling(held: Sequence[Sequence[Piece]], wanted: frozenset[str]) -> list[_Heard]:
    """Of each source the sentences that share most with the question, as many of each as there is room for."""
    heard: list[_Heard] = []
    room = max(1, _SENTENCES // max(1, sum(map(bool, held))))
    for source, of_source in enumerate(held):
        quotable = [_Heard(source, at, piece) for at, piece in enumerate(of_source) if piece.quotable]
        quotable.sort(key=lambda each: -len(wanted & set(terms(each.piece.text))))
        heard += sorted(quotable[:room], key=lambda each: each.at)
    return heard


def _best(heard: Sequence[_Heard], cosines: Vectors, sources: Sequence[Passage], question: fitting.Asked) -> _Best:
    weights = fitting.rarity(question.terms, sources)
    scores = [
        float(cosine)
        + _TERM_WEIGHT * fitting.share(weights, set(terms(each.piece.text)))
        + fitting.bonus(question.kind, each.piece.text)
        - (0.0 if each.piece.plain or not each.piece.of_document else _ROW)
        - _RANK_WEIGHT * each.source
        for each, cosine in zip(heard, cosines, strict=True)
    ]
    by_source: dict[int, int] = {}
    for at, each in enumerate(heard):
        if each.source not in by_source or scores[at] > scores[by_source[each.source]]:
            by_source[each.source] = at
    spoken = tuple(sources[source] for source in by_source)
    nearest = [max(float(cosines[at]) for at, each in enumerate(heard) if each.source == source) for source in by_source]
    features = fitting.features(question.terms, spoken, nearest)
    fits = fitting.fits(features)
    if fitting.in_documents(fits, spoken):
        sentences = _near_the_best(range(len(heard)), scores, _UNLIKE)
    else:
        sentences = _near_the_best(tuple(by_source.values()), fits.tolist(), _WORSE)
    return _Best(sentences, features, spoken)


def _near_the_best(places: Sequence[int], scores: Sequence[float], least: float) -> tuple[int, ...]:
    """Best first, those whose score is at least this share of the best."""
    order = sorted(range(len(places)), key=lambda at: -scores[at])
    return tuple(places[at] for at in order if scores[at] >= least * scores[order[0]])


def _chosen(halves: Sequence[_Best], vectors: Vectors, most: int) -> list[int]:
    """The best of each half of the question first, then what is nearly as good; nothing twice."""
    chosen: list[int] = []
    for one in [*(half.sentences[0] for half in halves), *(one for half in halves for one in half.sentences)]:
        if len(chosen) < most and all(one != other and float(vectors[one] @ vectors[other]) < _SAME for other in chosen):
            chosen.append(one)
    return chosen


def _words(each: _Heard, held: Sequence[Sequence[Piece]]) -> str:
    """A sentence of a document; of what was said also the sentences around it."""
    if each.piece.of_document:
        return each.piece.text
    return run(held[each.source], each.at)


# --- wording -----------------------------------------------------------------------------------------------------


def worded(quotes: Sequence[Quote], sources: Sequence[Passage]) -> list[str]:
    """Paragraphs: what one person said on one day stands in one sentence."""
    by_speech: dict[tuple[str, int], list[Quote]] = {}
    for quote in quotes:
        source = sources[quote.marker - 1]
        by_speech.setdefault((_said(source), 0) if _said(source) else ("", quote.marker), []).append(quote)
    return [_paragraph(group, sources) for group in by_speech.values()]


def _paragraph(quotes: Sequence[Quote], sources: Sequence[Passage]) -> str:
    source = sources[quotes[0].marker - 1]
    said = [
        f"“{without_markers(quote.text.strip('“”'))}” [{quote.marker}]{_origin(sources[quote.marker - 1])}" for quote in quotes
    ]
    return _said(source) + (" and ".join([", ".join(said[:-1]), said[-1]]) if len(said) > 1 else said[0])


def _said(source: Passage) -> str:
    if source.chunk.source is Source.DOCUMENT or source.created_at is None:
        return ""
    who = source.author or ("You" if source.role == "user" else "The assistant")
    return f"{who} said on {source.created_at.day} {source.created_at:%B %Y}: "


def _origin(source: Passage) -> str:
    """Of what was said elsewhere; behind the marker, because it is no part of what the source supports."""
    if source.elsewhere is None or source.elsewhere.kind == "library":
        return ""
    name = source.elsewhere.name.replace("[", "(").replace("]", ")")  # a name is no marker
    return f" (from your thread “{name}”)"
