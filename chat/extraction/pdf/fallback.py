"""Read PDFs that PDFium fails to parse with pypdf, which takes over ten times as long."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from typing import Any

import pypdf

from chat.errors import DamagedFile, NeedsPassword
from chat.extraction.counting import Tell, untold
from chat.extraction.pdf.lines import Bookmark, DocumentRead, PageRead
from chat.extraction.pdf.pdfium import NEEDS_PASSWORD, WRONG_PASSWORD

DAMAGED = "This is not a readable PDF (damaged or another format)."
_MEGABYTE = 1_000_000
_LIMITS: dict[str, Any] = {  # keyword arguments of several types
    "zlib_maximum_output_length": 20 * _MEGABYTE,
    "lzw_maximum_output_length": 20 * _MEGABYTE,
    "run_length_maximum_output_length": 20 * _MEGABYTE,
    "array_based_stream_maximum_output_length": 20 * _MEGABYTE,
    "maximum_declared_stream_length": 50 * _MEGABYTE,
    "stream_decoding_work_maximum_length": 60 * _MEGABYTE,
    "stream_parsing_work_maximum_count": 500_000,
    "page_tree_maximum_entries": 6_000,
    "xform_maximum_invocations_per_extraction": 500,
    "jbig2dec_binary": None,
}
"""Limits on what one file may unpack to inside pypdf; small hostile files ran for minutes with its defaults."""


def read_by_pypdf(content: bytes, password: str, check_pages: Callable[[int], None], tell: Tell = untold) -> DocumentRead:
    """Return the document as pypdf reads it. Raises NeedsPassword and DamagedFile.

    `check_pages` is called with the number of pages before any of them is read, `tell` after each.
    """
    with pypdf.apply_configuration(**_LIMITS):
        try:
            reader = _reader(content, password)
            count = len(reader.pages)
        except NeedsPassword:
            raise
        except Exception as error:  # pypdf may raise anything on malformed files, as its documentation says
            raise DamagedFile(DAMAGED) from error
        check_pages(count)
        pages: list[PageRead] = []
        for number in range(count):
            pages.append(PageRead(_text(reader, number)))
            tell(number + 1, count)
        try:
            title = reader.metadata.title if reader.metadata else None
            return DocumentRead(pages, reader.page_labels, list(_outline(reader, reader.outline, 1)), title)
        except Exception:
            return DocumentRead(pages)


def _reader(content: bytes, password: str) -> pypdf.PdfReader:
    reader = pypdf.PdfReader(BytesIO(content))
    if reader.is_encrypted and not any(reader.decrypt(tried) for tried in (password, "")):
        raise NeedsPassword(WRONG_PASSWORD if password else NEEDS_PASSWORD)
    return reader


def _text(reader: pypdf.PdfReader, number: int) -> str | None:
    try:
        return reader.pages[number].extract_text()
    except Exception:
        return None


def _outline(reader: pypdf.PdfReader, entries: Sequence[Any], level: int) -> Iterator[Bookmark]:
    """Yield the bookmarks of an outline; an entry is a destination, or a list of the entries below the previous one. pypdf types
    neither."""
    for entry in entries:
        if isinstance(entry, list):
            yield from _outline(reader, entry, level + 1)
            continue
        page = reader.get_destination_page_number(entry)
        if page is not None and page >= 0:
            yield Bookmark(level, str(entry.title), page)
