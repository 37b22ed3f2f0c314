"""`threadwise key`."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from chat.api.cli import group
from chat.api.commands.database import with_accounts
from chat.api.commands.place import AsJson
from chat.threads.accounts import Accounts, Key, KeyScope

app = group("Keys for programs.")


@app.command()
def create(
    user: Annotated[str, typer.Option(help="Whom the key speaks for.")],
    name: Annotated[str, typer.Option(help="What the key is for.")] = "key",
    origin: Annotated[
        list[str] | None, typer.Option(help="A site whose visitors it may let in, as https://shop.example.org; may be repeated.")
    ] = None,
    scope: Annotated[KeyScope, typer.Option(help="What it may be used for.")] = "all",
    as_json: AsJson = False,
) -> None:
    """Create a key; it is shown this once. It does all that its user may, or asks and reads, or reads, or lets visitors in."""

    async def work(accounts: Accounts) -> str:
        owner = await accounts.local_user() if user == "local" else await accounts.named(user)
        return await accounts.create_key(owner, name, origin or [], scope)

    key = with_accounts(work)
    typer.echo(json.dumps({"key": key}) if as_json else key)


@app.command("list")
def list_keys(as_json: AsJson = False) -> None:
    """List the keys, without their secrets."""

    async def work(accounts: Accounts) -> list[dict[str, object]]:
        names = {user.id: user.name for user in await accounts.users()}
        return [_shape(key, names[key.user]) for key in await accounts.keys() if key.user in names]

    found = with_accounts(work)
    if as_json:
        typer.echo(json.dumps(found))
        return
    for key in found:
        typer.echo(f"{key['id']}  {key['user']}  {key['name']}  {key['scope']}  {'revoked' if key['revoked'] else 'in use'}")


@app.command()
def revoke(id: str) -> None:
    """Revoke a key by the id that `list` shows."""
    with_accounts(lambda accounts: accounts.revoke_key(id))
    typer.echo("Revoked.")


def _shape(key: Key, user: str) -> dict[str, object]:
    return {"id": key.id, "user": user, "name": key.name, "scope": key.scope, "revoked": key.revoked_at is not None}
