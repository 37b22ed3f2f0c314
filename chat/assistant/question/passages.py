"""Passages for an answer: as many as the model can read, or the rows of a table from which the answer was computed."""

from __future__ import annotations

import logging
from dataclasses import replace

from chat.answering.answer import Written
from chat.answering.prompt import Conversation, characters
from chat.answering.replies import instructions
from chat.assistant.choosing import with_room
from chat.assistant.parts import Parts
from chat.assistant.question.question_in_thread import QuestionInThread
from chat.assistant.question.searching import Searching, noted
from chat.assistant.question.turns import history
from chat.assistant.question.unread_notes import UnreadNotes
from chat.dialogue.standing import standing
from chat.dialogue.stating import is_statement
from chat.dialogue.troubles import tells_of_trouble
from chat.domain import Found, Passage, Question, Source
from chat.errors import Unavailable

_log = logging.getLogger(__name__)

_LEAST_CHARACTERS = 200
"""Of passages, however little room the prompt has for them."""
_UNRELATED = 0.1
"""Confidence of the search below which its passages are about something else and are dropped."""


class Passages:
    """Searches for the passages that an answer rests on."""

    def __init__(self, parts: Parts, searching: Searching, unread: UnreadNotes) -> None:
        self._parts = parts
        self._searching = searching
        self._unread_notes = unread

    async def of(self, posed: QuestionInThread, conversation: Conversation) -> tuple[Found, Written | None]:
        """Return what is found, and the answer where it was computed from a table."""
        still = await self._unread_notes.still(posed.question)
        search, summary = await self._fitting(posed, conversation)
        found = await self._found(search, posed.message.id, still)
        asked = standing(search.text).instructions if posed.ask.remember else ()
        found = noted(found, instructions.noted_beside(asked) if asked else None)
        found, computed = await self._parts.tables.answer(search, found) or (_with(found, summary), None)
        if posed.choice.model is None and is_statement(search.meant):
            found = _remedies(found, search.meant)
        return found, computed

    async def _fitting(self, posed: QuestionInThread, conversation: Conversation) -> tuple[Question, Passage | None]:
        """Return the search for as much as the model can read beside the turns in view, and a summary of the other turns."""
        search, model = posed.question, posed.choice.model
        search = replace(search, history=search.history or history(search, posed.turns))
        if model is None:
            return search, None
        search = replace(search, expand=search.expand or self._parts.settings.answering.widen)
        summary = await self._parts.summarising.source(posed.thread, search, posed.turns, model)
        most = with_room(model, posed.ask.max_answer_tokens)
        held = characters(search.text, conversation, most.max_answer_tokens, most.context_tokens)
        budget = max(_LEAST_CHARACTERS, min(search.budget_characters or self._parts.settings.retrieval.budget_characters, held))
        left = budget - (len(summary.chunk.text) if summary else 0)
        return replace(search, budget_characters=max(_LEAST_CHARACTERS, left)), summary

    async def _found(self, search: Question, id: str, still: str | None) -> Found:
        """Return the passages of the search; when it fails, none and a note that says why, so that the question is still
        answered.

        `id` is that of the question's message, which is left out; `still` a note on files that are still being read.
        """
        note = await self._searching.in_step(search.thread, leave=id)
        try:
            found = await self._searching.retrieve(replace(search, without=search.without | {id}))
            if not found.small and found.confidence < min(_UNRELATED, self._parts.settings.answering.least_confidence):
                found = replace(found, passages=())
        except Unavailable as error:
            _log.warning("Search failed: %s", error)
            found = Found(search.text, search.text, (), 0.0, {}, note=str(error))
        return noted(found, note, still, *await self._unread_notes.pages(search, found))


def _remedies(found: Found, stated: str) -> Found:
    """Return what is found for a statement: nothing, as it is acknowledged without sources, unless it tells of a trouble that
    documents may help with."""
    kept = [one for one in found.passages if one.chunk.source is Source.DOCUMENT] if tells_of_trouble(stated) else ()
    return replace(found, passages=tuple(replace(one, rank=at) for at, one in enumerate(kept, start=1)))


def _with(found: Found, summary: Passage | None) -> Found:
    """Add the summary as the last passage, so that the numbers of the others stay."""
    if summary is None:
        return found
    return replace(found, passages=(*found.passages, replace(summary, rank=len(found.passages) + 1)))
