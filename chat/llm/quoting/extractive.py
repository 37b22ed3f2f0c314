"""Answer without a model by quoting the sentences of the sources that answer, with who said them and when.

The `question` package determines what is wanted, `selection` and `answer_likelihood` which sentences answer it, `passage` what
may be quoted, and `presentation` how the quotes are put; if nothing answers, nothing is written.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np

from chat.dialogue.asked_time import asks_for_course
from chat.dialogue.telling import asks_for_questions
from chat.dialogue.whose_words import named_speaker
from chat.domain import Passage, Source
from chat.embedding.base import Embedder
from chat.errors import EmbeddingFailed
from chat.llm.base import Likely, QuoteRequest
from chat.llm.models import QUOTING
from chat.llm.quoting.candidates import Heard, most_telling
from chat.llm.quoting.evidence import MOST_SOURCES, Evidence, gathered, states_something
from chat.llm.quoting.forms.advised import advised
from chat.llm.quoting.forms.attended import attended
from chat.llm.quoting.forms.contacts import contacts
from chat.llm.quoting.forms.introduced import introduced
from chat.llm.quoting.forms.meanings import meanings
from chat.llm.quoting.forms.opening import opening
from chat.llm.quoting.forms.parties import parties
from chat.llm.quoting.forms.releases import released
from chat.llm.quoting.forms.signatures import about_a_signature
from chat.llm.quoting.passage.piece import Piece
from chat.llm.quoting.passage.quotable import pieces
from chat.llm.quoting.passage.together import beginning
from chat.llm.quoting.presentation.wording import Quote, nothing_on, worded
from chat.llm.quoting.question.asked import Asked, asked, expected
from chat.llm.quoting.question.demands.demanded import is_of_another_colour
from chat.llm.quoting.question.nested import Nested, name_in, nested
from chat.llm.quoting.question.of_sources import without_names, without_source
from chat.llm.quoting.question.prices import asks_what_was_spent, tells_a_price
from chat.llm.quoting.question.unspoken import unspoken
from chat.llm.quoting.quotation import LISTING, asks_so, quotation
from chat.llm.quoting.repetition import distinct
from chat.llm.quoting.selection import Judgement, judge
from chat.llm.quoting.superseded_parts import as_asked
from chat.llm.quoting.weighing import Vectors
from chat.text import asking
from chat.text.languages import language_of
from chat.text.markdown import without_targets

_PLAINLY_TOLD = 0.9
"""Confidence of an answer from a signature, release or party that the question names, or from a text that gives the contact
details, opening hours or advice it asks for."""
_QUESTION_TOKENS = 200
_OF_LISTING, _OF_OTHERS = 4, 3
"""Most sentences quoted for a question that whole lists answer, and for any other."""
_MOST_RECOUNTED = 8
"""Most messages quoted when a question asks what was said at some time."""
_SAME = 0.92
"""Cosine similarity from which two quotes count as saying the same."""
_FORMS = (about_a_signature, contacts, opening, parties, meanings, advised, released)
"""Kinds of questions with a treatment of their own; the first that finds something answers. Those that ask for a thing by its
name (a function, a telephone number) come before those with wider patterns."""
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_OF_KNOWN = 0.75
"""Share of the least likelihood that suffices for what is told of somebody whom another sentence has named."""
_HELD = 0.5
"""Share of one half of a question that a sentence quoted for the other holds, from which it may answer both."""


@dataclass(frozen=True, slots=True)
class _Quoted:
    """What is quoted for a question."""

    quotes: Sequence[Quote]
    likely: float
    """How likely the quotes answer, 0 to 1; without quotes, how likely any source does."""
    unanswered: tuple[str, ...] = ()
    """The halves of the question that they do not answer."""


class ExtractiveWriter:
    """Implements the `Quoting` protocol by quoting sentences."""

    name = QUOTING

    def __init__(self, embedder: Embedder, least_confidence: float = 0.0) -> None:
        """`least_confidence`: how likely the sources must hold the answer for anything to be written, 0 to 1."""
        self._embedder = embedder
        self._least = least_confidence

    async def write(self, request: QuoteRequest) -> AsyncIterator[str | Likely]:
        named = _named(request.question, request.sources)
        text = self._end_of(without_source(without_names(request.question, named)))
        language = language_of(text, " ".join(source.chunk.text for source in request.sources[:MOST_SOURCES]))
        found, request = request.sources, replace(request, sources=as_asked(request.sources, text, language))
        if request.recounted:
            recounted = _recounted(request.sources, text)
            told = _Quoted(recounted, request.confidence if recounted else 0.0)
        else:
            told = await self._answered(request, text, language, named)
        by_date = asks_for_course(text) and not request.recounted
        quotes = _in_the_course(told.quotes, request.sources) if by_date else list(told.quotes)
        yield Likely(told.likely)
        quotes = [replace(each, partly=request.sources[each.marker - 1] != found[each.marker - 1]) for each in quotes]
        paragraphs = worded(quotes, request.sources, asked(text, language).kind, language)
        if paragraphs and told.unanswered:
            paragraphs.append(nothing_on(told.unanswered, language))
        for at, said in enumerate(paragraphs):
            yield ("\n\n" if at else "") + said

    async def close(self) -> None:
        """Do nothing: the writer holds no resources."""

    async def _answered(self, request: QuoteRequest, text: str, language: str, named: Collection[str]) -> _Quoted:
        """Quote what answers a question; for one about somebody whom another question names, what answers both."""
        if (within := nested(text)) is not None and (both := await self._in_turn(request, text, within, language, named)):
            return both
        return await self._quotes(request, text, gathered(request, text, language, named), self._least)

    async def _in_turn(
        self, request: QuoteRequest, text: str, within: Nested, language: str, named: Collection[str]
    ) -> _Quoted | None:
        """Quote who is meant and then what is asked about them; `None` unless both are told."""
        inner = gathered(request, within.inner, language, named)
        first = await self._quotes(request, within.inner, inner, self._least)
        if not first.quotes:
            return None
        who = first.quotes[0]
        others = [source.chunk.text for marker, source in enumerate(request.sources, start=1) if marker != who.marker]
        if (name := name_in(who.text, text, others)) is None:
            return None
        about = within.of(name)
        evidence = gathered(request, about, language, named, beside=who.marker)
        then = await self._quotes(request, about, evidence, _OF_KNOWN * self._least)
        new = [quote for quote in then.quotes if name in quote.text]
        return _Quoted([who, *new], min(first.likely, then.likely)) if new else None

    async def _quotes(self, request: QuoteRequest, text: str, evidence: Evidence, least: float) -> _Quoted:
        """Quote what answers the question's `text`: who somebody is or who attended, and whatever else it asks, if that is at
        `least` as likely."""
        question = asked(text, evidence.language)
        told, left = _of_people(question.parts, evidence)
        if not told:
            return await self._judged(request, question, text, evidence, least)
        if not left:
            return _Quoted(told, _PLAINLY_TOLD)
        judged = await self._judged(request, replace(question, parts=left), " ".join(left), evidence, least)
        likely = judged.likely if judged.quotes else _PLAINLY_TOLD
        quoted = {(quote.marker, quote.text) for quote in told}
        new = [quote for quote in judged.quotes if (quote.marker, quote.text) not in quoted]
        return _Quoted([*told, *new], likely, judged.unanswered if judged.quotes else left)

    async def _judged(self, request: QuoteRequest, question: Asked, text: str, evidence: Evidence, least: float) -> _Quoted:
        """Quote which pieces of the evidence answer the question's `text`."""
        if direct := next((quotes for form in _FORMS if (quotes := form(text, evidence))), None):
            return _Quoted(direct, _PLAINLY_TOLD)
        heard, sources, every = most_telling(evidence, question), evidence.sources, question.parts
        question = question if asks_for_questions(text) else replace(question, parts=_spoken_of(question, sources))
        if not heard or not question.parts:
            return _Quoted([], 0.0)
        embedded = await self._embedded([*question.parts, *(_heard_as(each.piece, question) for each in heard)])
        parts, vectors = embedded[: len(question.parts)], embedded[len(question.parts) :]
        by_words = None if embedded.size else request.confidence
        halves = [
            judge(half, heard, vectors @ part, evidence, by_words) for half, part in zip(question.parts, parts, strict=True)
        ]
        answered = max(half.answered for half in halves)
        most = _OF_LISTING if question.kind in LISTING else _OF_OTHERS
        chosen = _chosen([half for half in halves if half.answered >= least], heard, vectors, most)
        if author := named_speaker(text, sorted({source.author for source in sources if source.author})):
            chosen = [one for one in chosen if sources[heard[one].source].author in (None, author)]
        if answered < least or not chosen:
            return _Quoted([], min(answered, least))
        quotes = distinct([quotation(heard[one], evidence, question, request.question) for one in chosen], question, sources)
        told = {half.text for half in halves if half.answered >= least or _is_held(half, chosen)}
        left = () if question.kind == "compare" else tuple(part for part in every if part not in told)
        unanswered = _without_a_trace(left, told, quotes, question.language)
        return _Quoted(quotes, max(half.cited for half in halves), unanswered)

    async def _embedded(self, texts: Sequence[str]) -> Vectors:
        """Return the texts' embeddings; vectors of length 0 if embedding fails, so that shared words alone decide."""
        try:
            return await self._embedder.embed(texts, urgent=True)
        except EmbeddingFailed:
            return np.zeros((len(texts), 0), dtype=np.float32)

    def _end_of(self, question: str) -> str:
        """Return what a question beyond the embedding model's window asks; if that cannot be told, its end, where most questions
        say what they want."""
        if self._embedder.count_tokens(question) <= _QUESTION_TOKENS:
            return question
        question = asking(question) or question
        while self._embedder.count_tokens(question) > _QUESTION_TOKENS:
            question = question[-len(question) * 3 // 4 :].partition(" ")[2] or question[-len(question) // 2 :]
        return question


def _of_people(parts: Sequence[str], evidence: Evidence) -> tuple[list[Quote], tuple[str, ...]]:
    """Return who somebody is or who attended, as far as the halves of a question ask for that, and the other halves."""
    found = {part: introduced(part, evidence) or attended(part, evidence) for part in parts}
    return [quote for quotes in found.values() for quote in quotes], tuple(part for part in parts if not found[part])


def _named(question: str, sources: Sequence[Passage]) -> set[str]:
    """Return the names of the files that a question mentions in full."""
    return {name for each in sources if (name := each.document_name) and name.casefold() in question.casefold()}


def _in_the_course(quotes: Sequence[Quote], sources: Sequence[Passage]) -> list[Quote]:
    """Return the quotes in the order in which they were said, if one of them no longer holds."""
    said = [(source.created_at, quote) for quote in quotes if (source := sources[quote.marker - 1]).created_at is not None]
    if len(said) < len(quotes) or all(sources[quote.marker - 1].superseded_by is None for quote in quotes):
        return list(quotes)
    return [quote for _, quote in sorted(said, key=lambda each: each[0])]


def _recounted(sources: Sequence[Passage], question: str) -> list[Quote]:
    """Quote the beginnings of the best-scored messages, in the order of the sources; if the question asks what was spent, those
    that tell a sum, if any does."""
    paid = [source for source in sources if tells_a_price(source.chunk.text)] if asks_what_was_spent(question) else []
    telling = {id(source) for source in sorted(paid or sources, key=lambda source: -source.score)[:_MOST_RECOUNTED]}
    return [
        Quote(marker, beginning(held))
        for marker, source in enumerate(sources, start=1)
        if id(source) in telling and (held := pieces(source.chunk, set()))
    ]


def _spoken_of(question: Asked, sources: Sequence[Passage]) -> tuple[str, ...]:
    """Return the halves of a question, without those about something that no passage mentions; earlier questions do not count as
    a mention."""
    telling = [each for each in sources if each.chunk.source is Source.DOCUMENT or states_something(each)]
    texts = [f"{each.document_name or ''} {each.author or ''} {each.chunk.indexed}" for each in telling]
    if language_of(" ".join(texts), " ".join(question.parts)) != question.language:  # no passage is in the question's language
        return question.parts
    return tuple(
        part
        for part in question.parts
        if not unspoken(part, texts, question.language) and not is_of_another_colour(part, texts, question.language)
    )


def _is_held(half: Judgement, chosen: Sequence[int]) -> bool:
    """Return whether a sentence quoted for the other half may answer this one as well."""
    return half.nearly >= _HELD and half.sentences[:1] != () and half.sentences[0] in chosen


def _without_a_trace(left: Sequence[str], told: Collection[str], quotes: Sequence[Quote], language: str) -> tuple[str, ...]:
    """Return the halves of a question that no quote may answer in other words: none has the time, name or number that only such
    a half asks for."""
    kinds = {asked(part, language).kind for part in told}
    halves = {part: asked(part, language) for part in left}
    return tuple(
        part for part, half in halves.items() if half.kind in kinds or not any(expected(half, quote.text) for quote in quotes)
    )


def _chosen(halves: Sequence[Judgement], heard: Sequence[Heard], vectors: Vectors, most: int) -> list[int]:
    """Choose the best sentence of each half of the question first, then those that are nearly as good, without repetition."""

    def same(one: int, other: int) -> bool:
        """Return whether two sentences say the same; if their figures differ, they do not, however similar the rest is."""
        return one == other or (
            float(vectors[one] @ vectors[other]) >= _SAME
            and _NUMBER.findall(heard[one].piece.text) == _NUMBER.findall(heard[other].piece.text)
        )

    chosen: list[int] = []
    for one in [*(half.sentences[0] for half in halves if half.sentences), *(one for half in halves for one in half.sentences)]:
        if len(chosen) < most and not any(same(one, other) for other in chosen):
            chosen.append(one)
    return chosen


def _heard_as(piece: Piece, question: Asked) -> str:
    """Return a piece without the addresses that it links to, with the document's own question in front if that is what the user
    asks; any other question says nothing about the piece."""
    said = without_targets(piece.text) if piece.of_document else piece.text
    return f"{piece.asked} {said}" if piece.asked and asks_so(question, piece.asked) else said
