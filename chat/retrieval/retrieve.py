"""A question's way to its passages: rewrite, embed, search, fuse, weigh by age, select."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from math import inf
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from chat.dialogue.asked_time import asks_for_course
from chat.domain import Candidate, Cut, Found, Limits, Passage, Question, Source
from chat.embedding.base import Embedder
from chat.errors import EmbeddingFailed
from chat.index.base import Collection, KeywordIndex, VectorIndex
from chat.retrieval.choosing import shortlist
from chat.retrieval.choosing.selection import select
from chat.retrieval.choosing.widening import widened
from chat.retrieval.dates import timeliness
from chat.retrieval.dates.deeds import told_of
from chat.retrieval.dates.recounting import Recounting, recounting
from chat.retrieval.question import query, spelling, unfinished
from chat.retrieval.question.query import Query
from chat.retrieval.question.speller import Speller
from chat.retrieval.scoring import document_ranking, message_ranking, recounted_ranking
from chat.retrieval.scoring.evidence import Mode, gather
from chat.retrieval.scoring.ranked import Ranked, best_named, merged
from chat.retrieval.scoring.searching import CollectionSearch, Searched
from chat.retrieval.told import corrections, superseded
from chat.settings import RetrievalSettings
from chat.threads.base import ChunkReader, Described

_WITHOUT_VECTORS = "The search by meaning did not answer; these passages were found by their words alone."
_INSTEAD = "Searched for “{meant}”, since nothing has “{word}”."
_AWAITING = "Understanding by meaning is still being built for {}; until then words alone lead there."


class Retriever:
    """Finds what a thread, and what is opened beside it, holds about a question, in documents and in what was said."""

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
        self._collections = CollectionSearch(vectors, keywords, chunks, settings)
        self._speller = Speller(keywords, chunks, embedder.count_tokens)

    async def retrieve(self, question: Question) -> Found:
        """The passages for a question, best first; none when nothing in the thread is about it.

        When the embedder or the vectors don't answer, a hybrid search goes on with the words alone and says so in `note`.
        """
        watch, places, original = _Watch(), _places(question), question
        instead = await self._misspelt(question, places)
        question = _put_right(question, instead)
        asked = self._read(question)
        watch.lap("rewrite")
        loading = asyncio.gather(*(self._collections.load(place, question.mode) for place in places))
        (asked, vector), reached = await asyncio.gather(self._embedded(question, asked, watch), loading)
        vectors = [vector if answers else None for answers in reached]
        told = _recounting(question)
        searched = await asyncio.gather(*map(partial(self._collections.search, question, asked, told), places, vectors))
        watch.lap("search")
        mode: Mode = question.mode
        if mode == "hybrid" and any(one.dense is None for one in searched):
            mode = "keyword"
        ranked = [self._ranked(question, asked, one, mode, told) for one in searched]
        if any(one.recounted for one in ranked):
            ranked = [one for one in ranked if one.recounted or (told and told.events and len(one))]
        own = next((one for place, one in zip(places, searched, strict=True) if place == _messages(question)), None)
        found = await self._selected(question, asked, ranked, own, mode, told)
        watch.lap("rank")
        awaiting = sum(one.awaiting for one in ranked) if mode == "hybrid" else 0
        return replace(
            found,
            question=original.text,
            corrected=question.meant if instead else None,
            timing_ms=watch.laps(),
            note=_note(mode != question.mode, awaiting, instead),
        )

    async def _misspelt(self, question: Question, places: Sequence[Collection]) -> dict[str, str]:
        """Words of the question with those that are meant."""
        words = self._speller.doubtful(question.meant) if question.mode != "dense" else []
        if not words:
            return {}
        return await self._speller.instead(
            words, {place: (await self._collections.among(question, place))[0] for place in places}
        )

    def _read(self, question: Question) -> Query:
        asked = query.read(question, self._settings, self._embedder.count_tokens)
        return replace(asked, terms={}) if question.mode == "dense" else asked

    async def _embedded(self, question: Question, asked: Query, watch: _Watch) -> tuple[Query, NDArray[np.float32] | None]:
        """The query, without earlier turns of another matter, and its vector."""
        try:
            if question.mode == "keyword":
                return asked, None
            embedded = await self._embedder.embed([*asked.turn, *asked.earlier])
        except EmbeddingFailed:
            if question.mode == "dense":
                raise
            return asked, None
        finally:
            watch.lap("embed")
        narrowed, embedded = query.of_the_matter(question, asked, embedded, self._settings)
        asked = asked if narrowed is question else self._read(narrowed)
        return asked, query.vector(asked, embedded, self._settings.history_weight)

    def _ranked(self, question: Question, asked: Query, searched: Searched, mode: Mode, told: Recounting | None) -> Ranked:
        dense = searched.dense if mode != "keyword" else None
        weights, background = query.counted(asked, searched.keyword), self._settings.background_units
        if searched.turns is None:
            evidence = gather(dense, searched.keyword, weights, None, np.zeros(0, dtype=np.int64), background)
            held_by = np.zeros(0, dtype=np.int64) if searched.held_by is None else searched.held_by[evidence.numbers]
            return document_ranking.rank(evidence, held_by, searched.named, asked, mode, self._settings)
        turns = searched.turns
        evidence = gather(dense, searched.keyword, weights, turns.ids, turns.numbers, background, searched.specific)
        recounted = recounted_ranking.rank(evidence, turns, told, searched.among) if told else None
        if recounted is not None:
            return recounted
        if mode == "dense":
            evidence = replace(evidence, specificity=None)
        ranked, places = message_ranking.rank(evidence, turns, question.meant, mode, self._settings)
        if not question.recency:
            return ranked
        return replace(ranked, recency=timeliness.factors(turns.created_at[places], question, self._settings))

    async def _selected(
        self,
        question: Question,
        asked: Query,
        collections: Sequence[Ranked],
        own: Searched | None,
        mode: Mode,
        told: Recounting | None,
    ) -> Found:
        """Only the head of the ranking is read from the rows, all of it to explain. `own` is the search of what was said in the
        thread, where that was searched."""
        ranked, settings = merged(collections), self._settings
        lexical = best_named(ranked)
        read = shortlist.to_read(ranked, lexical, question, settings)
        described = await self._chunks.described([ranked.id(at) for at in read])
        competing = shortlist.shortlist(question, ranked, read, lexical, described, mode, told, settings)
        limits = shortlist.limits(question, asked, competing, settings)
        behind = await self._said_behind(own, competing.passages)
        selected = select([*competing.passages, *corrections.given(behind)], limits, settings)
        if own is not None:
            turns = await self._chunks.turns(question.thread)
            by_date = asks_for_course(question.meant)
            selected = superseded.settled(
                selected, turns, limits.top_k, limits.budget_characters, corrections.between(behind), by_date
            )
        if ranked.recounted:
            selected = _in_order(selected, {ranked.id(at): int(ranked.numbers[at]) for at in read})
        kept = tuple(candidate.passage for candidate in selected if candidate.cut is None)
        asked_for = _asked_for(question, kept)
        if asked_for:
            selected, kept = _alone(selected, asked_for), asked_for
        return Found(
            question=question.text,
            rewritten=asked.rewritten,
            passages=await self._widened(question, kept) if question.expand else kept,
            confidence=1.0 if asked_for else _confidence(ranked, read, kept),
            timing_ms={},
            candidates=tuple(selected) if question.explain else (),
            unlisted=_unlisted(ranked, read, limits) if question.explain and len(read) < len(ranked) else {},
            limits=limits if question.explain else None,
            small=all(passage.chunk.id in limits.small for passage in kept),
            recounted=bool(asked_for) or (ranked.recounted and bool(kept)),
        )

    async def _said_behind(self, own: Searched | None, found: Sequence[Passage]) -> Sequence[Described]:
        """What was said right behind some of these, in so few words that it may put them right; search finds it by nothing."""
        ids = corrections.behind(found, own.turns, own.among) if own is not None and own.turns is not None else []
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


def _places(question: Question) -> list[Collection]:
    """What is searched, each by itself: the thread's own, libraries' documents, what was said in other threads."""
    sources = frozenset(Source) if question.sources is None else question.sources
    own = [Collection(question.thread, source) for source in sorted(sources)]
    return own + [Collection(place.id, place.source) for place in question.elsewhere]


def _messages(question: Question) -> Collection:
    """What was said in its thread."""
    return Collection(question.thread, Source.MESSAGE)


def _recounting(question: Question) -> Recounting | None:
    """What was said at a time is asked for by its time: not where time does not count, and not of one document."""
    filters = question.filters
    if not question.recency or filters.document is not None or filters.level is not None or filters.leaf is not None:
        return None
    return recounting(question.meant, question.now)


def _asked_for(question: Question, kept: Sequence[Passage]) -> tuple[Passage, ...]:
    """All that is asked for, where its time or its form tells; none where what is likest has to do."""
    return (told_of(question, kept) if question.recency else ()) or unfinished.lists(question.meant, kept)


def _alone(selected: Sequence[Candidate], chosen: Sequence[Passage]) -> list[Candidate]:
    """The chosen ones in their order, and behind them the others, which are not close enough to what is asked for."""
    by_id = {candidate.passage.chunk.id: candidate for candidate in selected}
    first = [replace(by_id[passage.chunk.id], passage=passage) for passage in chosen]
    ids = {passage.chunk.id for passage in chosen}
    others = [candidate for candidate in selected if candidate.passage.chunk.id not in ids]
    return [
        *first,
        *(each if each.cut else replace(each, passage=replace(each.passage, rank=0), cut="threshold") for each in others),
    ]


def _in_order(selected: Sequence[Candidate], places: Mapping[str, int]) -> list[Candidate]:
    """The kept ones in the order in which they were said; a correction that nothing found has no place beside its time."""

    def said(candidate: Candidate) -> tuple[datetime, float]:
        passage = candidate.passage
        return passage.created_at or datetime.min.replace(tzinfo=UTC), places.get(passage.chunk.id, inf)

    kept = sorted((candidate for candidate in selected if candidate.cut is None), key=said)
    ranked = [replace(each, passage=replace(each.passage, rank=rank)) for rank, each in enumerate(kept, start=1)]
    return ranked + [candidate for candidate in selected if candidate.cut is not None]


def _unlisted(ranked: Ranked, read: Sequence[int], limits: Limits) -> dict[Cut, int]:
    fused, strengths = np.delete(ranked.fused, read), np.delete(ranked.strength, read)
    good = int(((fused >= limits.least_score) & (fused > 0) & (strengths >= limits.threshold)).sum())  # none is of a small one
    return {"threshold": len(fused) - good, "top_k": good}


def _put_right(question: Question, instead: Mapping[str, str]) -> Question:
    if not instead:
        return question
    meant = spelling.corrected(question.meant, instead)
    return replace(question, text=meant) if question.rewritten is None else replace(question, rewritten=meant)


def _note(by_words_alone: bool, awaiting: int, instead: Mapping[str, str]) -> str | None:
    """What the search could not do (nothing by meaning, or so many passages not yet), and what it took for misspelt."""
    notes = [_INSTEAD.format(meant=meant, word=word) for word, meant in instead.items()]
    if by_words_alone:
        notes.append(_WITHOUT_VECTORS)
    elif awaiting:
        notes.append(_AWAITING.format(f"{awaiting:,} passage{'s' * (awaiting != 1)}"))
    return " ".join(notes) or None


def _confidence(ranked: Ranked, read: Sequence[int], passages: Sequence[Passage]) -> float:
    """That of the surest collection of which anything was kept; 0 where nothing was."""
    kept = {passage.chunk.id for passage in passages}
    return max((ranked.confidence[ranked.collection[at]] for at in read if ranked.id(at) in kept), default=0.0)


class _Watch:
    """Milliseconds by step."""

    def __init__(self) -> None:
        self._start = self._last = perf_counter()
        self._laps: dict[str, float] = {}

    def lap(self, step: str) -> None:
        now = perf_counter()
        self._laps[step] = round((now - self._last) * 1000, 3)
        self._last = now

    def laps(self) -> dict[str, float]:
        return {**self._laps, "total": round((self._last - self._start) * 1000, 3)}
