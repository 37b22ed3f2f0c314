"""What a file was found to hold."""

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
"""What is said above a table about the columns of each role, in this order; it stands in no file."""


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a paged document, as a range of the extracted text."""

    number: int
    """Counted from 1 in file order."""
    start: int
    end: int
    label: str | None = None
    """The number printed on the page, when the file states it (`iv`, `A-3`)."""


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
    """A stretch of the extracted text in which each line is one row."""

    start: int
    end: int
    columns: tuple[str, ...] = ()
    """Their names in order, when every row is written `name: value; name: value`; empty when rows stand as they are printed."""
    header: str = ""
    """What names the columns of rows that stand as they are printed; repeated in front of each chunk of them."""
    title: str | None = None
    """A sheet's name, a caption."""
    goes_on: bool = False
    """It is the table before, going on over the end of a page."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """What was read of a file, and what could not be."""

    pages_without_text: tuple[int, ...] = ()
    warnings: tuple[str, ...] = ()
    """One plain sentence each."""
    ocr_pages: tuple[int, ...] = ()
    """Pages whose text was recognised from a picture, with the mistakes that this brings."""
    awaiting_ocr: tuple[int, ...] = ()
    """Pages that are still to be looked at for that."""
    duplicate_pages: tuple[int, ...] = ()
    """Pages that repeat an earlier page word for word."""
    tables: int = 0
    language: str | None = None
    """ISO 639-1 code of the language that most of the text is in."""
    characters_dropped: int = 0
    """Invisible and control characters that were left out."""


@dataclass(frozen=True, slots=True)
class Extracted:
    """A file turned into text. All offsets anywhere in the product refer to `text`."""

    text: str
    media_type: str
    pages: tuple[Page, ...] = ()
    """Empty for formats without pages."""
    headings: tuple[Heading, ...] = ()
    """In the order of `start`; a heading's own line belongs to its section."""
    tables: tuple[Table, ...] = ()
    """In the order of `start`, apart from one another. Their rows are kept whole and packed together, never split unless longer
    than a chunk."""
    noise: tuple[Span, ...] = ()
    """In order: what belongs to no chunk (running headers and footers, page numbers, contents pages)."""
    title: str | None = None
    coverage: Coverage = Coverage()
