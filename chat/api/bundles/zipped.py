"""Bundles as ZIP files with a manifest: every file in them by its name, size and SHA-256.

What comes in may state anything, so it is checked in this order: the directory's size before it is read, every size against the
limits before anything is unpacked, every byte against the manifest before anything is stored. A name in it is a key to look up,
never a path.
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

from chat.api.words import Json
from chat.errors import InvalidRequest
from chat.settings import LimitSettings

FORMAT = "threadwise-thread"
VERSION = 1
MANIFEST = "manifest.json"
MOST_TEXT = 100_000_000
"""Bytes of one file of JSON; such a file is read as a whole."""
_MOST_MANIFEST = 8_000_000
_MOST_DIRECTORY = 8_000_000
_PIECE = 256 * 1024
_ENCRYPTED = 0x1
_END = struct.Struct("<4s4H2LH")
"""APPNOTE 4.3.16: the end of the central directory, in front of the comment."""
_END_SIGNATURE = b"PK\x05\x06"
_ZIP64_SIGNATURE = b"PK\x06\x07"
_LONGEST_COMMENT = 65_535
_STORED = 1_000_000
"""Bytes from which a document is stored as it is: most kinds are packed already."""
DAMAGED = "The file is cut off, damaged, or no bundle."


class Listed(BaseModel):
    sha256: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
    bytes: Annotated[int, Field(ge=0)]


class Manifest(BaseModel):
    format: str
    version: int
    files: dict[str, Listed]


class Writer:
    """Puts files into a bundle, one after the other; `close` adds the manifest."""

    def __init__(self, file: IO[bytes]) -> None:
        self._zip = ZipFile(file, "w", ZIP_DEFLATED)
        self._files: dict[str, Json] = {}

    def add(self, name: str, content: bytes) -> None:
        packed = ZIP_STORED if len(content) >= _STORED else ZIP_DEFLATED
        self._zip.writestr(name, content, compress_type=packed)
        self._files[name] = {"sha256": hashlib.sha256(content).hexdigest(), "bytes": len(content)}

    @contextmanager
    def part(self, name: str) -> Iterator[Callable[[bytes], None]]:
        """A file that is written piece by piece."""
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
    """A ZIP file that somebody sent. InvalidRequest for what is none, or is over a limit."""

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
        """At most so many bytes."""
        return b"".join(self.pieces(name, most))

    def pieces(self, name: str, most: int) -> Iterator[bytes]:
        """The same, piece by piece: a file may be larger than what it should take of memory."""
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
        """Read, and every file that it lists held against it."""
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
    """Fit for a sentence."""
    return "".join(letter for letter in name[:100] if letter.isprintable())


def _check_directory(file: IO[bytes], limits: LimitSettings) -> None:
    """Its entries become objects all at once, so they are counted first, by what its end says and what is then read of it.

    ZIP64, which says it elsewhere again, is for larger files than may be sent.
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
