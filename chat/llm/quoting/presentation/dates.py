"""Resolve relative dates: "yesterday", said on 8 May 2023, is 7 May 2023. English only; vague expressions are left vague."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, timedelta

from chat.text import folded
from chat.text.calendar_names import ENGLISH_WEEKDAYS, one_of
from chat.text.numerals import cardinals

_COUNTS = {"a": 1, "couple": 2} | cardinals("english", first=1, last=19)
_WEEKDAY = rf"(?P<weekday>mon|tues?|wed|thurs?|fri|sat|sun|{'|'.join(ENGLISH_WEEKDAYS)})\b"
_COUNT = rf"(?P<count>\d{{1,3}}|{one_of(_COUNTS)})"
_MOST = 2
"""Most expressions resolved per quote."""

_Match = re.Match[str]


def times(text: str, said_on: date, most: int = _MOST) -> list[str]:
    """Return each relative date in a text with what it stands for, given the day it was said on: `yesterday: 7 May 2023`, in the
    order of the text."""
    found: dict[int, str] = {}
    for pattern, read in _FORMS:
        for match in pattern.finditer(text):
            try:
                found.setdefault(match.start(), f"{match[0].lower()}: {read(match, said_on)}")
            except (ValueError, OverflowError):  # before year 1 or after year 9999
                continue
    return list(dict.fromkeys(found[at] for at in sorted(found)))[:most]


def written(day: date) -> str:
    return f"{day.day} {day:%B %Y}"


def _day(days: int) -> Callable[[_Match, date], str]:
    return lambda match, said: written(said + timedelta(days=days))


def _weekday(match: _Match, said_on: date) -> str:
    """Return the weekday's date with its relation to the day of the message: "last Friday" may be this week's or the one
    before."""
    wanted = next(at for at, name in enumerate(ENGLISH_WEEKDAYS) if name.startswith(folded(match["weekday"])))
    if folded(match["way"]) == "next":
        day = said_on + timedelta(days=(wanted - said_on.weekday() - 1) % 7 + 1)
        return f"the {day:%A} after {written(said_on)}, {day.day} {day:%B}"
    day = said_on - timedelta(days=(said_on.weekday() - wanted - 1) % 7 + 1)
    return f"the {day:%A} before {written(said_on)}, {day.day} {day:%B}"


def _week(match: _Match, said_on: date) -> str:
    """Resolve a week or weekend."""
    if folded(match["way"]) == "this":
        return f"the {match['unit'].lower()} of {written(said_on)}"
    return f"the {match['unit'].lower()} {'after' if match['way'].lower() == 'next' else 'before'} {written(said_on)}"


def _step(match: _Match) -> int:
    return {"next": 1, "this": 0}.get(folded(match["way"]), -1)


def _month(match: _Match, said_on: date) -> str:
    return f"{_months_away(said_on, _step(match)):%B %Y}"


def _months_away(said_on: date, months: int) -> date:
    whole = said_on.year * 12 + said_on.month - 1 + months
    return date(whole // 12, whole % 12 + 1, 1)


def _year(match: _Match, said_on: date) -> str:
    return str(said_on.year + _step(match))


def _ago(match: _Match, said_on: date) -> str:
    count = _COUNTS.get(folded(match["count"])) or int(match["count"])
    unit = folded(match["unit"])
    if unit.startswith("day"):
        return written(said_on - timedelta(days=count))
    if unit.startswith("week"):
        return f"the week of {written(said_on - timedelta(weeks=count))}"
    if unit.startswith("month"):
        return f"{_months_away(said_on, -count):%B %Y}"
    return str(date(said_on.year - count, 1, 1).year)


_FORMS: tuple[tuple[re.Pattern[str], Callable[[_Match, date], str]], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), read)
    for pattern, read in (
        (r"\bday before yesterday\b", _day(-2)),
        (r"(?<!before )\byesterday\b", _day(-1)),
        (r"\blast night\b", _day(-1)),
        (r"(?<!after )\btomorrow\b", _day(1)),
        (rf"\b(?P<way>last|this past|next)\s+{_WEEKDAY}", _weekday),
        (r"\b(?P<way>last|this past|this|next) (?P<unit>week(?:end)?)\b", _week),
        (r"\b(?P<way>last|this|next) month\b", _month),
        (r"\b(?P<way>last|this|next) year\b", _year),
        (rf"\b{_COUNT} (?:of )?(?P<unit>days?|weeks?|months?|years?) ago\b", _ago),
    )
)
