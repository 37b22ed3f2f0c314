"""The memory of a thread: over HTTP, and as a page on which its items are corrected and forgotten."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC
from html import escape
from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter
from pydantic import Field
from starlette.routing import Route

from chat.api.bodies import Body, Text
from chat.api.context import Asker, Context, PathId, TheAssistant
from chat.api.pages.page import Visit, page
from chat.api.pages.sheet import head, hidden, moment, sheet, told
from chat.api.paths import THREAD
from chat.api.render import time
from chat.api.types import Json
from chat.domain import Memory, Remembered, Thread
from chat.errors import InvalidRequest
from chat.text import UNNAMED

router = APIRouter(tags=["memory"])

_ITEM = THREAD + "/memory/{memory:identifier}"
_MOST_THREADS = 50
_SURE = "No answer comes back to it any more. This can't be undone."
_CLOSED = ".acts details:not([open]) { flex: none; margin-right: 10px; }"
_EXAMPLE = "“My sister lives in Lisbon.” or “From now on answer in French.”"


class Correction(Body):
    text: Annotated[Text, Field(min_length=1, max_length=500, description="The text to recall from now on.")]


@router.get(THREAD + "/memory")
async def get_memory(user: Asker, assistant: TheAssistant, thread: PathId) -> Json:
    """Get what a thread remembers.

    These are its standing instructions and facts, with the messages that say them, and the facts of your other threads if the
    thread recalls them.
    """
    return shape(await assistant.memory(user, thread))


@router.patch(_ITEM)
async def correct_memory(user: Asker, assistant: TheAssistant, thread: PathId, memory: PathId, correction: Correction) -> Json:
    """Correct something that a thread remembers.

    The corrected text is recalled in place of what was said; the message stays as it is.
    """
    return item(await assistant.correct(user, thread, memory, correction.text))


@router.delete(_ITEM)
async def forget_memory(user: Asker, assistant: TheAssistant, thread: PathId, memory: PathId) -> Json:
    """Forget something that a thread remembers.

    It is recalled no more; the message stays as it is.
    """
    await assistant.forget(user, thread, memory)
    return {"id": memory, "forgotten": True}


def shape(memory: Memory) -> Json:
    return {
        "recalled": memory.recalled,
        "instructions": [item(each) for each in memory.instructions],
        "facts": [item(each) for each in memory.facts],
        "other_threads": [
            {"thread": {"id": place.id, "name": place.name}, "facts": [item(each) for each in told]}
            for place, told in memory.elsewhere
        ],
    }


def item(known: Remembered) -> Json:
    return {
        "id": known.id,
        "kind": known.kind,
        "text": known.text,
        "original": known.original if known.corrected else None,
        "message": known.message,
        "said_at": time(known.said_at),
        "superseded_by": known.superseded_by,
    }


# --- as a page


def memory_page(context: Context) -> Route:
    assistant = context.application.assistant

    async def show(visit: Visit) -> str:
        if "thread" in visit.fields:
            thread = await assistant.thread(visit.user, visit.fields["thread"])
            memory = await assistant.memory(visit.user, thread.id, repetitions=True)
            return _drawn(thread, memory, told(visit.said, visit.wrong))
        threads, _ = await assistant.threads(visit.user, limit=_MOST_THREADS)
        return sheet("Memory", [head("Memory", "What each of your conversations remembers."), _choices(threads)])

    async def do(visit: Visit) -> str:
        listed, thread, id = visit.field("thread"), visit.field("of"), visit.field("item")
        if visit.fields.get("act") == "forget":
            await assistant.forget(visit.user, thread, id)
        elif visit.fields.get("act") == "correct":
            await assistant.correct(visit.user, thread, id, visit.fields.get("text", ""))
        else:
            raise InvalidRequest("A memory is corrected or forgotten.")
        return f"/memory?thread={quote(listed, safe='')}"

    return page(context, "/memory", show, do)


def _choices(threads: Sequence[Thread]) -> str:
    """Return a list of threads with when each was last used, as several may have the same name."""
    if not threads:
        return '<p class="none">There is no conversation yet.</p>'
    lines = "".join(
        f'<li><a href="/memory?thread={quote(each.id, safe="")}">{escape(each.name or UNNAMED)}</a>'
        f'<span class="about">{moment(each.updated_at)} UTC</span></li>'
        for each in threads
    )
    return f'<section><h2>Conversations</h2><ul class="items">{lines}</ul></section>'


def _drawn(thread: Thread, memory: Memory, said: str) -> str:
    link = _link(thread.id)
    name = escape(thread.name or UNNAMED)
    about = f'What “<a href="{link}">{name}</a>” remembers. The messages themselves stay as they were said.'
    off = '<p class="told">The memory of this conversation is off: what was said is kept, but not come back to.</p>'
    nothing = f'<p class="none">Nothing yet. Say, for example, {escape(_EXAMPLE)}</p>'
    parts = [
        head("Memory", about, link),
        said,
        "" if memory.recalled else off,
        _list("For every answer", "Followed by a connected language model.", memory.instructions, thread.id),
        _list("What you told", "Facts from your messages, the latest last.", memory.facts, thread.id),
        *(
            _list(f"From “{escape(place.name)}”", "Recalled here, too, as this conversation's settings allow.", told, thread.id)
            for place, told in memory.elsewhere
        ),
    ]
    held = memory.instructions or memory.facts or memory.elsewhere
    return sheet("Memory", parts if held else [*parts, nothing], _CLOSED)


def _list(title: str, about: str, known: Sequence[Remembered], shown: str) -> str:
    """Return a section that lists memories; `title` is HTML."""
    texts = {each.id: each.text for each in known}
    lines = "".join(_line(each, texts, shown) for each in known)
    return f'<section><h2>{title}</h2><p>{about}</p><ul class="items">{lines}</ul></section>' if known else ""


def _line(known: Remembered, texts: Mapping[str, str], shown: str) -> str:
    said = known.said_at.astimezone(UTC)
    words = escape(known.text)
    notes = [f'<a href="{_link(known.thread, known.message)}">Said on {said.day} {said:%B %Y}</a>']
    if known.superseded_by is not None:
        words = f"<s>{words}</s>"
        notes.append(f"said otherwise later: “{escape(texts.get(known.superseded_by, ''))}”")
    if known.corrected:
        notes.append(f"corrected; said was: “{escape(known.original)}”")
    fields = hidden(thread=shown, of=known.thread, item=known.id)
    return (
        f'<li>{words}<span class="about">{" · ".join(notes)}</span><div class="acts">'
        f'<details><summary class="harm">Forget</summary><form method="post" action="/memory">{fields}'
        f"<p>{_SURE}</p>{_repeated(known)}"
        f'<button class="harm" name="act" value="forget">Forget it</button></form></details>'
        f'<details><summary>Correct</summary><form method="post" action="/memory">{fields}'
        f'<input type="text" name="text" aria-label="Correction" maxlength="500" required value="{escape(known.text)}">'
        f'<button class="main" name="act" value="correct">Save</button></form></details></div></li>'
    )


def _repeated(known: Remembered) -> str:
    """Return a sentence on the answers that repeat a memory, with links to them; empty if there are none."""
    if not known.repeated:
        return ""
    count = len(known.repeated)
    first = "1 answer repeats it" if count == 1 else f"{count:,} answers repeat it"
    links = ", ".join(f'<a href="{_link(each.thread, each.message)}">{moment(each.said_at)}</a>' for each in known.repeated)
    stay = "and stays; delete it yourself" if count == 1 else "and stay; delete them yourself"
    return f"<p>{first} {stay}: {links}.</p>"


def _link(thread: str, message: str | None = None) -> str:
    place = f"#source=message&amp;parent={quote(message, safe='')}" if message else ""
    return f"/thread/{quote(thread, safe='')}{place}"
