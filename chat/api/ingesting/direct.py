"""Files into the data folder, and questions to it, by this process."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from chat.api import render
from chat.api.bodies import Search
from chat.api.context import closing
from chat.api.ingesting.base import Place, Progress, Shape, named, no_library
from chat.api.questions import searched
from chat.api.render import Json
from chat.assembly import Application, build
from chat.assistant import Assistant
from chat.domain import Upload, User
from chat.errors import NotFound, ThreadwiseError, Unauthorized
from chat.events import Added
from chat.settings import Settings

NEEDS_KEY = "Sign-in is on: give a key, made by `threadwise key create`, in THREADWISE_KEY or with --key."
_PAGE = 200


class Direct:
    """Keeps the promise `Place` without a server."""

    def __init__(self, assistant: Assistant, user: User) -> None:
        self._assistant = assistant
        self._user = user

    async def ensure(self, thread: str, name: str | None) -> None:
        try:
            await self._assistant.thread(self._user, thread)
        except NotFound:
            await self._assistant.create_thread(self._user, name, thread)

    async def add(self, thread: str, document: str, name: str, content: bytes, progress: Progress) -> Json:
        [job] = await self._assistant.start_reading(self._user, thread, [Upload(name, content)], document)
        try:
            async with closing(self._assistant.follow([job])) as events:
                async for event in events:
                    if isinstance(event, Added):
                        return render.document(event.document)
                    progress(event.stage, event.percent)
        except asyncio.CancelledError:  # otherwise the next start would take it up again
            await asyncio.shield(self._assistant.cancel(self._user, job.id))
            raise
        raise ThreadwiseError("Reading ended without a result.")

    async def documents(self, thread: str) -> dict[str, str]:
        names: dict[str, str] = {}
        cursor = None
        while True:
            found, cursor = await self._assistant.documents(self._user, thread, _PAGE, cursor)
            names |= {document.id: document.name for document in found}
            if cursor is None:
                return names

    async def remove(self, thread: str, document: str) -> None:
        with contextlib.suppress(NotFound):
            await self._assistant.delete_document(self._user, thread, document)

    async def libraries(self) -> list[Shape]:
        listed: list[Shape] = []
        cursor = None
        while True:
            found, cursor = await self._assistant.libraries(self._user, _PAGE, cursor)
            listed += [render.library(library) for library in found]
            if cursor is None:
                return listed

    async def create_library(self, name: str) -> Shape:
        return render.library(await self._assistant.create_library(self._user, name))

    async def delete_library(self, name: str) -> Shape:
        known = named(await self.libraries(), name)
        if known is None:
            raise no_library(name)
        return render.receipt(await self._assistant.delete_library(self._user, known["id"]))

    async def library(self, name: str) -> tuple[Place, str]:
        known = named(await self.libraries(), name) or await self.create_library(name)
        return self, known["id"]

    async def search(self, thread: str, asked: Search) -> Json:
        return await searched(self._assistant, self._user, thread, asked)


@asynccontextmanager
async def direct(settings: Settings, key: str | None) -> AsyncIterator[Direct]:
    """Holds the data folder until the context is left. DataFolderHeld when somebody else does."""
    async with opened(settings, key) as (application, user):
        yield Direct(application.assistant, user)


@asynccontextmanager
async def opened(settings: Settings, key: str | None) -> AsyncIterator[tuple[Application, User]]:
    """The application itself, and whom the key speaks for."""
    application = build(settings)
    try:
        await application.start()
        yield application, await _user(application, key)
    finally:
        await application.close()


async def _user(application: Application, key: str | None) -> User:
    """By the rules of the HTTP API: a key tells who it is, and without sign-in it is the local user."""
    if key:
        user = await application.accounts.user_of_key(key)
        if user is None:
            raise Unauthorized("This key is unknown or revoked.")
        return user
    if application.settings.server.auth == "local":
        return await application.accounts.local_user()
    raise Unauthorized(NEEDS_KEY)
