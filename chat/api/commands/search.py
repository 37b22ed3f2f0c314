"""`threadwise search`."""

from __future__ import annotations

import json
from enum import StrEnum
from typing import Annotated

import typer

from chat.api.bodies import Search
from chat.api.commands.place import AsJson, Key, Server, Thread, at, identifier, words
from chat.api.found import MOST, show


class Mode(StrEnum):
    HYBRID = "hybrid"
    DENSE = "dense"
    KEYWORD = "keyword"


class Kind(StrEnum):
    DOCUMENTS = "documents"
    MESSAGES = "messages"


Question = Annotated[str, typer.Argument(help="The question, or - to read it from standard input.", show_default=False)]
Explain = Annotated[
    bool, typer.Option("--explain", help="List every candidate with the parts of its score and the step that cut it.")
]
TopK = Annotated[int | None, typer.Option(min=1, max=200, help="Maximum number of passages. Default: as many as an answer uses.")]
SearchBy = Annotated[Mode, typer.Option(help="Search by meaning (dense), by words (keyword), or by both (hybrid).")]
Recency = Annotated[bool, typer.Option(" /--no-recency", help="Ignore the age of messages.", show_default=False)]
Diversity = Annotated[
    bool, typer.Option(" /--no-diversity", help="Do not limit how many passages come from one source.", show_default=False)
]
Sources = Annotated[
    list[Kind], typer.Option("--source", help="Where to search. May be repeated. Default: the settings of the thread.")
]
AsOf = Annotated[str | None, typer.Option(help="Id of a question in the thread. Search as when it was asked.")]


def search(
    question: Question,
    thread: Thread,
    explain: Explain = False,
    top_k: TopK = None,
    mode: SearchBy = Mode.HYBRID,
    recency: Recency = True,
    diversity: Diversity = True,
    source: Sources = [],  # noqa: B006 - typer's way; never changed
    as_of: AsOf = None,
    server: Server = None,
    key: Key = None,
    as_json: AsJson = False,
) -> None:
    """Find the passages for a question. --explain shows why these were chosen. Nothing is stored."""
    thread = identifier(thread, "--thread")
    asked = {
        "query": words(question),
        "explain": explain,
        "candidates": None if as_json else MOST,
        "top_k": top_k,
        "mode": mode.value,
        "recency": recency,
        "diversity": diversity,
        "sources": [kind.value for kind in source] or None,
        "as_of": as_of if as_of is None else identifier(as_of, "--as-of"),
    }
    found = at(server, key, lambda there: there.search(thread, Search.model_validate(asked)))
    if as_json:
        typer.echo(json.dumps(found))
    else:
        show(found)
