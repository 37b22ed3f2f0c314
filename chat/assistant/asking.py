"""A question's journey: stored, searched for, answered, remembered."""

from __future__ import annotations

import asyncio
import logging
import uuid
from collections.abc import AsyncGenerator, Coroutine, Sequence
from contextlib import aclosing, suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from time import perf_counter
from typing import Any, assert_never

from chat.answering import instructions
from chat.answering.answer import NO_MODEL, Quotes, Written, compose, is_statement
from chat.answering.citations import cite
from chat.answering.courtesy import about_itself, acknowledged, courtesy
from chat.answering.inventory import asks_for_files
from chat.answering.prompt import Conversation, build, characters
from chat.answering.reading import planned, read_through, reading_room
from chat.answering.references import origins
from chat.answering.trust import confidence
from chat.assistant.afterwards import Afterwards
from chat.assistant.at_once import AtOnce
from chat.assistant.choosing import Choice, choose, prompt_of
from chat.assistant.draft import DraftedAnswer
from chat.assistant.locating import located
from chat.assistant.looking_back import LookingBack, wanted, wants_own_name
from chat.assistant.meaning import Meaning, meaning
from chat.assistant.parts import Part, Parts
from chat.assistant.scope import holders, settings_of
from chat.assistant.searching import Searching, noted
from chat.assistant.whole import Coverage, Whole
from chat.domain import (
    Answer,
    Document,
    Draft,
    Elsewhere,
    Found,
    Message,
    Passage,
    Question,
    Source,
    Thread,
    Usage,
    User,
)
from chat.errors import EmbeddingFailed, EmptyQuestion, ModelFailed, QuestionTooLong, StorageFailed, Unavailable
from chat.events import Answered, AnswerEvent, Cited, ReadingPart, Retrieved, Suggested, Wrote
from chat.llm.base import Connected
from chat.retrieval import whole
from chat.retrieval.rewriting import leans, names_nothing
from chat.standing import standing
from chat.text import pages_in_words, title_of

_log = logging.getLogger(__name__)

_LEAST_CHARACTERS = 200
_UNRELATED = 0.1
"""Confidence of the search under which what it found is about something else, so that nobody is given it."""
_LONG = 600
"""Characters from which a question may be searched in pieces."""
_MOST_DOCUMENTS = 200
_NOWHERE = 2**31 - 1
"""Place of a question that is not stored: behind all that was said, and still a number of the database's."""
_PAUSE = timedelta(hours=1)
"""Between two turns of one sitting."""
_GAP = 0.05
"""Share of a file's pages that, when they could not be read, is mentioned beside an answer from the others."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A question to be answered, with what the answer is to look like."""

    search: Question
    question_id: str | None = None
    """Id for the question's message; made up when missing. If a message of this id is stored in the thread already (the
    web chat stores it on arrival), that one is the question."""
    answer_id: str | None = None
    system_prompt: str | None = None
    max_answer_tokens: int | None = None
    model: str | None = None
    """By name; the thread's own, or the settings', when missing."""
    said: tuple[Draft, ...] = ()
    """What was said before, as the caller has it; it stands in for the thread's last turns when none of it is among them."""
    remember: bool = True
    """False: neither question nor answer becomes part of the thread."""


class Asking(Part):
    """What is asked."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts)
        self._background: set[asyncio.Task[Any]] = set()  # Any: what they return is not looked at
        self._writing: set[str] = set()
        self._searching = Searching(parts)
        self._whole = Whole(parts)
        self._afterwards = Afterwards(parts, self._searching, self._whole)
        self._meaning = Meaning(parts)
        self._looking_back = LookingBack(parts)
        self._at_once = AtOnce(parts, self._looking_back)

    async def search(self, user: User, question: Question, as_of: str | None = None) -> Found:
        """The passages for a question; nothing is stored. Raises Unavailable when neither index answers.

        `as_of` names a message of the thread: the search is then the one that was made when it was asked, with its time and
        the turns before it, and without what was said from there on. NotFound when there is no such message.
        """
        thread = await self._own(user, question.thread)
        self._check(question.text)
        if user.role == "visitor":
            await self._parts.visitors.check(user.id, take=True)
        question = await self._parts.scope.opened(user, thread, question)
        note = await self._in_step(question.thread)
        if as_of is not None:
            question = await self._as_of(question, as_of)
        else:
            question = self._meaning.of_history(question)
        return noted(await self._searching.retrieve(question), note)

    @property
    def models(self) -> dict[str, int]:
        """Names of the models that may be chosen with their contexts in tokens, the default first."""
        return {name: connected.context_tokens for name, connected in self._parts.models.items()}

    def is_writing(self, answer: str) -> bool:
        """Whether the answer of this id is being written by this process."""
        return answer in self._writing

    async def admit(self, user: User, ask: Ask) -> tuple[Thread, Choice]:
        """The thread, and who answers. Raises what refuses the question before any work is done for it."""
        admitted = await self._admit(user, ask)
        self._parts.quotas.check_answers(user.id)
        return admitted

    async def _admit(self, user: User, ask: Ask) -> tuple[Thread, Choice]:
        thread = await self._parts.conversations.get(user.id, ask.search.thread)
        self._check(ask.search.text)
        if ask.remember:
            self._parts.room.check()
        if user.role == "visitor":
            await self._parts.visitors.check(user.id)
        choice = choose(self._parts.models, self._parts.model.name if self._parts.model else None, ask.model, thread)
        if choice.model is not None:
            await self._parts.quotas.check_tokens(user.id)
        return thread, choice

    async def ask(self, user: User, ask: Ask) -> AsyncGenerator[AnswerEvent, None]:
        """Retrieved, Wrote..., Cited, Suggested, Answered.

        Closing the iterator early stops the work; what was written stays stored as interrupted. So it does when the model
        fails: ModelFailed is raised, about the message of the question and, with a word written, of the answer.
        """
        with self._parts.quotas.answering(user.id):
            async with aclosing(self._answer(user, ask)) as events:
                async for event in events:
                    yield event

    async def _answer(self, user: User, ask: Ask) -> AsyncGenerator[AnswerEvent, None]:
        started = perf_counter()
        row, choice = await self._admit(user, ask)
        if user.role == "visitor":
            await self._parts.visitors.check(user.id, take=True)
        thread = row.id
        embedded = self._embed_ahead(ask.search)
        ask = replace(ask, search=await self._parts.scope.opened(user, row, ask.search))
        question = await self._question(ask, unnamed=row.name is None)
        turns = _conversation(await self._turns(thread, question), ask.said, question)
        at_once = await self._at_once.reply(user, ask.search, question, choice, ask.remember)
        covered, rewriting = None, Usage()
        model = choice.model and _with_room(choice.model, ask)
        looked_back = await self._looked_back(ask, question) if at_once is None else None
        if at_once is None and looked_back is None:
            ask, rewriting = await self._meant(user, ask, question, turns, choice)
            covered, _ = await asyncio.gather(self._covered(ask, choice), self._note_meaning(ask, question))
        conversation = await self._around(ask, turns, row, model) if at_once is None else Conversation()
        if looked_back is not None:
            found = looked_back
        elif covered is not None:
            found = covered.found
        elif at_once is None:
            if embedded is not None and ask.search.meant == ask.search.text:
                await asyncio.wait([embedded])
            found, at_once = await self._searched(ask, question, turns, row, choice, conversation)
            if choice.model is None and is_statement(ask.search.meant):  # it is noted, and rests on nothing
                found = replace(found, passages=())
        else:
            found = Found(ask.search.text, ask.search.text, (), 0.0, {})
        yield Retrieved(found)
        first = perf_counter()

        answer = DraftedAnswer(self._parts, thread, ask.answer_id or str(uuid.uuid4()), ask.remember)
        bill = list[Usage]()
        self._writing.add(answer.id)
        try:
            await answer.begin()
            written = Written("", (), False, "")
            pieces = _said(at_once) if at_once is not None else self._composed(ask, found, conversation, model, bill, covered)
            async with aclosing(pieces):
                async for piece in pieces:
                    match piece:
                        case Wrote():
                            await answer.extend(piece.text)
                            yield piece
                        case ReadingPart():
                            yield piece
                        case Written():
                            written = replace(piece, citations=await located(piece.citations, self._parts.documents))
                        case _:
                            assert_never(piece)
            await answer.end(written)
        except BaseException as error:
            await asyncio.shield(self._interrupted(user, question, choice, bill, answer, found))
            if isinstance(error, ModelFailed) and ask.remember:
                error.about["message"] = {"question": question.id, "answer": answer.id if answer.begun else None}
            raise
        finally:
            self._writing.discard(answer.id)
        note = " ".join(note for note in (choice.note, found.note, written.note) if note) or None
        trust = self._afterwards.trust(found, written)

        async def conclude() -> None:
            if ask.remember:
                await self._afterwards.keep(thread, answer.id, question.id, written, trust, note)
            await self._pay(user, thread, choice, bill)

        await asyncio.shield(conclude())  # the row is whole by now: who leaves meanwhile finds it with its citations
        self._remember_later(thread)
        if ask.remember:
            self._parts.summarising.later(user, row)

        yield Cited(written.text, written.citations, written.claims)
        search = replace(ask.search, without=ask.search.without | {question.id, answer.id})
        near, looked_through = await self._afterwards.near(search, found, written)
        writer = choice.model.writer if choice.model else None
        suggested, spent = await self._afterwards.follow_ups(search, turns, found, written, writer)
        if spent != Usage():
            await self._pay(user, thread, choice, [spent])
        if ask.remember and suggested:
            await self._parts.answers.offer(thread, answer.id, suggested, origins(found.passages))
        yield Suggested(suggested)
        yield Answered(
            Answer(
                text=written.text,
                grounded=written.grounded,
                citations=written.citations,
                passages=found.passages,
                confidence=confidence(found, written.likely, written.claims),
                model=written.model,
                question_id=question.id,
                answer_id=answer.id,
                follow_ups=suggested,
                usage=rewriting + written.usage + spent,
                timing_ms={**found.timing_ms, "first_event": _ms(first - started), "all": _ms(perf_counter() - started)},
                note=note,
                claims=written.claims,
                trust=trust,
                near=near,
                searched=looked_through,
                covered=found.covered,
            )
        )

    async def _meant(
        self, user: User, ask: Ask, question: Message, turns: Sequence[Message], choice: Choice
    ) -> tuple[Ask, Usage]:
        """The question with what it means after what was said before."""
        text = ask.search.text
        asked = standing(text).question if ask.remember else ""  # beside it an instruction, which is not searched for
        search = replace(ask.search, text=asked or text)
        search, usage = await self._meaning.of(search, turns, choice.model.writer if choice.model else None)
        if usage != Usage():
            await self._pay(user, question.thread, choice, [usage])
        return replace(ask, search=replace(search, text=text, rewritten=search.rewritten or asked or None)), usage

    async def _note_meaning(self, ask: Ask, question: Message) -> None:
        """Kept with its message, so that it can be explained."""
        if ask.remember and ask.search.rewritten != question.rewritten:
            await self._parts.conversations.understand(question.thread, question.id, ask.search.rewritten)

    async def _interrupted(
        self, user: User, question: Message, choice: Choice, bill: Sequence[Usage], answer: DraftedAnswer, found: Found
    ) -> None:
        """What was written stays, with what it cites so far."""
        try:
            await self._pay(user, question.thread, choice, bill)
            cited = await asyncio.to_thread(cite, answer.text, found.passages)
            if await answer.interrupt(cited.text):
                model = choice.model.writer.name if choice.model else self._parts.quoting.name
                citations = await located(cited.citations, self._parts.documents)
                written = Written(cited.text, citations, bool(citations), model, claims=cited.claims)
                await self._afterwards.keep(question.thread, answer.id, question.id, written, None, None)
        except StorageFailed as error:  # what ended it is told; the row says that it was interrupted since it was begun
            _log.warning("An interrupted answer could not be stored: %s", error)

    async def _pay(self, user: User, thread: str, choice: Choice, bill: Sequence[Usage]) -> None:
        for usage in bill:
            name = choice.model.writer.name if choice.model else ""
            await self._parts.usage.add(user.id, thread, name, usage, self._parts.clock())

    async def _looked_back(self, ask: Ask, question: Message) -> Found | None:
        """The first or the last question, or who the person is, where that is asked for."""
        turn = wanted(ask.search, "question")
        if turn is None and not wants_own_name(ask.search):
            return None
        note = await self._in_step(question.thread, leave=question.id)
        if turn is None:
            found = await self._looking_back.introduced(ask.search, question)
        else:
            found = await self._looking_back.asked(ask.search, question, turn)
        return found and noted(found, note)

    async def _searched(
        self, ask: Ask, question: Message, turns: Sequence[Message], row: Thread, choice: Choice, conversation: Conversation
    ) -> tuple[Found, Written | None]:
        """What is found, and the answer when it was computed from a table."""
        unread = await self._unread(ask.search)
        widen = choice.model is not None and self._parts.answering.widen
        history = ask.search.history or _history(ask.search, turns)
        search = replace(ask.search, history=history, expand=ask.search.expand or widen)
        summary = None
        if choice.model is not None:
            summary = await self._parts.summarising.source(row, search, turns, choice.model)
            budget = self._budget(ask, conversation, _with_room(choice.model, ask)) - (len(summary.chunk.text) if summary else 0)
            search = replace(search, budget_characters=max(_LEAST_CHARACTERS, budget))
        found = await self._found(search, question.id, unread)
        asked = standing(ask.search.text).instructions if ask.remember else ()
        found = noted(found, instructions.noted_beside(asked) if asked else None)
        return await self._computed(search, found) or (_with(found, summary), None)

    async def _covered(self, ask: Ask, choice: Choice) -> Coverage | None:
        """The documents that the question wants as a whole, when it wants any."""
        if not whole.asked(ask.search.meant):
            return None
        unread = await self._unread(ask.search)
        model = choice.model
        calls = self._parts.answering.whole_document_calls
        tokens = None if model is None else calls * reading_room(model.context_tokens, ask.search.meant)
        covered = await self._whole.covering(ask.search, holders(ask.search), tokens)
        if covered is None:
            return None
        reading = f"Not looked at yet, still being read: {', '.join(unread)}." if unread else None
        found = noted(covered.found, reading, *await self._gaps(ask.search, covered.found))
        return replace(covered, found=found)

    async def _unread(self, search: Question) -> list[str]:
        """Names of files that are still being read, here and in libraries; waits for them, at most so long."""
        seconds = self._parts.limits.question_waits_seconds
        waiting = (self._parts.jobs.wait(holder, seconds) for holder in holders(search))
        return [name for names in await asyncio.gather(*waiting) for name in names]

    async def _computed(self, search: Question, found: Found) -> tuple[Found, Written] | None:
        """From a table of the thread, or of a library that the search came to."""
        near = {passage.chunk.thread for passage in found.passages}
        for holder, place in holders(search).items():
            if holder == search.thread or holder in near:
                computed = await self._parts.tables.answer(holder, search.meant, found)
                if computed is not None:
                    return _placed(*computed, place)
        return None

    def _budget(self, ask: Ask, conversation: Conversation, model: Connected) -> int:
        """Characters of passages: what the search may give, and no more than the model can read beside the turns in view."""
        held = characters(ask.search.text, conversation, model.max_answer_tokens, model.context_tokens)
        return max(_LEAST_CHARACTERS, min(ask.search.budget_characters or self._parts.budget_characters, held))

    async def _around(self, ask: Ask, turns: Sequence[Message], thread: Thread, model: Connected | None) -> Conversation:
        """Standing instructions are for a model alone."""
        settings = self._parts.answering
        recent = settings.recent_turns
        held = [each.text for each in await self._parts.instructions.listed(thread.id)] if model is not None else ()
        return Conversation(
            turns=turns[-recent:] if recent else (),
            system_prompt=ask.system_prompt or prompt_of(thread, settings),
            standing=held,
            remembered=settings_of(thread).memory,
        )

    def _composed(
        self,
        ask: Ask,
        found: Found,
        conversation: Conversation,
        model: Connected | None,
        bill: list[Usage],
        covered: Coverage | None,
    ) -> AsyncGenerator[ReadingPart | Wrote | Written, None]:
        settings = self._parts.answering
        quotes = Quotes(
            writer=self._parts.quoting if covered is None else self._whole.writer(covered),
            instead=settings.when_model_fails == "quote",
            because=None if self._parts.models else NO_MODEL,
        )
        if covered is not None and model is not None:
            at_once = build(ask.search.text, found.passages, conversation, model.max_answer_tokens, model.context_tokens)
            if len(at_once.sources) < len(found.passages):
                plan = planned(found.passages, ask.search.meant, model, settings.whole_document_calls, covered.known)
                return read_through(ask.search, found, plan, conversation, model, quotes, bill.append)
        return compose(ask.search, found, conversation, model, quotes, bill.append)

    async def settle_later(self) -> None:
        """Wait for what is still being remembered in the background."""
        await asyncio.gather(*self._background, return_exceptions=True)
        await self._parts.summarising.wait()

    def _check(self, question: str) -> None:
        longest = self._parts.limits.max_question_characters
        if not question.strip():
            raise EmptyQuestion("The question is empty.")
        if len(question) > longest:
            raise QuestionTooLong(
                f"The question has {len(question):,} characters, at most {longest:,} are allowed; put long text into a file."
            )

    async def _question(self, ask: Ask, unnamed: bool) -> Message:
        """The question as a message of the thread (or of nowhere, when it is not to be remembered)."""
        thread, id, now = ask.search.thread, ask.question_id or str(uuid.uuid4()), self._parts.clock()
        if not ask.remember:
            return Message(id, thread, "user", ask.search.text, now, sequence=_NOWHERE)
        known = await self._parts.conversations.find(thread, id)
        if known is None:
            [said] = await self._parts.conversations.put(thread, [Draft("user", ask.search.text, id)], now)
            if instructions.command(said.content) is not None:  # nothing that was told
                await self._parts.conversations.rewrite(thread, id, said.content, recall="none")
        else:
            said = known
        await self._heed(said, again=known is not None)
        if unnamed:
            await self._parts.conversations.name_if_unnamed(thread, title_of(ask.search.text))
        return said

    async def _turns(self, thread: str, question: Message) -> list[Message]:
        """What was said before, as it is recalled, without what was said of instructions."""
        many = max(12, self._parts.answering.recent_turns)
        turns = await self._parts.conversations.before(thread, question.sequence, many)
        return instructions.without([replace(turn, content=turn.heard) for turn in turns if turn.heard or not turn.content])

    async def _as_of(self, question: Question, id: str) -> Question:
        asked = await self._parts.conversations.message(question.thread, id)
        turns = await self._turns(question.thread, asked)
        since = await self._parts.conversations.since(question.thread, asked.sequence)
        question = replace(question, now=asked.created_at, without=question.without | since)
        question = replace(question, history=_history(question, turns))
        return meaning(question, turns, asked.rewritten) if question.text == asked.content else question

    async def _found(self, question: Question, id: str, unread: Sequence[str]) -> Found:
        """What retrieval gives; should it fail, nothing is found and the note says why: the message itself goes on."""
        note = await self._in_step(question.thread, leave=id)
        try:
            found = await self._searching.retrieve(replace(question, without=question.without | {id}))
            if not found.small and found.confidence < min(_UNRELATED, self._parts.answering.least_confidence):
                found = replace(found, passages=())
        except Unavailable as error:
            _log.warning("Search failed: %s", error)
            found = Found(question.text, question.text, (), 0.0, {}, note=str(error))
        reading = f"Not looked at yet, still being read: {', '.join(unread)}." if unread else None
        return noted(found, note, reading, *await self._gaps(question, found))

    async def _gaps(self, question: Question, found: Found) -> list[str]:
        """What of the files that matter here was not read: of those that passages come from, of all when there are none."""
        near: list[Document] = []
        for holder in () if found.passages else holders(question):
            near += (await self._parts.documents.listed(holder, _MOST_DOCUMENTS, None))[0]
        told: dict[str, list[str]] = {}
        for thread, parent in dict.fromkeys(each.parent for each in found.passages if each.chunk.source is Source.DOCUMENT):
            told.setdefault(thread, []).append(parent)
        for thread, ids in told.items():
            near += await self._parts.documents.several(thread, ids)
        return [sentence for document in near if (sentence := _gap(document, everything=not found.passages)) is not None]

    async def _in_step(self, thread: str, leave: str | None = None) -> str | None:
        """Bring messages and indexes into step; a sentence when that failed: the search goes on without the last ones."""
        try:
            await self._parts.memory.settle(thread, leave)
        except Unavailable as error:
            _log.warning("Messages could not be indexed, the next question tries again: %s", error)
            return str(error)
        return None

    def _embed_ahead(self, question: Question) -> asyncio.Task[Any] | None:
        """Embed the question while it is stored and understood: its search then finds the vector among those kept. `None` where
        the search has no use for it."""
        if question.mode == "keyword" or len(question.text) > _LONG or courtesy(question.text) is not None:
            return None
        return self._beside(self._embed(question.text))

    async def _embed(self, text: str) -> None:
        with suppress(EmbeddingFailed):  # the search tells it
            await self._parts.embedder.embed([text])

    def _remember_later(self, thread: str) -> None:
        """Index what was just said while the person reads; the next question waits for it anyway."""
        self._beside(self._in_step(thread))

    def _beside(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:  # Any: what comes of it is not looked at
        task = asyncio.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)
        return task


def _with_room(model: Connected, ask: Ask) -> Connected:
    """The model with the tokens of this answer; half of the context is left to read."""
    return replace(model, max_answer_tokens=min(ask.max_answer_tokens or model.max_answer_tokens, model.context_tokens // 2))


async def _said(written: Written) -> AsyncGenerator[ReadingPart | Wrote | Written, None]:
    """An answer that stands already, as `compose` gives one."""
    yield Wrote(written.text)
    yield written


def _placed(found: Found, written: Written, place: Elsewhere | None) -> tuple[Found, Written]:
    """The same with its rows said to be of this library."""
    if place is None:
        return found, written

    def placed(passage: Passage) -> Passage:
        return replace(passage, elsewhere=place) if passage.chunk.thread == place.id else passage

    citations = tuple(replace(citation, passage=placed(citation.passage)) for citation in written.citations)
    passages = tuple(placed(passage) for passage in found.passages)
    return replace(found, passages=passages), replace(written, citations=citations)


def _gap(document: Document, everything: bool) -> str | None:
    """A few blank pages are not worth a word while other pages answer."""
    coverage = document.coverage
    if coverage.awaiting_ocr:
        return f"Still being read from pictures: {pages_in_words(coverage.awaiting_ocr)} of {document.name}."
    missing = coverage.pages_without_text
    if missing and (everything or len(missing) >= _GAP * (document.pages or 1)):
        return f"Could not be read: {pages_in_words(missing)} of {document.name}."
    return None


def _with(found: Found, summary: Passage | None) -> Found:
    """Behind what was found, so that numbers stay."""
    if summary is None:
        return found
    return replace(found, passages=(*found.passages, replace(summary, rank=len(found.passages) + 1)))


def _history(question: Question, turns: Sequence[Message]) -> tuple[str, ...]:
    """What the person asked before, as far as it says what is meant; what others say in a conversation that was brought in is no
    question of theirs.

    A question that stands by itself goes on from those of the same sitting alone, and not from what was told: "My sister lives in
    Ghent." just before says nothing about what the next question is after. What names nothing ("Why?", "Thanks!") is
    never among them.
    """
    whole = leans(question.text)
    said = turns if whole else _sitting(turns, question.now)
    own = (turn.content for turn in said if turn.role == "user" and turn.author is None)
    return tuple(text for text in own if not _is_empty(text) and (whole or not is_statement(text)))


def _is_empty(turn: str) -> bool:
    replies = (courtesy(turn), acknowledged(turn), about_itself(turn), asks_for_files(turn))
    return names_nothing(turn) or any(reply is not None for reply in replies)


def _sitting(turns: Sequence[Message], now: datetime) -> Sequence[Message]:
    """The last turns that came without a long pause."""
    begun = len(turns)
    while begun and abs(now - turns[begun - 1].created_at) <= _PAUSE:
        begun -= 1
        now = turns[begun].created_at
    return turns[begun:]


def _conversation(turns: list[Message], said: Sequence[Draft], question: Message) -> list[Message]:
    """The turns of the thread; those of the caller when the thread has none of them."""
    known = {_words(turn.content) for turn in turns if turn.role == "user"}
    if not said or any(_words(draft.content) in known for draft in said if draft.role == "user"):
        return turns
    return [Message("", question.thread, draft.role, draft.content, question.created_at) for draft in said]


def _words(text: str) -> str:
    return " ".join(text.split())


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 1)
