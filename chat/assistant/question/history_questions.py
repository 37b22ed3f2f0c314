"""Questions for the first or last turn, for the user's name, and for all that they told: answered from the rows, since no search
finds these. Quotes are not indexed, questions rank low, and "I'm Noor" shares no word with the question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from chat.answering.citing.markers import ONE_MARKER
from chat.assistant.parts import Parts
from chat.assistant.question.question_in_thread import QuestionInThread
from chat.assistant.question.searching import Searching, noted
from chat.assistant.remembering import Remembering
from chat.assistant.scope import of_all_messages
from chat.dialogue.correcting import correction
from chat.dialogue.telling import asks
from chat.domain import Found, Message, Passage, Question, Scores, Source
from chat.index.base import Collection
from chat.llm.quoting.presentation.frames import frame
from chat.retrieval.dates.recounting import TurnAsked, turn_asked_for
from chat.retrieval.statements.introductions import asks_about_oneself, asks_for_name, introduces
from chat.text import QUESTION_MARKS
from chat.text.languages import language_of
from chat.threads.base import Described

_MOST = 500
"""Messages that are read, from either end of the conversation."""
_MOST_TOLD = 8
"""Messages that are quoted of all that the user told: the last ones."""
_BEFORE_ALL = -1
"""A sequence number before that of the first message."""


def wanted(search: Question, kind: Literal["question", "answer"]) -> TurnAsked | None:
    """Return the turn of this kind that the question asks for; `None` for other questions, and where messages are left out."""
    asked = turn_asked_for(search.text)
    return asked if asked is not None and asked.kind == kind and of_all_messages(search) else None


def _wants_own_name(search: Question) -> bool:
    """Return whether users ask for their own name, in a search of all messages."""
    return asks_for_name(search.text) and of_all_messages(search)


def _wants_what_was_told(search: Question) -> bool:
    """Return whether users ask for all that they told, in a search of all messages."""
    return asks_about_oneself(search.text) and of_all_messages(search)


class HistoryQuestions:
    """Finds the first or last question or answer, the message that tells the user's name, and those that tell about the user."""

    def __init__(self, parts: Parts, searching: Searching) -> None:
        self._parts = parts
        self._searching = searching
        self._remembering = Remembering(parts)

    async def found(self, posed: QuestionInThread) -> Found | None:
        """Return the first or the last question, who the person is, or all that they told, as what is found; `None` where none of
        that is asked for."""
        turn, told = wanted(posed.question, "question"), _wants_what_was_told(posed.question)
        if turn is None and not told and not _wants_own_name(posed.question):
            return None
        note = await self._searching.in_step(posed.thread.id, leave=posed.message.id)
        if told:
            found = await self._told(posed)
        elif turn is None:
            found = await self._introduced(posed.question, posed.message)
        else:
            found = await self._asked(posed.question, posed.message, turn)
        return found and noted(found, note)

    async def answer(self, question: Message, wanted: TurnAsked) -> str | None:
        """Quote the earlier answer, introduced with its date; `None` where there is none."""
        said = await self._turn(question, wanted)
        if said is None:
            return None
        introduced = frame(language_of(question.content)).attribution(None, False, said.created_at.date()).rstrip()
        # the markers are of another answer's sources
        quoted = "\n".join(f"> {line}".rstrip() for line in ONE_MARKER.sub("", said.content).splitlines())
        return f"{introduced}\n\n{quoted}"

    async def _asked(self, search: Question, question: Message, wanted: TurnAsked) -> Found | None:
        """Return the question that was asked, as what is found; `None` where there is none, or where it is not indexed."""
        said = await self._turn(question, wanted)
        return None if said is None else await self._found(search, said.thread, {said.id: None})

    async def _introduced(self, search: Question, question: Message) -> Found | None:
        """Return the last message in which the person told their name, a plain one before others; `None` where there is none, or
        where it is not indexed."""
        said = await self._parts.rows.conversations.before(question.thread, question.sequence, _MOST)
        own = [each for each in said if each.id != question.id and each.role == "user" and each.author is None]
        telling = {each.id: introduces(each.heard) for each in own}
        those = [each for each in own if telling[each.id]]
        last = max(those, key=lambda each: (telling[each.id], each.created_at, each.sequence), default=None)
        return None if last is None else await self._found(search, last.thread, {last.id: None})

    async def _told(self, posed: QuestionInThread) -> Found | None:
        """Return the last messages in which the person told what still holds, a corrected value with what it is a value of."""
        facts = (await self._remembering.memory(posed.user, posed.thread.id)).facts
        by_id = {each.id: each for each in facts}
        telling: dict[str, str | None] = {}
        for each in facts:
            later = by_id.get(each.superseded_by or "")
            if later is None or correction(later.text) is not None:
                telling.setdefault(each.message, None if later is None else later.message)
        last = dict(list(telling.items())[-_MOST_TOLD:])
        found = await self._found(posed.question, posed.thread.id, last)
        left = len(telling) - len(last)
        return noted(found, f"Beside these {left} earlier ones are remembered: see Memory." if left else None) if found else None

    async def _found(self, search: Question, thread: str, said: Mapping[str, str | None]) -> Found | None:
        """Return the beginning of each of these messages, as what is found, with the message that supersedes it."""
        chunks = self._parts.rows.chunks
        described = await chunks.described(await chunks.ids(Collection(thread, Source.MESSAGE), list(said)))
        firsts: dict[str, Described] = {}
        for each in sorted(described.values(), key=lambda each: each.chunk.index):
            firsts.setdefault(each.chunk.parent, each)
        passages = tuple(
            Passage(
                rank,
                1.0,
                each.chunk,
                Scores(None, None, 1.0),
                role=each.role,
                author=each.author,
                created_at=each.created_at,
                superseded_by=said[each.chunk.parent],
            )
            for rank, each in enumerate((firsts[id] for id in said if id in firsts), start=1)
        )
        return Found(search.text, search.text, passages, 1.0, {}, recounted=True) if passages else None

    async def _turn(self, question: Message, wanted: TurnAsked) -> Message | None:
        """Return the first or the last turn that is wanted, by date; `None` where there is none."""
        rows = self._parts.rows.conversations
        if wanted.place == "first":
            said = await rows.after(question.thread, _BEFORE_ALL, _MOST)
        else:
            said = await rows.before(question.thread, question.sequence, _MOST)
        those = [each for each in said if each.id != question.id and _is(each, wanted) and each.sequence < question.sequence]
        first_or_last = min if wanted.place == "first" else max
        return first_or_last(those, key=lambda each: (each.created_at, each.sequence), default=None)


def _is(message: Message, wanted: TurnAsked) -> bool:
    said = message.heard.strip()
    if wanted.kind == "answer":
        return message.role == "assistant" and message.author is None and bool(said)
    own = message.role == "user" and message.author is None
    return own and (said.endswith(QUESTION_MARKS) or asks(said.lstrip(" ¿¡")))
