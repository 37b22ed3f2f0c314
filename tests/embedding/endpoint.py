"""A local OpenAI-compatible embedding endpoint that can be told to misbehave."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from tests.fakes import FakeEmbedder
from tests.listening import listening

Spoil = Callable[[list[dict[str, Any]]], list[dict[str, Any]]]  # Any: decoded JSON


@dataclass
class Endpoint:
    """An endpoint that embeds with the fake embedder; `failures` are the statuses of its first responses."""

    failures: list[str] = field(default_factory=list)
    spoil: Spoil = list
    base_url: str = ""
    requests: list[dict[str, Any]] = field(default_factory=list)  # Any: decoded JSON

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        length = next(int(line[15:]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
        request = json.loads(await reader.readexactly(length))
        self.requests.append(request)
        status = self.failures.pop(0) if self.failures else "200 OK"
        vectors = await FakeEmbedder(dimensions=64).embed(request["input"])
        data = [{"object": "embedding", "index": at, "embedding": (2 * one).tolist()} for at, one in enumerate(vectors)]
        body = json.dumps(
            {"object": "list", "model": "words", "data": self.spoil(data), "usage": {"prompt_tokens": 1, "total_tokens": 1}}
        )
        writer.write(
            f"HTTP/1.1 {status}\r\nContent-Type: application/json\r\nRetry-After-Ms: 1\r\n"
            f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n{body}".encode()
        )
        await writer.drain()


@asynccontextmanager
async def serving(endpoint: Endpoint) -> AsyncIterator[Endpoint]:
    async with listening(endpoint.answer) as port:
        endpoint.base_url = f"http://127.0.0.1:{port}/v1"
        yield endpoint
