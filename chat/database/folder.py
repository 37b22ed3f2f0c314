"""The data folder: everything the product writes, held by one process at a time."""

from __future__ import annotations

import contextlib
import fcntl
import os
import secrets
import tempfile
from pathlib import Path

from chat.errors import DataFolderHeld, StorageFailed


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

    def hold(self) -> None:
        """Become the one process that writes indexes here. DataFolderHeld, with the other's pid, when there is one.

        Two processes on one Chroma folder lose vectors silently.
        """
        self.make()
        descriptor = os.open(self.path / "lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            holder = os.read(descriptor, 32).decode().strip()
            os.close(descriptor)
            raise DataFolderHeld(
                f"The data folder {self.path} is in use by process {holder or 'unknown'}; stop it first."
            ) from error
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, str(os.getpid()).encode(), 0)
        self._lock = descriptor

    def release(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None
