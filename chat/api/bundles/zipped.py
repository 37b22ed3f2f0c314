"""Bundles as ZIP files with a manifest, which lists every other file by name, size and SHA-256.

A file from outside may claim anything, so it is checked in this order: the size of the directory before it is read, every size
against the limits before anything is unpacked, every byte against the manifest before anything is stored. A name in the file is
only a key to look up, never a path.
"""

from __future__ import annotations

import hashlib
import json
import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, Annotated, Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from pydantic import BaseModel, Field, ValidationError

from chat.api.types import Json
from chat.errors import InvalidRequest
from chat.settings import LimitSettings

FORMAT = "threadwise-thread"
VERSION = 1
MANIFEST = "manifest.json"
MOST_TEXT = 100_000_000
"""Most bytes of one JSON file in a bundle, as it is read into memory as a whole."""
_MOST_MANIFEST = 8_000_000
_MOST_DIRECTORY = 8_000_000
_PIECE = 256 * 1024
_ENCRYPTED = 0x1
_END = struct.Struct("<4s4H2LH")
"""The end of central directory record without its comment, which follows (APPNOTE 4.3.16)."""
_END_SIGNATURE = b"PK\x05\x06"
_ZIP64_SIGNATURE = b"PK\x06\x07"
_LONGEST_COMMENT = 65_535
_STORED = 1_000_000
"""Bytes from which a file is stored uncompressed: most document formats are compressed already."""
DAMAGED = "The file is cut off, damaged, or no bundle."


class Listed(BaseModel):
    sha256: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
    bytes: Annotated[int, Field(ge=0)]


class Manifest(BaseModel):
    format: str
    version: int
    files: dict[str, Listed]


class Writer:
    """Writes the files of a bundle one after the other; `close` adds the manifest."""

    def __init__(self, file: IO[bytes]) -> None:
        self._zip = ZipFile(file, "w", ZIP_DEFLATED)
        self._files: dict[str, Json] = {}

    def add(self, name: str, content: bytes) -> None:
        packed = ZIP_STORED if len(content) >= _STORED else ZIP_DEFLATED
        self._zip.writestr(name, content, compress_type=packed)
        self._files[name] = {"sha256": hashlib.sha256(content).hexdigest(), "bytes": len(content)}

    @contextmanager
    def part(self, name: str) -> Iterator[Callable[[bytes], None]]:
        """Add a file in pieces, by the function that this yields."""
        digest, size = hashlib.sha256(), 0
        with self._zip.open(name, "w", force_zip64=True) as out:

            def write(piece: bytes) -> None:
                nonlocal size
                out.write(piece)
                digest.update(piece)
                size += len(piece)

            yield write
        self._files[name] = {"sha256": digest.hexdigest(), "bytes": size}

    def close(self, more: Json) -> None:
        manifest = {"format": FORMAT, "version": VERSION, **more, "files": self._files}
        self._zip.writestr(MANIFEST, json.dumps(manifest, indent=1))
        self._zip.close()


class Packed:
    """A ZIP file from outside. All its methods raise InvalidRequest if it is damaged or exceeds a limit."""

    def __init__(self, file: IO[bytes], limits: LimitSettings) -> None:
        _check_directory(file, limits)
        try:
            self._zip = ZipFile(file)
        except (BadZipFile, NotImplementedError, struct.error, ValueError, OverflowError, EOFError, OSError) as error:
            raise InvalidRequest(DAMAGED) from error
        entries = self._zip.infolist()
        if len(entries) > limits.max_archive_entries:
            raise InvalidRequest(f"The bundle holds more than {limits.max_archive_entries:,} files.")
        if sum(entry.file_size for entry in entries) > limits.max_body_mb * 1_000_000:
            raise InvalidRequest(f"The bundle unpacks to more than {limits.max_body_mb:,} MB.")
        self._entries = {entry.filename: entry for entry in entries}

    def names(self) -> list[str]:
        return list(self._entries)

    def read(self, name: str, most: int) -> bytes:
        """Return the content of a file, which may have at most `most` bytes."""
        return b"".join(self.pieces(name, most))

    def pieces(self, name: str, most: int) -> Iterator[bytes]:
        """Yield the content of a file in pieces, for files that should not be held in memory as a whole."""
        entry = self._entry(name)
        if entry.file_size > most:
            raise InvalidRequest(f"{_shown(name)} in the bundle is larger than {most // 1_000_000:,} MB.")
        if entry.flag_bits & _ENCRYPTED or entry.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
            raise InvalidRequest("The bundle is encrypted, or packed by a method that can't be read (not Deflate).")
        try:
            with self._zip.open(entry) as stream:
                while piece := stream.read(_PIECE):
                    yield piece
        except (BadZipFile, NotImplementedError, struct.error, ValueError, EOFError, OSError, RuntimeError) as error:
            raise InvalidRequest(DAMAGED) from error
        except Exception as error:  # zlib.error has no common base with the rest
            raise InvalidRequest(DAMAGED) from error

    def manifest(self) -> Manifest:
        """Return the manifest, after checking the hash of every file that it lists."""
        try:
            manifest = Manifest.model_validate_json(self.read(MANIFEST, _MOST_MANIFEST))
        except ValidationError as error:
            raise InvalidRequest("The bundle's manifest can't be read.") from error
        if (manifest.format, manifest.version) != (FORMAT, VERSION):
            raise InvalidRequest("This bundle is of another kind, or of a newer version of Threadwise.")
        for name, listed in manifest.files.items():
            digest = hashlib.sha256()
            for piece in self.pieces(name, listed.bytes):
                digest.update(piece)
            if digest.hexdigest() != listed.sha256:
                raise InvalidRequest(f"{_shown(name)} in the bundle is not what its manifest says.")
        return manifest

    def _entry(self, name: str) -> ZipInfo:
        entry = self._entries.get(name)
        if entry is None:
            raise InvalidRequest(f"{_shown(name)} is missing in the bundle.")
        return entry


def _shown(name: str) -> str:
    """Return a file name fit for an error message: its printable characters, of the first 100."""
    return "".join(letter for letter in name[:100] if letter.isprintable())


def _check_directory(file: IO[bytes], limits: LimitSettings) -> None:
    """Refuse a file whose end record states too many entries or too large a directory; `ZipFile` would create an object for each.

    ZIP64, which keeps these figures elsewhere, is refused: only files larger than may be sent need it.
    """
    size = file.seek(0, 2)
    start = max(0, size - _LONGEST_COMMENT - _END.size)
    file.seek(start)
    tail = file.read()
    file.seek(0)
    at = tail.rfind(_END_SIGNATURE)
    if at < 0 or len(tail) - at < _END.size:
        raise InvalidRequest(DAMAGED)
    fields: tuple[Any, ...] = _END.unpack_from(tail, at)  # Any: as the structure says
    entries, directory = fields[4], fields[5]
    if _ZIP64_SIGNATURE in tail[max(0, at - 20) : at] or entries > limits.max_archive_entries or directory > _MOST_DIRECTORY:
        raise InvalidRequest(f"The bundle holds more than {limits.max_archive_entries:,} files, or names that are too long.")
