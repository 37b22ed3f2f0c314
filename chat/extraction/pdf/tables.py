"""Find tables of numbers in printed text: runs of lines that end in cells, with the lines above that name the columns.

The only change to the text is that line feeds become blanks: where a label was broken over lines, and between the lines of a
header.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from chat.domain import Table
from chat.extraction.pdf.lines import Line
from chat.text.calendar_names import ENGLISH_MONTHS, one_of

_NUMBER = r"(?:\d[\d,.'\u00a0\u202f]{0,24}|\.\d{1,9})(?:%|x|pp|pts?|bps)?"
_SIGNS = r"[-+−–—]?[$€£¥]?[-+−–—]?"
_CELL = re.compile(
    rf"[-−–—#*]|n/?[am]|nm|{_SIGNS}\({_SIGNS}{_NUMBER}\)%?|\(?{_SIGNS}{_NUMBER}",
    re.IGNORECASE,
)
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz.,;:")
_NOTHING = frozenset("-−–—")
_MARK = re.compile(r"[$€£¥%()†‡*]|\(?\$|%\)|\)%|pp|pts?\.?|bps|USD|EUR|GBP|\([a-z\d]\)", re.IGNORECASE)
"""Signs between cells that belong to one of them."""
_YEAR = re.compile(r"(?:FY|Q[1-4]|CY)?['’]?(?:19|20)\d\d[AEF]?", re.IGNORECASE)
_NAMES_COLUMNS = re.compile(
    r"\b(?:19|20)\d\d\b|\b(?:months?|years?|quarters?|weeks?) ended\b|\b(?:in )?(?:millions|thousands|billions)\b|\bper share\b"
    rf"|^(?:total|amounts?|change|% change|percent|description|{one_of(ENGLISH_MONTHS)})\b|\(unaudited\)|^as (?:of|at)\b",
    re.IGNORECASE,
)
"""Full month names, and only English ones, as in filings: `mar` or `mai` begins a word of any line."""
_BEGINS_TABLE = re.compile(
    r"\b(?:months?|years?|quarters?|weeks?) ended\b|\([^)]*\b(?:millions|thousands|billions)\b", re.IGNORECASE
)
_PAIR = re.compile(r"[A-Z][^:()]{1,40}: \S")
"""`Due date: 12 July 2024` does not name a column."""
_BEGINS_SECTION = re.compile(r"(?:note|item|part|section)\s+[\dIVX]+\b", re.IGNORECASE)
_LONGEST_LABEL = 110
_LONGEST_HEADING = 60
_MOST_LABELS = 3
"""Most consecutive lines without cells inside a table: captions of its parts, or labels broken over lines."""
_MOST_ABOVE = 24
"""Most lines of a header: a name of three words in each of eight columns may take that many."""
_LONGEST_HEADER = 300
_FEWEST_ROWS = 2
_SAME_HEIGHT = 2.0
_INDENT = 60
"""Points to the right of the labels from which a line is over the columns."""


class _Kind(Enum):
    ROW = "two cells or more"
    SINGLE = "one cell"
    LABEL = "short, without cells"
    BROKEN = "the beginning of a row that goes on in the next line"
    PROSE = "anything else"


@dataclass(frozen=True, slots=True)
class FoundTables:
    """The tables found in a document."""

    tables: tuple[Table, ...] = ()
    joints: tuple[int, ...] = ()
    """Offsets of line feeds in the text that become blanks."""
    stops: tuple[int, ...] = ()
    """Offsets of blanks or line feeds between two cells of a row, which become tabs; only in tables of words."""
    lines: frozenset[int] = frozenset()
    """Start offsets of the lines of the tables and their headers."""


def find_tables(pages: Sequence[Sequence[Line]], skipped: frozenset[int]) -> FoundTables:
    """Return the tables of each page; one that continues on the next page keeps its header.

    `skipped` holds the start offsets of lines that are not part of the text.
    """
    tables: list[Table] = []
    joints: list[int] = []
    lines: set[int] = set()
    carried = ""
    for page in pages:
        body = [line for line in page if line.text.strip()]
        kinds = _kinds(body, skipped)
        last, behind = "", 0
        for first, stop in _runs(body, kinds):
            top, below = _header(body, kinds, behind, first)
            head = body[top:below]
            if kinds[first:stop].count(_Kind.ROW) < _FEWEST_ROWS and (
                not head or len(_cells(body[first].text.split())) <= _FEWEST_ROWS
            ):
                continue
            names = " ".join(line.text for line in head).strip()[:_LONGEST_HEADER]
            goes_on = not head and all(line.start in skipped for line in body[:top])
            last = names or (carried if goes_on else "")
            rows = body[top:stop]
            tables.append(Table(rows[0].start, rows[-1].end, header=last))
            joints += [line.end for line in head[:-1]]
            joints += _broken_labels(body[below:stop], kinds[below:stop])
            lines.update(line.start for line in rows)
            behind = stop
        ends_page = behind > 0 and all(line.start in skipped for line in body[behind:])
        carried = last if ends_page else ""
    return FoundTables(tuple(tables), tuple(joints), lines=frozenset(lines))


# --- lines -------------------------------------------------------------------------------------------------------


def _kinds(body: Sequence[Line], skipped: frozenset[int]) -> list[_Kind]:
    kinds = [_Kind.PROSE if line.start in skipped else _kind(line.text) for line in body]
    for place in range(len(body) - 2, -1, -1):
        if kinds[place] is _Kind.PROSE and kinds[place + 1] in (_Kind.ROW, _Kind.BROKEN) and body[place].start not in skipped:
            text, following = body[place].text.rstrip(), body[place + 1].text.lstrip()
            if text[-1] not in ".:;?!" and not following[0].isupper() and _is_below(body[place], body[place + 1]):
                kinds[place] = _Kind.BROKEN
    return kinds


def _kind(text: str) -> _Kind:
    cells = _cells(text.split())
    if len(cells) >= 2 and all(cell in _NOTHING for cell in cells):
        return _Kind.ROW
    if len(cells) >= 2 and any(any(map(str.isdigit, cell)) for cell in cells):
        return _Kind.LABEL if all(_YEAR.fullmatch(cell) for cell in cells) else _Kind.ROW
    if len(cells) == 1 and len(text) <= _LONGEST_LABEL and not _YEAR.fullmatch(cells[0]):
        return _Kind.SINGLE
    return _Kind.LABEL if _is_label(text) else _Kind.PROSE


def ends_in_numbers(text: str) -> bool:
    """Return whether a line alone is a row of a table of numbers."""
    return text[-1] not in _LETTERS and _kind(text) is _Kind.ROW


def _cells(words: Sequence[str]) -> list[str]:
    """Return the cells at the end of a line, last first."""
    cells = []
    for word in reversed(words):
        if _MARK.fullmatch(word):
            continue
        if not _CELL.fullmatch(word) or word[-1] in ".,":
            break
        cells.append(word)
    return cells


def _is_label(text: str) -> bool:
    return len(text) <= _LONGEST_LABEL and not text.rstrip().endswith((".", ";", "?", "!"))


# --- runs of rows ------------------------------------------------------------------------------------------------


def _runs(body: Sequence[Line], kinds: Sequence[_Kind]) -> Iterator[tuple[int, int]]:
    """Yield for each table the index of its first row and the index after its last."""
    place = 0
    while place < len(kinds):
        if kinds[place] is not _Kind.ROW:
            place += 1
            continue
        stop = _run_end(body, kinds, place)
        yield place, stop
        place = stop


def _run_end(body: Sequence[Line], kinds: Sequence[_Kind], first: int) -> int:
    stop = first + 1
    labels = 0
    for place in range(first + 1, len(kinds)):
        kind = kinds[place]
        if kind is _Kind.PROSE or (kind is _Kind.LABEL and labels == _MOST_LABELS):
            break
        if kind is _Kind.LABEL and (_begins_table(body[place].text) or _is_set_larger(body[place], body[first])):
            break
        labels = labels + (kind is _Kind.LABEL) if kind in (_Kind.LABEL, _Kind.BROKEN) else 0
        if kind is _Kind.ROW or (kind is _Kind.SINGLE and not _words_then_number(body[place].text)):
            stop = place + 1
    return stop


def _begins_table(text: str) -> bool:
    """Return whether a line begins another table: several years, a period or a unit mean that the columns change."""
    return len(_cells(text.split())) > 1 or (_BEGINS_TABLE.search(text) is not None and not text.rstrip().endswith(":"))


def _words_then_number(text: str) -> bool:
    """Return whether a line is words and a plain number: `See Note 4` is not a row, `Total $ 412` and `(0.81)` are."""
    return text.split()[-1].isdigit() and not any(mark in text for mark in "$€£¥%")


def _is_set_larger(line: Line, row: Line) -> bool:
    return 0 < row.type.size * 1.15 < line.type.size


def _broken_labels(rows: Sequence[Line], kinds: Sequence[_Kind]) -> Iterator[int]:
    """Yield the offsets of line feeds between a label and its rest: a line that continues in lower case, or only cells."""
    for line, following, kind, next_kind in zip(rows, rows[1:], kinds, kinds[1:], strict=False):
        if kind is _Kind.BROKEN:
            yield line.end
            continue
        if kind is not _Kind.LABEL or line.text.rstrip().endswith(":") or not _is_below(line, following):
            continue
        text = following.text.lstrip()
        if text[0].islower() or (next_kind is not _Kind.LABEL and not any(map(str.isalpha, text)) and not line.type.bold):
            yield line.end


def _is_below(line: Line, following: Line) -> bool:
    """Return whether a line follows another directly, as far as positions are known."""
    if not line.type.size or not following.type.size:
        return True
    return -_SAME_HEIGHT <= line.type.y - following.type.y <= 2 * line.type.size


# --- headers -----------------------------------------------------------------------------------------------------


def _header(body: Sequence[Line], kinds: Sequence[_Kind], floor: int, first: int) -> tuple[int, int]:
    """Return where the header above a table's first row begins and ends; lines between its end and the row are captions of the
    table's parts."""
    top = first
    while top > floor and first - top < _MOST_ABOVE and _may_be_header(body, kinds, top - 1, first):
        top -= 1
    naming = [place for place in range(top, first) if _names_columns(body, place, top, first)]
    if not naming:
        return first, first
    return naming[0], naming[-1] + 1


def _may_be_header(body: Sequence[Line], kinds: Sequence[_Kind], place: int, first: int) -> bool:
    line, row, kind = body[place], body[first], kinds[place]
    if kind is _Kind.PROSE and not (line.type.bold and not row.type.bold):
        return False
    if kind in (_Kind.ROW, _Kind.BROKEN) or _is_set_larger(line, row) or _BEGINS_SECTION.match(line.text):
        return False
    if line.text.rstrip().endswith(":") and len(line.text) > _LONGEST_HEADING / 2:
        return False
    if len(line.text) <= _LONGEST_HEADING or (kind is _Kind.LABEL and place == first - 1):
        return True
    return kind is _Kind.LABEL and _NAMES_COLUMNS.search(line.text) is not None


def _names_columns(body: Sequence[Line], place: int, top: int, first: int) -> bool:
    """Return whether a line names columns.

    It does when it contains a year, a unit or the like; when it is beside another line; when it is over the columns below such a
    line; or when it is directly above the rows and has either twice as many words as there are cells, or a word for each cell
    while being over the columns or in bold.
    """
    line, row = body[place], body[first]
    if line.text.rstrip().endswith(":") or (_PAIR.match(line.text) and not _BEGINS_TABLE.search(line.text)):
        return False
    if _NAMES_COLUMNS.search(line.text):
        return True
    if not line.type.size:
        return False
    if any(abs(line.type.y - other.type.y) <= _SAME_HEIGHT for other in body[top:first] if other is not line):
        return True
    over_columns = line.type.x > row.type.x + _INDENT
    if place == first - 1:
        words, cells = len(line.text.split()), max(3, len(_cells(row.text.split())))
        if words >= 2 * cells or (words >= cells and (over_columns or line.type.bold > row.type.bold)):
            return True
    return over_columns and any(_NAMES_COLUMNS.search(other.text) for other in body[top:place])
