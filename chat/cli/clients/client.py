"""Client of the HTTP API for commands: single calls, lists over all pages, event streams, files."""

from __future__ import annotations

import contextlib
import ipaddress
import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, asynccontextmanager
from typing import Any
from urllib.parse import quote

import httpx

from chat.api.bodies import Search
from chat.api.types import Json
from chat.cli.ingesting.base import Destination, Progress
from chat.errors import NotFound, ThreadwiseError, Unauthorized, Unavailable, kind_of

NEEDS_KEY = "Sign-in is on: give a key, made by `threadwise key create`, in THREADWISE_KEY or with --key."
_SILENCE = httpx.Timeout(120, connect=10)
"""Timeouts in seconds. While the server reads a file, it sends a sign of life every 15 s."""
_PAGE = 200
Shape = dict[str, Any]  # Any: JSON
Events = AsyncGenerator[tuple[str, Any], None]  # Any: an event's JSON


class Client:
    """Calls the HTTP API for one user, over a network or in this process. Refusals are raised as the errors that they were."""

    def __init__(self, client: httpx.AsyncClient, address: str, has_key: bool, holders: str = "threads") -> None:
        """`holders`: what documents are put into, `threads` or `libraries`."""
        self._client = client
        self._address = address
        self._has_key = has_key
        self._holders = holders

    # --- any route

    async def call(self, method: str, path: str, **request: Any) -> Any:  # Any: httpx's arguments; the answer's JSON
        async with self.answer(method, path, **request) as answer:
            await answer.aread()
            try:
                return answer.json()
            except ValueError as error:
                raise self._stranger() from error

    async def listed(self, path: str, name: str, **params: str) -> list[Shape]:
        """Return the items under this name, from all pages."""
        found: list[Shape] = []
        cursor: str | None = None
        while True:
            page = await self.call("GET", path, params=params | {"limit": _PAGE} | ({"cursor": cursor} if cursor else {}))
            found += page[name]
            cursor = page["next_cursor"]
            if cursor is None:
                return found

    async def events(self, path: str, **request: Any) -> Events:  # Any: httpx's arguments
        """Yield name and data of events until the stream ends; an `error` event is raised. Closing it early stops the work."""
        headers = {"Accept": "text/event-stream"}
        async with self.answer("POST", path, headers=headers, **request) as answer:
            if not answer.headers.get("content-type", "").startswith("text/event-stream"):
                raise self._stranger()
            async for event, data in events(answer.aiter_bytes()):
                if event == "error":
                    raise _error(data)
                yield event, data

    @asynccontextmanager
    async def answer(self, method: str, path: str, **request: Any) -> AsyncIterator[httpx.Response]:  # Any: httpx's arguments
        """Yield a successful response before its body is read; any other raises the error that the server reports."""
        try:
            async with self._client.stream(method, path, **request) as answer:
                if not answer.is_success:
                    raise self._refusal(answer, await answer.aread())
                yield answer
        except httpx.HTTPError as error:
            raise Unavailable(f"The server at {self._address} can't be reached ({_short(error)}).") from error

    # --- single operations

    async def greet(self) -> None:
        """Raise Unavailable unless a Threadwise server answers."""
        await self.call("GET", "/health/live")

    async def sign_in(self) -> None:
        """Raise Unauthorized if the server does not accept the key, or requires one."""
        await self.call("GET", path("models"))

    async def ensure(self, thread: str, name: str | None) -> None:
        try:
            await self.call("GET", path(self._holders, thread))
        except NotFound:
            await self.call("POST", path("threads"), json={"id": thread, "name": name})

    async def add(self, thread: str, document: str, name: str, content: bytes, progress: Progress) -> Json:
        found: Json | None = None
        request = {
            "params": {"document_id": document, "name": name},
            "files": {"files": (name.rpartition("/")[2], content)},
        }
        async with aclosing(self.events(path(self._holders, thread, "documents"), **request)) as happened:
            async for event, data in happened:
                if event == "progress":
                    progress(data["stage"], data["percent"])
                elif event == "document":
                    found = data
        if found is None:
            raise Unavailable(f"The server at {self._address} stopped in the middle of a file.")
        return found

    async def documents(self, thread: str) -> dict[str, str]:
        listed = await self.listed(path(self._holders, thread, "documents"), "documents")
        return {document["id"]: document["name"] for document in listed}

    async def remove(self, thread: str, document: str) -> None:
        with contextlib.suppress(NotFound):
            await self.call("DELETE", path(self._holders, thread, "documents", document))

    async def libraries(self) -> list[Shape]:
        return await self.listed(path("libraries"), "libraries")

    async def create_library(self, name: str) -> Shape:
        """Create a library; raises Conflict if there is one of this name."""
        made: Shape = await self.call("POST", path("libraries"), json={"name": name})
        return made

    async def delete_library(self, name: str) -> Shape:
        """Delete a library and return the receipt; raises NotFound if there is none of this name."""
        receipt: Shape = await self.call("DELETE", path("libraries", await self._own(name)))
        return receipt

    async def share_library(self, name: str, shared: bool) -> Shape:
        """Share a library with every member, or stop sharing it; raises NotFound if there is none of this name."""
        changed: Shape = await self.call("PATCH", path("libraries", await self._own(name)), json={"shared": shared})
        return changed

    async def library(self, name: str) -> tuple[Destination, str]:
        """Return a destination for the library of this name, which is created if there is none, and its id."""
        known = await self._named(name) or await self.create_library(name)
        return self.among("libraries"), known["id"]

    def among(self, holders: str) -> Client:
        """Return the same client for documents in `holders`."""
        return Client(self._client, self._address, self._has_key, holders)

    async def search(self, thread: str, asked: Search) -> Json:
        found: Json = await self.call("POST", path("threads", thread, "search"), json=asked.model_dump(mode="json"))
        return found

    async def _own(self, name: str) -> str:
        known = await self._named(name)
        if known is None:
            raise NotFound(f"You have no library named {name}.")
        return str(known["id"])

    async def _named(self, name: str) -> Shape | None:
        """Return the user's own library of this name (as typed, spaces normalised), or `None`."""
        words = " ".join(name.split())
        own = (library for library in await self.libraries() if not library["read_only"])
        return next((library for library in own if library["name"] == words), None)

    def _stranger(self) -> Unavailable:
        return Unavailable(f"What answers at {self._address} is not a Threadwise server.")

    def _refusal(self, answer: httpx.Response, body: bytes) -> ThreadwiseError:
        try:
            problem = json.loads(body)
            error = _error(problem)
        except (ValueError, TypeError, KeyError, AttributeError):
            return Unavailable(f"The server at {self._address} answered {answer.status_code}.")
        return Unauthorized(NEEDS_KEY) if isinstance(error, Unauthorized) and not self._has_key else error


@asynccontextmanager
async def remote(address: str, key: str | None) -> AsyncIterator[Client]:
    """Yield a client of the server at an address; nothing is sent before the first call."""
    async with client_of(address, key) as client:
        yield Client(client, address, has_key=bool(key))


def client_of(address: str, key: str | None) -> httpx.AsyncClient:
    through_proxy = not is_loopback(httpx.URL(address).host)
    return httpx.AsyncClient(base_url=address, headers=bearing(key), timeout=_SILENCE, trust_env=through_proxy)


def is_loopback(host: str) -> bool:
    """Return whether a host is a loopback address, which only this machine reaches."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def bearing(key: str | None) -> dict[str, str]:
    """Return the headers that send a key."""
    return {"Authorization": f"Bearer {key}"} if key else {}


def path(*segments: str) -> str:
    """Return the path of an API route; each identifier is one segment, whatever characters it has."""
    return "/api/" + "/".join(quote(segment, safe="") for segment in segments)


async def events(received: AsyncIterator[bytes]) -> Events:
    """Yield name and data of each server-sent event, without comments.

    Lines are split at line feeds only: httpx also splits at every other line boundary of Unicode, which JSON may contain.
    """
    pending = b""
    async for piece in received:
        *blocks, pending = (pending + piece).split(b"\n\n")
        for block in blocks:
            fields = dict(line.split(b": ", 1) for line in block.split(b"\n") if line[:1] not in (b":", b""))
            if fields:
                yield fields[b"event"].decode(), json.loads(fields[b"data"])


def _error(problem: Any) -> ThreadwiseError:  # Any: JSON from outside
    return kind_of(str(problem["code"]))(str(problem["detail"]))


def _short(error: httpx.HTTPError) -> str:
    return str(error).rstrip(".") or type(error).__name__
