"""`threadwise mcp`: the Model Context Protocol over standard input and output."""

from __future__ import annotations

import asyncio
import logging

import anyio
import httpx
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.client.streamable_http import streamable_http_client
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage

from chat.api.commands.place import Key, Server, address_of, secret_of, server_of
from chat.api.mcp.server import build
from chat.api.mcp.tools import Desk
from chat.api.places.client import client_of
from chat.api.places.here import opened
from chat.errors import Unavailable
from chat.settings import Settings

_log = logging.getLogger(__name__)


def mcp(server: Server = None, key: Key = None) -> None:
    """Speak the Model Context Protocol on standard input and output, for a program that starts this command."""
    asyncio.run(_serve(Settings(), address_of(server), secret_of(key)))


async def _serve(settings: Settings, address: str | None, key: str | None) -> None:
    """From the data folder itself; while a server holds it, or when one is named, through that one."""
    there = await server_of(settings, address, key)
    if there is not None:
        await _pass_on(there, key)
        return
    async with opened(settings, key) as (application, user), stdio_server() as (read, write):
        server = build(Desk(application, user))
        await server.run(read, write, server.create_initialization_options())


async def _pass_on(address: str, key: str | None) -> None:
    """Each message as it is, to the server and back, until the client closes its end. Unavailable when the server goes away."""
    try:
        async with (
            client_of(address, key) as client,
            streamable_http_client(f"{address}/api/mcp", http_client=client) as (from_server, to_server, _),
            stdio_server() as (from_client, to_client),
            anyio.create_task_group() as tasks,
        ):
            tasks.start_soon(_pump, from_server, to_client)
            await _pump(from_client, to_server)
            tasks.cancel_scope.cancel()
    except* httpx.HTTPError as errors:
        raise Unavailable(f"The server at {address} can't be reached any more.") from errors


async def _pump(
    source: MemoryObjectReceiveStream[SessionMessage | Exception], sink: MemoryObjectSendStream[SessionMessage]
) -> None:
    async for message in source:
        if isinstance(message, Exception):
            _log.warning("A message that is none was left out: %s", message)
        else:
            await sink.send(message)
