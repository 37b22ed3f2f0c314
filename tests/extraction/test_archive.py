"""Tests of the guard for ZIP archives of all kinds, which does not trust the sizes in the archive's directory."""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chat.errors import DamagedFile, FileRefused, FileTooLarge, NeedsPassword
from chat.extraction.archive import open_archive, refuse_doctype
from chat.settings import LimitSettings

LIMITS = LimitSettings()
BILLION_LAUGHS = b'<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><l>&b;</l>'
EXTERNAL_ENTITY = b'<!DOCTYPE l [<!ENTITY a SYSTEM "file:///etc/passwd">]><l>&a;</l>'


def zipped(entries: Mapping[str, bytes | str], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
    return stream.getvalue()


def patched_directory(content: bytes, offset: int, form: str, value: int) -> bytes:
    """Return the archive with a field of its first directory entry overwritten."""
    place = content.index(b"PK\x01\x02") + offset
    field = struct.pack(form, value)
    return content[:place] + field + content[place + len(field) :]


def overlapping() -> bytes:
    """Return an archive of two directory entries for the bytes of one file."""
    content = zipped({"a.txt": b"a" * 1_000, "b.txt": b"b" * 1_000})
    second = content.index(b"PK\x01\x02", content.index(b"PK\x01\x02") + 1)
    first = content.index(b"PK\x01\x02")
    return content[:second] + content[first:second] + content[second + (second - first) :]


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED], ids=["stored", "deflated"])
def test_files_are_read_by_their_names(method: int) -> None:
    archive = open_archive(zipped({"a.txt": "hello", "folder/": "", "folder/b.txt": b"x" * 1_000_000}, method), LIMITS)

    assert archive.names() == ("a.txt", "folder/b.txt")
    assert archive.read("a.txt") == b"hello"
    assert archive.size("folder/b.txt") == len(archive.read("folder/b.txt")) == 1_000_000
    assert "c.txt" not in archive
    archive.verify()


@pytest.mark.parametrize(
    ("content", "limits", "error", "words"),
    [
        pytest.param(
            zipped({"a": b"\0" * 2_000_000}), LimitSettings(max_unpacked_mb=1), FileTooLarge, "more than 1 MB", id="too much"
        ),
        pytest.param(zipped({"a": b"\0" * 20_000_000}), LIMITS, FileTooLarge, "250 times", id="packed too well"),
        pytest.param(
            zipped({str(number): b"" for number in range(11)}),
            LimitSettings(max_archive_entries=10),
            FileTooLarge,
            "more than 10 files",
            id="too many entries",
        ),
        pytest.param(patched_directory(zipped({"a": b"a"}), 8, "<H", 1), LIMITS, NeedsPassword, "password", id="encrypted"),
        pytest.param(zipped({"a": b"a"}, zipfile.ZIP_LZMA), LIMITS, DamagedFile, "not Deflate", id="another method"),
        pytest.param(overlapping(), LIMITS, DamagedFile, "overlap", id="overlapping entries"),
        pytest.param(zipped({"a": b"abc" * 100})[:-30], LIMITS, DamagedFile, "cut off", id="cut off"),
        pytest.param(b"PK\x03\x04", LIMITS, DamagedFile, "cut off", id="a signature alone"),
    ],
)
def test_what_breaks_a_limit_is_not_opened(content: bytes, limits: LimitSettings, error: type[FileRefused], words: str) -> None:
    with pytest.raises(error, match=words):
        open_archive(content, limits)


def test_a_million_empty_entries_are_counted_before_they_become_objects() -> None:
    entry = zipped({"a": b""})
    place, end = entry.index(b"PK\x01\x02"), entry.index(b"PK\x05\x06")
    directory = entry[place:end] * 200_000
    record = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 1, 1, len(directory), place, 0)

    with pytest.raises(FileTooLarge, match="more than 10,000 files"):
        open_archive(entry[:place] + directory + record, LIMITS)


@pytest.mark.parametrize(
    ("offset", "form", "value"),
    [
        pytest.param(24, "<L", 100, id="unpacks to more than stated"),
        pytest.param(24, "<L", 7_000_000, id="unpacks to less than stated"),
        pytest.param(16, "<L", 1, id="another checksum"),
        pytest.param(20, "<L", 10, id="cut off inside"),
        pytest.param(10, "<H", 0, id="stored, not deflated"),
    ],
)
def test_a_directory_that_lies_is_found_out_while_unpacking(offset: int, form: str, value: int) -> None:
    content = patched_directory(zipped({"a": b"\0" * 6_000_000}), offset, form, value)

    for unpack in (lambda: open_archive(content, LIMITS).read("a"), lambda: open_archive(content, LIMITS).verify()):
        with pytest.raises(DamagedFile):
            unpack()


@pytest.mark.parametrize(
    "xml",
    [
        pytest.param(BILLION_LAUGHS, id="a billion laughs"),
        pytest.param(EXTERNAL_ENTITY, id="a file of the server"),
        pytest.param(b"<!--" + b"x" * 600_000 + b"-->" + EXTERNAL_ENTITY, id="behind a long comment"),
        pytest.param(BILLION_LAUGHS.decode().encode("utf-16"), id="in UTF-16"),
    ],
)
def test_xml_that_declares_entities_is_refused(xml: bytes) -> None:
    archive = open_archive(zipped({"part.xml": xml, "picture.svg": EXTERNAL_ENTITY}), LIMITS)

    with pytest.raises(DamagedFile, match="entities"):
        archive.read_xml("part.xml")
    with pytest.raises(DamagedFile, match="entities"):
        archive.xml_package()


def test_honest_xml_and_what_is_no_xml_pass() -> None:
    for content in (b"<a>&amp;</a>", b"", b"not XML", b"<a><!-- <!DOCTYPE x> --></a>", b"<?xml version='1.0'?>\n<a/>"):
        refuse_doctype(content)


def test_a_package_holds_the_xml_and_empties_the_rest() -> None:
    archive = open_archive(zipped({"a.xml": "<a/>", "b.rels": "<b/>", "picture.png": b"x" * 100}), LIMITS)

    with zipfile.ZipFile(io.BytesIO(archive.xml_package())) as package:
        assert {name: package.read(name) for name in package.namelist()} == {
            "a.xml": b"<a/>",
            "b.rels": b"<b/>",
            "picture.png": b"",
        }


VALID = zipped({"a.xml": "<a>hello</a>", "b.txt": bytes(range(256)) * 8, "c/d.bin": b"\0" * 5_000})


@settings(max_examples=300)
@given(st.lists(st.tuples(st.integers(0, len(VALID) - 1), st.integers(0, 255)), max_size=8), st.integers(0, len(VALID)))
def test_any_damage_is_refused_in_our_words(changes: list[tuple[int, int]], length: int) -> None:
    content = bytearray(VALID)
    for place, value in changes:
        content[place] = value

    try:
        archive = open_archive(bytes(content[:length] if length % 3 == 0 else content), LIMITS)
        for name in archive.names():
            archive.read(name)
        archive.xml_package()
    except FileRefused:
        pass
