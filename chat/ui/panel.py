"""The side panel: a source opened at its passage. It opens on a click, never by itself."""

from __future__ import annotations

from typing import Any

import chainlit as cl

from chat.assembly import Application
from chat.domain import Document, Message, User
from chat.errors import InvalidRequest
from chat.ui.data_layer import document_url

_AROUND_CHARACTERS = 1_500
_AROUND_TURNS = 2
Payload = dict[str, Any]  # Any: what the page sends


class Panel:
    """Opens sources of the thread that is on the screen."""

    def __init__(self, application: Application) -> None:
        self._application = application

    async def open(self, user: User, thread: str, payload: Payload) -> None:
        """Show a passage. NotFound when its document or message is gone, InvalidRequest for a malformed payload."""
        parent, start, end = payload.get("parent"), payload.get("start"), payload.get("end")
        if not (isinstance(parent, str) and isinstance(start, int) and isinstance(end, int)):
            raise InvalidRequest("This source can't be opened.")
        if payload.get("source") == "message":
            await self._application.assistant.thread(user, thread)
            turns = await self._application.display.around(thread, parent, _AROUND_TURNS)
            title, elements = "Said earlier", [_turns(turns, parent)]
        else:
            document = await self._application.assistant.document(user, thread, parent)
            text = await self._application.assistant.document_text(user, thread, parent)
            title, elements = document.name, _document(document, text, payload, start, end)
        # Not by cl.ElementSidebar: it also sends each element by itself, which opens the panel under the element's own name.
        shown = {"elements": [element.to_dict() for element in elements], "key": f"{parent}:{start}:{end}"}
        await cl.context.emitter.emit("set_sidebar_title", title)
        await cl.context.emitter.emit("set_sidebar_elements", shown)


def _document(document: Document, text: str, payload: Payload, start: int, end: int) -> list[Any]:  # Any: Chainlit's elements
    page = payload.get("page")
    start, end = max(0, start), min(len(text), end)
    passage = {
        "before": text[max(0, start - _AROUND_CHARACTERS) : start],
        "passage": text[start:end],
        "after": text[end : end + _AROUND_CHARACTERS],
        "quote": str(payload.get("quote") or ""),
        "heading": [str(part) for part in payload.get("heading") or ()],
        "page": page,
    }
    if document.media_type != "application/pdf":
        return [cl.CustomElement(name="PassageText", props=passage, display="side")]
    passage.update(before="", after="")  # the page itself stands below
    url = document_url(document.thread, document.id)
    pdf = cl.Pdf(name=document.name, url=url, page=page if isinstance(page, int) else 1, display="side")
    return [cl.CustomElement(name="PassageText", props=passage, display="side"), pdf]


def _turns(turns: list[Message], marked: str) -> cl.CustomElement:
    rows = [
        {
            "speaker": turn.author or ("You" if turn.role == "user" else "Threadwise"),
            "date": turn.created_at.isoformat(),
            "text": turn.content,
            "marked": turn.id == marked,
        }
        for turn in turns
    ]
    return cl.CustomElement(name="PassageText", props={"turns": rows}, display="side")
