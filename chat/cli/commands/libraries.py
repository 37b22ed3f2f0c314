"""`threadwise libraries`."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from chat.cli.connection import AsJson, Key, Server, Sure, at
from chat.cli.registry import group

app = group("Manage libraries, which are sets of documents that you attach to threads.")

Name = Annotated[str, typer.Argument(help="The library's name.", show_default=False)]


@app.command("list")
def list_libraries(server: Server = None, key: Key = None, as_json: AsJson = False) -> None:
    """List the libraries, by name."""
    found = at(server, key, lambda there: there.libraries())
    if as_json:
        typer.echo(json.dumps(found))
        return
    for library in found:
        whose = "  shared with you" if library["read_only"] else "  shared with all" if library["shared"] else ""
        typer.echo(f"{library['name']}  {_documents(library['documents'])}  {library['id']}{whose}")


@app.command()
def create(name: Name, server: Server = None, key: Key = None, as_json: AsJson = False) -> None:
    """Create a library. `threadwise ingest PATH --library NAME` creates one, too, and reads files into it."""
    made = at(server, key, lambda there: there.create_library(name))
    typer.echo(json.dumps(made) if as_json else f"Made {made['name']}: {made['id']}")


@app.command()
def share(name: Name, server: Server = None, key: Key = None, as_json: AsJson = False) -> None:
    """Let every member read a library and attach it to threads. For admins only."""
    changed = at(server, key, lambda there: there.share_library(name, True))
    typer.echo(json.dumps(changed) if as_json else f"{changed['name']} is shared with every member, to be read.")


@app.command()
def unshare(name: Name, server: Server = None, key: Key = None, as_json: AsJson = False) -> None:
    """Stop sharing a library. Its passages disappear from the sources of other users' answers."""
    changed = at(server, key, lambda there: there.share_library(name, False))
    typer.echo(json.dumps(changed) if as_json else f"{changed['name']} is yours alone.")


@app.command()
def delete(name: Name, yes: Sure = False, server: Server = None, key: Key = None, as_json: AsJson = False) -> None:
    """Delete a library with all its documents. Threads no longer find anything in it."""
    if not yes and not as_json:
        typer.confirm(f"Delete the library {name} with all its documents?", abort=True)
    receipt = at(server, key, lambda there: there.delete_library(name))
    deleted = receipt["deleted"]["documents"]
    typer.echo(json.dumps(receipt) if as_json else f"Deleted {name} with {_documents(deleted)}.")


def _documents(many: Any) -> str:  # Any: a number in JSON
    return f"{many:,} document{'' if many == 1 else 's'}"
