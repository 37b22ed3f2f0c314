"""`threadwise run`."""

from __future__ import annotations

import ipaddress
import os
import sys
from importlib.util import find_spec
from typing import Annotated

import typer

from chat.api.commands.database import with_accounts
from chat.errors import InvalidRequest, StorageFailed
from chat.settings import ServerSettings


def run(
    host: Annotated[str | None, typer.Option(help="Address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="Port to listen on.")] = None,
) -> None:
    """Start the server. Anything but loopback needs THREADWISE_AUTH=password and a user."""
    server = ServerSettings()
    host, port = host or server.host, server.port if port is None else port
    if not is_loopback(host):
        _need_sign_in(server)
    spec = find_spec("app")
    if spec is None or spec.origin is None:
        raise StorageFailed("app.py is not where it was installed; install threadwise again.")
    environment = {**os.environ, "THREADWISE_HOST": host, "THREADWISE_PORT": str(port)}
    words = [sys.executable, "-m", "chainlit", "run", spec.origin, "--headless", "--host", host, "--port", str(port)]
    sys.stdout.flush()
    os.execve(sys.executable, words, environment)  # noqa: S606 - no shell; the interpreter that runs us


def is_loopback(host: str) -> bool:
    """An address that only this machine reaches."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def _need_sign_in(server: ServerSettings) -> None:
    if server.auth != "password":
        raise InvalidRequest("Only loopback without sign-in: set THREADWISE_AUTH=password to listen on another address.")
    if not any(user.name != "local" for user in with_accounts(lambda accounts: accounts.users())):
        raise InvalidRequest("There is no user who could sign in; make one with `threadwise user add NAME`.")
