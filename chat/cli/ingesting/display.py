"""Output while files are read: progress bars at a terminal, lines for logs, JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TaskProgressColumn, TextColumn
from rich.table import Column

from chat.api.types import Json
from chat.cli.ingesting.files import File

_WORDS = {"ready": "ready", "updated": "updated", "unchanged": "unchanged", "failed": "refused", "removed": "removed"}
"""Words for statuses, in the order of the summary line."""


class Lines:
    """Prints a line for each file; refusals go to stderr."""

    @contextmanager
    def reading(self, files: int) -> Iterator[None]:
        """Surround the reading of this many files."""
        yield

    def started(self, file: File) -> None: ...

    def moved(self, file: File, stage: str, percent: int) -> None: ...

    def ended(self, file: File, document: Json | None) -> None:
        """Report a file that was read or refused; `None`: it was gone before it could be read."""
        if document is not None:
            self.line(document, file.name)

    def removed(self, id: str, name: str) -> None:
        """Report a document that was removed because its file is gone."""
        self.line({"id": id, "name": name, "status": "removed"}, name)

    def line(self, document: Json, name: str) -> None:
        if document["status"] == "failed":
            self.said(refusal(document, name))
            return
        typer.echo(f"{document['status']:<9}  {name}")
        for warning in warnings(document):
            typer.echo(f"{'':<9}  {warning}")

    def said(self, sentence: str) -> None:
        """Print a sentence that is not a result."""
        typer.echo(sentence, err=True)

    def summary(self, figures: dict[str, Any]) -> None:  # Any: JSON
        typer.echo(sentence(figures))


class JsonLines(Lines):
    """Prints a line of JSON for each file, and one with the figures at the end; refusals also go to stderr."""

    def line(self, document: Json, name: str) -> None:
        typer.echo(json.dumps(document))
        if document["status"] == "failed":
            self.said(refusal(document, name))

    def summary(self, figures: dict[str, Any]) -> None:  # Any: JSON
        typer.echo(json.dumps({"summary": figures}))


class Bars(Lines):
    """Shows a bar for all files together and one for each that is being read; problems are printed above them."""

    def __init__(self) -> None:
        self._console = Console(stderr=True)
        self._bars: Progress | None = None
        self._total = TaskID(0)
        self._tasks: dict[str, TaskID] = {}
        self._percents: dict[str, int] = {}

    @contextmanager
    def reading(self, files: int) -> Iterator[None]:
        self._tasks, self._percents = {}, {}
        with _progress(self._console) as self._bars:
            self._total = self._bars.add_task(_counted(files), total=max(files, 1) * 100, stage="")
            try:
                yield
            finally:
                self._bars = None

    def started(self, file: File) -> None:
        if self._bars is not None:
            self._tasks[file.document] = self._bars.add_task(f"  {file.name}", total=100, stage="waiting")

    def moved(self, file: File, stage: str, percent: int) -> None:
        self._percents[file.document] = percent
        if self._bars is not None:
            self._bars.update(self._tasks[file.document], completed=percent, stage=stage)
            self._bars.update(self._total, completed=sum(self._percents.values()))

    def ended(self, file: File, document: Json | None) -> None:
        self.moved(file, "complete", 100)
        if self._bars is not None:
            self._bars.remove_task(self._tasks.pop(file.document))
        super().ended(file, document)

    def line(self, document: Json, name: str) -> None:
        if document["status"] == "failed":
            self.said(refusal(document, name))
        for warning in warnings(document):
            self.said(f"{name}: {warning}")

    def said(self, sentence: str) -> None:
        self._console.print(sentence, markup=False, highlight=False, soft_wrap=True)


def display(as_json: bool) -> Lines:
    """Return the output for programs, for a terminal or for a log."""
    if as_json:
        return JsonLines()
    return Bars() if Console(stderr=True).is_terminal else Lines()


def refusal(document: Json, name: str) -> str:
    """Return the file's name and why it was refused."""
    error = cast(dict[str, str], document["error"])
    return f"{name}: {error['detail']}"


def warnings(document: Json) -> list[str]:
    """Return what could not be read of a new or updated document, a sentence each."""
    if document["status"] not in ("ready", "updated"):
        return []
    return cast(dict[str, list[str]], document["coverage"])["warnings"]


def sentence(figures: dict[str, Any]) -> str:  # Any: JSON
    """Return the summary line for people."""
    parts = [f"{figures[status]:,} {word}" for status, word in _WORDS.items() if figures[status]]
    extra = [
        (figures["folders_unread"], "folder that can't be listed", "folders that can't be listed"),
        (figures["links_skipped"], "link not followed", "links not followed"),
    ]
    parts += [f"{count:,} {one if count == 1 else many}" for count, one, many in extra if count]
    return f"{', '.join(parts)}." if parts else "There are no files to read."


def _counted(files: int) -> str:
    return f"{files:,} file{'' if files == 1 else 's'}"


def _progress(console: Console) -> Progress:
    """Return the progress bars. File names come from outside, so they are not parsed as markup; long ones are cut."""
    name = TextColumn("{task.description}", markup=False, table_column=Column(ratio=1, no_wrap=True, overflow="ellipsis"))
    stage = TextColumn("{task.fields[stage]}", markup=False, table_column=Column(width=10))
    return Progress(name, BarColumn(), TaskProgressColumn(), stage, console=console, transient=True, expand=True)
