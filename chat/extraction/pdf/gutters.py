"""Columns of prose side by side whose lines a file draws across the page: each is put together from its top to its bottom.

Most files draw one column after the other, and PDFium keeps to their order. Some draw row after row, and then half of each line
belongs to one sentence and half to another.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import Protocol

from chat.extraction.pdf.lines import Gap, Type

_BROKEN = "\ufffe"
"""Where a line ended in a hyphen; the next one follows without a line feed."""
_LONG = 50
"""Characters of a line across two columns."""
_LOOKED_AT, _SHARED = 8, 2
"""Of a page's long lines so many are looked at first, and so many must have a gap of prose at one place."""
_NEAR = 2.0
"""Points between gaps that end at one place."""
_ROWS = 8
"""One below the other at one distance, without a line between them: cells of a table have room after each row."""
_ALIGNED = 4
"""Of them that begin where the column does; others are indented, or hang."""
_STEP = 1.3
"""Times the usual distance of two rows."""
_LEAST_GAP = 0.5
"""Of the letters' size, where a gutter is known to be; one that is to be found is wider."""
_WIDEST_GAP = 5.0
"""Of the letters' size, in half of the rows: what stands left of a gutter of prose reaches up to it."""
_INDENT = 3.0
"""Of the letters' size: how far behind a gutter a paragraph or what hangs may begin."""
_SIDE, _PROSE = 18, 0.6
"""Characters on each side, in this share of the rows."""
_LETTERS = 0.75
_GOING_ON = 0.4
"""Of the beginnings on both sides, the share that are in the middle of a sentence: no capital, no figure."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A line of a page, or what of it stands in one column."""

    first: int
    """The place of its first character in the page's text."""
    text: str
    """Without white space at its ends; empty for an empty line."""

    @property
    def last(self) -> int:
        return self.first + len(self.text) - 1


class Measure(Protocol):
    """Tells where characters stand on the page."""

    def type_of(self, first: int, last: int) -> Type: ...

    def gaps(self, first: int, body: str, size: float) -> tuple[Gap, ...]: ...

    def spaces(self, first: int, body: str) -> tuple[Gap, ...]: ...


@dataclass(frozen=True, slots=True)
class _Row:
    """A line with white space at a place."""

    y: float
    size: float
    gap: Gap
    sides: tuple[str, str]

    @property
    def is_long(self) -> bool:
        """As one of prose is."""
        return min(map(len, self.sides)) >= _SIDE


def stretches(text: str) -> list[Stretch]:
    """Every line of a page's text, empty ones too."""
    found, start = [], 0
    for line in text.split("\n"):
        body = line.strip()
        found.append(Stretch(start + (line.find(body[0]) if body else 0), body))
        start += len(line) + 1
    return found


def by_column(lines: Sequence[Stretch], measure: Measure) -> list[Stretch]:
    """The lines of a page in the order in which its columns are read, those across them cut; empty where none lies across.

    What stands across all columns (a title, a table) keeps its place between what is above it and below.
    """
    long = [line for line in lines if len(line.text) >= _LONG]
    if len(long) < _ROWS or not _share_a_gap(long[:: -(-len(long) // _LOOKED_AT)], measure):
        return []
    lines = [part for line in lines if line.text for part in _unbroken(line)]
    gutters = _gutters([row for line in lines for row in _rows(line, measure)])
    if not gutters:
        return []
    return list(_in_order([part for line in lines for part in _parts(line, gutters, measure)], gutters, measure))


def _share_a_gap(lines: Sequence[Stretch], measure: Measure) -> bool:
    stops = sorted(row.gap.stop for line in lines for row in _rows(line, measure) if row.is_long)
    return any(stops[at + _SHARED - 1] - stops[at] <= _NEAR for at in range(len(stops) - _SHARED + 1))


def _unbroken(line: Stretch) -> Iterator[Stretch]:
    """A line whose last word was broken, and the one below it that follows in the same."""
    first = line.first
    for part in line.text.replace(_BROKEN, _BROKEN + "\n").split("\n"):
        if body := part.strip():
            yield Stretch(first + part.find(body[0]), body)
        first += len(part)


def _rows(line: Stretch, measure: Measure) -> Iterator[_Row]:
    type_ = measure.type_of(line.first, line.last)
    words = line.text.split()
    for gap in measure.gaps(line.first, line.text, type_.size) if type_.size else ():
        yield _Row(type_.y, type_.size, gap, (" ".join(words[: gap.words]), " ".join(words[gap.words :])))


# --- where columns begin -----------------------------------------------------------------------------------------


def _gutters(rows: Sequence[_Row]) -> list[float]:
    """Where the columns but the first begin: points from the left, in their order."""
    rows = sorted(rows, key=lambda row: row.gap.stop)
    stops = [row.gap.stop for row in rows]
    found: list[float] = []
    for at, row in enumerate(rows):
        stop, indent = stops[at], _INDENT * row.size
        if (found and stop - found[-1] <= indent) or (at and (stop, row.size) == (stops[at - 1], rows[at - 1].size)):
            continue
        aligned, column = (bisect_right(stops, stop + reach) - at for reach in (_NEAR, indent))
        if aligned >= _ALIGNED and column >= _ROWS and _is_of_prose(rows[at : at + column]):
            found.append(stop)
    return found


def _is_of_prose(rows: Sequence[_Row]) -> bool:
    sides = [side for row in rows for side in row.sides]
    signs = "".join(sides).replace(" ", "")
    going_on = sum(side[0].isalpha() and not side[0].isupper() for side in sides)
    return (
        sum(row.is_long for row in rows) >= _PROSE * len(rows)
        and sum(map(str.isalpha, signs)) >= _LETTERS * len(signs)
        and going_on >= _GOING_ON * len(sides)
        and median((row.gap.stop - row.gap.x) / row.size for row in rows) <= _WIDEST_GAP
        and _longest_run(sorted((row.y for row in rows), reverse=True)) >= _ROWS
    )


def _longest_run(heights: Sequence[float]) -> int:
    """Of rows one below the other at the usual distance."""
    steps = [above - below for above, below in pairwise(heights)]
    usual = median(steps)
    longest = run = 1
    for step in steps:
        run = run + 1 if step <= _STEP * usual else 1
        longest = max(longest, run)
    return longest


# --- what stands in which ----------------------------------------------------------------------------------------


def _parts(line: Stretch, gutters: Sequence[float], measure: Measure) -> Iterator[Stretch]:
    """A line cut where a column begins, and where it goes on in the one before."""
    size = measure.type_of(line.first, line.last).size
    start = last = 0
    for space in measure.spaces(line.first, line.text):
        stop = _behind(line.text, space.words)
        is_full = stop - last >= 2 * _SIDE
        if space.stop < space.x - size or _leads_over(space, gutters, size, is_full):
            yield Stretch(line.first + start, line.text[start:stop].rstrip())
            start = last = stop
        elif space.stop - space.x >= size:
            last = stop
    yield Stretch(line.first + start, line.text[start:])


def _leads_over(space: Gap, gutters: Sequence[float], size: float, is_full: bool) -> bool:
    """Behind a full line of one column a heading may stand in the middle of the next."""
    wide = space.stop - space.x >= _LEAST_GAP * size
    return wide and any(
        space.x <= gutter <= space.stop + _NEAR
        and (space.stop - gutter <= _INDENT * size or (is_full and gutter - space.x <= _WIDEST_GAP * size))
        for gutter in gutters
    )


def _behind(text: str, words: int) -> int:
    """Where the word behind so many begins."""
    return len(text) - len(text.split(maxsplit=words)[-1])


def _in_order(parts: Sequence[Stretch], gutters: Sequence[float], measure: Measure) -> Iterator[Stretch]:
    columns: list[list[Stretch]] = [[] for _ in range(len(gutters) + 1)]
    for part in parts:
        type_ = measure.type_of(part.first, part.last)
        if any(type_.x < gutter - _NEAR and type_.last_x >= gutter for gutter in gutters):
            yield from _emptied(columns)
            yield part
        else:
            columns[sum(type_.x >= gutter - _NEAR for gutter in gutters)].append(part)
    yield from _emptied(columns)


def _emptied(columns: Sequence[list[Stretch]]) -> Iterator[Stretch]:
    for column in columns:
        yield from column
        column.clear()
