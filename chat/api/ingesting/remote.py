"""Files and questions to a server that runs, over its HTTP API."""

from __future__ import annotations

import contextlib
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import quote

import httpx

from chat.api.bodies import Search
from chat.api.commands.run import is_loopback
from chat.api.ingesting.base import Place, Progress, Shape, named, no_library
from chat.api.ingesting.direct import NEEDS_KEY
from chat.api.problems import kind_of
from chat.api.render import Json
from chat.errors import NotFound, ThreadwiseError, Unauthorized, Unavailable

_SILENCE = httpx.Timeout(120, connect=10)
"""The server says every 15 s that it is still there, once it has a file."""
_PAGE = 200


class Remote:
    """Keeps the promise `Place` through a server."""

    def __init__(self, client: httpx.AsyncClient, address: str, has_key: bool, holders: str = "threads") -> None:
        """`holders` are what it puts documents into: `threads` or `libraries`."""
        self._client = client
        self._address = address
        self._has_key = has_key
        self._holders = holders

    async def greet(self) -> None:
        """Unavailable when no server of ours answers."""
        await self._call("GET", "/health/live")

    async def sign_in(self) -> None:
        """Unauthorized when the key is none of the server's, or when it wants one."""
        await self._call("GET", "/api/models")

    async def ensure(self, thread: str, name: str | None) -> None:
        try:
            await self._call("GET", self._held(thread))
        except NotFound:
            await self._call("POST", "/api/threads", json={"id": thread, "name": name})

    async def add(self, thread: str, document: str, name: str, content: bytes, progress: Progress) -> Json:
        found: Json | None = None
        async with self._answer(
            "POST",
            f"{self._held(thread)}/documents",
            params={"document_id": document, "name": name},
            files={"files": (name.rpartition("/")[2], content)},
            headers={"Accept": "text/event-stream"},
        ) as answer:
            if not answer.headers.get("content-type", "").startswith("text/event-stream"):
                raise self._stranger()
            async for event, data in events(answer.aiter_bytes()):
                if event == "progress":
                    progress(data["stage"], data["percent"])
                elif event == "document":
                    found = data
                elif event == "error":
                    raise _error(data)
        if found is None:
            raise Unavailable(f"The server at {self._address} stopped in the middle of a file.")
        return found

    async def documents(self, thread: str) -> dict[str, str]:
        names: dict[str, str] = {}
        cursor: str | None = None
        while True:
            params: dict[str, str | int] = {"limit": _PAGE} | ({"cursor": cursor} if cursor else {})
            page = await self._call("GET", f"{self._held(thread)}/documents", params=params)
            names |= {document["id"]: document["name"] for document in page["documents"]}
            cursor = page["next_cursor"]
            if cursor is None:
                return names

    async def remove(self, thread: str, document: str) -> None:
        with contextlib.suppress(NotFound):
            await self._call("DELETE", f"{self._held(thread)}/documents/{_segment(document)}")

    async def libraries(self) -> list[Shape]:
        listed: list[Shape] = []
        cursor: str | None = None
        while True:
            params: dict[str, str | int] = {"limit": _PAGE} | ({"cursor": cursor} if cursor else {})
            page = await self._call("GET", "/api/libraries", params=params)
            listed += page["libraries"]
            cursor = page["next_cursor"]
            if cursor is None:
                return listed

    async def create_library(self, name: str) -> Shape:
        made: Shape = await self._call("POST", "/api/libraries", json={"name": name})
        return made

    async def delete_library(self, name: str) -> Shape:
        known = named(await self.libraries(), name)
        if known is None:
            raise no_library(name)
        receipt: Shape = await self._call("DELETE", f"/api/libraries/{_segment(known['id'])}")
        return receipt

    async def library(self, name: str) -> tuple[Place, str]:
        known = named(await self.libraries(), name) or await self.create_library(name)
        return Remote(self._client, self._address, self._has_key, "libraries"), known["id"]

    async def search(self, thread: str, asked: Search) -> Json:
        found: Json = await self._call("POST", f"{self._held(thread)}/search", json=asked.model_dump(mode="json"))
        return found

    def _held(self, holder: str) -> str:
        return f"/api/{self._holders}/{_segment(holder)}"

    async def _call(self, method: str, path: str, **request: Any) -> Any:  # Any: httpx's arguments; the answer's JSON
        async with self._answer(method, path, **request) as answer:
            await answer.aread()
            try:
                return answer.json()
            except ValueError as error:
                raise self._stranger() from error

    @asynccontextmanager
    async def _answer(self, method: str, path: str, **request: Any) -> AsyncIterator[httpx.Response]:  # Any: httpx's arguments
        """The beginning of a good answer; any other raises what the server says."""
        try:
            async with self._client.stream(method, path, **request) as answer:
                if not answer.is_success:
                    raise self._refusal(answer, await answer.aread())
                yield answer
        except httpx.HTTPError as error:
            raise Unavailable(f"The server at {self._address} can't be reached ({_short(error)}).") from error

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
async def remote(address: str, key: str | None) -> AsyncIterator[Remote]:
    """Nothing is sent before the first call."""
    async with client_of(address, key) as client:
        yield Remote(client, address, has_key=bool(key))


def client_of(address: str, key: str | None) -> httpx.AsyncClient:
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    through_proxy = not is_loopback(httpx.URL(address).host)
    return httpx.AsyncClient(base_url=address, headers=headers, timeout=_SILENCE, trust_env=through_proxy)


async def events(received: AsyncIterator[bytes]) -> AsyncIterator[tuple[str, Any]]:  # Any: an event's JSON
    """Name and data of each server-sent event; comments left out.

    Cut at line feeds alone: httpx's own lines end at every character that Unicode calls a line's end, which JSON may hold.
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


def _segment(id: str) -> str:
    return quote(id, safe="")
