"""Open ZIP archives, and the formats that are ZIP archives inside (DOCX, XLSX, PPTX, ODT, EPUB), with every limit checked.

A ZIP file's directory may claim anything: entries smaller than what they unpack to, a thousand entries over the same bytes, a
million empty ones. So no content is passed to a library before it has been unpacked here once, piece by piece, and checked
against the directory. Nothing is ever written to disk, and an entry's name is only a key for looking it up, never a path.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from io import BytesIO
from itertools import pairwise
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from lxml import etree

from chat.errors import DamagedFile, FileTooLarge, NeedsPassword
from chat.settings import LimitSettings

SIGNATURE = b"PK\x03\x04"
EMPTY = b"PK\x05\x06"
"""Signature of the end record, which is how an archive without entries begins."""
PROTECTED = "The file is protected with a password. Save it without one and upload it again."
_MEGABYTE = 1024 * 1024
_PIECE = 256 * 1024
_RATIO_FROM = 8 * _MEGABYTE
"""Unpacked bytes from which the ratio is checked; less does no harm, however well it is packed (a blank page: 900 times)."""
_ENCRYPTED = 0x1
_ENTRY = b"PK\x01\x02"
_LONGEST_END = 22 + 65_535
"""Bytes of the end record (which begins with `EMPTY`) with the longest possible comment."""
_LOCAL_HEADER = struct.Struct("<4s22xHH")
"""Local file header (APPNOTE 4.3.7): the signature and the lengths of the name and the extra field; the rest is skipped, since
the directory repeats it."""

_DAMAGED = "The file is cut off or damaged."


class Archive:
    """The entries of a ZIP file that was within all limits when it was opened; created by `open_archive`."""

    def __init__(self, content: bytes, entries: tuple[ZipInfo, ...], places: dict[int, int]) -> None:
        self.content = content
        self._entries = entries
        self._places = places
        """Offset at which an entry's data begins, by the offset of its header."""
        self._by_name = {entry.filename: entry for entry in entries}

    def names(self) -> tuple[str, ...]:
        """Return the names of the files in the archive, each once, without folders, in the directory's order."""
        return tuple(name for name in self._by_name if not name.endswith("/"))

    def __contains__(self, name: str) -> bool:
        return name in self._by_name

    def size(self, name: str) -> int:
        """Return the number of bytes that the entry unpacks to; `read` returns no more. Raises KeyError for an unknown name."""
        return self._by_name[name].file_size

    def read(self, name: str) -> bytes:
        """Return the unpacked content of the entry.

        Raises KeyError for an unknown name, and DamagedFile when the data does not match the directory.
        """
        return b"".join(self._unpacked(self._by_name[name]))

    def tree(self, name: str) -> etree._Element:
        """Return the root element of an XML part. Raises what `read` and `parse_xml` raise."""
        return parse_xml(self.read(name))

    def read_xml(self, name: str) -> bytes:
        """Return an XML part as bytes. Raises DamagedFile also when it declares a document type (see `refuse_doctype`)."""
        content = self.read(name)
        refuse_doctype(content)
        return content

    def verify(self) -> None:
        """Unpack everything once and discard it, before a library opens `content` by itself."""
        for entry in self._entries:
            for _ in self._unpacked(entry):
                pass

    def xml_package(self) -> bytes:
        """Return a new archive with the XML parts, checked and without document types, and all other parts empty.

        It is meant for libraries that read the whole package, including pictures, and leave entities to their XML parser.
        """
        stream = BytesIO()
        with ZipFile(stream, "w", ZIP_STORED) as package:
            for name in self.names():
                is_xml = name.lower().endswith((".xml", ".rels"))
                package.writestr(ZipInfo(name), self.read_xml(name) if is_xml else b"")
        return stream.getvalue()

    def _unpacked(self, entry: ZipInfo) -> Iterator[bytes]:
        """Yield the unpacked pieces of the entry, and check its length and checksum against the directory."""
        place = self._places[entry.header_offset]
        packed = memoryview(self.content)[place : place + entry.compress_size]
        left, checksum = entry.file_size, 0
        for piece in _inflated(packed) if entry.compress_type == ZIP_DEFLATED else _pieces(packed):
            left -= len(piece)
            if left < 0:
                raise DamagedFile("The file unpacks to more than it says.")
            checksum = zlib.crc32(piece, checksum)
            yield piece
        if left or checksum != entry.CRC:
            raise DamagedFile(_DAMAGED)


def open_archive(content: bytes, limits: LimitSettings) -> Archive:
    """Return the archive after checking its directory against the limits.

    Raises FileTooLarge for too many entries, too many unpacked bytes or an implausible compression ratio; NeedsPassword for an
    encrypted entry; DamagedFile for content that is not a ZIP file, is cut off, has overlapping entries, or uses a compression
    method other than `stored` and `deflated`.
    """
    if _directory_entries(content) > limits.max_archive_entries:
        raise FileTooLarge(f"The file holds more than {limits.max_archive_entries:,} files.")
    try:
        with ZipFile(BytesIO(content)) as zipped:
            entries = tuple(zipped.infolist())
    except (BadZipFile, NotImplementedError, struct.error, ValueError, OverflowError, EOFError) as error:
        raise DamagedFile(_DAMAGED) from error
    _check_sizes(content, entries, limits)
    if any(entry.flag_bits & _ENCRYPTED for entry in entries):
        raise NeedsPassword(PROTECTED)
    if any(entry.compress_type not in (ZIP_STORED, ZIP_DEFLATED) for entry in entries):
        raise DamagedFile("The file is packed by a method that cannot be read (not Deflate).")
    return Archive(content, entries, _places(content, entries))


def parse_xml(content: bytes) -> etree._Element:
    """Return the root element, with entities unresolved.

    Raises DamagedFile for a document type, and for content that cannot be parsed or is nested deeper than 256 levels.
    """
    refuse_doctype(content)
    parser = etree.XMLParser(resolve_entities=False, no_network=True, remove_comments=True, remove_pis=True)
    try:
        return etree.fromstring(content, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise DamagedFile(_DAMAGED) from error


def refuse_doctype(content: bytes) -> None:
    """Raise DamagedFile when the XML declares a document type.

    Document types are the source of entities that expand to gigabytes or name files of the server. Office formats forbid them
    (ECMA-376 part 2, 8.1.4); pages of e-books may begin with one.
    """
    parser = etree.XMLPullParser(events=("start",), resolve_entities=False, no_network=True, load_dtd=False)
    try:
        for start in range(0, len(content), _PIECE):
            parser.feed(content[start : start + _PIECE])
            for _, root in parser.read_events():  # the first element: nothing after it can declare entities
                if isinstance(root, etree._Element) and root.getroottree().docinfo.internalDTD is not None:
                    raise DamagedFile("The file declares XML entities, which valid documents of its kind do not.")
                return
    except etree.XMLSyntaxError:
        return  # its reader reports it, or does not need it


def directory_start(content: bytes) -> int:
    """Return the earliest offset at which the directory may begin, or 0 when its end record is missing.

    Names after that offset belong to this archive and not to an archive stored inside it.
    """
    end = _directory_end(content)
    if end < 0:
        return 0
    stated = int.from_bytes(content[end + 12 : end + 16], "little")
    return max(0, end - stated - 100)  # 100: the ZIP64 records in between, when sizes are -1


def _directory_end(content: bytes) -> int:
    end = content.rfind(EMPTY, max(0, len(content) - _LONGEST_END))
    return end if len(content) >= end + 22 else -1


def _directory_entries(content: bytes) -> int:
    """Return the largest number of entries that the directory can hold, counted before any of them becomes an object."""
    return content.count(_ENTRY, directory_start(content), max(_directory_end(content), 0))


def _check_sizes(content: bytes, entries: tuple[ZipInfo, ...], limits: LimitSettings) -> None:
    if len(entries) > limits.max_archive_entries:
        raise FileTooLarge(f"The file holds more than {limits.max_archive_entries:,} files.")
    total = sum(entry.file_size for entry in entries)
    if total > limits.max_unpacked_mb * _MEGABYTE:
        raise FileTooLarge(f"The file unpacks to more than {limits.max_unpacked_mb:,} MB.")
    if total > max(_RATIO_FROM, limits.max_unpacked_ratio * len(content)):
        raise FileTooLarge(f"The file unpacks to more than {limits.max_unpacked_ratio:,} times its size.")


def _places(content: bytes, entries: tuple[ZipInfo, ...]) -> dict[int, int]:
    """Return the offset of each entry's data by the offset of its header. Raises DamagedFile when two entries share bytes."""
    places = {}
    spans = []
    for entry in entries:
        header = content[entry.header_offset : entry.header_offset + _LOCAL_HEADER.size] if entry.header_offset >= 0 else b""
        if len(header) < _LOCAL_HEADER.size or not header.startswith(SIGNATURE):
            raise DamagedFile(_DAMAGED)
        _, name, extra = _LOCAL_HEADER.unpack(header)
        begin = entry.header_offset + _LOCAL_HEADER.size + name + extra
        places[entry.header_offset] = begin
        spans.append((entry.header_offset, begin + entry.compress_size))
    spans.sort()
    if any(following < end for (_, end), (following, _) in pairwise(spans)):
        raise DamagedFile("The file's entries overlap, which does not happen in a valid archive.")
    if spans and spans[-1][1] > len(content):
        raise DamagedFile(_DAMAGED)
    return places


def _inflated(packed: memoryview) -> Iterator[bytes]:
    """Yield the inflated content in pieces of at most `_PIECE` bytes, however much it unpacks to."""
    inflater = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        for piece in _pieces(packed):
            waiting = piece
            while waiting and not inflater.eof:
                yield inflater.decompress(waiting, _PIECE)
                waiting = inflater.unconsumed_tail
        yield inflater.flush()
    except zlib.error as error:
        raise DamagedFile(_DAMAGED) from error
    if not inflater.eof:
        raise DamagedFile(_DAMAGED)


def _pieces(content: memoryview) -> Iterator[bytes]:
    for start in range(0, len(content), _PIECE):
        yield bytes(content[start : start + _PIECE])
