"""Find grids of words: rows whose cells are in columns with white space between them all the way down, or between rules.

PDFs store a table row by row and a row cell by cell, so a row begins where the text returns to the left. A cell of several lines
belongs to one row: as in tables of numbers, the only change to the text is that line feeds become blanks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from chat.extraction.pdf.cells import Cell, Columns, cells_of
from chat.extraction.pdf.lines import Line, Rule

_FAR = 3.2
"""Distance below the lowest line so far, in font sizes, from which a line belongs to something else."""
_BELOW = 0.4
"""Distance, in font sizes, from which a line counts as below another rather than beside it."""
_TIGHT = 0.9
"""Fraction of the usual row distance; closer lines belong to one row."""
_LINE_PITCH = 1.4
"""Usual distance between the lines of a cell, in font sizes."""
_WRAPPED = 1.7
"""Largest distance between two lines of one cell, in font sizes."""
_SAME_EXTENT = 4.0
_LEAST_BAND = 5.0
"""Smallest distance in points between the rules above and below a row."""
_AT_LEFT, _MOST_OF = 0.15, 0.6
"""Fractions of the width between rules: a cell that begins further left and is wider spans several columns."""
_MOST_LINES = 400


@dataclass(frozen=True, slots=True)
class Grid:
    """Consecutive lines of a page as rows of cells."""

    first: int
    stop: int
    columns: Columns
    rows: tuple[tuple[Cell, ...], ...]
    ruled: bool = False
    """Whether the rows are separated by rules."""

    def texts(self, row: Sequence[Cell]) -> dict[int, str]:
        """Return the text of each column of a row, by column index."""
        found: dict[int, str] = {}
        for cell in row:
            at = self.columns.at(cell)
            found[at] = f"{found[at]} {cell.text}" if at in found else cell.text
        return found


def may_have_grids(body: Sequence[Line]) -> bool:
    """Return whether any line of the page has gaps or is beside the previous one."""
    return any(line.type.gaps for line in body) or any(_is_beside(one, other) for one, other in pairwise(body))


def ruled_grids(body: Sequence[Line], rules: Sequence[Rule]) -> Iterator[Grid]:
    """Yield the grids between rules of the same extent, with one row between each rule and the next."""
    for stack in _stacks(rules):
        x, stop = stack[0].x, stack[0].stop
        inside = [
            number
            for number, line in enumerate(body)
            if line.type.size and stack[-1].y < line.type.y < stack[0].y and x - _SAME_EXTENT < line.type.x < stop
        ]
        if not inside or inside[-1] - inside[0] != len(inside) - 1:
            continue
        bands = [sum(rule.y > body[number].type.y for rule in stack) for number in inside]
        if any(other < one for one, other in pairwise(bands)):
            continue
        cells = [cells_of(number, body[number]) for number in inside]
        columns = _columns_between(stack, [cell for line in cells for cell in line])
        if len(columns.spans) < 2:
            continue
        rows = tuple(
            tuple(cell for line, band in zip(cells, bands, strict=True) if band == one for cell in line)
            for one in dict.fromkeys(bands)
        )
        while rows and _stands_across(rows[0], columns):
            rows = rows[1:]
        while rows and _stands_across(rows[-1], columns):
            rows = rows[:-1]
        if rows and not any(_holds_rows(row, columns) for row in rows):
            yield Grid(rows[0][0].line, rows[-1][-1].line + 1, columns, rows, ruled=True)


def aligned_grids(body: Sequence[Line], free: Sequence[bool], numbers: frozenset[int]) -> Iterator[Grid]:
    """Yield runs of `free` lines whose cells keep to separate columns; the caller decides which of them are tables.

    No run begins inside a table of numbers.
    """
    place = floor = 0
    while place < len(body):
        begins = free[place] and body[place].start not in numbers
        if not begins or not (body[place].type.gaps or _stands_beside_next(body, place)):
            place += 1
            continue
        grid = _grown(body, free, _top(body, free, place, floor))
        if grid.first == 0 or sum(len(grid.texts(row)) > 1 for row in grid.rows) > 2:
            yield grid
            place = floor = max(grid.stop, place + 1)
        else:
            place += 1


# --- between rules -----------------------------------------------------------------------------------------------


def _stacks(rules: Sequence[Rule]) -> Iterator[list[Rule]]:
    """Yield stacks of three or more rules of the same extent, from the top down."""
    stacks: list[list[Rule]] = []
    for rule in rules:
        for stack in stacks:
            if abs(stack[0].x - rule.x) <= _SAME_EXTENT and abs(stack[0].stop - rule.stop) <= _SAME_EXTENT:
                if stack[-1].y - rule.y >= _LEAST_BAND:
                    stack.append(rule)
                break
        else:
            stacks.append([rule])
    yield from (stack for stack in stacks if len(stack) > 2)


def _columns_between(stack: Sequence[Rule], cells: Sequence[Cell]) -> Columns:
    """Return the columns between the rules of a stack, adding narrow cells first and ignoring cells that span several columns."""
    width = stack[0].stop - stack[0].x
    inside = [cell for cell in cells if cell.x > stack[0].x + _AT_LEFT * width or cell.stop - cell.x < _MOST_OF * width]
    columns = Columns()
    for cell in sorted(inside, key=lambda cell: cell.stop - cell.x):
        columns = _with_all(columns, [cell], inside) or columns
    return columns


def _stands_across(row: Sequence[Cell], columns: Columns) -> bool:
    """Return whether a row is a title above the table or text below it: in one column only, or spanning several from the first
    on."""
    touched = [columns.touched(cell) for cell in row]
    return len({columns.at(cell) for cell in row}) < 2 or any(len(at) > 1 and at[0] == 0 for at in touched)


def _holds_rows(row: Sequence[Cell], columns: Columns) -> bool:
    """Return whether the rules enclose several rows in one: text further down begins again at the left or with several cells."""
    beside = Counter(cell.line for cell in row)
    return any(
        columns.at(other) < columns.at(one)
        and (columns.at(other) == 0 or beside[other.line] > 1)
        and other.y < one.y - _BELOW * one.type.size
        for one, other in pairwise(row)
    )


# --- by position -------------------------------------------------------------------------------------------------


def _is_beside(one: Line, other: Line) -> bool:
    return other.type.size > 0 and other.type.x > one.type.last_x and other.type.y >= one.type.y - 1 and one.type.size > 0


def _stands_beside_next(body: Sequence[Line], place: int) -> bool:
    return place + 1 < len(body) and _is_beside(body[place], body[place + 1])


def _top(body: Sequence[Line], free: Sequence[bool], place: int, floor: int) -> int:
    """Return the first line of the cell that ends at `place`, if another cell is beside the whole of it; never before `floor`."""
    if place + 1 == len(body):
        return place
    x, y = body[place].type.x, body[place + 1].type.y
    while place > floor and free[place - 1]:
        above, step = body[place - 1].type, body[place - 1].type.y - body[place].type.y
        if abs(above.x - x) >= 1 or above.y > y + 1 or not 0 < step <= _WRAPPED * above.size:
            break
        place -= 1
    return place


def _grown(body: Sequence[Line], free: Sequence[bool], first: int) -> Grid:
    """Return the grid that begins at `first` and extends until a cell spans the white space between columns."""
    columns, cells = Columns(), list[Cell]()
    lowest, sizes = body[first].type.y, {body[first].type.size}
    stop = first
    for place in range(first, min(len(body), first + _MOST_LINES)):
        line = body[place]
        if not free[place] or not line.type.size or lowest - line.type.y > _FAR * max(line.type.size, max(sizes)):
            break
        found = cells_of(place, line)
        wider = _with_all(columns, found, cells)
        if wider is None or (len(found) == 1 and wider.at(found[0]) == 0 and line.type.size not in sizes):
            break
        columns, stop = wider, place + 1
        cells += found
        lowest = min(lowest, line.type.y)
        sizes.add(line.type.size)
    rows = _rows(cells, columns)
    while len(rows) > 1 and len({columns.at(cell) for cell in rows[-1]}) < 2 and columns.at(rows[-1][0]) == 0:
        stop = rows.pop()[0].line
    return Grid(first, max(stop, first + 1), columns, tuple(map(tuple, rows)))


def _with_all(columns: Columns, found: Sequence[Cell], before: Sequence[Cell]) -> Columns | None:
    """Return the columns with the cells of another line, or `None` if a cell spans two columns that were side by side before."""
    for cell in found:
        touched = columns.touched(cell)
        if len(touched) > 1 and _were_side_by_side(columns, touched, before):
            return None
        columns = columns.joined(touched, cell)
    return columns


def _were_side_by_side(columns: Columns, touched: Sequence[int], before: Sequence[Cell]) -> bool:
    at = [(round(cell.y / 3), columns.at(cell)) for cell in before]
    return any(
        one[0] == other[0] and one[1] != other[1]
        for one, other in pairwise(sorted((height, column) for height, column in at if column in touched))
    )


def _rows(cells: Sequence[Cell], columns: Columns) -> list[list[Cell]]:
    pitch, beside = _pitch(cells), Counter(cell.line for cell in cells)
    rows: list[list[Cell]] = []
    for cell in cells:
        row = rows[-1] if rows else []
        near = min(_TIGHT * pitch, _LINE_PITCH * cell.type.size)
        close = bool(row) and _step(row, cell) < near and beside[cell.line] < beside[row[0].line]
        if row and (row[-1].line == cell.line or not _begins_row(row, cell, columns, close)):
            row.append(cell)
        else:
            rows.append([cell])
    return rows


def _pitch(cells: Sequence[Cell]) -> float:
    """Return the lower quartile of the distances between lines of several cells; 0 when there are too few of them."""
    heights = [one.y for one, other in pairwise(cells) if one.line == other.line]
    steps = sorted(one - other for one, other in pairwise(dict.fromkeys(heights)) if one > other)
    return steps[len(steps) // 4] if len(steps) > 1 else 0.0


def _step(row: Sequence[Cell], cell: Cell) -> float:
    """Return how far a cell is below the row's lowest line."""
    return min(one.y for one in row) - cell.y


def _begins_row(row: Sequence[Cell], cell: Cell, columns: Columns, close: bool) -> bool:
    """Return whether a cell begins the next row; one that is `close` and on a shorter line continues the row."""
    at, last_at = columns.at(cell), columns.at(row[-1])
    size, step = max(cell.type.size, 1.0), _step(row, cell)
    if step <= _BELOW * size:
        return at < last_at  # back to the left at the same height: the text is not in row order
    if cell.text.endswith(":"):
        return True
    if at != last_at:
        return not (close or (at > 0 and _goes_on(row, cell, columns)))
    if at > 0:
        return step > _WRAPPED * size
    wraps = step <= _WRAPPED * size and row[-1].type.bold == cell.type.bold
    return not (wraps and (close or cell.text[0].islower() or cell.text[0] == "("))


def _goes_on(row: Sequence[Cell], cell: Cell, columns: Columns) -> bool:
    """Return whether a cell continues the text above it in its column."""
    return cell.text[0].islower() and any(columns.at(one) == columns.at(cell) for one in row)
