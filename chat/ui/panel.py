"""The side panel, opened by a click: a source at its passage, a document at a section, or why an answer has its sources."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import chainlit as cl

from chat.answering.summarising import covers
from chat.application import Application
from chat.assistant.scope import settings_of
from chat.assistant.tables import MODEL as COMPUTED
from chat.domain import Document, Library, Message, Page, Section, Span, Summary, Thread, User
from chat.errors import InvalidRequest, NotFound
from chat.text import UNITS, UNNAMED, unit_of
from chat.ui import excerpt
from chat.ui.data_layer import document_url
from chat.ui.places import SECTION_CHARACTERS, Place, in_newest, listed, of_section, section_of
from chat.ui.side_panel import Elements, Payload, show
from chat.ui.words import say

_AROUND_TURNS = 2
_PICTURES = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})
"""Media types that every browser can display and our own route serves inline."""
_NOWHERE = Span(0, 0)
_BREAKS = re.compile(r"(?<=[_-])(?=[^_-])|(?=\.\w+$)")


class Panel:
    """Opens sources of the thread displayed on the page."""

    def __init__(self, application: Application) -> None:
        self._application = application

    async def open_source(self, user: User, thread: str, payload: Payload) -> None:
        """Show a passage. Raises NotFound when its document or message is gone, InvalidRequest for a malformed payload."""
        parent, start, end, page = (payload.get(name) for name in ("parent", "start", "end", "page"))
        if not (isinstance(parent, str) and isinstance(start, int) and isinstance(end, int)):
            raise InvalidRequest("This source can't be opened.")
        if payload.get("source") == "message":
            with _missing("The conversation of this source was deleted."):
                said_in = await self._application.assistant.thread(user, _elsewhere(payload) or thread)
            summary = await self._application.assistant.summary(user, said_in.id, parent)
            if summary is not None:
                await show("Summary of this conversation", [_summary(summary)], f"{said_in.id}:{parent}")
                return
            turns = await self._application.display.around(said_in.id, parent, _AROUND_TURNS)
            title = say("Said earlier") if said_in.id == thread else f"Said in “{said_in.name or UNNAMED}”"
            await show(title, [_turns(turns, parent)], f"{said_in.id}:{parent}:{start}:{end}")
            return
        heading = [str(part) for part in payload.get("heading") or ()]
        version = version if isinstance(version := payload.get("version"), int) else None
        page = page if isinstance(page, int) else None
        place = Place(start, end, page, heading, str(payload.get("quote") or ""), version=version)
        await self._show_document(user, await self._holder(user, thread, payload), parent, place)

    async def open_document(self, user: User, thread: str, payload: Payload) -> None:
        """Show a document's contents, or one of its sections. Raises as `open_source` does."""
        parent, id = payload.get("parent"), payload.get("section")
        if not isinstance(parent, str):
            raise InvalidRequest("This document can't be opened.")
        holder = await self._holder(user, thread, payload)
        if id is None:
            await self._show_document(user, holder, parent, None)
            return
        with _missing(_deleted_from(holder)):
            sections = await self._application.assistant.document_sections(user, holder.id, parent)
        section = next((each for each in sections if each.id == id), None)
        if section is None:
            raise NotFound("There is no such section any more; open the document again.")
        await self._show_document(user, holder, parent, of_section(section, sections))

    async def open_why(self, user: User, thread: str, payload: Payload) -> None:
        """Show which passages were considered for a question, and let the user try other settings through our search route.

        Raises NotFound when the question is gone, InvalidRequest for a malformed payload.
        """
        id = payload.get("question")
        if not isinstance(id, str):
            raise InvalidRequest("This answer can't be explained.")
        question = await self._application.assistant.message(user, thread, id)
        settings = settings_of(await self._application.assistant.thread(user, thread))
        props = {
            "thread": thread,
            "question": id,
            "text": question.content,
            "computed": payload.get("model") == COMPUTED,
            "covered": covered if isinstance(covered := payload.get("covered"), str) else None,
            "cited": [str(place) for place in cited] if isinstance(cited := payload.get("cited"), list) else [],
            "documents": settings.documents,
            "messages": settings.memory,
            "libraries": bool(settings.libraries),
            "other_threads": settings.other_threads,
            "half_life": settings.half_life_days or self._application.settings.retrieval.half_life_days,
            "units": UNITS,
        }
        title = title if isinstance(title := payload.get("title"), str) else "Why these sources"  # in the page's language
        await show(title, [cl.CustomElement(name="Why", props=props, display="side")], f"why:{id}")

    async def _holder(self, user: User, thread: str, payload: Payload) -> Thread | Library:
        """Return the thread, or the library named by the page if the user may read it, that holds the document."""
        library = _elsewhere(payload)
        if library is None:
            return await self._application.assistant.thread(user, thread)
        with _missing("The library of this source is not there any more, or not shared with you."):
            if user.role == "visitor":
                return await self._application.assistant.granted_library(user, library)
            return await self._application.assistant.library(user, library)

    async def _show_document(self, user: User, holder: Thread | Library, id: str, place: Place | None) -> None:
        assistant = self._application.assistant
        with _missing(_deleted_from(holder)):
            document = await assistant.document(user, holder.id, id)
        text = await assistant.document_text(user, holder.id, id)
        sections = await assistant.document_sections(user, holder.id, id)
        pages = await assistant.document_pages(user, holder.id, id)
        if place and not place.is_section:
            place = in_newest(place, document.version, text, sections, pages)
        key = f"{holder.id}:{id}:{place.key}" if place else f"{holder.id}:{id}"
        library = holder if isinstance(holder, Library) else None
        await show(_breakable(document.name), _document(document, library, text, sections, pages, place), key)


@contextmanager
def _missing(sentence: str) -> Iterator[None]:
    """Replace the message of NotFound by this sentence."""
    try:
        yield
    except NotFound as error:
        raise NotFound(sentence) from error


def _deleted_from(holder: Thread | Library) -> str:
    return f"This document was deleted from {'its library' if isinstance(holder, Library) else 'this conversation'}."


def _breakable(name: str) -> str:
    """Insert zero-width spaces in a file name, so that it wraps before its extension and after hyphens and underscores."""
    return _BREAKS.sub("\u200b", name)


def _elsewhere(payload: Payload) -> str | None:
    """Return the id of the library or other thread a source comes from, if any. Raises InvalidRequest when it is malformed."""
    place = payload.get("place")
    if place is not None and not isinstance(place, str):
        raise InvalidRequest("This source can't be opened.")
    return place or None


def _document(
    document: Document,
    library: Library | None,
    text: str,
    sections: Sequence[Section],
    pages: Sequence[Page],
    place: Place | None,
) -> Elements:
    props: Payload = {
        "document": document.id,
        "name": document.name,
        "place": library.id if library else None,
        "library": library.name if library else None,
        "sections": listed(sections, section_of(place, sections, text) if place else None),
        "contents": place is None,
        "picture": _picture(document, library),
    }
    if place is None:
        original = _original(document, library, None, "")
        props |= {} if original else _text(document, text, Span(0, min(len(text), SECTION_CHARACTERS)))
        return [cl.CustomElement(name="PassageText", props=props, display="side"), *original]
    span = Span(max(0, place.start), min(len(text), place.end))
    passage = text[span.start : span.end]
    marked = passage.partition("\n")[0] if place.is_section else passage
    original = _original(document, library, place.page, place.quote or marked)
    around = span if place.is_section or original else excerpt.around(text, span.start, span.end)
    props |= {
        **_text(document, text, around, Span(span.start, span.start + len(marked)), place.quote),
        "heading": list(place.heading),
        "page": place.page,
        "unit": unit_of(document.name),
        "label": next((page.label for page in pages if page.number == place.page), None),
        "changed": place.is_changed,
        "recognised": place.page in document.coverage.ocr_pages,
        "drawn": bool(original),
    }
    return [cl.CustomElement(name="PassageText", props=props, display="side"), *original]


def _text(document: Document, text: str, around: Span, marked: Span = _NOWHERE, quote: str = "") -> Payload:
    """Return the properties that show a part of a document's text, with a passage and its quote marked."""
    passage = text[marked.start : marked.end]
    if document.media_type == "text/markdown":
        markdown = excerpt.drawn(text[around.start : around.end])
        return {"markdown": markdown, "passage": excerpt.words(passage), "quote": excerpt.words(quote)}
    before, after = text[around.start : marked.start], text[max(around.start, marked.end) : around.end]
    return {"before": before, "passage": passage, "after": after, "quote": quote}


def _original(document: Document, library: Library | None, page: int | None, quote: str) -> Elements:
    """Return the element that shows a PDF page with the quote highlighted; none in a widget, which shows sources as text."""
    if document.media_type != "application/pdf" or cl.context.session.client_type == "copilot":
        return []
    url = document_url(document.thread, document.id, "libraries" if library else "threads")
    return [cl.CustomElement(name="PdfPage", props={"url": url, "page": page or 1, "quote": quote}, display="side")]


def _picture(document: Document, library: Library | None) -> str | None:
    """Return the URL of a picture that browsers can display; `None` for other documents and in a widget."""
    if document.media_type not in _PICTURES or cl.context.session.client_type == "copilot":
        return None
    return document_url(document.thread, document.id, "libraries" if library else "threads")


def _summary(summary: Summary) -> cl.CustomElement:
    said = "1 message" if summary.messages == 1 else f"{summary.messages} messages"
    who = f"Written by the model {summary.model}, of {said}, {covers(summary)}"
    row = {"speaker": who, "date": summary.created_at.isoformat(), "text": summary.text, "marked": True}
    return cl.CustomElement(name="PassageText", props={"turns": [row]}, display="side")


def _turns(turns: Sequence[Message], marked: str) -> cl.CustomElement:
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
