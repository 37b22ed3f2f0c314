"""Where a chunk may not reach over: headings, the ends of pages, tables; and what is too short to stand alone between them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from chat.chunking.slices import page_of
from chat.chunking.splitting import Measure
from chat.domain import Extracted, Section, Span, Table
from chat.text import sentences

_TINY = 3
"""A section under a third of a chunk is joined to what follows it: five words alone are found for anything or nothing."""
_OVER_PAGES = 16
"""Under a sixteenth of a chunk (a heading, a page number) it is joined over a page's end too."""
_RUN_OVER = 300
"""Characters of a sentence that may run over to the next page and still belong to the page where it began."""


@dataclass(frozen=True, slots=True)
class Region:
    """Text of one section on one page, or several such joined; or rows of one table with the short text in front of them."""

    start: int
    end: int
    level: int
    page: int | None
    table: Table | None
    rows: int
    """Where the rows of the table begin."""


def regions(extracted: Extracted, tree: Sequence[Section]) -> Iterator[Region]:
    """The text from each heading to the next, there from page to page, tables apart; they cover it but for its noise."""
    starts = sorted({section.start for section in tree} | {0, len(extracted.text)})
    levels = {section.start: section.level for section in tree}  # of several at one place, the innermost
    stretches = _Layout(extracted)
    for start, end in pairwise(starts):
        for stretch, table in stretches.within(Span(start, end)):
            ends = [] if table else _page_ends(extracted, stretch)
            for begin, stop in pairwise([stretch.start, *ends, stretch.end]):
                yield Region(begin, stop, levels.get(start, 0), page_of(extracted.pages, Span(begin, stop)), table, begin)


class _Layout:
    """The text as it lies between tables and noise, with each table as a stretch of its own."""

    def __init__(self, extracted: Extracted) -> None:
        marked: list[tuple[Span, Table | None]] = [(noise, None) for noise in extracted.noise]
        marked += [(Span(table.start, table.end), table) for table in extracted.tables]
        self._marked = sorted(marked, key=lambda each: each[0].start)
        self._starts = [span.start for span, _ in self._marked]

    def within(self, span: Span) -> Iterator[tuple[Span, Table | None]]:
        """A table that the span's end cuts in two is given in two parts."""
        at = max(bisect_right(self._starts, span.start) - 1, 0)
        place = span.start
        while place < span.end and at < len(self._marked) and self._marked[at][0].start < span.end:
            marked, table = self._marked[at]
            start, end = max(marked.start, place), min(marked.end, span.end)
            if start < end:
                if place < start:
                    yield Span(place, start), None
                if table is not None:
                    yield Span(start, end), table
                place = end
            at += 1
        if place < span.end:
            yield Span(place, span.end), None


def _page_ends(extracted: Extracted, span: Span) -> Iterator[int]:
    """Places inside the span where a page ends, moved behind the sentence that runs over it."""
    pages = extracted.pages
    first = bisect_right(pages, span.start, key=lambda page: page.start)
    inside = [page.start for page in pages[first : bisect_left(pages, span.end, key=lambda page: page.start)]]
    if not inside:
        return
    ends = [span.start + sentence.end for sentence in sentences(extracted.text[span.start : span.end])]
    last = span.start
    for start in inside:
        end = ends[bisect_left(ends, start)]
        place = end if end - start <= _RUN_OVER else start
        if last < place < span.end:
            yield place
            last = place


def joined(extracted: Extracted, found: Iterator[Region], limit: int, measure: Measure) -> Iterator[Region]:
    """Short text joined to what follows in the same or a deeper section, text or rows, but for what stands apart in the text."""
    held: Region | None = None
    for region in found:
        if held is not None and held.table is None and _too_short(extracted.text, held, region, limit, measure):
            held = replace(region, start=held.start, level=held.level)
            continue
        if held is not None:
            yield held
        held = region
    if held is not None:
        yield held


def _too_short(text: str, region: Region, following: Region, limit: int, measure: Measure) -> bool:
    """Whether a region can't stand alone and may go together with the one that follows."""
    if region.end != following.start or region.end - region.start > limit * 16:
        return False
    length = measure(text[region.start : region.end])
    if region.page != following.page:
        return over_pages(length, limit)
    return length < limit / _TINY and following.level >= region.level


def over_pages(length: int, limit: int) -> bool:
    """Whether so many tokens are so few that it does not matter on which page they are said to stand."""
    return length <= limit // _OVER_PAGES
