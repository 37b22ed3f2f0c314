"""What an assistant is put together from."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from sqlalchemy.ext.asyncio import AsyncEngine

from chat.answering import instructions
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
from chat.retrieval.retrieve import Retriever
from chat.settings import AnsweringSettings, LimitSettings, Settings
from chat.threads.answers import Answers
from chat.threads.branches import Branches
from chat.threads.chunks import Chunks
from chat.threads.collections import CollectionRows
from chat.threads.conversations import Conversations
from chat.threads.documents import Documents
from chat.threads.files.base import FileStore
from chat.threads.finding import Finding
from chat.threads.instructions import Instructions
from chat.threads.jobs import JobRows
from chat.threads.libraries import Libraries
from chat.threads.memories import Memories
from chat.threads.questions import QuestionRows
from chat.threads.replies import Replies
from chat.threads.shares import Shares
from chat.threads.summaries import Summaries
from chat.threads.traces import Traces
from chat.threads.transcripts import Transcripts
from chat.threads.usage import UsageRows
from chat.threads.vectors import VectorRows
from chat.threads.versions import Versions
from chat.threads.visitors import Visitors


@dataclass(frozen=True, slots=True)
class Parts:
    """What the sides of the assistant share; made once, by `put_together`."""

    conversations: Conversations
    branches: Branches
    libraries: Libraries
    scope: Scope
    instructions: Instructions
    memories: Memories
    finding: Finding
    shares: Shares
    sharing: bool
    """Whether threads may be shown to others here."""
    answers: Answers
    summaries: Summaries
    tables: Tables
    summarising: Summarising
    transcripts: Transcripts
    documents: Documents
    versions: Versions
    chunks: Chunks
    collections: CollectionRows
    vector_rows: VectorRows
    traces: Traces
    replies: Replies
    job_rows: JobRows
    files: FileStore
    jobs: Jobs
    questions: Questions
    memory: MessageIndexer
    indexer: Indexer
    retriever: Retriever
    usage: UsageRows
    quotas: Quotas
    visitors: Visitors
    model: Writer | None
    """The one that answers unless another is chosen; `None`: no language model is connected."""
    models: Mapping[str, Connected]
    """All that may be chosen, by name, that one included."""
    quoting: Quoting
    embedder: Embedder
    limits: LimitSettings
    answering: AnsweringSettings
    budget_characters: int
    """Of passages for an answer; a model with a small context gets fewer."""
    clock: Callable[[], datetime]
    leftovers: Leftovers
    room: Room
    """On the disk: asked before anything new is begun."""
    pending_deletes: PendingDeletes
    running_answers: RunningAnswers
    incognito: Incognito
    most_other_threads: int
    """Of a person's, that a question looks through beside its own."""


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
    engine, chunks, clock, embedder = dependencies.engine, dependencies.chunks, dependencies.clock, dependencies.embedder
    conversations, documents, job_rows = Conversations(engine), Documents(engine), JobRows(engine)
    replies, versions, question_rows = Replies(engine, clock), Versions(engine), QuestionRows(engine)
    traces = Traces(engine, replies)
    collections, vector_rows = CollectionRows(engine), VectorRows(engine)
    indexer = Indexer(
        engine,
        chunks,
        collections,
        vector_rows,
        question_rows,
        embedder,
        dependencies.vectors,
        dependencies.keywords,
        dependencies.forget,
        clock,
    )
    pipeline = Pipeline(
        extract=dependencies.extract,
        recognise=dependencies.recognise,
        documents=documents,
        versions=versions,
        chunks=chunks,
        indexer=indexer,
        settings=settings.chunking,
        count_tokens=embedder.count_tokens,
        clock=clock,
    )
    summaries, usage = Summaries(engine), UsageRows(engine)
    quotas = Quotas(usage, settings.quotas, settings.answering.tokens_a_day, clock)
    models = dependencies.models or ({dependencies.model.name: Connected(dependencies.model)} if dependencies.model else {})
    default = dependencies.model.name if dependencies.model else None
    retriever = Retriever(embedder, dependencies.vectors, dependencies.keywords, chunks, settings.retrieval)
    memory = MessageIndexer(
        conversations, chunks, traces, summaries, indexer, settings.chunking, embedder.count_tokens, retriever.read_ahead
    )
    libraries = Libraries(engine)
    visitors = Visitors(engine, clock, settings.widget)
    questions = Questions(dependencies.asked, question_rows, chunks, indexer, dependencies.sleep)

    def ended(document: Document) -> None:
        questions.wake()
        dependencies.ended(document)

    return Parts(
        conversations=conversations,
        branches=Branches(engine),
        libraries=libraries,
        scope=Scope(conversations, libraries, visitors, indexer, memory, settings.retrieval.other_threads),
        instructions=Instructions(engine),
        memories=Memories(engine),
        finding=Finding(engine),
        shares=Shares(engine),
        sharing=settings.server.sharing == "on",
        most_other_threads=settings.retrieval.other_threads,
        answers=Answers(engine),
        summaries=summaries,
        tables=Tables(documents, chunks),
        summarising=Summarising(conversations, summaries, usage, quotas, models, default, settings.answering, clock),
        transcripts=Transcripts(engine),
        documents=documents,
        versions=versions,
        chunks=chunks,
        collections=collections,
        vector_rows=vector_rows,
        traces=traces,
        replies=replies,
        job_rows=job_rows,
        files=dependencies.files,
        jobs=Jobs(
            pipeline=pipeline,
            chunks=chunks,
            documents=documents,
            versions=versions,
            traces=traces,
            files=dependencies.files,
            rows=job_rows,
            limits=settings.limits,
            clock=clock,
            ended=ended,
            sleep=dependencies.sleep,
        ),
        questions=questions,
        memory=memory,
        indexer=indexer,
        retriever=retriever,
        usage=usage,
        quotas=quotas,
        visitors=visitors,
        model=dependencies.model,
        models=models,
        quoting=ExtractiveWriter(embedder, settings.answering.least_confidence),
        embedder=embedder,
        limits=settings.limits,
        answering=settings.answering,
        budget_characters=settings.retrieval.budget_characters,
        clock=clock,
        leftovers=Leftovers(dependencies.compact, dependencies.vectors, indexer, memory, dependencies.sleep),
        room=dependencies.room,
        pending_deletes=PendingDeletes(),
        running_answers=RunningAnswers(),
        incognito=Incognito(settings.server.incognito_minutes, clock),
    )


class AssistantPart:
    """A part of the assistant's interface; all of them share the `Parts`."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    @property
    def quotas(self) -> Quotas:
        return self._parts.quotas

    async def _own(self, user: User, thread: str) -> Thread:
        """Return the thread. NotFound unless it is the user's."""
        row = await self._parts.conversations.get(user.id, thread)
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
            await self._parts.instructions.put(message.thread, message.id, asked, self._parts.clock())

    async def _take_back(self, message: Message) -> list[Instruction]:
        """Remove the instructions that a message takes back in words; which those were."""
        gone = await self._retracted(message)
        if gone:  # they all say the same
            await self._parts.instructions.remove(message.thread, gone[0].id)
        return gone

    async def _retracted(self, message: Message) -> list[Instruction]:
        """Return the instructions that a message of the thread's own user takes back in words; none where that is unclear."""
        wanted = retraction(message.heard) if message.role == "user" and message.author is None else None
        if wanted is None or wanted.kind != "instruction":
            return []
        held = await self._parts.instructions.every(message.thread)
        meant = instructions.meant(wanted, [each for each in held if each.message != message.id])
        return meant if instructions.alike(meant) else []
