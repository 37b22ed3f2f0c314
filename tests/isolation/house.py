"""The application in this process, with its own database, files, indexes and routes, and a record of everything it returns."""

from __future__ import annotations

import asyncio
import logging
import re
import shutil
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import ExitStack
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar
from unittest import mock

import httpx
from fastapi import FastAPI
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from starlette.requests import Request

from chat import assembly
from chat.api.http import install
from chat.application import Application
from chat.cli.clients.in_process import InProcess
from chat.domain import Usage, User
from chat.index.base import VectorStore
from chat.ingestion import leftovers
from chat.llm.base import Connected, Prompt
from chat.settings import (
    AnsweringSettings,
    EmbeddingSettings,
    LimitSettings,
    RetrievalSettings,
    ServerSettings,
    Settings,
    WidgetSettings,
)
from tests.fakes import FakeEmbedder, FakeVectorIndex, ReadHere
from tests.isolation.reference import MOST_VERSIONS, WORD
from tests.passages import NOON

ADDRESS = "http://127.0.0.1:8000"
ORIGIN = "https://shop.example.org"
T = TypeVar("T")
_SENTENCE = re.compile(r"[^.\n|]*" + WORD.pattern + r"[^.\n|]*", re.IGNORECASE)
_MANY = 1_000_000


class RecordingModel:
    """A model that repeats words of its prompt everywhere a model's output is used, and records all prompts."""

    name = "parrot"

    def __init__(self) -> None:
        self.prompts: list[str] = []

    async def write(self, prompt: Prompt) -> AsyncIterator[str | Usage]:
        text = "\n".join(message.content for message in prompt.messages)
        self.prompts.append(text)
        system = prompt.messages[0].content
        found = list(dict.fromkeys(WORD.findall(text)))
        if text.endswith("The summary:"):
            yield f"They spoke of {', '.join(found)}."
        elif "three short questions" in system:
            yield "\n".join(f"Where is the pump {each}?" for each in found[:3])
        elif prompt.sources:
            for number, source in enumerate(prompt.sources[:4], start=1):
                said = _SENTENCE.search(source.chunk.text)
                yield f"{said[0].strip() if said else 'It is there'} [{number}]. "
        else:
            yield f"{prompt.question.rstrip('?')} {found[-1] if found else 'of mine'}?"
        yield Usage(10, 10)

    async def close(self) -> None:
        return


class Recorder(logging.Handler):
    """Records every line of the application's log, with the tracebacks of errors."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []
        self.setFormatter(logging.Formatter("%(name)s %(levelname)s %(message)s"))

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


class House:
    """A running application; `start` after `stop` continues on the same data folder."""

    def __init__(self, folder: Path, template: Path | None = None) -> None:
        self.data = folder / "data"
        if template is not None:
            shutil.copytree(template, self.data)
        self.model, self.log, self.spans = RecordingModel(), Recorder(), InMemorySpanExporter()
        self.now = NOON
        self._store: VectorStore = FakeVectorIndex()
        self._runner = asyncio.Runner()
        self._application: Application | None = None
        self._server = FastAPI()
        self._client = httpx.AsyncClient()
        logger = logging.getLogger("chat")
        self._level, self._passes_on = logger.level, logger.propagate
        logger.addHandler(self.log)
        logger.setLevel(logging.DEBUG)
        logger.propagate = False
        self._replaced = ExitStack()
        connected = {self.model.name: Connected(self.model, 2_000, 300)}
        for name, stand_in in {
            "OnnxEmbedder": lambda threads: FakeEmbedder(),
            "Sandbox": ReadHere,
            "_vectors": lambda settings, folder, lost: self._store,
            "_models": lambda settings, folder: connected,
            "_exporter": lambda endpoint: self.spans,
        }.items():
            self._replaced.enter_context(mock.patch.object(assembly, name, stand_in))
        self._replaced.enter_context(mock.patch.object(leftovers, "PAUSE_SECONDS", 3_600.0))

    @property
    def application(self) -> Application:
        assert self._application is not None
        return self._application

    def run(self, work: Coroutine[Any, Any, T]) -> T:  # Any: as asyncio has it
        return self._runner.run(work)

    def clock(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now

    async def start(self) -> None:
        self._application = application = assembly.build(_settings(self.data), self.clock)
        await application.start()
        self._server = FastAPI()

        async def identify(request: Request) -> User | None:
            """Visitors are let in directly; the widget's entrance has tests of its own."""
            visitor = request.headers.get("x-visitor")
            return await application.accounts.user(visitor) if visitor else None

        install(self._server, application, identify)
        transport = InProcess(self._server)
        self._client = httpx.AsyncClient(transport=transport, base_url=ADDRESS, timeout=None, trust_env=False)

    async def stop(self) -> None:
        await self._client.aclose()
        await self.application.close()

    def close(self) -> None:
        try:
            if self._application is not None:
                self.run(self.stop())
        finally:
            self._runner.close()
            self._replaced.close()
            logger = logging.getLogger("chat")
            logger.removeHandler(self.log)
            logger.setLevel(self._level)
            logger.propagate = self._passes_on

    async def send(self, method: str, path: str, headers: dict[str, str], **more: Any) -> httpx.Response:  # Any: httpx's own
        return await self._client.request(method, path, headers=headers, **more)

    async def settled(self) -> None:
        """Wait until all background work after an answer is done."""
        await self.application.assistant.settle_later()

    def taken(self) -> tuple[Sequence[str], Sequence[str]]:
        """Return the prompts, and the lines of the log and traces, since the last call."""
        prompts, lines = list(self.model.prompts), list(self.log.lines)
        lines += [span.to_json() for span in self.spans.get_finished_spans()]
        self.model.prompts.clear()
        self.log.lines.clear()
        self.spans.clear()
        return prompts, lines


def _settings(data: Path) -> Settings:
    return Settings(
        server=ServerSettings(data=data, auth="password", sharing="on", reserve_mb=0),
        limits=LimitSettings(max_versions=MOST_VERSIONS, ocr="off"),
        embedding=EmbeddingSettings(),
        retrieval=RetrievalSettings(),
        answering=AnsweringSettings(recent_turns=3, least_confidence=0.0, follow_up_confidence=0.0),
        widget=WidgetSettings(widget_visitor_questions=_MANY, widget_site_questions=_MANY, widget_origins=ORIGIN),
    )
