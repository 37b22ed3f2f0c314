"""Find Markdown tables, whose cells are separated by pipes, so that they can be computed over."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterator

from chat.domain import Table

_TABLE = re.compile(
    r"^(?P<names>\|[^\n]+\|)[^\S\n]*\n\|(?:[^\S\n]*:?-+:?[^\S\n]*\|)+[^\S\n]*\n(?P<rows>(?:\|[^\n]+\|[^\S\n]*(?:\n|\Z))+)",
    re.MULTILINE,
)
_HEADING = re.compile(r"^#{1,6}[^\S\n]+([^\n]+)$", re.MULTILINE)
_CLOSING = re.compile(r"(?<!\s)\s+#+\Z")
"""Closing marks of a heading, as in `## Tasks ##`."""
_BETWEEN = re.compile(r"(?<!\\)\|")
_MARKS = re.compile(r"[*`]+|(?<!\w)_+|_+(?!\w)")


def tables(text: str) -> Iterator[Table]:
    """Yield each table with its column names and the heading above it; tables without distinct column names are left out."""
    headings = list(_HEADING.finditer(text))
    for found in _TABLE.finditer(text):
        names = cells(found["names"])
        if all(names) and len(set(names)) == len(names) > 1:
            above = bisect(headings, found.start(), key=re.Match.start)
            title = _CLOSING.sub("", headings[above - 1][1].rstrip()) if above else None
            yield Table(found.start("rows"), found.end("rows"), tuple(names), title=title)


def cells(line: str) -> list[str]:
    """Return the cells of a row, without marks for emphasis and code."""
    return [_MARKS.sub("", cell).strip().replace("\\|", "|") for cell in _BETWEEN.split(line.strip())[1:-1]]
