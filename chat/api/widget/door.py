"""The web chat for a widget's visitors, below `/widget/SITE/VISITOR/...`: only what visitors may use can be reached there, and it
belongs to this visitor. Below `/widget/SITE/VISITOR/de/...` it is in a language of the widget.

The frame of the widget calls the web chat's routes and its websocket below this prefix. A visitor's cookie is only sent there, so
several visitors in one browser never act as each other (docs/decisions/114). Other credentials that the browser sends (the main
chat's cookie, a key) are removed and replaced by a web session made for the request. So a visitor holds nothing that gives access
to the main chat, and a widget never signs anybody out of it.
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
from chat.threads.people.sessions import KEY
from chat.threads.people.visitors import Visitor

PREFIX = "/widget/"
SESSION = "/widget/session"
"""Where a token is exchanged for a cookie; the web chat itself calls `/auth/jwt` for that."""
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
"""Returns the value of the header `Cookie` for a new web session of a user."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A visitor whose token was accepted."""

    visitor: Visitor
    ends: datetime
    key: str | None = None
    """Id of the key that the token was made with, if any."""


def base_of(origin: str, user: str | None = None) -> str:
    """Return the path prefix of a visitor's chat, by the id of their user; without one, the prefix below which all visitors of
    the site exchange their tokens."""
    site = PREFIX + _hashed(origin)
    return site if user is None else f"{site}/{_hashed(user)}"


def cookie_of(visitor: str) -> str:
    return f"threadwise_visitor_{visitor}"


def _hashed(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


async def entry(application: Application, tokens: Tokens, token: str, base: str) -> Entry:
    """Return the visitor of a token. Raises Unauthorized if it has expired, is for another site or visitor, or if its key was
    revoked or its visitor deleted."""
    read: Pass = tokens.read(token)
    visitor = await application.assistant.visitor(read.user)
    if visitor is None or visitor.origin != read.origin or base not in (base_of(read.origin), base_of(read.origin, read.user)):
        raise Unauthorized("This token is not for this page.")
    if read.key and not await application.assistant.holds_key(read.key):
        raise Unauthorized("The key of this token was revoked.")
    application.assistant.let_in(visitor.user, read.ends, read.key or None)
    return Entry(visitor, read.ends, read.key or None)


class Door:
    """Middleware around everything, which admits visitors below the widget's prefix."""

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
    """Return the request as the web chat gets it: with its own path, and without the credentials that the browser sent."""
    headers = [(name, value) for name, value in scope["headers"] if name.lower() not in _LEFT_OUTSIDE]
    path = (scope.get("raw_path") or scope["path"].encode()).decode("latin-1").removeprefix(root)
    raw = path[place.start("rest") :]  # the part before it has nothing that needs percent-encoding
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
