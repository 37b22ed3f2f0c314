"""The figures of a claim must be in the source, and those of one clause near each other."""

from __future__ import annotations

import re

from chat.answering.checking.claim import CheckableClaim
from chat.answering.checking.figures.dates import Day
from chat.answering.checking.figures.numbers import Number
from chat.answering.checking.figures.reading import Figures, read_figures
from chat.answering.checking.source import CheckableSource
from chat.answering.checking.verdict import Reason

_YEARS = range(1500, 2200)
"""Numbers without a unit that may be a year."""
_PERIOD = re.compile(r"\b\w+[ -](?:day|week|month|quarter|year)s?(?: period)? (?:ended|ending)\b", re.IGNORECASE)
"""A reporting period, as in a column header, which may be far from the rows it applies to."""


def miscounted(claim: CheckableClaim, source: CheckableSource) -> Reason | None:
    held = source.figures
    if not all(_has_day(day, held) for day in claim.figures.days):
        return "date"
    if not all(any(time.matches(other) for other in held.times) for time in claim.figures.times):
        return "number"
    numbers = [number for number in claim.figures.numbers if not number.incidental]
    if not all(_has_number(number, held) for number in numbers):
        return "number"
    return "number" if len(numbers) > 1 and any(_scattered(clause, source) for clause in claim.clauses) else None


def _has_day(day: Day, held: Figures) -> bool:
    if any(day.matches(other) for other in held.days):
        return True
    year_alone = day.month is None and day.year is not None
    return year_alone and any(day.year in number.values for number in held.numbers)


def _has_number(number: Number, held: Figures) -> bool:
    if any(number.matches(other) for other in held.numbers):
        return True
    return any(number.values[0] in (day.year, day.day) for day in held.days)


def _scattered(clause: str, source: CheckableSource) -> bool:
    """Return whether two numbers of a clause are far apart in the source, so that they belong to different things."""
    numbers = read_figures(_PERIOD.sub(" ", clause)).numbers
    together = [number for number in numbers if not number.incidental and not _may_be_year(number)]
    if len(together) != 2 or len(source.figures_nearby) < 2:
        return False
    return not any(all(_has_number(number, near) for number in together) for near in source.figures_nearby)


def _may_be_year(number: Number) -> bool:
    return not number.unit and number.values[0] in _YEARS
