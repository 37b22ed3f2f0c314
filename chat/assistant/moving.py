"""Threads taken elsewhere and brought in: messages with what is kept of them, documents with their versions."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime

from chat.assistant.keeping import Keeping
from chat.assistant.scope import checked
from chat.domain import KeptAnswer, Thread, User
from chat.errors import NotFound, Unavailable
from chat.threads.conversations.transcripts import Entry
from chat.threads.files.base import stored_as

INDEXED_AT_ONCE = 1_000
"""Messages that whoever brings them in waits for; of more, the first question to each thread waits instead."""
_PAGE = 1_000


class Moving(Keeping):
    """What leaves, and what comes in."""

    async def transcript(self, user: User, thread: str) -> AsyncGenerator[Entry, None]:
        """Yield the messages in their order, each with what is kept of it."""
        await self._own(user, thread)
        async for entry in self._rows.transcripts.read(thread):
            yield entry

    async def version_file(self, user: User, thread: str, document: str, sha256: str) -> bytes:
        """Return the file of one version. NotFound when it is not kept any more."""
        await self._own(user, thread)
        return await self._parts.files.read(thread, stored_as(document, sha256))

    async def bring_in(
        self,
        user: User,
        name: str | None,
        entries: Sequence[Entry],
        id: str | None = None,
        created_at: datetime | None = None,
        settings: dict[str, object] | None = None,
        index: bool = True,
    ) -> Thread:
        """Create a thread with all of these messages, or none at all. Conflict when the id is taken, InvalidRequest for invalid
        settings.

        Its libraries, and sources of its answers that lie elsewhere, stay only where they are the user's own.
        """
        self._parts.room.check()
        settings = await self._own_settings(user, settings or {})
        now = self._parts.clock()
        thread = await self.create_thread(user, name, id, created_at)
        try:
            await self._rows.transcripts.append(thread.id, await self._own_sources(user, entries), now)
            if settings:
                await self._rows.conversations.change(user.id, thread.id, settings=settings)
            await self._heed_all(thread.id)
            if index:
                with suppress(Unavailable):  # then the first question makes up for it
                    await self._parts.memory.settle(thread.id)
        except BaseException:
            await asyncio.shield(self.delete_thread(user, thread.id))
            raise
        return await self.thread(user, thread.id)

    async def _heed_all(self, thread: str) -> None:
        cursor = None
        while True:
            found, cursor = await self._rows.conversations.page_of_messages(thread, _PAGE, cursor)
            for message in found:
                await self._heed(message)
                await self._take_back(message)
            if cursor is None:
                return

    async def _own_settings(self, user: User, settings: dict[str, object]) -> dict[str, object]:
        wanted = checked(settings).get("libraries")
        if not isinstance(wanted, list):
            return settings
        own = {library.id for library in await self._rows.libraries.attached(user.id, wanted)}
        return {**settings, "libraries": [id for id in wanted if id in own]}

    async def _own_sources(self, user: User, entries: Sequence[Entry]) -> list[Entry]:
        places = {each.place for entry in entries if entry.answer for each in entry.answer.references if each.place}
        own = {place for place in places if await self._holds(user, place)}
        return [replace(entry, answer=_within(entry.answer, own)) if entry.answer else entry for entry in entries]

    async def _holds(self, user: User, place: str) -> bool:
        try:
            await self._rows.libraries.reads(user.id, place)
        except NotFound:
            return False
        return True


def _within(answer: KeptAnswer, places: set[str]) -> KeptAnswer:
    """Return the answer without sources that lie anywhere but in its own thread and these places."""
    return replace(answer, references=tuple(each for each in answer.references if each.place is None or each.place in places))
