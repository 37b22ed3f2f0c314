"""An assistant that counts, times and traces every question and search, whichever interface it came through."""

from __future__ import annotations

import uuid
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing, contextmanager
from dataclasses import replace
from datetime import datetime
from time import perf_counter

from chat.answering.answer import is_noted
from chat.assistant import Ask, Assistant, Parts
from chat.domain import Answer, Branch, Found, Question, Receipt, User
from chat.errors import Refused, ThreadwiseError, Unavailable
from chat.events import Answered, AnswerEvent, Cited, Retrieved, Wrote
from chat.threads.analytics.inquiries import Inquiry
from chat.watching.analytics import Analytics, cited, reached
from chat.watching.metrics import Metrics, Outcome
from chat.watching.tracing import Tracing


class WatchedAssistant(Assistant):
    def __init__(self, parts: Parts, metrics: Metrics, tracing: Tracing, analytics: Analytics) -> None:
        super().__init__(parts)
        self._metrics = metrics
        self._tracing = tracing
        self._analytics = analytics

    async def search(self, user: User, question: Question, as_of: str | None = None, now: datetime | None = None) -> Found:
        """Search as `Assistant` does; a search that explains an answer (`as_of`) is not counted in the thread's statistics."""
        noted = Inquiry(user.id, question.thread, "search", "failed", self._parts.clock())
        try:
            with self._tracing.question("search") as span, self._failures():
                found = await super().search(user, question, as_of, now)
                span.stages(found.timing_ms)
                span.tell(passages=len(found.passages))
                self._metrics.searched(found)
        except Exception as error:
            self._failed(noted, error)
            raise
        if as_of is None:
            self._analytics.note(replace(_searched(noted, found), outcome="answered" if found.passages else "not_found"))
        return found

    async def ask(self, user: User, ask: Ask) -> AsyncGenerator[AnswerEvent, None]:
        """Answer as `Assistant` does; an answer that is not consumed to its end counts as stopped."""
        started = perf_counter()
        first: float | None = None
        outcome: Outcome = "stopped"
        ask = replace(ask, question_id=ask.question_id or str(uuid.uuid4()))
        noted: Inquiry | None = _asked(user, ask, self._parts.clock())
        try:
            with self._tracing.question("ask") as span, self._failures():
                async with aclosing(super().ask(user, ask)) as events:
                    async for event in events:
                        match event:
                            case Retrieved():
                                span.stages(event.found.timing_ms)
                                self._metrics.searched(event.found)
                                noted = _searched(noted, event.found) if noted and _asks(event.found) else None
                            case Wrote() if first is None:
                                first = perf_counter() - started
                                span.stage("first_token")
                                noted = noted and replace(noted, first_word_ms=1000 * first)
                            case Cited():
                                span.stage("write")
                                noted = noted and replace(noted, answer_ms=1000 * (perf_counter() - started))
                            case Answered():
                                span.stage("afterwards")
                                answer = event.answer
                                outcome = "grounded" if answer.grounded else "not_grounded"
                                span.tell(grounded=answer.grounded, model=answer.model, passages=len(answer.passages))
                                self._metrics.answered(answer, perf_counter() - started, first)
                                noted = noted and _answered(noted, answer)
                        yield event
        except Exception as error:
            outcome = "failed"
            if noted is not None:
                self._failed(noted, error)
                noted = None
            raise
        finally:
            self._metrics.asked(outcome)
            if noted is not None:
                self._analytics.note(noted)

    async def edit_message(self, user: User, thread: str, message: str, content: str, keep: bool = False) -> Receipt:
        """Edit a message after writing queued inquiries, so that those about the question are deleted with it."""
        await self._analytics.settle()
        return await super().edit_message(user, thread, message, content, keep)

    async def switch_branch(self, user: User, thread: str, message: str, form: int) -> list[Branch]:
        """Switch the branch after writing queued inquiries, as with an edit."""
        await self._analytics.settle()
        return await super().switch_branch(user, thread, message, form)

    def _failed(self, noted: Inquiry, error: Exception) -> None:
        """Record a failure, unless the request was refused: the thread may then be somebody else's."""
        if not isinstance(error, Refused):
            code = error.code if isinstance(error, ThreadwiseError) else ThreadwiseError.code
            self._analytics.note(replace(noted, outcome="failed", error_code=code))

    @contextmanager
    def _failures(self) -> Iterator[None]:
        try:
            yield
        except ThreadwiseError as error:
            self._metrics.failed(error.code)
            raise
        except Exception:
            self._metrics.failed(ThreadwiseError.code)
            raise


def _asked(user: User, ask: Ask, now: datetime) -> Inquiry:
    """Return the inquiry of a question, counted as stopped until its outcome is known."""
    return Inquiry(user.id, ask.question.thread, "ask", "stopped", now, message=ask.question_id if ask.remember else None)


def _asks(found: Found) -> bool:
    """Return whether there was a search, which there is not for greetings, thanks and messages about instructions; a failed
    search has a note."""
    return bool(found.timing_ms) or found.note is not None


def _searched(noted: Inquiry, found: Found) -> Inquiry:
    if "total" not in found.timing_ms:
        return noted
    return replace(
        noted,
        confidence=found.confidence,
        passages=len(found.passages),
        search_ms=found.timing_ms["total"],
        reached=reached(found),
    )


def _answered(noted: Inquiry, answer: Answer) -> Inquiry | None:
    """Return the inquiry with its outcome, or `None` when the message stated something rather than asked.

    Without any search, the outcome is a failure of the search, not "not found".
    """
    if is_noted(answer.text):
        return None
    if answer.grounded:
        return replace(noted, outcome="answered", cited=cited(answer), confidence=answer.confidence)
    if noted.passages is None:
        return replace(noted, outcome="failed", error_code=Unavailable.code)
    return replace(noted, outcome="not_found")
