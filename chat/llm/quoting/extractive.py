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
from chat.dialogue.telling import asks_for_questions, only_requests
from chat.dialogue.whose_words import named_speaker, whose_words
from chat.domain import Passage, Role, Source
from chat.embedding.base import Embedder
from chat.errors import EmbeddingFailed
from chat.llm.base import Likely, QuoteRequest
from chat.llm.models import QUOTING
from chat.llm.quoting.candidates import Heard, most_telling
from chat.llm.quoting.forms.advised import advised
from chat.llm.quoting.forms.attended import attended
from chat.llm.quoting.forms.contacts import contacts
from chat.llm.quoting.forms.evidence import Evidence
from chat.llm.quoting.forms.introduced import introduced
from chat.llm.quoting.forms.meanings import meanings
from chat.llm.quoting.forms.opening import opening
from chat.llm.quoting.forms.parties import parties
from chat.llm.quoting.forms.releases import asks_for_a_release, release, released
from chat.llm.quoting.forms.signatures import about_a_signature, documented
from chat.llm.quoting.passage.code import defines, definition
from chat.llm.quoting.passage.headings import denying
from chat.llm.quoting.passage.quotable import Piece, pieces
from chat.llm.quoting.passage.rows import columns_at_end
from chat.llm.quoting.passage.together import answer, beginning, listed_in_turn, listing, paragraph, run, with_beside
from chat.llm.quoting.presentation.wording import MOST_ITEMS, Quote, nothing_on, worded
from chat.llm.quoting.question.asked import Asked, asked, expected
from chat.llm.quoting.question.deciding import decided
from chat.llm.quoting.question.demands.demanded import is_of_another_colour
from chat.llm.quoting.question.identifiers import identified, identifiers
from chat.llm.quoting.question.nested import name_in, nested
from chat.llm.quoting.question.of_sources import without_names, without_source
from chat.llm.quoting.question.prices import asks_what_was_spent, tells_a_price
from chat.llm.quoting.question.subject import subject
from chat.llm.quoting.question.unspoken import unspoken
from chat.llm.quoting.selection import Best, judge
from chat.llm.quoting.superseded_parts import as_asked
from chat.llm.quoting.weighing import Vectors
from chat.text import asking, asks_only, terms
from chat.text.languages import language_of
from chat.text.markdown import without_targets

_PLAINLY_TOLD = 0.9
"""Confidence of an answer from a signature, release or party that the question names, or from a text that gives the contact
details, opening hours or advice it asks for."""
_PASSAGES = 12
"""Number of best passages whose sentences are considered."""
_OF_DOCUMENTS = 6
"""Number of best sources among which documents are considered; fewer than `_PASSAGES`, because documents are longer."""
_QUESTION_TOKENS = 200
_QUOTES = {"list": 4, "compare": 4, "how to": 4}
_FEW_QUOTES = 3
_MOST_RECOUNTED = 8
"""Most messages quoted when a question asks what was said at some time."""
_SAME = 0.92
"""Cosine similarity from which two quotes count as saying the same."""
_TO_DO = re.compile(
    r"\b(?:need(?:ed|s)?|required?|should|must|have to|to do|(?:do|can) (?:i|we|you)|precautions?|equipment|protective|wear"
    r"|handled?|safe(?:ly|ty)?)\b",
    re.IGNORECASE,
)
"""Matches questions that ask what is to be done."""
_FORMS = (about_a_signature, contacts, opening, parties, meanings, advised, released)
"""Kinds of questions with a treatment of their own; the first that finds something answers. Those that ask for a thing by its
name (a function, a telephone number) come before those with wider patterns."""
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_SAME_QUESTION = 0.6
"""Share of the question's terms from which a question in a document counts as the same question."""
_OF_KNOWN = 0.75
"""Share of the least likelihood that suffices for what is told of somebody whom another sentence has named."""
_HELD = 0.5
"""Share of one half of a question that a sentence quoted for the other holds, from which it may answer both."""
_SAME_WORDS = 0.8
"""Share of the shorter quote's terms from which it adds nothing to the longer one."""


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
        question = asked(text, language_of(text, " ".join(source.chunk.text for source in request.sources[:_PASSAGES])))
        found, request = request.sources, replace(request, sources=as_asked(request.sources, text, question.language))
        if request.recounted:
            recounted = _recounted(request.sources, text)
            told = _Quoted(recounted, request.confidence if recounted else 0.0)
        else:
            told = await self._answered(request, question, text, named)
        by_date = asks_for_course(text) and not request.recounted
        quotes = _in_the_course(told.quotes, request.sources) if by_date else list(told.quotes)
        yield Likely(told.likely)
        quotes = [replace(each, partly=request.sources[each.marker - 1] != found[each.marker - 1]) for each in quotes]
        paragraphs = worded(quotes, request.sources, question.kind, question.language)
        if paragraphs and told.unanswered:
            paragraphs.append(nothing_on(told.unanswered, question.language))
        for at, said in enumerate(paragraphs):
            yield ("\n\n" if at else "") + said

    async def close(self) -> None:
        """Do nothing: the writer holds no resources."""

    async def _answered(self, request: QuoteRequest, question: Asked, text: str, named: Collection[str]) -> _Quoted:
        """Quote what answers a question; for one about somebody whom another question names, what answers both."""
        within = nested(text)
        if within is None:
            return await self._quotes(request, question, text, named)
        first = await self._quotes(request, asked(within.inner, question.language), within.inner, named)
        who = first.quotes[0] if first.quotes else None
        others = [source for marker, source in enumerate(request.sources, start=1) if who is not None and marker != who.marker]
        name = name_in(who.text, text, [source.chunk.text for source in others]) if who is not None else None
        if who is not None and name is not None:
            about = within.of(name)
            then = await self._quotes(request, asked(about, question.language), about, named, beside=who.marker)
            if new := [quote for quote in then.quotes if name in quote.text]:
                return _Quoted([who, *new], min(first.likely, then.likely))
        return await self._quotes(request, question, text, named)

    async def _quotes(
        self, request: QuoteRequest, question: Asked, text: str, named: Collection[str], beside: int | None = None
    ) -> _Quoted:
        """Quote what answers the question's `text`. If the question names files, given as `named`, only these are quoted.

        `beside` is the number of a source that is quoted already, and has named whom the question is about.
        """
        least = self._least if beside is None else _OF_KNOWN * self._least
        sources = request.sources[:_PASSAGES]
        befores = [_before(source, sources) for source in sources]
        asked_before = asks_for_questions(text)
        telling = set(terms(text)) | subject(text).measure
        narrowed = any(source.document_name in named for source in sources)
        speaker, named_in_it = _speaker(text, sources), identifiers(text)
        held = [
            ()
            if (narrowed and source.document_name not in (None, *named))
            or (_only_requests(source) and not asked_before)
            or (speaker and source.role not in (None, speaker))
            or at + 1 == beside
            else identified(_held(at, sources, befores[at], telling), source, named_in_it)
            for at, source in enumerate(sources)
        ]
        evidence = Evidence(held, sources, question.language, befores)
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
        held, sources = evidence.held, evidence.sources
        if direct := next((quotes for form in _FORMS if (quotes := form(text, evidence))), None):
            return _Quoted(direct, _PLAINLY_TOLD)
        heard = most_telling(held, sources, question)
        every = question.parts
        question = question if asks_for_questions(text) else replace(question, parts=_spoken_of(question, sources))
        if not heard or not question.parts:
            return _Quoted([], 0.0)
        texts = [*question.parts, *(_heard_as(each.piece, question) for each in heard)]
        embedded = await self._embedded(texts)
        by_words = None if embedded.size else request.confidence
        parts, vectors = embedded[: len(question.parts)], embedded[len(question.parts) :]
        turns = sum(map(_tells, request.sources))
        best = [
            judge(heard, held, vectors @ part, sources, text, question.language, by_words, turns, request.timely)
            for part, text in zip(parts, question.parts, strict=True)
        ]
        answered = max(each.answered for each in best)
        telling = [half for half in best if half.answered >= least]
        chosen = _chosen(telling, heard, vectors, _QUOTES.get(question.kind, _FEW_QUOTES))
        if author := named_speaker(text, sorted({source.author for source in sources if source.author})):
            chosen = [one for one in chosen if sources[heard[one].source].author in (None, author)]
        if answered < least or not chosen:
            return _Quoted([], min(answered, least))
        quotes = _distinct(
            question,
            sources,
            [_quote(heard[one], evidence, question, request.question) for one in chosen],
        )
        told = {
            part
            for part, half in zip(question.parts, best, strict=True)
            if half.answered >= least or (half.nearly >= _HELD and half.sentences[:1] and half.sentences[0] in chosen)
        }
        left = () if question.kind == "compare" else tuple(part for part in every if part not in told)
        unanswered = _without_a_trace(left, told, quotes, question.language)
        return _Quoted(quotes, max(each.cited for each in best), unanswered)

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
    telling = [each for each in sources if each.chunk.source is Source.DOCUMENT or _tells(each)]
    texts = [f"{each.document_name or ''} {each.author or ''} {each.chunk.indexed}" for each in telling]
    if language_of(" ".join(texts), " ".join(question.parts)) != question.language:  # no passage is in the question's language
        return question.parts
    return tuple(
        part
        for part in question.parts
        if not unspoken(part, texts, question.language) and not is_of_another_colour(part, texts, question.language)
    )


def _speaker(question: str, sources: Sequence[Passage]) -> Role | None:
    """Return whose words the question asks for, if anything of theirs was found."""
    wanted = whose_words(question)
    return wanted if any(source.role == wanted for source in sources) else None


def _tells(source: Passage) -> bool:
    """Return whether a source is a turn that may state something, rather than a question or one of the user's own requests.

    Ranking demotes fewer turns (`retrieval.question.earlier_questions`), since the turn after a question may answer it; here such
    a turn is a source of its own.
    """
    return source.chunk.source is Source.MESSAGE and not asks_only(source.chunk.text) and not _only_requests(source)


def _only_requests(source: Passage) -> bool:
    return source.own and only_requests(source.chunk.text)


def _held(at: int, sources: Sequence[Passage], before: int | None, wanted: set[str]) -> Sequence[Piece]:
    """Return the pieces of a source that may be quoted; none of a document that ranks too low."""
    chunk = sources[at].chunk
    if chunk.source is Source.MESSAGE:
        return pieces(chunk, wanted)
    if at >= _OF_DOCUMENTS:
        return []
    return pieces(chunk, wanted, columns_at_end(sources[before].chunk.text) if before is not None else None)


def _without_a_trace(left: Sequence[str], told: Collection[str], quotes: Sequence[Quote], language: str) -> tuple[str, ...]:
    """Return the halves of a question that no quote may answer in other words: none has the time, name or number that only such
    a half asks for."""
    kinds = {asked(part, language).kind for part in told}
    halves = {part: asked(part, language) for part in left}
    return tuple(
        part for part, half in halves.items() if half.kind in kinds or not any(expected(half, quote.text) for quote in quotes)
    )


def _chosen(halves: Sequence[Best], heard: Sequence[Heard], vectors: Vectors, most: int) -> list[int]:
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


def _quote(each: Heard, evidence: Evidence, question: Asked, wording: str) -> Quote:
    """Quote a sentence: of a document with the list that it announces, of a message with the list that it is an item of, or the
    sentences around it. A statement that a later one replaced does not decide a yes-or-no question."""
    source, of_source, marker = evidence.sources[each.source], evidence.held[each.source], each.source + 1
    plainly = question.kind == "yes or no" and each.piece.plain and not each.piece.cut
    decides = decided(wording, each.piece.text, question.language) if plainly and source.superseded_by is None else None
    if not each.piece.of_document:
        of_list = listed_in_turn(of_source, each.at)
        if of_list is not None and len(of_list[1]) <= MOST_ITEMS:
            title, entries, counted = of_list
            return Quote(marker, title, items=tuple(entries), steps=counted)
        return Quote(marker, run(of_source, each.at), decides=decides)
    if asks_for_a_release(wording) and (title := release(each.path)):
        return Quote(marker, title, told=True, items=(each.piece.text,))
    denial = denying(each.path) if each.piece.item else None
    rows = question.kind == "list" and each.headed
    listed = listing(of_source, each.at, rows) if each.piece.announces or question.kind in _QUOTES else None
    if listed is None and denial:
        return Quote(marker, denial, told=True, items=(each.piece.text,))
    if listed is None:
        whole = each.piece.text if each.piece.told else _with_what_belongs(of_source, each.at, wording)
        if question.kind == "how to" and each.titled:
            whole = paragraph(of_source, each.at) or whole
        if each.piece.asked and _asks_so(question, each.piece.asked):
            whole = answer(of_source, each.at)
        cut_off = "… " if each.piece.cut and whole[:1].islower() and not defines(each.piece.text) else ""
        before = evidence.befores[each.source] if each.piece.inherited else None
        also = None if before is None else before + 1
        return Quote(marker, f"{cut_off}{whole}", told=each.piece.told, also=also, code=each.piece.code, decides=decides)
    first, last = listed
    announces = each.piece.announces and not each.piece.code
    head_of = each.piece if announces else of_source[first - 1] if first else None
    head = head_of.text if head_of is not None and head_of.announces else ""
    items = tuple(piece.text for piece in of_source[first:last][:MOST_ITEMS])
    codes = tuple(piece.code for piece in of_source[first:last][:MOST_ITEMS])
    steps, told = of_source[first].item == "step", of_source[first].told
    return Quote(
        marker,
        head or denial or "",
        told=not head,
        items=items,
        items_told=told,
        steps=steps,
        codes=codes if any(codes) else (),
    )


def _with_what_belongs(held: Sequence[Piece], at: int, wording: str) -> str:
    return definition(held, at) or documented(held, at) or with_beside(held, at, to_do=bool(_TO_DO.search(wording)))


def _heard_as(piece: Piece, question: Asked) -> str:
    """Return a piece without the addresses that it links to, with the document's own question in front if that is what the user
    asks; any other question says nothing about the piece."""
    said = without_targets(piece.text) if piece.of_document else piece.text
    return f"{piece.asked} {said}" if piece.asked and _asks_so(question, piece.asked) else said


def _asks_so(question: Asked, other: str) -> bool:
    """Return whether a question in a document has most terms of the question asked."""
    return len(question.terms & set(terms(other, question.language))) >= _SAME_QUESTION * len(question.terms)


def _before(source: Passage, sources: Sequence[Passage]) -> int | None:
    """Return the position in `sources` of the preceding chunk of the same page, if it was found as well."""
    wanted = (source.parent, source.chunk.index - 1, source.chunk.page)
    return next((at for at, one in enumerate(sources) if (one.parent, one.chunk.index, one.chunk.page) == wanted), None)


def _distinct(question: Asked, sources: Sequence[Passage], quotes: Sequence[Quote]) -> list[Quote]:
    """Drop quotes that repeat another one: neighbouring chunks overlap, and a list is chosen once for each of its items. A quote
    with a term of the question or a figure that the other lacks is kept; so are a statement that replaced another one, and the
    replaced one."""
    later = {source.superseded_by for source in sources} - {None}
    kept: list[Quote] = []
    for quote in quotes:
        own = set(terms(" ".join((quote.text, *quote.items)), question.language))
        others = [set(terms(" ".join((other.text, *other.items)), question.language)) for other in kept]
        source = sources[quote.marker - 1]
        changed = source.superseded_by is not None or source.chunk.parent in later
        if not own or changed or not any(_says_nothing_new(own, other, question.terms) for other in others if other):
            kept.append(quote)
    return [
        quote
        for at, quote in enumerate(kept)
        if not any(_is_part(quote, other) for other in kept) and not _is_shown(quote, kept[:at])
    ]


def _is_shown(quote: Quote, better: Sequence[Quote]) -> bool:
    """Return whether a better quote has the same lines of code, more of them, or just those of them that answer."""
    own = _lines(quote)
    return bool(own) and any(own <= shown or shown <= own for shown in map(_lines, better) if shown)


def _lines(quote: Quote) -> set[str]:
    """Return the lines of code that go with a quote, without their fences."""
    return {bare for line in quote.code.splitlines() if (bare := line.strip()) and not bare.startswith(("```", "~~~"))}


def _is_part(quote: Quote, other: Quote) -> bool:
    """Return whether another quote contains this one, as when a sentence was quoted along with its neighbour."""
    plain = quote.text and not quote.items and quote.decides is None
    return bool(plain) and quote.marker == other.marker and quote.text != other.text and quote.text in other.text


def _says_nothing_new(own: set[str], other: set[str], wanted: frozenset[str]) -> bool:
    telling = {term for term in own if term in wanted or term.isdecimal()}
    return len(own & other) >= _SAME_WORDS * min(len(own), len(other)) and telling <= other
