"""`threadwise delete`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import typer

from chat.cli.clients.client import path
from chat.cli.connection import AsJson, Key, Server, Sure, Thread, at, identifier, shown
from chat.text import listed

Document = Annotated[str | None, typer.Option(help="Delete only this document of the thread, with all its versions.")]
Message = Annotated[str | None, typer.Option(help="Delete only this message of the thread.")]

_COUNTED = {
    "messages": "message",
    "documents": "document",
    "chunks": "chunk",
    "vectors": "vector",
    "keyword_rows": "keyword row",
    "files": "file",
    "cache_entries": "cache entry",
}
"""The counts in a deletion receipt, each with its noun in the singular."""


def delete(
    thread: Thread,
    document: Document = None,
    message: Message = None,
    yes: Sure = False,
    server: Server = None,
    key: Key = None,
    as_json: AsJson = False,
) -> None:
    """Delete a thread with everything in it, or one of its documents or messages. The receipt counts what was deleted."""
    if document is not None and message is not None:
        raise typer.BadParameter("Either a document or a message.", param_hint="--document or --message")
    place, what = _what(identifier(thread, "--thread"), document, message)
    if not yes and not as_json:
        typer.confirm(f"Delete {what}? This can't be undone.", abort=True, err=True)
    receipt = at(server, key, lambda there: there.call("DELETE", place))
    if as_json:
        shown(receipt)
    else:
        typer.echo(f"Deleted {what}: {counted(receipt['deleted'])}.")
        typer.echo("A search for it afterwards found nothing." if receipt["verified"] else "It is not verified yet.")
    raise typer.Exit(0 if receipt["verified"] else 1)


def _what(thread: str, document: str | None, message: str | None) -> tuple[str, str]:
    """Return the API path of what is deleted, and a description of it."""
    if document is not None:
        return path("threads", thread, "documents", identifier(document, "--document")), f"the document {document}"
    if message is not None:
        return path("threads", thread, "messages", identifier(message, "--message")), f"the message {message}"
    return path("threads", thread), f"the thread {thread} with all its messages and documents"


def counted(deleted: Mapping[str, Any]) -> str:  # Any: numbers in JSON
    """Return the counts of a receipt in words, without those that are 0."""
    parts = [_many(deleted[name], word) for name, word in _COUNTED.items() if deleted[name]]
    return listed(parts) if parts else "it was empty"


def _many(number: int, word: str) -> str:
    several = word.removesuffix("y") + "ies" if word.endswith("y") else f"{word}s"
    return f"{number:,} {word if number == 1 else several}"
