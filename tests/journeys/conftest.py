from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest

from chat.application import Application
from chat.assembly import build
from chat.settings import ServerSettings, Settings

Started = Callable[[], AbstractAsyncContextManager[Application]]


@pytest.fixture
def started(tmp_path: Path) -> Started:
    """Start the whole application on one data folder; leaving the context stops it, entering another is a restart."""

    @asynccontextmanager
    async def start() -> AsyncIterator[Application]:
        application = build(Settings(server=ServerSettings(data=tmp_path / "data")))
        await application.start()
        try:
            yield application
        finally:
            await application.close()

    return start
