"""Cut a document into chunks that know their section and page."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence

from chat.chunking.regions import joined, regions
from chat.chunking.rows import column_names, row_stretches
from chat.chunking.scraps import without_scraps
from chat.chunking.slices import Rows, Slice, Stretch, sliced
from chat.chunking.splitting import Measure, passage_limit, passages, split, trimmed, windows
from chat.domain import Extracted, Section, Span
from chat.settings import ChunkingSettings

_LONG = 20_000
"""Least characters of a long text, some thirty chunks."""


def cut(
    extracted: Extracted, tree: Sequence[Section], settings: ChunkingSettings, count: Callable[[str], int]
) -> Iterator[Slice]:
    """Cut a document into chunks in the order of the text; together they cover all of it but blanks, each within the token limit.

    They are made lazily, since a table of a million rows has 170,000. `tree` is the result of `structure.sections` for the same
    text, and `count` returns the length of a text in tokens.
    """
    limit, overlap = _sizes(extracted, settings)
    stretches = STRATEGIES[settings.strategy](extracted, tree, limit, min(overlap, limit // 2), Measure(count))
    return (sliced(extracted, tree, stretch) for stretch in stretches)


def _sizes(extracted: Extracted, settings: ChunkingSettings) -> tuple[int, int]:
    """Return limit and overlap in tokens. Long running text has no headings in front of its chunks, so that more text fits."""
    is_long = len(extracted.text) >= _LONG
    if is_long and not (extracted.headings or extracted.pages or extracted.tables):
        return settings.running_text_tokens, settings.running_text_overlap_tokens
    return passage_limit(settings.chunk_tokens), settings.chunk_overlap_tokens


def _structure(extracted: Extracted, tree: Sequence[Section], limit: int, overlap: int, measure: Measure) -> Iterable[Stretch]:
    """Cut along the structure of the document.

    Chunks are whole sentences of one section on one page, unless these are too short to stand alone, and each repeats the last
    sentences of the one before. The rows of a table are kept whole and apart, except for short text directly above or below.
    """
    return without_scraps(extracted, tree, _by_structure(extracted, tree, limit, overlap, measure), limit, measure)


def _by_structure(extracted: Extracted, tree: Sequence[Section], limit: int, overlap: int, measure: Measure) -> Iterator[Stretch]:
    for region in joined(extracted, regions(extracted, tree), limit, measure):
        if region.table is not None:
            yield from row_stretches(extracted, region, region.table, limit, measure)
            continue
        for core, whole in passages(extracted.text, Span(region.start, region.end), limit, overlap, measure, split):
            yield Stretch(core, whole)


def _fixed(extracted: Extracted, tree: Sequence[Section], limit: int, overlap: int, measure: Measure) -> Iterator[Stretch]:
    """Cut whole sentences up to the limit, regardless of sections, pages and tables.

    Noise is included, as a window can't skip it.
    """
    text = extracted.text
    line_ends = [offset for offset, character in enumerate(text) if character == "\n"] if extracted.tables else []
    for core, whole in passages(text, Span(0, len(text)), limit, overlap, measure, windows):
        yield Stretch(core, whole, _rows_in(extracted, core, line_ends))


def _rows_in(extracted: Extracted, core: Span, line_ends: Sequence[int]) -> Rows | None:
    """Return the rows of the table that makes up most of a window; `None` if no table does."""
    tables = extracted.tables
    first = max(bisect_right(tables, core.start, key=lambda table: table.start) - 1, 0)
    touched = tables[first : bisect_left(tables, core.end, key=lambda table: table.start)]
    for table in touched:
        within = trimmed(extracted.text, Span(max(core.start, table.start), min(core.end, table.end)))
        if within is not None and 2 * (within.end - within.start) > core.end - core.start:
            begin, top, bottom = (bisect_left(line_ends, offset) for offset in (table.start, within.start, within.end))
            return Rows(table.start, top - begin + 1, bottom - begin + 1, column_names(extracted.text, table, within.start))
    return None


Strategy = Callable[[Extracted, Sequence[Section], int, int, Measure], Iterable[Stretch]]
"""Cuts a text with its section tree, by limit and overlap in tokens, into stretches in the order of the text."""

STRATEGIES: dict[str, Strategy] = {"structure": _structure, "fixed": _fixed}
"""Strategies by the setting's value, compared with each other in docs/decisions/018-chunking-strategies.md."""
