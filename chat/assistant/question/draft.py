"""An answer while it is written."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

from chat.answering.answer import Written
from chat.answering.citing.references import reference
from chat.assistant.parts import Parts
from chat.assistant.running_answers import ANSWER_DELETED
from chat.domain import Confidence, KeptAnswer
from chat.errors import NotFound, StorageFailed

_log = logging.getLogger(__name__)

_FLUSH_SECONDS = 0.8
"""Until new text of an answer in progress is stored, so that a crash loses at most a second of it."""


class DraftedAnswer:
    """An answer on its way into the thread: a row from its first moment, filled as it is written."""

    def __init__(self, parts: Parts, thread: str, id: str, remember: bool) -> None:
        self._parts = parts
        self._thread = thread
        self.id = id
        self._remember = remember
        self._text = ""
        self._flushing: asyncio.Task[None] | None = None
        self._over = asyncio.Event()
        self._gone = False

    async def begin(self) -> None:
        if self._remember:
            await self._parts.rows.conversations.begin_answer(self._thread, self.id, self._parts.clock())

    async def extend(self, text: str) -> None:
        """Add text. NotFound when the answer was deleted meanwhile, possibly by another process."""
        if self._gone:
            raise NotFound(ANSWER_DELETED)
        self._text += text
        if self._remember and (self._flushing is None or self._flushing.done()):
            self._flushing = asyncio.create_task(self._flush(), name="store an answer in progress")

    async def _flush(self) -> None:
        """Store the text after `_FLUSH_SECONDS`, also when none was added meanwhile: a model may pause."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._over.wait(), _FLUSH_SECONDS)
            return
        try:
            stored = await self._parts.rows.conversations.rewrite(
                self._thread, self.id, self._text, recall="none", interrupted=True
            )
            self._gone = not stored
        except StorageFailed as error:  # the next flush stores it, or `end` raises
            _log.warning("An answer in progress could not be stored: %s", error)

    async def _flushed(self) -> None:
        self._over.set()
        if self._flushing is not None:
            await self._flushing

    async def end(self, written: Written) -> None:
        """Store the finished answer. Quotes are not indexed, so that retrieved text is never retrieved again. NotFound when the
        answer was deleted meanwhile."""
        await self._flushed()
        if self._remember:
            recall = "none" if written.quoted else "pending"
            if not await self._parts.rows.conversations.rewrite(self._thread, self.id, written.text, recall):
                raise NotFound(ANSWER_DELETED)

    async def keep(self, question: str, written: Written, trust: Confidence | None, note: str | None) -> None:
        """Store what is shown beside the text: citations, claims, trust and note."""
        if self._remember:
            references = tuple(reference(citation) for citation in written.citations)
            kept = KeptAnswer(question, written.model, references, written.claims, trust, note)
            await self._parts.rows.answers.keep(self._thread, self.id, kept)

    @property
    def text(self) -> str:
        """The text so far."""
        return self._text

    @property
    def begun(self) -> bool:
        """Whether any text was written."""
        return bool(self._text)

    async def interrupt(self, text: str) -> bool:
        """Store an interrupted answer with this text; whether it was stored. An answer without any text is removed."""
        await self._flushed()
        if not self._remember:
            return False
        if self._text:
            return await self._parts.rows.conversations.rewrite(self._thread, self.id, text, recall="none", interrupted=True)
        await self._parts.rows.conversations.mark_gone(self._thread, self.id)
        return False
