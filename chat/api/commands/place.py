"""Where a command's work is done: in the data folder by this process, or by the server that holds it."""

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

from chat.api.places.client import Client, remote
from chat.api.words import Identifier
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
async def place(settings: Settings, address: str | None, key: str | None) -> AsyncIterator[Client]:
    """A server that was named; otherwise the data folder itself; when a server holds it, that one. Never two of them."""
    address = address or _holding(settings)
    if address is None:
        here = import_module("chat.api.places.here")  # all that a server is made of: not loaded by whoever asks one
        async with here.here(settings, key) as client:
            yield client
        return
    async with remote(address, key) as client:
        await client.greet()
        yield client


async def server_of(settings: Settings, address: str | None, key: str | None) -> str | None:
    """By the same rule: the address of the server that answers, and takes the key; None: it is the data folder itself."""
    address = address or _holding(settings)
    if address is not None:
        async with remote(address, key) as client:
            await client.greet()
            await client.sign_in()
    return address


def _holding(settings: Settings) -> str | None:
    """The address of the server that holds the data folder, which its lock says. DataFolderHeld: it is held, by no server."""
    held = DataFolder(settings.server.data).held()
    if held is None:
        return None
    if "address" not in held.about:
        raise DataFolderHeld(f"{held} It is another command, or a server that does not listen yet.")
    return str(held.about["address"])


def at(server: str | None, key: str | None, work: Callable[[Client], Awaitable[Result]]) -> Result:
    """Do the work there, from code that is not asynchronous."""
    address, secret = address_of(server), secret_of(key)

    async def there() -> Result:
        async with place(Settings(), address, secret) as client:
            return await work(client)

    return asyncio.run(there())


def words(given: str) -> str:
    """What stands on the command line, or `-`: on standard input."""
    return sys.stdin.read().strip() if given == "-" else given


def shown(value: object) -> None:
    """As JSON, in one line."""
    typer.echo(json.dumps(value))


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
