"""The data folder: everything the product writes, held by one process at a time."""

from __future__ import annotations

import contextlib
import fcntl
import os
import secrets
import tempfile
from pathlib import Path

from chat.errors import DataFolderHeld, StorageFailed

_LONGEST_SIGN = 300
"""Bytes that are read of the lock."""


class DataFolder:
    """Paths inside the data folder, and the lock on it."""

    def __init__(self, path: Path) -> None:
        self.path = path.resolve()
        self._lock: int | None = None

    @property
    def database(self) -> Path:
        return self.path / "threadwise.sqlite3"

    @property
    def chroma(self) -> Path:
        return self.path / "chroma"

    @property
    def files(self) -> Path:
        return self.path / "files"

    @property
    def restoring(self) -> Path:
        """Stands there while a backup is being restored, or after that was cut short."""
        return self.path / "restoring"

    def make(self) -> None:
        """Create it, for the owner's eyes only. StorageFailed when it can't be written."""
        try:
            self.path.mkdir(parents=True, exist_ok=True, mode=0o700)
            probe = self.path / ".probe"
            probe.touch()
            probe.unlink()
        except OSError as error:
            raise StorageFailed(f"The data folder {self.path} can't be written: {error.strerror}.") from error

    def secret(self) -> str:
        """Signs web sessions; made once (mode 0600), the same from then on."""
        self.make()
        place = self.path / "secret"
        if not place.exists():
            descriptor, part = tempfile.mkstemp(dir=self.path, prefix="secret-")  # mode 0600
            with os.fdopen(descriptor, "w") as file:
                file.write(secrets.token_urlsafe(48))
                file.flush()
                os.fsync(descriptor)
            with contextlib.suppress(FileExistsError):  # another start was first
                os.link(part, place)  # whole or not at all
            Path(part).unlink()
        return place.read_text().strip()

    def hold(self, restoring: bool = False) -> None:
        """Become the one process that writes indexes here. DataFolderHeld, with the other's pid, when there is one; StorageFailed
        when half of a backup lies here, except for who is `restoring` it.

        Two processes on one Chroma folder lose vectors silently.
        """
        self.make()
        if self.restoring.exists() and not restoring:
            raise StorageFailed(f"A restore into {self.path} was cut short; run `threadwise restore --force` once more.")
        descriptor = os.open(self._lock_file, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            held = self._holder(descriptor)
            os.close(descriptor)
            raise held from error
        self._lock = descriptor
        self._sign(str(os.getpid()))

    def announce(self, address: str) -> None:
        """Whoever holds it is a server, which answers there: commands find it by the lock."""
        self._sign(f"{os.getpid()} {address}")

    def held(self) -> DataFolderHeld | None:
        """Who holds it, as `hold` would say; nothing is made or changed."""
        try:
            descriptor = os.open(self._lock_file, os.O_RDONLY)
        except OSError:
            return None
        try:
            fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError:
            return self._holder(descriptor)
        finally:
            os.close(descriptor)
        return None

    def release(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    @property
    def _lock_file(self) -> Path:
        return self.path / "lock"

    def _sign(self, words: str) -> None:
        assert self._lock is not None
        os.ftruncate(self._lock, 0)
        os.pwrite(self._lock, words.encode(), 0)

    def _holder(self, descriptor: int) -> DataFolderHeld:
        """What stands in the lock: a pid, and the address if it is a server."""
        pid, _, address = os.pread(descriptor, _LONGEST_SIGN, 0).decode().strip().partition(" ")
        where = f", a server at {address}" if address else ""
        return DataFolderHeld(
            f"The data folder {self.path} is in use by process {pid or 'unknown'}{where}; stop it first.", address=address or None
        )
