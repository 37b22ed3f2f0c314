"""The search for answers: over indexes that are up to date, without vectors where another embedder made them."""

from __future__ import annotations

import logging
from dataclasses import replace

from chat.assistant.parts import Parts
from chat.domain import Found, Question, Source
from chat.errors import Unavailable
from chat.index.base import Collection

_log = logging.getLogger(__name__)

_BY_WORDS = "Searched by words only: this thread was indexed with another embedding model. Run `threadwise reindex`."


class Searching:
    """The only way in which the assistant searches."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    async def in_step(self, thread: str, leave: str | None = None) -> str | None:
        """Index the messages that are not indexed yet, except the one with the id `leave`. When that fails, a sentence that says
        so: the search goes on without them."""
        try:
            await self._parts.memory.settle(thread, leave, urgent=True)
        except Unavailable as error:
            _log.warning("Messages could not be indexed, the next question tries again: %s", error)
            return str(error)
        return None

    async def retrieve(self, question: Question) -> Found:
        """Return the passages for a question, by keywords alone where another embedder made the vectors. Other threads and
        libraries whose indexes cannot be brought up to date are left out and named in the note. Unavailable when neither index
        answers."""
        question, note = await self._parts.scope.in_step(question)
        own = {Collection(question.thread, source) for source in Source}
        if question.mode == "keyword" or await self._parts.indexer.matching(list(own)) == own:
            return noted(await self._parts.retriever.retrieve(question), note)
        found = await self._parts.retriever.retrieve(replace(question, mode="keyword"))
        return noted(found, _BY_WORDS, note)


def noted(found: Found, *notes: str | None) -> Found:
    """Add notes to what is found, each sentence once."""
    said = dict.fromkeys(note for note in (found.note, *notes) if note)
    return replace(found, note=" ".join(said) or None)
