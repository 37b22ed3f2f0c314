"""Parse a column's cells: numbers in one style, dates in one order, or words.

A column counts as numbers or dates only if every non-empty cell can be read in one and the same way: a wrong sum is worse than
none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from chat.text.calendar_names import MONTHS
from chat.text.currencies import CODES, SIGNS
from chat.text.numerals import in_notation


class Kind(StrEnum):
    NUMBER = "number"
    DATE = "date"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Style:
    """How the cells of a column are read."""

    kind: Kind
    read: Callable[[str], float | None]
    """Parses a number, or a day as `date.toordinal` counts (a month as its first day); `None` if the cell does not fit."""
    unit: str = ""
    """The same in every cell: `€`, `%`, `kg`."""
    decimals: int = 0
    """Most digits after the decimal point."""
    months: bool = False
    """The dates are months without a day."""


MISSING = frozenset({"", "-", "–", "—", "?", "n/a", "na", "nan", "null", "none", "nil", "unknown", "missing", "tbd", "#n/a"})
"""What people write into cells without a value."""

_LONGEST = 40
_PLAIN = re.compile(r"-?\d{1,15}(?:\.\d{1,9})?")
_CODES = "|".join((*CODES, "CAD", "AUD", "SEK", "NOK", "DKK", "PLN", "CZK", "CNY"))
_NUMBER = re.compile(
    rf"(?P<open>\()?(?P<sign>[-+−])?(?P<before>[{SIGNS}]|(?:{_CODES})\b)?\s?(?P<inner>[-−])?"
    rf"(?P<digits>\d[\d.,'’]*(?: \d{{3}}(?:[.,]\d+)?)*)\s?(?P<after>%|[{SIGNS}]|[^\W\d_]{{1,5}}[²³]?|°[CF])?(?P<close>\))?"
)
_IDENTIFIER = re.compile(r"[-+]?0\d+")
"""Numbers with leading zeros, which carry meaning: postcodes, article numbers."""
_TIME = r"(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?\s?(?:Z|UTC|[AaPp][Mm]|[+-]\d{2}:?\d{2})?)?"
_YEAR_FIRST = re.compile(rf"(\d{{4}})([-/.])(\d{{1,2}})\2(\d{{1,2}}){_TIME}")
_YEAR_LAST = re.compile(rf"(\d{{1,2}})([-/.])(\d{{1,2}})\2(\d{{4}}){_TIME}")
_MONTH_NUMBER = re.compile(r"(\d{4})-(\d{1,2})")
_DAY_FIRST = re.compile(r"(?:(\d{1,2})(?:\.|st|nd|rd|th)? )?([^\W\d_]{3,10})\.? (\d{4})")
_MONTH_FIRST = re.compile(r"([^\W\d_]{3,10})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})")


def judged(cells: Iterable[str]) -> Style:
    """Return the style that all of the (distinct) cells share; `WORDS` if there is none."""
    filled = [cell for cell in cells if cell.casefold() not in MISSING]
    if not filled:
        return WORDS
    return _numbers(filled) or _dates(filled) or WORDS


WORDS = Style(Kind.TEXT, lambda _: None)


# --- numbers -----------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Evidence:
    """What the cells reveal about their separators."""

    point: bool = False
    """Some cell certainly has a decimal point, or commas between thousands."""
    comma: bool = False
    """Some cell certainly has a decimal comma, or points between thousands."""
    open_point: bool = False
    """Some cell is like `1.234`, which may be either."""
    open_comma: bool = False
    ungrouped: bool = False
    """Some number over 999 has no separator between thousands."""


def _numbers(cells: list[str]) -> Style | None:
    evidence = _Evidence()
    units: set[str] = set()
    for cell in cells:
        match = _match(cell)
        if match is None or _IDENTIFIER.fullmatch(cell):
            return None
        units.add((match["before"] or "") + (match["after"] or ""))
        _weigh(match["digits"], evidence)
    decimal = _decimal(evidence)
    if decimal is None or len(units) > 1:
        return None
    read = _reader(decimal)
    if any(read(cell) is None for cell in cells):
        return None
    return Style(Kind.NUMBER, read, units.pop(), max(_places(cell, decimal) for cell in cells))


def _match(cell: str) -> re.Match[str] | None:
    match = _NUMBER.fullmatch(cell) if len(cell) <= _LONGEST else None
    if match is None or (match["open"] is None) != (match["close"] is None):
        return None
    signs = [match["open"], match["sign"], match["inner"]]
    return match if sum(map(bool, signs)) < 2 and not (match["before"] and match["after"]) else None


def _weigh(digits: str, evidence: _Evidence) -> None:
    if digits.isdecimal():
        evidence.ungrouped |= len(digits) > 3
        return
    english, german = (in_notation(digits, mark) for mark in ".,")
    evidence.point |= german is None
    evidence.comma |= english is None
    if english != german:
        evidence.open_point |= "." in digits
        evidence.open_comma |= "," in digits


def _decimal(evidence: _Evidence) -> str | None:
    """Return the decimal separator; `None` if the cells contradict one another or do not tell."""
    if evidence.point and evidence.comma:
        return None
    if evidence.comma:
        return ","
    if evidence.point:
        return "."
    if evidence.open_point:
        return "." if evidence.ungrouped and not evidence.open_comma else None
    return None if evidence.open_comma and evidence.ungrouped else "."


def _reader(decimal: str) -> Callable[[str], float | None]:
    def read(cell: str) -> float | None:
        if decimal == "." and _PLAIN.fullmatch(cell):
            return None if _IDENTIFIER.fullmatch(cell) else float(cell)
        match = _match(cell)
        number = in_notation(match["digits"], decimal) if match else None
        if match is None or number is None:
            return None
        negative = match["open"] or match["sign"] in ("-", "−") or match["inner"]
        return -number.value if negative else number.value

    return read


def _places(cell: str, decimal: str) -> int:
    match = _match(cell)
    number = in_notation(match["digits"], decimal) if match else None
    return number.decimals if number else 0


# --- dates -------------------------------------------------------------------------------------------------------


def _dates(cells: list[str]) -> Style | None:
    for months, read in ((False, _day_reader(cells)), (True, _month)):
        if all(read(cell) is not None for cell in cells):
            return Style(Kind.DATE, read, months=months)
    return None


def _day_reader(cells: list[str]) -> Callable[[str], float | None]:
    """Return a reader of days. `3/4/2024` is read in the order that other cells of the column show; if none does, or they
    disagree, it cannot be read."""
    matches = [match for cell in cells if len(cell) <= _LONGEST and (match := _YEAR_LAST.fullmatch(cell))]
    day_first = any(int(match[1]) > 12 or match[2] == "." for match in matches)
    month_first = any(int(match[3]) > 12 for match in matches)

    def read(cell: str) -> float | None:
        if len(cell) > _LONGEST:
            return None
        if match := _YEAR_FIRST.fullmatch(cell):
            return _ordinal(match[1], match[3], match[4])
        if match := _YEAR_LAST.fullmatch(cell):
            if day_first == month_first:
                return None
            return _ordinal(match[4], match[3], match[1]) if day_first else _ordinal(match[4], match[1], match[3])
        if (match := _DAY_FIRST.fullmatch(cell)) and match[1] and match[2].casefold() in MONTHS:
            return _ordinal(match[3], MONTHS[match[2].casefold()], match[1])
        if (match := _MONTH_FIRST.fullmatch(cell)) and match[1].casefold() in MONTHS:
            return _ordinal(match[3], MONTHS[match[1].casefold()], match[2])
        return None

    return read


def _month(cell: str) -> float | None:
    if match := _MONTH_NUMBER.fullmatch(cell):
        return _ordinal(match[1], match[2], 1)
    match = _DAY_FIRST.fullmatch(cell) if len(cell) <= _LONGEST else None
    if match and not match[1] and match[2].casefold() in MONTHS:
        return _ordinal(match[3], MONTHS[match[2].casefold()], 1)
    return None


def _ordinal(year: str | int, month: str | int, day: str | int) -> float | None:
    try:
        return float(date(int(year), int(month), int(day)).toordinal())
    except ValueError:
        return None
