"""`threadwise mcp`: the Model Context Protocol over standard input and output."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from threading import Thread
from typing import Self, cast

import anyio
import httpx
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.client.streamable_http import streamable_http_client
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage

from chat.api.mcp.server import build
from chat.api.mcp.tools import Desk
from chat.cli.clients.client import client_of
from chat.cli.clients.in_process import opened
from chat.cli.connection import Key, Server, address_of, secret_of, server_of
from chat.errors import Unavailable
from chat.settings import Settings

_log = logging.getLogger(__name__)

_PIECE = 64 * 1024
_Received = MemoryObjectReceiveStream[SessionMessage | Exception]


def mcp(server: Server = None, key: Key = None) -> None:
    """Speak the Model Context Protocol on standard input and output, for a program that starts this command."""
    asyncio.run(_serve(Settings(), address_of(server), secret_of(key)))


async def _serve(settings: Settings, address: str | None, key: str | None) -> None:
    """Serve from the data folder itself or, if a server is named or holds the data folder, through that server."""
    there = await server_of(settings, address, key)
    if there is not None:
        await _pass_on(there, key)
        return
    async with opened(settings, key) as (application, user), _standard() as (read, write):
        server = build(Desk(application, user))
        await server.run(read, write, server.create_initialization_options())


async def _pass_on(address: str, key: str | None) -> None:
    """Relay messages unchanged to the server and back until the client closes its end. Raises Unavailable if it is lost."""
    try:
        async with (
            client_of(address, key) as client,
            streamable_http_client(f"{address}/api/mcp", http_client=client) as (from_server, to_server, _),
            _standard() as (from_client, to_client),
            anyio.create_task_group() as tasks,
        ):
            tasks.start_soon(_pump, from_server, to_client)
            await _pump(from_client, to_server)
            tasks.cancel_scope.cancel()
    except* httpx.HTTPError as errors:
        raise Unavailable(f"The server at {address} can't be reached any more.") from errors


@asynccontextmanager
async def _standard() -> AsyncIterator[tuple[_Received, MemoryObjectSendStream[SessionMessage]]]:
    async with stdio_server(cast(anyio.AsyncFile[str], _Lines())) as (read, write):
        yield read, write


class _Lines:
    """Lines of standard input, as an asynchronous iterator. A daemon thread reads them, since a blocked read cannot be cancelled
    and Ctrl-C would wait for it. It reads the file descriptor directly: otherwise it might hold the lock of Python's buffer when
    the process exits."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._queue: asyncio.Queue[str | None] = asyncio.Queue()
        Thread(target=self._read, args=(sys.stdin.fileno(),), daemon=True).start()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> str:
        line = await self._queue.get()
        if line is None:
            raise StopAsyncIteration
        return line

    def _read(self, descriptor: int) -> None:
        pending = b""
        with suppress(RuntimeError):  # the event loop is closed
            while piece := os.read(descriptor, _PIECE):
                *lines, pending = (pending + piece).split(b"\n")
                for line in lines:
                    self._put(line.decode("utf-8", "replace"))
            if pending:
                self._put(pending.decode("utf-8", "replace"))
            self._put(None)

    def _put(self, line: str | None) -> None:
        self._loop.call_soon_threadsafe(self._queue.put_nowait, line)


async def _pump(source: _Received, sink: MemoryObjectSendStream[SessionMessage]) -> None:
    async for message in source:
        if isinstance(message, Exception):
            _log.warning("A message that is none was left out: %s", message)
        else:
            await sink.send(message)
