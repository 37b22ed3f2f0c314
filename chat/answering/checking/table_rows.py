"""Recognise a row of a source's table put into words: `E2: No water supply (Meaning); Open the tap (What to do)`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from chat.answering.checking.plain_text import flat
from chat.text.table_lines import cells_of, has_cells

_NAMED = re.compile(r"(?P<value>.+?)(?: \((?P<name>[^()]+(?:\([^()]*\)[^()]*)*)\))?")
_LEAST_CELLS = 2
Row = tuple[str, ...]


def rows_of(text: str) -> tuple[Row, ...]:
    """Return the cells of each line of a text that is a row of a table, in lower case."""
    rows = (tuple(map(flat, cells_of(line))) for line in text.splitlines() if has_cells(line))
    return tuple(row for row in rows if len(row) >= _LEAST_CELLS)


def is_row(text: str, rows: Sequence[Row]) -> bool:
    """Return whether a text is one of these rows, or some cells of it, each with the name of its column if it gives one."""
    label, colon, rest = flat(text).strip(" .").partition(": ")
    cells = [match.group("value", "name") for part in rest.split("; ") if (match := _NAMED.fullmatch(part)) is not None]
    return bool(colon and cells) and any(
        label in row and all(_has(row, value, name, rows[:at]) for value, name in cells) for at, row in enumerate(rows)
    )


def _has(row: Row, value: str, name: str | None, above: Sequence[Row]) -> bool:
    """Return whether a row has this value, in a column that a row above it calls by this name."""
    if f"{value} ({name})" in row or (name is None and value in row):
        return True
    return any(
        cell == value and any(len(names) == len(row) and names[at] == name for names in above) for at, cell in enumerate(row)
    )
