"""`threadwise key`."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from chat.cli.accounts import with_accounts
from chat.cli.connection import AsJson
from chat.cli.registry import group
from chat.threads.people.accounts import Accounts, Key, KeyScope

app = group("Manage API keys, with which programs sign in.")


@app.command()
def create(
    user: Annotated[str, typer.Option(help="Name of the user that the key belongs to.")],
    name: Annotated[str, typer.Option(help="What the key is for.")] = "key",
    origin: Annotated[
        list[str] | None, typer.Option(help="A site that shows the widget, such as https://shop.example.org. May be repeated.")
    ] = None,
    scope: Annotated[KeyScope, typer.Option(help="What the key may do.")] = "all",
    as_json: AsJson = False,
) -> None:
    """Create an API key and print it. It is not shown again.

    With --scope, a key may do everything that its user may (all), search, read and ask (ask), search and read (read), or let
    visitors of a site in (widget).
    """

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
