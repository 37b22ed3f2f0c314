"""CSV and TSV: each row becomes one line, `column: value; column: value`, so that it says by itself what its values are."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from chat.domain import Coverage, Extracted, Table
from chat.errors import DamagedFile, FileTooLarge
from chat.extraction.decoding import decode
from chat.extraction.plain import read_plain
from chat.settings import LimitSettings

LONGEST_FIELD = 131_072
MOST_COLUMNS = 1_000
_DELIMITERS = ",;\t|"
_SAMPLE_ROWS = 100
_SAMPLE_CHARACTERS = 100_000
_REGULAR = 0.6
"""Share of the sampled rows that must have the same number of columns."""
_DECLARED = re.compile(r"\Asep=(.)\n")
_NUMBER = re.compile(r"[-+(]?[$€£¥]?\s?\d[\d.,' ]*%?\)?")
_END = "\x1eend of table"
"""Put behind the last row; when it does not come back as a row of its own, a quote was left open. Clean text has no such
character."""

Row = list[str]


def read_table(content: bytes, limits: LimitSettings) -> Extracted:
    """A table, or plain text when the content is none, whatever the file's name said.

    Raises DamagedFile for a quote that is never closed or a field over 131,072 characters, and for more than 1,000 columns.
    """
    decoded = decode(content)
    declared = _DECLARED.match(decoded.text)
    body = decoded.text[declared.end() :] if declared else decoded.text
    delimiter = declared[1] if declared else _delimiter(body)
    if delimiter is None:
        return replace(read_plain(content, limits), coverage=decoded.coverage)
    rows = [(number, row) for number, row in _rows(body, delimiter) if any(cell.strip() for cell in row)]
    media_type = "text/tab-separated-values" if delimiter == "\t" else "text/csv"
    return _rendered(rows, media_type, decoded.coverage, limits)


def _delimiter(text: str) -> str | None:
    """The separator by which the first rows have most regularly the same number (over one) of columns."""
    lines = text[:_SAMPLE_CHARACTERS].splitlines(keepends=True)
    if len(text) > _SAMPLE_CHARACTERS and len(lines) > 1:
        lines.pop()
    scores = {delimiter: _regularity(lines, delimiter) for delimiter in _DELIMITERS}
    best = max(scores, key=lambda delimiter: scores[delimiter])
    return best if scores[best][0] >= _REGULAR else None


def _regularity(lines: Sequence[str], delimiter: str) -> tuple[float, int]:
    """Share of the rows with the commonest width, and that width; nothing for one column."""
    try:
        widths = Counter(len(row) for row in islice(csv.reader(lines, delimiter=delimiter), _SAMPLE_ROWS) if row)
    except csv.Error:
        return 1.0 if delimiter in lines[0] else 0.0, 0  # too long a field: the reading itself says where
    if not widths:
        return 0.0, 0
    width, rows = max(widths.items(), key=lambda item: (item[1], item[0]))
    return (rows / widths.total(), width) if width > 1 else (0.0, 0)


def _rows(text: str, delimiter: str) -> Iterator[tuple[int, Row]]:
    """Rows with their number in the file, from 1."""
    reader = csv.reader([*text.splitlines(keepends=True), *([] if text.endswith("\n") else ["\n"]), _END], delimiter=delimiter)
    number = 0
    try:
        for number, row in enumerate(reader, start=1):
            if row == [_END]:
                return
            if len(row) > MOST_COLUMNS:
                raise DamagedFile(f"Row {number}: more than {MOST_COLUMNS:,} columns.")
            if row and row[-1].endswith(_END):
                raise DamagedFile(f"Row {number}: a quote is opened and never closed.")
            yield number, row
    except csv.Error as error:
        raise DamagedFile(f"Row {number + 1}: a field is longer than {LONGEST_FIELD:,} characters (unclosed quote?).") from error


def _rendered(rows: Sequence[tuple[int, Row]], media_type: str, coverage: Coverage, limits: LimitSettings) -> Extracted:
    columns = column_names(rows)
    body = rows if columns is None else rows[1:]
    names = columns or []
    lines = [f"Table of {len(body):,} rows with the columns: {', '.join(names)}.\n\n"] if names else []
    start = length = sum(map(len, lines))
    for _, row in body:
        line = "; ".join(named_cells(row, names)) + "\n"
        lines.append(line)
        length += len(line)
        if length > limits.max_characters:
            raise FileTooLarge(f"The table has more than {limits.max_characters:,} characters.")
    ragged = sum(len(row) != len(names) for _, row in body) if names else 0
    if ragged:
        coverage = replace(coverage, warnings=(*coverage.warnings, f"{ragged:,} rows have more or fewer cells than the header."))
    width = max((len(row) for _, row in rows), default=0)
    table = Table(start, length, (*names, *(f"column {number}" for number in range(len(names) + 1, width + 1))))
    return Extracted("".join(lines), media_type, tables=(table,), coverage=replace(coverage, tables=1))


def column_names(rows: Sequence[tuple[int, Sequence[str]]]) -> Row | None:
    """The first row's cells when they read as names: none is a number, none stands twice, and other rows follow."""
    if len(rows) < 2:
        return None
    names = [" ".join(cell.split()) for cell in rows[0][1]]
    given = [name for name in names if name]
    if len(given) < len(names) / 2 or len(set(given)) < len(given) or any(_NUMBER.fullmatch(name) for name in given):
        return None
    return [name or f"column {number}" for number, name in enumerate(names, start=1)]


def named_cells(row: Sequence[str], names: Sequence[str]) -> Iterator[str]:
    """`name: value` for each cell that holds something, in one line."""
    for number, cell in enumerate(row):
        value = " ".join(cell.split())
        if value:
            yield f"{names[number] if number < len(names) else f'column {number + 1}'}: {value}"
