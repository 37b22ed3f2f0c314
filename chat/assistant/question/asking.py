"""A question's journey: stored, searched for, answered, remembered."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace
from datetime import datetime
from time import perf_counter

from chat.answering.answer import Written
from chat.answering.citing.references import origins
from chat.assistant.choosing import Choice
from chat.assistant.parts import AssistantPart, Parts
from chat.assistant.question.admission import Admission
from chat.assistant.question.after_answer import AfterAnswer
from chat.assistant.question.background import BackgroundTasks, embedded_ahead
from chat.assistant.question.covering import Covering
from chat.assistant.question.draft import DraftedAnswer
from chat.assistant.question.history_questions import HistoryQuestions
from chat.assistant.question.passages import Passages
from chat.assistant.question.question_in_thread import Ask, QuestionInThread
from chat.assistant.question.rewriting import Rewriting
from chat.assistant.question.rule_replies import RuleReplies
from chat.assistant.question.searching import Searching, noted
from chat.assistant.question.turns import TurnLookup
from chat.assistant.question.unread_notes import UnreadNotes
from chat.assistant.question.usage_meter import UsageMeter
from chat.assistant.question.whole import Whole
from chat.assistant.question.writing import Basis, Writing
from chat.assistant.running_answers import Run
from chat.domain import Answer, Found, Question, Thread, User
from chat.events import Answered, AnswerEvent, Cited, Retrieved, Suggested


class Asking(AssistantPart):
    """Searches and answers questions."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts)
        self._background = BackgroundTasks()
        self._turns = TurnLookup(parts)
        self._admission = Admission(parts, self._turns)
        self._searching = Searching(parts)
        self._history_questions = HistoryQuestions(parts, self._searching)
        self._rule_replies = RuleReplies(parts, self._history_questions)
        self._rewriting = Rewriting(parts)
        unread, whole = UnreadNotes(parts), Whole(parts)
        self._covering = Covering(parts, whole, unread)
        self._passages = Passages(parts, self._searching, unread)
        self._writing = Writing(parts, whole)
        self._after_answer = AfterAnswer(parts, self._searching, whole)

    async def search(self, user: User, question: Question, as_of: str | None = None, now: datetime | None = None) -> Found:
        """Return the passages for a question; nothing is stored. Unavailable when neither index answers.

        `as_of` names a message of the thread: the search is then the one that was made when it was asked, with its time and
        the turns before it, and without what was said from there on; `now` then takes the place of its time. NotFound when there
        is no such message. A search that is explained as at another time leaves out what was said after that.
        """
        thread = await self._own(user, question.thread)
        self._admission.check(question.text)
        if user.role == "visitor":
            await self._rows.visitors.check(user.id, take=True)
        question = await self._parts.scope.opened(user, thread, question)
        note = await self._searching.in_step(question.thread)
        if as_of is not None:
            question = await self._turns.as_of(question, as_of)
            question = replace(question, now=now or question.now)
        else:
            question = self._rewriting.of_history(question)
        question = replace(question, until_now=question.explain and now is not None)
        return noted(await self._searching.retrieve(question), note)

    @property
    def models(self) -> dict[str, int]:
        """Names of the models that may be chosen with their contexts in tokens, the default first."""
        return {name: connected.context_tokens for name, connected in self._parts.models.items()}

    def is_writing(self, answer: str) -> bool:
        """Return whether the answer of this id is being written by this process."""
        return self._writing.is_writing(answer)

    async def admit(self, user: User, ask: Ask) -> tuple[Thread, Choice]:
        """Return the thread, and who answers. Raise what refuses the question before any work is done for it."""
        admitted = await self._admission.admit(user, ask)
        self._parts.quotas.check_answers(user.id)
        return admitted

    async def ask(self, user: User, ask: Ask) -> AsyncGenerator[AnswerEvent, None]:
        """Yield the events of an answer: Retrieved, Wrote..., Cited, Suggested, Answered.

        Closing the iterator early stops the work; what was written stays stored as interrupted. So it does when the model
        fails: ModelFailed is raised, about the message of the question and, with a word written, of the answer. When the thread,
        the question or the answer is deleted meanwhile, NotFound says so at once.
        """
        with self._parts.quotas.answering(user.id), self._parts.running_answers.entered() as run:
            async with aclosing(self._answer(user, ask, run)) as events:
                while (event := await run.next(events)) is not None:
                    yield event

    async def settle_later(self) -> None:
        """Wait for what is still being remembered in the background."""
        await self._background.wait()
        await self._parts.summarising.wait()

    async def _answer(self, user: User, ask: Ask, run: Run) -> AsyncGenerator[AnswerEvent, None]:
        started = perf_counter()
        ask = replace(ask, question_id=ask.question_id or str(uuid.uuid4()))
        answer_id = ask.answer_id or str(uuid.uuid4())
        thread, choice = await self._admission.enter(user, ask)
        run.thread, run.user = thread.id, user.id
        if ask.remember:
            run.question, run.answer = ask.question_id, answer_id
        embedded = self._background.start(embedded_ahead(self._parts.embedder, ask.question))
        posed = await self._admission.pose(user, ask, thread, choice)
        meter = UsageMeter(self._parts, posed)
        basis = await self._basis(posed, embedded, meter)
        posed, found = basis.question, basis.found
        run.rests_on = frozenset((passage.chunk.thread, passage.chunk.parent) for passage in found.passages)
        yield Retrieved(found)
        first_event = perf_counter()

        draft = DraftedAnswer(self._parts, thread.id, answer_id, ask.remember)
        async with aclosing(self._writing.write(basis, draft, meter)) as pieces:
            async for piece in pieces:
                if isinstance(piece, Written):
                    written = piece
                else:
                    yield piece
        answer = self._after_answer.judged(basis, written, draft.id)
        # shielded: the text is stored by now, and must get its citations even if the caller leaves
        await asyncio.shield(self._concluded(draft, written, answer, meter))
        self._remember_later(posed)
        yield Cited(written.text, written.citations, written.claims)

        beyond = await self._after_answer.beyond(posed, draft.id, found, written)
        await meter.paid(beyond.spent)
        if ask.remember and beyond.follow_ups:
            await self._rows.answers.offer(thread.id, draft.id, beyond.follow_ups, origins(found.passages))
        yield Suggested(beyond.follow_ups)
        timing = {"first_event": _ms(first_event - started), "all": _ms(perf_counter() - started)}
        yield Answered(
            replace(
                answer,
                follow_ups=beyond.follow_ups,
                near=beyond.near,
                searched=beyond.searched,
                usage=answer.usage + beyond.spent,
                timing_ms={**found.timing_ms, **timing},
            )
        )

    async def _basis(self, posed: QuestionInThread, embedded: asyncio.Task[None], meter: UsageMeter) -> Basis:
        """Return what the answer rests on: a reply by rules, an earlier turn, whole documents, or what a search finds."""
        reply = await self._rule_replies.reply(posed)
        if reply is not None:
            return Basis(posed, Found(posed.question.text, posed.question.text, (), 0.0, {}), reply=reply)
        looked_back = await self._history_questions.found(posed)
        if looked_back is not None:
            return Basis(posed, looked_back, await self._turns.around(posed))
        posed, spent = await self._rewriting.understood(posed)
        await meter.paid(spent)
        covered, _ = await asyncio.gather(self._covering.of(posed), self._rewriting.keep(posed))
        conversation = await self._turns.around(posed)
        if covered is not None:
            return Basis(posed, covered.found, conversation, covered=covered, spent=spent)
        if posed.question.meant == posed.question.text:
            await asyncio.wait([embedded])
        found, computed = await self._passages.of(posed, conversation)
        return Basis(posed, found, conversation, reply=computed, spent=spent)

    async def _concluded(self, draft: DraftedAnswer, written: Written, answer: Answer, meter: UsageMeter) -> None:
        await draft.keep(answer.question_id, written, answer.trust, answer.note)
        await meter.pay()

    def _remember_later(self, posed: QuestionInThread) -> None:
        """Index the new messages, and summarise old ones, in the background. The next question waits for the former."""
        self._background.start(self._searching.in_step(posed.thread.id))
        if posed.ask.remember:
            self._parts.summarising.later(posed.user, posed.thread)


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 1)
