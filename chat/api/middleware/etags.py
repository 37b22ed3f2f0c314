"""ETags: a program that already has a response gets 304 instead of the same response again (RFC 9110, 8.8.3).

Browsers and proxies do not cache personal responses, so this is for programs that cache them on their own.
"""

from __future__ import annotations

import hashlib

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send


class ETags:
    """Middleware that tags complete responses to GET by their content and answers `If-None-Match` with that tag by 304."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "GET":
            await self._app(scope, receive, send)
            return
        known = {tag.strip().removeprefix("W/") for tag in Headers(scope=scope).get("if-none-match", "").split(",")}
        held: Message | None = None

        async def tagging(message: Message) -> None:
            nonlocal held
            if message["type"] == "http.response.start" and message["status"] == 200 and not _streams(message):
                held = message
                return
            start, held = held, None
            if start is not None:
                if not message.get("more_body", False):
                    message = _tagged(start, message, known)
                await send(start)
            await send(message)

        await self._app(scope, receive, tagging)


def _streams(start: Message) -> bool:
    return Headers(raw=start["headers"]).get("content-type", "").startswith("text/event-stream")


def _tagged(start: Message, body: Message, known: set[str]) -> Message:
    """Set the tag on the response's start and return the body to send, which is empty with 304."""
    headers = MutableHeaders(scope=start)
    tag = f'"{hashlib.sha256(body.get("body", b"")).hexdigest()[:32]}"'
    headers["ETag"] = tag
    if tag not in known and "*" not in known:
        return body
    start["status"] = 304
    del headers["content-length"]
    return {**body, "body": b""}
