"""A question's first steps: admitted, stored in its thread, and searched for instructions."""

from __future__ import annotations

import uuid
from dataclasses import replace

from chat.answering.replies import instructions
from chat.assistant.choosing import Choice, choose
from chat.assistant.parts import AssistantPart, Parts
from chat.assistant.question.question_in_thread import Ask, QuestionInThread
from chat.assistant.question.turns import TurnLookup
from chat.domain import Draft, Message, Thread, User
from chat.errors import EmptyQuestion, QuestionTooLong
from chat.text import title_of

_NOWHERE = 2**31 - 1
"""Sequence number of a question that is not stored: after all messages, and within the database's integers."""


class Admission(AssistantPart):
    """Admits and stores questions."""

    def __init__(self, parts: Parts, turns: TurnLookup) -> None:
        super().__init__(parts)
        self._turns = turns

    def check(self, question: str) -> None:
        """Raise EmptyQuestion or QuestionTooLong for a question that can't be asked."""
        longest = self._parts.settings.limits.max_question_characters
        if not question.strip():
            raise EmptyQuestion("The question is empty.")
        if len(question) > longest:
            raise QuestionTooLong(
                f"The question has {len(question):,} characters, at most {longest:,} are allowed; put long text into a file."
            )

    async def admit(self, user: User, ask: Ask) -> tuple[Thread, Choice]:
        """Return the thread, and who answers. Raise what refuses the question before any work is done for it."""
        thread = await self._rows.conversations.get(user.id, ask.question.thread)
        self.check(ask.question.text)
        if ask.remember:
            self._parts.room.check()
        if user.role == "visitor":
            await self._rows.visitors.check(user.id)
        choice = choose(self._parts.models, self._parts.model.name if self._parts.model else None, ask.model, thread)
        if choice.model is not None:
            await self._parts.quotas.check_tokens(user.id)
        return thread, choice

    async def enter(self, user: User, ask: Ask) -> tuple[Thread, Choice]:
        """Admit as `admit` does, and count the question against those that a visitor may ask."""
        admitted = await self.admit(user, ask)
        if user.role == "visitor":
            await self._rows.visitors.check(user.id, take=True)
        return admitted

    async def pose(self, user: User, ask: Ask, thread: Thread, choice: Choice) -> QuestionInThread:
        """Store the question; return it with all that its thread may search and the turns before it."""
        ask = replace(ask, question=await self._parts.scope.opened(user, thread, ask.question))
        message = await self._message(ask, unnamed=thread.name is None)
        return QuestionInThread(user, thread, choice, ask, message, await self._turns.before(message, ask.said))

    async def _message(self, ask: Ask, unnamed: bool) -> Message:
        """Return the question as a message of its thread, stored unless it is not to be remembered."""
        thread, id, now = ask.question.thread, ask.question_id or str(uuid.uuid4()), self._parts.clock()
        if not ask.remember:
            return Message(id, thread, "user", ask.question.text, now, sequence=_NOWHERE)
        known = await self._rows.conversations.find(thread, id)
        said = known or await self._stored(thread, Draft("user", ask.question.text, id))
        await self._heed(said, again=known is not None)
        if unnamed:
            await self._rows.conversations.name_if_unnamed(thread, title_of(ask.question.text))
        return said

    async def _stored(self, thread: str, draft: Draft) -> Message:
        [said] = await self._rows.conversations.put(thread, [draft], self._parts.clock())
        if instructions.command(said.content) is not None:  # nothing that was told
            await self._rows.conversations.rewrite(thread, said.id, said.content, recall="none")
        return said
