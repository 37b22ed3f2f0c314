"""PDFium: text with the type of each line, outline, labels, links, form fields and pictures of pages.

A type is looked up at the first and the last letter of a line, not at each: 13,900 lines take 0.05 s that way, on top of
0.65 s for their text.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from typing import Any

import pypdfium2
from pypdfium2 import raw as pdfium

from chat.errors import DamagedFile, NeedsPassword
from chat.extraction.pdf_lines import UNKNOWN, Bookmark, PageRead, Type
from chat.text import clean

NEEDS_PASSWORD = "This PDF needs a password; remove it and upload again."  # noqa: S105  (a sentence)
WRONG_PASSWORD = "The password is wrong; this PDF needs another one."  # noqa: S105  (a sentence)
_MOST_PIXELS = 25_000_000
_MOST_ANNOTATIONS = 2_000
"""On one page."""
_LONGEST_NAME = 512
_LONGEST_ADDRESS = 2_000
_LONGEST_WORDS = 200
_LONGEST_VALUE = 20_000
_SCHEME = re.compile(r"https?://|mailto:", re.IGNORECASE)
_ADDRESS = re.compile(r"(?:https?://|mailto:)\S+", re.IGNORECASE)
_ITALIC = re.compile(r"ital|obli|slant", re.IGNORECASE)
_BOLD = re.compile(r"bold|black|heavy|demi|-medi\b|medi$|cmbx|cmssbx|ptmb|,b$", re.IGNORECASE)
_FORCED_BOLD = 1 << 18
"""Bit 19 of a font's flags (PDF 32000-1, table 123)."""
_HIDDEN_FIELD = 1 << 13
"""A field whose content is a password (table 228)."""
_ODD_LINE_ENDS = re.compile("[\x0b\x0c\x85\u2028\u2029]|\r(?!\n)|(?<!\r)\n")
"""PDFium ends lines with a carriage return and a line feed; others are codes of symbols that have no Unicode."""


@contextmanager
def opened(content: bytes, password: str = "") -> Iterator[pypdfium2.PdfDocument]:
    """The document. Raises NeedsPassword, and PdfiumError when it can't be parsed."""
    document = _unlocked(content, password)
    try:
        yield document
    finally:
        document.close()


def _unlocked(content: bytes, password: str) -> pypdfium2.PdfDocument:
    """Many files that are locked against changes open with an empty password, whatever was given."""
    for tried in dict.fromkeys((password, "")):
        try:
            return pypdfium2.PdfDocument(content, password=tried)
        except pypdfium2.PdfiumError as error:
            if error.err_code != pdfium.FPDF_ERR_PASSWORD:
                raise
    raise NeedsPassword(WRONG_PASSWORD if password else NEEDS_PASSWORD)


# --- pages -------------------------------------------------------------------------------------------------------


def read_pages(document: pypdfium2.PdfDocument) -> list[PageRead]:
    """Every page with what stands on it and behind it."""
    if document.get_formtype() == pdfium.FORMTYPE_ACRO_FORM:
        document.init_forms()
    return [_page_read(document, number) for number in range(len(document))]


def _page_read(document: pypdfium2.PdfDocument, number: int) -> PageRead:
    try:
        page = document[number]
    except pypdfium2.PdfiumError:
        return PageRead()
    try:
        text_page = page.get_textpage()
    except pypdfium2.PdfiumError:
        page.close()
        return PageRead()
    text = _ODD_LINE_ENDS.sub(" ", str(text_page.get_text_range()))
    read = PageRead(text, _types(text_page, text, page.get_rotation()), _additions(document, page, text_page, text))
    text_page.close()
    page.close()
    return read


def _types(text_page: pypdfium2.PdfTextPage, text: str, rotation: int) -> list[Type]:
    """The type of each line. Places in the text and in PDFium's list of characters differ where a character has no Unicode."""
    probe = _Probe(text_page, rotation, exact=text_page.count_chars() == len(text))
    types = []
    start = 0
    for line in text.split("\n"):
        body = line.strip()
        first = start + line.find(body[0]) if body else 0
        types.append(probe.type_of(first, first + len(body) - 1) if body else UNKNOWN)
        start += len(line) + 1
    return types


class _Probe:
    """Asks PDFium about single characters of a page; the buffers that it writes to are made once."""

    def __init__(self, text_page: pypdfium2.PdfTextPage, rotation: int, *, exact: bool) -> None:
        self._page = text_page.raw
        self._rotation = rotation
        self._exact = exact
        self._name = ctypes.create_string_buffer(_LONGEST_NAME)
        self._flags = ctypes.c_int()
        self._matrix = pdfium.FS_MATRIX()
        self._x, self._y = ctypes.c_double(), ctypes.c_double()
        self._styles: dict[bytes, tuple[bool, bool]] = {}

    def type_of(self, first: int, last: int) -> Type:
        if not self._exact:
            first = pdfium.FPDFText_GetCharIndexFromTextIndex(self._page, first)
            last = pdfium.FPDFText_GetCharIndexFromTextIndex(self._page, last)
        bold, italic = self._style(first)
        if bold:
            bold, _ = self._style(last)
        x, y = self._place(first)
        return Type(min(self._size(first), self._size(last)), bold, italic, x, y, self._place(last)[0])

    def _size(self, character: int) -> float:
        """Points on paper: the font's size is often 1, and scaled."""
        size = float(pdfium.FPDFText_GetFontSize(self._page, character))
        if pdfium.FPDFText_GetMatrix(self._page, character, self._matrix):
            size *= (self._matrix.c**2 + self._matrix.d**2) ** 0.5
        return round(size, 1)

    def _style(self, character: int) -> tuple[bool, bool]:
        """Bold and italic by the font's name and flags: the weight that PDFium guesses from the stems is high for italics."""
        pdfium.FPDFText_GetFontInfo(self._page, character, self._name, _LONGEST_NAME, self._flags)
        name = self._name.value
        if name not in self._styles:
            words = name.decode("latin-1")
            bold = bool(self._flags.value & _FORCED_BOLD) or _BOLD.search(words) is not None
            self._styles[name] = bold, _ITALIC.search(words) is not None
        return self._styles[name]

    def _place(self, character: int) -> tuple[float, float]:
        """Its place on the page as it is turned for showing, so that lines lie below one another."""
        pdfium.FPDFText_GetCharOrigin(self._page, character, self._x, self._y)
        x, y = self._x.value, self._y.value
        return {90: (y, -x), 180: (-x, -y), 270: (-y, x)}.get(self._rotation, (x, y)) if self._rotation else (x, y)


# --- what stands behind a page -----------------------------------------------------------------------------------


def _additions(
    document: pypdfium2.PdfDocument, page: pypdfium2.PdfPage, text_page: pypdfium2.PdfTextPage, text: str
) -> tuple[str, ...]:
    """Addresses of links that the text does not show, and filled fields."""
    count = pdfium.FPDFPage_GetAnnotCount(page.raw)
    if count <= 0:
        return ()
    links = _links(document, page, text_page, text)
    fields = _fields(document, page, min(count, _MOST_ANNOTATIONS)) if document.formenv else ()
    return tuple(dict.fromkeys((*fields, *links)))


def _links(
    document: pypdfium2.PdfDocument, page: pypdfium2.PdfPage, text_page: pypdfium2.PdfTextPage, text: str
) -> Iterator[str]:
    place, link = ctypes.c_int(0), pdfium.FPDF_LINK()
    shown = _unbroken(text)
    hidden: dict[str, list[str]] = {}
    for _ in range(_MOST_ANNOTATIONS):
        if not pdfium.FPDFLink_Enumerate(page.raw, place, link):
            break
        address = _address(document, link)
        if address is not None and _unbroken(_SCHEME.sub("", address)).rstrip("/") not in shown:
            hidden.setdefault(address, []).append(_words(text_page, link))
    for address, words in hidden.items():  # a link that is broken over lines has an area on each
        yield f"Link: {' '.join(filter(None, words))} → {address}".replace(":  →", ":")


def _unbroken(text: str) -> str:
    """An address is broken anywhere when it is printed."""
    return "".join(text.replace("\ufffe", "-").split()).lower()


def _address(document: pypdfium2.PdfDocument, link: Any) -> str | None:
    """Where the link leads to when that is a place on the web."""
    action = pdfium.FPDFLink_GetAction(link)
    if not action or pdfium.FPDFAction_GetType(action) != pdfium.PDFACTION_URI:
        return None
    buffer = ctypes.create_string_buffer(_LONGEST_ADDRESS)
    length = pdfium.FPDFAction_GetURIPath(document.raw, action, buffer, _LONGEST_ADDRESS)
    address = clean(buffer.value.decode("utf-8", "replace")).text.strip()
    return address if 0 < length <= _LONGEST_ADDRESS and _ADDRESS.fullmatch(address) else None


def _words(text_page: pypdfium2.PdfTextPage, link: Any) -> str:
    area = pdfium.FS_RECTF()
    if not pdfium.FPDFLink_GetAnnotRect(link, area):
        return ""
    words = str(text_page.get_text_bounded(area.left, area.bottom, area.right, area.top))
    return " ".join(clean(words.replace("\ufffe", "-")).text.split())[:_LONGEST_WORDS]


def _fields(document: pypdfium2.PdfDocument, page: pypdfium2.PdfPage, count: int) -> Iterator[str]:
    """`name: value` for each field that says something."""
    for number in range(count):
        annotation = pdfium.FPDFPage_GetAnnot(page.raw, number)
        if not annotation:
            continue
        if pdfium.FPDFAnnot_GetSubtype(annotation) == pdfium.FPDF_ANNOT_WIDGET:
            value = _field_value(document.formenv, annotation)
            name = _field_words(pdfium.FPDFAnnot_GetFormFieldAlternateName, document.formenv, annotation)
            name = name or _field_words(pdfium.FPDFAnnot_GetFormFieldName, document.formenv, annotation)
            if value:
                yield f"{name or 'Field'}: {value}"
        pdfium.FPDFPage_CloseAnnot(annotation)


def _field_value(form: Any, annotation: Any) -> str:
    kind = pdfium.FPDFAnnot_GetFormFieldType(form, annotation)
    if kind == pdfium.FPDF_FORMFIELD_CHECKBOX:
        return "yes" if pdfium.FPDFAnnot_IsChecked(form, annotation) else "no"
    if kind == pdfium.FPDF_FORMFIELD_RADIOBUTTON:
        if not pdfium.FPDFAnnot_IsChecked(form, annotation):
            return ""
        return _field_words(pdfium.FPDFAnnot_GetFormFieldExportValue, form, annotation)
    if kind in (pdfium.FPDF_FORMFIELD_COMBOBOX, pdfium.FPDF_FORMFIELD_LISTBOX):
        return ", ".join(_chosen(form, annotation)) or _field_words(pdfium.FPDFAnnot_GetFormFieldValue, form, annotation)
    if kind == pdfium.FPDF_FORMFIELD_TEXTFIELD and not pdfium.FPDFAnnot_GetFormFieldFlags(form, annotation) & _HIDDEN_FIELD:
        return _field_words(pdfium.FPDFAnnot_GetFormFieldValue, form, annotation)
    return ""


def _chosen(form: Any, annotation: Any) -> Iterator[str]:
    for option in range(min(pdfium.FPDFAnnot_GetOptionCount(form, annotation), _MOST_ANNOTATIONS)):
        if pdfium.FPDFAnnot_IsOptionSelected(form, annotation, option):
            yield _wide(lambda buffer, size, at=option: pdfium.FPDFAnnot_GetOptionLabel(form, annotation, at, buffer, size))


def _field_words(question: Any, form: Any, annotation: Any) -> str:
    return _wide(lambda buffer, size: question(form, annotation, buffer, size))


def _wide(ask: Any) -> str:
    """A text that PDFium writes as UTF-16 into a buffer, asked for its length in bytes first; on one line."""
    length = min(ask(None, 0), 2 * _LONGEST_VALUE)
    if length <= 2:
        return ""
    buffer = ctypes.create_string_buffer(length)
    ask(ctypes.cast(buffer, ctypes.POINTER(pdfium.FPDF_WCHAR)), length)
    return " ".join(clean(buffer.raw.decode("utf-16-le", "replace").strip("\x00")).text.split())


# --- the document ------------------------------------------------------------------------------------------------


def outline(document: pypdfium2.PdfDocument) -> Iterator[Bookmark]:
    """The outline's entries that lead to a page."""
    for bookmark in document.get_toc():
        destination = bookmark.get_dest()
        page = destination.get_index() if destination else None
        if page is not None and page >= 0:
            yield Bookmark(bookmark.level + 1, bookmark.get_title(), page)


def labels(document: pypdfium2.PdfDocument) -> Sequence[str]:
    """The printed number of each page; empty where the file states none."""
    return [document.get_page_label(number) for number in range(len(document))]


def attachments(document: pypdfium2.PdfDocument) -> tuple[str, ...]:
    """Names of the files inside."""
    names = []
    for number in range(min(document.count_attachments(), _MOST_ANNOTATIONS)):
        try:
            name = document.get_attachment(number).get_name()
        except pypdfium2.PdfiumError:
            name = ""
        names.append(" ".join(clean(name).text.split())[:_LONGEST_WORDS] or "unnamed")
    return tuple(names)


# --- pictures ----------------------------------------------------------------------------------------------------


def render_page(content: bytes, number: int, scale: float = 3.0, password: str = "") -> bytes:
    """A grey PNG of one page, counted from 1, `scale` pixels a point (72 a inch), smaller where it would have over 25 megapixels.

    Raises NeedsPassword, and DamagedFile when the page can't be drawn.
    """
    try:
        with opened(content, password) as document:
            page = document[number - 1]
            width, height = page.get_size()
            bound = min(scale, 0.99 * (_MOST_PIXELS / max(width * height, 1.0)) ** 0.5)
            picture = page.render(scale=bound, grayscale=True).to_pil()
            stream = BytesIO()
            picture.save(stream, "PNG", compress_level=1)
            return stream.getvalue()
    except (pypdfium2.PdfiumError, IndexError) as error:
        raise DamagedFile(f"Page {number} could not be drawn.") from error
