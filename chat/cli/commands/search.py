"""`threadwise search`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated

import typer
from pydantic import ValidationError

from chat.api.bodies import MOST_CHARACTERS, Search
from chat.cli.connection import AsJson, Key, Server, Thread, at, identifier, words
from chat.cli.print_search import MOST, show

_OPTIONS = {"now": "--now", "half_life_days": "--half-life"}
"""The options that only the request's model checks."""


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
Threshold = Annotated[
    float | None, typer.Option(min=0, max=1, help="Least fused score, 0 to 1. Default: decided by how clear the evidence is.")
]
HalfLife = Annotated[
    float | None, typer.Option("--half-life", help="Days in which recency halves. Default: the setting of the thread.")
]
Budget = Annotated[
    int | None,
    typer.Option(
        min=1, max=MOST_CHARACTERS, help="Most characters of all passages. Default: as for an answer; none with --top-k."
    ),
]
Now = Annotated[str | None, typer.Option(help="The time that counts as the present, such as 2026-03-31 or 2026-03-31T18:00Z.")]
Libraries = Annotated[bool, typer.Option(" /--no-libraries", help="Do not search attached libraries.", show_default=False)]
OtherThreads = Annotated[bool, typer.Option(" /--no-other-threads", help="Do not search other threads.", show_default=False)]
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
    threshold: Threshold = None,
    half_life: HalfLife = None,
    budget: Budget = None,
    now: Now = None,
    libraries: Libraries = True,
    other_threads: OtherThreads = True,
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
        "threshold": threshold,
        "half_life_days": half_life,
        "budget_characters": budget,
        "now": now,
        "libraries": libraries,
        "other_threads": other_threads,
        "as_of": as_of if as_of is None else identifier(as_of, "--as-of"),
    }
    body = _checked(asked)
    found = at(server, key, lambda there: there.search(thread, body))
    if as_json:
        typer.echo(json.dumps(found))
    else:
        show(found)


def _checked(asked: Mapping[str, object]) -> Search:
    """Return the request; raises BadParameter for a time or a half-life that is none."""
    try:
        return Search.model_validate(asked)
    except ValidationError as error:
        option = _OPTIONS.get(str(error.errors()[0]["loc"][0]))
        raise typer.BadParameter(str(error), param_hint=option) from error
