"""The days that a text names, given when it was said: "I moved on 3 May", "we signed yesterday"."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta

from chat.retrieval.dates.periods import Period, periods

_ONE_DAY = timedelta(days=1)
_RELATIVE = re.compile(
    r"\b(?:yesterday|today|tonight|tomorrow|ago|gestern|heute|morgen|vor|hier|aujourd['’]hui|demain|il y a|ayer|hoy|mañana"
    r"|hace)\b",
    re.IGNORECASE,
)
_BY = re.compile(
    r"\b(?:by|until|till|since|from|starting|as of|bis(?: zum)?|ab(?: dem)?|seit(?: dem)?|vom|jusqu['’]au|dès le|depuis le"
    r"|hasta el|desde el)\s",
    re.IGNORECASE,
)
"""Words that make an open period of a day: "by 5 May" names the day as well."""
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")


def named_days(text: str, said_at: datetime) -> tuple[date, ...]:
    """Return the single days that a text said at `said_at` names, in order: dates, and days counted from then. A date without a
    year is the one nearest to that day; weekdays, which may be before or after it, are left out."""
    text = _BY.sub(" ", text)
    relative = bool(_RELATIVE.search(text))
    found = [_nearest(period, said_at, text) for period in periods(text, said_at) if _is_day(period)]
    return tuple(dict.fromkeys(day for day in found if relative or re.search(rf"\b{day.day}(?!\d)", text)))


def _is_day(period: Period) -> bool:
    return period.start is not None and period.end is not None and period.end - period.start == _ONE_DAY


def _nearest(period: Period, said_at: datetime, text: str) -> date:
    later = period.a_year_on()
    of_year = period.start is not None and _YEAR.search(text)
    starts = [each.start for each in ((period,) if of_year else (period, later)) if each.start is not None]
    return min(starts, key=lambda start: abs(start - said_at)).date()
