"""The search that answers rest on: in what is in step, and by what its vectors allow."""

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
    """Nothing searches for an answer, or beside one, in another way."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    async def in_step(self, thread: str, leave: str | None = None) -> str | None:
        """Bring messages and indexes into step; a sentence when that failed: the search goes on without the last ones."""
        try:
            await self._parts.memory.settle(thread, leave, urgent=True)
        except Unavailable as error:
            _log.warning("Messages could not be indexed, the next question tries again: %s", error)
            return str(error)
        return None

    async def retrieve(self, question: Question) -> Found:
        """By meaning and words; by words alone where the vectors are another embedder's. What was opened elsewhere and is not in
        step is left out, and named in the note. Raises Unavailable when neither index answers."""
        question, note = await self._parts.scope.in_step(question)
        own = {Collection(question.thread, source) for source in Source}
        if question.mode == "keyword" or await self._parts.indexer.matching(list(own)) == own:
            return noted(await self._parts.retriever.retrieve(question), note)
        found = await self._parts.retriever.retrieve(replace(question, mode="keyword"))
        return noted(found, _BY_WORDS, note)


def noted(found: Found, *notes: str | None) -> Found:
    """The same with what else is to be said about it, each sentence once."""
    said = dict.fromkeys(note for note in (found.note, *notes) if note)
    return replace(found, note=" ".join(said) or None)
