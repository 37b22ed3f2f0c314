"""`threadwise documents`."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from chat.cli.clients.client import path
from chat.cli.connection import AsJson, Key, Server, Thread, at, identifier, shown
from chat.cli.registry import ListedByDefault, group
from chat.text import clean, clean_line

app = group("Show the documents of a thread. Without a command, the documents are listed.", kind=ListedByDefault)

Id = Annotated[str, typer.Argument(help="The document's id.", show_default=False)]
Number = Annotated[int, typer.Argument(min=1, help="Number of the version.", show_default=False)]


@app.command("list")
def list_documents(thread: Thread, server: Server = None, key: Key = None, as_json: AsJson = False) -> None:
    """List a thread's documents, in the order in which they were added."""
    place = _of(thread)
    found = at(server, key, lambda there: there.listed(place, "documents"))
    if as_json:
        shown(found)
        return
    if not found:
        typer.echo(f"There are none yet; `threadwise ingest PATH --thread {thread}` adds some.", err=True)
    for document in found:
        typer.echo(f"{document['id']}  {_size(document)}  {clean_line(document['name'])}")


@app.command()
def text(id: Id, thread: Thread, server: Server = None, key: Key = None, as_json: AsJson = False) -> None:
    """Show the text that was extracted from a document."""
    place = _of(thread, id, "text")
    found = at(server, key, lambda there: there.call("GET", place))
    if as_json:
        shown(found)
    else:
        typer.echo(clean(found["text"]).text)


@app.command()
def versions(id: Id, thread: Thread, server: Server = None, key: Key = None, as_json: AsJson = False) -> None:
    """List the stored versions of a document, oldest first."""
    place = _of(thread, id, "versions")
    found = at(server, key, lambda there: there.call("GET", place))["versions"]
    if as_json:
        shown(found)
        return
    for version in found:
        current = "  (current)" if version["current"] else ""
        typer.echo(f"{version['number']}  {version['created_at'][:10]}  {_size(version)}  {clean_line(version['name'])}{current}")


@app.command()
def restore(id: Id, number: Number, thread: Thread, server: Server = None, key: Key = None, as_json: AsJson = False) -> None:
    """Restore an earlier version of a document as its newest version."""
    place = _of(thread, id, "versions", str(number), "restore")
    [document] = at(server, key, lambda there: there.call("POST", place))["documents"]
    if as_json:
        shown(document)
    else:
        typer.echo(f"{clean_line(document['name'])} is as in version {number}, which is version {document['version']} now.")


def _of(thread: str, document: str | None = None, *rest: str) -> str:
    """Return the API path of the documents of a thread, or of one of them."""
    place = ("threads", identifier(thread, "--thread"), "documents")
    return path(*place) if document is None else path(*place, identifier(document, "ID"), *rest)


def _size(document: dict[str, Any]) -> str:  # Any: JSON
    pages = document["pages"]
    return f"{pages:,} page{'' if pages == 1 else 's'}" if pages else f"{document['characters']:,} characters"
