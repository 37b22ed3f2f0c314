"""The HTTP API within this process, on the data folder itself, without a server or a port."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.routing import Mount
from starlette.types import ASGIApp, Message

from chat.api import http, render
from chat.api.context import Application as Served
from chat.api.context import closing
from chat.api.types import Json
from chat.application import Application
from chat.assembly import build
from chat.assistant import Assistant
from chat.cli.clients.client import NEEDS_KEY, Client, bearing
from chat.cli.ingesting.base import Progress
from chat.domain import Upload, User
from chat.errors import ThreadwiseError, Unauthorized
from chat.events import Added
from chat.settings import Settings

ADDRESS = "http://threadwise"
"""Base address of requests in this process; nothing listens there."""
_AHEAD = 16
"""Most pieces of a response that are queued for a slow reader before the work waits, too."""


class Here(Client):
    """A client of the application in this process. It differs from a client of a server only in that interrupting the reading of
    a file cancels it."""

    def __init__(self, client: httpx.AsyncClient, assistant: Assistant, user: User, holders: str = "threads") -> None:
        super().__init__(client, ADDRESS, has_key="authorization" in client.headers, holders=holders)
        self._assistant = assistant
        self._user = user

    async def add(self, thread: str, document: str, name: str, content: bytes, progress: Progress) -> Json:
        [job] = await self._assistant.start_reading(self._user, thread, [Upload(name, content)], document)
        try:
            async with closing(self._assistant.follow([job])) as events:
                async for event in events:
                    if isinstance(event, Added):
                        return render.document(event.document)
                    progress(event.stage, event.percent)
        except asyncio.CancelledError:  # otherwise the next start would resume it
            await asyncio.shield(self._assistant.cancel(self._user, job.id))
            raise
        raise ThreadwiseError("Reading ended without a result.")

    def among(self, holders: str) -> Here:
        return Here(self._client, self._assistant, self._user, holders)


@asynccontextmanager
async def here(settings: Settings, key: str | None) -> AsyncIterator[Here]:
    """Yield a client and hold the data folder until the context is left. Raises DataFolderHeld if another process holds it."""
    async with opened(settings, key) as (application, user), speaking(application, key) as client:
        yield Here(client, application.assistant, user)


@asynccontextmanager
async def opened(settings: Settings, key: str | None) -> AsyncIterator[tuple[Application, User]]:
    """Start the application; yield it and the user whose key it is."""
    application = build(settings)
    try:
        await application.start()
        yield application, await _user(application, key)
    finally:
        await application.close()


def speaking(application: Served, key: str | None) -> httpx.AsyncClient:
    """Return an HTTP client that calls the routes directly, without timeouts."""
    app = Starlette(routes=[Mount("/api", app=http.build(application, _nobody))])
    return httpx.AsyncClient(transport=InProcess(app), base_url=ADDRESS, headers=bearing(key), timeout=None)  # noqa: S113 - as stated


class InProcess(httpx.AsyncBaseTransport):
    """Transport that calls an ASGI application and streams its response; httpx's own returns it only when it is complete."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        exchange = _Exchange(request)
        work = asyncio.create_task(self._run(request, exchange))
        answer = _Answer(exchange, work)
        try:
            start = await exchange.next(work)
        except BaseException:
            await answer.aclose()
            raise
        assert start is not None, "an application answers"
        return httpx.Response(start["status"], headers=start["headers"], stream=answer)

    async def _run(self, request: httpx.Request, exchange: _Exchange) -> None:
        await self._app(_scope(request), exchange.receive, exchange.send)


class _Exchange:
    """The ASGI messages between the application and the client of one request."""

    def __init__(self, request: httpx.Request) -> None:
        assert isinstance(request.stream, httpx.AsyncByteStream)
        self._body = aiter(request.stream)
        self._sent: asyncio.Queue[Message] = asyncio.Queue(_AHEAD)
        self._whole = False
        self.over = asyncio.Event()

    async def receive(self) -> Message:
        if self._whole:
            await self.over.wait()
            return {"type": "http.disconnect"}
        try:
            return {"type": "http.request", "body": await anext(self._body), "more_body": True}
        except StopAsyncIteration:
            self._whole = True
            return {"type": "http.request", "body": b"", "more_body": False}

    async def send(self, message: Message) -> None:
        await self._sent.put(message)

    async def next(self, work: asyncio.Task[None]) -> Message | None:
        """Return the next message, or `None` if the work has ended; raises the error that it failed with."""
        message = asyncio.ensure_future(self._sent.get())
        await asyncio.wait((message, work), return_when=asyncio.FIRST_COMPLETED)
        if message.done():
            return message.result()
        message.cancel()
        work.result()
        return None if self._sent.empty() else self._sent.get_nowait()


class _Answer(httpx.AsyncByteStream):
    """The body of a response; closing it early stops the work."""

    def __init__(self, exchange: _Exchange, work: asyncio.Task[None]) -> None:
        self._exchange = exchange
        self._work = work

    async def __aiter__(self) -> AsyncIterator[bytes]:
        more = True
        while more and (message := await self._exchange.next(self._work)) is not None:
            more = message.get("more_body", False)
            if message.get("body"):
                yield message["body"]
        self._exchange.over.set()
        await self._work

    async def aclose(self) -> None:
        self._work.cancel()
        await asyncio.wait((self._work,))


def _scope(request: httpx.Request) -> dict[str, Any]:  # Any: ASGI's own
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": request.method,
        "scheme": request.url.scheme,
        "path": request.url.path,
        "raw_path": request.url.raw_path.partition(b"?")[0],
        "query_string": request.url.query,
        "root_path": "",
        "headers": [(name.lower(), value) for name, value in request.headers.raw],
        "server": (request.url.host, 80),
        "client": ("127.0.0.1", 0),
    }


async def _nobody(_: Request) -> User | None:
    """Return no user: without a browser there is no web session."""
    return None


async def _user(application: Application, key: str | None) -> User:
    """Return the user, by the rules of the HTTP API: the owner of the key or, without sign-in, the local user."""
    if key:
        user = await application.accounts.user_of_key(key)
        if user is None:
            raise Unauthorized("This key is unknown or revoked.")
        return user
    if application.settings.server.auth == "local":
        return await application.accounts.local_user()
    raise Unauthorized(NEEDS_KEY)
