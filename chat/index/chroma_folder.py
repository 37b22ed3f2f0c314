"""What we do to the embedded Chroma's folder beside Chroma itself.

Only ever from another process than the one that has it open: two SQLite libraries in one process release each other's locks on
the file, and reads then fail with I/O errors.
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
"""Of hnswlib: its version, an offset, room, vectors, bytes a vector, two offsets, levels, where to enter, three degrees, ..."""
_PICKLED = b"."
"""How every pickle ends."""
_OPEN = "open"
"""A file that stands in the folder while Chroma is open; finding it before a start means that the last process was killed."""
_CLEAN = "clean"
"""A file that stands in the folder while nothing was deleted since its files were last made anew."""
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
    """Blocking; whoever calls keeps it off the event loop."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def made(self) -> bool:
        """Whether Chroma has been here before."""
        return (self.path / "chroma.sqlite3").exists()

    def prepare(self) -> None:
        """Before Chroma opens it. Its tables lack two indexes: a cold query took 314 ms at 10,000 collections, with them 4."""
        with self._database() as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            for statement in _INDEXES:
                connection.execute(statement)

    def torn(self) -> list[str]:
        """Collections that a killed process was writing, or may have been: their index files can crash whoever reads them."""
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
        """Collections whose index files are not what Chroma writes, or hold fewer vectors than its rows: a start would not see
        it, and the first who asks would be the one whom it crashes. 8,000 folders take a second."""
        counts = self.counts()
        with self._database() as connection:
            rows = connection.execute(
                "SELECT s.id, c.name FROM segments s JOIN collections c ON c.id = s.collection WHERE s.scope = 'VECTOR'"
            ).fetchall()
        return sorted({name for segment, name in rows if not _whole(self.path / segment, counts.get(name, 0))})

    def own(self, seconds: float) -> int:
        """A descriptor that holds the lock on the folder: whoever has a copy of it holds it, too, to its end. TimeoutError.

        The child of a server that was killed may be at its last write still, and two on one folder lose vectors.
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
        there = self._folders()  # before the rows: a collection that is made meanwhile has its row first
        with self._database() as connection:
            known = {segment for (segment,) in connection.execute("SELECT id FROM segments")}
        for place in there:
            if place.name not in known:
                shutil.rmtree(place, ignore_errors=True)  # another drop may be at it; what stays goes with the next one

    def compact(self) -> None:
        """Leave nothing of deleted vectors: not in index folders, not in the database's free pages, not in its log.

        Its own connection does not overwrite what it deletes. To be called while Chroma is idle. Where nothing was deleted since
        the last time, nothing is done: of 100,000 vectors all others wait for a minute.
        """
        clean = self.path / _CLEAN
        if clean.exists():
            return
        self.sweep()
        with self._database() as connection:
            connection.execute("VACUUM")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        clean.touch()

    def scar(self) -> None:
        """To be called before something is deleted."""
        (self.path / _CLEAN).unlink(missing_ok=True)

    def counts(self) -> dict[str, int]:
        """How many vectors each collection holds, by its name. Chroma's own listing takes seconds at 10,000 collections."""
        with self._database() as connection:
            return dict(connection.execute(_COUNTS).fetchall())

    def discard(self) -> None:
        """Everything; the rows in SQL can make it anew."""
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
    """Of a segment: whether its files fit each other and hold that many vectors, those that are marked as deleted included."""
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
    room, rest = divmod(vectors, max(size, 1))  # for more vectors than are held, at most for those that the header speaks of
    return pickled and rest == 0 and count <= held <= room <= most and lengths == room * 4


def _changed(place: Path) -> float:
    return place.stat().st_mtime
