"""Idempotency keys: a write that is sent again, because its response was lost, gets the same response and is not repeated.

The header `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header) works on the POSTs below; responses are kept for a day,
per user. A body is hashed while it streams by, never held in memory. Server errors are not kept, nor responses given before the
whole body was read. With a key, a client that disconnects does not stop the work: it may send the request again for the response,
even for an event stream (docs/decisions/077-idempotency-keys.md).
"""

from __future__ import annotations

import hashlib
import logging
import re
from asyncio import Event
from urllib.parse import unquote

from sqlalchemy.exc import SQLAlchemyError
from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from chat.api.context import Context
from chat.api.problems import answer, headers_of, problem_of
from chat.errors import InvalidRequest, KeyReused, StorageFailed, ThreadwiseError
from chat.threads.replies import Reply

_log = logging.getLogger(__name__)

HEADER = "Idempotency-Key"
WRITES = re.compile(
    r"/threads|/threads/import|/libraries"
    r"|/threads/[^/]+/(messages|ask|ask/stream)"
    r"|/(threads|libraries)/(?P<holder>[^/]+)/documents(/[^/]+/versions/\d+/restore)?"
)
"""Paths of writes that take a key, as `paths.resolved` returns them: a slash in an identifier is encoded."""
_THREAD = re.compile(r"/(?:threads|libraries)/(?!import$)([^/]+)")
_KEY = re.compile(r"[\x21-\x7e]([\x20-\x7e]{0,253}[\x21-\x7e])?")
_NOT_KEPT = frozenset({401, 403, 408, 413, 429})
"""Statuses of refusals that may not recur when the request is sent again."""
_BOUNDARY = re.compile(r"boundary=(?:\"([^\"]+)\"|([^\s;,]+))", re.IGNORECASE)


class Idempotency:
    """Middleware that handles idempotency keys, next to the routes, after `ResolvedPaths`."""

    def __init__(self, app: ASGIApp, context: Context) -> None:
        self._app = app
        self._context = context

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "POST":
            await self._app(scope, receive, send)
            return
        keys = Headers(scope=scope).getlist(HEADER)
        path = scope["path"].removeprefix(scope.get("root_path", ""))
        if not keys or not WRITES.fullmatch(path):
            await self._app(scope, receive, send)
            return
        try:
            await self._answered(keys, path, scope, receive, send)
        except ThreadwiseError as error:
            after = error.about.get("retry_after")
            found = problem_of(error)
            await answer(found, {"Retry-After": str(after)} if after else headers_of(found))(scope, receive, send)

    async def _answered(self, keys: list[str], path: str, scope: Scope, receive: Receive, send: Send) -> None:
        key = keys[0].strip()
        if len(keys) > 1 or not _KEY.fullmatch(key):
            raise InvalidRequest(f"{HEADER}: one, of 1 to 255 printable ASCII characters.")
        user = await self._context.user(Request(scope))
        replies = self._context.application.replies
        asked = _Asked(scope, path, receive)
        with replies.running(user.id, key):
            known = await replies.find(user.id, key)
            if known is None:
                given = _Given(send)
                try:
                    await self._app(scope, asked.receive, given.send)
                    reply = given.reply(asked)
                    if reply is not None:
                        await self._keep(user.id, key, path, reply)
                finally:
                    await given.end()
                return
        await asked.drain()
        if asked.fingerprint() != known.request:
            raise KeyReused(f"Another request was sent with this {HEADER}; a new request needs a new key.")
        headers = {"Content-Type": known.media_type, "Idempotency-Replayed": "true"}
        await Response(known.body, known.status, headers)(scope, receive, send)

    async def _keep(self, user: str, key: str, path: str, reply: Reply) -> None:
        place = _THREAD.match(path)
        try:
            await self._context.application.replies.keep(user, key, unquote(place[1]) if place else None, reply)
        except (SQLAlchemyError, StorageFailed):  # the caller still gets the response, which just can't be repeated
            _log.exception("An answer could not be kept under its key")


class _Asked:
    """The request, hashed as it is read."""

    def __init__(self, scope: Scope, path: str, receive: Receive) -> None:
        headers = Headers(scope=scope)
        media_type, _, parameters = headers.get("content-type", "").partition(";")
        boundary = _BOUNDARY.search(parameters) if media_type.strip().casefold().startswith("multipart/") else None
        self._boundary = (boundary[1] or boundary[2]).encode("latin-1") if boundary else b""
        self._receive = receive
        self._digest = hashlib.sha256()
        self._held = b""
        self.whole = headers.get("content-length", "0") == "0" and "transfer-encoding" not in headers
        streams = "text/event-stream" in headers.get("accept", "")
        for part in (path, scope["query_string"].decode("latin-1"), media_type.strip().casefold(), str(streams)):
            self._digest.update(part.encode("utf-8", "surrogatepass") + b"\n")

    async def receive(self) -> Message:
        message = await self._receive()
        if message["type"] == "http.request":
            self._take(message.get("body", b""))
            self.whole = not message.get("more_body", False)
        elif self.whole:
            await Event().wait()  # the client has disconnected, and may come back for the response
        return message

    async def drain(self) -> None:
        """Read the rest of the body. Raises ClientDisconnect if it does not come."""
        while not self.whole:
            message = await self._receive()
            if message["type"] != "http.request":
                raise ClientDisconnect
            self._take(message.get("body", b""))
            self.whole = not message.get("more_body", False)

    def _take(self, piece: bytes) -> None:
        """Hash a piece of the body, without the form's boundary, which clients make up anew each time."""
        if not self._boundary:
            self._digest.update(piece)
            return
        waiting = (self._held + piece).replace(self._boundary, b"\0")
        ready = max(0, len(waiting) - len(self._boundary) + 1)
        self._digest.update(waiting[:ready])
        self._held = waiting[ready:]

    def fingerprint(self) -> str:
        digest = self._digest.copy()
        digest.update(self._held)
        return digest.hexdigest()


class _Given:
    """The response as it is sent. Its end is held back until it is kept, so that a client that has it may ask again at once."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._start: Message | None = None
        self._pieces: list[bytes] = []
        self._end: Message | None = None

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._start = message
        elif message["type"] == "http.response.body":
            self._pieces.append(message.get("body", b""))
            if not message.get("more_body", False):
                self._end = message
                return
        await self._send(message)

    async def end(self) -> None:
        if self._end is not None:
            await self._send(self._end)

    def reply(self, asked: _Asked) -> Reply | None:
        """Return the response to keep, or `None` if it must not be kept."""
        if self._start is None or self._end is None or not asked.whole:
            return None
        status = self._start["status"]
        body = b"".join(self._pieces).decode("utf-8", "replace")
        if status >= 500 or status in _NOT_KEPT or _failed(body):
            return None
        media_type = Headers(raw=self._start["headers"]).get("content-type", "application/json")
        return Reply(asked.fingerprint(), status, media_type, body)


def _failed(body: str) -> bool:
    """Return whether an event stream ends with an error."""
    return body.rstrip().rpartition("\n\n")[2].startswith("event: error")
