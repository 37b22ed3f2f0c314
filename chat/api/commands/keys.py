"""`threadwise key`."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from chat.api.commands.database import with_accounts
from chat.threads.accounts import Accounts, Key

app = typer.Typer(no_args_is_help=True, help="Keys for programs.", pretty_exceptions_enable=False)


@app.command()
def create(
    user: Annotated[str, typer.Option(help="Whom the key speaks for.")],
    name: Annotated[str, typer.Option(help="What the key is for.")] = "key",
) -> None:
    """Create a key; it is shown this once."""

    async def work(accounts: Accounts) -> str:
        owner = await accounts.local_user() if user == "local" else await accounts.named(user)
        return await accounts.create_key(owner, name)

    typer.echo(with_accounts(work))


@app.command("list")
def list_keys(as_json: Annotated[bool, typer.Option("--json", help="For machines.")] = False) -> None:
    """List the keys, without their secrets."""
    found = with_accounts(lambda accounts: accounts.keys())
    if as_json:
        typer.echo(json.dumps([_shape(key) for key in found]))
        return
    for key in found:
        typer.echo(f"{key.id}  {key.name}  {'revoked' if key.revoked_at else 'in use'}")


@app.command()
def revoke(id: str) -> None:
    """Revoke a key by the id that `list` shows."""
    with_accounts(lambda accounts: accounts.revoke_key(id))
    typer.echo("Revoked.")


def _shape(key: Key) -> dict[str, object]:
    return {"id": key.id, "user": key.user, "name": key.name, "revoked": key.revoked_at is not None}
