"""Uploaded files in a folder on the local disk."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from chat.domain import Health
from chat.errors import NotFound, StorageFailed
from chat.threads.files.base import GONE, Stored, key_of, name_of

_PART = "part-"
"""Prefix of the name of a file that is being written."""


class FilesOnDisk:
    """Implements `FileStore` on a folder inside the data folder, which therefore needs no owner of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def start(self, owner: str) -> None:
        pass

    async def write(self, thread: str, id: str, content: bytes) -> None:
        await asyncio.to_thread(self._write, self._place(thread, id), content)

    async def read(self, thread: str, id: str) -> bytes:
        try:
            return await asyncio.to_thread(self._place(thread, id).read_bytes)
        except FileNotFoundError as error:
            raise NotFound(GONE) from error

    async def size(self, thread: str, id: str) -> int:
        try:
            return (await asyncio.to_thread(self._place(thread, id).stat)).st_size
        except FileNotFoundError as error:
            raise NotFound(GONE) from error

    async def held(self, threads: Sequence[str]) -> tuple[int, int]:
        return await asyncio.to_thread(self._held, threads)

    async def delete(self, thread: str, id: str) -> int:
        return await asyncio.to_thread(_unlink, self._place(thread, id))

    async def delete_thread(self, thread: str) -> int:
        return await asyncio.to_thread(_remove_folder, self._folder / name_of(thread))

    async def listed(self) -> list[Stored]:
        return await asyncio.to_thread(self._listed)

    async def remove(self, keys: Sequence[str]) -> None:
        """Delete the files with these keys, and folders that become empty."""
        await asyncio.to_thread(_remove, [self._folder / key for key in keys])

    async def settle(self) -> None:
        pass

    async def check(self) -> Health:
        return Health(True, {"kind": "disk"})

    def copy_new(self, folder: Path) -> None:
        for place in self._files():
            copy = folder / place.relative_to(self._folder)
            if not copy.exists() and not place.name.startswith(_PART):
                copy.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
                with contextlib.suppress(FileNotFoundError):
                    shutil.copy2(place, copy)

    def _place(self, thread: str, id: str) -> Path:
        return self._folder / key_of(thread, id)

    def _files(self) -> Iterator[Path]:
        return (place for place in sorted(self._folder.glob("*/*")) if place.is_file())

    def _listed(self) -> list[Stored]:
        return [Stored(str(place.relative_to(self._folder)), place.stat().st_mtime) for place in self._files()]

    def _held(self, threads: Sequence[str]) -> tuple[int, int]:
        sizes = [place.stat().st_size for thread in threads for place in (self._folder / name_of(thread)).glob("*")]
        return len(sizes), sum(sizes)

    def _write(self, place: Path, content: bytes) -> None:
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=place.parent, prefix=_PART, delete=False) as part:
                try:
                    part.write(content)
                    part.flush()
                    os.fsync(part.fileno())
                except OSError:
                    _unlink(Path(part.name))
                    raise
            Path(part.name).replace(place)
        except OSError as error:
            raise StorageFailed("The file could not be written to the disk; nothing was stored.") from error


def _unlink(place: Path) -> int:
    try:
        place.unlink()
    except FileNotFoundError:
        return 0
    return 1


def _remove(places: Sequence[Path]) -> None:
    for place in places:
        _unlink(place)
    for folder in {place.parent for place in places}:
        with contextlib.suppress(OSError):  # not empty
            folder.rmdir()


def _remove_folder(folder: Path) -> int:
    if not folder.is_dir():
        return 0
    files = sum(1 for _ in folder.iterdir())
    shutil.rmtree(folder)
    return files
