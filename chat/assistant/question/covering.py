"""Questions about whole documents: what covers these, as far as the model that answers can read it."""

from __future__ import annotations

from dataclasses import replace

from chat.answering.reading import reading_room
from chat.assistant.parts import Parts
from chat.assistant.question.question_in_thread import QuestionInThread
from chat.assistant.question.searching import noted
from chat.assistant.question.unread_notes import UnreadNotes
from chat.assistant.question.whole import Survey, Whole
from chat.assistant.scope import holders
from chat.retrieval.documents import whole


class Covering:
    """Waits for files that are being read, then looks up the documents that are meant."""

    def __init__(self, parts: Parts, documents: Whole, unread: UnreadNotes) -> None:
        self._parts = parts
        self._whole = documents
        self._unread_notes = unread

    async def of(self, posed: QuestionInThread) -> Survey | None:
        """Return what covers the documents, with notes on what could not be read; `None` for a question that wants passages."""
        search, model = posed.question, posed.choice.model
        if not whole.wanted(search.meant):
            return None
        still = await self._unread_notes.still(search)
        calls = self._parts.settings.answering.whole_document_calls
        tokens = None if model is None else calls * reading_room(model.context_tokens, search.meant)
        covered = await self._whole.covering(search, holders(search), tokens)
        if covered is None:
            return None
        return replace(covered, found=noted(covered.found, still, *await self._unread_notes.pages(search, covered.found)))
