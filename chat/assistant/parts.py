"""What an assistant is put together from."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from sqlalchemy.ext.asyncio import AsyncEngine

from chat.answering.replies import instructions
from chat.assistant.incognito import Incognito
from chat.assistant.pending_deletes import PendingDeletes
from chat.assistant.quotas import Quotas
from chat.assistant.running_answers import RunningAnswers
from chat.assistant.scope import Scope
from chat.assistant.summarising import Summarising
from chat.assistant.tables import Tables
from chat.database.room import Room
from chat.dialogue.retracting import retraction
from chat.dialogue.standing import standing
from chat.domain import Document, Instruction, Message, Thread, User
from chat.embedding.base import Embedder
from chat.index.base import KeywordIndex, VectorStore
from chat.ingestion.indexer import Forget, Indexer
from chat.ingestion.jobs import Jobs
from chat.ingestion.leftovers import Checkpoint, Leftovers
from chat.ingestion.memory import MessageIndexer
from chat.ingestion.pipeline import Extract, Pipeline, Recognise
from chat.ingestion.questions import Questions
from chat.llm.base import Connected, Quoting, Writer
from chat.llm.quoting.extractive import ExtractiveWriter
from chat.retrieval.dates.named_days import named_days
from chat.retrieval.retrieve import Retriever
from chat.settings import Settings
from chat.threads.chunks.chunks import Chunks
from chat.threads.files.base import FileStore
from chat.threads.repositories import Repositories


@dataclass(frozen=True, slots=True)
class Parts:
    """What the sides of the assistant share; made once, by `put_together`."""

    settings: Settings
    clock: Callable[[], datetime]
    room: Room
    """On the disk: asked before anything new is begun."""

    rows: Repositories
    files: FileStore
    embedder: Embedder

    indexer: Indexer
    memory: MessageIndexer
    questions: Questions
    jobs: Jobs
    leftovers: Leftovers

    retriever: Retriever
    scope: Scope
    tables: Tables

    model: Writer | None
    """The one that answers unless another is chosen; `None`: no language model is connected."""
    models: Mapping[str, Connected]
    """All that may be chosen, by name, that one included."""
    quoting: Quoting
    summarising: Summarising
    quotas: Quotas

    pending_deletes: PendingDeletes
    running_answers: RunningAnswers
    incognito: Incognito


@dataclass(frozen=True, slots=True)
class Dependencies:
    """What the parts are made with: each keeps a promise, and tests have fakes for it."""

    engine: AsyncEngine
    chunks: Chunks
    files: FileStore
    embedder: Embedder
    forget: Forget
    vectors: VectorStore
    keywords: KeywordIndex
    extract: Extract
    recognise: Recognise | None
    model: Writer | None
    asked: Writer | None
    """The model that writes questions; `None`: nobody does."""
    clock: Callable[[], datetime]
    compact: Checkpoint
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    models: Mapping[str, Connected] = field(default_factory=dict)
    """By name; empty: `model` alone, if any."""
    ended: Callable[[Document], None] = lambda _: None
    """Told of every file that was read or failed."""
    room: Room = field(default_factory=lambda: Room(Path(), 0))


def put_together(dependencies: Dependencies, settings: Settings) -> Parts:
    """Put the parts together for these settings, each made once; nothing is opened."""
    clock, sleep, embedder = dependencies.clock, dependencies.sleep, dependencies.embedder
    rows = Repositories.over(dependencies.engine, dependencies.chunks, settings.widget, clock)

    indexer = _indexer(dependencies, rows)
    retriever = Retriever(embedder, dependencies.vectors, dependencies.keywords, rows.chunks, settings.retrieval)
    memory = MessageIndexer(
        rows.conversations,
        rows.chunks,
        rows.traces,
        rows.summaries,
        indexer,
        settings.chunking,
        embedder.count_tokens,
        retriever.read_ahead,
    )
    questions = Questions(dependencies.asked, rows.questions, rows.chunks, indexer, sleep)

    model = dependencies.model
    models = dependencies.models or ({model.name: Connected(model)} if model else {})
    quotas = Quotas(rows.usage, settings.quotas, settings.answering.tokens_a_day, clock)

    return Parts(
        settings=settings,
        clock=clock,
        room=dependencies.room,
        rows=rows,
        files=dependencies.files,
        embedder=embedder,
        indexer=indexer,
        memory=memory,
        questions=questions,
        jobs=_jobs(dependencies, settings, rows, indexer, questions),
        leftovers=Leftovers(dependencies.compact, dependencies.vectors, indexer, memory, sleep),
        retriever=retriever,
        scope=Scope(rows.conversations, rows.libraries, rows.visitors, indexer, memory, settings.retrieval.other_threads),
        tables=Tables(rows.documents, rows.chunks),
        model=model,
        models=models,
        quoting=ExtractiveWriter(embedder, settings.answering.least_confidence, named_days),
        summarising=Summarising(
            rows.conversations,
            rows.summaries,
            rows.usage,
            quotas,
            models,
            model.name if model else None,
            settings.answering,
            clock,
        ),
        quotas=quotas,
        pending_deletes=PendingDeletes(),
        running_answers=RunningAnswers(),
        incognito=Incognito(settings.server.incognito_minutes, clock),
    )


def _indexer(dependencies: Dependencies, rows: Repositories) -> Indexer:
    return Indexer(
        dependencies.engine,
        rows.chunks,
        rows.collections,
        rows.vectors,
        rows.questions,
        dependencies.embedder,
        dependencies.vectors,
        dependencies.keywords,
        dependencies.forget,
        dependencies.clock,
    )


def _jobs(dependencies: Dependencies, settings: Settings, rows: Repositories, indexer: Indexer, questions: Questions) -> Jobs:
    """Return the queue of files; each that was read wakes whoever writes questions."""
    pipeline = Pipeline(
        extract=dependencies.extract,
        recognise=dependencies.recognise,
        documents=rows.documents,
        versions=rows.versions,
        chunks=rows.chunks,
        indexer=indexer,
        settings=settings.chunking,
        count_tokens=dependencies.embedder.count_tokens,
        clock=dependencies.clock,
    )

    def ended(document: Document) -> None:
        questions.wake()
        dependencies.ended(document)

    return Jobs(
        pipeline=pipeline,
        chunks=rows.chunks,
        documents=rows.documents,
        versions=rows.versions,
        traces=rows.traces,
        files=dependencies.files,
        rows=rows.jobs,
        limits=settings.limits,
        clock=dependencies.clock,
        ended=ended,
        sleep=dependencies.sleep,
    )


class AssistantPart:
    """A part of the assistant's interface; all of them share the `Parts`."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._rows = parts.rows

    @property
    def quotas(self) -> Quotas:
        return self._parts.quotas

    async def _own(self, user: User, thread: str) -> Thread:
        """Return the thread. NotFound unless it is the user's."""
        row = await self._rows.conversations.get(user.id, thread)
        if row.incognito:
            self._parts.incognito.seen([thread])
        return row

    async def _heed(self, message: Message, again: bool = False) -> None:
        """Keep what a message asks of every answer, in place of what it asked before when it may have (`again`).

        Only of the thread's own user: other speakers of an imported conversation have no say in answers.
        """
        own = message.role == "user" and message.author is None
        asked = standing(message.heard).instructions if own else ()
        if asked and await self._retracted(message):  # "stop using bullet points in all your answers"
            asked = ()
        if asked or again:
            await self._rows.instructions.put(message.thread, message.id, asked, self._parts.clock())

    async def _take_back(self, message: Message) -> list[Instruction]:
        """Remove the instructions that a message takes back in words; which those were."""
        gone = await self._retracted(message)
        if gone:  # they all say the same
            await self._rows.instructions.remove(message.thread, gone[0].id)
        return gone

    async def _retracted(self, message: Message) -> list[Instruction]:
        """Return the instructions that a message of the thread's own user takes back in words; none where that is unclear."""
        wanted = retraction(message.heard) if message.role == "user" and message.author is None else None
        if wanted is None or wanted.kind != "instruction":
            return []
        held = await self._rows.instructions.every(message.thread)
        meant = instructions.meant(wanted, [each for each in held if each.message != message.id])
        return meant if instructions.alike(meant) else []
