"""The interface of stores for uploaded files. Keys are made of hashes, so that no text from a caller becomes part of a path."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from chat.domain import Health

GONE = "The file is not stored any more."


@dataclass(frozen=True, slots=True)
class Stored:
    """A file in the store, whichever thread it belongs to."""

    key: str
    changed: float
    """Time of last modification, in seconds since the epoch."""


class FileStore(Protocol):
    """Stores files by thread and id. Methods raise StorageFailed when the store cannot be reached."""

    async def start(self, owner: str) -> None:
        """Open the store; called before anything is written. `owner` is the id of the database to which the files belong.

        Raises BadSettings when the location cannot be used or holds the files of another database.
        """
        ...

    async def write(self, thread: str, id: str, content: bytes) -> None:
        """Store a file durably and atomically. Raises StorageFailed when the store does not accept it."""
        ...

    async def read(self, thread: str, id: str) -> bytes:
        """Return the content of a file. Raises NotFound when there is none."""
        ...

    async def size(self, thread: str, id: str) -> int:
        """Return the size of a file in bytes. Raises NotFound when there is none."""
        ...

    async def held(self, threads: Sequence[str]) -> tuple[int, int]:
        """Return the number of files of these threads, including those being processed, and their total size in bytes."""
        ...

    async def delete(self, thread: str, id: str) -> int:
        """Delete a file; return 1 if it existed, else 0."""
        ...

    async def delete_thread(self, thread: str) -> int:
        """Delete all files of a thread; return how many there were."""
        ...

    async def listed(self) -> list[Stored]:
        """Return all files in the store, including incompletely written ones."""
        ...

    async def remove(self, keys: Sequence[str]) -> None:
        """Delete the files with these keys."""
        ...

    async def settle(self) -> None:
        """Delete files whose deletion failed while the store could not be reached."""
        ...

    async def check(self) -> Health: ...

    def copy_new(self, folder: Path) -> None:
        """Copy the files that are not in `folder` yet to `folder / key`, skipping files deleted meanwhile. Blocking."""
        ...


def key_of(thread: str, id: str) -> str:
    """Return the key of a file: the hashed thread and the hashed id, 40 hexadecimal digits each, as `aa.../bb...`."""
    return f"{name_of(thread)}/{name_of(id)}"


def name_of(id: str) -> str:
    return hashlib.sha256(id.encode()).hexdigest()[:40]


def stored_as(document: str, sha256: str) -> str:
    """Return the id under which the file store keeps one version of a document."""
    return f"{document}@{sha256}"
