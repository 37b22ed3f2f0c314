"""Word how much time lies between two days."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date

from babel.units import format_unit
from dateutil.relativedelta import relativedelta

from chat.llm.quoting.presentation.frames import frame
from chat.llm.quoting.question.elapsed import Unit
from chat.text.long_dates import long_date

_WEEK, _MONTH, _YEAR = 7, 31, 12
"""A week and a month in days, a year in months."""


def word_elapsed(days: Collection[date], unit: Unit | None, language: str) -> str:
    """Return the sentence that says how much time lies between the first and the last of some days, in the unit asked for and,
    if it does not come out even, smaller ones. Without a unit these are days up to a month, then months or years."""
    framing = frame(language)
    begin, end = min(days), max(days)
    spans = [
        format_unit(count, f"duration-{name}", locale=framing.code) for name, count in _counted(begin, end, unit) if count
    ] or [format_unit(0, "duration-day", locale=framing.code)]
    wording = framing.elapsed.replace(
        "{span}", framing.joined.join((", ".join(spans[:-1]), spans[-1])) if spans[1:] else spans[0]
    )
    return wording.replace("{first}", long_date(begin, framing.code)).replace("{second}", long_date(end, framing.code))


def _counted(begin: date, end: date, unit: Unit | None) -> Sequence[tuple[Unit, int]]:
    """Return how many of each unit lie between two days, the largest first."""
    days = (end - begin).days
    if unit == "week":
        return [("week", days // _WEEK), ("day", days % _WEEK)]
    if unit == "day" or (unit is None and days <= _MONTH):
        return [("day", days)]
    apart = relativedelta(end, begin)
    if unit == "month":
        return [("month", apart.years * _YEAR + apart.months), ("day", apart.days)]
    return [("year", apart.years), ("month", apart.months), ("day", apart.days)]
