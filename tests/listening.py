"""A small server on a free local port that waits for all of its connections to end before it ends itself."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

Answer = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]

_TURNS = 10


@asynccontextmanager
async def listening(answer: Answer) -> AsyncIterator[int]:
    """Yield a server's port. `answer` serves one connection, which is then closed; clients must disconnect before the end."""
    connections: set[asyncio.Task[None] | None] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connections.add(asyncio.current_task())
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            await answer(reader, writer)
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        try:
            yield server.sockets[0].getsockname()[1]
        finally:
            for _ in range(_TURNS):  # of the event loop, so that a client that has just connected begins to be served
                await asyncio.sleep(0)
            await asyncio.gather(*(task for task in connections if task))
