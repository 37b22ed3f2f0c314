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
from chat.llm.quoting.candidates import Candidate, best_candidates
from chat.llm.quoting.event_days import NamedDays, days_of_events, no_days
from chat.llm.quoting.evidence import MOST_SOURCES, Evidence, gather_evidence, states_something
from chat.llm.quoting.forms.advice import quote_advice
from chat.llm.quoting.forms.attendance import quote_attendance
from chat.llm.quoting.forms.contacts import quote_contacts
from chat.llm.quoting.forms.introductions import quote_introductions
from chat.llm.quoting.forms.meanings import quote_meanings
from chat.llm.quoting.forms.opening import quote_opening_hours
from chat.llm.quoting.forms.parties import quote_parties
from chat.llm.quoting.forms.releases import quote_releases
from chat.llm.quoting.forms.signatures import quote_signature
from chat.llm.quoting.forms.signing import quote_signing
from chat.llm.quoting.forms.stocked import quote_stocked
from chat.llm.quoting.opposed import opposed
from chat.llm.quoting.own_facts import without_what_was_made_of_it
from chat.llm.quoting.passage.piece import Piece
from chat.llm.quoting.passage.quotable import split_into_pieces
from chat.llm.quoting.passage.together import beginning
from chat.llm.quoting.presentation.elapsed import word_elapsed
from chat.llm.quoting.presentation.wording import Quote, word_answer, word_disagreement, word_unanswered
from chat.llm.quoting.question.analysis import Question, analyse, has_answer_type
from chat.llm.quoting.question.demands.demanded import is_of_another_colour
from chat.llm.quoting.question.elapsed import elapsed_question
from chat.llm.quoting.question.nested import Nested, name_in, nested_question
from chat.llm.quoting.question.of_sources import without_names, without_source
from chat.llm.quoting.question.prices import asks_what_was_spent, tells_a_price
from chat.llm.quoting.question.unmentioned import is_unmentioned
from chat.llm.quoting.quotation import LISTING, is_same_question, quote_candidate
from chat.llm.quoting.repetition import without_repetitions
from chat.llm.quoting.scoring import Vectors
from chat.llm.quoting.selection import Judgement, judge
from chat.llm.quoting.superseded_parts import with_what_still_holds
from chat.text import asking
from chat.text.languages import language_of
from chat.text.markdown import without_targets

_DIRECT_ANSWER = 0.9
"""Confidence of an answer from a signature, release or party that the question names, or from a text that gives the contact
details, opening hours or advice it asks for."""
_QUESTION_TOKENS = 200
_OF_LISTING, _OF_OTHERS = 4, 3
"""Most sentences quoted for a question that whole lists answer, and for any other."""
_MOST_RECOUNTED = 8
"""Most messages quoted when a question asks what was said at some time."""
_SAME = 0.92
"""Cosine similarity from which two quotes count as saying the same."""
_FORMS = (
    quote_signature,
    quote_contacts,
    quote_opening_hours,
    quote_signing,
    quote_stocked,
    quote_parties,
    quote_meanings,
    quote_advice,
    quote_releases,
)
"""Kinds of questions with a treatment of their own; the first that finds something answers. Those that ask for a thing by its
name (a function, a telephone number) come before those with wider patterns."""
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_OF_NAMED_PERSON = 0.75
"""Share of the least likelihood that suffices for what is said about somebody whom another sentence has named."""
_SHARED_HALF = 0.5
"""Share of one half of a question that a sentence quoted for the other holds, from which it may answer both."""


@dataclass(frozen=True, slots=True)
class _Answer:
    """What is quoted for a question."""

    quotes: Sequence[Quote]
    likelihood: float
    """How likely the quotes answer, 0 to 1; without quotes, how likely any source does."""
    unanswered: tuple[str, ...] = ()
    """The halves of the question that they do not answer."""
    lead: str = ""
    """What follows from the quotes, to be said before them."""


class ExtractiveWriter:
    """Implements the `Quoting` protocol by quoting sentences."""

    name = QUOTING

    def __init__(self, embedder: Embedder, least_confidence: float = 0.0, named_days: NamedDays = no_days) -> None:
        """`least_confidence`: how likely the sources must hold the answer for anything to be written, 0 to 1; `named_days` reads
        the days in a quote."""
        self._embedder = embedder
        self._least = least_confidence
        self._named_days = named_days

    async def write(self, request: QuoteRequest) -> AsyncIterator[str | Likely]:
        named = _named_files(request.question, request.sources)
        text = self._end_of(without_source(without_names(request.question, named)))
        language = language_of(text, " ".join(source.chunk.text for source in request.sources[:MOST_SOURCES]))
        found, request = request.sources, replace(request, sources=with_what_still_holds(request.sources, text, language))
        if request.recounted:
            recounted = _recounted(request.sources, text)
            answer = _Answer(recounted, request.confidence if recounted else 0.0)
        else:
            answer = await self._answer(request, text, language, named)
        by_date = asks_for_course(text) and not request.recounted
        quotes = _in_order_of_time(answer.quotes, request.sources) if by_date else list(answer.quotes)
        yield Likely(answer.likelihood)
        quotes = [replace(each, partly=request.sources[each.marker - 1] != found[each.marker - 1]) for each in quotes]
        paragraphs = word_answer(quotes, request.sources, analyse(text, language).kind, language)
        if paragraphs and answer.unanswered:
            paragraphs.append(word_unanswered(answer.unanswered, language))
        if paragraphs and answer.lead:
            paragraphs.insert(0, answer.lead)
        for at, paragraph in enumerate(paragraphs):
            yield ("\n\n" if at else "") + paragraph

    async def close(self) -> None:
        """Do nothing: the writer holds no resources."""

    async def _answer(self, request: QuoteRequest, text: str, language: str, named: Collection[str]) -> _Answer:
        """Quote what answers a question; for one about somebody whom another question names, what answers both."""
        if (within := nested_question(text)) is not None and (
            both := await self._answer_nested(request, text, within, language, named)
        ):
            return both
        return await self._answer_from(request, text, gather_evidence(request, text, language, named), self._least)

    async def _answer_nested(
        self, request: QuoteRequest, text: str, within: Nested, language: str, named: Collection[str]
    ) -> _Answer | None:
        """Quote who is meant and then what is asked about them; `None` unless both are found."""
        inner = gather_evidence(request, within.inner, language, named)
        first = await self._answer_from(request, within.inner, inner, self._least)
        if not first.quotes:
            return None
        who = first.quotes[0]
        others = [source.chunk.text for marker, source in enumerate(request.sources, start=1) if marker != who.marker]
        if (name := name_in(who.text, text, others)) is None:
            return None
        about = within.of(name)
        evidence = gather_evidence(request, about, language, named, already_quoted=who.marker)
        then = await self._answer_from(request, about, evidence, _OF_NAMED_PERSON * self._least)
        new = [quote for quote in then.quotes if name in quote.text]
        return _Answer([who, *new], min(first.likelihood, then.likelihood)) if new else None

    async def _answer_from(self, request: QuoteRequest, text: str, evidence: Evidence, least: float) -> _Answer:
        """Quote what answers the question's `text`: who somebody is or who attended, and whatever else it asks, if that is at
        `least` as likely."""
        question = analyse(text, evidence.language)
        about_people, left = _quote_people(question.parts, evidence)
        if not about_people:
            return await self._answer_by_score(request, question, text, evidence, least)
        if not left:
            return _Answer(about_people, _DIRECT_ANSWER)
        judged = await self._answer_by_score(request, replace(question, parts=left), " ".join(left), evidence, least)
        likelihood = judged.likelihood if judged.quotes else _DIRECT_ANSWER
        quoted = {(quote.marker, quote.text) for quote in about_people}
        new = [quote for quote in judged.quotes if (quote.marker, quote.text) not in quoted]
        return _Answer([*about_people, *new], likelihood, judged.unanswered if judged.quotes else left)

    async def _answer_by_score(
        self, request: QuoteRequest, question: Question, text: str, evidence: Evidence, least: float
    ) -> _Answer:
        """Quote which pieces of the evidence answer the question's `text`."""
        if direct := next((quotes for form in _FORMS if (quotes := form(text, evidence))), None):
            return _Answer(direct, _DIRECT_ANSWER)
        candidates, sources, every = best_candidates(evidence, question), evidence.sources, question.parts
        question = question if asks_for_questions(text) else replace(question, parts=_mentioned_parts(question, sources))
        if not candidates or not question.parts:
            return _Answer([], 0.0)
        embedded = await self._embed([*question.parts, *(_embedding_text(each.piece, question) for each in candidates)])
        parts, vectors = embedded[: len(question.parts)], embedded[len(question.parts) :]
        by_words = None if embedded.size else request.confidence
        halves = [
            judge(half, candidates, vectors @ part, evidence, by_words) for half, part in zip(question.parts, parts, strict=True)
        ]
        likelihood = max(half.source_likelihood for half in halves)
        most = _OF_LISTING if question.kind in LISTING else _OF_OTHERS
        chosen = _choose([half for half in halves if half.source_likelihood >= least], candidates, vectors, most)
        if author := named_speaker(text, sorted({source.author for source in sources if source.author})):
            chosen = [one for one in chosen if sources[candidates[one].source].author in (None, author)]
        if likelihood < least or not chosen:
            return _Answer([], min(likelihood, least))
        chosen = without_what_was_made_of_it(text, question, chosen, candidates, sources)
        both_ways = opposed(text, question.language, chosen, candidates, sources)
        if both_ways is not None:
            chosen = list(dict.fromkeys((*both_ways.statements, *chosen)))[:most]
        between = elapsed_question(text, question.language)
        days = days_of_events(halves, chosen, candidates, sources, self._named_days) if between is not None else []
        chosen = list(dict.fromkeys(at for at, _ in days)) or chosen
        quotes = [quote_candidate(candidates[one], evidence, question, request.question) for one in chosen]
        if both_ways is not None:
            quotes = [replace(quote, decides=None) for quote in quotes]
            lead = word_disagreement(question.language) if both_ways.disagree else ""
        else:
            quotes = without_repetitions(quotes, question, sources)
            lead = word_elapsed([day for _, day in days], between.unit, question.language) if between is not None and days else ""
        answered_parts = {half.text for half in halves if half.source_likelihood >= least or _may_answer_too(half, chosen)}
        left = () if question.kind == "compare" else tuple(part for part in every if part not in answered_parts)
        unanswered = _unanswered_parts(left, answered_parts, quotes, question.language)
        return _Answer(quotes, max(half.quote_likelihood for half in halves), unanswered, lead)

    async def _embed(self, texts: Sequence[str]) -> Vectors:
        """Return the texts' embeddings; vectors of length 0 if embedding fails, so that shared words alone decide."""
        try:
            return await self._embedder.embed(texts, urgent=True)
        except EmbeddingFailed:
            return np.zeros((len(texts), 0), dtype=np.float32)

    def _end_of(self, question: str) -> str:
        """Return what a question beyond the embedding model's window asks; if that is not clear, its end, where most questions
        say what they want."""
        if self._embedder.count_tokens(question) <= _QUESTION_TOKENS:
            return question
        question = asking(question) or question
        while self._embedder.count_tokens(question) > _QUESTION_TOKENS:
            question = question[-len(question) * 3 // 4 :].partition(" ")[2] or question[-len(question) // 2 :]
        return question


def _quote_people(parts: Sequence[str], evidence: Evidence) -> tuple[list[Quote], tuple[str, ...]]:
    """Return who somebody is or who attended, as far as the halves of a question ask for that, and the other halves."""
    found = {part: quote_introductions(part, evidence) or quote_attendance(part, evidence) for part in parts}
    return [quote for quotes in found.values() for quote in quotes], tuple(part for part in parts if not found[part])


def _named_files(question: str, sources: Sequence[Passage]) -> set[str]:
    """Return the names of the files that a question mentions in full."""
    return {name for each in sources if (name := each.document_name) and name.casefold() in question.casefold()}


def _in_order_of_time(quotes: Sequence[Quote], sources: Sequence[Passage]) -> list[Quote]:
    """Return the quotes in the order in which they were said, if one of them no longer holds."""
    dated = [(source.created_at, quote) for quote in quotes if (source := sources[quote.marker - 1]).created_at is not None]
    if len(dated) < len(quotes) or all(sources[quote.marker - 1].superseded_by is None for quote in quotes):
        return list(quotes)
    return [quote for _, quote in sorted(dated, key=lambda each: each[0])]


def _recounted(sources: Sequence[Passage], question: str) -> list[Quote]:
    """Quote the beginnings of the best-scored messages, in the order of the sources; if the question asks what was spent, those
    that tell a sum, if any does."""
    with_price = [source for source in sources if tells_a_price(source.chunk.text)] if asks_what_was_spent(question) else []
    best = {id(source) for source in sorted(with_price or sources, key=lambda source: -source.score)[:_MOST_RECOUNTED]}
    return [
        Quote(marker, beginning(passage_pieces))
        for marker, source in enumerate(sources, start=1)
        if id(source) in best and (passage_pieces := split_into_pieces(source.chunk, set()))
    ]


def _mentioned_parts(question: Question, sources: Sequence[Passage]) -> tuple[str, ...]:
    """Return the halves of a question, without those about something that no passage mentions; earlier questions do not count as
    a mention."""
    stating = [each for each in sources if each.chunk.source is Source.DOCUMENT or states_something(each)]
    texts = [f"{each.document_name or ''} {each.author or ''} {each.chunk.indexed}" for each in stating]
    if language_of(" ".join(texts), " ".join(question.parts)) != question.language:  # no passage is in the question's language
        return question.parts
    return tuple(
        part
        for part in question.parts
        if not is_unmentioned(part, texts, question.language) and not is_of_another_colour(part, texts, question.language)
    )


def _may_answer_too(half: Judgement, chosen: Sequence[int]) -> bool:
    """Return whether a sentence quoted for the other half may answer this one as well."""
    return half.related_share >= _SHARED_HALF and half.sentences[:1] != () and half.sentences[0] in chosen


def _unanswered_parts(
    left: Sequence[str], answered_parts: Collection[str], quotes: Sequence[Quote], language: str
) -> tuple[str, ...]:
    """Return the halves of a question that no quote may answer in other words: none has the time, name or number that only such
    a half asks for."""
    kinds = {analyse(part, language).kind for part in answered_parts}
    halves = {part: analyse(part, language) for part in left}
    return tuple(
        part
        for part, half in halves.items()
        if half.kind in kinds or not any(has_answer_type(half, quote.text) for quote in quotes)
    )


def _choose(halves: Sequence[Judgement], candidates: Sequence[Candidate], vectors: Vectors, most: int) -> list[int]:
    """Choose the best sentence of each half of the question first, then those that are nearly as good, without repetition."""

    def same(one: int, other: int) -> bool:
        """Return whether two sentences say the same; if their figures differ, they do not, however similar the rest is."""
        return one == other or (
            float(vectors[one] @ vectors[other]) >= _SAME
            and _NUMBER.findall(candidates[one].piece.text) == _NUMBER.findall(candidates[other].piece.text)
        )

    chosen: list[int] = []
    for one in [*(half.sentences[0] for half in halves if half.sentences), *(one for half in halves for one in half.sentences)]:
        if len(chosen) < most and not any(same(one, other) for other in chosen):
            chosen.append(one)
    return chosen


def _embedding_text(piece: Piece, question: Question) -> str:
    """Return a piece without the addresses that it links to, with the document's own question in front if that is what the user
    asks; any other question says nothing about the piece."""
    text = without_targets(piece.text) if piece.of_document else piece.text
    return f"{piece.question} {text}" if piece.question and is_same_question(question, piece.question) else text
