"""Parse a table's text into columns of numbers, dates and words, with the rows numbered.

A million rows are read in one pass: a column stores each distinct cell once and a small number per row; if its cells are too many
and are all numbers or dates, eight bytes per row.
"""

from __future__ import annotations

import math
import re
from array import array
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from chat.computing import pipes, tabbed
from chat.computing.values import MISSING, WORDS, Kind, Style, judged

_MOST_DIFFERENT = 100_000
"""Distinct cells of a column above which only numbers and dates are kept."""
_BATCH = 500
"""Rows processed together; larger batches keep the garbage collector busy (10,000: twice the time)."""
_TOTALS = ("total", "totals", "sum", "subtotal", "sub-total", "grand total", "gesamt", "summe", "gesamtsumme", "somme", "suma")
"""First cells of rows that add up others."""
EMPTY = -1


@dataclass(frozen=True, slots=True)
class TableText:
    """A table as it appears in a document's text."""

    name: str
    """Name of the file."""
    columns: tuple[str, ...]
    text: str
    """The rows, one per line, written `column: value; column: value`, or separated by pipes or tabs."""
    title: str | None = None
    """Name of the sheet, or the heading above the table."""
    beside_text: bool = False
    """It is part of a longer text, whose name says nothing about its rows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """The cells of one column by row, counted from 0."""

    name: str
    style: Style
    values: tuple[str, ...] = ()
    """The distinct cells of a column of words; empty if there are too many to keep."""
    codes: Sequence[int] = ()
    """For each row, the index into `values`, or EMPTY."""
    numbers: Sequence[float] = ()
    """For each row of a column of numbers or dates its value; NaN if the cell is empty."""
    filled: int
    """Number of cells that are not empty."""

    @property
    def kind(self) -> Kind:
        return self.style.kind

    def is_empty(self, row: int) -> bool:
        return math.isnan(self.numbers[row]) if self.numbers else not self.codes or self.codes[row] == EMPTY


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """A table whose cells have been parsed."""

    table: TableText
    columns: tuple[Column, ...]
    count: int
    """Number of rows, without a last one that only adds up the others."""
    starts: Sequence[int]
    """Offset of each row's line in the table's text."""
    has_total: bool
    """The last row was left out because it holds totals of the others."""
    mixed: bool
    """There are totals or empty rows among the others, so that nothing can be counted or added up."""

    def cells(self, row: int) -> dict[str, str]:
        """Return a row as it is written, by column name, without empty cells."""
        text = self.table.text
        end = text.find("\n", self.starts[row])
        line = text[self.starts[row] : len(text) if end < 0 else end]
        found = _Lines(self.table.columns).cells(line)
        return {name: cell for name, cell in zip(self.table.columns, found, strict=True) if cell}


def typed(table: TableText) -> Rows:
    """Parse a table. Never fails: cells that cannot be read as numbers or dates are words."""
    starts = array("Q")
    growing = [_Growing() for _ in table.columns]
    rows = _Lines(table.columns).rows(table.text, starts)
    last: Sequence[str] = ()
    while batch := [*((last,) if last else ()), *islice(rows, _BATCH)]:
        if last and len(batch) == 1:
            break
        last = batch.pop()  # held back: it may be the row of totals
        for column, cells in zip(growing, zip(*batch, strict=True), strict=False):
            column.extend(cells)
    has_total = len(starts) > 2 and _is_total(next(filter(None, last), ""))
    if last and not has_total:
        for column, cell in zip(growing, last, strict=True):
            column.extend((cell,))
    columns = tuple(column.finished(name) for column, name in zip(growing, table.columns, strict=True))
    mixed = (
        table.text.startswith("\n")
        or "\n\n" in table.text.rstrip()
        or any(_is_total(value) for column in columns for value in column.values)
    )
    return Rows(table=table, columns=columns, count=len(starts) - has_total, starts=starts, has_total=has_total, mixed=mixed)


def _is_total(cell: str) -> bool:
    return len(cell) < 20 and cell.casefold().rstrip(":") in _TOTALS


class _Lines:
    """Splits lines of the form `column: value; column: value`. Columns are in order; missing ones are empty."""

    def __init__(self, columns: Sequence[str]) -> None:
        self._labels = [f"{column}: " for column in columns]
        self._lengths = [len(label) for label in self._labels]
        self._places: Mapping[str, int] = {column: place for place, column in enumerate(columns) if ": " not in column}
        self._longer = [(place, label) for place, label in enumerate(self._labels) if ": " in label[:-2]]
        self._whole = re.compile("; ".join(f"{re.escape(label)}([^;\n]*)" for label in self._labels) + r"(?:\n|\Z)")
        """A row without gaps and semicolons, as most are; written so that no part of it can match in two ways."""

    def rows(self, text: str, starts: array[int]) -> Iterator[Sequence[str]]:
        """Yield the cells of each line; its offset is appended to `starts`."""
        whole = self._whole.match
        start, stop = 0, len(text.rstrip())
        while start < stop:
            starts.append(start)
            match = whole(text, start)
            if match is not None and match.end() > start:
                yield match.groups()
                start = match.end()
                continue
            end = text.find("\n", start)
            end = len(text) if end < 0 else end
            yield self.cells(text[start:end])
            start = end + 1

    def cells(self, line: str) -> list[str]:
        if line.startswith("|"):
            return [*pipes.cells(line), *[""] * len(self._labels)][: len(self._labels)]
        if line.count(tabbed.TAB) == len(self._labels) - 1:
            return tabbed.cells(line)
        return self._gapped(line.split("; "))

    def _gapped(self, parts: Sequence[str]) -> list[str]:
        cells = [""] * len(self._labels)
        current = -1
        for part in parts:
            place = self._places.get(part.partition(": ")[0], -1)
            place = next((longer for longer, label in self._longer if longer > current and part.startswith(label)), place)
            if place > current and part.startswith(self._labels[place]):
                current = place
                cells[place] = part[self._lengths[place] :]
            elif current >= 0:
                cells[current] += f"; {part}"
        return cells


def _index() -> defaultdict[str, int]:
    """Return a mapping that assigns each new cell the next number."""
    index: defaultdict[str, int] = defaultdict()
    index.default_factory = index.__len__
    return index


class _Growing:
    """A column while it is being read."""

    def __init__(self) -> None:
        self._index = _index()
        self._codes = array("l")
        self._numbers = array("d")
        self._style: Style | None = None
        """Determined as soon as there are too many distinct cells."""
        self._fits = True
        self._filled = 0
        self._seen = 0

    def extend(self, cells: Sequence[str]) -> None:
        self._seen += len(cells)
        if self._style is not None:
            self._stream(cells)
            return
        index = self._index
        self._codes.extend([index[cell] for cell in cells])
        if len(index) > _MOST_DIFFERENT:
            self._overflow()

    def _overflow(self) -> None:
        self._style = judged(self._index)
        if self._style.kind is not Kind.TEXT:
            self._numbers = self._read(self._style)
        self._index, self._codes = _index(), array("l")

    def _stream(self, cells: Sequence[str]) -> None:
        assert self._style is not None
        if self._style.kind is Kind.TEXT or not self._fits:
            return
        read = self._style.read
        for cell in cells:
            number = read(cell)
            if number is None and cell.casefold() not in MISSING:
                self._fits = False
                return
            self._numbers.append(math.nan if number is None else number)

    def _read(self, style: Style) -> array[float]:
        numbers = [math.nan if number is None else number for number in map(style.read, self._index)]
        return array("d", [numbers[code] for code in self._codes])

    def finished(self, name: str) -> Column:
        if self._style is not None:
            if self._style.kind is Kind.TEXT or not self._fits:
                return Column(name=name, style=WORDS, filled=self._seen)
            return Column(
                name=name,
                style=self._style,
                numbers=self._numbers,
                filled=sum(number == number for number in self._numbers),
            )
        style = judged(self._index)
        if style.kind is not Kind.TEXT:
            numbers = self._read(style)
            return Column(name=name, style=style, numbers=numbers, filled=sum(number == number for number in numbers))
        values = [value for value in self._index if value.casefold() not in MISSING]
        place = {value: code for code, value in enumerate(values)}
        recoded = [place.get(value, EMPTY) for value in self._index]
        codes = array("l", [recoded[code] for code in self._codes])
        return Column(name=name, style=style, values=tuple(values), codes=codes, filled=sum(code != EMPTY for code in codes))
