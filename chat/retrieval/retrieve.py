"""Retrieve the passages for a question: rewrite, embed, search, fuse, weight by age, select."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from chat.dialogue.asked_time import asks_for_course
from chat.domain import Candidate, Cut, Filters, Found, Limits, Passage, Question, Source
from chat.embedding.base import Embedder
from chat.errors import EmbeddingFailed, StorageFailed
from chat.index.base import Collection, KeywordIndex, VectorIndex
from chat.retrieval.choosing import exhaustive, left_out, moving, shortlist
from chat.retrieval.choosing.selection import select
from chat.retrieval.choosing.shortlist import Shortlist
from chat.retrieval.choosing.widening import widened
from chat.retrieval.dates import timeliness
from chat.retrieval.dates.periods import periods
from chat.retrieval.dates.recounting import Recounting, days_of_deeds, during, recounting
from chat.retrieval.question import earlier_questions, query, spelling
from chat.retrieval.question.event_times import beside_events, date_of
from chat.retrieval.question.named_threads import in_named_thread
from chat.retrieval.question.query import Query
from chat.retrieval.question.speller import Speller
from chat.retrieval.scoring import document_ranking, message_ranking, recounted_ranking
from chat.retrieval.scoring.evidence import Evidence, Mode, gather
from chat.retrieval.scoring.ranked import Ranked, merged
from chat.retrieval.scoring.request import RankingRequest
from chat.retrieval.scoring.searching import CollectionSearch, DocumentHits, MessageHits, Searched
from chat.retrieval.statements import corrections, superseded, wishes
from chat.settings import RetrievalSettings
from chat.threads.base import ChunkReader, Described

_WITHOUT_VECTORS = "The search by meaning did not answer; these passages were found by their words alone."
_CORRECTED = "Searched for “{meant}”, since nothing has “{word}”."
_AWAITING = "Search by meaning is still being built for {}."
_READ_AHEAD = 2_000
"""Number of chunks, the last of those that are added at once, which are read ahead of the first question."""
_OF_EVENT = 10
"""Number of messages among which the one that tells of an event is looked for."""


class Retriever:
    """Finds passages for a question in documents and messages, of its thread and of the libraries and threads opened with it."""

    def __init__(
        self,
        embedder: Embedder,
        vectors: VectorIndex,
        keywords: KeywordIndex,
        chunks: ChunkReader,
        settings: RetrievalSettings,
    ) -> None:
        self._embedder = embedder
        self._chunks = chunks
        self._settings = settings
        self._searches = CollectionSearch(vectors, keywords, chunks, settings)
        self._speller = Speller(keywords, chunks, embedder.count_tokens)

    async def read_ahead(self, ids: Sequence[str]) -> None:
        """Read what new messages say, by the ids of their chunks, before a question finds them. What fails is read then."""
        with suppress(StorageFailed):
            for described in (await self._chunks.described(ids[-_READ_AHEAD:])).values():
                if described.role == "user":
                    superseded.values_of(described.chunk)
                    wishes.tells_wish(described.chunk)
                    earlier_questions.read_ahead(described.chunk)
                    await asyncio.sleep(0)

    async def retrieve(self, question: Question) -> Found:
        """Return the passages for a question, best first; none if nothing in the thread is about it.

        If the embedder or the vector index is unavailable, a hybrid search falls back to keywords and says so in `note`; a dense
        search raises EmbeddingFailed or IndexFailed. If the question names another thread by its title, only its messages are
        searched, unless nothing is found there.
        """
        within = in_named_thread(question)
        if within is not None and (there := await self.retrieve(within)).passages:
            return replace(there, question=question.text, corrected=there.corrected or within.meant)
        watch, collections, asked = _Watch(), _collections(question), question
        replacements = await self._misspelt(asked, collections)
        spelt = _put_right(asked, replacements)
        question, beside = await self._dated(spelt)
        read = self._read(question)
        watch.lap("rewrite")
        loading = asyncio.gather(*(self._searches.load(collection, question.mode) for collection in collections))
        (read, vector), answering = await asyncio.gather(self._embedded(question, read, watch), loading)
        vectors = [vector if answers else None for answers in answering]
        by_time = _recounting(question)
        search = partial(self._searches.search, question, read, by_time)
        searched = await asyncio.gather(*map(search, collections, vectors))
        watch.lap("search")
        mode: Mode = question.mode
        if mode == "hybrid" and any(found.dense is None for found in searched):
            mode = "keyword"
        request = RankingRequest(question, read, mode, by_time)
        every = [self._ranked(request, found) for found in searched]
        rankings = _of_the_time(request, every, searched)
        own = Collection(question.thread, Source.MESSAGE)
        of_messages = (hits for each, hits in zip(collections, searched, strict=True) if each == own)
        said_here = next((hits for hits in of_messages if isinstance(hits, MessageHits)), None)
        found = await self._found(request, rankings, said_here)
        if question.explain:
            found = await self._explained(found, request, rankings, every, searched)
        watch.lap("rank")
        awaiting = sum(ranked.awaiting for ranked in rankings) if mode == "hybrid" else 0
        return replace(
            found,
            question=asked.text,
            corrected=beside or (spelt.meant if replacements else None),
            timing_ms=watch.laps(),
            note=_note(mode != question.mode, awaiting, replacements),
        )

    async def _dated(self, question: Question) -> tuple[Question, str | None]:
        """Return the question with the dates of the events by which it gives its time, and without its time; unchanged and `None`
        if it names none that the user told of. One more search for each event."""
        sources = frozenset(Source) if question.sources is None else question.sources
        beside = beside_events(question.meant) if question.recency and Source.MESSAGE in sources else None
        if beside is None or periods(question.meant, question.now):
            return question, None
        found = [await self.retrieve(_told_of(event, question)) for event in beside.events]
        dates = [date_of(event, each.passages) for event, each in zip(beside.events, found, strict=True)]
        known = [each for each in dates if each is not None]
        if len(known) < len(dates):
            return question, None
        return replace(question, rewritten=beside.dated(known)), beside.asked

    async def _misspelt(self, question: Question, collections: Sequence[Collection]) -> dict[str, str]:
        """Return the misspelt words of the question, mapped to the words meant."""
        words = self._speller.doubtful(question.meant) if question.mode != "dense" else []
        if not words:
            return {}
        among = {collection: (await self._searches.among(question, collection))[0] for collection in collections}
        return await self._speller.instead(words, among)

    def _read(self, question: Question) -> Query:
        read = query.read(question, self._settings, self._embedder.count_tokens)
        return replace(read, terms={}) if question.mode == "dense" else read

    async def _embedded(self, question: Question, read: Query, watch: _Watch) -> tuple[Query, NDArray[np.float32] | None]:
        """Return the query without earlier turns about other matters, and its unit vector, or `None` if there is no embedding."""
        try:
            if question.mode == "keyword":
                return read, None
            embedded = await self._embedder.embed([*read.turn, *read.earlier], urgent=True)
        except EmbeddingFailed:
            if question.mode == "dense":
                raise
            return read, None
        finally:
            watch.lap("embed")
        narrowed, embedded = query.of_the_matter(question, read, embedded, self._settings)
        read = read if narrowed is question else self._read(narrowed)
        return read, query.vector(read, embedded, self._settings.history_weight)

    def _ranked(self, request: RankingRequest, searched: Searched) -> Ranked:
        match searched:
            case DocumentHits():
                return self._ranked_documents(request, searched)
            case MessageHits():
                return self._ranked_messages(request, searched)

    def _ranked_documents(self, request: RankingRequest, searched: DocumentHits) -> Ranked:
        evidence = self._evidence(request, searched)
        held_by = searched.held_by[evidence.numbers]
        explain = request.question.explain
        return document_ranking.rank(evidence, held_by, searched.named, request.query, request.mode, self._settings, explain)

    def _ranked_messages(self, request: RankingRequest, searched: MessageHits) -> Ranked:
        turns, question = searched.turns, request.question
        evidence = self._evidence(request, searched)
        if request.recounting is not None:
            recounted = recounted_ranking.rank(evidence, turns, request.recounting, searched.among, [*request.query.terms])
            if recounted is not None:
                return recounted
        if request.mode == "dense":
            evidence = replace(evidence, specificity=None)
        then = during(turns, days_of_deeds(question.meant, question.now)) if question.recency else None
        ranked, chunks = message_ranking.rank(evidence, turns, question.meant, request.mode, self._settings, then)
        if not question.recency:
            return ranked
        return replace(ranked, recency=timeliness.factors(turns.created_at[chunks], question, self._settings))

    def _evidence(self, request: RankingRequest, searched: Searched) -> Evidence:
        dense = searched.dense if request.mode != "keyword" else None
        weights = query.counted(request.query, searched.keyword)
        match searched:
            case DocumentHits():
                chunks, numbers, specific = None, np.zeros(0, dtype=np.int64), None
            case MessageHits():
                chunks, numbers, specific = searched.turns.ids, searched.turns.numbers, searched.specific
        return gather(dense, searched.keyword, weights, chunks, numbers, self._settings.background_units, specific=specific)

    async def _found(self, request: RankingRequest, rankings: Sequence[Ranked], said_here: MessageHits | None) -> Found:
        """Return the passages that are kept, after loading candidates from the database: the head of the ranking, or all to
        explain.

        `said_here` is the search of the thread's own messages, or `None` if these were not searched.
        """
        question, settings = request.question, self._settings
        ranked = merged(rankings)
        head = shortlist.head_of(ranked, question, settings)
        read = head.units
        described = await self._chunks.described([ranked.id(unit) for unit in read])
        competing = shortlist.shortlist(request, head, described, settings)
        limits = shortlist.limits(request, competing, settings)
        selected = await self._selected(question, competing, limits, said_here)
        if question.explain:
            selected = [replace(each, parts=competing.parts.get(each.passage.chunk.id, ())) for each in selected]
        if ranked.recounted:
            in_order = exhaustive.as_said(selected, {ranked.id(unit): int(ranked.numbers[unit]) for unit in read})
            selected = moving.as_said(selected, in_order) if question.explain else in_order
        kept = tuple(candidate.passage for candidate in selected if candidate.cut is None)
        among_others = any(each.recounted for each in rankings) and not ranked.recounted
        all_asked_for = exhaustive.asked_for(question, kept, request.recounting if among_others else None)
        if all_asked_for:
            selected, kept = exhaustive.alone(selected, all_asked_for), all_asked_for
        return Found(
            question=question.text,
            rewritten=request.query.rewritten,
            passages=await self._widened(question, kept) if question.expand else kept,
            confidence=1.0 if all_asked_for else _confidence(ranked, read, kept),
            timing_ms={},
            candidates=(*selected, *_not_competing(competing, len(selected))) if question.explain else (),
            unlisted=_unlisted(ranked, read, limits) if question.explain and len(read) < len(ranked) else {},
            limits=limits if question.explain else None,
            small=all(passage.chunk.id in limits.small for passage in kept),
            recounted=bool(all_asked_for) or (ranked.recounted and bool(kept)),
            timely=timeliness.timely(question, kept),
        )

    async def _selected(
        self, question: Question, competing: Shortlist, limits: Limits, said_here: MessageHits | None
    ) -> list[Candidate]:
        """Return the candidates after all cuts, with corrections added and superseded messages next to their successors."""
        following = await self._said_behind(said_here, competing.passages)
        selected = select([*competing.passages, *corrections.given(following)], limits, self._settings)
        found = [each.passage for each in selected if each.cut is None and each.passage.chunk.source is Source.MESSAGE]
        others = {each.chunk.thread for each in found if each.elsewhere is not None}
        if said_here is None and not others:
            return selected
        elsewhere = {thread: await self._chunks.turns(thread) for thread in others}
        turns = await self._chunks.turns(question.thread)
        by_date = asks_for_course(question.meant)
        questions = corrections.between(following)
        settled = superseded.mark_superseded(
            selected, turns, limits.top_k, limits.budget_characters, questions, question.now, by_date, elsewhere
        )
        return moving.explained(selected, settled) if question.explain else settled

    async def _explained(
        self,
        found: Found,
        request: RankingRequest,
        rankings: Sequence[Ranked],
        every: Sequence[Ranked],
        searched: Sequence[Searched],
    ) -> Found:
        """Return the result with what did not compete for a place, listed as far as there is room, and counted."""
        question, considered = request.question, len(found.candidates)
        regardless_of_time = replace(request, recounting=None)
        known = {candidate.passage.chunk.id for candidate in found.candidates}
        apart = left_out.apart(searched, every, rankings, lambda each: self._ranked(regardless_of_time, each), known)
        room = 0 if found.unlisted else max((question.candidates or considered + left_out.MOST) - considered, 0)
        described = await self._chunks.described([id for each in apart for id in each.ids[:room]])
        elsewhere = {place.id: place for place in question.elsewhere}
        listed = left_out.listed(apart, room, described, elsewhere, considered + 1)
        unlisted = {**found.unlisted, **left_out.counted(apart, listed)}
        return replace(found, candidates=(*found.candidates, *listed), unlisted=unlisted)

    async def _said_behind(self, said_here: MessageHits | None, passages: Sequence[Passage]) -> Sequence[Described]:
        """Return the short messages that directly follow the passages.

        They may correct a passage but share no words with the question, so no search would find them.
        """
        if said_here is None:
            return []
        ids = corrections.behind(passages, said_here.turns, said_here.among)
        return list((await self._chunks.described(ids)).values()) if ids else []

    async def _widened(self, question: Question, passages: Sequence[Passage]) -> tuple[Passage, ...]:
        parents: dict[str, set[str]] = {}
        for passage in passages:
            if passage.chunk.source is Source.DOCUMENT:
                parents.setdefault(passage.chunk.thread, set()).add(passage.chunk.parent)
        outlines = {
            (thread, id): outline
            for thread, ids in parents.items()
            for id, outline in (await self._chunks.outlines(thread, ids)).items()
        }
        budget = self._settings.budget_characters
        return widened(passages, outlines, min(question.budget_characters or budget, budget))


def _collections(question: Question) -> list[Collection]:
    """Return the collections to search: the thread's own, those of attached libraries, and the messages of other threads."""
    sources = frozenset(Source) if question.sources is None else question.sources
    own = [Collection(question.thread, source) for source in sorted(sources)]
    return own + [Collection(place.id, place.source) for place in question.elsewhere]


def _told_of(event: str, question: Question) -> Question:
    """Return a search for the messages of the user that mention an event."""
    return replace(
        question,
        text=event,
        rewritten=None,
        history=(),
        sources=frozenset((Source.MESSAGE,)),
        elsewhere=tuple(place for place in question.elsewhere if place.source is Source.MESSAGE),
        filters=Filters(role="user"),
        top_k=_OF_EVENT,
        threshold=0.0,
        recency=False,
        expand=False,
        explain=False,
    )


def _recounting(question: Question) -> Recounting | None:
    """Return what a question asks for by time; `None` if time does not count or only part of the documents is searched."""
    filters = question.filters
    if not question.recency or filters.document is not None or filters.level is not None or filters.leaf is not None:
        return None
    return recounting(question.meant, question.now)


def _of_the_time(request: RankingRequest, rankings: Sequence[Ranked], searched: Sequence[Searched]) -> list[Ranked]:
    """Return the rankings that count.

    If the question asks for what was said at a time, these are the rankings of those messages, together with those of documents
    if the question may also be about events.
    """
    if not any(ranked.recounted for ranked in rankings):
        return list(rankings)
    events = request.recounting is not None and request.recounting.events
    return [
        ranked
        for ranked, found in zip(rankings, searched, strict=True)
        if ranked.recounted or (events and isinstance(found, DocumentHits) and len(ranked))
    ]


def _not_competing(competing: Shortlist, considered: int) -> list[Candidate]:
    """Return the passages that were left out for what they say, as candidates with places after those considered."""
    return [
        Candidate(passage, cut, place, parts=competing.parts[passage.chunk.id])
        for place, (passage, cut) in enumerate(competing.left_out, start=considered + 1)
    ]


def _unlisted(ranked: Ranked, read: Sequence[int], limits: Limits) -> dict[Cut, int]:
    """Return the number of units that were not read, by the step that would cut them."""
    fused, strengths = np.delete(ranked.fused, read), np.delete(ranked.strength, read)
    least = np.full(len(ranked.maps), limits.threshold)
    for unit in read:
        least[ranked.collection[unit]] = limits.lower_thresholds.get(ranked.id(unit), limits.threshold)
    enough = strengths >= least[np.delete(ranked.collection, read)]
    good = int(((fused >= limits.least_score) & (fused > 0) & enough).sum())
    return {"threshold": len(fused) - good, "top_k": good}


def _put_right(question: Question, replacements: Mapping[str, str]) -> Question:
    if not replacements:
        return question
    meant = spelling.corrected(question.meant, replacements)
    return replace(question, text=meant) if question.rewritten is None else replace(question, rewritten=meant)


def _note(by_words_alone: bool, awaiting: int, replacements: Mapping[str, str]) -> str | None:
    """Return notes on degraded search (no vectors, or passages still without vectors) and on corrected spelling."""
    notes = [_CORRECTED.format(meant=meant, word=word) for word, meant in replacements.items()]
    if by_words_alone:
        notes.append(_WITHOUT_VECTORS)
    elif awaiting:
        notes.append(_AWAITING.format(f"{awaiting:,} passage{'s' * (awaiting != 1)}"))
    return " ".join(notes) or None


def _confidence(ranked: Ranked, read: Sequence[int], passages: Sequence[Passage]) -> float:
    """Return the confidence of the most confident collection with a kept passage, or 0 if no passage was kept."""
    kept = {passage.chunk.id for passage in passages}
    return max((ranked.confidence[ranked.collection[unit]] for unit in read if ranked.id(unit) in kept), default=0.0)


class _Watch:
    """Stopwatch that records the milliseconds of each step."""

    def __init__(self) -> None:
        self._start = self._last = perf_counter()
        self._laps: dict[str, float] = {}

    def lap(self, step: str) -> None:
        now = perf_counter()
        self._laps[step] = round((now - self._last) * 1000, 3)
        self._last = now

    def laps(self) -> dict[str, float]:
        return {**self._laps, "total": round((self._last - self._start) * 1000, 3)}
