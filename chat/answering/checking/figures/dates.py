"""Read dates: days, months, quarters and weekdays, as far as each is given."""

from __future__ import annotations

import re
from dataclasses import dataclass

from chat.answering.checking.figures.consuming import consume
from chat.text import folded
from chat.text.calendar_names import MONTHS, WEEKDAYS, one_of

_ORDINALS = {word: number for number, word in enumerate(["first", "second", "third", "fourth"], start=1)}
_MONTH = rf"(?P<month>{one_of(MONTHS)})\b\.?"
_FULL_MONTHS = [name for name in MONTHS if len(name) > 3 and name not in ("march", "mars", "sept", "marzo")]
"""Months recognised without a day or a year; the excluded names are also other words or abbreviations."""
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th|er|\.|º)?"
_YEAR = r"(?P<year>(?:1[5-9]|20|21)\d\d)\b"
_IN_DIGITS = (
    re.compile(r"(?<![\w.-])(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})\b"),
    re.compile(r"(?<![\w.])(?P<day>\d{1,2})(?P<mark>[./])(?P<month>\d{1,2})(?P=mark)(?P<year>\d{4})\b"),
    re.compile(r"(?P<year>\d{4})年(?:(?P<month>\d{1,2})月)?(?:(?P<day>\d{1,2})日)?"),
)
_BY_MONTH = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?<![\w.,]){_DAY}\s+(?:of\s+|de\s+)?{_MONTH}(?:,?\s+(?:del?\s+|of\s+)?{_YEAR})?",
        rf"(?<!\w){_MONTH}\s+(?:the\s+)?(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b(?![.,:]?\d|\s?%)(?:,?\s+{_YEAR})?",
        rf"(?<!\w){_MONTH}\s+(?:of\s+|de\s+)?{_YEAR}",
        rf"(?<=\b(?:in|by|of|im|en|to)\s)(?P<month>{one_of(MONTHS)})\b",
        rf"(?<!\w)(?P<month>{one_of(_FULL_MONTHS)})\b",
    )
)
_BY_WEEKDAY = re.compile(rf"(?<!\w)(?P<weekday>{one_of(WEEKDAYS)})s?\b", re.IGNORECASE)
_BY_QUARTER = re.compile(
    rf"(?<!\w)(?:Q(?P<quarter>[1-4])|(?P<nth>{one_of(_ORDINALS)})[- ]quarter)"
    rf"(?:\s+(?:of\s+)?(?:fiscal\s+(?:year\s+)?)?{_YEAR})?",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]+")
_WEEKDAY_FORMS = frozenset(WEEKDAYS) | {f"{day}s" for day in WEEKDAYS}
_QUARTERS = 100
"""What is added to a quarter's number, which takes the place of the month."""


@dataclass(frozen=True, slots=True)
class Day:
    """A date, as far as it is given."""

    text: str
    year: int | None
    month: int | None
    """Month, 1 to 12, or a quarter, 101 to 104."""
    day: int | None
    weekday: int | None

    def matches(self, other: Day) -> bool:
        """Return whether a claim's date agrees with a source's, as far as both are given."""
        same_numbers = self.year == other.year and {self.month, self.day} == {other.month, other.day}
        if same_numbers and (self._ambiguous or other._ambiguous):
            return True
        pairs = ((self.year, other.year), (self.month, other.month), (self.day, other.day), (self.weekday, other.weekday))
        told = [(mine, theirs) for mine, theirs in pairs if mine is not None and theirs is not None]
        return bool(told) and all(mine == theirs for mine, theirs in told)

    @property
    def _ambiguous(self) -> bool:
        """Day and month may be swapped: `03/05/2024` is in May in some countries and in March in others."""
        return "/" in self.text and self.month is not None and self.day is not None and self.month <= 12 and self.day <= 12


def take_days(text: str) -> tuple[list[Day], str]:
    """Return the dates of a text, and the text with blanks in their place."""
    days: list[Day] = []
    for pattern in _patterns(text):
        taken, text = consume(text, pattern, _day)
        days += taken
    return days, text


def _patterns(text: str) -> list[re.Pattern[str]]:
    """Return the patterns that may match: most texts name no month, and many have no digit."""
    words = frozenset(_WORD.findall(text.casefold()))
    digits = any(map(str.isdigit, text))
    return [
        *(_IN_DIGITS if digits else ()),
        *(_BY_MONTH if not words.isdisjoint(MONTHS) else ()),
        *([_BY_QUARTER] if digits or "quarter" in words else ()),
        *([_BY_WEEKDAY] if not words.isdisjoint(_WEEKDAY_FORMS) else ()),
    ]


def _day(match: re.Match[str]) -> Day | None:
    told = match.groupdict()
    day, month, year, weekday = (told.get(part) for part in ("day", "month", "year", "weekday"))
    if month is not None and month.casefold() == "may" and not _is_month(match, bool(day or year)):
        return None
    number = _month(told)
    if told.get("mark"):  # the second of two numbers is the day if it can be no month
        first, second = int(str(day)), int(str(month))
        if second > 12 >= first:
            day, number = str(second), first
    return Day(
        match.group(),
        year=int(year) if year else None,
        month=number,
        day=int(day) if day else None,
        weekday=WEEKDAYS[folded(weekday)] if weekday else None,
    )


def _is_month(match: re.Match[str], dated: bool) -> bool:
    """Return whether "may" is the month and not the verb."""
    return match["month"][0].isupper() and (dated or match.string[: match.start()].endswith(("in ", "of ")))


def _month(told: dict[str, str | None]) -> int | None:
    if month := told.get("month"):
        return int(month) if month.isdigit() else MONTHS[folded(month)]
    if quarter := told.get("quarter"):
        return _QUARTERS + int(quarter)
    if nth := told.get("nth"):
        return _QUARTERS + _ORDINALS[folded(nth)]
    return None
