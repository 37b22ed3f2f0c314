"""What an assistant is put together from."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime

from chat.domain import User
from chat.ingestion.indexer import Indexer
from chat.ingestion.jobs import Jobs
from chat.ingestion.memory import Memory
from chat.llm.base import Writer
from chat.retrieval.retrieve import Retriever
from chat.settings import AnsweringSettings, LimitSettings
from chat.threads.chunks import Chunks
from chat.threads.conversations import Conversations
from chat.threads.documents import Documents
from chat.threads.files import FileStore
from chat.threads.jobs import JobRows
from chat.threads.traces import Traces
from chat.threads.versions import Versions


@dataclass(frozen=True, slots=True)
class Parts:
    """Made once, by `assembly`."""

    conversations: Conversations
    documents: Documents
    versions: Versions
    chunks: Chunks
    traces: Traces
    job_rows: JobRows
    files: FileStore
    jobs: Jobs
    memory: Memory
    indexer: Indexer
    retriever: Retriever
    model: Writer | None
    """`None`: no language model is connected."""
    quoting: Writer
    limits: LimitSettings
    answering: AnsweringSettings
    clock: Callable[[], datetime]
    compact: Callable[[], Awaitable[None]]
    """Leave nothing of deleted rows on disk."""


class Part:
    """One side of the assistant; all of them share the parts."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    async def _own(self, user: User, thread: str) -> None:
        """NotFound unless the thread is the user's."""
        await self._parts.conversations.get(user.id, thread)
