"""`threadwise ask`."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from chat.cli.clients.client import Client, path
from chat.cli.connection import AsJson, Key, Server, Thread, at, identifier, shown, words
from chat.cli.print_answer import beneath, spoken

Question = Annotated[str, typer.Argument(help="The question, or - to read it from standard input.", show_default=False)]
Model = Annotated[str | None, typer.Option(help="Model that answers. Default: the model of the thread.")]
Prompt = Annotated[str | None, typer.Option(help="Instructions for the model, in front of those of Threadwise.")]
TopK = Annotated[
    int | None, typer.Option(min=1, max=200, help="Maximum number of passages. Default: as many as the model can read.")
]
Forget = Annotated[bool, typer.Option("--forget", help="Do not store the question and the answer in the thread.")]


def ask(
    question: Question,
    thread: Thread,
    model: Model = None,
    system_prompt: Prompt = None,
    top_k: TopK = None,
    forget: Forget = False,
    server: Server = None,
    key: Key = None,
    as_json: AsJson = False,
) -> None:
    """Answer a question from a thread and list the sources. The question and the answer become part of the thread."""
    chosen = {"model": model, "system_prompt": system_prompt, "top_k": top_k, "remember": not forget}
    place = path("threads", identifier(thread, "--thread"), "ask")
    asked = {"question": words(question), **chosen}
    if as_json:
        shown(at(server, key, lambda there: there.call("POST", place, json=asked, timeout=None)))
    else:
        at(server, key, lambda there: _told(there, place, asked))


async def _told(there: Client, place: str, asked: dict[str, Any]) -> None:  # Any: JSON
    watched = sys.stdout.isatty()
    beneath(await spoken(there.events(f"{place}/stream", json=asked), live=watched), watched)
