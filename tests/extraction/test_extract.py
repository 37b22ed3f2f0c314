"""Tests of which reader handles a file, and of the messages for files that are refused."""

from __future__ import annotations

import io
import zipfile

import pytest

from chat.errors import DamagedFile, EmptyFile, FileRefused, FileTooLarge, NoText, UnknownType
from chat.extraction.extract import extract, sniff
from chat.settings import LimitSettings
from tests import files

LIMITS = LimitSettings()


def archive() -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as zipped:
        zipped.writestr("a.txt", "hello")
    return stream.getvalue()


@pytest.mark.parametrize(
    ("name", "content", "media_type"),
    [
        pytest.param("report.txt", files.handbook_pdf(), "application/pdf", id="a PDF under another name"),
        pytest.param("report.pdf", b"\n\n" + files.handbook_pdf(), "application/pdf", id="a PDF behind blank lines"),
        pytest.param("about.txt", b"A file that starts with %PDF-1.7 is a PDF.", "text/plain", id="a text about PDF"),
        pytest.param("NOTES.MD", files.notes_markdown(), "text/markdown", id="Markdown by its name"),
        pytest.param("prices.csv", files.prices_csv(), "text/csv", id="CSV by its name"),
        pytest.param("BMW", b"BMW is a name, not a bitmap.", "text/plain", id="a text that begins like a picture's signature"),
        pytest.param("a/b/../unnamed", b"words", "text/plain", id="no extension"),
        pytest.param("page", files.html_named_pdf(), "text/html", id="HTML without an extension"),
        pytest.param("page.csv", files.html_named_pdf(), "text/html", id="HTML named CSV"),
        pytest.param("x.csv", archive(), "application/zip", id="an archive named CSV"),
        pytest.param("x", b"#!/usr/bin/env python3\nprint()\n", "text/x-python", id="a script by its first line"),
        pytest.param("x", b"#!/bin/bash -e\nls\n", "text/x-sh", id="a shell script by its first line"),
        pytest.param("Main.java", b"class Main {}", "text/x-java", id="source code by its name"),
        pytest.param("x", b"Received: from a\nFrom: b\n\nwords", "message/rfc822", id="e-mail by its first lines"),
        pytest.param("x.txt", b"From: b\nis what I heard", "text/plain", id="a text that begins like an e-mail"),
        pytest.param("wide.txt", "two bytes each".encode("utf-16"), "text/plain", id="UTF-16"),
    ],
)
def test_the_kind_comes_from_the_content(name: str, content: bytes, media_type: str) -> None:
    assert sniff(name, content) == media_type


@pytest.mark.parametrize(
    ("name", "content", "error", "words"),
    [
        pytest.param("x.txt", b"", EmptyFile, "The file is empty.", id="no bytes"),
        pytest.param("x.txt", b"\xef\xbb\xbf\n \n", NoText, "The file holds no text.", id="only a mark and blanks"),
        pytest.param("x.pdf", files.html_named_pdf(), DamagedFile, "not a readable PDF", id="HTML named PDF"),
        pytest.param("x.txt", files.png(), NoText, "This is a picture", id="a picture named text"),
        pytest.param(
            "x.txt", b"ID3\x04\x00" + bytes(50), UnknownType, "looks like a file of the kind MP3", id="a song named text"
        ),
        pytest.param("x.gz", b"\x1f\x8b\x08\x00" + bytes(50), UnknownType, "looks like a gzip archive", id="gzip"),
        pytest.param("x.rtf", b"{\\rtf1\\ansi hello}", UnknownType, "looks like an RTF document", id="RTF"),
        pytest.param("x.txt", bytes(range(32)) * 100, UnknownType, "does not look like text", id="noise"),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_sentence(name: str, content: bytes, error: type[FileRefused], words: str) -> None:
    with pytest.raises(error, match=words):
        extract(name, content, LIMITS)


@pytest.mark.parametrize(
    ("name", "content", "warnings"),
    [
        ("letter.docx", b"Dear Ann", ("By its name this is a text document, but it holds text, and was read as such.",)),
        (
            "list.xls",
            b"<html><p>Milk</p></html>",
            ("By its name this is a workbook, but it holds a web page, and was read as such.",),
        ),
        ("letter.txt", b"Dear Ann", ()),
        ("letter", b"Dear Ann", ()),
    ],
)
def test_text_under_the_name_of_something_else_is_read_with_a_warning(
    name: str, content: bytes, warnings: tuple[str, ...]
) -> None:
    assert extract(name, content, LimitSettings()).coverage.warnings == warnings


def test_a_file_over_the_size_limit_is_refused() -> None:
    with pytest.raises(FileTooLarge, match="larger than 1 MB"):
        extract("x.txt", b"a" * (1024 * 1024 + 1), LimitSettings(max_file_mb=1))


def test_a_text_over_the_character_limit_is_refused() -> None:
    with pytest.raises(FileTooLarge, match="more than 100 characters"):
        extract("x.txt", b"a" * 101, LimitSettings(max_characters=100))


def test_rows_of_tables_are_counted_apart_from_prose() -> None:
    table = b"name,place\n" + b"Ada,London\n" * 20

    extract("x.csv", table, LimitSettings(max_characters=100))

    with pytest.raises(FileTooLarge, match="more than 100 characters"):
        extract("x.csv", table, LimitSettings(max_table_characters=100))
