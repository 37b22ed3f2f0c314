"""Find numbered headings in plain text: `2.1. General rules` between blank lines, if the numbers form a sequence."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from chat.domain import Heading, Span

_KIND = r"[^\W\d_]{2,20} "
_NUMBER = r"(?P<number>(?:\d{1,3}|[A-Z])(?:\.\d{1,3}){0,5})[.:]?[^\S\n]+"
_LINE = re.compile(
    rf"(?:\A|(?<=\n)[^\S\n]*\n)(?P<indent>[^\S\n]{{0,8}})(?P<kind>{_KIND})?{_NUMBER}"
    r"(?P<title>(?:[^\W\d_]|[^\w\s.…])[^\n]{0,118}(?:\n[^\S\n]*(?=[^\n]*[^\W\d_])[^\s\d][^\n]{0,118}){0,2})(?=\n[^\S\n]*(?:\n|\Z))"
)
_NO_TITLE = re.compile(r"[.;,:…]\s*\Z(?<!\.\.\.)|\.{4}|(?:\. ){3}|\s{3}\d+\s*\Z")
"""Endings that titles do not have: sentences and list items end so, and entries of contents pages have leaders or a page
number."""

_ENTRY = re.compile(
    rf"^[^\S\n]*(?:{_KIND})?{_NUMBER}"
    rf"(?P<title>[^\n]*(?:\n(?![^\S\n]*(?:{_KIND})?(?:\d{{1,3}}|[A-Z])[.:])[^\S\n]*\S[^\n]*){{0,3}})",
    re.MULTILINE,
)
_PAGE = re.compile(r"(?:[.…\s]{3,}|\s)\d{1,4}\s*\Z")
_LISTED = 0.5
"""Smallest share of the numbered lines of a contents page that must be titles of sections after it."""

_FEWEST = 4
_GOING_ON = 0.75
"""Smallest share of the numbers that must be the first below their parent or follow a neighbour; measurements in a column do
not."""


@dataclass(frozen=True, slots=True)
class _Line:
    number: tuple[int, ...]
    indent: int
    bare: bool
    """Whether there is only the number before the title, without a word such as "Chapter"."""
    title: str
    start: int


def numbered_headings(text: str) -> list[Heading]:
    """Return the headings in text order, with one level for each part of the number; none where the numbers form no outline.

    Numbers of several parts distinguish headings from list items; those of one part count when they fit in between.
    """
    lines = [line for match in _LINE.finditer(text) if (line := _read(match)) is not None]
    below = _longest_rising([line for line in lines if len(line.number) > 1 and line.bare])
    if len(below) < _FEWEST or _going_on(below) < _GOING_ON * len(below):
        return []
    chosen = sorted([*below, *_above(lines, below)], key=lambda line: line.start)
    return [Heading(line.title, len(line.number), line.start) for line in chosen]


def contents_of(text: str, headings: Sequence[Heading]) -> Span | None:
    """Return the span from the first to the last entry of a list of sections that precedes them, or `None`."""
    if not headings:
        return None
    titles = {_key(entry["number"], entry["title"]) for heading in headings if (entry := _ENTRY.match(heading.title))}
    entries = list(_ENTRY.finditer(text, 0, headings[0].start))
    listed = [
        at
        for at, entry in enumerate(entries)
        if {_key(entry["number"], entry["title"]), _key(entry["number"], _PAGE.sub("", entry["title"]))} & titles
    ]
    if len(listed) < _FEWEST or len(listed) < _LISTED * (listed[-1] - listed[0] + 1):
        return None
    return Span(entries[listed[0]].start(), entries[listed[-1]].end())


def _key(number: str, title: str) -> str:
    return f"{number} {''.join(filter(str.isalnum, title.casefold()))}"


def _read(match: re.Match[str]) -> _Line | None:
    if _NO_TITLE.search(match["title"]):
        return None
    first, *others = match["number"].split(".")
    number = (int(first) if first.isdecimal() else 1000 + ord(first), *map(int, others))
    start = match.end("indent")
    title = " ".join(match.string[start : match.end()].rstrip(" ¶").split())
    return _Line(number, len(match["indent"]), match["kind"] is None, title, start)


def _longest_rising(lines: Sequence[_Line]) -> list[_Line]:
    """Return the longest sequence of lines with rising numbers; of equal numbers the later, because contents pages come first.

    Found by patience sorting: https://en.wikipedia.org/wiki/Longest_increasing_subsequence
    """
    lowest: list[tuple[int, ...]] = []
    ends: list[int] = []
    before: list[int | None] = []
    for index, line in enumerate(lines):
        place = bisect_left(lowest, line.number)
        before.append(ends[place - 1] if place else None)
        lowest[place : place + 1] = [line.number]
        ends[place : place + 1] = [index]
    row: list[_Line] = []
    step = ends[-1] if ends else None
    while step is not None:
        row.append(lines[step])
        step = before[step]
    return row[::-1]


def _going_on(below: Sequence[_Line]) -> int:
    numbers = {line.number for line in below}
    return sum(line.number[-1] <= 1 or (*line.number[:-1], line.number[-1] - 1) in numbers for line in below)


def _above(lines: Sequence[_Line], below: Sequence[_Line]) -> list[_Line]:
    """Return the lines with one-part numbers: those directly before their first subsection, and similar ones that fit the
    sequence."""
    chapters = [line for line in lines if len(line.number) == 1]
    parents = []
    for earlier, later in pairwise([None, *below]):
        if later is None or (earlier is not None and earlier.number[0] == later.number[0]):
            continue
        since = earlier.start if earlier else -1
        parents += [line for line in chapters if since < line.start < later.start and line.number[0] == later.number[0]][-1:]
    return parents + _childless(chapters, parents, below)


def _childless(chapters: Sequence[_Line], parents: Sequence[_Line], below: Sequence[_Line]) -> list[_Line]:
    looks = {(line.indent, line.bare) for line in parents}
    known = {line.number[0] for line in below}
    row = _longest_rising([line for line in chapters if (line.indent, line.bare) in looks and line.number[0] not in known])
    marks = sorted([*below, *row], key=lambda line: line.start)
    numbers = [line.number for line in marks]
    fits = numbers == sorted(numbers)
    return row if fits and all(line.number[0] - 1 in known | {0} | {other.number[0] for other in row} for line in row) else []
