from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from chat.extraction.sandbox import Sandbox
from chat.settings import LimitSettings


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    sandbox = Sandbox(LimitSettings())
    yield sandbox
    await sandbox.close()
