"""Find tables of figures whose columns are named by one short line above, with a name over each cell: `Vessel | Built | Length
(m)`.

For the tables of numbers in `tables`, which are lines that end in cells, column names are recognised by years and periods alone.
Here each row has a cell under each name, so that a figure can be given with its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from chat.extraction.pdf.cells import Cell, Columns, cells_beside
from chat.extraction.pdf.grids import Grid
from chat.extraction.pdf.lines import Line

_FEWEST_ROWS = 2
_FEWEST_FIGURES = 0.5
"""Smallest share of the columns after the first that must hold a figure in each row; other tables are tables of words."""
_LONGEST_NAME, _MOST_WORDS = 30, 4
_SHORT_NAME = re.compile(r"[^\W\d_]{1,5}(?:\.-?[^\W\d_]{1,5})*\.")
"""Abbreviated column names, which may end in a period: `Pos.`, `Art.-Nr.`"""
_LONGEST_CELL = 45
_MOST_LETTERS = 4
"""Most letters in a cell with a figure, which allows for its unit."""
_NOTHING = frozenset({"-", "–", "—", "n/a", "N/A"})
_FAR = 3.2
"""Distance between lines, in font sizes, from which the lower one belongs to something else."""


def figure_grids(body: Sequence[Line]) -> Iterator[Grid]:
    """Yield the tables, each from the line with the names to its last row. The first column may be unnamed."""
    place = 0
    while place + _FEWEST_ROWS < len(body):
        grid = _grid(body, place) if body[place].type.gaps else None
        if grid is not None:
            yield grid
        place = grid.stop if grid else place + 1


def figure_grid_going_on(body: Sequence[Line], place: int, before: Columns) -> Grid | None:
    """Return the rows from `place` on that fit the columns of the table on the previous page, whose header names them."""
    if place >= len(body) or not body[place].type.gaps:
        return None
    rows = []
    for row in _rows(body, place, len(before.spans), going_on=True):
        at = [before.touched(cell) for cell in row]
        if any(len(columns) != 1 for columns in at) or len({columns[0] for columns in at}) < len(row):
            break
        rows.append(row)
    if not rows or sum(_is_figure(cell.text) for cell in rows[0][1:]) < _FEWEST_FIGURES * (len(rows[0]) - 1):
        return None
    return Grid(place, rows[-1][-1].line + 1, before, tuple(map(tuple, rows)))


def _grid(body: Sequence[Line], first: int) -> Grid | None:
    names = cells_beside(body, first)
    if not all(_is_name(cell.text) for cell in names):
        return None
    rows = list(_rows(body, names[-1].line + 1, len(names)))
    cells = len(rows[0]) if rows else 0
    whole = [row for row in rows if len(row) == cells]
    columns = Columns.of(cell for row in [names, *rows] for cell in row)
    if len(whole) < max(_FEWEST_ROWS, len(rows) // 2 + 1) or len(names) < 2 or len(columns.spans) != cells:
        return None
    if [columns.at(cell) for cell in names] != [*range(cells - len(names), cells)]:
        return None
    figures = sum(all(_is_figure(row[column].text) for row in whole) for column in range(1, cells))
    if figures < _FEWEST_FIGURES * (cells - 1):
        return None
    return Grid(first, rows[-1][-1].line + 1, columns, (tuple(names), *map(tuple, rows)))


def _rows(body: Sequence[Line], first: int, names: int, going_on: bool = False) -> Iterator[list[Cell]]:
    """Yield the rows below the names: the first has a cell for each name, or one more; later ones, such as totals, may have
    fewer.

    With `going_on`, for rows that continue a table of the previous page, the first row may have fewer cells, too.
    """
    cells = names if going_on else 0
    place = first
    while place < len(body):
        line, above = body[place].type, body[place - 1].type
        row = cells_beside(body, place)
        near = (going_on and place == first) or 0 < above.y - line.y <= _FAR * line.size
        if not near or any(len(cell.text) > _LONGEST_CELL for cell in row):
            return
        if not (1 < len(row) <= cells if cells else len(row) in (names, names + 1)):
            return
        cells = cells or len(row)
        yield row
        place = row[-1].line + 1


def _is_name(text: str) -> bool:
    """Return whether a text may be the name of a column: few words, and no digits outside parentheses (`tables` handles
    years)."""
    own = text.partition("(")[0].strip() or text
    return (
        len(text) <= _LONGEST_NAME
        and len(text.split()) <= _MOST_WORDS
        and any(map(str.isalpha, text))
        and (text[-1] not in ".,;:" or _SHORT_NAME.fullmatch(text) is not None)
        and not any(map(str.isdigit, own))
    )


def _is_figure(text: str) -> bool:
    """Return whether a text is a number with its unit or currency, or the dash of an empty cell."""
    if any(map(str.isdigit, text)):
        return sum(map(str.isalpha, text)) <= _MOST_LETTERS
    return text in _NOTHING
