"""Connect a command: to the server that holds the data folder, or to the application in this process."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from importlib import import_module
from typing import Annotated, TypeVar

import httpx
import typer
from pydantic import TypeAdapter, ValidationError

from chat.api.types import Identifier
from chat.cli.clients.client import Client, remote
from chat.database.folder import DataFolder
from chat.errors import DataFolderHeld
from chat.settings import Settings

Result = TypeVar("Result")

_SERVER = "Address of a server. Default: the server that holds the data folder."
Server = Annotated[str | None, typer.Option(envvar="THREADWISE_ADDRESS", help=_SERVER, show_envvar=True)]
Key = Annotated[str | None, typer.Option(envvar="THREADWISE_KEY", help="API key that says who is asking.", show_envvar=True)]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
Thread = Annotated[str, typer.Option(help="The thread's id.", show_default=False)]
Sure = Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")]


@asynccontextmanager
async def connected(settings: Settings, address: str | None, key: str | None) -> AsyncIterator[Client]:
    """Yield a client of the server that was named or, failing that, of the one that holds the data folder; if there is neither,
    of the application in this process. So two processes never work on one data folder."""
    address = address or _holding(settings)
    if address is None:
        here = import_module("chat.cli.clients.in_process")  # imports the whole server, which a client of one does not need
        async with here.here(settings, key) as client:
            yield client
        return
    async with remote(address, key) as client:
        await client.greet()
        yield client


async def server_of(settings: Settings, address: str | None, key: str | None) -> str | None:
    """Return the address of the server that `connected` would use, after checking that it answers and accepts the key.

    `None` if it would use the data folder in this process.
    """
    address = address or _holding(settings)
    if address is not None:
        async with remote(address, key) as client:
            await client.greet()
            await client.sign_in()
    return address


def _holding(settings: Settings) -> str | None:
    """Return the address of the server that holds the data folder, as its lock says, or `None` if the folder is free. Raises
    DataFolderHeld if it is held by a process that is not a listening server."""
    held = DataFolder(settings.server.data).held()
    if held is None:
        return None
    if "address" not in held.about:
        raise DataFolderHeld(f"{held} It is another command, or a server that does not listen yet.")
    return str(held.about["address"])


def at(server: str | None, key: str | None, work: Callable[[Client], Awaitable[Result]]) -> Result:
    """Run `work` with a client (see `connected`) from synchronous code, and return its result."""
    address, secret = address_of(server), secret_of(key)

    async def there() -> Result:
        async with connected(Settings(), address, secret) as client:
            return await work(client)

    return asyncio.run(there())


def words(given: str) -> str:
    """Return the text given on the command line or, for `-`, the text on standard input."""
    return sys.stdin.read().strip() if given == "-" else given


def shown(value: object) -> None:
    """Print a value as JSON on one line."""
    typer.echo(json.dumps(value))


def identifier(value: str, option: str) -> str:
    """Return the id; raises BadParameter if it is not a valid one."""
    try:
        return TypeAdapter(Identifier).validate_python(value)
    except ValidationError as error:
        raise typer.BadParameter(str(error.errors()[0]["ctx"]["error"]), param_hint=option) from error


def address_of(server: str | None) -> str | None:
    """Return the server's address without a trailing slash; raises BadParameter if it is not an HTTP address."""
    if server is None:
        return None
    try:
        url = httpx.URL(server)
    except httpx.InvalidURL as error:
        raise typer.BadParameter(str(error), param_hint="--server") from error
    if url.scheme not in ("http", "https") or not url.host or url.userinfo:
        raise typer.BadParameter("Write the address as http://HOST:PORT.", param_hint="--server")
    return server.rstrip("/")


def secret_of(key: str | None) -> str | None:
    """Return the key, or `None` if it is empty; raises BadParameter if it cannot be sent in a header."""
    secret = (key or "").strip()
    if not secret.isascii() or not (secret.isprintable()):
        raise typer.BadParameter("A key has only the characters that `threadwise key create` printed.", param_hint="--key")
    return secret or None
