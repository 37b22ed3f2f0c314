"""Read PDF into text, headings, tables and running lines: PDFium reads the pages, pypdf the files that PDFium cannot parse.

The text of a filing of 503 pages took PDFium 0.7 s and pypdf 8.7 s.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

import pypdfium2

from chat.domain import Coverage, Extracted, Heading, Page
from chat.errors import DamagedFile, FileTooLarge, NoText
from chat.extraction.counting import Tell, untold
from chat.extraction.pdf import pdfium
from chat.extraction.pdf.additions import attachments
from chat.extraction.pdf.contents import NUMBER, contents_pages
from chat.extraction.pdf.fallback import DAMAGED, read_by_pypdf
from chat.extraction.pdf.headings import headings_by_type
from chat.extraction.pdf.lines import Bookmark, DocumentRead, Line, PageRead, cleaned_pages, lines_of
from chat.extraction.pdf.ocr import SWITCH_ON
from chat.extraction.pdf.running import SENTENCE, loose_marks, merged, running_lines, spans
from chat.extraction.pdf.tables import FoundTables, find_tables
from chat.extraction.pdf.unreadable import without_unreadable
from chat.extraction.pdf.words import with_word_tables
from chat.extraction.texts.decoding import dropped_warning
from chat.settings import LimitSettings
from chat.text import Cleaned, clean_line, listed, pages_in_words

MEDIA_TYPE = "application/pdf"
_REPEATED_FROM = 200
"""Fewest characters of a page's own text for it to be reported as a duplicate of another page."""
_WORD = r"[^\W\d_]{2,}[^\S\n]+"
"""Word before a number: `Chapter 2`."""


def read_pdf(content: bytes, limits: LimitSettings, password: str = "", tell: Tell = untold) -> Extracted:
    """Return the text by page, with headings from the outline or else from typography, tables, and running lines marked as
    noise. `tell` is called after each page."""
    for library in ("pypdf", "pypdfium2"):  # they log every oddity of a file; the coverage reports what matters
        logging.getLogger(library).setLevel(logging.CRITICAL)
    return _composed(_read(content, limits, password, tell), limits)


def _read(content: bytes, limits: LimitSettings, password: str, tell: Tell) -> DocumentRead:
    def check(pages: int) -> None:
        if pages > limits.max_pages:
            raise FileTooLarge(f"The PDF has more than {limits.max_pages:,} pages.")

    try:
        with pdfium.opened(content, password) as document:
            check(len(document))
            return _read_by_pdfium(document, tell)
    except pypdfium2.PdfiumError:
        return read_by_pypdf(content, password, check, tell)


def _read_by_pdfium(document: pypdfium2.PdfDocument, tell: Tell) -> DocumentRead:
    pages = pdfium.read_pages(document, tell)
    outline, labels = pdfium.outline(document), pdfium.labels(document)
    return DocumentRead(pages, labels, outline, pdfium.title(document), attachments(document))


# --- putting it together -----------------------------------------------------------------------------------------


def _composed(document: DocumentRead, limits: LimitSettings) -> Extracted:
    """Return one text with the offsets of every page, heading, table and running line."""
    read = [without_unreadable(page) for page in document.pages]
    document = replace(document, pages=[page for page, _ in read])
    _check_text(document.pages)
    cleaned = cleaned_pages(document.pages)
    pages, lines = _laid_out(document, cleaned)
    if pages[-1].end > limits.max_characters:
        raise FileTooLarge(f"The PDF has more than {limits.max_characters:,} characters of text.")
    running = running_lines(lines)
    running += loose_marks(lines, running)
    apart = frozenset(line.start for line in running)
    found = with_word_tables(lines, [page.rules for page in document.pages], apart, find_tables(lines, apart))
    text = _joined(lines, found)
    headings = _outlined(text, pages, document.outline) if _is_telling(document.outline, len(pages)) else []
    headings = headings or headings_by_type(lines, apart | found.lines) or _outlined(text, pages, document.outline)
    contents = contents_pages(text, pages, headings)
    tables = tuple(
        table for table in found.tables if not any(table.start < span.end and span.start < table.end for span in contents)
    )
    return Extracted(
        text,
        MEDIA_TYPE,
        pages=tuple(pages),
        headings=tuple(headings),
        tables=tables,
        noise=merged([*spans(running, len(text)), *contents]),
        title=clean_line(document.title or "") or None,
        coverage=_coverage(document, cleaned, lines, apart, len(tables), [lines for _, lines in read]),
    )


def _check_text(pages: Sequence[PageRead]) -> None:
    if any((page.text and not page.text.isspace()) or page.additions for page in pages):
        return
    if pages and all(page.text is None for page in pages):
        raise DamagedFile(DAMAGED)
    count = f"{len(pages):,} page{'' if len(pages) == 1 else 's'}"
    raise NoText(f"No text found in {count} (a scan?). Nothing was indexed. {SWITCH_ON}")


def _laid_out(document: DocumentRead, cleaned: Sequence[Cleaned]) -> tuple[list[Page], list[list[Line]]]:
    """Return the pages as ranges of the text, and the lines of each; what is not printed on a page follows at its end."""
    pages: list[Page] = []
    lines: list[list[Line]] = []
    start = 0
    for number, (page, read) in enumerate(zip(cleaned, document.pages, strict=True), start=1):
        own = lines_of(page.text, start, read.types) if page.text or not read.additions else []
        added = lines_of("\n".join(read.additions), own[-1].end + 1 if own else start, ()) if read.additions else []
        label = document.labels[number - 1] if number <= len(document.labels) else ""
        end = (added or own)[-1].end
        pages.append(Page(number, start, end, label if label not in ("", str(number)) else None))
        lines.append([*own, *added])
        start = end + 1
    return pages, lines


def _joined(lines: Sequence[Sequence[Line]], found: FoundTables) -> str:
    """Return the text, with blanks instead of line feeds at the joints of its tables, and tabs between their cells."""
    text = "\n".join(line.text for page in lines for line in page)
    signs = dict.fromkeys(found.joints, " ") | dict.fromkeys(found.stops, "\t")
    ends = [0, *(end for place in sorted(signs) for end in (place, place + 1)), len(text)]
    between = [text[start:end] for start, end in pairwise(ends)][::2]
    return "".join(
        f"{piece}{sign}" for piece, sign in zip(between, [*(signs[place] for place in sorted(signs)), ""], strict=True)
    )


# --- coverage ----------------------------------------------------------------------------------------------------


def _coverage(
    document: DocumentRead,
    cleaned: Sequence[Cleaned],
    lines: Sequence[Sequence[Line]],
    apart: frozenset[int],
    tables: int,
    unreadable: Sequence[int],
) -> Coverage:
    unread = [number for number, page in enumerate(document.pages, start=1) if page.text is None]
    empty = [number for number, page in enumerate(lines, start=1) if not any(line.text.strip() for line in page)]
    dropped = sum(page.dropped for page in cleaned)
    warnings = [f"Page {number} could not be read." for number in unread]
    warnings += without_text([number for number in empty if number not in set(unread)])
    warnings += _of_signs([number for number, left_out in enumerate(unreadable, start=1) if left_out])
    warnings += _attached(document.attachments)
    return Coverage(
        pages_without_text=tuple(empty),
        warnings=(*warnings, *dropped_warning(dropped)),
        duplicate_pages=tuple(_repeated(lines, apart)),
        tables=tables,
        characters_dropped=dropped,
    )


def without_text(numbers: Sequence[int]) -> Iterator[str]:
    """Yield a warning about the pages without text, if any: `Pages 3, 5 and 12 to 18 hold no text (scans?).`"""
    if numbers:
        words = pages_in_words(numbers)
        yield words[0].upper() + words[1:] + (" holds no text (a scan?)." if len(numbers) == 1 else " hold no text (scans?).")


def _of_signs(numbers: Sequence[int]) -> Iterator[str]:
    if numbers:
        yield f"Letters on {pages_in_words(numbers)} were left out: their font does not say which they are."


def _attached(names: Sequence[str]) -> Iterator[str]:
    if names:
        files = "1 attached file that was" if len(names) == 1 else f"{len(names):,} attached files that were"
        yield f"The PDF holds {files} not read: {listed(names)}."


def _repeated(lines: Sequence[Sequence[Line]], apart: frozenset[int]) -> Iterator[int]:
    """Yield pages with the text of an earlier one, ignoring page numbers, headers and white space."""
    seen = set()
    for number, page in enumerate(lines, start=1):
        text = "".join("".join(line.text.split()) for line in page if line.start not in apart or len(line.text) > SENTENCE)
        if len(text) < _REPEATED_FROM:
            continue
        if text in seen:
            yield number
        seen.add(text)


# --- headings from the outline -----------------------------------------------------------------------------------


def _is_telling(outline: Sequence[Bookmark], pages: int) -> bool:
    """Return whether the outline is useful: two entries or more, not all on the first page."""
    return len(outline) > 1 and (pages == 1 or any(entry.page > 0 for entry in outline))


def _outlined(text: str, pages: Sequence[Page], outline: Sequence[Bookmark]) -> list[Heading]:
    """Return a heading for each entry, at its title on its page after the previous entry's.

    Where the title is not found, the heading is at the top of the page, or after the previous entry on that page.
    """
    headings: list[Heading] = []
    after: dict[int, int] = {}
    for entry in outline:
        title = clean_line(entry.title)
        if not title or entry.page >= len(pages):
            continue
        page = pages[entry.page]
        begin = after.get(entry.page, page.start)
        found = _title_in(text, title, begin, page.end)
        start = found.start("title") if found else begin if entry.page in after else page.start
        after[entry.page] = found.end() if found else begin
        headings.append(Heading(title, entry.level, start, page.number))
    return sorted(headings, key=lambda heading: heading.start)


def _title_in(text: str, title: str, start: int, end: int) -> re.Match[str] | None:
    """Find the lines that hold only the title, possibly after a number such as `2.1` or `Chapter 2:`, or else begin with it.

    Prose and code may begin with the words of a title as well. Blanks may be written as underscores, which LaTeX puts into
    outlines, and the words may wrap over lines.
    """
    parts = title.replace("_", " ").split()
    words = r"[\s_]+".join(re.escape(word) for word in parts)
    numbered = len(parts) > 1 and re.fullmatch(NUMBER, parts[0])
    named = rf"(?:{_WORD})?" if numbered else rf"(?:(?:{_WORD})?{NUMBER}[^\S\n]+)?"
    alone, first = rf"(?P<title>{named}{words})[^\S\n]*$", rf"(?P<title>(?:{NUMBER}\s+)?{words})"
    tried = (re.compile(rf"^[^\S\n]*{form}", re.IGNORECASE | re.MULTILINE) for form in (alone, first))
    return next((found for pattern in tried if (found := pattern.search(text, start, end))), None)
