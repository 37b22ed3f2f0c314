"""`threadwise run`."""

from __future__ import annotations

import os
import shutil
import sys
from importlib.util import find_spec
from typing import Annotated

import typer

from chat.cli.accounts import with_accounts
from chat.cli.clients.client import is_loopback
from chat.database.folder import DataFolder
from chat.errors import InvalidRequest, StorageFailed
from chat.settings import ServerSettings

_LONGEST_TEMPORARY = 107 - len("/pymp-12345678/listener-12345678")
"""Longest path in bytes of the temporary folder: the process that reads files listens on a Unix socket in it, whose path has at
most 107 bytes."""


def run(
    host: Annotated[str | None, typer.Option(help="Address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(min=1, max=65535, help="Port to listen on.")] = None,
) -> None:
    """Start the server. To listen on another address than loopback, turn sign-in on with THREADWISE_AUTH."""
    server = ServerSettings()
    host, port = host or server.host, server.port if port is None else port
    if not is_loopback(host):
        _need_sign_in(server)
    spec = find_spec("app")
    if spec is None or spec.origin is None:
        raise StorageFailed("app.py is not where it was installed; install threadwise again.")
    environment = {**os.environ, "THREADWISE_HOST": host, "THREADWISE_PORT": str(port), **_spooling(DataFolder(server.data))}
    sys.stdout.flush()
    os.execve(sys.executable, [sys.executable, spec.origin], environment)  # noqa: S606 - no shell; the interpreter that runs us


def _spooling(folder: DataFolder) -> dict[str, str]:
    """Return the environment variable that keeps temporary files, such as uploads, in the data folder rather than the system's
    temporary folder. Removes what a crash left there. Raises DataFolderHeld if a server runs."""
    folder.hold()
    try:
        place = folder.path / "tmp"
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(mode=0o700, exist_ok=True)
    finally:
        folder.release()
    return {"TMPDIR": str(place)} if len(os.fsencode(place)) <= _LONGEST_TEMPORARY else {}


def _need_sign_in(server: ServerSettings) -> None:
    if server.auth == "local":
        raise InvalidRequest(
            "Without sign-in only loopback addresses are allowed: set THREADWISE_AUTH=password to listen on another address."
        )
    if server.auth == "password" and not any(user.name != "local" for user in with_accounts(lambda accounts: accounts.users())):
        raise InvalidRequest("There is no user who could sign in; make one with `threadwise user add NAME`.")
