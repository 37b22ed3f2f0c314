"""Print an answer at a terminal: its text as it is written, then its sources."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from chat.cli.clients.client import Events
from chat.cli.print_search import where
from chat.text import clean, clean_line

Shape = Mapping[str, Any]  # Any: JSON
_QUOTE_CHARACTERS = 300
_NEAREST = 3


@dataclass
class Said:
    """An answer as far as it has been received."""

    text: str = ""
    citations: Sequence[Shape] = ()
    follow_ups: Sequence[str] = ()
    outcome: Shape = field(default_factory=dict)


async def spoken(events: Events, live: bool) -> Said:
    """Print an answer and return it: as it is written, or, if not `live`, once its citations have been checked."""
    said = Said()
    async with aclosing(events) as happened:
        async for event, data in happened:
            match event:
                case "chunk":
                    said.text += data["text"]
                    if live:
                        _write(data["text"])
                case "citations":
                    _corrected(said, data["answer"], live)
                    said.citations = data["citations"]
                case "follow_ups":
                    said.follow_ups = data["follow_ups"]
                case "done":
                    said.outcome = data
    return said


def beneath(said: Said, watched: bool) -> None:
    """Print what goes below an answer: sources, the nearest passages, follow-up questions. A note about the answer goes to
    stderr."""
    console = _console()
    for line in sources(said.citations):
        console.print(line, soft_wrap=True)
    near = said.outcome.get("near") or ()
    if near:
        console.print(Text("What comes closest:", style="dim"))
    for passage in near[:_NEAREST]:
        console.print(Text.assemble("  ", clean_line(where(passage))), soft_wrap=True)
    if watched and said.follow_ups:
        console.print(Text("You could ask:", style="dim"))
        for question in said.follow_ups:
            console.print(Text.assemble("  ", clean_line(question)), soft_wrap=True)
    if said.outcome.get("note"):
        remark(said.outcome["note"])


def sources(citations: Sequence[Shape], quotes: bool = False) -> Iterator[Text | Padding]:
    """Yield a line for each citation: its number and where it comes from; with `quotes` also the text that is cited."""
    for citation in citations:
        doubt = "" if citation["supported"] else "  (does not bear out what it is cited for)"
        place = clean_line(where(citation["passage"]))
        yield Text.assemble((f"[{citation['marker']}]", "bold"), f" {place}", (doubt, "yellow"))
        if quotes:
            yield Padding(Text(_cut(clean_line(citation["quote"]))), (0, 0, 0, 4), expand=False)


def remark(sentence: str) -> None:
    """Print a sentence on stderr, in one line."""
    Console(stderr=True, highlight=False).print(Text(clean_line(sentence), style="dim"), soft_wrap=True)


def show_sources(said: Said) -> None:
    """Print the sources of an answer with their quotes."""
    for line in sources(said.citations, quotes=True):
        _console().print(line)


def _corrected(said: Said, checked: str, live: bool) -> None:
    """Print the answer as checked, unless it was already shown `live` and is unchanged; the check may have removed a marker."""
    if not live:
        _write(checked)
    elif checked.split() != said.text.split():
        _write(f"\n\nAs checked:\n{checked}")
    _write("\n\n")
    said.text = checked


def _write(words: str) -> None:
    """Write text from outside without control sequences for the terminal."""
    sys.stdout.write(clean(words).text)
    sys.stdout.flush()


def _console() -> Console:
    return Console(highlight=False)


def _cut(words: str) -> str:
    return words if len(words) <= _QUOTE_CHARACTERS else words[:_QUOTE_CHARACTERS].rsplit(" ", 1)[0] + " …"
