"""What follows the text of an answer: how far it may be trusted, what comes near when nothing was found, what to ask next."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from chat.answering import followups
from chat.answering.answer import Written, is_all_off, is_noted, is_nothing
from chat.answering.trust import Levels, confidence, trust
from chat.assistant import tables
from chat.assistant.parts import Parts
from chat.assistant.question.question_in_thread import QuestionInThread
from chat.assistant.question.searching import Searching
from chat.assistant.question.whole import Whole
from chat.assistant.question.writing import Basis
from chat.assistant.scope import NOWHERE, holders, settings_of
from chat.dialogue.preamble import states_nothing
from chat.domain import Answer, Citation, Confidence, Found, Message, Passage, Question, Source, Thread, Usage
from chat.errors import ModelFailed, Unavailable
from chat.llm.base import Writer
from chat.llm.call import Call
from chat.retrieval.question.earlier_questions import only_asks
from chat.text import listed
from chat.threads.base import Outline

_log = logging.getLogger(__name__)

_NEAR = 3
"""Nearest passages that are shown when nothing was found."""
_LEAST_SCORE = 0.01
"""Least score of such a passage: what would be shown as 0 of 100 is not near."""
_MOST_CHECKED = 5
"""Candidate questions that are checked for an answer."""
_NAMED_DOCUMENTS = 3
"""Documents that are named where the answer says what was searched."""


@dataclass(frozen=True, slots=True)
class Beyond:
    """What follows the text of an answer."""

    near: tuple[Passage, ...]
    """When nothing was found, the nearest passages."""
    searched: str | None
    """When nothing was found, what was searched, as a sentence."""
    follow_ups: tuple[str, ...]
    spent: Usage
    """By a model on follow-up questions."""


class AfterAnswer:
    """Completes an answer whose text is written."""

    def __init__(self, parts: Parts, searching: Searching, whole: Whole) -> None:
        self._parts = parts
        self._searching = searching
        self._whole = whole
        settings = parts.settings.answering
        self._levels = Levels(settings.confidence_high, settings.confidence_medium)

    def judged(self, basis: Basis, written: Written, id: str) -> Answer:
        """Return the answer with its confidence and trust, and the notes beside it."""
        question, found = basis.question, basis.found
        return Answer(
            text=written.text,
            grounded=written.grounded,
            citations=written.citations,
            passages=found.passages,
            confidence=confidence(found, written.likely, written.claims),
            model=written.model,
            question_id=question.message.id,
            answer_id=id,
            usage=basis.spent + written.usage,
            note=" ".join(filter(None, (question.choice.note, _beside(found, written), written.note))) or None,
            claims=written.claims,
            trust=self._trust(question.question, found, written),
            covered=found.covered,
            cut=written.cut,
        )

    def _trust(self, question: Question, found: Found, written: Written) -> Confidence | None:
        """Return how far the answer can be trusted; `None` for what rests on no search, or claims nothing."""
        if not _searches(question, found) or is_noted(written.text):
            return None
        if written.model == tables.MODEL and not written.citations:  # no row has what was asked for
            return Confidence("high")
        if found.passages and is_nothing(written.text):
            return Confidence("low", "What was found is about something near it, but does not seem to answer it.")
        return trust(found, written.likely, written.citations, written.claims, self._levels)

    async def beyond(self, posed: QuestionInThread, answer: str, found: Found, written: Written) -> Beyond:
        """Return what needs another search, which leaves out the question's message and its answer, whose id is `answer`."""
        search = replace(posed.question, without=posed.question.without | {posed.message.id, answer})
        near, searched = await self._near(search, posed.thread, found, written)
        suggested, spent = await self._follow_ups(search, posed.turns, found, written, posed.writer)
        return Beyond(near, searched, suggested, spent)

    async def _near(
        self, question: Question, thread: Thread, found: Found, written: Written
    ) -> tuple[tuple[Passage, ...], str | None]:
        """Return the nearest passages when nothing was found, and a sentence on what was searched."""
        if not _searches(question, found) or is_noted(written.text):
            return (), None
        if found.passages:  # it may be that none of them answers
            return (_telling(found.passages), await self._searched(question, thread)) if is_nothing(written.text) else ((), None)
        try:
            closest = await self._searching.retrieve(
                replace(question, threshold=0.0, top_k=2 * _NEAR, expand=False, explain=False)
            )
        except Unavailable as error:
            _log.info("Nothing near was looked for: %s", error)
            return (), None
        return _telling(closest.passages), await self._searched(question, thread)

    async def _searched(self, question: Question, thread: Thread) -> str:
        sources = question.sources or frozenset()
        documents, more = await self._parts.rows.documents.listed(question.thread, _NAMED_DOCUMENTS, None)
        what: list[str] = []
        if documents and Source.DOCUMENT in sources:
            total = await self._parts.rows.documents.count(question.thread) if more else 0
            what += [f"{total:,} files"] if more else [document.name for document in documents]
        what += ["this conversation"] if Source.MESSAGE in sources else []
        what += [f"the library “{place.name}”" for place in question.elsewhere if place.kind == "library"]
        others = sum(place.kind == "thread" for place in question.elsewhere)
        what += [f"{others} other conversation{'s' if others > 1 else ''}"] if others else []
        without = " There are no files here." if not documents and Source.DOCUMENT in sources else ""
        return f"Searched: {listed(what or ['nothing'])}.{without}{_switched_off(thread, sources)}"

    # --- what to ask next

    async def _follow_ups(
        self, question: Question, turns: Sequence[Message], found: Found, written: Written, model: Writer | None
    ) -> tuple[tuple[str, ...], Usage]:
        """Return at most three questions that the sources answer, and what a model spent on them. They are written by the model
        that answered, or by rules where none did."""
        if self._parts.settings.answering.follow_ups == "off" or not written.citations:
            return (), Usage()
        asked = [question.text, *(turn.content for turn in turns if turn.role == "user")]
        usage = Usage()
        try:
            if model is not None and self._parts.settings.answering.follow_ups == "auto" and not written.quoted:
                questions, usage = await self._by_model(model, question, found, written)
                chosen = [each for each in questions if await self._is_answered(question, each)]
                if chosen:
                    return tuple(chosen), usage
            return tuple(await self._by_rules(question, found, written.citations, asked)), usage
        except Unavailable as error:
            _log.info("No follow-up questions: %s", error)
            return (), usage

    async def _by_model(self, model: Writer, question: Question, found: Found, written: Written) -> tuple[list[str], Usage]:
        standing = [each.text for each in await self._parts.rows.instructions.listed(question.thread)]
        call = Call(model, followups.prompt(question.text, written.text, found.passages, standing))
        try:
            async with asyncio.timeout(self._parts.settings.answering.follow_up_seconds):
                await call.finish()
        except (ModelFailed, TimeoutError) as error:
            _log.info("The model gave no follow-up questions: %s", error)
        return followups.listed(call.answer, question.text), call.usage

    async def _by_rules(self, question: Question, found: Found, citations: Sequence[Citation], asked: Sequence[str]) -> list[str]:
        outlines = await self._outlines(citations)
        candidates = followups.topics(question.text, found.passages, citations, outlines, asked)[:_MOST_CHECKED]
        several = len({topic.document for topic in candidates}) > 1
        chosen: list[str] = []
        for worded in dict.fromkeys(followups.worded(topic, question.text, several) for topic in candidates):
            if await self._reads(question, worded):
                chosen.append(worded)
            if len(chosen) == followups.MOST:
                break
        return chosen

    async def _outlines(self, citations: Sequence[Citation]) -> dict[tuple[str, str], Outline]:
        held: dict[str, list[str]] = {}
        for passage in (citation.passage for citation in citations):
            if passage.chunk.source is Source.DOCUMENT:
                held.setdefault(passage.chunk.thread, []).append(passage.chunk.parent)
        return {
            (thread, id): outline
            for thread, ids in held.items()
            for id, outline in (await self._parts.rows.chunks.outlines(thread, ids)).items()
        }

    async def _is_answered(self, question: Question, asked: str) -> bool:
        """Return whether a search for this question is confident enough."""
        found = await self._searching.retrieve(_asking(question, asked, _NEAR))
        return bool(found.passages) and found.confidence >= self._parts.settings.answering.follow_up_confidence

    async def _reads(self, question: Question, asked: str) -> bool:
        """Return whether the section that the question names is found and has text."""
        return await self._whole.covering(_asking(question, asked, None), holders(question), None) is not None


def _asking(question: Question, asked: str, most: int | None) -> Question:
    """Return a question of another text that searches in the same places."""
    return Question(
        question.thread,
        asked,
        question.now,
        top_k=most,
        sources=question.sources,
        filters=question.filters,
        elsewhere=question.elsewhere,
    )


def _telling(passages: Sequence[Passage]) -> tuple[Passage, ...]:
    """Return the first of these passages, without the least near ones and what the person only asked, in whatever language.

    Beside what ranking lowers (`only_asks`) these are questions of any length and beginning: what is shown as near is read by the
    person, who knows them.
    """
    near = (each for each in passages if each.score >= _LEAST_SCORE)
    return tuple(each for each in near if not (only_asks(each) or (each.own and states_nothing(each.chunk.text))))[:_NEAR]


def _searches(question: Question, found: Found) -> bool:
    """Return whether anything was searched for the answer."""
    return "search" in found.timing_ms and question.sources != frozenset()


def _beside(found: Found, written: Written) -> str | None:
    """Return the note of the search, without what the answer says itself."""
    return found.note and found.note.replace(NOWHERE, "").strip() if is_all_off(written.text) else found.note


def _switched_off(thread: Thread, searched: Collection[Source]) -> str:
    """Return a sentence on what the settings of the thread leave out; empty if they leave out nothing."""
    settings = settings_of(thread)
    if Source.MESSAGE in searched and not settings.documents:
        return " Documents are off in this conversation's settings."
    if Source.DOCUMENT in searched and not settings.memory:
        return " Memory is off in this conversation's settings."
    return ""
