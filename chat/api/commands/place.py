"""Where a command's work is done: in the data folder by this process, or by the server that holds it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated

import httpx
import typer
from pydantic import TypeAdapter, ValidationError

from chat.api.context import Identifier
from chat.api.ingesting.base import Searched
from chat.api.ingesting.direct import direct
from chat.api.ingesting.remote import Remote, remote
from chat.database.folder import DataFolder
from chat.errors import DataFolderHeld, Unavailable
from chat.settings import ServerSettings, Settings

_ANYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - read, not listened on
"""A server that listens on all addresses is spoken to on this machine's own."""

Server = Annotated[str | None, typer.Option(help="Address of a server; default: this machine's, if it holds the data folder.")]
Key = Annotated[str | None, typer.Option(envvar="THREADWISE_KEY", help="Whom to speak for, by a key.", show_envvar=True)]


@asynccontextmanager
async def place(settings: Settings, address: str | None, key: str | None) -> AsyncIterator[Searched]:
    """A server that was named; otherwise the data folder itself; when a server holds it, that one. Never two of them."""
    address, held = _chosen(settings, address)
    if address is None:
        async with direct(settings, key) as here:
            yield here
        return
    async with remote(address, key) as there:
        await _greet(there, address, held)
        yield there


async def server_of(settings: Settings, address: str | None, key: str | None) -> str | None:
    """By the same rule: the address of the server that answers, and takes the key; None: it is the data folder itself."""
    address, held = _chosen(settings, address)
    if address is not None:
        async with remote(address, key) as there:
            await _greet(there, address, held)
            await there.sign_in()
    return address


def _chosen(settings: Settings, address: str | None) -> tuple[str | None, DataFolderHeld | None]:
    """The address of the server, if it is one; and who holds the folder, if that is why."""
    if address is not None:
        return address, None
    held = _held(settings.server)
    return (_own(settings.server) if held else None), held


async def _greet(there: Remote, address: str, held: DataFolderHeld | None) -> None:
    try:
        await there.greet()
    except Unavailable as error:
        if held is None:
            raise
        raise DataFolderHeld(f"{held} Or is it a server? None answers at {address}; name it with --server.") from error


def identifier(value: str, option: str) -> str:
    """BadParameter when it is no id."""
    try:
        return TypeAdapter(Identifier).validate_python(value)
    except ValidationError as error:
        raise typer.BadParameter(str(error.errors()[0]["ctx"]["error"]), param_hint=option) from error


def address_of(server: str | None) -> str | None:
    """BadParameter when it is no address of a server."""
    if server is None:
        return None
    try:
        url = httpx.URL(server)
    except httpx.InvalidURL as error:
        raise typer.BadParameter(str(error), param_hint="--server") from error
    if url.scheme not in ("http", "https") or not url.host or url.userinfo:
        raise typer.BadParameter("An address is written http://HOST:PORT.", param_hint="--server")
    return server.rstrip("/")


def secret_of(key: str | None) -> str | None:
    """BadParameter when it can't be sent."""
    secret = (key or "").strip()
    if not secret.isascii() or not (secret.isprintable()):
        raise typer.BadParameter("A key has only the characters that `threadwise key create` printed.", param_hint="--key")
    return secret or None


def _held(server: ServerSettings) -> DataFolderHeld | None:
    folder = DataFolder(server.data)
    try:
        folder.hold()
    except DataFolderHeld as error:
        return error
    folder.release()
    return None


def _own(server: ServerSettings) -> str:
    host = _ANYWHERE.get(server.host, server.host)
    return f"http://{f'[{host}]' if ':' in host else host}:{server.port}"
