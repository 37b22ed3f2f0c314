"""`threadwise user`."""

from __future__ import annotations

import json
import sys
from typing import Annotated

import typer

from chat.api.cli import group
from chat.api.commands.database import with_accounts

app = group("Users who may sign in.")

FromInput = Annotated[bool, typer.Option("--password-stdin", help="Read the password from the first line of the input.")]
AsJson = Annotated[bool, typer.Option("--json", help="For machines.")]


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
def remove(name: str) -> None:
    """Shut a user out at once; threads and files go when the server next starts."""
    with_accounts(lambda accounts: accounts.remove_user(name))
    typer.echo(f"Removed {name}.")


@app.command()
def password(name: str, password_stdin: FromInput = False) -> None:
    """Set a user's password."""
    new = _password(password_stdin)
    with_accounts(lambda accounts: accounts.set_password(name, new))
    typer.echo(f"The password of {name} is set.")
