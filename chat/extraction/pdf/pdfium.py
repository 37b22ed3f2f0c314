"""Read PDFs with PDFium: text with the type of each line, outline, page labels, and pages rendered as pictures.

The type is looked up at the first and last letter of a line, not at each: 13,900 lines take 0.05 s that way, on top of 0.65 s for
their text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from io import BytesIO
from itertools import islice, pairwise

import pypdfium2
from pypdfium2 import raw as pdfium

from chat.errors import DamagedFile, NeedsPassword
from chat.extraction.counting import Tell, untold
from chat.extraction.pdf.additions import additions
from chat.extraction.pdf.gutters import Stretch, by_column, stretches
from chat.extraction.pdf.lines import UNKNOWN, Bookmark, PageRead, Type
from chat.extraction.pdf.probe import Probe
from chat.extraction.pdf.rules import find_rules
from chat.extraction.pdf.tables import ends_in_numbers

NEEDS_PASSWORD = "This PDF needs a password."  # noqa: S105  (a sentence)
WRONG_PASSWORD = "The password is wrong; this PDF needs another one."  # noqa: S105  (a sentence)
_BROKEN = (pypdfium2.PdfiumError, UnicodeError)
"""Errors that PDFium raises on a broken title or outline entry; the text is worth having without them."""
_MOST_BOOKMARKS = 20_000
_MOST_PIXELS = 25_000_000
_LONG = 40
_NARROW, _WIDER, _WIDE = 0.4, 1.12, 0.5
"""Average widths of a line's letters, in font sizes.

Prose takes .38 to .48. Lines below the first have no gaps, lines above the last may have, and lines in between may if they exceed
the narrowest quarter of their page's lines by the second factor.
"""
_FEWEST_CELLS, _LONG_CELL = 2, 25
_ALIGNED = 2.0
_EDGE = 4
"""Number of lines at the beginning or end of a page among which running lines may be."""
_ODD_LINE_ENDS = re.compile("[\x0b\x0c\x85\u2028\u2029]|\r(?!\n)|(?<!\r)\n")
"""PDFium ends lines with a carriage return and a line feed; other line ends are codes of symbols without a Unicode character."""


@contextmanager
def opened(content: bytes, password: str = "") -> Iterator[pypdfium2.PdfDocument]:
    """Open the document and close it on exit. Raises NeedsPassword, and PdfiumError when it cannot be parsed."""
    document = _unlocked(content, password)
    try:
        yield document
    finally:
        document.close()


def _unlocked(content: bytes, password: str) -> pypdfium2.PdfDocument:
    """Open the document with the password, or with an empty one: many files locked against changes open with that."""
    for tried in dict.fromkeys((password, "")):
        try:
            return pypdfium2.PdfDocument(content, password=tried)
        except pypdfium2.PdfiumError as error:
            if error.err_code != pdfium.FPDF_ERR_PASSWORD:
                raise
    raise NeedsPassword(WRONG_PASSWORD if password else NEEDS_PASSWORD)


# --- pages -------------------------------------------------------------------------------------------------------


def read_pages(document: pypdfium2.PdfDocument, tell: Tell = untold) -> list[PageRead]:
    """Return every page with its text, types, additions and rules; `tell` is called after each."""
    if document.get_formtype() == pdfium.FORMTYPE_ACRO_FORM:
        document.init_forms()
    pages: list[PageRead] = []
    count = len(document)
    for number in range(count):
        pages.append(
            _page_read(document, number, below_cells=bool(pages) and any(type_.gaps for type_ in pages[-1].types[-_EDGE:]))
        )
        tell(number + 1, count)
    return pages


def _page_read(document: pypdfium2.PdfDocument, number: int, below_cells: bool) -> PageRead:
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
    probe = Probe(text_page, page.get_rotation(), exact=text_page.count_chars() == len(text))
    lines = stretches(text)
    columns = by_column(lines, probe)
    shown = "\n".join(line.text for line in columns) if columns else text
    types = _types(columns or lines, probe, below_cells)
    rules = find_rules(page) if _has_long_cells(types, shown) else ()
    read = PageRead(shown, types, additions(document, page, text_page, text), rules)
    text_page.close()
    page.close()
    return read


def _types(lines: Sequence[Stretch], probe: Probe, below_cells: bool) -> list[Type]:
    """Return the type of each line; `below_cells` tells that the previous page ends in cells."""
    types: list[Type] = []
    wide: list[tuple[float, int]] = []
    widths: list[float] = []
    for number, line in enumerate(lines):
        if not line.text:
            types.append(UNKNOWN)
            continue
        type_ = probe.type_of(line.first, line.last)
        types.append(type_)
        width = (type_.last_x - type_.x) / (type_.size * len(line.text)) if type_.size else 0.0
        if len(line.text) > _LONG:
            widths.append(width)
        if width > _NARROW:
            wide.append((width, number))
    least = min(_WIDER * sorted(widths)[len(widths) // 4], _WIDE) if widths else _WIDE
    for width, number in wide:
        line = lines[number]
        below = types[number - 1].gaps if number else ()
        if (
            width > least
            and (below or (below_cells and number < _EDGE) or not ends_in_numbers(line.text))
            and (gaps := probe.gaps(line.first, line.text, types[number].size))
        ):
            types[number] = replace(types[number], gaps=gaps)
    return types


def _has_long_cells(types: Sequence[Type], text: str) -> bool:
    """Return whether some lines begin beside and above the previous one, or below its last gap, as cells of several lines do.

    A page of a filing has thousands of objects of which few are rules; looking at them takes 4 ms a page.
    """
    lines = list(zip(types, text.split("\n"), strict=True))
    pairs = (
        (line, following)
        for (one, line), (other, following) in pairwise(lines)
        if one.size and other.size and (_goes_back(one, other) or _goes_on_below(one, other))
    )
    long = (pair for pair in pairs if max(map(len, pair)) >= _LONG_CELL and not any(map(_is_numeric, pair)))
    return sum(1 for _ in islice(long, _FEWEST_CELLS)) == _FEWEST_CELLS


def _is_numeric(line: str) -> bool:
    return 4 * sum(map(str.isdigit, line)) > len(line)


def _goes_back(one: Type, other: Type) -> bool:
    return other.x > one.last_x and other.y > one.y + one.size / 2


def _goes_on_below(one: Type, other: Type) -> bool:
    return bool(one.gaps) and abs(one.gaps[-1].stop - other.x) < _ALIGNED and other.y < one.y - 1


# --- the document ------------------------------------------------------------------------------------------------


def outline(document: pypdfium2.PdfDocument) -> list[Bookmark]:
    """Return the outline's entries that lead to a page, up to the first broken one."""
    found = []
    with suppress(*_BROKEN):
        for bookmark in islice(document.get_toc(), _MOST_BOOKMARKS):
            destination = bookmark.get_dest()
            page = destination.get_index() if destination else None
            if page is not None and page >= 0:
                found.append(Bookmark(bookmark.level + 1, bookmark.get_title(), page))
    return found


def labels(document: pypdfium2.PdfDocument) -> list[str]:
    """Return the label of each page, up to the first broken one; empty where the file has none."""
    found: list[str] = []
    with suppress(*_BROKEN):
        found.extend(document.get_page_label(number) for number in range(len(document)))
    return found


def title(document: pypdfium2.PdfDocument) -> str | None:
    with suppress(*_BROKEN):
        return str(document.get_metadata_value("Title"))
    return None


# --- pictures ----------------------------------------------------------------------------------------------------


def render_page(content: bytes, number: int, scale: float = 3.0, password: str = "") -> bytes:
    """Return a greyscale PNG of page `number` (from 1) at `scale` pixels a point (72 an inch), smaller where it would exceed 25
    megapixels.

    Raises NeedsPassword, and DamagedFile when the page cannot be drawn.
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
