"""`threadwise backup` and `threadwise restore`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from sqlalchemy import make_url

from chat.assembly import bucket, file_store
from chat.cli.connection import AsJson, shown
from chat.database.backup import Copied, back_up
from chat.database.backup import restore as put_back
from chat.database.engine import newest
from chat.database.folder import DataFolder
from chat.domain import utc_now
from chat.errors import InvalidRequest
from chat.settings import Settings

FilesOnly = Annotated[bool, typer.Option("--files-only", help="Leave the database out. Use this with PostgreSQL.")]
Force = Annotated[bool, typer.Option("--force", help="Replace the contents of the data folder.")]


def backup(
    path: Annotated[Path, typer.Argument(help="Folder to create for the backup.")],
    files_only: FilesOnly = False,
    as_json: AsJson = False,
) -> None:
    """Back up the data folder. The backup is consistent, and the server may run."""
    settings = Settings()
    folder = DataFolder(settings.server.data)
    database = None if files_only else _database(settings, folder)
    files = file_store(settings.files, folder).copy_new
    _told("Backed up", back_up(folder, files, database, path.resolve(), utc_now()), as_json)


def restore(
    path: Annotated[Path, typer.Argument(help="A folder that `threadwise backup` created.", exists=True, file_okay=False)],
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Restore the data folder from a backup. Stop the server first. The data folder must be empty, unless you give --force."""
    settings = Settings()
    take = bucket(settings.files).take if settings.files.files_url else None
    _told("Restored", put_back(path.resolve(), DataFolder(settings.server.data), force, newest(), take), as_json)


def _database(settings: Settings, folder: DataFolder) -> Path:
    if not settings.database.database_url:
        return folder.database
    url = make_url(settings.database.database_url)
    if url.get_backend_name() != "sqlite" or not url.database:
        raise InvalidRequest(
            "The rows are in PostgreSQL: take `pg_dump` for them, then `threadwise backup --files-only` for the files."
        )
    return Path(url.database)


def _told(what: str, copied: Copied, as_json: bool) -> None:
    if as_json:
        shown(
            {
                "path": str(copied.path),
                "made_at": copied.made_at,
                "migration": copied.migration,
                "files": copied.files,
                "bytes": copied.bytes,
            }
        )
    else:
        rows = "the database and " if copied.migration else ""
        typer.echo(f"{what} {rows}{copied.files} files, {copied.bytes / 1e6:.1f} MB: {copied.path}")
