"""`threadwise export` and `threadwise import`."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO, Annotated, Any

import typer
from rich.console import Console

from chat.cli.clients.client import Client, path
from chat.cli.commands.threads import called
from chat.cli.connection import AsJson, Key, Server, Thread, at, identifier, shown
from chat.cli.ingesting.display import refusal
from chat.errors import InvalidRequest, StorageFailed

_PIECE = 256 * 1024
_STANDARD = Path("-")
To = Annotated[Path, typer.Argument(help="The file to write, or - for standard output.", show_default=False)]
_FROM = "An exported thread, or ChatGPT's conversations.json or ZIP file, or - for standard input."
From = Annotated[Path, typer.Argument(help=_FROM, show_default=False)]
Force = Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")]
Id = Annotated[str | None, typer.Option("--id", help="An id of your choice for the new thread. Default: a UUID.")]


def export(file: To, thread: Thread, force: Force = False, server: Server = None, key: Key = None) -> None:
    """Export a thread to a ZIP file with its messages, documents and their versions, settings, and a manifest with hashes."""
    place = path("threads", identifier(thread, "--thread"), "export")
    if file == _STANDARD and sys.stdout.isatty():
        raise typer.BadParameter("A ZIP file cannot be printed in a terminal; name a file to write.", param_hint="FILE")
    if file.exists() and not force:
        raise InvalidRequest(f"{file} is there already; --force writes over it.")
    with _waiting("Exporting"), _replacing(file) as out:
        written = at(server, key, lambda there: _written(there, place, out))
    if file != _STANDARD:
        typer.echo(f"Wrote {file}: {written:,} bytes.")


def bring_in(file: From, id: Id = None, server: Server = None, key: Key = None, as_json: AsJson = False) -> None:
    """Import an exported thread as a new one, or each of ChatGPT's conversations as a thread. Nothing that exists is changed."""
    if file != _STANDARD and not file.is_file():
        raise typer.BadParameter(f"There is no file {file}.", param_hint="FILE")
    params = {} if id is None else {"id": identifier(id, "--id")}
    with _waiting("Importing"), ExitStack() as open_while_read:
        stream = sys.stdin.buffer if file == _STANDARD else open_while_read.enter_context(file.open("rb"))
        request: dict[str, Any] = {"content": _pieces(stream), "params": params, "timeout": None}  # Any: httpx's arguments
        made = at(server, key, lambda there: there.call("POST", path("threads", "import"), **request))["threads"]
    refused = [document for thread in made for document in thread["documents"] if document["status"] == "failed"]
    for document in refused:
        typer.echo(refusal(document, document["name"]), err=True)
    if as_json:
        shown(made)
    else:
        for thread in made:
            counted = f"{_many(thread['messages'], 'message')}, {_many(len(thread['documents']), 'document')}"
            typer.echo(f"{thread['id']}  {counted}  {called(thread)}")
    raise typer.Exit(1 if refused else 0)


async def _written(there: Client, place: str, file: IO[bytes]) -> int:
    """Write the server's answer to the file and return its size in bytes."""
    size = 0
    async with there.answer("GET", place, timeout=None) as answer:
        async for piece in answer.aiter_bytes():
            size += file.write(piece)
    file.flush()
    return size


@contextmanager
def _replacing(file: Path) -> Iterator[IO[bytes]]:
    """Yield a temporary file, readable by its owner only, which replaces `file` once it is complete; on errors it is removed."""
    if file == _STANDARD:
        yield sys.stdout.buffer
        return
    try:
        with NamedTemporaryFile(dir=file.absolute().parent, prefix=f".{file.name}-", delete=False) as part:
            try:
                yield part
                Path(part.name).replace(file)
            except BaseException:
                Path(part.name).unlink()
                raise
    except OSError as error:
        raise StorageFailed(f"{file} can't be written: {error.strerror}.") from error


async def _pieces(stream: IO[bytes]) -> AsyncIterator[bytes]:
    while piece := stream.read(_PIECE):
        yield piece


@contextmanager
def _waiting(word: str) -> Iterator[None]:
    """Show a spinner with the word while the block runs, if stderr is a terminal."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield
        return
    with console.status(f"{word} …"):
        yield


def _many(number: int, word: str) -> str:
    return f"{number:,} {word}{'' if number == 1 else 's'}"
