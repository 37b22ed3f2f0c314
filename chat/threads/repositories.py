"""All repositories over one database, each made once: what reads and writes the rows of a kind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncEngine

from chat.settings import WidgetSettings
from chat.threads.chunks.chunks import Chunks
from chat.threads.chunks.collections import CollectionRows
from chat.threads.chunks.questions import QuestionRows
from chat.threads.chunks.vectors import VectorRows
from chat.threads.conversations.answers import Answers
from chat.threads.conversations.branches import Branches
from chat.threads.conversations.conversations import Conversations
from chat.threads.conversations.instructions import Instructions
from chat.threads.conversations.memories import Memories
from chat.threads.conversations.shares import Shares
from chat.threads.conversations.summaries import Summaries
from chat.threads.conversations.transcripts import Transcripts
from chat.threads.documents.documents import Documents
from chat.threads.documents.jobs import JobRows
from chat.threads.documents.libraries import Libraries
from chat.threads.documents.versions import Versions
from chat.threads.finding import Finding
from chat.threads.people.usage import UsageRows
from chat.threads.people.visitors import Visitors
from chat.threads.replies import Replies
from chat.threads.traces import Traces


@dataclass(frozen=True, slots=True)
class Repositories:
    """The repositories that a journey through the assistant needs; accounts and sessions belong to the surfaces."""

    conversations: Conversations
    branches: Branches
    answers: Answers
    instructions: Instructions
    memories: Memories
    summaries: Summaries
    transcripts: Transcripts
    shares: Shares

    documents: Documents
    versions: Versions
    jobs: JobRows
    chunks: Chunks
    questions: QuestionRows
    vectors: VectorRows
    collections: CollectionRows
    libraries: Libraries

    finding: Finding
    traces: Traces
    replies: Replies
    usage: UsageRows
    visitors: Visitors

    @classmethod
    def over(cls, engine: AsyncEngine, chunks: Chunks, widget: WidgetSettings, clock: Callable[[], datetime]) -> Repositories:
        """Make them over this engine. `chunks` is given, because the indexes read through the same one."""
        replies = Replies(engine, clock)
        return cls(
            conversations=Conversations(engine),
            branches=Branches(engine),
            answers=Answers(engine),
            instructions=Instructions(engine),
            memories=Memories(engine),
            summaries=Summaries(engine),
            transcripts=Transcripts(engine),
            shares=Shares(engine),
            documents=Documents(engine),
            versions=Versions(engine),
            jobs=JobRows(engine),
            chunks=chunks,
            questions=QuestionRows(engine),
            vectors=VectorRows(engine),
            collections=CollectionRows(engine),
            libraries=Libraries(engine),
            finding=Finding(engine),
            traces=Traces(engine, replies),
            replies=replies,
            usage=UsageRows(engine),
            visitors=Visitors(engine, clock, widget),
        )
