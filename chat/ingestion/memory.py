"""What was said, made findable: messages are indexed in order, and removed when they are superseded.

Rows carry what is still to be done (`recall`), so a crash at any point is mended by settling again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from datetime import datetime
from weakref import WeakValueDictionary

from chat.chunking.messages import cut_message
from chat.domain import Chunk, Message, Source
from chat.index.base import Collection
from chat.ingestion.indexer import Indexer, Removed, with_ids
from chat.settings import ChunkingSettings
from chat.threads.chunks import Chunks
from chat.threads.conversations import Conversations


def message_header(message: Message) -> str:
    """What stands in front of a message in the index: who said it and when, in words.

    The speaker gave 13 points of recall and the date 6 (locomo); both are words that questions ask with.
    """
    return f"{message.author or message.role}, {_date_in_words(message.created_at)}:"


def _date_in_words(time: datetime) -> str:
    return f"{time.day} {time:%B %Y}"


class Memory:
    """Keeps the messages of threads in step with the indexes."""

    def __init__(
        self,
        conversations: Conversations,
        chunks: Chunks,
        indexer: Indexer,
        settings: ChunkingSettings,
        count_tokens: Callable[[str], int],
    ) -> None:
        self._conversations = conversations
        self._chunks = chunks
        self._indexer = indexer
        self._settings = settings
        self._count_tokens = count_tokens
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def settle(self, thread: str, leave: str | None = None) -> Removed:
        """Index what was said and remove what was taken back; afterwards a search sees exactly the live messages.

        One settling a thread at a time; the second finds nothing left to do. The message `leave` is left for later: the
        question that is about to be searched for must not find itself.
        """
        lock = self._locks.setdefault(thread, asyncio.Lock())
        async with lock:
            pending, gone = await self._conversations.unsettled(thread)
            said = [message for message in pending if message.id != leave]
            if not said and not gone:
                return Removed()
            collection = Collection(thread, Source.MESSAGE)
            stale = await self._chunks.ids(collection, [message.id for message in said] + gone)
            removed = await self._indexer.remove(collection, stale)
            made = with_ids([chunk for message in said for chunk in self._cut(message)])
            async for _ in self._indexer.stage(collection, made):
                pass
            await self._indexer.publish(collection, made)
            await self._conversations.settle(thread, said, gone)
            self._chunks.forget(thread)
            return removed

    async def settle_all(self) -> None:
        """Finish what a crash left."""
        for thread in await self._conversations.unsettled_threads():
            await self.settle(thread)

    def _cut(self, message: Message) -> Sequence[Chunk]:
        return [
            Chunk(
                id="",
                thread=message.thread,
                source=Source.MESSAGE,
                parent=message.id,
                index=index,
                text=message.content[span.start : span.end],
                header=message_header(message),
                start=span.start,
                end=span.end,
            )
            for index, span in enumerate(cut_message(message.content, self._settings, self._count_tokens))
        ]
