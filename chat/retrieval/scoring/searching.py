"""Search one collection by vectors and by keywords, with filters applied before the top k is cut."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from chat.domain import Question, Source
from chat.errors import IndexFailed
from chat.index.among import Among
from chat.index.base import QUESTIONS_A_CHUNK, Collection, Hits, KeywordIndex, VectorIndex, question_ids
from chat.retrieval.dates.recounting import Recounting
from chat.retrieval.documents.filenames import KnownFilenames
from chat.retrieval.question.query import Query
from chat.retrieval.scoring import conversation
from chat.retrieval.scoring.evidence import Mode
from chat.retrieval.scoring.keys import with_questions
from chat.settings import RetrievalSettings
from chat.threads.base import ChunkReader, Turns


@dataclass(frozen=True, slots=True)
class DocumentHits:
    """The results for the documents of a thread or library, not yet aligned by chunk."""

    dense: Hits | None
    keyword: tuple[Hits, ...]
    """The hits of each term, in the order of the query's terms."""
    among: Among
    """The chunks that may be found."""
    held_by: NDArray[np.int64]
    """The number of each chunk's document, by the chunk's number in the map of the hits; empty if nothing was searched."""
    named: NDArray[np.float64]
    """How much of each document's name the question contains, 0 to 1, by the document's number."""


@dataclass(frozen=True, slots=True)
class MessageHits:
    """The results for the messages of a thread, not yet aligned by chunk."""

    dense: Hits | None
    keyword: tuple[Hits, ...]
    """The hits of each term, in the order of the query's terms."""
    among: Among
    """The chunks that may be found."""
    turns: Turns
    """Without the messages to ignore."""
    specific: Hits | None
    """Specificity of chunks, if people take turns in the conversation or the question asks for what was said at a time."""


Searched = DocumentHits | MessageHits


class CollectionSearch:
    """Searches the collections of threads and libraries."""

    def __init__(self, vectors: VectorIndex, keywords: KeywordIndex, chunks: ChunkReader, settings: RetrievalSettings) -> None:
        self._vectors = vectors
        self._keywords = keywords
        self._chunks = chunks
        self._settings = settings
        self._filenames = KnownFilenames()

    async def load(self, collection: Collection, mode: Mode) -> bool:
        """Load what is searched into memory, all concurrently, while the question is embedded.

        In a thread that was not in use, this is most of the work. Returns whether the vector index is available, so that it is
        not waited for twice. Raises IndexFailed if it is not and the mode is dense.
        """
        reached, _, _ = await asyncio.gather(
            self._reached(collection, mode), self._keywords.load(collection), self._turns(collection)
        )
        return reached

    async def _turns(self, collection: Collection) -> Turns | None:
        return await self._chunks.turns(collection.thread) if collection.source is Source.MESSAGE else None

    async def _reached(self, collection: Collection, mode: Mode) -> bool:
        if mode != "keyword":
            try:
                await self._vectors.load(collection)
            except IndexFailed:
                if mode == "dense":
                    raise
                return False
        return True

    async def search(
        self,
        question: Question,
        asked: Query,
        recounting: Recounting | None,
        collection: Collection,
        vector: NDArray[np.float32] | None,
    ) -> Searched:
        """Search one collection by vectors and keywords, one after the other.

        Postings are in memory, and a separate task for them would cost a third of the search of a small thread. `vector` is the
        query's unit vector; without it only keywords are searched. Raises IndexFailed only if the mode is dense.
        """
        among, turns = await self.among(question, collection)
        keyword = await self._keywords.search(collection, asked.terms, among, asked.related)
        dense = await self._dense(collection, vector, question.mode, among)
        if turns is not None:
            specific = await self._specific(collection, turns, among, question.mode, recounting)
            return MessageHits(dense, keyword, among, turns, specific)
        hits = keyword or ((dense,) if dense is not None else ())
        if not hits:
            return DocumentHits(dense, keyword, among, np.zeros(0, dtype=np.int64), np.zeros(0))
        held_by = await self._chunks.documents(collection.thread, hits[0].map)
        names = self._filenames.of(collection.thread, await self._chunks.names(collection.thread))
        return DocumentHits(dense, keyword, among, held_by, names.name_coverage(question.meant, held_by))

    async def among(self, question: Question, collection: Collection) -> tuple[Among, Turns | None]:
        """Return which chunks may be found, and the table of turns without messages to ignore."""
        matching = await self._chunks.matching(collection.thread, collection.source, question.filters)
        unsaid = frozenset[str]()
        turns = await self._turns(collection)
        if turns is not None and not (without := _without(question, collection, turns)).isdisjoint(turns.messages):
            turns, unsaid = conversation.unsaid(turns, without)
        return Among(matching, unsaid), turns

    async def _specific(
        self,
        collection: Collection,
        turns: Turns,
        among: Among,
        mode: Mode,
        recounting: Recounting | None,
    ) -> Hits | None:
        settings = self._settings
        if recounting is not None:
            return await self._keywords.specificity(collection, among)
        if mode == "dense" or not settings.specificity_weight:
            return None
        if conversation.with_assistant(turns, settings.long_message_characters):
            return None
        return await self._keywords.specificity(collection, among)

    async def _dense(self, collection: Collection, vector: NDArray[np.float32] | None, mode: Mode, among: Among) -> Hits | None:
        if vector is None:
            return None
        try:
            hits = await self._vectors.search(collection, vector, self._settings.candidates, among)
            if self._settings.questions == "on" and collection.source is Source.DOCUMENT:
                return await self._by_questions(collection, vector, among, hits)
            return hits
        except IndexFailed:
            if mode == "dense":
                raise
            return None

    async def _by_questions(self, collection: Collection, vector: NDArray[np.float32], among: Among, content: Hits) -> Hits:
        """Return the hits on the chunks' content, raised by the hypothetical questions generated for the same chunks."""
        keys = Among(None if among.only is None else _questions(among.only), _questions(among.without))
        wanted = self._settings.candidates * QUESTIONS_A_CHUNK
        questions = await self._vectors.search(collection.questions, vector, wanted, keys)
        return with_questions(content, questions, self._settings.questions_weight)


def _questions(chunks: frozenset[str]) -> frozenset[str]:
    return frozenset(key for id in chunks for key in question_ids(id))


def _without(question: Question, collection: Collection, turns: Turns) -> frozenset[str]:
    """Return the ids of messages to ignore: those the question excludes, and those later than the question in another thread, or
    wherever the question wants it.

    The excluded ids do not apply to other threads, since message ids are unique only within a thread.
    """
    here = collection.thread == question.thread
    without = question.without if here else frozenset[str]()
    if here and not question.until_now:
        return without
    return without | conversation.later(turns, question.now.timestamp())
