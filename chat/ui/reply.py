"""An answer on the screen: its sources first, then its words as they are written, at the end what is kept of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import chainlit as cl
from chainlit.session import WebsocketSession

from chat.answering.answer import NO_MODEL
from chat.answering.references import reference
from chat.domain import Answer, Citation, Found, KeptAnswer
from chat.events import ReadingPart
from chat.ui.data_layer import SOURCES, shown
from chat.ui.markers import Writing
from chat.ui.sources import found_sources, kept, searched, sources
from chat.ui.words import say


class Reply:
    """From the first sign of an answer to its last."""

    def __init__(self, thread: str, question: str) -> None:
        self._thread = thread
        self._question = question
        self._message = cl.Message(content="")
        self._sources: Any = None  # Any: Chainlit types elements by a variable of its own
        self._numbered: KeptAnswer | None = None
        self._text = ""
        self._writing = Writing(None)
        self._socket = _socket()
        self._reading = False
        """Whether what is being read stands in place of the answer."""

    @property
    def id(self) -> str:
        return str(self._message.id)

    @property
    def begun(self) -> bool:
        """There is a word of it, or of what is being read for it."""
        return bool(self._text) or self._reading

    async def show_sources(self, found: Found) -> None:
        """What the answer will rest on, before its first word. Not stored yet: there may be no answer."""
        if not found.passages:
            return
        citations = [Citation(number, passage, "") for number, passage in enumerate(found.passages, start=1)]
        self._numbered = KeptAnswer(self._question, "", tuple(map(reference, citations)))
        self._writing = Writing(self._numbered)
        self._writing.write(self._text)
        props = found_sources(found.passages, self._question, self.id, self._thread)
        self._sources = cl.CustomElement(name=SOURCES, props=props)
        await self._sources.send(for_id=self.id, persist=False)  # before the message, so that both are drawn at once
        await self._draw()

    async def show_reading(self, event: ReadingPart) -> None:
        """In place of the answer until its first word, and nowhere kept: the answer's row is the assistant's."""
        number = str(event.done + 1)
        said = say("Reading part {0} of {1}: {2}", number, str(event.of), event.part) if event.part else say("Writing the answer")
        self._reading = True
        await cl.context.emitter.send_step(self._message.to_dict() | {"output": f"*{said} …*"})

    async def write(self, piece: str) -> None:
        self._text += piece
        self._writing.write(piece)
        await self._draw()

    async def finish(self, answer: Answer) -> None:
        """The text with its markers settled and what stands under it."""
        if answer.note and cl.context.session.client_type == "copilot":  # a site's visitors can't connect a model
            answer = replace(answer, note=answer.note.replace(NO_MODEL, "").strip() or None)
        if searched(answer) or answer.passages:
            self._put_sources(sources(answer, self._thread))
        await self._end(answer.text, False, kept(answer))

    async def stop(self) -> None:
        """Keep what was written, with the sources that it was written from; without a word of it, its sources go, too."""
        if self._text:
            await self._end(self._text, True, self._numbered)
        elif self._sources is not None or self._reading:
            if self._sources is not None:
                await cl.context.emitter.emit("remove_element", {"id": self._sources.id})
            await cl.context.emitter.delete_step(self._message.to_dict())

    async def _draw(self) -> None:
        """Send what is new of it; all of it when something before that is drawn otherwise now, or the page was away meanwhile."""
        before, now = self._message.content, self._writing.drawn()
        was, self._socket = self._socket, _socket()
        if was != self._socket:  # the page offers Stop again
            await cl.context.emitter.task_start()  # type: ignore[no-untyped-call] # Chainlit's
        if before and now.startswith(before) and not self._reading and was == self._socket:
            await self._message.stream_token(now[len(before) :])
        else:
            await self._message.stream_token(now, is_sequence=True)
        self._reading = False

    def _put_sources(self, props: dict[str, Any]) -> None:  # Any: JSON
        if self._sources is None:
            self._sources = cl.CustomElement(name=SOURCES, props=props)
        self._sources.props = props

    async def _end(self, text: str, interrupted: bool, cited: KeptAnswer | None) -> None:
        self._message.elements = [self._sources] if self._sources is not None else []
        self._message.content = shown(text, interrupted, cited)
        await self._message.send()  # type: ignore[no-untyped-call] # Chainlit's


def _socket() -> str | None:
    """The page's connection: it has another one when it is back, and what was sent meanwhile is lost."""
    session = cl.context.session
    return session.socket_id if isinstance(session, WebsocketSession) else None
