"""The product running as a server, used over its HTTP API."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from time import perf_counter
from typing import Any
from urllib.parse import quote

import httpx

from chat.domain import Draft, Question, Upload
from chat.errors import ThreadwiseError, Unavailable
from chat.evaluation.places.base import Hit, Reply, side_by_side
from chat.evaluation.serving import Row, events, serving

_SILENCE = 120.0
"""Timeout in seconds; the server sends a sign of life every 15 s."""
_MESSAGES_AT_ONCE = 200


class Served:
    """Implements `Place` through a server."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self._client = client

    async def create(self, thread: str) -> None:
        await self._call("/api/threads", {"id": thread})

    async def say(self, thread: str, drafts: Sequence[Draft]) -> None:
        for at in range(0, len(drafts), _MESSAGES_AT_ONCE):
            await self._call(f"{_thread(thread)}/messages", [_message(draft) for draft in drafts[at : at + _MESSAGES_AT_ONCE]])

    async def read(self, thread: str, uploads: Sequence[Upload]) -> list[str]:
        return await side_by_side(partial(self._read, thread), uploads)

    async def ask(self, question: Question) -> Reply:
        body = {
            "query": question.text,
            "history": list(question.history),
            "top_k": question.top_k,
            "now": question.now.isoformat(),
        }
        started = perf_counter()
        found = await self._call(f"{_thread(question.thread)}/search", body)
        waited = (perf_counter() - started) * 1000
        return Reply([_hit(passage) for passage in found["passages"]], found["timing_ms"], waited)

    async def _read(self, thread: str, upload: Upload) -> str:
        """Upload one file; its name is a query parameter, as it may contain folders. The stream ends with the last vector."""
        async with self._answer(
            f"{_thread(thread)}/documents",
            params={"name": upload.name},
            files={"files": ("file", upload.content)},
            headers={"Accept": "text/event-stream"},
        ) as answer:
            async for event, told in events(answer):
                if event == "error" or (event == "document" and "error" in told):
                    raise ThreadwiseError(f"{upload.name} was not read: {told.get('error', told)['detail']}")
                if event == "document":
                    return str(told["id"])
        raise Unavailable(f"The server stopped in the middle of {upload.name}.")

    async def _call(self, path: str, body: object) -> Row:
        async with self._answer(path, json=body) as answer:
            await answer.aread()
            found: Row = answer.json()
            return found

    @asynccontextmanager
    async def _answer(self, path: str, **request: Any) -> AsyncIterator[httpx.Response]:  # Any: httpx's arguments
        """Send a POST request; yield the response once its headers say that it succeeded.

        Raises ThreadwiseError when the server responds with an error, and Unavailable when it does not respond.
        """
        try:
            async with self._client.stream("POST", path, **request) as answer:
                if not answer.is_success:
                    await answer.aread()
                    raise ThreadwiseError(f"The server answered {answer.status_code} to {path}: {answer.text}")
                yield answer
        except httpx.HTTPError as error:
            raise Unavailable(f"The server did not answer ({type(error).__name__}: {error}).") from error


@asynccontextmanager
async def served() -> AsyncIterator[Served]:
    """Start a server and yield a place that uses it."""
    async with serving(_SILENCE) as client:
        yield Served(client)


def _message(draft: Draft) -> dict[str, object]:
    created_at = None if draft.created_at is None else draft.created_at.isoformat()
    return {"role": draft.role, "content": draft.content, "id": draft.id, "author": draft.author, "created_at": created_at}


def _hit(passage: Row) -> Hit:
    if passage["source"] == "message":
        return Hit(passage["message"]["id"])
    return Hit(passage["document"]["id"], passage["page"], passage["start"], passage["end"])


def _thread(thread: str) -> str:
    return f"/api/threads/{quote(thread, safe='')}"
