"""The result of extracting a file: its text, pages, headings and tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from chat.domain.sources import Span

SAID_OF_COLUMNS: Mapping[str, str] = {
    "title": "Each row begins with its {}.",
    "text": "Text is in {}.",
    "question": "Questions are in {}.",
    "answer": "Answers are in {}.",
    "thesis": "Theses are in {}.",
    "category": "Rows are grouped by {}.",
    "link": "Links are in {}.",
    "date": "Dates are in {}.",
    "number": "Numbers are in {}.",
}
"""Sentences placed above a table to describe the columns of each role, in this order; they are not part of any file."""


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a paginated document, as a range of the extracted text."""

    number: int
    """Counted from 1, in file order."""
    start: int
    end: int
    label: str | None = None
    """The number printed on the page, if the file declares it (`iv`, `A-3`)."""


@dataclass(frozen=True, slots=True)
class Heading:
    """Where a section begins in the extracted text."""

    title: str
    level: int
    """1 is the outermost."""
    start: int
    page: int | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A range of the extracted text in which each line is one row."""

    start: int
    end: int
    columns: tuple[str, ...] = ()
    """Column names in order, if every row is written as `name: value; name: value`; empty if rows are kept as printed."""
    header: str = ""
    """The line naming the columns of rows kept as printed; repeated in front of each chunk of them."""
    title: str | None = None
    """The name of a sheet, or a caption."""
    goes_on: bool = False
    """The table continues the previous one across a page break."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """What was read of a file, and what could not be read."""

    pages_without_text: tuple[int, ...] = ()
    warnings: tuple[str, ...] = ()
    """One plain sentence each."""
    ocr_pages: tuple[int, ...] = ()
    """Pages whose text was recognised from an image (OCR) and may contain recognition errors."""
    awaiting_ocr: tuple[int, ...] = ()
    """Pages still waiting for OCR."""
    duplicate_pages: tuple[int, ...] = ()
    """Pages that repeat an earlier page word for word."""
    tables: int = 0
    language: str | None = None
    """ISO 639-1 code of the language of most of the text."""
    characters_dropped: int = 0
    """Number of invisible and control characters that were removed."""


@dataclass(frozen=True, slots=True)
class Extracted:
    """The text and structure extracted from a file. All offsets in the application refer to `text`."""

    text: str
    media_type: str
    pages: tuple[Page, ...] = ()
    """Empty for formats without pages."""
    headings: tuple[Heading, ...] = ()
    """In the order of `start`; the line of a heading belongs to its section."""
    tables: tuple[Table, ...] = ()
    """In the order of `start`, not overlapping. Rows are packed into chunks whole; only a row longer than a chunk is split."""
    noise: tuple[Span, ...] = ()
    """Ranges, in order, that belong to no chunk (running headers and footers, page numbers, tables of contents)."""
    title: str | None = None
    coverage: Coverage = Coverage()
