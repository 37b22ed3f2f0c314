"""The assistant, watched: every question and every file is counted and timed, whichever surface it came by."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing, contextmanager
from time import perf_counter

from chat.assistant import Ask, Assistant, Parts
from chat.domain import Found, Question, User
from chat.errors import ThreadwiseError
from chat.events import Answered, AnswerEvent, Cited, Retrieved, Wrote
from chat.watching.metrics import Metrics, Outcome
from chat.watching.tracing import Tracing


class WatchedAssistant(Assistant):
    def __init__(self, parts: Parts, metrics: Metrics, tracing: Tracing) -> None:
        super().__init__(parts)
        self._metrics = metrics
        self._tracing = tracing

    async def search(self, user: User, question: Question, as_of: str | None = None) -> Found:
        with self._tracing.question("search") as span, self._failures():
            found = await super().search(user, question, as_of)
            span.stages(found.timing_ms)
            span.tell(passages=len(found.passages))
            self._metrics.searched(found)
            return found

    async def ask(self, user: User, ask: Ask) -> AsyncGenerator[AnswerEvent, None]:
        """As promised; an answer that is not heard to its end counts as stopped."""
        started = perf_counter()
        first: float | None = None
        outcome: Outcome = "stopped"
        try:
            with self._tracing.question("ask") as span, self._failures():
                async with aclosing(super().ask(user, ask)) as events:
                    async for event in events:
                        match event:
                            case Retrieved():
                                span.stages(event.found.timing_ms)
                                self._metrics.searched(event.found)
                            case Wrote() if first is None:
                                first = perf_counter() - started
                                span.stage("first_token")
                            case Cited():
                                span.stage("write")
                            case Answered():
                                span.stage("afterwards")
                                answer = event.answer
                                outcome = "grounded" if answer.grounded else "not_grounded"
                                span.tell(grounded=answer.grounded, model=answer.model, passages=len(answer.passages))
                                self._metrics.answered(answer, perf_counter() - started, first)
                        yield event
        except Exception:
            outcome = "failed"
            raise
        finally:
            self._metrics.asked(outcome)

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
