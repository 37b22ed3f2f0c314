"""Summaries of messages that are too old to be in the prompt: made by the model in the background, after an answer."""

from __future__ import annotations

import asyncio
import logging
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from chat.answering import summarising
from chat.answering.prompt import surely_in_view
from chat.assistant.choosing import choose, prompt_of
from chat.assistant.quotas import Quotas
from chat.assistant.scope import settings_of
from chat.domain import Filters, Message, Passage, Question, Source, Summary, Thread, Usage, User
from chat.errors import ModelFailed, NotFound, QuotaReached
from chat.ingestion.background import end
from chat.llm.base import Connected
from chat.llm.call import Call
from chat.settings import AnsweringSettings
from chat.threads.conversations.conversations import Conversations
from chat.threads.conversations.summaries import Summaries
from chat.threads.people.usage import UsageRows

_log = logging.getLogger(__name__)

_AT_ONCE = 400
"""Most messages summarised after one answer; the rest of a longer conversation waits for the next answer."""


class Summarising:
    """Keeps a summary of the messages of each thread that the prompt no longer holds. Without a model, or with memory off, there
    is none."""

    def __init__(
        self,
        conversations: Conversations,
        summaries: Summaries,
        usage: UsageRows,
        quotas: Quotas,
        models: Mapping[str, Connected],
        default: str | None,
        settings: AnsweringSettings,
        clock: Callable[[], datetime],
    ) -> None:
        self._conversations = conversations
        self._summaries = summaries
        self._usage = usage
        self._quotas = quotas
        self._models = models
        self._default = default
        self._settings = settings
        self._clock = clock
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def source(self, thread: Thread, question: Question, turns: Sequence[Message], model: Connected) -> Passage | None:
        """Return the summary as a source for this question; `None` when there is none, when the prompt holds all messages that it
        covers, or when the question filters its search."""
        wanted = Source.MESSAGE in (question.sources or ()) and question.filters == Filters() and settings_of(thread).memory
        if self._settings.summary == "off" or not wanted or not turns or not turns[-1].id:
            return None
        summary = await self._summaries.latest(thread.id, before=turns[-1].sequence + 1)
        if summary is None:
            return None
        viewed = self._in_view(thread, turns, model)
        if viewed and viewed[0].sequence <= summary.first_sequence:
            return None
        return summarising.passage(summary, rank=1)

    def later(self, user: User, thread: Thread) -> None:
        """Begin to bring a thread's summary up to date in the background, unless that is under way."""
        if self._settings.summary == "off" or not self._models or thread.id in self._tasks:
            return
        task = asyncio.create_task(self._keep_up_or_log(user, thread.id))
        self._tasks[thread.id] = task
        task.add_done_callback(lambda done: self._tasks.pop(thread.id, None) and None)

    async def wait(self) -> None:
        """Wait until no summary is being made."""
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def stop(self, thread: str) -> None:
        """Stop making the summary of a thread, as it is deleted."""
        if thread in self._tasks:
            await end(self._tasks[thread])

    async def close(self) -> None:
        """Stop all; what is not made is made after the next answer."""
        for task in self._tasks.values():
            task.cancel()
        await self.wait()

    async def _keep_up_or_log(self, user: User, thread: str) -> None:
        try:
            await self._keep_up(user, await self._conversations.get(user.id, thread))
        except (ModelFailed, QuotaReached, NotFound) as error:
            _log.info("No summary was made: %s", error)
        except Exception:  # whatever it is, a summary is an extra that no answer waits for
            _log.exception("Making a summary stopped; the next answer takes it up")

    async def _keep_up(self, user: User, thread: Thread) -> None:
        """Summarise the messages that the prompt no longer holds and the older half of those that it does: so there is no gap,
        and not every answer needs a new summary."""
        model = choose(self._models, self._default, None, thread).model
        if model is None or not settings_of(thread).memory:
            return
        base = await self._summaries.latest(thread.id)
        said = await self._conversations.after(thread.id, base.last_sequence if base else 0, _AT_ONCE)
        viewed = len(self._in_view(thread, said, model)) if len(said) < _AT_ONCE else 0
        if len(said) <= viewed:
            return
        tokens = min(self._settings.summary_tokens, model.context_tokens // 8)
        for part in summarising.portions(said[: len(said) - viewed // 2], tokens, model.context_tokens):
            await self._quotas.check_tokens(user.id)
            text = await self._written(user, thread, model, base, part, tokens)
            if text is None:
                return
            summary = _extended(base, part, text, model.writer.name, self._clock())
            if not await self._summaries.put(summary, base, part):
                return
            base = summary

    def _in_view(self, thread: Thread, turns: Sequence[Message], model: Connected) -> Sequence[Message]:
        """Return the last of these messages, those that the prompt of this model surely holds."""
        latest = turns[-self._settings.recent_turns :] if self._settings.recent_turns else ()
        answer = min(model.max_answer_tokens, model.context_tokens // 2)
        return surely_in_view(latest, answer, prompt_of(thread, self._settings), model.context_tokens)

    async def _written(
        self, user: User, thread: Thread, model: Connected, base: Summary | None, said: Sequence[Message], tokens: int
    ) -> str | None:
        """Return the model's summary of the one before and these messages, at most `tokens` long; `None` when it wrote nothing or
        took too long. What it cost goes on the user's account. ModelFailed when the model fails."""
        whole = [replace(each, content=each.heard) for each in said if each.heard and not each.interrupted]
        call = Call(model.writer, summarising.prompt(base.text if base else "", whole, tokens, model.context_tokens))
        usage, text = Usage(), ""
        try:
            async with asyncio.timeout(self._settings.summary_seconds):
                text = await call.finish()
        except TimeoutError:
            _log.info("No summary was made: the model took too long")
            usage = call.read
        finally:
            if (usage := call.usage if call.usage.tokens else usage).tokens:
                await asyncio.shield(self._usage.add(user.id, thread.id, model.writer.name, usage, self._clock()))
        return summarising.accepted(text, tokens)


def _extended(base: Summary | None, said: Sequence[Message], text: str, model: str, now: datetime) -> Summary:
    """Return the summary that covers these messages, and those of the one before."""
    times = [message.created_at for message in said]
    return Summary(
        id=str(uuid.uuid4()),
        thread=said[0].thread,
        text=text,
        first_sequence=base.first_sequence if base else said[0].sequence,
        last_sequence=said[-1].sequence,
        first_at=min([*times, *([base.first_at] if base else [])]),
        last_at=max([*times, *([base.last_at] if base else [])]),
        messages=len(said) + (base.messages if base else 0),
        model=model,
        created_at=now,
    )
