"""Put columns of prose in reading order when a file draws their lines across the page: each column from top to bottom.

Most files draw one column after the other, and PDFium keeps their order. Some draw row after row, so that half of each line
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
"""Written by PDFium where a line ended in a hyphen; the next line follows without a line feed."""
_LONG = 50
"""Fewest characters of a line that may span two columns."""
_LOOKED_AT, _SHARED = 8, 2
"""Number of a page's long lines that are sampled first, and how many of them must have a gap of prose at the same position."""
_NEAR = 2.0
"""Points within which gaps count as ending at the same position."""
_ROWS = 8
"""Fewest rows one below the other at the same distance, with no line in between; cells of a table have room after each row."""
_ALIGNED = 4
"""Fewest of these rows that begin exactly at the column's edge; others are indented or hang."""
_STEP = 1.3
"""Largest distance of two rows, relative to the usual one."""
_LEAST_GAP = 0.5
"""Smallest gap, in font sizes, at a known gutter; when searching for gutters it must be wider."""
_WIDEST_GAP = 5.0
"""Widest median gap of the rows, in font sizes: the text left of a gutter of prose reaches up to it."""
_INDENT = 3.0
"""How far behind a gutter, in font sizes, an indented paragraph or a hanging line may begin."""
_SIDE, _PROSE = 18, 0.6
"""Fewest characters on each side of the gap, and the share of the rows that must have them."""
_LETTERS = 0.75
_GOING_ON = 0.4
"""Smallest share of the beginnings on both sides that must be in the middle of a sentence: no capital, no digit."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A line of a page, or the part of one that is in one column."""

    first: int
    """Index of its first character in the page's text."""
    text: str
    """The text without surrounding white space; empty for an empty line."""

    @property
    def last(self) -> int:
        return self.first + len(self.text) - 1


class Measure(Protocol):
    """Measures where characters are on the page."""

    def type_of(self, first: int, last: int) -> Type: ...

    def gaps(self, first: int, body: str, size: float) -> tuple[Gap, ...]: ...

    def spaces(self, first: int, body: str) -> tuple[Gap, ...]: ...


@dataclass(frozen=True, slots=True)
class _Row:
    """A line split at a gap."""

    y: float
    size: float
    gap: Gap
    sides: tuple[str, str]

    @property
    def is_long(self) -> bool:
        """Whether both sides are as long as lines of prose."""
        return min(map(len, self.sides)) >= _SIDE


def stretches(text: str) -> list[Stretch]:
    """Return every line of a page's text, including empty ones."""
    found, start = [], 0
    for line in text.split("\n"):
        body = line.strip()
        found.append(Stretch(start + (line.find(body[0]) if body else 0), body))
        start += len(line) + 1
    return found


def by_column(lines: Sequence[Stretch], measure: Measure) -> list[Stretch]:
    """Return the lines of a page in reading order, with lines that span columns cut; empty when no line spans columns.

    Text across all columns (a title, a table) stays between what is above and below it.
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
    """Split a line after each word broken by a hyphen, where PDFium appended the line below."""
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
    """Return where the columns after the first begin: points from the left, in ascending order."""
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
    """Return the length of the longest run of rows at the usual distance, given their heights in descending order."""
    steps = [above - below for above, below in pairwise(heights)]
    usual = median(steps)
    longest = run = 1
    for step in steps:
        run = run + 1 if step <= _STEP * usual else 1
        longest = max(longest, run)
    return longest


# --- which text is in which column -------------------------------------------------------------------------------


def _parts(line: Stretch, gutters: Sequence[float], measure: Measure) -> Iterator[Stretch]:
    """Yield the parts of a line, cut where a column begins and where the text jumps back to the left."""
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
    """Return whether a space leads into the next column; after a full line, a heading may be in the middle of that column."""
    wide = space.stop - space.x >= _LEAST_GAP * size
    return wide and any(
        space.x <= gutter <= space.stop + _NEAR
        and (space.stop - gutter <= _INDENT * size or (is_full and gutter - space.x <= _WIDEST_GAP * size))
        for gutter in gutters
    )


def _behind(text: str, words: int) -> int:
    """Return the index at which the word after the first `words` words begins."""
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
