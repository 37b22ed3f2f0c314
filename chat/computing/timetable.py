"""Weekly timetables: days in the columns; periods, shifts or times in the rows; and in each cell what is on then."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from chat.computing.rows import EMPTY, Column, Rows
from chat.computing.values import Kind
from chat.computing.words import key, name_words, words
from chat.text.calendar_names import WEEKDAY_ABBREVIATIONS, WEEKDAYS

_MOST_ROWS = 60
_CLOCK = r"(\d{1,2})(?:[:.h](\d{2}))?"
_TIME = re.compile(rf"{_CLOCK}(?:\s?(?:-|–|—|to|bis)\s?{_CLOCK})?(?:\s?(?:Uhr|h))?")
_NUMBER = re.compile(r"\D*(\d{1,2})\D*")


@dataclass(frozen=True, slots=True)
class Slot:
    """A row of the timetable."""

    row: int
    label: str
    """The row's label as shown: `Period 2`, `Early`; empty if only the time identifies it."""
    words: tuple[str, ...]
    """The words of a label that is not a number."""
    number: int | None
    time: str
    """The time as it is written."""
    start: int | None
    """In minutes since midnight."""
    end: int | None
    """In minutes since midnight; less than `start` if it ends on the next day."""


@dataclass(frozen=True, slots=True)
class Timetable:
    rows: Rows
    days: Mapping[int, Column]
    """By weekday, Monday being 0, in the order of the columns."""
    slots: Sequence[Slot]
    """In the order of the day if `ordered`."""
    ordered: bool
    slot_name: str
    """The name of the label column, in lower case: `period`; empty if there are only times."""

    def cell(self, slot: Slot, day: int) -> str:
        """Return what is on then; empty if nothing is."""
        column = self.days[day]
        code = column.codes[slot.row]
        return "" if code == EMPTY else column.values[code]

    def may_go_down(self, place: int, day: int) -> bool:
        """Return whether the cell below is empty, so that the two may be merged: only the first of merged cells is written."""
        below = self.slots[place + 1 : place + 2]
        return bool(below) and not self.cell(below[0], day)

    def may_go_right(self, place: int, day: int) -> bool:
        """Return whether the next day's cell beside it is empty, so that the two may be merged."""
        days = list(self.days)
        behind = days[days.index(day) + 1 :]
        return bool(behind) and not self.cell(self.slots[place], behind[0])


def timetable(rows: Rows) -> Timetable | None:
    """Read a table as a timetable; `None` if it has columns other than days, a label and a time, or its rows cannot be told
    apart."""
    if not 1 < rows.count <= _MOST_ROWS or rows.mixed or rows.has_total:
        return None
    days: dict[int, Column] = {}
    keys: list[Column] = []
    for column in rows.columns:
        day = _day(column.name)
        if day is None:
            keys.append(column)
        elif day in days or column.kind is not Kind.TEXT or (column.filled and not column.values):
            return None
        else:
            days[day] = column
    if len(days) < 2 or not 1 <= len(keys) <= 2 or any(map(_has_day, keys)):
        return None
    times = [column for column in keys if _times(column, rows) is not None]
    labels = [column for column in keys if column not in times]
    if len(times) > 1 or len(labels) > 1:
        return None
    return _read(rows, days, labels[0] if labels else None, times[0] if times else None)


def _day(name: str) -> int | None:
    split = name_words(name)
    return _named_day(split[0]) if len(split) == 1 else None


def _named_day(word: str) -> int | None:
    return WEEKDAYS.get(word, WEEKDAY_ABBREVIATIONS.get(word))


def _has_day(column: Column) -> bool:
    return any(word in WEEKDAYS for word in name_words(column.name))


def _cells(column: Column, rows: Rows) -> list[str]:
    return [rows.cells(row).get(column.name, "") for row in range(rows.count)]


def _times(column: Column, rows: Rows) -> list[tuple[int, int | None]] | None:
    """Return start and end of each row, in minutes, or `None` if the column does not hold times in ascending order."""
    if column.kind is not Kind.TEXT:
        return None
    found = []
    for cell in _cells(column, rows):
        match = _TIME.fullmatch(cell.strip())
        if match is None or not (match[2] or match[3]):
            return None
        start = minutes(match[1], match[2])
        end = minutes(match[3], match[4]) if match[3] else None
        if start is None or (match[3] and end is None):
            return None
        found.append((start, end))
    starts = [start for start, _ in found]
    return found if starts == sorted(set(starts)) else None


def minutes(hour: str, minute: str | None) -> int | None:
    """Return the minutes since midnight, or `None` for a time that does not exist."""
    found = int(hour) * 60 + int(minute or 0)
    return found if int(hour) < 25 and int(minute or 0) < 60 and found <= 24 * 60 else None


def _read(rows: Rows, days: dict[int, Column], label: Column | None, time: Column | None) -> Timetable | None:
    labels = _cells(label, rows) if label is not None else [""] * rows.count
    nothing: list[tuple[int | None, int | None]] = [(None, None)] * rows.count
    times: Sequence[tuple[int | None, int | None]] = (_times(time, rows) if time is not None else None) or nothing
    written = _cells(time, rows) if time is not None else [""] * rows.count
    filled = [cell.casefold() for cell in labels if cell]
    if (label is not None and not filled) or len(set(filled)) < len(filled):
        return None
    matches = [_NUMBER.fullmatch(cell) for cell in labels if cell]
    are_numbered = bool(matches) and all(matches)
    numbers = [int(match[1]) if are_numbered and (match := _NUMBER.fullmatch(cell)) else None for cell in labels]
    rising = [number for number in numbers if number is not None]
    if rising != sorted(set(rising)):
        return None
    name = label.name if label is not None else ""
    slots = [
        Slot(
            row=row,
            label=f"{name} {cell}" if cell.isdecimal() else cell,
            words=() if numbers[row] is not None else tuple(map(key, words(cell))),
            number=numbers[row],
            time=written[row],
            start=times[row][0],
            end=times[row][1],
        )
        for row, cell in enumerate(labels)
    ]
    last = name_words(name)[-1:] if name else []
    return Timetable(rows, days, slots, ordered=are_numbered or time is not None, slot_name=last[0] if last else "")
