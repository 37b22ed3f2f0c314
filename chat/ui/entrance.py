"""ASGI middleware around the whole server that removes tokens of ended sessions from requests.

Chainlit trusts a token until it expires. With this middleware it never receives one whose user has signed out, changed their
password or been suspended.
"""

from __future__ import annotations

import logging
import re

from chainlit.auth.cookie import _auth_cookie_name, get_token_from_cookies
from sqlalchemy.exc import SQLAlchemyError
from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from chat.errors import StorageFailed
from chat.ui.auth import SignIn
from chat.ui.browsers import BROWSER, browser
from chat.ui.words import LANGUAGE

_log = logging.getLogger(__name__)

_OPEN = re.compile(r"/(public|assets|copilot|avatars)/.*|/favicon|/logo|/health(/.*)?|/auth/config", re.DOTALL)
_OURS = re.compile(r"/(api|v1|widget|metrics)(/.*)?", re.DOTALL)
"""Paths whose routes check API keys themselves and accept a session only from the cookie."""
_COOKIE = re.compile(rf"{re.escape(_auth_cookie_name)}(_\d+)?")
_AWAY = {
    "type": "urn:threadwise:problem:storage_failed",
    "title": "Service Unavailable",
    "status": 503,
    "detail": "The database does not answer; try again in a moment.",
    "code": "storage_failed",
}


class Entrance:
    """Middleware that authenticates each request and stores the user in its scope."""

    def __init__(self, app: ASGIApp, sign_in: SignIn) -> None:
        self._app = app
        self._sign_in = sign_in

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        BROWSER.set(browser(headers.get("user-agent", "")))
        LANGUAGE.set(scope.get("language"))
        path = scope["path"].removeprefix(scope.get("root_path", ""))
        if not _OPEN.fullmatch(path):
            ours = _OURS.fullmatch(path) is not None
            token = _token(headers, cookie_only=ours)
            try:
                admitted = await self._sign_in.admit(scope, headers, token) if token else False
            except StorageFailed as error:
                _log.warning("Sessions can't be read: %s", error)
                await _refuse(scope, receive, send)
                return
            except SQLAlchemyError:
                _log.exception("Sessions can't be read")
                await _refuse(scope, receive, send)
                return
            if token and not admitted:
                left = (_without(name, value, ours) for name, value in scope["headers"])
                scope["headers"] = [header for header in left if header[1]]
        await self._app(scope, receive, _secured(send) if _is_https(scope, headers) else send)


def _is_https(scope: Scope, headers: Headers) -> bool:
    """Return whether the request uses HTTPS, possibly terminated by a proxy.

    `X-Forwarded-Proto` is not verified: a client that forges it only gets a cookie that it cannot use.
    """
    told = headers.get("x-forwarded-proto", "").partition(",")[0].strip().casefold()
    return scope["scheme"] in ("https", "wss") or told == "https"


def _secured(send: Send) -> Send:
    """Wrap `send` to add the `Secure` attribute to cookies, so that they are never sent over plain HTTP."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [
                (name, value + b"; Secure" if name.lower() == b"set-cookie" and b"secure" not in value.lower() else value)
                for name, value in message["headers"]
            ]
        await send(message)

    return sending


def _token(headers: Headers, cookie_only: bool) -> str | None:
    """Return the session token from where Chainlit looks for it: the cookie or, unless `cookie_only`, the bearer token."""
    found: str | None = get_token_from_cookies(cookie_parser("; ".join(headers.getlist("cookie"))))
    if found or cookie_only:
        return found
    scheme, _, bearer = headers.get("authorization", "").partition(" ")
    return bearer.strip() if scheme.casefold() == "bearer" else None


def _without(name: bytes, value: bytes, ours: bool) -> tuple[bytes, bytes]:
    """Return a header with the session token removed; its value is empty when nothing is left."""
    if name == b"authorization" and not ours:
        return name, b""
    if name != b"cookie":
        return name, value
    cookies = [each.strip() for each in value.split(b";")]
    kept = [each for each in cookies if not _COOKIE.fullmatch(each.partition(b"=")[0].strip().decode("latin-1"))]
    return name, b"; ".join(kept)


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1013, "reason": _AWAY["detail"]})
        return
    headers = {"Retry-After": "5", "Cache-Control": "no-store"}
    await JSONResponse(_AWAY, 503, headers, media_type="application/problem+json")(scope, receive, send)
