"""Regions that no chunk crosses: text between headings, page ends and tables, with those too short to stand alone joined."""

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
"""A section shorter than 1/3 of a chunk is joined to the next one: a chunk of five words matches anything or nothing."""
_OVER_PAGES = 16
"""A region shorter than 1/16 of a chunk (a heading, a page number) is joined even across a page end."""
_RUN_OVER = 300
"""Characters by which a sentence may extend onto the next page and still belong to the page where it began."""


@dataclass(frozen=True, slots=True)
class Region:
    """Text of one section on one page, or several of these joined; or rows of one table with short text before them."""

    start: int
    end: int
    level: int
    page: int | None
    table: Table | None
    rows: int
    """The offset at which the rows of the table begin."""


def regions(extracted: Extracted, tree: Sequence[Section]) -> Iterator[Region]:
    """Cut the text at each heading, each page end, and around each table; only its noise is left out."""
    starts = sorted({section.start for section in tree} | {0, len(extracted.text)})
    levels = {section.start: section.level for section in tree}  # of several at one offset, the innermost
    stretches = _Layout(extracted)
    for start, end in pairwise(starts):
        for stretch, table in stretches.within(Span(start, end)):
            ends = [] if table else _page_ends(extracted, stretch)
            for begin, stop in pairwise([stretch.start, *ends, stretch.end]):
                yield Region(begin, stop, levels.get(start, 0), page_of(extracted.pages, Span(begin, stop)), table, begin)


class _Layout:
    """The text cut around its tables and without its noise."""

    def __init__(self, extracted: Extracted) -> None:
        marked: list[tuple[Span, Table | None]] = [(noise, None) for noise in extracted.noise]
        marked += [(Span(table.start, table.end), table) for table in extracted.tables]
        self._marked = sorted(marked, key=lambda each: each[0].start)
        self._starts = [span.start for span, _ in self._marked]

    def within(self, span: Span) -> Iterator[tuple[Span, Table | None]]:
        """Yield the pieces of a span, each with its table if it is one; a table cut by the span's end comes in two pieces."""
        index = max(bisect_right(self._starts, span.start) - 1, 0)
        position = span.start
        while position < span.end and index < len(self._marked) and self._marked[index][0].start < span.end:
            marked, table = self._marked[index]
            start, end = max(marked.start, position), min(marked.end, span.end)
            if start < end:
                if position < start:
                    yield Span(position, start), None
                if table is not None:
                    yield Span(start, end), table
                position = end
            index += 1
        if position < span.end:
            yield Span(position, span.end), None


def _page_ends(extracted: Extracted, span: Span) -> Iterator[int]:
    """Yield the offsets inside the span at which a page ends, moved to the end of a sentence that continues on the next page."""
    pages = extracted.pages
    first = bisect_right(pages, span.start, key=lambda page: page.start)
    page_starts = [page.start for page in pages[first : bisect_left(pages, span.end, key=lambda page: page.start)]]
    if not page_starts:
        return
    sentence_ends = [span.start + sentence.end for sentence in sentences(extracted.text[span.start : span.end])]
    last = span.start
    for start in page_starts:
        sentence_end = sentence_ends[bisect_left(sentence_ends, start)]
        end = sentence_end if sentence_end - start <= _RUN_OVER else start
        if last < end < span.end:
            yield end
            last = end


def joined(extracted: Extracted, found: Iterator[Region], limit: int, measure: Measure) -> Iterator[Region]:
    """Join each short text to the text or rows directly following it in the same or a deeper section."""
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
    """Return whether a region is too short to stand alone and may be joined to the one that follows."""
    if region.end != following.start or region.end - region.start > limit * 16:
        return False
    length = measure(text[region.start : region.end])
    if region.page != following.page:
        return over_pages(length, limit)
    return length < limit / _TINY and following.level >= region.level


def over_pages(length: int, limit: int) -> bool:
    """Return whether a text this short may be joined across a page end, and be cited with the other page."""
    return length <= limit // _OVER_PAGES
