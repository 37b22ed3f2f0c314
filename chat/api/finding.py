"""Full-text search in all threads of a user: over HTTP, and as a page whose hits link to the place they were found in."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC
from html import escape
from typing import Annotated
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Query
from starlette.routing import Route

from chat.api.bodies import Text
from chat.api.context import Asker, Context, TheAssistant
from chat.api.pages.page import Visit, page
from chat.api.pages.sheet import head, hidden, sheet, told
from chat.api.render import time
from chat.api.types import Json
from chat.domain import Thread
from chat.text import UNNAMED, unit_of
from chat.threads.finding import Hit, Snippet

router = APIRouter(tags=["threads"])

_MOST_CHARACTERS = 1_000
_SHOWN = 50
_TITLES = {"thread": "Conversations", "document": "Documents", "message": "Messages", "passage": "In documents"}
Words = Annotated[
    Text,
    Query(
        max_length=_MOST_CHARACTERS, description='Words that must all occur; "a phrase" in quotation marks must occur as it is.'
    ),
]
Most = Annotated[int, Query(ge=1, le=200, description="Maximum number of hits of each kind.")]


@router.get("/search")
async def find(user: Asker, assistant: TheAssistant, query: Words, limit: Most = _SHOWN) -> Json:
    """Find words in all your threads.

    The libraries that these threads search are included. In each kind of hit the latest come first.
    """
    return {"query": query, "hits": [hit(each) for each in await assistant.find(user, query, limit)]}


def hit(found: Hit) -> Json:
    document = {"id": found.document, "name": found.document_name, "page": found.page} if found.document is not None else None
    library = {"id": found.library, "name": found.library_name} if found.library is not None else None
    return {
        "kind": found.kind,
        "thread": {"id": found.thread, "name": found.thread_name},
        "message": found.message,
        "document": document,
        "library": library,
        "snippet": {"text": found.snippet.text, "marks": [list(mark) for mark in found.snippet.marks]},
        "at": time(found.at),
        "place": place(found),
    }


def place(found: Hit) -> str:
    """Return the address in the web chat that opens a hit at its place."""
    address = f"/thread/{quote(found.thread, safe='')}"
    if found.message is not None:
        return f"{address}#{urlencode({'source': 'message', 'parent': found.message})}"
    if found.document is None:
        return address
    where: dict[str, object] = {"source": "document", "parent": found.document}
    if found.library is not None:
        where["place"] = found.library
    if found.kind == "passage":
        where |= {"start": found.start, "end": found.end} | ({"page": found.page} if found.page else {})
    return f"{address}#{urlencode(where)}"


# --- as a page


def find_page(context: Context) -> Route:
    assistant = context.application.assistant

    async def show(visit: Visit) -> str:
        query = visit.fields.get("query", "")[:_MOST_CHARACTERS]
        if query.strip():
            found = await assistant.find(visit.user, query, _SHOWN)
            return _drawn(query, _hits(found) or '<p class="none">Nothing holds all of these words.</p>')
        away, _ = await assistant.threads(visit.user, limit=200, archived=True)
        return _drawn("", told(visit.said, visit.wrong) + _away(away))

    async def do(visit: Visit) -> str:
        await assistant.update_thread(visit.user, visit.field("thread"), archived=False)
        return "/find"

    return page(context, "/find", show, do)


def _drawn(query: str, found: str) -> str:
    form = (
        '<form class="search" action="/find" role="search"><input type="search" name="query" aria-label="Words" autofocus '
        f'maxlength="{_MOST_CHARACTERS}" placeholder="Words or &quot;a phrase&quot;" value="{escape(query)}">'
        '<button class="main">Search</button></form>'
    )
    return sheet(
        "Search",
        [
            head("Search", "All of your conversations: names, messages and documents, also those of libraries attached to them."),
            form,
            found,
        ],
    )


def _hits(found: Sequence[Hit]) -> str:
    by_kind = {title: [each for each in found if each.kind == kind] for kind, title in _TITLES.items()}
    return "".join(
        f'<section><h2>{title}</h2><ul class="items">{"".join(map(_line, hits))}</ul></section>'
        for title, hits in by_kind.items()
        if hits
    )


def _line(found: Hit) -> str:
    at = found.at.astimezone(UTC)
    page_number = f", {unit_of(found.document_name)} {found.page}" if found.page else ""
    held = f"{escape(found.document_name or '')}{page_number} · " if found.kind == "passage" else ""
    library = f"Library {escape(found.library_name or UNNAMED)} · " if found.library is not None else ""
    name = "" if found.kind == "thread" else f"{escape(found.thread_name or UNNAMED)} · "
    about = f'<span class="about">{held}{library}{name}{at.day} {at:%B %Y}</span>'
    return f'<li><a href="{escape(place(found))}">{marked(found.snippet)}</a>{about}</li>'


def marked(snippet: Snippet) -> str:
    """Return a snippet as HTML, with the words found in `<mark>`."""
    parts, at = [], 0
    for start, end in snippet.marks:
        parts += [escape(snippet.text[at:start]), f"<mark>{escape(snippet.text[start:end])}</mark>"]
        at = end
    return "".join([*parts, escape(snippet.text[at:])])


def _away(threads: Sequence[Thread]) -> str:
    if not threads:
        return ""
    lines = "".join(
        f'<li><a href="/thread/{quote(each.id, safe="")}">{escape(each.name or UNNAMED)}</a><div class="acts">'
        f'<form method="post" action="/find">{hidden(thread=each.id)}'
        "<button>Unarchive</button></form></div></li>"
        for each in threads
    )
    return f'<section><h2>Archived conversations</h2><ul class="items">{lines}</ul></section>'
