"""Find the title of the financial statement a table belongs to."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator

from chat.domain import Extracted, Table
from chat.text.financial_statements import titled

_ABOVE = 6_000
"""Characters above a table, within its own page if there are pages, in which its title is searched."""
_BETWEEN = 400
"""Most characters outside tables between a title and a table; beyond that, the table is about something else."""
_FIRST_LINE = 300
"""Number of characters of the first line to examine."""
_OTHER_TITLE = re.compile(r"\W*(?i:exhibit|note|table|item|schedule|annex|appendix)\s+[\dA-Z]")
"""Matches the beginning of the title of something else."""


def statement_title(extracted: Extracted, table: Table) -> str:
    """Return the title of a financial statement from a table's first line or, nearest first, the lines above it; empty if none.

    A statement is printed as several tables if there are captions between its rows, all under one title.
    """
    first = extracted.text[table.start : min(table.end, table.start + _FIRST_LINE)].partition("\n")[0]
    if titled(first):
        return first.strip()
    between = 0
    for line in _above(extracted, table):
        if titled(line):
            return line.strip()
        between += len(line.strip())
        if _OTHER_TITLE.match(line) or between > _BETWEEN:
            break
    return ""


def _above(extracted: Extracted, table: Table) -> Iterator[str]:
    """Yield the lines above a table, nearest first, without the rows of other tables."""
    tables = extracted.tables
    top = max(_page_start(extracted, table.start), table.start - _ABOVE)
    index = bisect_left(tables, table.start, key=lambda other: other.start) - 1
    end = table.start
    while end > top:
        if index >= 0 and end <= tables[index].end:
            end, index = tables[index].start, index - 1
            continue
        start = max(extracted.text.rfind("\n", top, end - 1) + 1, top, tables[index].end if index >= 0 else 0)
        yield extracted.text[start:end]
        end = start


def _page_start(extracted: Extracted, offset: int) -> int:
    pages = extracted.pages
    return pages[max(bisect_right(pages, offset, key=lambda page: page.start) - 1, 0)].start if pages else 0
