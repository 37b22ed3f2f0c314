"""A question to be answered: as somebody asks it, and as it stands in its thread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from chat.assistant.choosing import Choice
from chat.domain import Draft, Message, Question, Thread, User
from chat.llm.base import Writer


@dataclass(frozen=True, slots=True)
class Ask:
    """A question to be answered, with what the answer is to look like."""

    question: Question
    question_id: str | None = None
    """Id for the question's message; generated when missing. If a message of this id is stored in the thread already (the
    web chat stores it on arrival), that one is the question."""
    answer_id: str | None = None
    system_prompt: str | None = None
    max_answer_tokens: int | None = None
    model: str | None = None
    """By name; the thread's own, or the settings', when missing."""
    said: tuple[Draft, ...] = ()
    """What was said before, as the caller has it; it stands in for the thread's last turns when none of it is among them."""
    remember: bool = True
    """False: neither question nor answer becomes part of the thread."""


@dataclass(frozen=True, slots=True)
class QuestionInThread:
    """A question in its thread: what each step on the way to its answer looks at."""

    user: User
    thread: Thread
    choice: Choice
    ask: Ask
    """Its question covers all that this thread may search and, once it is rewritten, has the rewriting."""
    message: Message
    turns: Sequence[Message]
    """What was said before it, oldest first."""

    @property
    def question(self) -> Question:
        return self.ask.question

    @property
    def writer(self) -> Writer | None:
        return self.choice.model.writer if self.choice.model else None

    def asking(self, question: Question) -> QuestionInThread:
        """Return this with another question to search for."""
        return replace(self, ask=replace(self.ask, question=question))
