"""The promise of whatever keeps uploaded files, under keys made of hashes: no caller's word ever reaches a path."""

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
    """A file as the store has it, whoever it may be of."""

    key: str
    changed: float
    """Seconds since 1970."""


class FileStore(Protocol):
    """Files by thread and id. What a store that is away can't do raises StorageFailed."""

    async def start(self, owner: str) -> None:
        """Before anything is written. `owner` is the id of the database whose files these are. BadSettings when the place can't
        be used, or holds another's."""
        ...

    async def write(self, thread: str, id: str, content: bytes) -> None:
        """Durable and whole when it returns. StorageFailed when the store does not take it."""
        ...

    async def read(self, thread: str, id: str) -> bytes:
        """NotFound when there is none."""
        ...

    async def size(self, thread: str, id: str) -> int:
        """In bytes. NotFound when there is none."""
        ...

    async def held(self, threads: Sequence[str]) -> tuple[int, int]:
        """How many files these threads have, those included that are being read, and how many bytes."""
        ...

    async def delete(self, thread: str, id: str) -> int:
        """1 when there was such a file, else 0."""
        ...

    async def delete_thread(self, thread: str) -> int:
        """How many files the thread had."""
        ...

    async def listed(self) -> list[Stored]:
        """All of them, unfinished ones too."""
        ...

    async def remove(self, keys: Sequence[str]) -> None:
        """Whatever lies there."""
        ...

    async def settle(self) -> None:
        """Delete what could not be deleted while the store was away."""
        ...

    async def check(self) -> Health: ...

    def copy_new(self, folder: Path) -> None:
        """Files that are not in `folder` yet, as `folder / key`; one that goes meanwhile was deleted. Blocking."""
        ...


def key_of(thread: str, id: str) -> str:
    """Two names of 40 hexadecimal digits, that of the thread and that of the file: `aa.../bb...`."""
    return f"{name_of(thread)}/{name_of(id)}"


def name_of(id: str) -> str:
    return hashlib.sha256(id.encode()).hexdigest()[:40]


def stored_as(document: str, sha256: str) -> str:
    """The id under which the file store keeps one version of a document."""
    return f"{document}@{sha256}"
