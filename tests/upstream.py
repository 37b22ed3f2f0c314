"""A language model's endpoint that does what it is told, also wrong things on purpose."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from tests.listening import listening


def event(**delta: str) -> bytes:
    """One piece of a streamed chat completion."""
    chunk = {"id": "1", "object": "chat.completion.chunk", "created": 0, "model": "m", "choices": [{"index": 0, "delta": delta}]}
    return b"data: " + json.dumps(chunk).encode() + b"\n\n"


def usage(prompt: int, completion: int) -> bytes:
    counted = {"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion}
    chunk = {"id": "1", "object": "chat.completion.chunk", "created": 0, "model": "m", "choices": [], "usage": counted}
    return b"data: " + json.dumps(chunk).encode() + b"\n\n"


DONE = b"data: [DONE]\n\n"
HANG = b""
"""In a script: from here on nothing comes, and the connection stays open."""


@dataclass
class Upstream:
    """Answers every request with the same script."""

    status: str = "200 OK"
    content_type: str = "text/event-stream"
    script: tuple[bytes, ...] = ()
    base_url: str = ""
    requests: list[dict[str, Any]] = field(default_factory=list)  # Any: decoded JSON

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        length = next(int(line[15:]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
        self.requests.append(json.loads(await reader.readexactly(length)))
        writer.write(f"HTTP/1.1 {self.status}\r\nContent-Type: {self.content_type}\r\nConnection: close\r\n\r\n".encode())
        for part in self.script:
            if part == HANG:
                await reader.read()  # until the client has had enough
            writer.write(part)
            await writer.drain()


@asynccontextmanager
async def serving(upstream: Upstream) -> AsyncIterator[Upstream]:
    """The endpoint on a free port of this machine."""
    async with listening(upstream.answer) as port:
        upstream.base_url = f"http://127.0.0.1:{port}/v1"
        yield upstream
