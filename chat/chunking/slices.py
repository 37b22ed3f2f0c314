"""Turn a stretch of a document's text into a chunk that knows its page, section and rows."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from chat.chunking.structure import DOCUMENT
from chat.domain import Extracted, Page, Section, Span
from chat.text.financial_statements import titled

_MAJORITY = 2 / 3


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of one table that a chunk contains."""

    table: int
    """The offset at which the table starts."""
    first: int
    last: int
    """Counted from 1 within the table."""
    columns: str = ""
    """The header of the table, if neither the rows nor the chunk name their columns."""
    fields: dict[str, str] | None = None
    """The cells of a single whole row, by column."""
    title: str = ""
    """The title of the financial statement the table belongs to, if any."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of the text that becomes a chunk."""

    core: Span
    """Without the sentences repeated from the previous stretch."""
    whole: Span
    """With the repeated sentences."""
    rows: Rows | None = None


@dataclass(frozen=True, slots=True)
class Slice:
    """A chunk without its ids: `extracted.text[start:end]`."""

    start: int
    end: int
    page: int | None
    """The page that contains most of it."""
    path: tuple[str, ...]
    """Titles of its sections, outermost first, without the document's."""
    section: str
    """Id of the innermost section that contains it, or most of it."""
    rows: tuple[int, int] | None = None
    """First and last row of its table, counted from 1; `None` for other text."""
    columns: str = ""
    """The column names of these rows, if neither the rows nor the chunk contain them."""
    fields: dict[str, str] | None = None
    """The cells, by column, of a row that is a chunk by itself."""
    title: str = ""
    """The title of the financial statement these rows belong to, if the chunk does not contain it."""

    @property
    def above(self) -> tuple[str, ...]:
        """The titles above the chunk, the most important last: its sections, its column names, its financial statement.

        The title of the statement is then left out of the sections.
        """
        sections = self.path[:-1] if self.title and self.path and titled(self.path[-1]) else self.path
        return (*sections, *filter(None, (self.columns, self.title)))


def sliced(extracted: Extracted, tree: Sequence[Section], stretch: Stretch) -> Slice:
    """Return the chunk for a stretch; its page and section are those of its core, whatever it repeats."""
    section, rows = section_of(tree, stretch.core), stretch.rows
    return Slice(
        start=stretch.whole.start,
        end=stretch.whole.end,
        page=page_of(extracted.pages, stretch.core),
        path=_path(tree, section),
        section=section.id,
        rows=(rows.first, rows.last) if rows else None,
        columns=rows.columns if rows else "",
        fields=rows.fields if rows else None,
        title=_title(extracted.text, stretch),
    )


def _title(text: str, stretch: Stretch) -> str:
    title = stretch.rows.title if stretch.rows else ""
    return "" if text.find(title, stretch.whole.start, stretch.whole.end) >= 0 else title


def page_of(pages: Sequence[Page], span: Span) -> int | None:
    """Return the number of the page that contains most of the span; `None` without pages."""
    if not pages:
        return None
    first = max(bisect_right(pages, span.start, key=lambda page: page.start) - 1, 0)
    last = bisect_left(pages, span.end, key=lambda page: page.start)
    return max(pages[first : max(last, first + 1)], key=lambda page: _shared(Span(page.start, page.end), span)).number


def section_of(tree: Sequence[Section], span: Span) -> Section:
    """Return the section that contains two thirds of the span by itself, or else the innermost that contains all of it."""
    first = max(bisect_right(tree, span.start, key=lambda section: section.start) - 1, 0)
    last = bisect_left(tree, span.end, key=lambda section: section.start)
    touched = tree[first : max(last, first + 1)]
    ends = [section.start for section in touched[1:]] + [span.end]
    shares = [_shared(Span(section.start, end), span) for section, end in zip(touched, ends, strict=True)]
    largest = max(range(len(touched)), key=lambda index: shares[index])
    if shares[largest] >= _MAJORITY * (span.end - span.start):
        return touched[largest]
    section = touched[0]
    while section.parent is not None and section.end < span.end:
        section = tree[int(section.parent)]  # ids are ordinals
    return section


def _path(tree: Sequence[Section], section: Section) -> tuple[str, ...]:
    titles = []
    while section.id != DOCUMENT and section.parent is not None:
        titles.append(section.title)
        section = tree[int(section.parent)]
    return tuple(reversed(titles))


def _shared(first: Span, second: Span) -> int:
    """Return the number of characters two spans have in common."""
    return max(0, min(first.end, second.end) - max(first.start, second.start))
