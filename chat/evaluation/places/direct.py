"""The product running in this process, without a server."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from time import perf_counter

from chat.application import Application
from chat.assembly import build
from chat.assistant import Assistant
from chat.domain import Draft, Question, Upload, User
from chat.errors import ThreadwiseError
from chat.evaluation.places.base import Hit, Reply, side_by_side
from chat.events import Added
from chat.settings import DatabaseSettings, FileSettings, Settings

_MESSAGES_AT_ONCE = 200


class Direct:
    """Implements `Place` in this process, without a server."""

    def __init__(self, assistant: Assistant, user: User) -> None:
        self._assistant = assistant
        self._user = user

    async def create(self, thread: str) -> None:
        await self._assistant.create_thread(self._user, id=thread)

    async def say(self, thread: str, drafts: Sequence[Draft]) -> None:
        for at in range(0, len(drafts), _MESSAGES_AT_ONCE):
            await self._assistant.add_messages(self._user, thread, drafts[at : at + _MESSAGES_AT_ONCE])

    async def read(self, thread: str, uploads: Sequence[Upload]) -> list[str]:
        return await side_by_side(partial(self._read, thread), uploads)

    async def ask(self, question: Question) -> Reply:
        started = perf_counter()
        found = await self._assistant.search(self._user, question)
        waited = (perf_counter() - started) * 1000
        chunks = [passage.chunk for passage in found.passages]
        return Reply([Hit(chunk.parent, chunk.page, chunk.start, chunk.end) for chunk in chunks], found.timing_ms, waited)

    async def _read(self, thread: str, upload: Upload) -> str:
        [job] = await self._assistant.start_reading(self._user, thread, [upload])
        async for event in self._assistant.follow([job]):
            if isinstance(event, Added) and event.document.error_detail:
                raise ThreadwiseError(f"{upload.name} was not read: {event.document.error_detail}")
        return job.document


@asynccontextmanager
async def direct(settings: Settings) -> AsyncIterator[Direct]:
    async with application(settings) as (running, user):
        yield Direct(running.assistant, user)


@asynccontextmanager
async def application(settings: Settings) -> AsyncIterator[tuple[Application, User]]:
    """Run the product on a temporary data folder; yield it with a user."""
    with tempfile.TemporaryDirectory(prefix="threadwise-eval-") as folder:
        async with opened(settings, Path(folder)) as opening:
            yield opening


@asynccontextmanager
async def opened(settings: Settings, data: Path) -> AsyncIterator[tuple[Application, User]]:
    """Run the product on this data folder; yield it with a user.

    Databases, vector stores and buckets that the settings name outside the folder are not used.
    """
    alone = {
        "server": settings.server.model_copy(update={"data": data}),
        "database": DatabaseSettings(database_url=""),
        "files": FileSettings(files_url=""),
        "index": settings.index.model_copy(update={"chroma_url": ""}),
    }
    running = build(settings.model_copy(update=alone))
    await running.start()
    try:
        yield running, await running.accounts.local_user()
    finally:
        await running.close()
