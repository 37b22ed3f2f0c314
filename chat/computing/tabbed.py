"""Tables of a PDF, between whose cells tabs stand, as tables that can be computed over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from chat.domain import Table

TAB = "\t"


def tables(text: str, printed: Sequence[Table]) -> Iterator[Table]:
    """Those of the `printed` tables of a text whose first row names every column, and whose other rows have a cell in each.

    None that goes on over a page: it would be added up in part.
    """
    parts = Counter(table.header for table in printed)
    for table in printed:
        first, *rows = text[table.start : table.end].split("\n")
        names = cells(first)
        goes_on = parts[table.header] > 1 or " ".join(names) != table.header
        if goes_on or len(names) < 2 or not rows or len(set(names)) < len(names):
            continue
        if all(names) and all(line.count(TAB) == len(names) - 1 for line in rows):
            yield Table(table.start + len(first) + 1, table.end, tuple(names), title=table.title)


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.split(TAB)]
