"""Days as named in a sentence, each in one form, so that "3 May", "May 3rd" and "den 3. Mai" are the same."""

from __future__ import annotations

import re

from chat.retrieval.dates.calendar_words import MONTHS
from chat.text.calendar_names import WEEKDAYS, one_of
from chat.text.days import DAY

_LATEST = 31
NAMED_DAY = re.compile(
    rf"\b(?:(?:am|den|vom|zum|le|el|al)\s)?\d{{1,2}}\.?\s(?:de\s)?(?:{one_of(MONTHS)})\b|{DAY}|\bal \d{{1,2}}\b", re.IGNORECASE
)
_NUMBER = re.compile(r"(?<!\d)\d{1,2}(?!\d)")
_MONTH = re.compile(rf"\b(?:{one_of(MONTHS)})\b", re.IGNORECASE)
_WEEKDAY = re.compile(rf"\b(?:{one_of(WEEKDAYS)})s?\b", re.IGNORECASE)
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")


def in_one_form(day: str) -> str:
    """Return a day as its number, followed by the numbers of the month and year that are named; otherwise its name in lower
    case."""
    number, month, weekday, year = (part.search(day) for part in (_NUMBER, _MONTH, _WEEKDAY, _YEAR))
    if number is not None and int(number[0]) <= _LATEST:
        named = [str(int(number[0])), str(MONTHS[month[0].casefold()]) if month else "", year[0] if year else ""]
        return " ".join(filter(None, named))
    return weekday[0].casefold() if weekday is not None else day.casefold().strip()
