"""Links by which others read a conversation: made and revoked by its owner, shown to anybody without sign-in and without ids."""

from __future__ import annotations

import asyncio
import re
from datetime import UTC
from html import escape
from urllib.parse import quote

from fastapi import APIRouter
from markdown_it import MarkdownIt
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from chat.answering.citing.references import place
from chat.api.context import Asker, Context, PathId, TheAssistant
from chat.api.pages.page import Visit, page
from chat.api.pages.sheet import head, hidden, moment, sheet, told
from chat.api.paths import THREAD
from chat.api.types import Json
from chat.domain import KeptAnswer, Reference, Thread
from chat.errors import NotFound
from chat.text import UNNAMED
from chat.threads.conversations.shares import Said, Shared

router = APIRouter(tags=["threads"])

_SHARE = THREAD + "/share"
_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
_LINK = re.compile(r"<a href=\"[^\"]*\"[^>]*>|</a>")
_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'",
    "X-Robots-Tag": "noindex, nofollow, noarchive",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "private, no-store",
}
_STYLE = """
.turn { border: 1px solid var(--line); border-radius: 14px; background: var(--card); padding: 12px 18px; margin: 0 0 12px;
  overflow-wrap: anywhere; }
.turn.asked { background: none; border-style: dashed; white-space: pre-wrap; }
.turn table { width: auto; } .turn pre { overflow-x: auto; background: var(--back); padding: 10px; border-radius: 8px; }
.who { color: var(--quiet); font-size: 13px; margin: 0 0 4px; }
.sources { font-size: 13px; color: var(--quiet); padding-left: 22px; }
main { max-width: 820px; }
"""


@router.post(_SHARE, status_code=201)
async def share_thread(user: Asker, assistant: TheAssistant, thread: PathId) -> Json:
    """Share a thread by a link.

    Anybody who has the link can read what was said until now. The link is shown only once, and it ends the link before it.
    """
    return {"path": _path(await assistant.share(user, thread))}


@router.delete(_SHARE)
async def unshare_thread(user: Asker, assistant: TheAssistant, thread: PathId) -> Json:
    """Stop sharing a thread.

    The link stops working at once.
    """
    await assistant.revoke(user, thread)
    return {"shared": False}


def _path(token: str) -> str:
    return f"/share/{token}"


# --- the owner's page


def share_page(context: Context) -> Route:
    assistant = context.application.assistant

    async def show(visit: Visit) -> str:
        if not visit.fields.get("thread"):
            raise NotFound("No conversation is named here. To share one, choose Share in its menu in the list of conversations.")
        thread = await assistant.thread(visit.user, visit.field("thread"))
        return _offer(thread, visit.fields.get("link", ""), assistant.sharing, told(visit.said, visit.wrong))

    async def do(visit: Visit) -> str:
        thread = visit.field("thread")
        here = f"/share?thread={quote(thread, safe='')}"
        if visit.fields.get("act") == "share":
            return f"{here}&link={quote(await assistant.share(visit.user, thread), safe='')}"
        await assistant.revoke(visit.user, thread)
        return here

    return page(context, "/share", show, do)


def _offer(thread: Thread, token: str, sharing: bool, said: str) -> str:
    link = f"/thread/{quote(thread.id, safe='')}"
    about = f"“{escape(thread.name or UNNAMED)}”, to be read by anybody who has its link."
    field = hidden(thread=thread.id)
    make = f'<form method="post" action="/share">{field}<button class="main" name="act" value="share">Make a link</button></form>'
    anew = f'<form method="post" action="/share">{field}<button name="act" value="share">Make a new link</button></form>'
    revoke = f'<form method="post" action="/share">{field}<button name="act" value="revoke">Stop sharing</button></form>'
    if not sharing:
        body = '<p class="told">Sharing is switched off here. Whoever runs this server can switch it on: THREADWISE_SHARING.</p>'
    elif thread.incognito:
        body = '<p class="told">An incognito conversation can\'t be shared.</p>'
    elif thread.shared_at is None:
        body = f"<p>It shows questions, answers and their sources up to now; what is said later is not in it.</p><p>{make}</p>"
    else:
        path = _path(escape(token))
        copied = f'<p>The link, to be copied now, for no other page shows it: <a class="whole" href="{path}">{path}</a></p>'
        shown = copied if token else ""
        body = (
            f"{shown}<p>Shared as it was on {moment(thread.shared_at)} UTC.</p>"
            f'<div class="acts">{anew}{revoke}</div><p class="about">A new link ends the one before it.</p>'
        )
    return sheet("Share", [head("Share", about, link), said, f"<section>{body}</section>"], ".whole { overflow-wrap: anywhere; }")


# --- what others see


def shared_page(context: Context) -> Route:
    """Return the route `/share/TOKEN`, which needs no sign-in, has no scripts and is not indexed by search engines."""

    async def endpoint(request: Request) -> Response:
        try:
            shared = await context.application.assistant.shared(request.path_params["token"])
        except NotFound as error:
            body = [f"<header><h1>Not here</h1><p>{escape(str(error))}</p></header>"]
            return HTMLResponse(sheet("Not here", body, script=False), 404, headers=_HEADERS)
        return HTMLResponse(await asyncio.to_thread(_shown, shared), headers=_HEADERS)

    return Route("/share/{token}", endpoint, methods=["GET"])


def _shown(shared: Shared) -> str:
    at = shared.shared_at.astimezone(UTC)
    title = shared.name or UNNAMED
    about = f"A conversation with Threadwise, as it was on {at.day} {at:%B %Y}. Only to be read."
    header = f"<header><h1>{escape(title)}</h1><p>{about}</p></header>"
    robots = '<meta name="robots" content="noindex, nofollow">'
    whole = sheet(title, [header, *map(_turn, shared.said)], _STYLE, script=False)
    return whole.replace("<title>", f"{robots}\n<title>", 1)


def _turn(said: Said) -> str:
    if said.by_user:
        return f'<article class="turn asked"><p class="who">{escape(said.author or "Question")}</p>{escape(said.text)}</article>'
    stopped = '<p class="who">Stopped before its end.</p>' if said.interrupted else ""
    return f'<article class="turn"><p class="who">Answer</p>{rendered(said.text)}{stopped}{_sources(said.kept)}</article>'


def rendered(text: str) -> str:
    """Return Markdown as HTML without links, and without anything that is loaded."""
    return _LINK.sub("", _MARKDOWN.render(text))


def _sources(kept: KeptAnswer | None) -> str:
    references = sorted(kept.references, key=lambda each: each.marker) if kept else []
    lines = "".join(f'<li value="{each.marker}">{_source(each)}</li>' for each in references)
    return f'<p class="who">Sources</p><ol class="sources">{lines}</ol>' if lines else ""


def _source(reference: Reference) -> str:
    return f"{escape(place(reference))}: “{escape(' '.join(reference.quote.split()))}”"
