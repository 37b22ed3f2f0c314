"""A document into chunks that know their section and page.

A chunk lies within one section and on one page wherever these are long enough to stand alone, holds whole sentences, and repeats
the last sentences of the chunk before it. A chunk of a table holds whole rows and nothing else.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from chat.chunking.splitting import HEADER_TOKENS, Measure, passage_limit, split, trimmed
from chat.chunking.structure import DOCUMENT
from chat.domain import Extracted, Page, Section, Span, Table
from chat.settings import ChunkingSettings
from chat.text import sentences

_TINY = 3
"""A section under a third of a chunk is joined to what follows it: five words alone are found for anything or nothing."""
_SCRAP = 16
"""Under a sixteenth of a chunk (a heading, a page number) it is joined over a page's end too."""
_RUN_OVER = 300
"""Characters of a sentence that may run over to the next page and still belong to the page where it began."""
_MAJORITY = 2 / 3
_LONGEST_TITLE = 80


@dataclass(frozen=True, slots=True)
class Piece:
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


@dataclass(frozen=True, slots=True)
class _Region:
    """Text of one section on one page, or several such joined; or rows of one table."""

    start: int
    end: int
    level: int
    page: int | None
    table: Table | None = None


def header(name: str, path: Sequence[str], count: Callable[[str], int], limit: int = HEADER_TOKENS) -> str:
    """`name > outer > inner` in at most `limit` tokens; the outer titles give way first, then the front of the name."""
    titles = [title if len(title) <= _LONGEST_TITLE else f"{title[:_LONGEST_TITLE]}…" for title in path]
    for skipped in range(len(titles) + 1):
        candidate = " > ".join([name, *(["…"] if 0 < skipped < len(titles) else []), *titles[skipped:]])
        if count(candidate) <= limit and len(candidate) <= limit * _LONGEST_TITLE:
            return candidate
    kept = name[-4 * limit :]
    while kept and count(f"…{kept}") > limit:
        kept = kept[len(kept) // 4 + 1 :]
    return f"…{kept}" if kept else ""


def cut(
    extracted: Extracted, tree: Sequence[Section], settings: ChunkingSettings, count: Callable[[str], int]
) -> tuple[Piece, ...]:
    """Chunks in the order of the text; together they hold all of it but blanks, each within `chunk_tokens`.

    `tree` is what `structure.sections` made of the same text.
    """
    measure = Measure(count)
    limit = passage_limit(settings.chunk_tokens)
    overlap = min(settings.chunk_overlap_tokens, limit // 2)
    pieces: list[Piece] = []
    for region in _joined(extracted, _regions(extracted, tree), limit, measure):
        if region.table is not None:
            pieces += _row_pieces(extracted, tree, region, region.table, limit, measure)
            continue
        for core, whole in _passages(extracted.text, region, limit, overlap, measure):
            pieces.append(_piece(extracted, tree, core, whole))
    return tuple(pieces)


# --- where a chunk may not reach over ----------------------------------------------------------------------------


def _regions(extracted: Extracted, tree: Sequence[Section]) -> Iterator[_Region]:
    """The text from each heading to the next, there from page to page, tables apart; they cover it but for its noise."""
    starts = sorted({section.start for section in tree} | {0, len(extracted.text)})
    levels = {section.start: section.level for section in tree}  # of several at one place, the innermost
    stretches = _Stretches(extracted)
    for start, end in pairwise(starts):
        for stretch, table in stretches.within(Span(start, end)):
            ends = [] if table else _page_ends(extracted, stretch)
            for part in pairwise([stretch.start, *ends, stretch.end]):
                yield _Region(*part, levels.get(start, 0), _page(extracted.pages, Span(*part)), table)


class _Stretches:
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
    inside = [page.start for page in extracted.pages if span.start < page.start < span.end]
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


def _joined(extracted: Extracted, regions: Iterator[_Region], limit: int, measure: Measure) -> Iterator[_Region]:
    """Tiny regions joined to what follows in the same or a deeper section, but for rows and what stands apart in the text."""
    held: _Region | None = None
    for region in regions:
        if held is None:
            held = region
        elif (
            held.table is None
            and region.table is None
            and held.end == region.start
            and _too_short(extracted.text, held, region, limit, measure)
        ):
            held = replace(region, start=held.start, level=held.level)
        else:
            yield held
            held = region
    if held is not None:
        yield held


def _adjoin(region: _Region, following: _Region) -> bool:
    return region.table is None and following.table is None and region.end == following.start


def _too_short(text: str, region: _Region, following: _Region, limit: int, measure: Measure) -> bool:
    """Whether a region can't stand alone and may go together with the one that follows."""
    if region.end - region.start > limit * 16:
        return False
    length = measure(text[region.start : region.end])
    if region.page != following.page:
        return length <= limit // _SCRAP
    return length < limit / _TINY and following.level >= region.level


# --- the chunks of one region ------------------------------------------------------------------------------------


def _passages(text: str, region: _Region, limit: int, overlap: int, measure: Measure) -> Iterator[tuple[Span, Span]]:
    """Each passage without and with the sentences that it repeats; those count towards the limit."""
    own = text[region.start : region.end]
    if measure(own) <= limit:
        spans = [Span(0, len(own))]
        starts = []
    else:
        spans = split(own, limit - overlap, measure)
        starts = [sentence.start for sentence in sentences(own)]
    for span in spans:
        begin = _extended(own, span, starts, overlap, limit, measure)
        core = trimmed(text, Span(region.start + span.start, region.start + span.end))
        whole = trimmed(text, Span(region.start + begin, region.start + span.end))
        if core is not None and whole is not None:
            yield core, whole


def _extended(own: str, span: Span, starts: Sequence[int], overlap: int, limit: int, measure: Measure) -> int:
    """Where the passage begins with as many whole sentences before it as the overlap holds."""
    begin = span.start
    if overlap == 0 or begin == 0:
        return begin
    place = bisect_left(starts, begin)
    while place > 0:
        place -= 1
        candidate = starts[place]
        if measure(own[candidate : span.start]) > overlap or measure(own[candidate : span.end]) > limit:
            break
        begin = candidate
    return begin


def _row_pieces(
    extracted: Extracted, tree: Sequence[Section], region: _Region, table: Table, limit: int, measure: Measure
) -> Iterator[Piece]:
    """Whole rows packed to the limit; a row over half of it stands alone, one over all of it is split."""
    text = extracted.text
    columns = "" if table.columns else table.header
    before = text.count("\n", table.start, region.start)
    for span, first, last in _packed_rows(text, region, limit, measure):
        kept = trimmed(text, span)
        if kept is not None:
            row = text[kept.start : kept.end]
            piece = _piece(extracted, tree, kept, kept)
            whole = first == last and _is_line(text, span, table)
            cells = cells_of(row, table.columns) if whole else {}
            repeated = columns if not row.startswith(columns) else ""
            yield replace(piece, rows=(before + first, before + last), columns=repeated, fields=cells or None)


def _packed_rows(text: str, region: _Region, limit: int, measure: Measure) -> Iterator[tuple[Span, int, int]]:
    """Spans of whole rows with the numbers of the first and the last, counted from 1 in the region."""
    start = end = region.start
    first, number, length = 1, 0, 0
    while end < region.end:
        stop = text.find("\n", end, region.end) + 1 or region.end
        number += 1
        tokens = measure(text[end:stop])
        if start < end and (length + tokens > limit or max(length, tokens) > limit // 2):
            yield Span(start, end), first, number - 1
            start, first, length = end, number, 0
        if tokens > limit:
            yield from (
                (Span(end + part.start, end + part.end), number, number) for part in split(text[end:stop], limit, measure)
            )
            start, first = stop, number + 1
        else:
            length += tokens
        end = stop
    if start < end:
        yield Span(start, end), first, number


def _is_line(text: str, span: Span, table: Table) -> bool:
    """Whether the span is a row from its beginning to its end."""
    begins = span.start == table.start or text[span.start - 1] == "\n"
    return begins and (span.end == table.end or text[span.end - 1] == "\n")


def cells_of(row: str, columns: Sequence[str]) -> dict[str, str]:
    """The cells of a row written `name: value; name: value`, by column; columns that it leaves out are empty in the file."""
    places: list[tuple[str, int, int]] = []
    behind = 0
    for column in columns:
        label = f"{column}: "
        at = 0 if not places and row.startswith(label) else row.find(f"; {label}", behind)
        if at >= 0:
            begin = row.index(label, at)
            places.append((column, begin, begin + len(label)))
            behind = begin + len(label)
    ends = [*(begin - 2 for _, begin, _ in places[1:]), len(row)] if places else []
    return {column: row[start:end].strip() for (column, _, start), end in zip(places, ends, strict=True)}


# --- what a chunk knows ------------------------------------------------------------------------------------------


def _piece(extracted: Extracted, tree: Sequence[Section], core: Span, whole: Span) -> Piece:
    section = _section(tree, core)
    return Piece(whole.start, whole.end, _page(extracted.pages, core), _path(tree, section), section.id)


def _page(pages: Sequence[Page], span: Span) -> int | None:
    """Number of the page that holds most of the span."""
    if not pages:
        return None
    first = max(bisect_right(pages, span.start, key=lambda page: page.start) - 1, 0)
    last = bisect_left(pages, span.end, key=lambda page: page.start)
    return max(pages[first : max(last, first + 1)], key=lambda page: _shared(Span(page.start, page.end), span)).number


def _section(tree: Sequence[Section], span: Span) -> Section:
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
