"""`threadwise reindex`."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from chat.assembly import build
from chat.cli.connection import AsJson
from chat.settings import Settings


def reindex(
    thread: Annotated[str | None, typer.Option(help="Rebuild only the indexes of this thread.")] = None,
    as_json: AsJson = False,
) -> None:
    """Rebuild the indexes from the database. Stop the server first: while it holds the data folder, this is refused."""
    columns = (TextColumn("Collections"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), disable=as_json) as bar:
        task = bar.add_task("reindex", total=None)
        chunks = asyncio.run(_reindex(thread, lambda done, of: bar.update(task, completed=done, total=of)))
    typer.echo(json.dumps({"chunks": chunks}) if as_json else f"Indexed {chunks:,} chunks.")


async def _reindex(thread: str | None, progress: Callable[[int, int], None]) -> int:
    application = build(Settings())
    await application.start()
    try:
        return await application.reindex(thread, progress)
    finally:
        await application.close()
