"""Split lines into cells, with their position on the page and their column."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from chat.extraction.pdf.lines import Line, Type

_WORD = re.compile(r"\S+")
_LETTER = 0.5
"""Assumed width of a line's last letter, relative to its font size."""
_OVERLAP = 1.0
"""Points by which neighbouring columns may overlap."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A line, or the part of a line between two gaps."""

    line: int
    """Number of the line on the page."""
    start: int
    """Where the cell begins in the line's text."""
    text: str
    x: float
    stop: float
    type: Type

    @property
    def y(self) -> float:
        return self.type.y


def cells_of(number: int, line: Line) -> list[Cell]:
    """Return the cells of a line, from the left."""
    type_, words = line.type, [(match.start(), match.group()) for match in _WORD.finditer(line.text)]
    end = type_.last_x + _LETTER * type_.size
    if not type_.gaps:
        start = words[0][0] if words else 0
        return [Cell(number, start, line.text.strip(), type_.x, end, type_)]
    words_at = [0, *(gap.words for gap in type_.gaps), len(words)]
    lefts = [type_.x, *(gap.stop for gap in type_.gaps)]
    rights = [max(right, left + type_.size) for left, right in zip(lefts, [*(gap.x for gap in type_.gaps), end], strict=True)]
    pieces = [words[first:last] for first, last in pairwise(words_at)]
    return [
        Cell(number, piece[0][0], " ".join(word for _, word in piece), left, right, type_)
        for piece, left, right in zip(pieces, lefts, rights, strict=True)
        if piece
    ]


def cells_beside(body: Sequence[Line], place: int) -> list[Cell]:
    """Return the cells of a line and of the lines beside it to the right: PDFium breaks a row at a cell of one letter."""
    cells = cells_of(place, body[place])
    for number in range(place + 1, len(body)):
        line, before = body[number].type, body[number - 1].type
        if not line.size or line.y != before.y or line.x <= before.last_x:
            break
        cells += cells_of(number, body[number])
    return cells


@dataclass(frozen=True, slots=True)
class Columns:
    """Horizontal ranges of the page with white space between them all the way down."""

    spans: tuple[tuple[float, float], ...] = ()

    @classmethod
    def of(cls, cells: Iterable[Cell]) -> Columns:
        found = cls()
        for cell in cells:
            found = found.joined(found.touched(cell), cell)
        return found

    def touched(self, cell: Cell) -> list[int]:
        """Return the indices of the columns that a cell overlaps."""
        return [at for at, (x, stop) in enumerate(self.spans) if cell.x < stop - _OVERLAP and cell.stop > x + _OVERLAP]

    def joined(self, touched: Sequence[int], cell: Cell) -> Columns:
        """Return the columns with the cell added: the columns that it overlaps are merged into one, or it becomes a new one."""
        spans = [self.spans[at] for at in touched]
        whole = min([cell.x, *(x for x, _ in spans)]), max([cell.stop, *(stop for _, stop in spans)])
        rest = [span for at, span in enumerate(self.spans) if at not in touched]
        return Columns(tuple(sorted([*rest, whole])))

    def lie_over(self, others: Columns) -> bool:
        """Return whether both have the same number of columns and each overlaps its counterpart."""
        return len(self.spans) == len(others.spans) and all(
            x < other_stop and other_x < stop for (x, stop), (other_x, other_stop) in zip(self.spans, others.spans, strict=True)
        )

    def at(self, cell: Cell) -> int:
        """Return the index of the cell's column, from the left: the one around its centre, or else the nearest."""
        middle = (cell.x + cell.stop) / 2
        nearest, least = 0, float("inf")
        for at, (x, stop) in enumerate(self.spans):
            if x <= middle <= stop:
                return at
            away = x - middle if middle < x else middle - stop
            if away < least:
                nearest, least = at, away
        return nearest
