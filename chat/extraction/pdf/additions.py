"""Content of a PDF besides its printed text: link targets, values of form fields, attached files."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator
from typing import Any

import pypdfium2
from pypdfium2 import raw as pdfium

from chat.text import clean, clean_line

_MOST = 2_000
"""Most annotations, links or options of one page, and most attachments, that are looked at."""
_LONGEST_ADDRESS = 2_000
_LONGEST_WORDS = 200
_LONGEST_VALUE = 20_000
_SCHEME = re.compile(r"https?://|mailto:", re.IGNORECASE)
_ADDRESS = re.compile(r"(?:https?://|mailto:)\S+", re.IGNORECASE)
_HIDDEN_FIELD = 1 << 13
"""Flag of a password field (PDF 32000-1, table 228)."""


def additions(
    document: pypdfium2.PdfDocument, page: pypdfium2.PdfPage, text_page: pypdfium2.PdfTextPage, text: str
) -> tuple[str, ...]:
    """Return a line for each filled form field and each link whose target the page's text does not show."""
    count = pdfium.FPDFPage_GetAnnotCount(page.raw)
    if count <= 0:
        return ()
    links = _links(document, page, text_page, text)
    fields = _fields(document, page, min(count, _MOST)) if document.formenv else ()
    return tuple(dict.fromkeys((*fields, *links)))


def _links(
    document: pypdfium2.PdfDocument, page: pypdfium2.PdfPage, text_page: pypdfium2.PdfTextPage, text: str
) -> Iterator[str]:
    place, link = ctypes.c_int(0), pdfium.FPDF_LINK()
    shown = _unbroken(text)
    hidden: dict[str, list[str]] = {}
    for _ in range(_MOST):
        if not pdfium.FPDFLink_Enumerate(page.raw, place, link):
            break
        address = _address(document, link)
        if address is not None and _unbroken(_SCHEME.sub("", address)).rstrip("/") not in shown:
            hidden.setdefault(address, []).append(_words(text_page, link))
    for address, words in hidden.items():  # a link wrapped over lines has an area on each
        yield f"Link: {' '.join(filter(None, words))} → {address}".replace(":  →", ":")


def _unbroken(text: str) -> str:
    """Return the text without white space and in lower case, because printed addresses wrap anywhere."""
    return "".join(text.replace("\ufffe", "-").split()).lower()


def _address(document: pypdfium2.PdfDocument, link: Any) -> str | None:
    """Return the target of the link if it is a web or e-mail address."""
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
    return clean_line(words.replace("\ufffe", "-"))[:_LONGEST_WORDS]


def _fields(document: pypdfium2.PdfDocument, page: pypdfium2.PdfPage, count: int) -> Iterator[str]:
    """Yield `name: value` for each form field with a value."""
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
    for option in range(min(pdfium.FPDFAnnot_GetOptionCount(form, annotation), _MOST)):
        if pdfium.FPDFAnnot_IsOptionSelected(form, annotation, option):
            yield _wide(lambda buffer, size, at=option: pdfium.FPDFAnnot_GetOptionLabel(form, annotation, at, buffer, size))


def _field_words(question: Any, form: Any, annotation: Any) -> str:
    return _wide(lambda buffer, size: question(form, annotation, buffer, size))


def _wide(ask: Any) -> str:
    """Return, on one line, a text that PDFium writes as UTF-16 into a buffer; `ask` is first called for its length in bytes."""
    length = min(ask(None, 0), 2 * _LONGEST_VALUE)
    if length <= 2:
        return ""
    buffer = ctypes.create_string_buffer(length)
    ask(ctypes.cast(buffer, ctypes.POINTER(pdfium.FPDF_WCHAR)), length)
    return clean_line(buffer.raw.decode("utf-16-le", "replace").strip("\x00"))


def attachments(document: pypdfium2.PdfDocument) -> tuple[str, ...]:
    """Return the names of the attached files."""
    names = []
    for number in range(min(document.count_attachments(), _MOST)):
        try:
            name = document.get_attachment(number).get_name()
        except (pypdfium2.PdfiumError, UnicodeError):
            name = ""
        names.append(clean_line(name)[:_LONGEST_WORDS] or "unnamed")
    return tuple(names)
