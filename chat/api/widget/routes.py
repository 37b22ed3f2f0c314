"""Routes for the servers of sites that show the widget, and for figures about these sites."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from pydantic import Field, StrictInt

from chat.api import render
from chat.api.bodies import Body, Text
from chat.api.context import Asker, TheContext
from chat.api.scopes import check, needed
from chat.api.types import Identifier, Json
from chat.api.widget.door import base_of
from chat.api.widget.origins import speaks_for
from chat.api.widget.tokens import MOST_MINUTES
from chat.domain import User
from chat.errors import Forbidden, InvalidRequest, Unauthorized
from chat.threads.people.accounts import Key
from chat.threads.people.visitors import Site, Visitor, origin_of

router = APIRouter(tags=["widget"], prefix="/widget")

VisitorName = Annotated[
    Text, Field(min_length=1, max_length=200, description="Your name for the visitor; only its hash is stored.")
]
Origin = Annotated[
    Text, Field(max_length=255, description="Origin of the page with the widget.", examples=["https://shop.example.org"])
]


class NewToken(Body):
    visitor: VisitorName
    origin: Origin
    libraries: list[Identifier] = Field(default=[], max_length=20, description="Ids of libraries that the visitor may search.")
    thread: Identifier | None = Field(None, description="Id of a prepared thread whose documents the visitor may search.")
    minutes: StrictInt = Field(
        MOST_MINUTES, ge=1, le=MOST_MINUTES, description="How long the token lasts; the widget requests new ones."
    )


@router.post("/token")
async def create_widget_token(request: Request, context: TheContext, new: NewToken) -> Json:
    """Create a token for a visitor of your site.

    Your site's server requests it, with a key. The token is for one visitor of one origin.
    """
    key, owner = await _key(request, context)
    origin = origin_of(new.origin)
    if not speaks_for(key, context.application.settings, origin, request.headers.get("host", "")):
        raise Forbidden(f"This key may not act for {origin}: create one with --origin, or see THREADWISE_WIDGET_ORIGINS.")
    visitor = await context.application.assistant.welcome(owner, origin, new.visitor, new.libraries, new.thread)
    return _token(context, visitor, key.id, new.minutes)


@router.get("/demo")
async def create_demo_token(request: Request, user: Asker, context: TheContext) -> Json:
    """Create a token for this server's own demo page of the widget.

    It is for whoever is signed in here.
    """
    if user.role == "visitor":
        raise Forbidden("Visitors are let in by their site.")
    host = request.headers.get("host", "")
    scheme = "https" if request.headers.get("referer", "").startswith("https:") else "http"
    visitor = await context.application.assistant.welcome(user, origin_of(f"{scheme}://{host}"), f"demo of {user.id}")
    return _token(context, visitor, "", MOST_MINUTES)


@router.delete("/visitor")
async def erase_visitor(
    request: Request,
    context: TheContext,
    visitor: Annotated[
        Text | None, Query(max_length=200, description="The site's name for the visitor. Only with a key.")
    ] = None,
    origin: Annotated[Text | None, Query(max_length=255)] = None,
) -> Json:
    """Erase everything that is kept of a visitor.

    Send the site's key with `visitor` and `origin`, or the visitor's own token; the widget calls this, too.
    """
    return render.receipt(await context.application.assistant.erase(await _erased(request, context, visitor, origin)))


@router.get("/sites")
async def list_sites(user: Asker, context: TheContext) -> Json:
    """List the sites whose visitors use the widget.

    Each has the number of its visitors, threads and questions. You see the sites of your own keys; an admin sees all.
    """
    found = await context.application.assistant.sites(user) if user.role != "visitor" else []
    return {"sites": [site(each) for each in found]}


def site(found: Site) -> Json:
    return {
        "origin": found.origin,
        "visitors": found.visitors,
        "threads": found.threads,
        "questions": found.questions,
        "seen_at": render.time(found.seen_at),
    }


def _token(context: TheContext, visitor: Visitor, key: str, minutes: int) -> Json:
    token, ends = context.tokens.issue(visitor.user.id, visitor.origin, key, minutes)
    return {
        "token": token,
        "expires_at": render.time(ends),
        "origin": visitor.origin,
        "base": base_of(visitor.origin, visitor.user.id),
    }


async def _key(request: Request, context: TheContext) -> tuple[Key, User]:
    """Return the key of a request and its owner. Raises Unauthorized without a key: neither a web session nor local mode will
    do."""
    scheme, _, secret = request.headers.get("authorization", "").partition(" ")
    accounts = context.application.accounts
    key = await accounts.key(secret.strip()) if scheme.casefold() == "bearer" else None
    owner = await accounts.user(key.user) if key else None
    if key is None or owner is None:
        raise Unauthorized("Send the site's key as `Authorization: Bearer KEY`.")
    check(key.scope, needed(request))
    return key, owner


async def _erased(request: Request, context: TheContext, name: str | None, origin: str | None) -> Visitor:
    assistant = context.application.assistant
    scheme, _, secret = request.headers.get("authorization", "").partition(" ")
    if scheme.casefold() == "bearer" and not secret.startswith("tw_"):
        read = context.tokens.read(secret.strip())
        found = await assistant.visitor(read.user)
    elif not scheme:
        user = await context.identify(request)
        found = await assistant.visitor(user.id) if user else None
    else:
        key, owner = await _key(request, context)
        if not name or not origin:
            raise InvalidRequest("visitor, origin: say whom to erase.")
        named = await assistant.named_visitor(owner, origin_of(origin), name)
        if key.origins and named.origin not in key.origins:
            raise Forbidden("This key may not act for that site.")
        return named
    if found is None:
        raise Unauthorized("Send the site's key, or the visitor's token.")
    return found
