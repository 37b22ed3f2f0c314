"""Back up a data folder while a server uses it, and restore a data folder from such a backup.

A backup holds a consistent snapshot of the database, the stored files, the secret and the file of models, each with its hash. The
vector store is not included: it is rebuilt from the vectors in the rows. All functions block. Only SQLite databases are copied,
since other databases have tools of their own.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from chat.database.folder import DataFolder
from chat.errors import InvalidRequest, StorageFailed

_MANIFEST = "manifest.json"
_FORMAT = 1
_DATABASE = "threadwise.sqlite3"
_STORED = "files"
_LOOSE = ("secret", "models.toml")
"""Files to copy besides the database and the stored files; the rest of a data folder is recreated at start."""
_MADE_ANEW = ("threadwise.sqlite3-wal", "threadwise.sqlite3-shm", "chroma", "tmp")
_BLOCK = 1 << 20


class _Manifest(BaseModel):
    format: int
    made_at: str
    migration: str | None
    files: dict[str, dict[str, Any]]  # Any: bytes and sha256 of each, or what somebody wrote instead


@dataclass(frozen=True, slots=True)
class Copied:
    """Description of a backup."""

    path: Path
    made_at: str
    migration: str | None
    """Revision of the database's last migration; `None` when the backup has no database."""
    files: int
    """Number of files besides the database."""
    bytes: int


def back_up(folder: DataFolder, files: Callable[[Path], None], database: Path | None, target: Path, now: datetime) -> Copied:
    """Back up into a new folder, which is created completely or not at all; a server may keep working meanwhile.

    `files` copies the stored files that a given folder does not have yet into it. Stored files are written once and never
    changed, so those present before the database is copied, together with those added until the copy is done, include every file
    that its rows refer to.

    Raises InvalidRequest when `target` is not empty, and StorageFailed when the disk cannot be written or the files cannot be
    read.
    """
    if target.exists() and any(target.iterdir()):
        raise InvalidRequest(f"{target} is there already; a backup goes into a new folder.")
    part = target.with_name(target.name + ".part")
    try:
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(mode=0o700, parents=True)
        files(part / _STORED)
        migration = _copy_database(database, part / _DATABASE) if database is not None else None
        files(part / _STORED)
        for name in _LOOSE:
            if (folder.path / name).exists():
                shutil.copy2(folder.path / name, part / name)
        listed = {str(place.relative_to(part)): _described(place) for place in _files(part)}
        manifest = _Manifest(format=_FORMAT, made_at=now.isoformat(), migration=migration, files=listed)
        (part / _MANIFEST).write_text(manifest.model_dump_json(indent=1) + "\n", encoding="utf-8")
        _sync(part)
        if target.exists():
            target.rmdir()
        part.rename(target)
    except StorageFailed:
        shutil.rmtree(part, ignore_errors=True)
        raise
    except (OSError, sqlite3.Error) as error:
        shutil.rmtree(part, ignore_errors=True)
        raise StorageFailed(f"The backup could not be written to {target}: {error}.") from error
    return _copied(target, manifest)


def restore(
    source: Path, folder: DataFolder, force: bool, newest: str | None, take: Callable[[Path], None] | None = None
) -> Copied:
    """Restore a backup into the data folder; every file is checked before anything is changed.

    `take` receives the backup's folder of stored files and puts them into their own storage; without it, they are restored into
    the data folder as well. If interrupted, the data folder refuses to start until it is restored again.

    Raises InvalidRequest for a backup that is invalid, damaged or made by a later version than `newest`, and for a data folder
    that is not empty, unless `force` is set; DataFolderHeld while a server runs; StorageFailed when the files cannot be written.
    """
    manifest = _manifest(source)
    if (manifest.migration or "") > (newest or ""):
        raise InvalidRequest(f"{source} was made by a later version of Threadwise; restore it with that one.")
    _check(source, manifest)
    folder.hold(restoring=True)
    try:
        there = sorted(place.name for place in folder.path.iterdir() if place.name not in ("lock", folder.restoring.name))
        if there and not force:
            raise InvalidRequest(f"The data folder {folder.path} is not empty ({', '.join(there[:3])}); --force replaces it.")
        if take is not None:
            take(source / _STORED)
        _put_in_place(source, [name for name in manifest.files if take is None or not name.startswith(f"{_STORED}/")], folder)
    except OSError as error:
        raise StorageFailed(f"The backup could not be restored to {folder.path}: {error}.") from error
    finally:
        folder.release()
    return _copied(source, manifest)


def _put_in_place(source: Path, names: Sequence[str], folder: DataFolder) -> None:
    staged = folder.restoring
    shutil.rmtree(staged, ignore_errors=True)
    for name in names:
        (staged / name).parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        shutil.copy2(source / name, staged / name)
    if (staged / _DATABASE).exists():
        _mark(staged / _DATABASE)
    _sync(staged)
    for name in (*_MADE_ANEW, *{name.split("/")[0] for name in names}):
        _remove(folder.path / name)
    for place in sorted(staged.iterdir()):
        place.rename(folder.path / place.name)
    staged.rmdir()  # from this point on the server may start


def _mark(database: Path) -> None:
    """Mark every collection for a rebuild from its rows, which runs in the background; keyword search works at once."""
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("UPDATE collections SET rebuilding = 1")


def _copy_database(source: Path, target: Path) -> str:
    """Copy the database in one step with SQLite's backup API, so that later commits are not included; return its migration."""
    if not source.exists():
        raise InvalidRequest(f"There is no database {source} yet.")
    with closing(sqlite3.connect(source, timeout=30)) as live, closing(sqlite3.connect(target, isolation_level=None)) as copy:
        live.backup(copy, pages=-1)
        copy.execute("PRAGMA journal_mode = DELETE")
        found = [str(line) for (line,) in copy.execute("PRAGMA quick_check") if line != "ok"]
        if found:
            raise StorageFailed(f"The database is damaged ({found[0]}); a backup of it would be, too.")
        (migration,) = copy.execute("SELECT version_num FROM alembic_version").fetchone()
    target.chmod(0o600)
    return str(migration)


def _manifest(source: Path) -> _Manifest:
    try:
        manifest = _Manifest.model_validate_json((source / _MANIFEST).read_bytes())
    except (OSError, ValidationError) as error:
        raise InvalidRequest(f"{source} is not a backup: its {_MANIFEST} can't be read.") from error
    if manifest.format != _FORMAT or not all(map(_inside, manifest.files)):
        raise InvalidRequest(f"{source} is not a backup that this version can read.")
    return manifest


def _inside(name: str) -> bool:
    """Return whether a name stays inside the backup; a manipulated manifest must not lead to other places."""
    parts = name.split("/")
    return ".." not in parts and parts[0] in (_STORED, _DATABASE, *_LOOSE)


def _check(source: Path, manifest: _Manifest) -> None:
    for name, described in manifest.files.items():
        if not (source / name).is_file() or _described(source / name) != described:
            raise InvalidRequest(f"The backup {source} is damaged: {name} is not what it was. Nothing was changed.")


def _described(place: Path) -> dict[str, object]:
    digest = hashlib.sha256()
    with place.open("rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)
    return {"bytes": place.stat().st_size, "sha256": digest.hexdigest()}


def _copied(path: Path, manifest: _Manifest) -> Copied:
    size = sum(each["bytes"] for each in manifest.files.values())
    return Copied(path, manifest.made_at, manifest.migration, len(manifest.files) - (_DATABASE in manifest.files), size)


def _files(folder: Path) -> Iterator[Path]:
    return (place for place in sorted(folder.rglob("*")) if place.is_file()) if folder.is_dir() else iter(())


def _sync(folder: Path) -> None:
    for place in _files(folder):
        descriptor = os.open(place, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _remove(place: Path) -> None:
    if place.is_dir():
        shutil.rmtree(place)
    else:
        place.unlink(missing_ok=True)
