"""A stretch of a document's text and what a chunk made of it knows: its page, its section, its rows."""

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
    """Rows of one table that a chunk holds."""

    table: int
    """Where the table starts."""
    first: int
    last: int
    """Counted from 1 in the table."""
    columns: str = ""
    """What names the columns of these rows, where neither they nor the chunk say it."""
    fields: dict[str, str] | None = None
    """The cells of a whole row that is a chunk by itself, by column."""
    title: str = ""
    """The title of the financial statement that the table is a part of, where the chunk does not hold it."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """What becomes a chunk."""

    core: Span
    whole: Span
    """With the sentences that it repeats from the stretch before."""
    rows: Rows | None = None


@dataclass(frozen=True, slots=True)
class Slice:
    """A chunk to be: `extracted.text[start:end]`."""

    start: int
    end: int
    page: int | None
    """Where most of it stands."""
    path: tuple[str, ...]
    """Titles of its sections, outermost first, without the document's."""
    section: str
    """Id of the innermost section that holds (most of) it."""
    rows: tuple[int, int] | None = None
    """First and last row of its table, from 1; `None` for other text."""
    columns: str = ""
    """What names the columns of these rows, where neither they nor the chunk say it."""
    fields: dict[str, str] | None = None
    """The cells of a row that is a chunk by itself, by column."""
    title: str = ""
    """The title of the financial statement that these rows are a part of, where the chunk does not hold it."""

    @property
    def above(self) -> tuple[str, ...]:
        """What stands above it, what should give way last at the end: the titles of its sections, the names of its columns, the
        title of its statement, which may be a section's, too."""
        sections = self.path[:-1] if self.title and self.path and titled(self.path[-1]) else self.path
        return (*sections, *filter(None, (self.columns, self.title)))


def sliced(extracted: Extracted, tree: Sequence[Section], stretch: Stretch) -> Slice:
    """The chunk that a stretch becomes; what it repeats from the one before has no say in where it belongs."""
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
    """Number of the page that holds most of the span."""
    if not pages:
        return None
    first = max(bisect_right(pages, span.start, key=lambda page: page.start) - 1, 0)
    last = bisect_left(pages, span.end, key=lambda page: page.start)
    return max(pages[first : max(last, first + 1)], key=lambda page: _shared(Span(page.start, page.end), span)).number


def section_of(tree: Sequence[Section], span: Span) -> Section:
    """The section that holds two thirds of the span by itself, or else the innermost that contains all of it."""
    first = max(bisect_right(tree, span.start, key=lambda section: section.start) - 1, 0)
    last = bisect_left(tree, span.end, key=lambda section: section.start)
    touched = tree[first : max(last, first + 1)]
    ends = [section.start for section in touched[1:]] + [span.end]
    shares = [_shared(Span(section.start, end), span) for section, end in zip(touched, ends, strict=True)]
    largest = max(range(len(touched)), key=lambda place: shares[place])
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


def _shared(one: Span, other: Span) -> int:
    return max(0, min(one.end, other.end) - max(one.start, other.start))
