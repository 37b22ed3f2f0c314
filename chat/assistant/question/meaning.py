"""What a question means after what was said before it: a model's rewrite, or that of rules."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace

from chat.assistant.parts import Parts
from chat.assistant.question.posed import Posed
from chat.dialogue.standing import standing
from chat.domain import Message, Question, Usage
from chat.errors import ModelFailed
from chat.llm.base import Writer
from chat.llm.call import Call
from chat.retrieval.question.rewriting import Exchange, by_model, corrects_what_was_told, exchanges, is_question, leans, rewritten

_log = logging.getLogger(__name__)


class Meaning:
    """Puts a question so that it stands by itself. Search and quotes see that; a model answers the person's own words."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    async def understood(self, posed: Posed) -> tuple[Posed, Usage]:
        """The question with what it means after what was said before it, and what a model spent on that."""
        text = posed.search.text
        asked = standing(text).question if posed.ask.remember else ""  # beside it an instruction, which is not searched for
        search, usage = await self.of(replace(posed.search, text=asked or text), posed.turns, posed.writer)
        return posed.searching(replace(search, text=text, rewritten=search.rewritten or asked or None)), usage

    async def keep(self, posed: Posed) -> None:
        """With its message, so that it can be explained."""
        rewritten = posed.search.rewritten
        if posed.ask.remember and rewritten != posed.message.rewritten:
            await self._parts.conversations.understand(posed.message.thread, posed.message.id, rewritten)

    async def of(self, question: Question, turns: Sequence[Message], model: Writer | None) -> tuple[Question, Usage]:
        """The question with what it means, and what a model spent on it. Earlier questions that came with it stand in for the
        turns."""
        if question.history:
            return self.of_history(question), Usage()
        if question.rewritten is not None or not turns or self._parts.answering.rewrite == "off" or not leans(question.text):
            return question, Usage()
        earlier = exchanges(turns, await self._offered(turns))
        if corrects_what_was_told(question.text, [each.question for each in earlier]):
            return question, Usage()
        meant, usage = None, Usage()
        if model is not None and earlier and self._parts.answering.rewrite == "auto":
            meant, usage = await self._by_model(model, question.text, earlier)
        return meaning(question, turns, meant or rewritten(question.text, earlier)), usage

    def of_history(self, question: Question) -> Question:
        """By rules alone, from earlier questions without their answers."""
        if question.rewritten is not None or self._parts.answering.rewrite == "off" or not leans(question.text):
            return question
        return replace(question, rewritten=rewritten(question.text, [Exchange(text) for text in question.history]))

    async def _offered(self, turns: Sequence[Message]) -> dict[str, Sequence[str]]:
        """The questions under the last answer."""
        last = turns[-1]
        kept = await self._parts.answers.find(last.thread, last.id) if last.role == "assistant" and last.id else None
        return {last.id: kept.follow_ups} if kept else {}

    async def _by_model(self, model: Writer, question: str, earlier: Sequence[Exchange]) -> tuple[str | None, Usage]:
        """`None` when the model fails, is paused, takes too long or writes anything but a question."""
        call = Call(model, by_model.prompt(question, earlier))
        try:
            async with asyncio.timeout(self._parts.answering.rewrite_seconds):
                text = await call.finish()
        except (ModelFailed, TimeoutError) as error:
            _log.info("The question was not rewritten by the model: %s", str(error) or "it took too long")
            return None, call.usage
        return by_model.accepted(text, question, earlier), call.usage


def meaning(question: Question, turns: Sequence[Message], meant: str | None) -> Question:
    """The question with what it means. What was asked just before, and the list that an answer was chosen from, are left out of
    the search: they would stand above what answers."""
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
