"""The day from which on a change holds that a message announces: "the rent goes up to 1,395 from October"."""

from __future__ import annotations

import re
from datetime import date, timedelta

from chat.text.calendar_names import MONTHS, WEEKDAYS, one_of

_FROM = re.compile(
    r"\b(?:from|starting|beginning|effective|as of|ab|zum|à partir d[eu]|dès|a partir de|desde)\s(?:(?:on|the|dem|der|le|la"
    r"|el)\s)*"
    rf"(?:(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th|er|\.)?\s(?:of\s|de\s)?)?(?P<month>{one_of(MONTHS)})\b"
    r"(?:\s(?P<day_behind>\d{1,2})(?:st|nd|rd|th)?\b)?(?:,?\s(?P<year>20\d\d)\b)?"
    rf"|(?P<weekday>{one_of(WEEKDAYS)})\b"
    r"|(?:next|nächste[nmr]?)\s(?P<unit>week|month|year|woche|monat|jahr)\b)",
    re.IGNORECASE,
)
_MONTHS_AHEAD = 8
"""Most months from the message to a month that is still to come; another one has begun before."""
_WEEK, _YEAR = 7, 12


def starts(text: str, said: date) -> date | None:
    """Return the day from which on a change holds that was announced on the day `said`; `None` if the text names none, or one
    before that day."""
    found = _FROM.search(text)
    if found is None:
        return None
    if found["weekday"]:
        return said + timedelta((WEEKDAYS[found["weekday"].casefold()] - said.weekday() - 1) % _WEEK + 1)
    if found["unit"]:
        return _next(found["unit"].casefold(), said)
    return _of_month(found, said)


def _next(unit: str, said: date) -> date:
    if unit in ("week", "woche"):
        return said + timedelta(_WEEK - said.weekday())
    if unit in ("month", "monat"):
        return (said.replace(day=1) + timedelta(31)).replace(day=1)
    return date(said.year + 1, 1, 1)


def _of_month(found: re.Match[str], said: date) -> date | None:
    month, day = MONTHS[found["month"].casefold()], int(found["day"] or found["day_behind"] or 1)
    ahead = (month - said.month) % _YEAR
    year = int(found["year"]) if found["year"] else said.year + (month < said.month)
    try:
        start = date(year, month, day)
    except ValueError:  # such as 31 June
        return None
    return start if start > said and (found["year"] or ahead <= _MONTHS_AHEAD) else None
