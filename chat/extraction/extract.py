"""A file of any kind to text: tell the kind from the content, and hand it to the reader for it."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import PurePosixPath

import filetype  # type: ignore[import-untyped]  # it ships no types

from chat.domain import Extracted
from chat.errors import DamagedFile, EmptyFile, FileTooLarge, NoText, UnknownType
from chat.extraction import archive, code, epub, html, json_file, language, mail, notebook, rst, zipped
from chat.extraction.decoding import wide_encoding
from chat.extraction.joined import Read
from chat.extraction.markdown import read_markdown
from chat.extraction.pdf import MEDIA_TYPE as PDF
from chat.extraction.pdf import read_pdf
from chat.extraction.plain import read_plain
from chat.extraction.table import read_table
from chat.settings import LimitSettings

Reader = Callable[[bytes, LimitSettings], Extracted]

READERS: dict[str, Reader] = {
    PDF: read_pdf,
    "text/markdown": read_markdown,
    "text/csv": read_table,
    "text/plain": read_plain,
    html.MEDIA_TYPE: html.read_html,
    rst.MEDIA_TYPE: rst.read_rst,
    json_file.JSON: json_file.read_json,
    json_file.JSON_LINES: json_file.read_json_lines,
    notebook.MEDIA_TYPE: notebook.read_notebook,
    epub.MEDIA_TYPE: epub.read_epub,
    **code.READERS,
}
"""A new kind of file is one reader and one line here (and a way to tell it, in `sniff`)."""

_HOLDERS: dict[str, tuple[Callable[[bytes, LimitSettings, Read], Extracted], int]] = {
    zipped.MEDIA_TYPE: (zipped.read_zip, 1),
    mail.MEDIA_TYPE: (mail.read_mail, 2),
}
"""Files that hold files: their reader, and within how many others they may stand."""

_TEXT_KINDS = {
    **code.BY_EXTENSION,
    ".html": html.MEDIA_TYPE,
    ".htm": html.MEDIA_TYPE,
    ".xhtml": html.MEDIA_TYPE,
    ".rst": rst.MEDIA_TYPE,
    ".rest": rst.MEDIA_TYPE,
    ".json": json_file.JSON,
    ".geojson": json_file.JSON,
    ".jsonl": json_file.JSON_LINES,
    ".ndjson": json_file.JSON_LINES,
    ".ipynb": notebook.MEDIA_TYPE,
    ".eml": mail.MEDIA_TYPE,
    ".md": "text/markdown",
    ".markdown": "text/markdown",
    ".mdown": "text/markdown",
    ".csv": "text/csv",
    ".tsv": "text/csv",
    ".tab": "text/csv",
}
_KINDS_IN_WORDS = {
    "zip": "a ZIP archive",
    "docx": "a Word document",
    "doc": "an old Word document",
    "xlsx": "an Excel workbook",
    "xls": "an old Excel workbook",
    "pptx": "a PowerPoint presentation",
    "odt": "an OpenDocument text",
    "rtf": "an RTF document",
    "epub": "an e-book",
    "exe": "a program",
    "elf": "a program",
    "gz": "a gzip archive",
}
_READABLE = (
    "Files that can be read: PDF, EPUB, HTML, e-mail, Markdown, reStructuredText, CSV, JSON, notebooks, source code, text, "
    "and ZIP archives of these."
)
_CONTROLS = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_PDF_OBJECT = re.compile(rb"\d+\s+\d+\s+obj\b")
_HTML = re.compile(rb"\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--[^>]{0,500}-->\s*)?<(?:!doctype\s+html|html)[\s>]", re.IGNORECASE)
_MAIL = re.compile(rb"(?:(?:Return-Path|Delivered-To|Received|MIME-Version|Message-ID):\s|From \S+@\S+ )", re.IGNORECASE)
_HEAD = 8_192


def extract(name: str, content: bytes, limits: LimitSettings) -> Extracted:
    """The file's text. Raises FileRefused with a sentence for the user; the name only tells apart kinds of text."""
    if not content:
        raise EmptyFile("The file is empty.")
    if len(content) > limits.max_file_mb * 1024 * 1024:
        raise FileTooLarge(f"The file is larger than {limits.max_file_mb:,} MB.")
    extracted = _read(name, content, limits)
    if len(extracted.text) > limits.max_characters:
        raise FileTooLarge(f"The file has more than {limits.max_characters:,} characters.")
    if not extracted.text.strip():
        raise NoText("The file holds no text.")
    return language.with_language(extracted)


def _read(name: str, content: bytes, limits: LimitSettings, depth: int = 0) -> Extracted:
    """By the reader for its kind; `depth` counts the files that it stands in."""
    kind = sniff(name, content)
    if kind not in _HOLDERS:
        return READERS[kind](content, limits)
    read, deepest = _HOLDERS[kind]
    if depth > deepest:
        raise UnknownType(f"It stands too deep within other files (at most {deepest}).")
    return read(content, limits, partial(_read, depth=depth + 1))


def sniff(name: str, content: bytes) -> str:
    """The media type by the content, one of `READERS` or `_HOLDERS`. Raises UnknownType, naming what the file looks like."""
    extension = PurePosixPath(name.lower()).suffix
    if _is_pdf(content):
        return PDF
    if extension == ".pdf":
        raise DamagedFile("This is not a readable PDF (damaged or another format).")
    head = content[:_HEAD]
    if head.startswith(b"{\\rtf"):
        raise _unknown("rtf")
    if head.startswith(archive.SIGNATURE):
        return _archive_kind(head, content)
    if wide_encoding(content) is None and _CONTROLS.search(head):
        kind = filetype.guess(head)
        if kind is not None:
            raise _unknown(kind.extension)
        if len(_CONTROLS.findall(head)) > 0.1 * len(head):
            raise UnknownType(f"This does not look like text. {_READABLE}")
    return _TEXT_KINDS.get(extension) or _text_kind(head)


def _text_kind(head: bytes) -> str:
    """By its first words, for text whose name tells nothing."""
    head = head.removeprefix(b"\xef\xbb\xbf")
    if _HTML.match(head):
        return html.MEDIA_TYPE
    if _MAIL.match(head) and b"\nFrom:" in head:
        return mail.MEDIA_TYPE
    return code.script(head) or "text/plain"


def _archive_kind(head: bytes, content: bytes) -> str:
    """Books are archives that say so first, or hold what every book holds."""
    kind = filetype.guess(head)
    if (kind is not None and kind.extension == "epub") or epub.CONTAINER.encode() in content:
        return epub.MEDIA_TYPE
    if kind is not None and kind.extension != "zip":
        raise _unknown(kind.extension)
    return zipped.MEDIA_TYPE


def _is_pdf(content: bytes) -> bool:
    """The signature may stand behind up to 1,024 bytes of something else; a text that only mentions it has no PDF objects."""
    place = content[:1_024].find(b"%PDF-")
    return place == 0 or (place > 0 and _PDF_OBJECT.search(content, place) is not None)


def _unknown(extension: str) -> UnknownType:
    words = _KINDS_IN_WORDS.get(extension, f"a file of the kind {extension.upper()}")
    return UnknownType(f"This looks like {words}. {_READABLE}")
