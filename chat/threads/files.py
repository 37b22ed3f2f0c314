"""Uploaded files on disk, under names made of hashes: no caller's word ever reaches a path."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import os
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from chat.errors import NotFound, StorageFailed

_GONE = "The file is not stored any more."


@dataclass(frozen=True, slots=True)
class Stored:
    """A file as it lies on disk, whoever it may be of."""

    place: Path
    changed: float
    """Seconds since 1970."""


class FileStore:
    """Files by thread and id."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def write(self, thread: str, id: str, content: bytes) -> None:
        """Durable and whole when it returns. StorageFailed when the disk does not take it."""
        await asyncio.to_thread(self._write, self.place(thread, id), content)

    async def read(self, thread: str, id: str) -> bytes:
        try:
            return await asyncio.to_thread(self.place(thread, id).read_bytes)
        except FileNotFoundError as error:
            raise NotFound(_GONE) from error

    async def size(self, thread: str, id: str) -> int:
        """In bytes."""
        try:
            return (await asyncio.to_thread(self.place(thread, id).stat)).st_size
        except FileNotFoundError as error:
            raise NotFound(_GONE) from error

    async def held(self, threads: Sequence[str]) -> tuple[int, int]:
        """How many files these threads have, those included that are being read, and how many bytes."""
        return await asyncio.to_thread(self._held, threads)

    async def delete(self, thread: str, id: str) -> int:
        """1 when there was such a file, else 0."""
        return await asyncio.to_thread(_unlink, self.place(thread, id))

    async def delete_thread(self, thread: str) -> int:
        """How many files the thread had."""
        return await asyncio.to_thread(_remove_folder, self.place(thread, "").parent)

    async def listed(self) -> list[Stored]:
        """All of them, unfinished ones too."""
        return await asyncio.to_thread(self._listed)

    async def remove(self, stored: Sequence[Stored]) -> None:
        """Files by where they lie, and folders that this empties."""
        await asyncio.to_thread(_remove, stored)

    def place(self, thread: str, id: str) -> Path:
        """Where a file lies, whether it does or not."""
        return self._folder / _hash(thread) / _hash(id)

    def _listed(self) -> list[Stored]:
        found = (place for place in self._folder.glob("*/*") if place.is_file()) if self._folder.is_dir() else ()
        return [Stored(place, place.stat().st_mtime) for place in found]

    def _held(self, threads: Sequence[str]) -> tuple[int, int]:
        sizes = [place.stat().st_size for thread in threads for place in self.place(thread, "").parent.glob("*")]
        return len(sizes), sum(sizes)

    def _write(self, place: Path, content: bytes) -> None:
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=place.parent, prefix="part-", delete=False) as part:
                try:
                    part.write(content)
                    part.flush()
                    os.fsync(part.fileno())
                except OSError:
                    _unlink(Path(part.name))
                    raise
            Path(part.name).replace(place)
        except OSError as error:
            raise StorageFailed("The disk did not take the file; nothing was stored.") from error


def stored_as(document: str, sha256: str) -> str:
    """The id under which the file store keeps one version of a document."""
    return f"{document}@{sha256}"


def _hash(id: str) -> str:
    return hashlib.sha256(id.encode()).hexdigest()[:40]


def _unlink(place: Path) -> int:
    try:
        place.unlink()
    except FileNotFoundError:
        return 0
    return 1


def _remove(stored: Sequence[Stored]) -> None:
    for one in stored:
        _unlink(one.place)
    for folder in {one.place.parent for one in stored}:
        with contextlib.suppress(OSError):  # others lie in it
            folder.rmdir()


def _remove_folder(folder: Path) -> int:
    if not folder.is_dir():
        return 0
    files = sum(1 for _ in folder.iterdir())
    shutil.rmtree(folder)
    return files
