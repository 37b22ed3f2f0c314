"""Join several extracted texts into one, shifting everything that points into them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from chat.domain import Coverage, Extracted, Heading, Page, Span
from chat.errors import FileRefused
from chat.settings import LimitSettings
from chat.text import clean_line

Read = Callable[[str, bytes, LimitSettings], Extracted]
"""Reads a file inside a file, given its name and content; readers of containers receive it as an argument, so that they need not
know the other readers."""
_BETWEEN = "\n\n"


def under(title: str, extracted: Extracted) -> Extracted:
    """Return the text below a new heading of level 1, with its own headings one level deeper."""
    title = clean_line(title) or "(no name)"
    below = _shifted(extracted, len(title) + len(_BETWEEN), 0)
    deeper = tuple(replace(heading, level=heading.level + 1) for heading in below.headings)
    written = below.pages and below.pages[0].start < below.pages[0].end
    pages = (replace(below.pages[0], start=0), *below.pages[1:]) if written else below.pages
    heading = Heading(title, 1, 0, pages[0].number if pages else None)
    return replace(below, text=f"{title}{_BETWEEN}{extracted.text}", pages=pages, headings=(heading, *deeper))


def warned(name: str, extracted: Extracted) -> Extracted:
    """Return the text with the part's name in front of each of its warnings."""
    warnings = tuple(f"{name}: {warning}" for warning in extracted.coverage.warnings)
    return replace(extracted, coverage=replace(extracted.coverage, warnings=warnings))


def why(error: FileRefused) -> str:
    """Return the first sentence of the error; the list of readable kinds need not be repeated for each part."""
    return f"{str(error).partition('. ')[0].rstrip('.')}."


def joined(parts: Sequence[Extracted], media_type: str, *, title: str | None = None, warnings: Sequence[str] = ()) -> Extracted:
    """Return the parts one after the other, separated by a blank line, with consecutive page numbers.

    When some parts have pages, each part without pages counts as one page.
    """
    if any(part.pages for part in parts):
        parts = [part if part.pages else _as_page(part) for part in parts]
    texts: list[str] = []
    placed: list[Extracted] = []
    start = pages = 0
    for part in parts:
        if texts:
            between = _BETWEEN if not texts[-1].endswith("\n") else "\n"
            texts.append(between)
            start += len(between)
        texts.append(part.text)
        placed.append(_shifted(part, start, pages))
        start += len(part.text)
        pages += len(part.pages)
    return Extracted(
        "".join(texts),
        media_type,
        pages=tuple(page for part in placed for page in part.pages),
        headings=tuple(heading for part in placed for heading in part.headings),
        tables=tuple(table for part in placed for table in part.tables),
        noise=tuple(span for part in placed for span in part.noise),
        title=title,
        coverage=_summed([part.coverage for part in placed], warnings),
    )


def _as_page(part: Extracted) -> Extracted:
    headings = tuple(replace(heading, page=1) for heading in part.headings)
    return replace(part, pages=(Page(1, 0, len(part.text)),), headings=headings)


def _shifted(part: Extracted, by: int, pages: int) -> Extracted:
    """Return the part with all offsets moved by `by` characters and page numbers by `pages`; the caller adds the text.

    The pages of a part with several pages keep their own number as label.
    """
    counted = pages > 0 and len(part.pages) > 1
    return replace(
        part,
        pages=tuple(
            Page(page.number + pages, page.start + by, page.end + by, page.label or (str(page.number) if counted else None))
            for page in part.pages
        ),
        headings=tuple(
            replace(heading, start=heading.start + by, page=None if heading.page is None else heading.page + pages)
            for heading in part.headings
        ),
        tables=tuple(replace(table, start=table.start + by, end=table.end + by) for table in part.tables),
        noise=tuple(Span(span.start + by, span.end + by) for span in part.noise),
        coverage=replace(
            part.coverage,
            pages_without_text=_counted_on(part.coverage.pages_without_text, pages),
            ocr_pages=_counted_on(part.coverage.ocr_pages, pages),
            duplicate_pages=_counted_on(part.coverage.duplicate_pages, pages),
        ),
    )


def _counted_on(numbers: Sequence[int], pages: int) -> tuple[int, ...]:
    return tuple(number + pages for number in numbers)


def _summed(coverages: Sequence[Coverage], warnings: Sequence[str]) -> Coverage:
    return Coverage(
        pages_without_text=tuple(number for each in coverages for number in each.pages_without_text),
        warnings=(*warnings, *(warning for each in coverages for warning in each.warnings)),
        ocr_pages=tuple(number for each in coverages for number in each.ocr_pages),
        duplicate_pages=tuple(number for each in coverages for number in each.duplicate_pages),
        tables=sum(each.tables for each in coverages),
        characters_dropped=sum(each.characters_dropped for each in coverages),
    )
