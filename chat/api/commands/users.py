"""`threadwise user`."""

from __future__ import annotations

import asyncio
import json
import sys
from dataclasses import asdict, replace
from importlib import import_module
from typing import Annotated

import typer

from chat.api import render
from chat.api.cli import group
from chat.api.commands.database import opened, with_accounts
from chat.api.commands.delete import counted
from chat.database.folder import DataFolder
from chat.domain import Receipt
from chat.settings import Settings
from chat.threads.accounts import Accounts

app = group("Users who may sign in.")

FromInput = Annotated[bool, typer.Option("--password-stdin", help="Read the password from the first line of the input.")]
AsJson = Annotated[bool, typer.Option("--json", help="For machines.")]

_WAITS = 120
"""Looks, twice a second, whether the server has erased the user."""


def _password(from_input: bool) -> str:
    if from_input:
        return sys.stdin.readline().rstrip("\r\n")
    return str(typer.prompt("Password", hide_input=True, confirmation_prompt=True))


@app.command()
def add(
    name: str,
    password_stdin: FromInput = False,
    admin: Annotated[bool, typer.Option(help="May see figures of all threads.")] = False,
) -> None:
    """Add a user."""
    password = _password(password_stdin)
    user = with_accounts(lambda accounts: accounts.add_user(name, password, "admin" if admin else "member"))
    typer.echo(f"Added {user.name}.")


@app.command("list")
def list_users(as_json: AsJson = False) -> None:
    """List the users."""
    found = with_accounts(lambda accounts: accounts.users())
    if as_json:
        typer.echo(json.dumps([{"id": user.id, "name": user.name, "role": user.role} for user in found]))
        return
    for user in found:
        typer.echo(f"{user.name}  {user.role}")


@app.command()
def remove(name: str, as_json: AsJson = False) -> None:
    """Shut a user out at once, and delete everything of theirs, with a receipt."""
    receipt = asyncio.run(_removed(name, Settings()))
    deleted = {name: count for name, count in asdict(receipt).items() if name != "verified"}
    if as_json:
        typer.echo(json.dumps(render.receipt(receipt)))
    else:
        typer.echo(f"Removed {name}: {counted(deleted)}.")
        typer.echo("Nothing of it is left." if receipt.verified else "The rest goes when the server next starts.")
    raise typer.Exit(0 if receipt.verified else 1)


async def _removed(name: str, settings: Settings) -> Receipt:
    """A server that holds the data folder erases whom it finds removed, within seconds; otherwise a start of our own does."""
    async with opened() as accounts:
        user = await accounts.named(name)
        before = await accounts.holdings(user.id)
        await accounts.remove_user(name)
        await accounts.erase(user.id)  # which is all there is to it for somebody without threads
        gone = (await accounts.holdings(user.id)).verified
        if not gone and DataFolder(settings.server.data).held() is None:
            application = import_module("chat.assembly").build(settings)  # all that a server is made of: not loaded otherwise
            await application.start()
            await application.parts.leftovers.wait()
            await application.close()
        return replace(before, verified=await _erased(accounts, user.id))


async def _erased(accounts: Accounts, user: str) -> bool:
    for _ in range(_WAITS):
        if (await accounts.holdings(user)).verified:
            return True
        await asyncio.sleep(0.5)
    return False


@app.command()
def password(name: str, password_stdin: FromInput = False) -> None:
    """Set a user's password."""
    new = _password(password_stdin)
    with_accounts(lambda accounts: accounts.set_password(name, new))
    typer.echo(f"The password of {name} is set.")
