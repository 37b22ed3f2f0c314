"""Extract the text of any file: detect its kind from its content and hand it to the reader for that kind."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import Protocol

import filetype  # type: ignore[import-untyped]  # it ships no types

from chat.domain import Extracted
from chat.errors import DamagedFile, EmptyFile, FileTooLarge, NeedsPassword, NoText, UnknownType
from chat.extraction import picture, zipped
from chat.extraction.archive import EMPTY, PROTECTED, SIGNATURE, directory_start
from chat.extraction.blanks import Marks, blank_pages, draw
from chat.extraction.counting import Tell, untold
from chat.extraction.joined import Read
from chat.extraction.office.docx import read_docx
from chat.extraction.office.kinds import DOCX, ODP, ODS, ODT, OLE_SIGNATURE, PPTX, XLS, XLSX, compound_kind, packed_kind
from chat.extraction.office.odf import read_odf
from chat.extraction.office.pptx import read_pptx
from chat.extraction.office.sheets import read_sheets
from chat.extraction.pdf.reader import MEDIA_TYPE as PDF
from chat.extraction.pdf.reader import read_pdf
from chat.extraction.tables.reader import read_table
from chat.extraction.texts import code, json_file, language, notebook, rst
from chat.extraction.texts.decoding import wide_encoding
from chat.extraction.texts.markdown import read_markdown
from chat.extraction.texts.plain import read_plain
from chat.extraction.web import epub, html, mail
from chat.settings import LimitSettings

Reader = Callable[[bytes, LimitSettings], Extracted]


class LockReader(Protocol):
    """Reads files that may be locked with a password, and tells how many pages are read. Raises NeedsPassword when the password
    is missing or wrong."""

    def __call__(self, content: bytes, limits: LimitSettings, password: str = "", tell: Tell = untold) -> Extracted: ...


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
    html.MEDIA_TYPE: html.read_html,
    rst.MEDIA_TYPE: rst.read_rst,
    json_file.JSON: json_file.read_json,
    json_file.JSON_LINES: json_file.read_json_lines,
    notebook.MEDIA_TYPE: notebook.read_notebook,
    epub.MEDIA_TYPE: epub.read_epub,
    **dict.fromkeys(picture.MEDIA_TYPES, picture.read_picture),
    **code.READERS,
}
"""Reader by media type. A new kind of file is one reader and one line here (and a way to detect it in `sniff`)."""

LOCK_READERS: dict[str, LockReader] = {PDF: read_pdf}
"""The readers that take a password and count pages."""

_HOLDERS: dict[str, tuple[Callable[[bytes, LimitSettings, Read], Extracted], int]] = {
    zipped.MEDIA_TYPE: (zipped.read_zip, 1),
    mail.MEDIA_TYPE: (mail.read_mail, 2),
}
"""Kinds that contain other files: their reader, and the greatest depth at which they may be nested in other files."""

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
_NEVER_PAGES = {"text/csv", json_file.JSON, json_file.JSON_LINES, notebook.MEDIA_TYPE, mail.MEDIA_TYPE}
_KINDS_IN_WORDS = {
    "rtf": "an RTF document",
    "exe": "a program",
    "elf": "a program",
    "gz": "a gzip archive",
}
_NAMED = {
    **dict.fromkeys((".docx", ".doc", ".odt"), "a text document"),
    **dict.fromkeys((".pptx", ".ppt", ".odp"), "a presentation"),
    **dict.fromkeys((".xlsx", ".xls", ".ods"), "a workbook"),
    ".epub": "an e-book",
    **dict.fromkeys((".png", ".jpg", ".jpeg", ".tif", ".tiff", ".webp", ".gif", ".bmp"), "a picture"),
}
"""What a file is by its name, where it holds something else than text."""
_OLD_KINDS = {
    "doc": "This is a Word document of before 2007. Save it as DOCX and upload it again.",
    "ppt": "This is a PowerPoint presentation of before 2007. Save it as PPTX and upload it again.",
    "msg": "This is an Outlook message. Save it as EML or PDF and upload it again.",
}
_READABLE = (
    "Files that can be read: PDF, Word (DOCX), PowerPoint (PPTX), Excel (XLSX, XLS), OpenDocument (ODT, ODS, ODP), EPUB, HTML, "
    "e-mail (EML), Markdown, reStructuredText, CSV, JSON, notebooks, source code, text, pictures of text, and ZIP archives "
    "of these."
)
_CONTROLS = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_PDF_OBJECT = re.compile(rb"\d+\s+\d+\s+obj\b")
_HTML = re.compile(rb"\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--[^>]{0,500}-->\s*)?<(?:!doctype\s+html|html)[\s>]", re.IGNORECASE)
_MAIL = re.compile(rb"(?:(?:Return-Path|Delivered-To|Received|MIME-Version|Message-ID):\s|From \S+@\S+ )", re.IGNORECASE)
_HEAD = 8_192


def extract(
    name: str, content: bytes, limits: LimitSettings, password: str = "", scans: bool = False, tell: Tell = untold
) -> Extracted:
    """Return the file's text; the name only distinguishes kinds of text. Raises FileRefused with a message for the user.

    The password opens a locked file; kinds that cannot be locked ignore it. With `scans`, pictures, and PDFs of which no page has
    text, are returned as pages without text, also inside archives and e-mails. `tell` counts the pages of a PDF, not of those
    inside another file.
    """
    if not content:
        raise EmptyFile("The file is empty.")
    if len(content) > limits.max_file_bytes:
        raise FileTooLarge(f"The file is larger than {limits.max_file_mb:,} MB.")
    extracted = _Within(password, scans, tell).read(name, content, limits)
    rows = sum(table.end - table.start for table in extracted.tables)
    if rows > limits.max_table_characters:
        raise FileTooLarge(f"The file's tables have more than {limits.max_table_characters:,} characters.")
    if len(extracted.text) - rows > limits.max_characters:
        raise FileTooLarge(f"The file has more than {limits.max_characters:,} characters.")
    if not extracted.text.strip() and not extracted.coverage.pages_without_text:
        raise NoText("The file holds no text.")
    extracted = _with_warning(name, extracted)
    return language.with_language(extracted)


def _with_warning(name: str, extracted: Extracted) -> Extracted:
    """Add a warning to plain text or a web page whose name says that it is something else."""
    called = _NAMED.get(PurePosixPath(name.lower()).suffix)
    kind = {"text/plain": "text", html.MEDIA_TYPE: "a web page"}.get(extracted.media_type)
    if called is None or kind is None:
        return extracted
    warning = f"By its name this is {called}, but it holds {kind}, and was read as such."
    return replace(extracted, coverage=replace(extracted.coverage, warnings=(warning, *extracted.coverage.warnings)))


def drawn(content: bytes, page: int, limits: LimitSettings, password: str = "") -> bytes:
    """Return a page without text as PNG: of a PDF, a picture, or one inside an archive or e-mail."""
    kind = sniff("", content)
    if kind in LOCK_READERS or kind in picture.MEDIA_TYPES:
        return draw(kind, content, page, password)
    marks = Marks()
    name = "" if kind in _HOLDERS else "message.eml"  # an e-mail is the only container not detected by its content
    found = marks.found(_Within(password, scans=True, marks=marks).read(name, content, limits), page)
    if found is None:
        raise DamagedFile(f"Page {page} could not be drawn.")
    return draw(*found, password)


@dataclass(frozen=True, slots=True)
class _Within:
    """Reads a file, and the files inside it, with the readers for their kinds."""

    password: str = ""
    scans: bool = False
    tell: Tell = untold
    depth: int = 0
    """Number of files that this one is nested in."""
    marks: Marks | None = None

    def read(self, name: str, content: bytes, limits: LimitSettings) -> Extracted:
        kind = sniff(name, content)
        if kind in _HOLDERS:
            read, deepest = _HOLDERS[kind]
            if self.depth > deepest:
                raise UnknownType(f"It is nested too deeply within other files (at most {deepest}).")
            return read(content, limits, replace(self, tell=untold, depth=self.depth + 1).read)
        extracted = self._text(kind, content, limits)
        return extracted if self.marks is None else self.marks.marked(kind, content, extracted)

    def _text(self, kind: str, content: bytes, limits: LimitSettings) -> Extracted:
        try:
            if kind in LOCK_READERS:
                return LOCK_READERS[kind](content, limits, self.password, self.tell)
            return READERS[kind](content, limits)
        except NoText:
            blank = blank_pages(kind, content, limits, self.password) if self.scans else None
            if blank is None:
                raise
            return blank


def sniff(name: str, content: bytes) -> str:
    """Return the media type detected from the content, a key of `READERS` or `_HOLDERS`.

    Raises UnknownType, naming what the file looks like.
    """
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
    if head.startswith((SIGNATURE, EMPTY)):
        return _archive_kind(content)
    if wide_encoding(content) is None and _CONTROLS.search(head):
        kind = filetype.guess(head)
        if kind is not None and kind.mime in picture.MEDIA_TYPES:
            return str(kind.mime)
        if kind is not None:
            raise _unknown(kind.extension)
        if len(_CONTROLS.findall(head)) > 0.1 * len(head):
            raise UnknownType(f"This does not look like text. {_READABLE}")
    return _text_kind(extension, head.removeprefix(b"\xef\xbb\xbf"))


def _text_kind(extension: str, head: bytes) -> str:
    """Return the kind of a text by its name; HTML under another name (an error page saved as CSV), and files without a telling
    name, by how they begin."""
    kind = _TEXT_KINDS.get(extension)
    if _HTML.match(head) and (kind is None or kind in _NEVER_PAGES):
        return html.MEDIA_TYPE
    if kind is None and _MAIL.match(head) and b"\nFrom:" in head:
        return mail.MEDIA_TYPE
    return kind or code.script(head) or "text/plain"


def _archive_kind(content: bytes) -> str:
    """Return the media type of a ZIP file: an e-book declares itself first, or contains the file that every EPUB contains."""
    kind = filetype.guess(content[:_HEAD])
    if (kind is not None and kind.extension == "epub") or content.find(epub.CONTAINER.encode(), directory_start(content)) > 0:
        return epub.MEDIA_TYPE
    return zipped.MEDIA_TYPE


def _is_pdf(content: bytes) -> bool:
    """Return whether the content is a PDF.

    The signature may follow up to 1,024 bytes of something else; a text that only mentions it has no PDF objects.
    """
    place = content[:1_024].find(b"%PDF-")
    return place == 0 or (place > 0 and _PDF_OBJECT.search(content, place) is not None)


def _compound(name: str, content: bytes) -> str:
    """Return the media type of an OLE file: an Office file from before 2007, or an encrypted one of any age.

    Raises NeedsPassword for an encrypted file, and UnknownType for kinds other than XLS.
    """
    kind = compound_kind(name, content)
    if kind == "encrypted":
        raise NeedsPassword(PROTECTED)
    if kind == "xls":
        return XLS
    raise UnknownType(_OLD_KINDS.get(kind or "", f"This is an old Office file of another kind. {_READABLE}"))


def _unknown(extension: str) -> UnknownType:
    words = _KINDS_IN_WORDS.get(extension, f"a file of the kind {extension.upper()}")
    return UnknownType(f"This looks like {words}. {_READABLE}")
