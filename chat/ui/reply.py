"""Displays an answer: its sources first, then its words as they are written, and finally what is stored of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import chainlit as cl
from chainlit.session import WebsocketSession

from chat.answering.answer import NO_MODEL
from chat.answering.citing.references import reference
from chat.domain import Answer, Citation, Found, KeptAnswer
from chat.events import ReadingPart
from chat.ui.data_layer import SOURCES, shown
from chat.ui.markers import Writing
from chat.ui.sources import found_sources, kept, searched, sources
from chat.ui.words import say


class Reply:
    """An answer being displayed, from its first sign to its end."""

    def __init__(self, thread: str, question: str) -> None:
        self._thread = thread
        self._question = question
        self._message = cl.Message(content="")
        self._sources: Any = None  # Any: Chainlit types elements by a variable of its own
        self._numbered: KeptAnswer | None = None
        self._text = ""
        self._writing = Writing(None)
        self._page = _page()
        self._reading = False
        """Whether reading progress is displayed in place of the answer."""

    @property
    def id(self) -> str:
        return str(self._message.id)

    @property
    def begun(self) -> bool:
        """Whether any of the answer, or of its reading progress, is displayed."""
        return bool(self._text) or self._reading

    async def show_sources(self, found: Found) -> None:
        """Show the passages found, before the first word. They are not stored yet, as there may be no answer."""
        if not found.passages:
            return
        citations = [Citation(number, passage, "") for number, passage in enumerate(found.passages, start=1)]
        self._numbered = KeptAnswer(self._question, "", tuple(map(reference, citations)))
        self._writing = Writing(self._numbered)
        self._writing.write(self._text)
        props = found_sources(found.passages, self._question, self.id, self._thread)
        self._sources = cl.CustomElement(name=SOURCES, props=props)
        await self._sources.send(for_id=self.id, persist=False)  # before the message, so that both appear at once
        await self._draw()

    async def show_reading(self, event: ReadingPart) -> None:
        """Show reading progress in place of the answer until its first word, without storing it."""
        number = str(event.done + 1)
        said = say("Reading part {0} of {1}: {2}", number, str(event.of), event.part) if event.part else say("Writing the answer")
        self._reading = True
        await cl.context.emitter.send_step(self._message.to_dict() | {"output": f"*{said} …*"})

    async def write(self, piece: str) -> None:
        self._text += piece
        self._writing.write(piece)
        await self._draw()

    async def finish(self, answer: Answer) -> None:
        """Show and store the final text with its citations, sources and note."""
        if answer.note and cl.context.session.client_type == "copilot":  # visitors of a site can't connect a model
            answer = replace(answer, note=answer.note.replace(NO_MODEL, "").strip() or None)
        if searched(answer) or answer.passages:
            self._put_sources(sources(answer, self._thread))
        await self._end(answer.text, False, kept(answer))

    async def stop(self) -> None:
        """Store what was written so far, and offer to answer again; if nothing was, remove the sources from the page."""
        if self._text:
            found = self._sources.props if self._sources is not None else {}
            again = {"question": self._question, "answer": self.id, "thread": self._thread, "stopped": True}
            self._put_sources({**found, **again})
            await self._end(self._text, True, self._numbered)
        elif self._sources is not None or self._reading:
            if self._sources is not None:
                await cl.context.emitter.emit("remove_element", {"id": self._sources.id})
            await cl.context.emitter.delete_step(self._message.to_dict())

    async def _draw(self) -> None:
        """Send the new part of the answer, or all of it if earlier text is rendered differently or the page is another one."""
        before, now = self._message.content, self._writing.drawn()
        was, self._page = self._page, _page()
        if was != self._page:
            await self._show_again()
        elif before and now.startswith(before) and not self._reading:
            await self._message.stream_token(now[len(before) :])
            return
        await self._message.stream_token(now, is_sequence=True)
        self._reading = False

    async def _show_again(self) -> None:
        """Show the answer and its sources on a page that has reconnected or was loaded anew, and make it offer Stop."""
        await cl.context.emitter.task_start()  # type: ignore[no-untyped-call] # Chainlit's
        if self._sources is not None:
            await self._sources.send(for_id=self.id, persist=False)
        await cl.context.emitter.stream_start(self._message.to_dict())

    def _put_sources(self, props: dict[str, Any]) -> None:  # Any: JSON
        if self._sources is None:
            self._sources = cl.CustomElement(name=SOURCES, props=props)
        self._sources.props = props

    async def _end(self, text: str, interrupted: bool, cited: KeptAnswer | None) -> None:
        self._message.elements = [self._sources] if self._sources is not None else []
        self._message.content = shown(text, interrupted, cited)
        await self._message.send()  # type: ignore[no-untyped-call] # Chainlit's


def _page() -> object:
    """Return what identifies the connected page. A page that reconnects or takes over is another, and has missed some events."""
    session = cl.context.session
    return session.emit if isinstance(session, WebsocketSession) else None
