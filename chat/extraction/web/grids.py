"""Resolve HTML tables: put cells that span rows or columns in their places, and name the columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

from chat.extraction.tables.cells import named_cells
from chat.extraction.tables.columns import column_names
from chat.extraction.tables.reader import MOST_COLUMNS

_LONGEST_CELL = 4_000
"""Characters of a cell; a table with a longer one is page layout."""
_MOST_HEADER_ROWS = 3
_LONGEST_SPAN = 100


@dataclass(slots=True)
class Cell:
    names: bool
    """Whether the cell is a `th` element."""
    across: int
    down: int
    texts: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.texts).split())


def span(stated: str) -> int:
    """Return the value of a `colspan` or `rowspan` attribute, within limits."""
    return min(max(int(stated), 1), _LONGEST_SPAN) if stated.isdecimal() and len(stated) < 6 else 1


def squared(rows: Sequence[Sequence[Cell]]) -> Iterator[list[Cell]]:
    """Yield the rows with each cell in its column; a cell that spans rows or columns is repeated in each."""
    hanging: dict[int, tuple[Cell, int]] = {}
    for row in rows:
        placed: list[Cell] = []
        waiting = iter(row)
        cell = next(waiting, None)
        while (cell is not None or len(placed) in hanging) and len(placed) < MOST_COLUMNS:
            column = len(placed)
            if column in hanging:
                above, left = hanging.pop(column)
                placed.append(above)
                if left > 1:
                    hanging[column] = above, left - 1
            elif cell is not None:
                for place in range(column, min(column + cell.across, MOST_COLUMNS)):
                    placed.append(cell)
                    if cell.down > 1:
                        hanging[place] = cell, cell.down - 1
                cell = next(waiting, None)
        yield placed


def is_data(rows: Sequence[Sequence[Cell]], placed: Sequence[Sequence[Cell]]) -> bool:
    """Return whether a table holds rows of values rather than parts of the page side by side."""
    filled = [len({id(cell) for cell in row if cell.text}) for row in placed]
    wide = sum(count >= 2 for count in filled)
    named = any(cell.names for row in rows for cell in row)
    longest = max((len(cell.text) for cell in chain.from_iterable(rows)), default=0)
    return (wide >= 2 or (wide == 1 and named and len(placed) > 1)) and longest <= _LONGEST_CELL


def rows_of(rows: Sequence[Sequence[Cell]], header: int) -> tuple[Sequence[str], list[str]]:
    """Return the names of the columns and a line for each row: `name: value; name: value`, or the cells joined by ` | ` without
    names.

    `header` is the number of rows that the page marks as header.
    """
    header = header or _header_rows(rows)
    if header > _MOST_HEADER_ROWS or header >= len(rows):
        header = min(1, header) if len(rows) > 1 else 0
    width = max((len(row) for row in rows), default=0)
    names = _names(rows[:header], width) if header else []
    if not header and width > 2 and not any(cell.names for row in rows for cell in row):
        texts = [(number, [cell.text for cell in row]) for number, row in enumerate(rows) if row]
        guessed = column_names(texts)
        header, names = (1, guessed) if guessed else (0, [])
    if not names:
        return (), [_printed(row) for row in rows]
    names += [f"column {number}" for number in range(len(names) + 1, width + 1)]
    return names, ["; ".join(named_cells(_values(row), names)) for row in rows[header:]]


def _header_rows(rows: Sequence[Sequence[Cell]]) -> int:
    """Return the number of rows at the top that hold only names."""
    count = 0
    for row in rows:
        if not row or not all(cell.names or not cell.text for cell in row):
            break
        count += 1
    return count


def _names(rows: Sequence[Sequence[Cell]], width: int) -> list[str]:
    """Return each column's names joined from top to bottom without repetitions: `2024 Revenue`."""
    columns = [[row[place].text for row in rows if place < len(row)] for place in range(width)]
    return [" ".join(dict.fromkeys(filter(None, texts))) or f"column {number}" for number, texts in enumerate(columns, start=1)]


def _values(row: Sequence[Cell]) -> list[str]:
    """Return the texts of a row; a cell that spans columns has its text in the first of them only."""
    return ["" if place and cell is row[place - 1] else cell.text for place, cell in enumerate(row)]


def _printed(row: Sequence[Cell]) -> str:
    texts = [text for text in _values(row) if text]
    if len(texts) == 2 and row[0].names:
        return ": ".join(texts)
    return " | ".join(texts)
