"""A file of any kind to text: tell the kind from the content, and hand it to the reader for it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import PurePosixPath
from typing import Protocol

import filetype  # type: ignore[import-untyped]  # it ships no types

from chat.domain import Extracted
from chat.errors import DamagedFile, EmptyFile, FileTooLarge, NeedsPassword, NoText, UnknownType
from chat.extraction.archive import PROTECTED
from chat.extraction.decoding import wide_encoding
from chat.extraction.docx import read_docx
from chat.extraction.markdown import read_markdown
from chat.extraction.odf import read_odf
from chat.extraction.office import DOCX, ODP, ODS, ODT, OLE_SIGNATURE, PPTX, XLS, XLSX, compound_kind, packed_kind
from chat.extraction.pdf import MEDIA_TYPE as PDF
from chat.extraction.pdf import read_pdf
from chat.extraction.plain import read_plain
from chat.extraction.pptx import read_pptx
from chat.extraction.sheets import read_sheets
from chat.extraction.table import read_table
from chat.settings import LimitSettings

Reader = Callable[[bytes, LimitSettings], Extracted]


class LockReader(Protocol):
    """Reads files that may be locked with a password. Raises NeedsPassword when it is missing or wrong."""

    def __call__(self, content: bytes, limits: LimitSettings, password: str = "") -> Extracted: ...


READERS: dict[str, Reader] = {
    PDF: read_pdf,
    DOCX: read_docx,
    PPTX: read_pptx,
    XLSX: read_sheets,
    XLS: read_sheets,
    ODT: read_odf,
    ODP: read_odf,
    ODS: read_sheets,
    "text/markdown": read_markdown,
    "text/csv": read_table,
    "text/plain": read_plain,
}
"""A new kind of file is one reader and one line here (and a way to tell it, in `sniff`)."""

LOCK_READERS: dict[str, LockReader] = {PDF: read_pdf}
"""Those of them that take a password."""

_TEXT_KINDS = {
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
    "xlsx": "an Excel workbook",
    "pptx": "a PowerPoint presentation",
    "rtf": "an RTF document",
    "epub": "an e-book",
    "exe": "a program",
    "elf": "a program",
    "gz": "a gzip archive",
}
_OLD_KINDS = {
    "doc": "This is a Word document of before 2007. Save it as DOCX and upload it again.",
    "ppt": "This is a PowerPoint presentation of before 2007. Save it as PPTX and upload it again.",
    "msg": "This is an Outlook message. Save it as text or PDF and upload it again.",
}
_READABLE = (
    "Files that can be read: PDF, Word (DOCX), PowerPoint (PPTX), Excel (XLSX, XLS), OpenDocument (ODT, ODS, ODP), "
    "Markdown, CSV and text."
)
_CONTROLS = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_PDF_OBJECT = re.compile(rb"\d+\s+\d+\s+obj\b")
_HTML = re.compile(rb"\s*(?:<!doctype html|<html[\s>])", re.IGNORECASE)
_HEAD = 8_192


def extract(name: str, content: bytes, limits: LimitSettings, password: str = "") -> Extracted:
    """The file's text. Raises FileRefused with a sentence for the user; the name only tells apart kinds of text.

    The password opens a locked file; kinds that can't be locked ignore it.
    """
    if not content:
        raise EmptyFile("The file is empty.")
    if len(content) > limits.max_file_mb * 1024 * 1024:
        raise FileTooLarge(f"The file is larger than {limits.max_file_mb:,} MB.")
    kind = sniff(name, content)
    extracted = LOCK_READERS[kind](content, limits, password) if kind in LOCK_READERS else READERS[kind](content, limits)
    if len(extracted.text) > limits.max_characters:
        raise FileTooLarge(f"The file has more than {limits.max_characters:,} characters.")
    if not extracted.text.strip():
        raise NoText("The file holds no text.")
    return extracted


def sniff(name: str, content: bytes) -> str:
    """The media type by the content, one of `READERS`. Raises UnknownType, naming what the file looks like."""
    extension = PurePosixPath(name.lower()).suffix
    if _is_pdf(content):
        return PDF
    if extension == ".pdf":
        raise DamagedFile("This is not a readable PDF (damaged or another format).")
    office = packed_kind(content)
    if office is not None:
        return office
    if content.startswith(OLE_SIGNATURE):
        return _compound(name, content)
    head = content[:_HEAD]
    if head.startswith(b"{\\rtf"):
        raise _unknown("rtf")
    if _HTML.match(head.removeprefix(b"\xef\xbb\xbf")):
        raise UnknownType(f"This looks like an HTML page. {_READABLE}")
    if wide_encoding(content) is None and _CONTROLS.search(head):
        kind = filetype.guess(head)
        if kind is not None:
            raise _unknown(kind.extension)
        if len(_CONTROLS.findall(head)) > 0.1 * len(head):
            raise UnknownType(f"This does not look like text. {_READABLE}")
    return _TEXT_KINDS.get(extension, "text/plain")


def _is_pdf(content: bytes) -> bool:
    """The signature may stand behind up to 1,024 bytes of something else; a text that only mentions it has no PDF objects."""
    place = content[:1_024].find(b"%PDF-")
    return place == 0 or (place > 0 and _PDF_OBJECT.search(content, place) is not None)


def _compound(name: str, content: bytes) -> str:
    """Office files of before 2007 and encrypted ones of any age."""
    kind = compound_kind(name, content)
    if kind == "encrypted":
        raise NeedsPassword(PROTECTED)
    if kind == "xls":
        return XLS
    raise UnknownType(_OLD_KINDS.get(kind or "", f"This is an old Office file of another kind. {_READABLE}"))


def _unknown(extension: str) -> UnknownType:
    words = _KINDS_IN_WORDS.get(extension, f"a file of the kind {extension.upper()}")
    return UnknownType(f"This looks like {words}. {_READABLE}")
