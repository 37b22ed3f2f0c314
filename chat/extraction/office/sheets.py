"""Read workbooks (XLSX, XLSM, XLSB, XLS, ODS): each sheet is a page, each row a line `column: value; column: value`.

A million rows of five cells take calamine 4 s and openpyxl 56 s (docs/decisions/014-office-readers.md).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, time, timedelta
from io import BytesIO
from itertools import chain, islice, pairwise

from python_calamine import CalamineError, CalamineSheet, CalamineWorkbook, PasswordError, SheetTypeEnum, SheetVisibleEnum

from chat.domain import Extracted
from chat.errors import DamagedFile, FileTooLarge, NeedsPassword
from chat.extraction.archive import PROTECTED, SIGNATURE, open_archive
from chat.extraction.composition import Composition
from chat.extraction.office.kinds import ODS, XLS, XLSX, packed_kind, refuse_encrypted
from chat.extraction.tables.cells import is_amount
from chat.extraction.tables.columns import column_names
from chat.extraction.tables.reader import MOST_COLUMNS
from chat.panics import Panicked, panics
from chat.settings import LimitSettings

_SAMPLE_ROWS = 100
_TITLE_ROWS = 20
"""Number of filled rows in which the header is searched; a table that begins later has none."""
_YEARS = range(1900, 2101)
_DIGITS = 15
"""Significant digits that a spreadsheet computes with and shows; further digits are noise (0.30000000000000004)."""

Value = int | float | str | bool | time | date | datetime | timedelta
Row = list[str]


def read_sheets(content: bytes, limits: LimitSettings) -> Extracted:
    """Return every sheet, hidden ones included, with the values of its cells; formulas as the values stored with them."""
    kind = XLS
    if content.startswith(SIGNATURE):
        kind = ODS if packed_kind(content) == ODS else XLSX
        archive = open_archive(content, limits)
        refuse_encrypted(archive)
        archive.verify()
    text = Composition(limits)
    try:
        with panics(), CalamineWorkbook.from_filelike(BytesIO(content)) as workbook:
            _read(workbook, text, limits)
    except PasswordError as error:
        raise NeedsPassword(PROTECTED) from error
    except (CalamineError, OSError, ValueError, OverflowError, Panicked) as error:
        raise DamagedFile("The workbook is cut off or damaged.") from error
    return text.extracted(kind)


def _read(workbook: CalamineWorkbook, text: Composition, limits: LimitSettings) -> None:
    sheets = [each for each in workbook.sheets_metadata if each.typ is SheetTypeEnum.WorkSheet]
    if len(sheets) > limits.max_pages:
        raise FileTooLarge(f"The workbook has more than {limits.max_pages:,} sheets.")
    for metadata in sheets:
        text.page(metadata.name)
        if len(sheets) > 1:
            text.heading(metadata.name, 1)
        if metadata.visible is not SheetVisibleEnum.Visible:
            text.warn(f"The sheet {text.line(metadata.name)!r} is hidden.")
        _sheet(workbook.get_sheet_by_name(metadata.name), text)


def _sheet(sheet: CalamineSheet, text: Composition) -> None:
    """Add the title rows as text, then the table."""
    if sheet.width > MOST_COLUMNS:
        text.warn(f"The sheet {text.line(sheet.name)!r} is wider than {MOST_COLUMNS:,} columns; those beyond were left out.")
    origin = sheet.start or (0, 0)
    rows = _filled(sheet)
    head = list(islice(rows, _SAMPLE_ROWS))
    begin = _header(head)
    for _, row in head[:begin]:
        text.paragraph("; ".join(filter(None, row)))
    table = head[begin:]
    taken, names = _names(table, _spread(sheet, origin))
    body = _filled_down(chain(table[taken:], rows), _down(sheet, origin))
    text.rows(names, body, min(sheet.width, MOST_COLUMNS), title=sheet.name)


def _filled(sheet: CalamineSheet) -> Iterator[tuple[int, Row]]:
    """Yield the rows that are not empty, numbered from 0 at the start of the sheet's data."""
    for number, values in enumerate(sheet.iter_rows()):
        row = [shown(value) if value != "" else "" for value in values[:MOST_COLUMNS]]
        if any(row):
            yield number, row


def shown(value: Value) -> str:
    """Return a cell's value as text, with dates and times as in ISO 8601 (with a blank for the T)."""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 10**_DIGITS else format(value, f".{_DIGITS}g")
    if isinstance(value, datetime):
        return (
            value.date().isoformat() if value.time() == time() else value.isoformat(" ", "seconds" if value.second else "minutes")
        )
    if isinstance(value, time):
        return value.isoformat("seconds" if value.second else "minutes")
    if isinstance(value, timedelta):
        seconds = round(value.total_seconds())
        return f"{'-' if seconds < 0 else ''}{abs(seconds) // 3600}:{abs(seconds) // 60 % 60:02}:{abs(seconds) % 60:02}"
    return value.isoformat() if isinstance(value, date) else str(value).strip()


def _header(rows: Sequence[tuple[int, Row]]) -> int:
    """Return how many rows precede the table: rows that fill less than half of the usual number of columns."""
    widths = Counter(sum(map(bool, row)) for _, row in rows)
    usual = max(widths, key=lambda width: (widths[width], width), default=0)
    if usual < 2:
        return 0
    for place, (_, row) in enumerate(rows[:_TITLE_ROWS]):
        if sum(map(bool, row)) >= max(2, usual / 2):
            return place
    return 0


def _spread(sheet: CalamineSheet, origin: tuple[int, int]) -> dict[int, list[tuple[int, int]]]:
    """Return the first and last column of cells merged across columns, by row; rows and columns count as in `_filled`."""
    spread: dict[int, list[tuple[int, int]]] = {}
    for (top, left), (bottom, right) in sheet.merged_cell_ranges or ():
        if top == bottom and left < right:
            spread.setdefault(top - origin[0], []).append((left - origin[1], right - origin[1]))
    return spread


def _down(sheet: CalamineSheet, origin: tuple[int, int]) -> dict[int, list[tuple[int, int]]]:
    """Return the column and last row of cells merged over rows, by their first row; rows and columns count as in `_filled`."""
    down: dict[int, list[tuple[int, int]]] = {}
    for (top, left), (bottom, _) in sheet.merged_cell_ranges or ():
        if top < bottom and left >= origin[1]:
            down.setdefault(top - origin[0], []).append((left - origin[1], bottom - origin[0]))
    return down


def _filled_down(rows: Iterable[tuple[int, Row]], down: dict[int, list[tuple[int, int]]]) -> Iterator[Row]:
    """Yield the rows with the value of a cell merged over rows repeated in each, unless it is an amount, which would be added up
    several times."""
    begun: dict[int, tuple[int, str]] = {}
    for number, row in rows:
        for column, (last, words) in begun.items():
            if number <= last and column < len(row) and not row[column]:
                row[column] = words
        for column, last in down.get(number, ()):
            if column < len(row) and (column == 0 or not is_amount(row[column])):
                begun[column] = last, row[column]
        yield row


def _names(rows: Sequence[tuple[int, Row]], spread: dict[int, list[tuple[int, int]]]) -> tuple[int, Row]:
    """Return the number of header rows and the names of the columns; 0 and no names without a header.

    The names of merged groups (`2023`) are prefixed to the names below them.
    """
    if not rows:
        return 0, []
    number, first = rows[0]
    if number in spread and len(rows) > 2:
        groups = list(first)
        for left, right in spread[number]:
            for column in range(max(left, 0), min(right + 1, len(groups))):
                groups[column] = first[left]
        joined = [" ".join(filter(None, pair)) for pair in zip(groups, rows[1][1], strict=False)]
        names = _unique(joined)
        if column_names([(1, _worded(names)), *rows[2:]]) is not None:
            return 2, _numbered(names)
    names = _unique(first)
    return (0, []) if column_names([(1, _worded(names)), *rows[1:]]) is None else (1, _numbered(names))


def _unique(names: Row) -> Row:
    """Return the names with repeated ones numbered: `Total`, `Total (2)`."""
    seen: Counter[str] = Counter()
    unique = []
    for name in (" ".join(name.split()) for name in names):
        seen[name] += 1
        unique.append(f"{name} ({seen[name]})" if name and seen[name] > 1 else name)
    return unique


def _worded(names: Row) -> Row:
    """Return the names with years as words when they follow one another next to a word (`Region`, `2021`, `2022`); numbers alone
    are data."""
    years = [int(name) for name in names if name.isdecimal() and len(name) == 4 and int(name) in _YEARS]
    steps = {after - before for before, after in pairwise(years)}
    if len(steps) != 1 or steps == {0} or all(name.isdecimal() for name in names if name):
        return names
    return [f"year {name}" if name.isdecimal() and len(name) == 4 else name for name in names]


def _numbered(names: Row) -> Row:
    return [name or f"column {number}" for number, name in enumerate(names, start=1)]
