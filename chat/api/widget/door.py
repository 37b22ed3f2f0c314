"""The visitors' door: `/widget/SITE/VISITOR/...`, behind which the web chat is the visitor's own and nothing else can be reached.
Below `/widget/SITE/VISITOR/de/...` it speaks a language of the widget.

The frame of the widget calls the web chat's routes and its socket below this prefix. A visitor's cookie is only sent there: where
several are let in in one browser, none acts as another (docs/decisions/114). What else the browser sends (the main chat's cookie,
a key) stays outside: in its place the request gets a web session that is made for it here. So a visitor holds nothing that opens
the main door, and a widget never signs anybody out of it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from http.cookies import CookieError, SimpleCookie

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from chat.api.context import Application
from chat.api.problems import answer, problem, problem_of
from chat.api.widget.tokens import Pass, Tokens
from chat.domain import User
from chat.errors import NotFound, Unauthorized
from chat.text.languages import TRANSLATED
from chat.threads.sessions import KEY
from chat.threads.visitors import Visitor

PREFIX = "/widget/"
SESSION = "/widget/session"
"""Where a token becomes a cookie; the chat's own way there is `/auth/jwt`."""
_PLACE = re.compile(
    rf"(?P<base>/widget/[0-9a-f]{{16}}(?:/(?P<visitor>[0-9a-f]{{16}}))?)(?:/(?P<language>{'|'.join(TRANSLATED)}))?(?P<rest>/.*)"
)
_OPEN = re.compile(r"/(?:copilot|public|assets|avatars)/.*|/auth/config|/project/translations|/favicon|/logo")
_VISITORS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (methods, re.compile(path))
    for methods, path in (
        ("GET", r"/user|/project/settings|/project/file/[^/]+|/project/thread/[^/]+/element/[^/]+"),
        ("POST", r"/set-session-cookie|/project/file|/project/action"),
        ("PUT DELETE", r"/feedback"),
        ("GET", r"/api/threads(?:/.+)?"),
        ("DELETE", r"/api/threads/[^/]+"),
        ("POST", r"/api/threads/[^/]+/(?:search|ask|ask/stream)"),
        ("GET DELETE", r"/api/jobs/[^/]+"),
        ("POST", r"/api/jobs/[^/]+/password"),
        ("DELETE", r"/api/widget/visitor"),
    )
)
_SOCKET = "/ws/socket.io"
_LEFT_OUTSIDE = frozenset({b"cookie", b"authorization"})

Session = Callable[[User], str]
"""Gives the header `Cookie` of a web session for a user."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A visitor who may come in."""

    visitor: Visitor
    ends: datetime
    key: str | None = None
    """Id of the key that the token was made with."""


def base_of(origin: str, user: str | None = None) -> str:
    """The prefix below which a visitor's chat is, by the id of their user; without one: below which all let themselves in."""
    site = PREFIX + _hashed(origin)
    return site if user is None else f"{site}/{_hashed(user)}"


def cookie_of(visitor: str) -> str:
    return f"threadwise_visitor_{visitor}"


def _hashed(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


async def entry(application: Application, tokens: Tokens, token: str, base: str) -> Entry:
    """Whose token it is. Unauthorized when it has ended, is another site's or visitor's, or its key or visitor is gone."""
    read: Pass = tokens.read(token)
    visitor = await application.assistant.visitor(read.user)
    if visitor is None or visitor.origin != read.origin or base not in (base_of(read.origin), base_of(read.origin, read.user)):
        raise Unauthorized("This token is not for this page.")
    if read.key and not await application.assistant.holds_key(read.key):
        raise Unauthorized("The key of this token was revoked.")
    application.assistant.let_in(visitor.user, read.ends, read.key or None)
    return Entry(visitor, read.ends, read.key or None)


class Door:
    """Middleware around everything."""

    def __init__(self, app: ASGIApp, application: Application, tokens: Tokens, session: Session) -> None:
        self._app = app
        self._application = application
        self._tokens = tokens
        self._session = session

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        root = scope.get("root_path", "")
        place = _PLACE.fullmatch(scope["path"].removeprefix(root)) if scope["type"] in ("http", "websocket") else None
        if place is None:
            await self._app(scope, receive, send)
            return
        base, visitor, rest = place["base"], place["visitor"], place["rest"]
        inside = _inside(scope, root, place)
        method = scope.get("method", "")
        try:
            if (method, rest) == ("POST", "/auth/jwt"):
                inside = {**scope, "path": root + SESSION, "raw_path": (root + SESSION).encode(), "widget_base": base}
            elif not (method in ("GET", "HEAD") and _OPEN.fullmatch(rest)):
                if not _reachable(scope["type"], method, rest):
                    raise NotFound("There is nothing at this address.")
                entered = await entry(self._application, self._tokens, _cookie(scope, visitor), base)
                inside["headers"].append((b"cookie", self._session(entered.visitor.user).encode()))
                inside[KEY] = entered.key
        except (Unauthorized, NotFound) as refusal:
            await _refuse(refusal, scope, receive, send)
            return
        await self._app(inside, receive, send)


def _inside(scope: Scope, root: str, place: re.Match[str]) -> Scope:
    """The same request as the web chat gets it, without what the browser sent of who asks."""
    headers = [(name, value) for name, value in scope["headers"] if name.lower() not in _LEFT_OUTSIDE]
    path = (scope.get("raw_path") or scope["path"].encode()).decode("latin-1").removeprefix(root)
    raw = path[place.start("rest") :]  # what stands before it holds nothing that could be written otherwise
    inside = {"path": root + place["rest"], "raw_path": (root + raw).encode("latin-1"), "headers": headers}
    return {**scope, **inside, "language": place["language"]}


def _reachable(kind: str, method: str, path: str) -> bool:
    if kind == "websocket":
        return path.rstrip("/") == _SOCKET
    if ".." in path.split("/"):
        return False
    return any(method in methods.split() and pattern.fullmatch(path) for methods, pattern in _VISITORS)


def _cookie(scope: Scope, visitor: str | None) -> str:
    try:
        found = SimpleCookie(Headers(scope=scope).get("cookie", "")).get(cookie_of(visitor)) if visitor else None
    except CookieError:
        found = None
    if found is None:
        raise Unauthorized("This chat is not open; reload the page.")
    return found.value


async def _refuse(refusal: Unauthorized | NotFound, scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": str(refusal)})
        return
    found = problem_of(refusal) if isinstance(refusal, Unauthorized) else problem(NotFound, str(refusal))
    await answer(found)(scope, receive, send)
