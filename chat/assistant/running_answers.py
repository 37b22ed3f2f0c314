"""Answers that are being made: one whose conversation, question, own message or source is deleted meanwhile ends at once.

What deletes waits until they have ended, so that nothing is stored behind it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeVar

from chat.errors import NotFound, ThreadwiseError

_Event = TypeVar("_Event")

THREAD_DELETED = "This conversation was deleted while the answer was being written."
QUESTION_DELETED = "The question was deleted while the answer was being written."
QUESTION_CHANGED = "The question was changed while the answer was being written."
ANSWER_DELETED = "The answer was deleted while it was being written."
ANSWER_CHANGED = "The answer was changed while it was being written."
SOURCE_DELETED = "A source of this answer was deleted, or is shared no more, since it was asked for; ask again."


@dataclass(slots=True, eq=False)
class Run:
    """One of them."""

    thread: str | None = None
    """Once it is known to be the asking user's."""
    question: str | None = None
    answer: str | None = None
    """Ids of the messages, where they become part of the thread."""
    user: str | None = None
    rests_on: frozenset[tuple[str, str]] = frozenset()
    """Threads and libraries with their documents and messages, by id, of which something was found."""
    over: asyncio.Event = field(default_factory=asyncio.Event)
    _why: str | None = None
    _step: asyncio.Timeout | None = None

    async def next(self, events: AsyncGenerator[_Event, None]) -> _Event | None:
        """Return the next event, `None` behind the last one; NotFound when the answer was ended."""
        try:
            if self._why is None:
                async with asyncio.timeout(None) as self._step:
                    event = await anext(events, None)
        except (TimeoutError, ThreadwiseError):
            if self._why is None:
                raise
        finally:
            self._step = None
        if self._why is not None:
            raise NotFound(self._why)
        return event

    async def end(self, why: str) -> None:
        """Stop what the answer waits for. Returns when it is over; one whose reader is slow ends with the next event."""
        if self._why is None:
            self._why = why
            if self._step is not None:
                self._step.reschedule(asyncio.get_running_loop().time())
        if self._step is not None:
            await self.over.wait()


class RunningAnswers:
    """All of this process."""

    def __init__(self) -> None:
        self._runs: set[Run] = set()

    @contextmanager
    def entered(self) -> Iterator[Run]:
        run = Run()
        self._runs.add(run)
        try:
            yield run
        finally:
            self._runs.discard(run)
            run.over.set()

    def messages(self, thread: str) -> set[str]:
        """Return the ids of the questions and of their answers."""
        return {id for run in self._of(thread) for id in (run.question, run.answer) if id is not None}

    async def end(self, thread: str) -> None:
        """End the answers of a thread that is deleted."""
        await _end(dict.fromkeys(self._of(thread), THREAD_DELETED))

    async def end_changed(self, thread: str, message: str) -> None:
        """End the answers that a message belongs to, which is about to say something else."""
        await self._end_messages(thread, {message: (QUESTION_CHANGED, ANSWER_CHANGED)})

    async def end_deleted(self, thread: str, messages: Collection[str]) -> None:
        """End the answers that these messages belong to, which are deleted."""
        await self._end_messages(thread, dict.fromkeys(messages, (QUESTION_DELETED, ANSWER_DELETED)))

    async def end_resting(self, place: str, parent: str | None = None, but_of: str | None = None) -> None:
        """End the answers that rest on a document or message, or with no `parent` on a whole thread or library, which is found no
        more, unless by the user `but_of`."""
        held = [run for run in self._runs if but_of is None or run.user != but_of]
        resting = (run for run in held if any(where == place and parent in (None, which) for where, which in run.rests_on))
        await _end(dict.fromkeys(resting, SOURCE_DELETED))

    async def _end_messages(self, thread: str, whys: Mapping[str, tuple[str, str]]) -> None:
        """End the answers of these messages. `whys` has, by message, why: as the question, and as the answer."""
        ended: dict[Run, str] = {}
        for run in self._of(thread):
            if run.question is not None and run.question in whys:
                ended[run] = whys[run.question][0]
            elif run.answer is not None and run.answer in whys:
                ended[run] = whys[run.answer][1]
        await _end(ended)

    def _of(self, thread: str) -> list[Run]:
        return [run for run in self._runs if run.thread == thread]


async def _end(runs: Mapping[Run, str]) -> None:
    await asyncio.gather(*(run.end(why) for run, why in runs.items()))
