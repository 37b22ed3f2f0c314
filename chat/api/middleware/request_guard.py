"""Outer middleware: checks the host, origin and body size of every request and sets security headers on every response."""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from chat.api.completions.problems import answer as openai_answer
from chat.api.problems import Answering, Problem, answer, problem
from chat.errors import BadRequest, BodyTooLarge, Forbidden
from chat.settings import LimitSettings, ServerSettings

_READING = frozenset({"GET", "HEAD", "OPTIONS"})
_DEFAULT_BODY = 10_000_000
_SLACK = 1_000_000
"""Bytes that a multipart form may add to its files."""
_UPLOAD = re.compile(r"/api/(threads|libraries)/.+/documents/?|/libraries/documents")
_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?")
_POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; "
    "script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:; "  # the runner of custom elements uses eval
    "worker-src 'self' blob:; connect-src 'self' ws://{host} wss://{host}; font-src 'self' data:; "
    "frame-ancestors {frame}; object-src 'none'; base-uri 'self'; form-action 'self'"
)


class RequestGuard:
    """Middleware around everything, including the web chat and its websocket."""

    def __init__(self, app: ASGIApp, server: ServerSettings, limits: LimitSettings) -> None:
        self._app = app
        self._hosts = {_bare(host) for host in (*_listed(server.allowed_hosts), server.host)}
        self._origins = {origin.rstrip("/").casefold() for origin in _listed(server.origins)}
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        host = headers.get("host", "").casefold()
        path = scope["path"].removeprefix(scope.get("root_path", ""))
        send = _with_headers(send, host, private=path.startswith(("/api", "/v1/")))
        answering = openai_answer if path.startswith("/v1/") else answer
        refusal = self._refusal(scope, headers, host, path)
        if refusal is not None:
            await _refuse(refusal, answering, scope, receive, send)
        elif scope["type"] == "websocket":
            await self._app(scope, receive, send)
        else:
            await _Limited(self._app, self._most(scope["method"], path), answering).run(scope, receive, send)

    def _refusal(self, scope: Scope, headers: Headers, host: str, path: str) -> Problem | None:
        if len(headers.getlist("host")) != 1 or not self._known(host):
            return problem(BadRequest, "This host name is not one of ours; see THREADWISE_ALLOWED_HOSTS.")
        if not self._welcome(scope, headers, host, path):
            return problem(Forbidden, "This origin may not call here; see THREADWISE_ORIGINS.")
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()):
            return problem(BadRequest, "Content-Length is not a number.")
        if headers.get("content-encoding", "identity").strip().casefold() not in ("identity", ""):
            return problem(BadRequest, "Compressed bodies are not read; send it without Content-Encoding.")
        if scope["type"] == "http" and int(length[:19]) > (most := self._most(scope["method"], path)):
            return _too_large(most)
        return None

    def _known(self, host: str) -> bool:
        return _HOST.fullmatch(host) is not None and ("*" in self._hosts or _bare(host) in self._hosts)

    def _welcome(self, scope: Scope, headers: Headers, host: str, path: str) -> bool:
        """Return whether the request's origin is allowed. Programs send no Origin; a browser's must be ours if the request may
        change something or opens the websocket."""
        if scope["type"] == "http" and scope["method"] in _READING and not path.startswith("/ws/"):
            return True
        origins = headers.getlist("origin")
        return all(origin.casefold() in self._origins or same_host(origin, host) for origin in origins)

    def _most(self, method: str, path: str) -> int:
        """Return the most bytes that the body of a request may have."""
        file = self._limits.max_file_bytes
        cap = self._limits.max_body_mb * 1_000_000
        if path == "/api/threads/import":
            return cap
        if method == "POST" and _UPLOAD.fullmatch(path):
            return min(file * self._limits.max_files + _SLACK, cap)
        if path == "/api/mcp":
            return min(file * 4 // 3 + _SLACK, cap)  # a file in base64
        if path.endswith("/project/file"):
            return min(file + _SLACK, cap)
        return min(_DEFAULT_BODY, cap)


class _Limited:
    """Counts a body while it is read and cuts it off at the limit, since a request need not state its length."""

    def __init__(self, app: ASGIApp, most: int, answering: Answering) -> None:
        self._app = app
        self._most = most
        self._answering = answering
        self._read = 0
        self._started = False
        self._cut = False

    async def run(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def counted() -> Message:
            message = await receive()
            self._read += len(message.get("body", b""))
            if self._read <= self._most:
                return message
            if not self._cut:
                self._cut = True
                if not self._started:
                    await self._answering(_too_large(self._most), {"Connection": "close"})(scope, receive, send)
            return {"type": "http.disconnect"}

        async def once(message: Message) -> None:
            if self._cut:
                return  # it has been answered
            self._started = True
            await send(message)

        try:
            await self._app(scope, counted, once)
        except ClientDisconnect:
            if not self._cut:
                raise


def _too_large(most: int) -> Problem:
    return problem(BodyTooLarge, f"The request is larger than {most // 1_000_000:,} MB.")


async def _refuse(refusal: Problem, answering: Answering, scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": refusal["detail"]})
        return
    await answering(refusal, {"Connection": "close"})(scope, receive, send)


def policy(host: str, embedder: str = "'self'") -> str:
    """Return the Content-Security-Policy of our pages: what they may load, and which site may embed them in a frame."""
    return _POLICY.format(host=host if _HOST.fullmatch(host) else "localhost", frame=embedder)


def _with_headers(send: Send, host: str, private: bool) -> Send:
    usual = policy(host)

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers.setdefault("Content-Security-Policy", usual)
            headers["X-Content-Type-Options"] = "nosniff"
            headers.setdefault("Referrer-Policy", "same-origin")
            headers["X-DNS-Prefetch-Control"] = "off"  # resolving a link's host name could leak data before any click
            if private:
                headers.setdefault("Cache-Control", "private, no-store")
        await send(message)

    return sending


def same_host(origin: str, host: str) -> bool:
    """Return whether an origin is that of the server named by a Host header."""
    try:
        parts = urlsplit(origin.casefold())
    except ValueError:
        return False
    default = {"http": ":80", "https": ":443"}.get(parts.scheme)
    return default is not None and parts.netloc.removesuffix(default) == host.removesuffix(default)


def _bare(host: str) -> str:
    """Return a host without its port, and an IPv6 address without its brackets."""
    host = host.strip().casefold()
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0] if host.count(":") == 1 else host


def _listed(text: str) -> Iterable[str]:
    return (each.strip() for each in text.split(",") if each.strip())
