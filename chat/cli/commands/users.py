"""`threadwise user`."""

from __future__ import annotations

import asyncio
import json
import sys
from contextlib import suppress
from dataclasses import asdict, replace
from enum import StrEnum
from importlib import import_module
from typing import Annotated

import typer

from chat.api import render
from chat.cli.accounts import opened, with_accounts
from chat.cli.commands.delete import counted
from chat.cli.connection import AsJson
from chat.cli.registry import group
from chat.database.folder import DataFolder
from chat.domain import Receipt
from chat.errors import DatabaseHeld
from chat.settings import Settings
from chat.threads.people.accounts import Accounts

app = group("Add, list, suspend and delete users; set roles and passwords.")

FromInput = Annotated[bool, typer.Option("--password-stdin", help="Read the password from the first line of standard input.")]

_WAITS = 120
"""How often to check, twice a second, whether the server has erased the user."""


class Role(StrEnum):
    ADMIN = "admin"
    MEMBER = "member"


def _password(from_input: bool) -> str:
    if from_input:
        return sys.stdin.readline().rstrip("\r\n")
    return str(typer.prompt("Password", hide_input=True, confirmation_prompt=True))


@app.command()
def add(
    name: str,
    password_stdin: FromInput = False,
    admin: Annotated[bool, typer.Option(help="Make the user an admin, who manages users and sees the figures of all.")] = False,
) -> None:
    """Add a user."""
    password = _password(password_stdin)
    user = with_accounts(lambda accounts: accounts.add_user(name, password, "admin" if admin else "member"))
    typer.echo(f"Added {user.name}.")


@app.command("list")
def list_users(as_json: AsJson = False) -> None:
    """List the users."""
    found = with_accounts(lambda accounts: accounts.everybody())
    if as_json:
        shapes = [{"id": user.id, "name": user.name, "role": user.role, "suspended": user.suspended} for user in found]
        typer.echo(json.dumps(shapes))
        return
    for user in found:
        typer.echo(f"{user.name}  {user.role}{'  suspended' if user.suspended else ''}")


@app.command()
def suspend(name: str) -> None:
    """Suspend a user. Their sessions, streams and keys stop working within seconds, and their data stays."""
    with_accounts(lambda accounts: _suspended(accounts, name, True))
    typer.echo(f"{name} is suspended.")


@app.command()
def resume(name: str) -> None:
    """Let a suspended user in again. Their keys work again, and in browsers they have to sign in."""
    with_accounts(lambda accounts: _suspended(accounts, name, False))
    typer.echo(f"{name} may come in again.")


async def _suspended(accounts: Accounts, name: str, suspended: bool) -> None:
    user = await accounts.known(name)
    await (accounts.suspend(user.id) if suspended else accounts.resume(user.id))


@app.command()
def role(name: str, role: Annotated[Role, typer.Argument(help="The new role.")]) -> None:
    """Set a user's role: make them an admin or a member."""

    async def work(accounts: Accounts) -> None:
        user = await accounts.known(name)
        await accounts.set_role(user.id, role.value)

    with_accounts(work)
    typer.echo(f"{name} is {'an admin' if role is Role.ADMIN else 'a member'} now.")


@app.command()
def delete(name: str, as_json: AsJson = False) -> None:
    """Delete a user and everything that is theirs, and print a receipt. They are shut out at once."""
    receipt = asyncio.run(_removed(name, Settings()))
    deleted = {name: count for name, count in asdict(receipt).items() if name != "verified"}
    if as_json:
        typer.echo(json.dumps(render.receipt(receipt)))
    else:
        typer.echo(f"Removed {name}: {counted(deleted)}.")
        typer.echo("Nothing of it is left." if receipt.verified else "The rest goes when the server next starts.")
    raise typer.Exit(0 if receipt.verified else 1)


app.command("remove", help="The same as delete.", hidden=True)(delete)


async def _removed(name: str, settings: Settings) -> Receipt:
    """Remove a user and return the receipt. A server that holds the data folder erases the user's data within seconds; if none
    does, the application is started here to do it."""
    async with opened() as accounts:
        user = await accounts.known(name)
        before = await accounts.holdings(user.id)
        await accounts.remove_user(name)
        await accounts.erase(user.id)  # which is enough for a user without threads
        gone = (await accounts.holdings(user.id)).verified
        if not gone and DataFolder(settings.server.data).held() is None:
            application = import_module("chat.assembly").build(settings)  # imports the whole server, so only if needed
            with suppress(DatabaseHeld):  # by a server with another data folder, which then erases the user
                await application.start()
                await application.wait_for_cleaning()
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
