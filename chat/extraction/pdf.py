"""PDF: PDFium reads the text page by page; pypdf reads outline, page labels and title, and the text where PDFium can't.

The text of a filing of 503 pages took PDFium 0.7 s and pypdf 8.7 s.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import pypdf
import pypdfium2
from pypdfium2 import raw as pdfium

from chat.domain import Coverage, Extracted, Heading, Page
from chat.errors import DamagedFile, FileTooLarge, NeedsPassword, NoText
from chat.extraction.decoding import dropped_warning
from chat.settings import LimitSettings
from chat.text import Cleaned, clean

MEDIA_TYPE = "application/pdf"
_DAMAGED = "This is not a readable PDF (damaged or another format)."
_PASSWORD = "This PDF needs a password; remove it and upload again."  # noqa: S105  (a sentence)
_MEGABYTE = 1_000_000
_PYPDF_LIMITS: dict[str, Any] = {  # the values of several types that the keywords take
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
"""What one file may unpack to inside pypdf; small hostile files ran for minutes with its own limits."""
Outline = Sequence[tuple[int, str, int]]
"""Level from 1, title, page from 0."""


@dataclass(frozen=True, slots=True)
class _Pages:
    """The text of each page, `None` where it could not be read."""

    texts: list[str | None]
    labels: Sequence[str] = ()
    outline: Outline = ()
    title: str | None = None


def read_pdf(content: bytes, limits: LimitSettings) -> Extracted:
    """Text by page with the outline's headings.

    Raises NeedsPassword, NoText (a scan), FileTooLarge (too many pages or characters) and DamagedFile.
    """
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # it logs every oddity of a file; the report says what matters
    with pypdf.apply_configuration(**_PYPDF_LIMITS):
        return _composed(_pages(content, limits), limits)


def _pages(content: bytes, limits: LimitSettings) -> _Pages:
    try:
        document = pypdfium2.PdfDocument(content)
    except pypdfium2.PdfiumError as error:
        if error.err_code == pdfium.FPDF_ERR_PASSWORD:
            raise NeedsPassword(_PASSWORD) from error
        return _read_by_pypdf(content, limits)
    try:
        return _read_by_pdfium(document, content, limits)
    finally:
        document.close()


# --- the two libraries -------------------------------------------------------------------------------------------


def _read_by_pdfium(document: pypdfium2.PdfDocument, content: bytes, limits: LimitSettings) -> _Pages:
    _check_pages(len(document), limits)
    texts = [_pdfium_text(document, number) for number in range(len(document))]
    if not any(texts):
        return _Pages(texts)
    try:
        return _with_pypdf_details(texts, _pypdf_reader(content))
    except Exception:  # pypdf raises anything on malformed files, and asks its users to expect that
        return _Pages(texts, outline=_pdfium_outline(document), title=document.get_metadata_dict().get("Title"))


def _pdfium_text(document: pypdfium2.PdfDocument, number: int) -> str | None:
    try:
        page = document[number]
        text_page = page.get_textpage()
        text = str(text_page.get_text_range())
        text_page.close()
        page.close()
    except pypdfium2.PdfiumError:
        return None
    return text


def _pdfium_outline(document: pypdfium2.PdfDocument) -> Outline:
    outline = []
    for bookmark in document.get_toc():
        destination = bookmark.get_dest()
        page = destination.get_index() if destination else None
        if page is not None:
            outline.append((bookmark.level + 1, bookmark.get_title(), page))
    return outline


def _read_by_pypdf(content: bytes, limits: LimitSettings) -> _Pages:
    """For files whose structure PDFium gives up on."""
    try:
        reader = _pypdf_reader(content)
        pages = len(reader.pages)
    except NeedsPassword:
        raise
    except Exception as error:
        raise DamagedFile(_DAMAGED) from error
    _check_pages(pages, limits)
    texts = [_pypdf_text(reader, number) for number in range(pages)]
    try:
        return _with_pypdf_details(texts, reader)
    except Exception:
        return _Pages(texts)


def _pypdf_reader(content: bytes) -> pypdf.PdfReader:
    reader = pypdf.PdfReader(BytesIO(content))
    if reader.is_encrypted and not reader.decrypt(""):
        raise NeedsPassword(_PASSWORD)
    return reader


def _pypdf_text(reader: pypdf.PdfReader, number: int) -> str | None:
    try:
        return reader.pages[number].extract_text()
    except Exception:
        return None


def _with_pypdf_details(texts: list[str | None], reader: pypdf.PdfReader) -> _Pages:
    if len(reader.pages) != len(texts):
        raise ValueError("pypdf sees other pages than PDFium does")
    title = reader.metadata.title if reader.metadata else None
    return _Pages(texts, reader.page_labels, list(_pypdf_outline(reader, reader.outline, 1)), title)


def _pypdf_outline(reader: pypdf.PdfReader, entries: Sequence[Any], level: int) -> Iterator[tuple[int, str, int]]:
    """An entry is a destination, or a list of the entries below the one before it; pypdf types neither."""
    for entry in entries:
        if isinstance(entry, list):
            yield from _pypdf_outline(reader, entry, level + 1)
            continue
        page = reader.get_destination_page_number(entry)
        if page is not None and page >= 0:
            yield level, str(entry.title), page


def _check_pages(pages: int, limits: LimitSettings) -> None:
    if pages > limits.max_pages:
        raise FileTooLarge(f"The PDF has more than {limits.max_pages:,} pages.")


# --- putting it together -----------------------------------------------------------------------------------------

_BROKEN_WORD = re.compile("([^\\W\\d_]+)\ufffe(?:\r?\n)?([^\\W\\d_]+)")
"""PDFium puts U+FFFE where a line ended in a hyphen."""


def _composed(pages: _Pages, limits: LimitSettings) -> Extracted:
    """One text with the place of every page and heading in it."""
    if not any(text and not text.isspace() for text in pages.texts):
        if pages.texts and all(text is None for text in pages.texts):
            raise DamagedFile(_DAMAGED)
        count = f"{len(pages.texts):,} page{'' if len(pages.texts) == 1 else 's'}"
        raise NoText(f"No text found in {count} (a scan?). Nothing was indexed.")
    cleaned = [clean(text) for text in _dehyphenated([text or "" for text in pages.texts])]
    ranges = []
    start = 0
    for number, page in enumerate(cleaned):
        label = pages.labels[number] if number < len(pages.labels) else None
        ranges.append(Page(number + 1, start, start + len(page.text), None if label == str(number + 1) else label))
        start += len(page.text) + 1
    if start > limits.max_characters:
        raise FileTooLarge(f"The PDF has more than {limits.max_characters:,} characters of text.")
    text = "\n".join(page.text for page in cleaned)
    return Extracted(
        text,
        MEDIA_TYPE,
        pages=tuple(ranges),
        headings=tuple(_headings(text, ranges, pages.outline)),
        title=" ".join(clean(pages.title or "").text.split()) or None,
        coverage=_coverage(pages.texts, cleaned),
    )


def _coverage(texts: Sequence[str | None], cleaned: Sequence[Cleaned]) -> Coverage:
    unread = [number for number, text in enumerate(texts, start=1) if text is None]
    dropped = dropped_warning(Cleaned("", sum(page.dropped for page in cleaned)))
    return Coverage(
        pages_without_text=tuple(number for number, page in enumerate(cleaned, start=1) if not page.text.strip()),
        warnings=(*(f"Page {number} could not be read." for number in unread), *dropped),
    )


def _dehyphenated(texts: Sequence[str]) -> Sequence[str]:
    """Words that a line end broke made whole, unless the document writes them with a hyphen elsewhere (`ready-to-drink`)."""
    if not any("\ufffe" in text for text in texts):
        return texts
    hyphenated = {match.lower() for text in texts for match in re.findall(r"[^\W\d_]+-[^\W\d_]+", text)}

    def whole(match: re.Match[str]) -> str:
        first, second = match.groups()
        keep = f"{first}-{second}".lower() in hyphenated or second[0].isupper()
        return f"{first}-{second}" if keep else first + second

    return [_BROKEN_WORD.sub(whole, text).replace("\ufffe", "-") for text in texts]


def _headings(text: str, pages: Sequence[Page], outline: Outline) -> list[Heading]:
    """Each entry at its title on its page, behind the one before it; where the title does not stand there, at the page's top."""
    headings: list[Heading] = []
    after: dict[int, int] = {}
    for level, raw, number in outline:
        title = " ".join(clean(raw).text.split())
        if not title or number >= len(pages):
            continue
        page = pages[number]
        begin = after.get(number, page.start)
        found = _title_pattern(title).search(text, begin, page.end)
        start = found.start("title") if found else begin if number in after else page.start
        after[number] = found.end() if found else begin
        headings.append(Heading(title, level, start, page.number))
    return sorted(headings, key=lambda heading: heading.start)


def _title_pattern(title: str) -> re.Pattern[str]:
    """The title at the start of a line, a number such as `2.1` in front of it allowed, its words broken over lines or not."""
    words = r"\s+".join(re.escape(word) for word in title.split())
    return re.compile(rf"^[^\S\n]*(?P<title>(?:[\dIVXA-Z][\d.IVX]*[.)]?\s+)?{words})", re.IGNORECASE | re.MULTILINE)
