"""`threadwise doctor`."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated

import typer

from chat.application import Application
from chat.assembly import build
from chat.cli.connection import AsJson, shown
from chat.cli.print_answer import remark
from chat.database.engine import remove_unrelated
from chat.database.folder import DataFolder
from chat.errors import InvalidRequest
from chat.ingestion.checking import CheckedPart, Checking
from chat.settings import Settings

Mend = Annotated[bool, typer.Option("--mend", help="Repair what can be repaired. Stop the server first.")]


def doctor(mend: Mend = False, as_json: AsJson = False) -> None:
    """Check files, database, indexes and disk. Exit code 1 means that something is wrong and stays wrong."""
    settings = Settings()
    if sys.stderr.isatty():
        remark(f"Looking at {settings.server.data}: files, database, indexes …")
    found = asyncio.run(looked(settings, mend))
    if as_json:
        shown({"ok": _fine(found), "findings": [asdict(finding) for finding in found]})
    else:
        for finding in found:
            typer.echo(f"{'ok   ' if finding.ok else 'WRONG'}  {finding.part}: {finding.said}")
    raise typer.Exit(0 if _fine(found) else 1)


async def looked(settings: Settings, mend: bool) -> Sequence[CheckedPart]:
    """Return the findings; after mending, those of a second look. Raises DataFolderHeld if another process holds the data folder
    that is to be mended."""
    if not settings.database.database_url and not DataFolder(settings.server.data).database.exists():
        raise InvalidRequest(f"There is nothing in the data folder {settings.server.data} yet.")
    application = build(settings)
    checking = Checking(application.engine, application.folder.path, str(application.embedder.identity), settings.server)
    held = application.folder.held()
    if held is not None:
        if mend:
            raise held
        found = await checking.look(None, 0)
        await application.engine.dispose()
        return [*found, CheckedPart("indexes", True, "not looked at: the server that holds the data folder does so daily")]
    try:
        application.folder.hold()
        found = await checking.look(application.sweeping, 0)
        if mend and not _fine(found):
            checking.protect()
            await _mended(application)
            found = await checking.look(application.sweeping, 0)
        return found
    finally:
        await application.close()


async def _mended(application: Application) -> None:
    """Mend the data folder: starting repairs what a crash left behind, the rest is repaired here."""
    await remove_unrelated(application.engine)
    application.folder.release()
    await application.start()
    await application.repair_indexes()  # before the sweep: a collection that is being rebuilt lacks passages
    await application.sweeping.sweep(young=0)
    await application.wait_for_cleaning()


def _fine(found: Sequence[CheckedPart]) -> bool:
    return all(finding.ok for finding in found)
