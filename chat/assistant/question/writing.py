"""Writing an answer: who writes it, how it is stored as it comes, and what is kept of one that is interrupted."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from typing import assert_never

from chat.answering.answer import NO_MODEL, Brief, Quotes, Written, compose
from chat.answering.citing.citations import cite
from chat.answering.prompt import Conversation
from chat.answering.reading import planned, read_through
from chat.assistant.choosing import with_room
from chat.assistant.parts import Parts
from chat.assistant.question.draft import DraftedAnswer
from chat.assistant.question.locating import located
from chat.assistant.question.question_in_thread import QuestionInThread
from chat.assistant.question.usage_meter import UsageMeter
from chat.assistant.question.whole import Survey, Whole
from chat.domain import Found, Usage
from chat.errors import ModelFailed, StorageFailed
from chat.events import ReadingPart, Wrote

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Basis:
    """What an answer is written from."""

    question: QuestionInThread
    """With its rewriting."""
    found: Found
    conversation: Conversation = field(default_factory=Conversation)
    reply: Written | None = None
    """The answer, where rules or arithmetic gave it."""
    covered: Survey | None = None
    """What covers the documents, where the question is about whole documents."""
    spent: Usage = Usage()
    """By a model that rewrote the question."""


class Writing:
    """Chooses who writes an answer, and stores it as it is written."""

    def __init__(self, parts: Parts, documents: Whole) -> None:
        self._parts = parts
        self._whole = documents
        self._unfinished: set[str] = set()

    def is_writing(self, answer: str) -> bool:
        """Return whether the answer of this id is being written by this process."""
        return answer in self._unfinished

    async def write(
        self, basis: Basis, answer: DraftedAnswer, meter: UsageMeter
    ) -> AsyncGenerator[ReadingPart | Wrote | Written, None]:
        """Yield the answer piece by piece, and `Written` with all of it at the end. It is stored as it comes; what was written
        stays when something interrupts it. Raise what the writer raises, ModelFailed with the ids of question and answer."""
        written = Written(text="", model="")
        self._unfinished.add(answer.id)
        try:
            await answer.begin()
            async with aclosing(self._pieces(basis, meter)) as pieces:
                async for piece in pieces:
                    match piece:
                        case Wrote():
                            await answer.extend(piece.text)
                            yield piece
                        case ReadingPart():
                            yield piece
                        case Written():
                            written = replace(piece, citations=await located(piece.citations, self._parts.rows.documents))
                        case _:
                            assert_never(piece)
            await answer.end(written)
        except BaseException as error:
            await asyncio.shield(self._interrupted(basis, answer, meter))
            if isinstance(error, ModelFailed) and basis.question.ask.remember:
                begun = answer.id if answer.begun else None
                error.about["message"] = {"question": basis.question.message.id, "answer": begun}
            raise
        finally:
            self._unfinished.discard(answer.id)
        yield written

    def _pieces(self, basis: Basis, meter: UsageMeter) -> AsyncGenerator[ReadingPart | Wrote | Written, None]:
        """Return the pieces of the answer as it was given by rules; or written by a model, part by part where it cannot read all
        at once; or quoted."""
        if basis.reply is not None:
            return _said(basis.reply)
        ask, covered = basis.question.ask, basis.covered
        brief = Brief(ask.question, basis.found, basis.conversation)
        settings, chosen = self._parts.settings.answering, basis.question.choice.model
        model = None if chosen is None else with_room(chosen, ask.max_answer_tokens)
        quotes = Quotes(
            writer=self._parts.quoting if covered is None else self._whole.writer(covered),
            instead=settings.when_model_fails == "quote",
            because=None if self._parts.models else NO_MODEL,
        )
        passages = basis.found.passages
        if covered is not None and model is not None and len(brief.prompt(model).sources) < len(passages):
            plan = planned(passages, ask.question.meant, model, settings.whole_document_calls, covered.known)
            return read_through(brief, plan, model, quotes, meter.add)
        return compose(brief, model, quotes, meter.add)

    async def _interrupted(self, basis: Basis, answer: DraftedAnswer, meter: UsageMeter) -> None:
        """Store what was written with the citations in it, and what was spent."""
        try:
            await meter.pay()
            cited = await asyncio.to_thread(cite, answer.text, basis.found.passages, cut=True)
            if await answer.interrupt(cited.text):
                writer = basis.question.writer or self._parts.quoting
                citations = await located(cited.citations, self._parts.rows.documents)
                written = Written(text=cited.text, model=writer.name, citations=citations, claims=cited.claims)
                await answer.keep(basis.question.message.id, written, None, None)
        except StorageFailed as error:  # the caller is told of the interruption; the row says so from the beginning
            _log.warning("An interrupted answer could not be stored: %s", error)


async def _said(written: Written) -> AsyncGenerator[ReadingPart | Wrote | Written, None]:
    """Yield a finished answer as the events that `compose` yields."""
    yield Wrote(written.text)
    yield written
