"""What a thread remembers, shown to the person whose it is, and forgotten or corrected as they want."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import replace
from hashlib import sha256

from chat.assistant.parts import AssistantPart
from chat.assistant.scope import settings_of
from chat.dialogue.standing import standing
from chat.domain import Altered, Elsewhere, Instruction, Memory, Message, Remembered, Repetition, Span, Thread, User
from chat.errors import InvalidRequest, NotFound
from chat.retrieval.statements.facts import facts, replaced
from chat.text import UNNAMED, in_lines, title_of
from chat.threads.conversations.answers import Quoting
from chat.threads.conversations.memories import Told, recalled

_MOST_MESSAGES = 2_000
"""Of one thread, the last ones."""
_MOST_ELSEWHERE = 200
"""Of each of the other threads."""
_LONGEST = 500
"""Characters of what a memory is corrected to."""


class Remembering(AssistantPart):
    """Memories, by thread."""

    async def memory(self, user: User, thread: str, repetitions: bool = False) -> Memory:
        """Return what questions in this thread can come back to: what is asked of every answer, what its messages tell, and, with
        the owner's consent, what their other threads tell; with `repetitions`, each fact with the answers that repeat it.

        NotFound unless the thread is the user's.
        """
        row = await self._own(user, thread)
        settings = settings_of(row)
        elsewhere: list[tuple[Elsewhere, tuple[Remembered, ...]]] = []
        if settings.memory and settings.other_threads:
            for place in await self._rows.libraries.other_threads(user.id, thread, self._parts.settings.retrieval.other_threads):
                if told := await self._facts(place.id, _MOST_ELSEWHERE, repetitions):
                    elsewhere.append((place, tuple(told)))
        noted = await self._rows.instructions.listed(thread)
        return Memory(
            recalled=settings.memory,
            instructions=tuple(_of_instruction(each) for each in noted),
            facts=tuple(await self._facts(thread, _MOST_MESSAGES, repetitions)),
            elsewhere=tuple(elsewhere),
        )

    async def correct(self, user: User, thread: str, id: str, text: str) -> Remembered:
        """Recall this from now on in place of what was said. NotFound when there is no such memory, InvalidRequest when the text
        is empty or too long."""
        words = " ".join(text.split())
        if not words or len(words) > _LONGEST:
            raise InvalidRequest(f"A correction has 1 to {_LONGEST} characters.")
        row = await self._own(user, thread)
        known, told = await self._remembered(thread, id)
        if known.kind == "instruction":
            await self._rows.instructions.correct(thread, id, None if words == known.original else words)
        await self._alter(user, row, known, words, told)
        self._parts.summarising.later(user, row)
        return replace(known, text=words, superseded_by=None)

    async def forget(self, user: User, thread: str, id: str) -> None:
        """Forget a memory: it is recalled no more, read by no model, and not listed; its message stays as it was said. NotFound
        when there is no such memory."""
        row = await self._own(user, thread)
        known, told = await self._remembered(thread, id)
        if known.kind == "instruction":
            await self._rows.instructions.remove(thread, id)
        await self._alter(user, row, known, None, told)
        self._parts.summarising.later(user, row)

    async def _facts(self, thread: str, most: int, repetitions: bool) -> list[Remembered]:
        """Return what the thread's messages tell. Computed in a thread of its own: of thousands of messages it takes seconds
        which took the place of which."""
        own = await self._rows.memories.own_messages(thread, most)
        answers = await self._rows.answers.quoting(thread) if repetitions else ()
        return await asyncio.to_thread(_facts, own, answers)

    async def _remembered(self, thread: str, id: str) -> tuple[Remembered, list[Told]]:
        """Return a memory, and the messages among which its own is. NotFound when there is none."""
        noted = [_of_instruction(each) for each in await self._rows.instructions.listed(thread)]
        told = await self._rows.memories.own_messages(thread, _MOST_MESSAGES)
        held = await asyncio.to_thread(_facts, told)
        known = next((each for each in [*noted, *held] if each.id == id), None)
        if known is None:
            raise NotFound("This is not remembered.")
        return known, told

    async def _alter(self, user: User, row: Thread, known: Remembered, text: str | None, told: Sequence[Told]) -> None:
        """Keep the change with the message, and bring the indexes into step: nothing of the former words stays in them, nor in
        the thread's name where that was taken from them."""
        message, changed = next(((said, changed) for said, changed in told if said.id == known.message), (None, ()))
        span = known.span or (_found(known.original, message.content) if message else None)
        if message is not None and span is not None:
            others = [each for each in changed if each.end <= span.start or each.start >= span.end]
            same = text == message.content[span.start : span.end]
            now = others if same else [*others, Altered(span.start, span.end, text)]
            heard = recalled(message.content, now)
            await self._rows.memories.change(message, now, heard)
            if row.name in {title_of(message.content), title_of(message.heard)}:
                name = UNNAMED if heard is not None and not heard else title_of(heard or message.content)
                await self._rows.conversations.change(user.id, row.id, name)
                await self._rows.replies.forget(row.id, (), called=[row.name])
        await self._parts.memory.settle(known.thread)
        await self._parts.leftovers.clean()


def _facts(told: Sequence[Told], answers: Sequence[Quoting] = ()) -> list[Remembered]:
    """Return what messages tell, in the order in which they were said, whenever they were brought in; with those of the answers
    that repeat it."""
    by_date = sorted(told, key=lambda each: (each[0].created_at, each[0].sequence))
    found = [each for message, changed in by_date for each in _facts_of(message, changed)]
    places = replaced([each.text for each in found])
    later = {at: found[place].id for at, place in places.items()}
    return [
        replace(each, superseded_by=later.get(at), repeated=tuple(_repetitions(each, answers))) for at, each in enumerate(found)
    ]


def _facts_of(message: Message, changed: Sequence[Altered]) -> list[Remembered]:
    """Return what a message tells, as it is recalled now. What was corrected stays listed, whatever the rules say of it."""
    noted = [span for text in standing(message.content).instructions if (span := _found(text, message.content)) is not None]
    by_place = {(each.start, each.end): each for each in changed}
    spans = {(span.start, span.end) for span in facts(message.content)} | by_place.keys()
    kept = sorted(place for place in spans if not any(place[0] < span.end and span.start < place[1] for span in noted))
    listed = []
    for start, end in kept:
        original, change = message.content[start:end], by_place.get((start, end))
        if change is not None and change.text is None:
            continue
        text = change.text if change is not None and change.text is not None else original
        listed.append(
            Remembered(
                id=_id(message.id, start),
                thread=message.thread,
                message=message.id,
                kind="fact",
                text=text,
                original=original,
                said_at=message.created_at,
                span=Span(start, end),
            )
        )
    return listed


def _repetitions(known: Remembered, answers: Sequence[Quoting]) -> Iterator[Repetition]:
    """Yield the answers that hold the memory's words, or cite its message with a quote of the memory or a part of it."""
    words = known.text, known.original
    for answer in answers:
        place = None if answer.where.thread == known.thread else known.thread
        references = answer.kept.references if answer.kept else ()
        quotes = [each.quote for each in references if each.quote and (each.parent, each.place) == (known.message, place)]
        if any(text in answer.text or any(text in quote or quote in text for quote in quotes) for text in words):
            yield answer.where


def _of_instruction(noted: Instruction) -> Remembered:
    original = noted.original or noted.text
    return Remembered(noted.id, noted.thread, noted.message, "instruction", noted.text, original, noted.created_at)


def _found(text: str, content: str) -> Span | None:
    """Find a sentence, whose white space was made single, in a text."""
    match = in_lines(text).search(content)
    return Span(match.start(), match.end()) if match else None


def _id(message: str, start: int) -> str:
    """Return the id of what a message says at an offset: the same as long as the message stands, and it says nothing of it."""
    return sha256(f"{message}:{start}".encode()).hexdigest()[:24]
