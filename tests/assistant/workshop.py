"""Builds an assistant over a real database, with fakes for everything that is slow, and gives access to its parts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from weakref import WeakKeyDictionary

from sqlalchemy.ext.asyncio import AsyncEngine

from chat.assistant import Ask, Assistant, Parts
from chat.assistant.parts import Dependencies, put_together
from chat.domain import Answer, Document, Extracted, Question, Upload, Usage, User
from chat.events import Added, Answered, AnswerEvent
from chat.extraction.counting import Tell, untold
from chat.extraction.worker import Extract, extracted
from chat.llm.base import Connected, Prompt, Writer
from chat.settings import AnsweringSettings, LimitSettings, RetrievalSettings, ServerSettings, Settings
from chat.threads.chunks.chunks import Chunks
from chat.threads.files.disk import FilesOnDisk
from tests.fakes import FakeEmbedder, FakeKeywordIndex, FakeVectorIndex
from tests.passages import NOON

ALICE = User("alice", "alice")


@dataclass
class Workshop:
    assistant: Assistant
    parts: Parts
    engine: AsyncEngine
    embedder: FakeEmbedder
    vectors: FakeVectorIndex
    keywords: FakeKeywordIndex
    pauses: list[float]
    """Seconds that the writing of questions would have slept."""

    async def read(self, thread: str, name: str, text: str, document: str | None = None) -> Document:
        from_events = [event async for event in self.assistant.add(ALICE, thread, [Upload(name, text.encode())], document)]
        [read] = [event.document for event in from_events if isinstance(event, Added)]
        return read

    def asking(self, thread: str, question: str) -> AsyncGenerator[AnswerEvent, None]:
        return self.assistant.ask(ALICE, Ask(Question(thread, question, NOON)))

    async def answer(self, thread: str, question: str) -> Answer:
        [answer] = [event.answer async for event in self.asking(thread, question) if isinstance(event, Answered)]
        await self.assistant.settle_later()
        return answer

    async def close(self) -> None:
        """Stop all background work, as `Application.close` does."""
        await self.parts.pending_deletes.close()
        await self.parts.questions.close()
        await self.parts.jobs.close()
        await self.assistant.settle_later()


_OPEN: WeakKeyDictionary[AsyncEngine, list[Workshop]] = WeakKeyDictionary()


async def close_over(engine: AsyncEngine) -> None:
    """Close every workshop over this engine, newest first: their background work must not outlive the database."""
    for shop in reversed(_OPEN.pop(engine, [])):
        await shop.close()


@dataclass
class SlowModel:
    """A model that writes its pieces one by one; an exception among them is raised."""

    pieces: Sequence[str | Usage | BaseException]
    name: str = "slow"
    prompts: list[Prompt] = field(default_factory=list)

    async def write(self, prompt: Prompt) -> AsyncIterator[str | Usage]:
        self.prompts.append(prompt)
        for piece in self.pieces:
            if isinstance(piece, BaseException):
                raise piece
            yield piece

    async def close(self) -> None:
        return


def workshop(
    engine: AsyncEngine,
    folder: Path,
    model: Writer | None = None,
    embedder: FakeEmbedder | None = None,
    pictures: Mapping[int, str | None] | None = None,
    questions: Writer | None = None,
    max_file_mb: int = 1,
    models: Mapping[str, Connected] | None = None,
    answering: AnsweringSettings | None = None,
    clock: Callable[[], datetime] = lambda: NOON,
    server: ServerSettings | None = None,
) -> Workshop:
    """Return an assistant with its parts, closed with the engine. A second call with the same engine and folder is a restart.

    `pictures` are the texts of pages that are pictures, by number; `None` is never recognised. `questions` is the model that
    writes the questions that passages answer. `models` are the ones that users may choose, including `model`.
    """
    embedder = embedder or FakeEmbedder()
    vectors, keywords = FakeVectorIndex(), FakeKeywordIndex()
    pauses = list[float]()
    settings = Settings(
        limits=LimitSettings(max_files=3, max_file_mb=max_file_mb, max_versions=3, question_waits_seconds=30),
        retrieval=RetrievalSettings(questions="on" if questions else "off", questions_weight=0.7),
        answering=answering or AnsweringSettings(),
        server=server or ServerSettings(),
    )

    async def read(name: str, content: bytes, password: str = "", scans: bool = False, tell: Tell = untold) -> Extracted:
        return extracted(Extract(name, password, scans), content, settings.limits, tell)

    async def recognise(content: bytes, page: int, password: str) -> str:
        text = (pictures or {}).get(page, "")
        if text is None:
            await asyncio.Event().wait()
        return text or ""

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)

    async def nothing() -> bool:
        return True

    dependencies = Dependencies(
        engine=engine,
        chunks=Chunks(engine),
        files=FilesOnDisk(folder),
        embedder=embedder,
        forget=lambda texts: 0,
        vectors=vectors,
        keywords=keywords,
        extract=read,
        recognise=None if pictures is None else recognise,
        model=model,
        asked=questions,
        clock=clock,
        compact=nothing,
        sleep=sleep,
        models=models or {},
    )
    parts = put_together(dependencies, settings)
    shop = Workshop(Assistant(parts), parts, engine, embedder, vectors, keywords, pauses)
    _OPEN.setdefault(engine, []).append(shop)
    return shop
