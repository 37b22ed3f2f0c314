"""The data folder, which contains everything that the application writes and is locked by one process at a time."""

from __future__ import annotations

import contextlib
import fcntl
import os
import secrets
import tempfile
from pathlib import Path

from chat.errors import DataFolderHeld, StorageFailed

_LONGEST_SIGN = 300
"""Most bytes read from the lock file."""


class DataFolder:
    """The paths inside the data folder, and the lock on it."""

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
        """Folder that exists while a backup is being restored, or after a restore was interrupted."""
        return self.path / "restoring"

    def make(self) -> None:
        """Create the data folder, readable only by its owner. Raises StorageFailed when it cannot be written."""
        try:
            self.path.mkdir(parents=True, exist_ok=True, mode=0o700)
            probe = self.path / ".probe"
            probe.touch()
            probe.unlink()
        except OSError as error:
            raise StorageFailed(f"The data folder {self.path} can't be written: {error.strerror}.") from error

    def secret(self) -> str:
        """Return the secret that signs web sessions; it is generated once (mode 0600) and then stays the same."""
        self.make()
        place = self.path / "secret"
        if not place.exists():
            descriptor, part = tempfile.mkstemp(dir=self.path, prefix="secret-")  # mode 0600
            with os.fdopen(descriptor, "w") as file:
                file.write(secrets.token_urlsafe(48))
                file.flush()
                os.fsync(descriptor)
            with contextlib.suppress(FileExistsError):  # another process was first
                os.link(part, place)  # atomic: complete or not at all
            Path(part).unlink()
        return place.read_text().strip()

    def hold(self, restoring: bool = False) -> None:
        """Lock the folder for this process, the only one that may write indexes in it.

        Two processes on one Chroma folder lose vectors silently. Raises DataFolderHeld, with the other process's id, when the
        folder is locked; StorageFailed when a restore was interrupted, unless the caller is `restoring`.
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
        """Record in the lock that its holder is a server at this address, by which commands find it."""
        self._sign(f"{os.getpid()} {address}")

    def held(self) -> DataFolderHeld | None:
        """Return the error that `hold` would raise while another process holds the lock, else `None`; nothing is created or
        changed."""
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
        """Return the error that names the holder recorded in the lock: its process id, and its address if it is a server."""
        pid, _, address = os.pread(descriptor, _LONGEST_SIGN, 0).decode().strip().partition(" ")
        where = f", a server at {address}" if address else ""
        return DataFolderHeld(
            f"The data folder {self.path} is in use by process {pid or 'unknown'}{where}; stop it first.", address=address or None
        )
