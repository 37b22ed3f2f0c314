from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest

from chat import assembly
from chat.application import Application
from chat.assembly import build
from chat.ingestion import leftovers
from chat.settings import LimitSettings, ServerSettings, Settings
from tests.fakes import FakeEmbedder

Started = Callable[[], AbstractAsyncContextManager[Application]]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def started(data: Path, monkeypatch: pytest.MonkeyPatch) -> Started:
    """Starts the application with its own SQLite, Chroma and files, and a fast embedder. Entering it again is a restart."""
    monkeypatch.setattr(assembly, "OnnxEmbedder", lambda threads: FakeEmbedder())
    monkeypatch.setattr(leftovers, "PAUSE_SECONDS", 0.1)

    @asynccontextmanager
    async def start() -> AsyncIterator[Application]:
        application = build(Settings(server=ServerSettings(data=data), limits=LimitSettings(max_versions=3)))
        await application.start()
        try:
            yield application
        finally:
            await application.close()

    return start
