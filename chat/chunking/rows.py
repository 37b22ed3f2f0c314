"""Cut a table into chunks of whole rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from chat.chunking.regions import Region
from chat.chunking.slices import Rows, Stretch
from chat.chunking.splitting import SCRAP, Measure, split, trimmed
from chat.chunking.titles import statement_title
from chat.domain import Extracted, Span, Table


@dataclass(frozen=True, slots=True)
class _Row:
    """One line of the table, or part of a line that is longer than a chunk."""

    start: int
    end: int
    number: int
    tokens: int
    whole: bool


def row_stretches(extracted: Extracted, region: Region, table: Table, limit: int, measure: Measure) -> Iterator[Stretch]:
    """Pack whole rows up to the limit; a row longer than half of it stands alone, one longer than the limit is split.

    The text before the rows is packed with the first of them if it fits.
    """
    text, title = extracted.text, statement_title(extracted, table)
    lead = text[region.start : region.rows]
    packs = _packed(_rows(text, region, table, limit, measure), measure(lead), limit)
    first = next(packs, [])
    if lead.strip() and first and measure(text[region.start : first[-1].end]) <= limit:
        yield from _stretch(text, Span(region.start, first[-1].end), _known(text, table, first, title, alone=False))
        first = []
    elif lead.strip():
        yield from _stretch(text, Span(region.start, region.rows))
    for pack in chain([first] if first else [], packs):
        yield from _stretch(text, Span(pack[0].start, pack[-1].end), _known(text, table, pack, title, alone=True))


def column_names(text: str, table: Table, offset: int) -> str:
    """Return the header to put before rows starting at an offset; empty if they name their columns themselves."""
    return "" if table.columns or text.startswith(table.header, offset) else table.header


def cells_of(row: str, columns: Sequence[str]) -> dict[str, str]:
    """Return the cells of a row written as `name: value; name: value` by column; columns empty in the file are left out."""
    labels: list[tuple[str, int, int]] = []
    """Column, start and end of each label."""
    end = 0
    for column in columns:
        label = f"{column}: "
        found = 0 if not labels and row.startswith(label) else row.find(f"; {label}", end)
        if found >= 0:
            start = row.index(label, found)
            end = start + len(label)
            labels.append((column, start, end))
    value_ends = [*(start - 2 for _, start, _ in labels[1:]), len(row)] if labels else []
    return {column: row[start:stop].strip() for (column, _, start), stop in zip(labels, value_ends, strict=True)}


def _rows(text: str, region: Region, table: Table, limit: int, measure: Measure) -> Iterator[_Row]:
    number = text.count("\n", table.start, region.rows)
    start = region.rows
    while start < region.end:
        end = text.find("\n", start, region.end) + 1 or region.end
        number += 1
        tokens = measure(text[start:end])
        if tokens > limit:
            for part in split(text[start:end], limit, measure):
                yield _Row(start + part.start, start + part.end, number, tokens, whole=False)
        else:
            yield _Row(start, end, number, tokens, whole=True)
        start = end


def _packed(rows: Iterator[_Row], room: int, limit: int) -> Iterator[list[_Row]]:
    """Yield packs of rows of at most `limit` tokens, with `room` of them reserved in the first pack.

    A scrap at the end gets rows of the pack before it.
    """
    before: list[_Row] = []
    pack: list[_Row] = []
    tokens = room
    for row in rows:
        if pack and not (_packable(pack[-1], limit) and _packable(row, limit) and tokens + row.tokens <= limit):
            if before:
                yield before
            before, pack, tokens = pack, [], 0
        pack.append(row)
        tokens += row.tokens
    while len(before) > 1 and tokens < SCRAP and _packable(pack[0], limit):
        pack.insert(0, before.pop())
        tokens += pack[0].tokens
    yield from filter(None, (before, pack))


def _packable(row: _Row, limit: int) -> bool:
    return row.whole and row.tokens <= limit // 2


def _known(text: str, table: Table, pack: Sequence[_Row], title: str, alone: bool) -> Rows:
    first, last = pack[0], pack[-1]
    whole = alone and first is last and _is_line(text, first, table)
    cells = cells_of(text[first.start : first.end].strip(), table.columns) if whole else {}
    return Rows(table.start, first.number, last.number, column_names(text, table, first.start), cells or None, title)


def _is_line(text: str, row: _Row, table: Table) -> bool:
    """Return whether a row is a whole line of the table; a heading may cut a line in two."""
    begins = row.start == table.start or text[row.start - 1] == "\n"
    return begins and (row.end == table.end or text[row.end - 1] == "\n")


def _stretch(text: str, span: Span, rows: Rows | None = None) -> Iterator[Stretch]:
    kept = trimmed(text, span)
    if kept is not None:
        yield Stretch(kept, kept, rows)
