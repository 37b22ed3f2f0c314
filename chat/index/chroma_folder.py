"""Work on the embedded Chroma's folder that Chroma does not do: missing indexes, damage checks, a lock, removal of deleted data.

Only from another process than the one in which Chroma is open: two SQLite libraries in one process release each other's locks
on the file, and reads then fail with I/O errors.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import sqlite3
import struct
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_HEADER = struct.Struct("<i6QiI3QdQ")
"""Of an hnswlib index: version, level offset, capacity, vectors held, bytes per vector, two offsets, top level, entry point,
three maximum degrees, level multiplier, ef_construction."""
_PICKLED = b"."
"""The last byte of every pickle."""
_OPEN = "open"
"""A file that exists while Chroma is open: where a start finds it, the last process was killed."""
_CLEAN = "clean"
"""A file that exists as long as nothing was deleted since the last `compact`."""
_INDEXES = (
    "CREATE INDEX IF NOT EXISTS threadwise_queue ON embeddings_queue (topic, seq_id)",
    "CREATE INDEX IF NOT EXISTS threadwise_segments ON segments (collection)",
)

_COUNTS = """
SELECT c.name, count(e.id) FROM collections c
LEFT JOIN segments s ON s.collection = c.id AND s.scope = 'METADATA'
LEFT JOIN embeddings e ON e.segment_id = s.id
GROUP BY c.name
"""


class ChromaFolder:
    """All methods block on the disk: call them in a thread. They raise OSError, or sqlite3.Error for Chroma's database."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def made(self) -> bool:
        """Whether Chroma has created its database here."""
        return (self.path / "chroma.sqlite3").exists()

    def prepare(self) -> None:
        """Add two indexes that Chroma's tables lack: a cold query took 314 ms at 10,000 collections without them, 4 ms with them.

        To be called before Chroma opens the folder.
        """
        with self._database() as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            for statement in _INDEXES:
                connection.execute(statement)

    def torn(self) -> list[str]:
        """Return the names of collections that a killed process may have been writing: reading their index files can crash a
        process.

        Those are the ones whose files changed since Chroma was opened (2 seconds of tolerance), or that have no files.
        """
        opened = self.path / _OPEN
        if not opened.exists():
            return []
        since = opened.stat().st_mtime - 2
        written = {place.name for place in self._folders() if max(map(_changed, [place, *place.iterdir()])) >= since}
        with self._database() as connection:
            rows = connection.execute("SELECT s.id, c.name FROM segments s JOIN collections c ON c.id = s.collection").fetchall()
        flushed = {place.name for place in self._folders()}
        without_files = {name for _, name in rows} - {name for segment, name in rows if segment in flushed}
        return sorted({name for segment, name in rows if segment in written} | without_files)

    def damaged(self) -> list[str]:
        """Return the names of collections whose index files are incomplete, or hold fewer vectors than Chroma's rows.

        Chroma opens without noticing these and crashes at their first query. 8,000 folders take a second.
        """
        counts = self.counts()
        with self._database() as connection:
            rows = connection.execute(
                "SELECT s.id, c.name FROM segments s JOIN collections c ON c.id = s.collection WHERE s.scope = 'VECTOR'"
            ).fetchall()
        return sorted({name for segment, name in rows if not _whole(self.path / segment, counts.get(name, 0))})

    def own(self, seconds: float) -> int:
        """Lock the folder and return the descriptor that holds the lock; so does each process that inherits it, until it ends.

        Waits at most `seconds`, then raises TimeoutError. The child of a killed server may still be at its last write, and two
        processes on one folder lose vectors.
        """
        self.path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(self.path.with_name(self.path.name + ".lock"), os.O_RDWR | os.O_CREAT, 0o600)
        until = time.monotonic() + seconds
        while True:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                if time.monotonic() >= until:
                    os.close(descriptor)
                    raise TimeoutError("another process has the folder open") from error
                time.sleep(0.05)
            else:
                return descriptor

    def mark_open(self) -> None:
        (self.path / _OPEN).touch()

    def mark_closed(self) -> None:
        (self.path / _OPEN).unlink(missing_ok=True)

    def sweep(self) -> None:
        """Remove the index folders that deleted collections leave."""
        there = self._folders()  # before the rows: a collection that is created meanwhile has its row first
        with self._database() as connection:
            known = {segment for (segment,) in connection.execute("SELECT id FROM segments")}
        for place in there:
            if place.name not in known:
                shutil.rmtree(place, ignore_errors=True)  # another sweep may run; what stays is removed by the next one

    def compact(self) -> None:
        """Remove all bytes of deleted vectors: from index folders, the database's free pages and its write-ahead log.

        Needed because Chroma's connection does not overwrite what it deletes. To be called while Chroma is idle. Does nothing
        where nothing was deleted since the last time, as it takes a minute for 100,000 vectors.
        """
        clean = self.path / _CLEAN
        if clean.exists():
            return
        self.sweep()
        with self._database() as connection:
            connection.execute("VACUUM")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        clean.touch()

    def mark_unclean(self) -> None:
        """Have the next `compact` run. To be called before something is deleted."""
        (self.path / _CLEAN).unlink(missing_ok=True)

    def counts(self) -> dict[str, int]:
        """Return how many vectors each collection holds, by name. Chroma's own listing takes seconds at 10,000 collections."""
        with self._database() as connection:
            return dict(connection.execute(_COUNTS).fetchall())

    def discard(self) -> None:
        """Delete the whole folder; everything in it can be rebuilt from the rows in SQL."""
        shutil.rmtree(self.path)

    def _folders(self) -> list[Path]:
        return [place for place in self.path.iterdir() if place.is_dir()]

    @contextmanager
    def _database(self) -> Iterator[sqlite3.Connection]:
        connection = sqlite3.connect(self.path / "chroma.sqlite3", timeout=30, isolation_level=None)
        try:
            yield connection
        finally:
            connection.close()


def _whole(folder: Path, count: int) -> bool:
    """Return whether the files of a segment agree and hold at least `count` vectors, those that are marked as deleted
    included."""
    if not folder.is_dir():
        return count == 0
    try:
        header = (folder / "header.bin").read_bytes()
        _, _, most, held, size, *_ = _HEADER.unpack(header)
        with (folder / "index_metadata.pickle").open("rb") as metadata:
            metadata.seek(-1, os.SEEK_END)
            pickled = metadata.read() == _PICKLED
        vectors, lengths = (folder / "data_level0.bin").stat().st_size, (folder / "length.bin").stat().st_size
    except (OSError, struct.error):
        return False
    room, rest = divmod(vectors, max(size, 1))  # vectors that the file has room for: between those held and the capacity
    return pickled and rest == 0 and count <= held <= room <= most and lengths == room * 4


def _changed(place: Path) -> float:
    """Return the modification time, in seconds since the epoch."""
    return place.stat().st_mtime
