"""Find tables in PDF text, whose cells are separated by tabs, so that they can be computed over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from chat.computing.laid import Laid
from chat.domain import Span, Table

TAB = "\t"


def tables(text: str, printed: Sequence[Table]) -> Iterator[Laid]:
    """Yield those of the `printed` tables of a text whose first row names every column and whose other rows have a cell in each.

    A table that continues on later pages is yielded with all of its parts or not at all, since computing over a part would be
    wrong.
    """
    whole = [*_whole(printed)]
    headers = Counter(parts[0].header for parts in whole)
    for parts in whole:
        header = parts[0].header
        first, *_ = text[parts[0].start : parts[0].end].split("\n", 1)
        names = cells(first)
        if headers[header] > 1 or " ".join(names) != header or any(part.header != header for part in parts):
            continue
        spans = [span for part in parts if (span := _rows(text, part, first)).start < span.end]
        if len(names) < 2 or not all(names) or not spans or len(set(names)) < len(names):
            continue
        if all(line.count(TAB) == len(names) - 1 for span in spans for line in text[span.start : span.end].split("\n")):
            table = Table(spans[0].start, spans[-1].end, tuple(names), title=parts[0].title)
            yield Laid(table, tuple(spans))


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.split(TAB)]


def _whole(printed: Sequence[Table]) -> Iterator[list[Table]]:
    """Yield each table together with its continuations."""
    parts: list[Table] = []
    for table in printed:
        if parts and not table.goes_on:
            yield parts
            parts = []
        parts.append(table)
    if parts:
        yield parts


def _rows(text: str, part: Table, names: str) -> Span:
    """Return the span of a part without the line of column names, which may or may not be repeated on each page."""
    first, *_ = text[part.start : part.end].split("\n", 1)
    return (
        Span(min(part.start + len(first) + 1, part.end), part.end) if cells(first) == cells(names) else Span(part.start, part.end)
    )
