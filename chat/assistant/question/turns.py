"""The turns before a question: those that it leans on, and those that the model reads besides its sources."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from cachetools import LRUCache, cached

from chat.answering.prompt import Conversation
from chat.answering.replies import instructions
from chat.answering.replies.courtesy import about_itself, is_courtesy
from chat.answering.replies.inventory import asks_for_files
from chat.assistant.choosing import prompt_of
from chat.assistant.parts import Parts
from chat.assistant.question.question_in_thread import QuestionInThread
from chat.assistant.question.rewriting import meaning
from chat.assistant.scope import settings_of
from chat.dialogue.pronouns import points_back
from chat.dialogue.stating import is_statement
from chat.domain import Draft, Message, Question
from chat.retrieval.dates.recounting import recounting
from chat.retrieval.question.rewriting import begins_elsewhere, leans, names_nothing
from chat.text import QUESTION_MARKS

_FEWEST = 12
"""Turns that are looked up, even where a model reads fewer."""
_TURNS_CACHED = 4_000
_PAUSE = timedelta(hours=1)
"""Longest time between two turns of one sitting."""
_LONG = 400
"""Characters of a turn that is no question, unless it ends in one."""


class TurnLookup:
    """Looks up the turns of a thread."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    async def before(self, message: Message, said: Sequence[Draft] = ()) -> list[Message]:
        """Return the turns before a message, oldest first, without those about instructions. The caller's turns (`said`) take
        their place where the thread has none of these."""
        many = max(_FEWEST, self._parts.settings.answering.recent_turns)
        turns = await self._parts.rows.conversations.before(message.thread, message.sequence, many)
        heard = instructions.without([replace(turn, content=turn.heard) for turn in turns if turn.heard or not turn.content])
        return _or_said(heard, said, message)

    async def as_of(self, question: Question, id: str) -> Question:
        """Return the search that was made for the message of this id. NotFound when the thread has no such message."""
        asked = await self._parts.rows.conversations.message(question.thread, id)
        turns = await self.before(asked)
        since = await self._parts.rows.conversations.since(question.thread, asked.sequence)
        question = replace(question, now=asked.created_at, without=question.without | since)
        question = replace(question, history=history(question, turns))
        return meaning(question, turns, asked.rewritten) if question.text == asked.content else question

    async def around(self, posed: QuestionInThread) -> Conversation:
        """Return what the prompt holds besides sources and question. Standing instructions are for a model alone."""
        settings, listed = self._parts.settings.answering, self._parts.rows.instructions.listed
        return Conversation(
            turns=posed.turns[-settings.recent_turns :] if settings.recent_turns else (),
            system_prompt=posed.ask.system_prompt or prompt_of(posed.thread, settings),
            standing=[each.text for each in await listed(posed.thread.id)] if posed.choice.model else (),
            remembered=settings_of(posed.thread).memory,
        )


def history(question: Question, turns: Sequence[Message]) -> tuple[str, ...]:
    """Return what the person asked before, as far as it says what is meant; what others say in a conversation that was brought in
    is no question of theirs.

    A question that stands by itself goes on from those of the same sitting alone, and not from what was told: "My sister lives in
    Ghent." just before says nothing about what the next question is after. What names nothing ("Why?", "Thanks!") is
    never among them.
    """
    whole = _goes_on(question)
    said = turns if whole else _sitting(turns, question.now)
    own = (turn.content for turn in said if turn.role == "user" and turn.author is None)
    return tuple(text for text in own if not (_is_empty(text) or _is_long(text)) and (whole or not is_statement(text)))


def _goes_on(question: Question) -> bool:
    """Return whether the question leans on earlier turns. One that asks for what was said at a time ("What did I say in March?")
    stands by itself although it names no subject, unless its words refer to another question."""
    text = question.text
    by_time = recounting(text, question.now) is not None
    return leans(text) and (not by_time or begins_elsewhere(text) or points_back(text))


def _is_long(turn: str) -> bool:
    """Return whether a turn is too long for a question, such as pasted notes: its words would outweigh those of the next one."""
    return len(turn) > _LONG and not turn.rstrip().endswith(QUESTION_MARKS)


@cached(LRUCache(_TURNS_CACHED), key=hash)
def _is_empty(turn: str) -> bool:
    """Return whether a turn names nothing that a later one could go on from.

    Cached, as the turns before a question also precede the next one; under a hash, so that no text outlives its message.
    """
    return names_nothing(turn) or is_courtesy(turn) or about_itself(turn) is not None or asks_for_files(turn) is not None


def _sitting(turns: Sequence[Message], now: datetime) -> Sequence[Message]:
    """Return the last turns, back to the first pause longer than `_PAUSE`."""
    begun = len(turns)
    while begun and abs(now - turns[begun - 1].created_at) <= _PAUSE:
        begun -= 1
        now = turns[begun].created_at
    return turns[begun:]


def _or_said(turns: list[Message], said: Sequence[Draft], question: Message) -> list[Message]:
    known = {_words(turn.content) for turn in turns if turn.role == "user"}
    if not said or any(_words(draft.content) in known for draft in said if draft.role == "user"):
        return turns
    return [Message("", question.thread, draft.role, draft.content, question.created_at) for draft in said]


def _words(text: str) -> str:
    return " ".join(text.split())
