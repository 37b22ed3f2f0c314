"""Responses whose work stops when the client disconnects: server-sent events, and JSON that takes long."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from chat.api.context import closing
from chat.api.problems import members, unexpected
from chat.errors import ThreadwiseError
from chat.panics import panics

Result = TypeVar("Result")
Event = tuple[str, dict[str, object]]
"""Name and data of a server-sent event."""

_SILENCE_SECONDS = 15
QUIET_SECONDS = 2.0
"""Seconds without a byte sent; clients wait longer by default (httpx five seconds)."""
_AHEAD = 16
"""Most events that are queued for a slow reader before the work waits, too."""


def lines(event: Event) -> bytes:
    """Encode an event: its name, and its data as JSON on one line."""
    name, data = event
    return f"event: {name}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n".encode("utf-8", "replace")


class EventStream(Response):
    """Sends `events` as they come, a comment line after `silence` seconds without one, and an `error` event if they fail."""

    media_type = "text/event-stream"

    def __init__(
        self,
        events: AsyncIterator[Event],
        status: int = 200,
        silence: float = _SILENCE_SECONDS,
        lines: Callable[[Event], bytes] = lines,
    ) -> None:
        super().__init__(None, status, {"Cache-Control": "private, no-store", "X-Accel-Buffering": "no"})
        del self.headers["content-length"]
        self._events = events
        self._silence = silence
        self._lines = lines

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the response. One task produces all events, so that a time limit may span several of them."""
        queue: asyncio.Queue[Event | None] = asyncio.Queue(_AHEAD)
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        work = asyncio.create_task(self._make(queue))
        written = asyncio.create_task(self._write(queue, send))
        left = asyncio.create_task(_left(receive))
        try:
            await asyncio.wait((written, left), return_when=asyncio.FIRST_COMPLETED)
        finally:
            await _stop(work, written, left)

    async def _make(self, queue: asyncio.Queue[Event | None]) -> None:
        try:
            with panics():
                async with closing(self._events) as events:
                    async for event in events:
                        await queue.put(event)
        except Exception as error:  # whatever it is, the client is told
            await queue.put(("error", _failure(error)))
        await queue.put(None)

    async def _write(self, queue: asyncio.Queue[Event | None], send: Send) -> None:
        while True:
            try:
                async with asyncio.timeout(self._silence):  # wait_for loses a cancellation that coincides with an event
                    event = await queue.get()
            except TimeoutError:
                await send({"type": "http.response.body", "body": b": still here\n\n", "more_body": True})
                continue
            await send({"type": "http.response.body", "body": self._lines(event) if event else b"", "more_body": bool(event)})
            if event is None:
                return


class LateJson(Response):
    """JSON that is still being made. White space, which may precede it (RFC 8259, section 2), keeps the connection alive
    meanwhile. The status is sent before anything can fail; a failure is a problem document all the same."""

    media_type = "application/json"

    def __init__(self, making: asyncio.Task[dict[str, object]], status: int = 200, silence: float = QUIET_SECONDS) -> None:
        super().__init__(None, status, {"Cache-Control": "private, no-store", "X-Accel-Buffering": "no"})
        del self.headers["content-length"]
        self._making = making
        self._silence = silence

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        left = asyncio.create_task(_left(receive))
        tasks = (self._making, left)
        try:
            await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
            while not (await asyncio.wait(tasks, timeout=self._silence, return_when=asyncio.FIRST_COMPLETED))[0]:
                await send({"type": "http.response.body", "body": b" ", "more_body": True})
            if self._making.done():
                await send({"type": "http.response.body", "body": self._made()})
        finally:
            await _stop(*tasks)

    def _made(self) -> bytes:
        try:
            with panics():
                shape = self._making.result()
        except Exception as error:  # whatever it is, the caller is told
            shape = _failure(error)
        return json.dumps(shape, ensure_ascii=False).encode("utf-8", "replace")


async def unless_left(request: Request, work: Coroutine[Any, Any, Result]) -> Result | None:  # Any: a coroutine's unused parts
    """Return the result of the work; if the client disconnects first, the work is stopped and the result is `None`."""
    working = asyncio.create_task(work)
    left = asyncio.create_task(_left(request.receive))
    try:
        await asyncio.wait((working, left), return_when=asyncio.FIRST_COMPLETED)
        return working.result() if working.done() else None
    finally:
        await _stop(working, left)


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _stop(*tasks: asyncio.Task[Any]) -> None:  # Any: whatever they give
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def _failure(error: Exception) -> dict[str, object]:
    """Return an error as a problem, for a response whose status was sent already; unexpected errors are logged."""
    return members(error) if isinstance(error, ThreadwiseError) else dict(unexpected(error))
