"""`threadwise reindex`."""

from __future__ import annotations

import asyncio
from typing import Annotated

import typer

from chat.assembly import build
from chat.settings import Settings


def reindex(thread: Annotated[str | None, typer.Option(help="Only this thread.")] = None) -> None:
    """Make the indexes anew from the rows. Refused, with the holder's pid, while a server holds the data folder."""
    chunks = asyncio.run(_reindex(thread))
    typer.echo(f"Indexed {chunks:,} chunks.")


async def _reindex(thread: str | None) -> int:
    application = build(Settings())
    await application.start()
    try:
        return await application.reindex(thread)
    finally:
        await application.close()
