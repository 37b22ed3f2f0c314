"""Decide which grids of a page are tables, and which lines name their columns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median

from chat.domain import Table
from chat.extraction.pdf.cells import Columns, cells_of
from chat.extraction.pdf.figures import figure_grid_going_on, figure_grids
from chat.extraction.pdf.grids import Grid, aligned_grids, may_have_grids, ruled_grids
from chat.extraction.pdf.lines import Line, Rule
from chat.extraction.pdf.running import keys
from chat.extraction.pdf.tables import FoundTables

_FEWEST_ROWS = 3
_FEWEST_OF_TWO = 4
"""Fewest rows of a table of two columns without a header."""
_USUAL_CELL, _LONG_CELL, _MOST_LONG = 45, 120, 0.1
"""Largest median length of a cell, length from which a cell is long, and largest share of long cells, where no rules separate the
rows."""
_MOST_IN_LOWER_CASE = 0.2
"""Largest share of rows that begin with several words in lower case; in columns of prose every other line does."""
_LONGEST_NAME, _MOST_WORDS = 30, 4
"""Most characters and most words of a column's name."""
_MOST_HEADS = 3
_LONGEST_HEADER = 300
_LINE_PITCH = 1.8
_LARGER = 1.15
"""Factor by which a line is larger than the column names; it is then the title of the section that the table is in."""
_PAGE_NUMBER = re.compile(r"[A-Z]{0,2}-?\d{1,4}|[ivxl]{1,6}", re.IGNORECASE)
_LEADERS = re.compile(r"\.{4}|(?:\. ){3}|_{3}|…\s?…")
_MARKER = re.compile(
    r"[•·▪●○◦■□➢✓*–—-]"
    r"|[*†+]?\s?(?:\([\w.]{1,8}\)|[a-z\d]{1,3}[.)]|[ivxl]{1,6}[.)]|\d{1,3}(?:\.\w{1,4}){0,4}\.?"
    r"|(?:note|item) [\d.]{1,6}[a-z]?\.?)",
    re.IGNORECASE,
)
_BOX = re.compile(r"[☐☑☒□■þ]")
_NUMBER = re.compile(r"[-–—$€£¥%()\d.,\s]+")
_ADDRESS = re.compile(
    r"\b(?:street|avenue|road|suite|p\.?o\.? box|phone|fax|tel|attn|attention|zip|drive|boulevard|floor)\b|@|\b\d{5}(?:-\d{4})?$",
    re.IGNORECASE,
)

_Place = tuple[int, str]
"""The height of a line and a key of its text."""


@dataclass(frozen=True, slots=True)
class _Named:
    """A table with the header that names its columns."""

    grid: Grid
    header: tuple[int, int]
    """Index of the first line of the header and after its last; an empty range when no line names the columns."""
    styled: bool = False
    """Whether the header is set differently from the rows."""
    of_figures: bool = False
    """Whether there is a name above each of its figures."""

    @property
    def first(self) -> int:
        """Index of the first line, which may be the header's."""
        return min(self.header[0], self.grid.first) if self.header[0] < self.header[1] else self.grid.first


@dataclass(frozen=True, slots=True)
class _Page:
    """The lines of a page that are part of the text."""

    body: Sequence[Line]
    rules: Sequence[Rule]
    top: int
    """Index of the first line that is no running line of the previous page."""
    bottom: int
    """Index after the last line that is neither a page number nor a running line of the next page."""


@dataclass(frozen=True, slots=True)
class _Ending:
    """The table that ends a page and may go on on the next one."""

    header: str
    columns: Columns


_NO_TABLE = _Ending("", Columns())


def with_word_tables(
    pages: Sequence[Sequence[Line]], rules: Sequence[Sequence[Rule]], skipped: frozenset[int], numbers: FoundTables
) -> FoundTables:
    """Return the tables of numbers together with the tables of words; a table of words replaces tables of numbers that are the
    smaller part of it.

    `skipped` holds the start offsets of lines that are not part of the text.
    """
    bodies = [[line for line in page if line.text.strip() and line.start not in skipped] for page in pages]
    places = [frozenset(place for line in body for place in _places(line, number)) for number, body in enumerate(bodies)]
    around = [frozenset[_Place](), *places, frozenset[_Place]()]
    found, ending = _Found(numbers), _NO_TABLE
    for number, (body, drawn) in enumerate(zip(bodies, rules, strict=True)):
        ending = found.add(_page(number, body, drawn, before=around[number], following=around[number + 2]), ending)
    return found.with_numbers()


def _page(
    number: int, body: Sequence[Line], rules: Sequence[Rule], before: frozenset[_Place], following: frozenset[_Place]
) -> _Page:
    """Return a page, given the places of lines on the pages `before` and `following` it."""
    top = next((at for at, line in enumerate(body) if before.isdisjoint(_places(line, number))), len(body))
    told = [
        at
        for at, line in enumerate(body)
        if not _PAGE_NUMBER.fullmatch(line.text.strip()) and following.isdisjoint(_places(line, number))
    ]
    return _Page(body, rules, top, told[-1] + 1 if told else 0)


class _Found:
    """The tables of words found so far."""

    def __init__(self, numbers: FoundTables) -> None:
        self._numbers = numbers
        self._tables: list[Table] = []
        self._joints: list[int] = []
        self._stops: list[int] = []
        self._lines: set[int] = set()
        self._replaced: set[Table] = set()
        self._going_on: dict[Table, Table] = {}
        """Tables of numbers that go on from the previous page, with its header."""

    def add(self, page: _Page, before: _Ending) -> _Ending:
        """Add the tables of a page, and return the one that ends it; `before` is the one that ended the previous page."""
        if before.columns.spans and (headless := _headless(self._numbers, page.body, page.top, before.header)):
            self._going_on[headless] = replace(headless, header=before.header, goes_on=True)
        ending = _NO_TABLE
        if may_have_grids(page.body):
            for named in _tables(page, self._numbers.lines, before.columns):
                replaced = _replaceable(page.body, named, self._numbers)
                if replaced is not None:
                    self._replaced.update(replaced)
                    title = self._add(page, named, before)
                    ending = _Ending(title, named.grid.columns) if named.grid.stop >= page.bottom else _NO_TABLE
        return ending

    def _add(self, page: _Page, named: _Named, before: _Ending) -> str:
        """Add a table, and return its header."""
        body, first, stop = page.body, named.first, named.grid.stop
        title = " ".join(line.text for line in body[slice(*named.header)]).strip()[:_LONGEST_HEADER]
        unnamed = not named.styled and (not named.of_figures or not title)
        if first <= page.top and unnamed and before.header and named.grid.columns.lie_over(before.columns):
            title = before.header
        goes_on = first <= page.top and bool(before.columns.spans) and title in ("", before.header)
        self._tables.append(Table(body[first].start, body[stop - 1].end, header=title, goes_on=goes_on))
        self._joints += _joints(body, named)
        self._stops += _stops(body, named)
        self._lines.update(line.start for line in body[first:stop])
        return title

    def with_numbers(self) -> FoundTables:
        numbers = self._numbers
        if not self._tables:
            return numbers
        kept = [self._going_on.get(table, table) for table in numbers.tables if table not in self._replaced]
        joints = [joint for joint in numbers.joints if not any(table.start <= joint < table.end for table in self._replaced)]
        return FoundTables(
            tuple(sorted([*kept, *self._tables], key=lambda table: table.start)),
            tuple(sorted([*self._joints, *joints])),
            tuple(sorted(self._stops)),
            numbers.lines | self._lines,
        )


def _places(line: Line, page: int) -> list[_Place]:
    """Return the height and keys of a line; a running line shares one of them with the next page, even in a document of two
    pages."""
    return [(round(line.type.y), key) for key in keys(line.text, page)]


def _headless(numbers: FoundTables, body: Sequence[Line], top: int, header: str) -> Table | None:
    """Return the table of numbers at the top of the page, if it has no header or that of the previous page."""
    starts = {line.start for line in body[: top + 1]}
    return next((table for table in numbers.tables if table.start in starts and table.header in ("", header)), None)


def _tables(page: _Page, numbers: frozenset[int], before: Columns) -> Iterator[_Named]:
    """Yield the tables of a page in order; `before` holds the columns of the table that ended the previous page."""
    body, top = page.body, page.top
    free = [True] * len(body)
    found = []
    for grid in ruled_grids(body, page.rules):
        if all(free[grid.first : grid.stop]) and (named := _named(body, grid)) is not None:
            found.append(named)
            free[grid.first : grid.stop] = [False] * (grid.stop - grid.first)
    for grid in figure_grids(body):
        if all(free[grid.first : grid.stop]):
            found.append(_Named(grid, (grid.first, grid.first + 1), of_figures=True))
            free[grid.first : grid.stop] = [False] * (grid.stop - grid.first)
    rest = figure_grid_going_on(body, top, before) if before.spans else None
    if rest is not None and all(free[rest.first : rest.stop]):
        found.append(_Named(rest, (rest.first, rest.first), of_figures=True))
        free[rest.first : rest.stop] = [False] * (rest.stop - rest.first)
    for grid in aligned_grids(body, free, numbers):
        goes_on = grid.first <= top and len(before.spans) == len(grid.columns.spans)
        if (named := _named(body, grid, goes_on)) is not None and not _is_header_of_numbers(body, grid, numbers):
            found.append(named)
    yield from sorted(found, key=lambda named: named.grid.first)


def _is_header_of_numbers(body: Sequence[Line], grid: Grid, numbers: frozenset[int]) -> bool:
    """Return whether the grid is only a header of several lines, with its table of numbers below."""
    below = any(line.start in numbers for line in body[grid.stop : grid.stop + _MOST_HEADS])
    return below and len(grid.rows) <= _MOST_HEADS + 1


def _replaceable(body: Sequence[Line], named: _Named, numbers: FoundTables) -> list[Table] | None:
    """Return the tables of numbers that this one replaces; `None` where it may not replace them."""
    within = body[named.grid.first : named.grid.stop]
    shared = [line for line in within if line.start in numbers.lines]
    if not shared:
        return []
    start, end = within[0].start, within[-1].end
    touched = [table for table in numbers.tables if table.start < end and start < table.end]
    whole = all(start <= table.start and table.end <= end for table in touched)
    return touched if whole and (named.of_figures or 2 * len(shared) < len(within)) else None


# --- is a grid a table? ------------------------------------------------------------------------------------------


def _named(body: Sequence[Line], grid: Grid, goes_on: bool = False) -> _Named | None:
    """Return the grid with its header if it is a table, otherwise `None`."""
    filled = [texts for row in grid.rows if len(texts := grid.texts(row)) > 1]
    if len(filled) < 2 - goes_on or 2 * len(filled) < len(grid.rows) or not _in_order(grid):
        return None
    named = _Named(grid, *_header(body, grid))
    columns = len(grid.columns.spans)
    fewest = 1 if goes_on else 2 if grid.ruled else _FEWEST_ROWS if columns > 2 or named.styled else _FEWEST_OF_TWO
    cells = [text for texts in filled for text in texts.values()]
    if len(filled) < fewest or _regular(filled, columns) < 2 or _is_form(cells) or _is_contents(filled, columns):
        return None
    if not grid.ruled and (_is_prose(filled, cells) or _is_list(filled, columns) or _is_block(grid, filled, columns, named)):
        return None
    return None if sum(_NUMBER.fullmatch(cell) is not None for cell in cells) > 0.7 * len(cells) else named


def _in_order(grid: Grid) -> bool:
    """Return whether each row begins below the previous one in the order of the text."""
    tops = [max(cell.y for cell in row) for row in grid.rows]
    return all(other < one for one, other in pairwise(tops))


def _regular(filled: Sequence[dict[int, str]], columns: int) -> int:
    """Return the number of columns that are filled in at least half of the rows."""
    return sum(2 * sum(at in texts for texts in filled) >= len(filled) for at in range(columns))


def _is_form(cells: Sequence[str]) -> bool:
    asked = sum(cell.endswith(":") or _BOX.search(cell) is not None for cell in cells)
    return 4 * asked > len(cells) or any(map(_LEADERS.search, cells))


def _is_contents(filled: Sequence[dict[int, str]], columns: int) -> bool:
    """Return whether rows end in page numbers that grow."""
    last = [texts[columns - 1] for texts in filled if columns - 1 in texts]
    pages = [text for text in last if _PAGE_NUMBER.fullmatch(text)]
    numbers = [int(text) for text in pages if text.isdecimal()]
    return len(pages) >= max(3, 0.7 * len(last)) and all(one <= other for one, other in pairwise(numbers))


def _is_prose(filled: Sequence[dict[int, str]], cells: Sequence[str]) -> bool:
    lengths = [len(cell) for cell in cells]
    if median(lengths) > _USUAL_CELL or sum(length > _LONG_CELL for length in lengths) > _MOST_LONG * len(lengths):
        return True
    firsts = [texts[min(texts)] for texts in filled]
    going_on = sum(text[0].islower() and len(text.split()) > 2 for text in firsts)
    return going_on > _MOST_IN_LOWER_CASE * len(firsts)


def _is_list(filled: Sequence[dict[int, str]], columns: int) -> bool:
    """Return whether there are two columns and the first holds numbers of items or bullets."""
    firsts = [texts[min(texts)] for texts in filled]
    return columns < 3 and 2 * sum(_MARKER.fullmatch(text) is not None for text in firsts) > len(firsts)


def _is_block(grid: Grid, filled: Sequence[dict[int, str]], columns: int, named: _Named) -> bool:
    """Return whether the grid is two columns of addresses, of signatures, or of a list set in bold."""
    cells = [text for texts in filled for text in texts.values()]
    if columns > 2:
        return False
    if sum(_ADDRESS.search(cell) is not None for cell in cells) >= 2 or sum(cell.startswith("/s/") for cell in cells) >= 2:
        return True
    return not named.styled and all(cell.type.bold for row in grid.rows for cell in row)


# --- headers -----------------------------------------------------------------------------------------------------


def _header(body: Sequence[Line], grid: Grid) -> tuple[tuple[int, int], bool]:
    """Return the range of lines that name the columns, and whether they are set differently from the rows."""
    bold = [all(cell.type.bold for cell in row) for row in grid.rows]
    heads = next((at for at, one in enumerate(bold) if not one), len(bold))
    if 0 < heads <= _MOST_HEADS and 2 * sum(bold[heads:]) < len(bold[heads:]):
        return (_above(body, grid), grid.rows[heads][0].line), True
    first, *others = grid.rows
    italic = all(cell.type.italic for cell in first) and not any(cell.type.italic for row in others for cell in row)
    if italic or (others and _names_columns(grid)):
        return (grid.first, others[0][0].line), italic
    return (grid.first, grid.first), False


def _above(body: Sequence[Line], grid: Grid) -> int:
    """Return the index of the header's first line: bold lines directly above that are over the columns after the first belong to
    it."""
    left, right = grid.columns.spans[0][0], grid.columns.spans[-1][1]
    first = grid.first
    while first and grid.first - first < 2 * _MOST_HEADS:
        line, below = body[first - 1].type, body[first].type
        over = all(left < cell.x and cell.stop < right + line.size for cell in cells_of(first - 1, body[first - 1]))
        second = grid.columns.spans[1][0] - line.size if len(grid.columns.spans) > 1 else right
        larger = line.size > _LARGER * body[grid.first].type.size
        if larger or not line.bold or not over or line.x < second or line.y - below.y > _LINE_PITCH * line.size:
            break
        first -= 1
    return first


def _names_columns(grid: Grid) -> bool:
    """Return whether the first row could name all columns: short names without digits."""
    columns = len(grid.columns.spans)
    names = list(grid.texts(grid.rows[0]).values())
    if len(names) < columns or columns < (2 if grid.ruled else 3):
        return False
    return all(
        len(name) <= _LONGEST_NAME
        and len(name.split()) <= _MOST_WORDS
        and name[0].isupper()
        and name[-1] not in ".,;"
        and not any(map(str.isdigit, name))
        for name in names
    )


def _joints(body: Sequence[Line], named: _Named) -> Iterator[int]:
    """Yield the offsets of line feeds inside rows, and between the lines of the header."""
    first, stop = named.header
    yield from (line.end for line in body[first : max(stop - 1, first)])
    for row in named.grid.rows:
        numbers = sorted({cell.line for cell in row})
        yield from (body[number].end for number in numbers[:-1] if number >= stop or first == stop)


def _stops(body: Sequence[Line], named: _Named) -> Iterator[int]:
    """Yield the offsets between the cells of a row where its text is in column order, which it is not where cells of several
    lines are side by side."""
    first, stop = named.header
    for row in named.grid.rows:
        if first < row[0].line < stop:
            continue  # a second line of the header
        at = [named.grid.columns.at(cell) for cell in row]
        if any(other < one for one, other in pairwise(at)):
            continue
        for (column, cell), (following, beside) in pairwise(zip(at, row, strict=True)):
            if following != column:
                line = body[beside.line]
                yield line.start + beside.start - 1 if beside.line == cell.line else body[cell.line].end
