"""`threadwise threads`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

import typer

from chat.cli.clients.client import path
from chat.cli.connection import AsJson, Key, Server, at, identifier, shown
from chat.cli.registry import ListedByDefault, group
from chat.text import clean, clean_line

app = group("List, show, create and rename threads. Without a command, the threads are listed.", kind=ListedByDefault)

Id = Annotated[str, typer.Argument(help="The thread's id.", show_default=False)]
Name = Annotated[str, typer.Argument(help="The new name.", show_default=False)]
NewName = Annotated[str | None, typer.Argument(help="The name. Default: taken from the first question.", show_default=False)]
NewId = Annotated[str | None, typer.Option("--id", help="An id of your choice. Default: a UUID.")]
Query = Annotated[str | None, typer.Option(help="List only threads with these words in the name or in a message.")]
Shape = Mapping[str, Any]  # Any: JSON


@app.command("list")
def list_threads(query: Query = None, server: Server = None, key: Key = None, as_json: AsJson = False) -> None:
    """List the threads, the last used first."""
    wanted = {} if query is None else {"query": query}
    found = at(server, key, lambda there: there.listed(path("threads"), "threads", **wanted))
    if as_json:
        shown(found)
        return
    if not found:
        typer.echo(
            "There are none." if query else "There are none yet; `threadwise ingest PATH --thread ID` makes one.", err=True
        )
    for thread in found:
        typer.echo(f"{thread['id']}  {thread['updated_at'][:10]}  {called(thread)}")


@app.command()
def show(id: Id, server: Server = None, key: Key = None, as_json: AsJson = False) -> None:
    """Show the messages of a thread, oldest first."""
    place = path("threads", _checked(id), "messages")
    found = at(server, key, lambda there: there.listed(place, "messages"))
    if as_json:
        shown(found)
        return
    for line in _said(found):
        typer.echo(line)


@app.command()
def create(name: NewName = None, id: NewId = None, server: Server = None, key: Key = None, as_json: AsJson = False) -> None:
    """Create a thread and print its id."""
    body = {"name": name, "id": None if id is None else identifier(id, "--id")}
    made = at(server, key, lambda there: there.call("POST", path("threads"), json=body))
    if as_json:
        shown(made)
    else:
        typer.echo(made["id"])


@app.command()
def rename(id: Id, name: Name, server: Server = None, key: Key = None, as_json: AsJson = False) -> None:
    """Rename a thread."""
    place = path("threads", _checked(id))
    renamed = at(server, key, lambda there: there.call("PATCH", place, json={"name": name}))
    if as_json:
        shown(renamed)
    else:
        typer.echo(f"{renamed['id']} is called {called(renamed)} now.")


def called(thread: Shape) -> str:
    """Return the name of a thread on one line, or a placeholder if it has none."""
    return clean_line(thread["name"] or "") or "(without a name)"


def _said(messages: list[dict[str, Any]]) -> Iterator[str]:  # Any: JSON
    for at_, message in enumerate(messages):
        speaker = message["author"] or ("You" if message["role"] == "user" else "Threadwise")
        stopped = ", interrupted" if message["interrupted"] else ""
        if at_:
            yield ""
        yield f"{clean_line(speaker)}, {message['created_at'][:16].replace('T', ' ')}{stopped}:"
        yield clean(message["content"]).text


def _checked(id: str) -> str:
    return identifier(id, "ID")
