"""End a request whose user has lost access while it was running (see `presence`)."""

from __future__ import annotations

from collections.abc import Callable

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from chat.api.presence import ENTRY, Entry, Presence
from chat.api.problems import Answering, Problem, answer, problem_of
from chat.api.stream import lines
from chat.errors import Unauthorized

SHUT_OUT = "You may not be here any more: the session has ended, the key was revoked, or an admin shut you out."


def last_event(problem: Problem) -> bytes:
    """Return a problem encoded as the last event of a stream."""
    return lines(("error", dict(problem)))


class AccessExpiry:
    """Middleware around an API that ends requests whose user has lost access: those without a response yet are refused, a stream
    of events ends with the reason."""

    def __init__(
        self, app: ASGIApp, presence: Presence, answering: Answering = answer, telling: Callable[[Problem], bytes] = last_event
    ) -> None:
        self._app = app
        self._presence = presence
        self._answering = answering
        self._telling = telling

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        start: Message | None = None
        ended = False

        async def watched(message: Message) -> None:
            nonlocal start, ended
            if message["type"] == "http.response.start":
                start = message
            else:
                ended = not message.get("more_body", False)
            await send(message)

        entry: Entry | None = None
        try:
            async with self._presence.entered() as entry:
                scope[ENTRY] = entry
                await self._app(scope, receive, watched)
        except TimeoutError:
            if entry is None or not entry.limit.expired():
                raise
            if start is None:
                await self._answering(problem_of(Unauthorized(SHUT_OUT)))(scope, receive, send)
            elif not ended:
                await self._end(scope, start, send)

    async def _end(self, scope: Scope, start: Message, send: Send) -> None:
        """End a response that has begun. Only a stream of events can give the reason; any other response breaks off, so that it
        is not taken for complete."""
        headers = Headers(raw=start["headers"])
        if not headers.get("content-type", "").startswith("text/event-stream"):
            return
        protocol = scope["path"].rstrip("/").endswith("/mcp")  # which has events of its own
        last = b"" if protocol else self._telling(problem_of(Unauthorized(SHUT_OUT)))
        await send({"type": "http.response.body", "body": last, "more_body": False})
