"""A document into chunks that know their section and page.

A chunk lies within one section and on one page wherever these are long enough to stand alone, holds whole sentences, and repeats
the last sentences of the chunk before it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from chat.chunking.splitting import HEADER_TOKENS, Measure, passage_limit, split, trimmed
from chat.chunking.structure import DOCUMENT
from chat.domain import Extracted, Page, Section, Span
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


@dataclass(frozen=True, slots=True)
class _Region:
    """Text of one section on one page, or several such joined."""

    start: int
    end: int
    level: int
    page: int | None


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
    if extracted.rows:
        spans = (trimmed(extracted.text, span) for span in _packed_rows(extracted, limit, measure))
        return tuple(_piece(extracted, tree, span, span) for span in spans if span is not None)
    pieces = []
    for region in _joined(extracted, _regions(extracted, tree), limit, measure):
        for core, whole in _passages(extracted.text, region, limit, overlap, measure):
            pieces.append(_piece(extracted, tree, core, whole))
    return tuple(pieces)


# --- where a chunk may not reach over ----------------------------------------------------------------------------


def _regions(extracted: Extracted, tree: Sequence[Section]) -> Iterator[_Region]:
    """The text from each heading to the next, and there from page to page; they cover it without gaps."""
    starts = sorted({section.start for section in tree} | {0, len(extracted.text)})
    levels = {section.start: section.level for section in tree}  # of several at one place, the innermost
    for start, end in pairwise(starts):
        for part in pairwise([start, *_page_ends(extracted, Span(start, end)), end]):
            yield _Region(*part, levels.get(start, 0), _page(extracted.pages, Span(*part)))


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
    """Tiny regions joined to what follows in the same or a deeper section."""
    held: _Region | None = None
    for region in regions:
        if held is None:
            held = region
        elif _too_short(extracted.text, held, region, limit, measure):
            held = replace(region, start=held.start, level=held.level)
        else:
            yield held
            held = region
    if held is not None:
        yield held


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


def _packed_rows(extracted: Extracted, limit: int, measure: Measure) -> Iterator[Span]:
    """Whole rows packed to the limit; a row over it is split."""
    text = extracted.text
    bounds = sorted({0, len(text)} | {place for row in extracted.rows for place in (row.start, row.end)})
    packed: Span | None = None
    room = 0
    for start, end in pairwise(bounds):
        length = measure(text[start:end])
        if packed is not None and length <= room:
            packed, room = Span(packed.start, end), room - length
            continue
        if packed is not None:
            yield packed
        packed, room = Span(start, end), limit - length
        if room < 0:
            yield from (Span(start + part.start, start + part.end) for part in split(text[start:end], limit, measure))
            packed = None
    if packed is not None:
        yield packed


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
