"""Rewriting: a question that leans on earlier turns is rewritten to stand by itself, by a model or by rules."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace

from chat.answering.replies.courtesy import without_courtesy
from chat.assistant.parts import Parts
from chat.assistant.question.question_in_thread import QuestionInThread
from chat.dialogue.standing import standing
from chat.dialogue.telling import asks
from chat.domain import Message, Question, Usage
from chat.errors import ModelFailed
from chat.llm.base import Writer
from chat.llm.call import Call
from chat.retrieval.question.rewriting import Exchange, by_model, corrects_what_was_told, exchanges, is_question, leans, rewritten
from chat.text import QUESTION_MARKS

_log = logging.getLogger(__name__)


class Rewriting:
    """Rewrites questions. Search and quotes use the rewritten question; a model answers the user's own words."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    async def understood(self, posed: QuestionInThread) -> tuple[QuestionInThread, Usage]:
        """Return the question with its rewriting in view of the earlier turns, and what a model spent on that."""
        text = posed.question.text
        asked = _without_instructions(text) if posed.ask.remember else ""
        asked = _behind_a_courtesy(asked or text) or asked
        search, usage = await self.of(replace(posed.question, text=asked or text), posed.turns, posed.writer)
        return posed.asking(replace(search, text=text, rewritten=search.rewritten or asked or None)), usage

    async def keep(self, posed: QuestionInThread) -> None:
        """Store the rewriting with the question's message, so that the answer can be explained."""
        rewritten = posed.question.rewritten
        if posed.ask.remember and rewritten != posed.message.rewritten:
            await self._parts.rows.conversations.understand(posed.message.thread, posed.message.id, rewritten)

    async def of(self, question: Question, turns: Sequence[Message], model: Writer | None) -> tuple[Question, Usage]:
        """Return the question with its rewriting, and what a model spent on it. Earlier questions that came with the request take
        the place of the turns."""
        if question.history:
            return self.of_history(question), Usage()
        if (
            question.rewritten is not None
            or not turns
            or self._parts.settings.answering.rewrite == "off"
            or not leans(question.text)
        ):
            return question, Usage()
        earlier = exchanges(turns, await self._offered(turns))
        if corrects_what_was_told(question.text, [each.question for each in earlier]):
            return question, Usage()
        meant, usage = None, Usage()
        if model is not None and earlier and self._parts.settings.answering.rewrite == "auto":
            meant, usage = await self._by_model(model, question.text, earlier)
        return meaning(question, turns, meant or _by_rules(question.text, earlier)), usage

    def of_history(self, question: Question) -> Question:
        """Rewrite a question by rules alone, from the earlier questions that came with the request."""
        if question.rewritten is not None or self._parts.settings.answering.rewrite == "off" or not leans(question.text):
            return question
        return replace(question, rewritten=_by_rules(question.text, [Exchange(text) for text in question.history]))

    async def _offered(self, turns: Sequence[Message]) -> dict[str, Sequence[str]]:
        """Return the follow-up questions that were offered under the last answer, by its id."""
        last = turns[-1]
        kept = await self._parts.rows.answers.find(last.thread, last.id) if last.role == "assistant" and last.id else None
        return {last.id: kept.follow_ups} if kept else {}

    async def _by_model(self, model: Writer, question: str, earlier: Sequence[Exchange]) -> tuple[str | None, Usage]:
        """Return a model's rewriting (`None` when it fails, is paused, is too slow or writes no question), and what it spent."""
        call = Call(model, by_model.prompt(question, earlier))
        try:
            async with asyncio.timeout(self._parts.settings.answering.rewrite_seconds):
                text = await call.finish()
        except (ModelFailed, TimeoutError) as error:
            _log.info("The question was not rewritten by the model: %s", str(error) or "it took too long")
            return None, call.usage
        return by_model.accepted(text, question, earlier), call.usage


def _without_instructions(text: str) -> str:
    """Return what a message asks beside standing instructions; empty if it has none, or nothing else."""
    found = standing(text)
    return found.question or (" ".join(found.others) if found.instructions else "")


def _behind_a_courtesy(text: str) -> str:
    """Return the question after thanks or a greeting: "Thanks. And when is the launch?"; empty if there is none."""
    asked = without_courtesy(text)
    return asked if asked != text and asked.rstrip().endswith(QUESTION_MARKS) else ""


def _by_rules(question: str, earlier: Sequence[Exchange]) -> str | None:
    """Return the question as rules rewrite it. A name is not put in front of something that was told rather than asked ("no,
    Thorsten"): the search would find that again."""
    meant = rewritten(question, earlier)
    last = next((each.question for each in reversed(earlier) if each.question.strip()), "")
    told = bool(last) and not is_question(last) and not asks(last)
    repeats = meant is not None and ": " in meant and meant.rstrip("?.").endswith(last.rstrip(" ?.!,;:"))
    return None if told and repeats else meant


def meaning(question: Question, turns: Sequence[Message], meant: str | None) -> Question:
    """Return the question with this rewriting. Earlier questions, and the answer whose list it chooses from, are left out of the
    search: they would rank above what answers it."""
    if meant is None or meant.casefold() == question.text.casefold().strip():
        return question
    asked = {turn.id for turn in turns if turn.role == "user" and turn.author is None and is_question(turn.content)}
    last = turns[-1] if turns else None
    chosen = (
        {last.id}
        if last is not None and last.role == "assistant" and meant.rstrip("?").casefold() in last.content.casefold()
        else set[str]()
    )
    return replace(question, rewritten=meant, without=question.without | asked | chosen)
