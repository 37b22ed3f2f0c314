"""A fake endpoint of a language model that follows a script, including deliberate errors."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from tests.listening import listening


def event(finish_reason: str | None = None, **delta: object) -> bytes:
    """Return one server-sent event of a streamed chat completion."""
    choice = {"index": 0, "delta": delta, "finish_reason": finish_reason}
    chunk = {"id": "1", "object": "chat.completion.chunk", "created": 0, "model": "m", "choices": [choice]}
    return b"data: " + json.dumps(chunk).encode() + b"\n\n"


def usage(prompt: int, completion: int) -> bytes:
    counted = {"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion}
    chunk = {"id": "1", "object": "chat.completion.chunk", "created": 0, "model": "m", "choices": [], "usage": counted}
    return b"data: " + json.dumps(chunk).encode() + b"\n\n"


DONE = b"data: [DONE]\n\n"
HANG = b""
"""In a script: sends nothing more and keeps the connection open until the client closes it."""


@dataclass
class Upstream:
    """An endpoint that answers every request with the same script, or, from the second request on, like `then`."""

    status: str = "200 OK"
    content_type: str = "text/event-stream"
    script: tuple[bytes, ...] = ()
    headers: tuple[str, ...] = ()
    silent: bool = False
    """Whether to read the request and send nothing, not even a status."""
    then: Upstream | None = None
    pause: float = 0
    """Seconds to wait after each part of the script."""
    base_url: str = ""
    requests: list[dict[str, Any]] = field(default_factory=list)  # Any: decoded JSON
    heads: list[str] = field(default_factory=list)

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        length = next(int(line[15:]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
        now = self.then if self.then and self.requests else self
        self.requests.append(json.loads(await reader.readexactly(length)))
        self.heads.append(head.decode())
        if now.silent:
            await reader.read()
            return
        more = "".join(f"{line}\r\n" for line in now.headers)
        writer.write(f"HTTP/1.1 {now.status}\r\nContent-Type: {now.content_type}\r\n{more}Connection: close\r\n\r\n".encode())
        for part in now.script:
            if part == HANG:
                await reader.read()  # until the client disconnects
            writer.write(part)
            await writer.drain()
            await asyncio.sleep(now.pause)


CUT = ("Content-Length: 1000000",)
"""Headers of a response that announce more bytes than are sent."""


def refusal(status: str, message: str = "", *headers: str, then: Upstream | None = None) -> Upstream:
    """Return an endpoint that answers with an error in the format of OpenAI's servers."""
    body = json.dumps({"error": {"message": message, "type": "error", "code": None}}).encode()
    return Upstream(status, "application/json", (body,), headers, then=then)


WHOLE = (event(content="For 12"), event(content=" months."), event("stop"), usage(9, 4), DONE)


@asynccontextmanager
async def serving(upstream: Upstream) -> AsyncIterator[Upstream]:
    """Yield the endpoint while it listens on a free local port."""
    async with listening(upstream.answer) as port:
        upstream.base_url = f"http://127.0.0.1:{port}/v1"
        yield upstream
