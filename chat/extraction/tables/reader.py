"""Read CSV and TSV: each row becomes one line, `column: value; column: value`, which is understandable by itself.

Rows are read and written one after the other and only the text is kept, so that a million rows take little more memory than their
text.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice

from chat.domain import Coverage, Extracted, Table
from chat.errors import DamagedFile, FileTooLarge
from chat.extraction.tables.cells import WithoutMarkup, one_line, unmistakable
from chat.extraction.tables.columns import Heading, Row, heading, is_list_header, listed, roles
from chat.extraction.texts.decoding import decode
from chat.extraction.texts.plain import read_plain
from chat.settings import LimitSettings

LONGEST_FIELD = 131_072
MOST_COLUMNS = 1_000
_DELIMITERS = ",;\t|"
_SAMPLE_ROWS = 100
_SAMPLE_CHARACTERS = 100_000
_JUDGED_ROWS = 1_000
"""Number of rows by which the header and the roles of the columns are judged."""
_JUDGED_CELLS = 100_000
_REGULAR = 0.6
"""Share of the sampled rows, from the first one with the commonest width on, that must have that number of columns."""
_DECLARED = re.compile(r'\A"?sep=(.)"?\n')
_BATCH = 10_000
"""Lines joined at once; a separate line takes fifty bytes besides its text."""
_NOTES = 100
"""Most lines after the last row that may be held back as notes."""
_END = "\x1eend of table"
"""Sentinel after the last row; if it is not returned as a row of its own, a quote was left open.

Clean text has no such character.
"""


def read_table(content: bytes, limits: LimitSettings) -> Extracted:
    """Return a table, or plain text when the content is not a table, whatever the file's name says.

    Raises DamagedFile for a quote that is never closed, a field over 131,072 characters, or more than 1,000 columns; FileTooLarge
    for too much text.
    """
    decoded = decode(content)
    declared = _DECLARED.match(decoded.text)
    body = decoded.text[declared.end() :] if declared else decoded.text
    delimiter = declared[1] if declared else _delimiter(body)
    if delimiter is None:
        return replace(read_plain(content, limits), coverage=decoded.coverage)
    media_type = "text/tab-separated-values" if delimiter == "\t" else "text/csv"
    rendered = _rendered(body, delimiter, limits)
    warnings = (*decoded.coverage.warnings, *rendered.coverage.warnings)
    coverage = replace(decoded.coverage, warnings=warnings, tables=len(rendered.tables))
    return replace(rendered, media_type=media_type, coverage=coverage)


# --- rows --------------------------------------------------------------------------------------------------------


def _delimiter(text: str) -> str | None:
    """Return the delimiter that most regularly splits the first rows into the same number (over one) of columns; a comma for a
    list with a header, else `None`."""
    lines = text[:_SAMPLE_CHARACTERS].splitlines(keepends=True)
    if len(text) > _SAMPLE_CHARACTERS and len(lines) > 1:
        lines.pop()
    scores = {delimiter: _regularity(lines, delimiter) for delimiter in _DELIMITERS}
    best = max(scores, key=lambda delimiter: scores[delimiter])
    if scores[best][0] > 0:
        return best
    return "," if _is_list(lines) else None


def _regularity(lines: Sequence[str], delimiter: str) -> tuple[float, int]:
    """Return the share of the rows with the commonest width, and that width; zeros for one column, or where too few rows are
    alike.

    Title lines and comments may precede when two or more rows follow.
    """
    try:
        sample = islice(csv.reader(lines, delimiter=delimiter), _SAMPLE_ROWS)
        widths = [len(row) for row in sample if any(cell.strip() for cell in row)]
    except csv.Error:
        return (1.0, 0) if delimiter in lines[0] else (0.0, 0)  # the field is too long: reading the file reports where
    counts = Counter(width for width in widths if width > 1)
    if not counts:
        return 0.0, 0
    width, rows = max(counts.items(), key=lambda item: (item[1], item[0]))
    above = widths.index(width)
    alike = rows / (len(widths) - above)
    if alike < _REGULAR or (above and rows < 2):
        return 0.0, 0
    return alike * (1 - above / len(widths)), width


def _is_list(lines: Sequence[str]) -> bool:
    """Return whether the lines are one column below its name."""
    try:
        rows = [row for row in islice(csv.reader(lines), _SAMPLE_ROWS) if any(cell.strip() for cell in row)]
    except csv.Error:
        return False
    if any(len(row) != 1 for row in rows) or not rows:
        return False
    return is_list_header(rows[0][0], [row[0].strip() for row in rows[1:]])


def _rows(text: str, delimiter: str) -> Iterator[Row]:
    """Yield the rows that are not empty. Errors name the row's number in the file, from 1."""
    lines = chain(_lines(text), [_END] if text.endswith("\n") else ["\n", _END])
    reader = csv.reader(lines, delimiter=delimiter)
    number = 0
    try:
        for number, row in enumerate(reader, start=1):
            if row == [_END]:
                return
            if len(row) > MOST_COLUMNS:
                raise DamagedFile(f"Row {number}: more than {MOST_COLUMNS:,} columns.")
            if row and row[-1].endswith(_END):
                raise DamagedFile(f"Row {number}: a quote is opened and never closed.")
            if any(map(str.strip, row)):
                yield row
    except csv.Error as error:
        raise DamagedFile(f"Row {number + 1}: a field is longer than {LONGEST_FIELD:,} characters (unclosed quote?).") from error


def _lines(text: str) -> Iterator[str]:
    """Yield the lines one at a time; `splitlines` would create a list of all of them."""
    start = 0
    while start < len(text):
        end = text.find("\n", start) + 1 or len(text)
        yield text[start:end]
        start = end


# --- text --------------------------------------------------------------------------------------------------------


def _rendered(text: str, delimiter: str, limits: LimitSettings) -> Extracted:
    sample = _sample(_rows(text, delimiter))
    head = heading(sample)
    columns = _Columns(head, sample[head.taken :])
    blocks: list[str] = []
    length = 0
    for block in columns.blocks(islice(_rows(text, delimiter), head.taken, None)):
        blocks.append(block)
        length += len(block)
        if length > limits.max_table_characters:
            raise FileTooLarge(f"The table has more than {limits.max_table_characters:,} characters.")
    above = columns.above()
    table = Table(len(above), len(above) + length, columns.names)
    notes = "".join(f"{one_line(' '.join(note))}\n" for note in columns.notes)
    whole = "".join([above, *blocks, f"\n{notes}" if notes else ""])
    return Extracted(whole, "", tables=(table,) if length else (), coverage=Coverage(warnings=columns.warnings()))


def _sample(rows: Iterable[Row]) -> list[Row]:
    sample: list[Row] = []
    cells = 0
    for row in rows:
        sample.append(row)
        cells += len(row)
        if len(sample) == _JUDGED_ROWS or cells > _JUDGED_CELLS:
            break
    return sample


class _Columns:
    """Writes rows as text, and counts irregularities."""

    def __init__(self, head: Heading, sample: Sequence[Row]) -> None:
        self._head = head
        self._roles = roles(head.names, sample)
        self._in_use = {place for row in sample for place, cell in enumerate(row) if cell.strip()}
        self._width = len(head.names) or max(map(len, sample), default=0)
        self._firsts = {name.split(": ", 1)[0] for name in head.names}
        self._words = WithoutMarkup()
        self.names: tuple[str, ...] = tuple(head.names[place] for place in self._roles.order)
        """Names in the order in which cells are written; as many as the longest row so far has cells."""
        self.notes: list[Row] = []
        self._rows = self._ragged = 0
        self._repeated = False

    def blocks(self, rows: Iterable[Row]) -> Iterator[str]:
        """Yield the rows as lines, in blocks of some thousands. Single cells at the end of the table become notes."""
        lines: list[str] = []
        for row in rows:
            if len(row) == 1 and len(self._head.names) > 2 and len(self.notes) < _NOTES:
                self.notes.append(row)
                continue
            if self.notes:
                lines += [self._line(held) for held in self.notes]
                self.notes = []
            if row == self._head.header:
                self._repeated = True
            else:
                lines.append(self._line(row))
            if len(lines) >= _BATCH:
                yield "".join(lines)
                lines = []
        yield "".join(lines)

    def above(self) -> str:
        """Return the text above the rows: the preface, and a description of the columns."""
        preface = "".join(f"{line}\n" for line in self._head.preface)
        names = [name for place, name in enumerate(self._head.names) if place in self._in_use or not self._rows]
        if not names:
            return preface
        rows = f"Table of {self._rows:,} rows" if self._rows != 1 else "Table of 1 row"
        about = self._roles.opening if self._rows else ""
        return f"{preface}{rows} with the columns: {listed(names)}.\n{about}{chr(10) if about else ''}\n"

    def warnings(self) -> tuple[str, ...]:
        found = []
        if self._ragged:
            found.append(f"{self._ragged:,} rows have more or fewer cells than the {'header' if self._head.names else 'first'}.")
        if self._repeated:
            found.append("The header is repeated among the rows; it was left out there.")
        if self._head.names and not self._rows:
            found.append("The table has column names and no rows.")
        return tuple(found)

    def _line(self, row: Row) -> str:
        self._rows += 1
        if len(row) != self._width:
            self._ragged += 1
            self._widen(len(row))
            row = [*row, *[""] * (len(self.names) - len(row))]
        elif not self.names:
            self._widen(len(row))
        if self._roles.html:
            row = [self._words(cell) if place in self._roles.html else cell for place, cell in enumerate(row)]
        order = self._roles.order
        cells = [row[place] for place in order] + row[len(order) :]
        return (
            "; ".join([f"{name}: {self._value(cell)}" for name, cell in zip(self.names, cells, strict=False) if cell.strip()])
            + "\n"
        )

    def _value(self, cell: str) -> str:
        value = one_line(cell)
        return unmistakable(value, self._firsts) if "; " in value else value

    def _widen(self, width: int) -> None:
        """Add names for columns up to `width` that the header does not name."""
        for number in range(len(self.names) + 1, width + 1):
            name = f"column {number}"
            while name in self.names:
                name += "+"
            self.names = (*self.names, name)
            self._firsts.add(name)
