"""Stretches of time that a question names, against its `now`: "in May 2023", "two weeks ago", "since Monday"."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from chat.retrieval.calendar_words import COUNTS, DAYS, HOLIDAYS, LAST, MONTHS, SEASONS, THIS, UNITS
from chat.text.calendar_names import WEEKDAYS, one_of

Span = tuple[datetime, datetime]
_Match = re.Match[str]

_LONGEST = 2_000
"""Characters: what is longer is a text, and the dates in it are not what it asks for."""
_LEAP_YEARS_APART = 8
"""Years at most: 1896 was one, and then 1904."""
_YEARS = range(1_000, 9_000)
"""A `now` beyond them leaves no room to count from."""
_DAY_SECONDS = 86_400.0
_NEAR = 0.05
"""From here on a message counts as near a period: four half-lives behind it."""


@dataclass(frozen=True, slots=True)
class Period:
    """`[start, end)` in UTC; `None` on a side that is open."""

    start: datetime | None
    end: datetime | None

    def overlaps(self, other: Period) -> bool:
        return (self.start is None or other.end is None or self.start < other.end) and (
            other.start is None or self.end is None or other.start < self.end
        )


@dataclass(frozen=True, slots=True)
class _Named:
    """A stretch with its place in the text."""

    at: int
    stop: int
    span: Span


def periods(question: str, now: datetime) -> tuple[Period, ...]:
    """What the question names, in the order of its words. A date without its year is the latest that is not after `now`.

    By rules over a table of words: of the libraries that read dates, one needs longer than the search, one knows no stretches,
    one is two months old and knows English only (docs/decisions/054).
    """
    text, named = _read(question, now)
    return tuple(_joined(text, named))


def without_dates(question: str, now: datetime) -> tuple[str, tuple[Period, ...]]:
    """What it says beside the dates that it names ("late in May" is one), folded; and these."""
    text, named = _read(question, now)
    rest, end = "", 0
    for each in named:
        before = text[end : each.at]
        part = _PART.search(before)
        rest, end = f"{rest}{before[: part.start()] if part else before} ", each.stop
    return rest + text[end:], tuple(_joined(text, named))


def _read(question: str, now: datetime) -> tuple[str, list[_Named]]:
    """The question folded, and the dates in the order of its words."""
    text = question.casefold().replace("’", "'")
    if len(text) > _LONGEST or now.year not in _YEARS or not _WORTH_READING.search(text):
        return text, []
    now = now.astimezone(UTC)
    named: list[_Named] = []
    for pattern, read in _FORMS:
        for match in pattern.finditer(text):
            at, stop = match.span("it") if "it" in pattern.groupindex else match.span()
            if any(at < other.stop and other.at < stop for other in named):
                continue
            try:
                named.append(_Named(at, stop, read(match, now)))
            except ValueError:  # no such date: 31 June, the year 0
                continue
    return text, sorted(named, key=lambda each: each.at)


def factors(said_at: NDArray[np.float64], named: Sequence[Period], told_later_days: float, floor: float) -> NDArray[np.float64]:
    """A factor for each message: 1 for one said within a period, falling to `floor` with the days since; `floor` before it.

    What happened is told that day or some days later, hence the slope behind the end. Times are seconds since the epoch. When
    nothing was said in or near any period, all are 1.
    """
    near = np.zeros(len(said_at))
    for period in named:
        start = period.start.timestamp() if period.start else -np.inf
        late = np.maximum(said_at - period.end.timestamp(), 0) if period.end else np.zeros(len(said_at))
        near = np.maximum(near, np.where(said_at >= start, np.exp2(-late / (told_later_days * _DAY_SECONDS)), 0))
    best = float(near.max(initial=0))
    return floor + (1 - floor) * near / best if best > _NEAR else np.ones(len(said_at))


# --- what stands around a date -----------------------------------------------------------------------------------

_COUNT = rf"(?P<count>\d{{1,3}}|{one_of(COUNTS)})(?:\s+(?:of|de))?"
_UNIT = rf"(?P<unit>{one_of(UNITS)})"
_WEEKDAY = rf"(?P<weekday>{one_of(WEEKDAYS)})"
_BETWEEN = re.compile(r"\b(?:between|from|zwischen|von|vom|entre|del?|du|desde|между|с|со)\s+(?:the\s+)?$")
_AND = re.compile(r"\s*(?:and|to|until|till|through|und|bis|et|au|à|y|al?|hasta|и|по|до|-|–|—)\s+(?:the\s+)?")
_SINCE = re.compile(r"\b(?:since|seit|depuis|desde|starting|as of)\s+(?:the\s+)?$|(?<!\w)с\s+$")
_AFTER = re.compile(r"\b(?:after|following|nach|après|después del?|после)\s+(?:the\s+)?$")
_UNTIL = re.compile(r"\b(?:by|until|till|up to|bis|jusqu'(?:en|au|à)|hasta|до конца)\s+(?:the\s+)?$")
_BEFORE = re.compile(r"\b(?:before|prior to|avant|antes del?|до)\s+(?:the\s+)?$")
_FROM_THERE = re.compile(
    rf"(?:{_COUNT}\s+)?\b(?:{_UNIT}|{_WEEKDAY})\s+(?P<way>before|prior to|vor|avant|antes del?|до|after|following|nach|après"
    r"|después del?|после)\s+(?:the\s+)?$"
)
_AROUND = 60
"""Characters before a date that say how it is meant."""
_TO_THE_NEXT = re.compile(r"\s+(?:before|prior to|after|following|vor|nach|avant|après|до|после)\s+(?:the\s+)?")
_PART = re.compile(
    r"\b(?P<part>beginning|start|early|anfang|début|principios|middle|mid|mitte|mi|mediados|end|late|ende|fin|finales"
    r"|(?:first|second|third|fourth) week|(?:first|second) half|начале|середине|конце)(?:\s+(?:part\s+)?(?:of|in|de))?[\s-]+"
    r"(?:the\s+)?$"
)
_PARTS = {
    **dict.fromkeys(("beginning", "start", "early", "anfang", "début", "principios", "начале"), (0.0, 0.35)),
    **dict.fromkeys(("middle", "mid", "mitte", "mi", "mediados", "середине"), (0.3, 0.7)),
    **dict.fromkeys(("end", "late", "ende", "fin", "finales", "конце"), (0.65, 1.0)),
    "first half": (0.0, 0.5),
    "second half": (0.5, 1.0),
}
"""Shares of the month or year."""
_WEEKS = ("first week", "second week", "third week", "fourth week")


def _joined(text: str, named: Sequence[_Named]) -> list[Period]:
    """Two dates that are the ends of one stretch become it; "since", "before" and the like open a side."""
    found: list[Period] = []
    at = 0
    while at < len(named):
        first, before = named[at], text[max(0, named[at].at - _AROUND) : named[at].at]
        at += 1
        if at < len(named) and _TO_THE_NEXT.fullmatch(text[first.stop : named[at].at]):
            continue  # "last weekend before 10 April" names one stretch, not last weekend
        if at < len(named) and _BETWEEN.search(before) and _AND.fullmatch(text[first.stop : named[at].at]):
            start, end = first.span[0], named[at].span[1]
            while start >= end:  # from November to February
                start = start.replace(year=start.year - 1, day=min(start.day, 28))
            found.append(Period(start, end))
            at += 1
        else:
            found.append(_opened(before, first.span))
    return found


def _opened(before: str, span: Span) -> Period:
    start, end = span
    part = _PART.search(before)
    if part:
        return _opened(before[: part.start()], _part_of(part["part"], start, end))
    offset = _FROM_THERE.search(before)
    if offset:
        return _counted_from(offset, span)
    if _SINCE.search(before):
        return Period(start, None)
    if _AFTER.search(before):
        return Period(end, None)
    if _UNTIL.search(before):
        return Period(None, end)
    return Period(None, start) if _BEFORE.search(before) else Period(start, end)


def _part_of(part: str, start: datetime, end: datetime) -> Span:
    if part in _WEEKS:
        first = start + timedelta(days=7 * _WEEKS.index(part))
        return first, min(first + timedelta(days=7), end)
    low, high = _PARTS[part]
    return start + low * (end - start), start + high * (end - start)


def _counted_from(offset: _Match, span: Span) -> Period:
    """The week before a day reaches up to it, and so do the two weeks: it is told on that day as often as before it."""
    many, start, end = _count(offset), *span
    back = offset["way"] not in ("after", "following", "nach", "après", "después de", "después del", "после")
    unit = "week" if offset["weekday"] or UNITS[offset["unit"]] == "weekend" else UNITS[offset["unit"]]
    return Period(_moved(start, unit, -many), end) if back else Period(start, _moved(end, unit, many))


# --- single dates and stretches ----------------------------------------------------------------------------------


def _midnight(moment: datetime) -> datetime:
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)


def _days(start: datetime, many: int = 1) -> Span:
    return start, start + timedelta(days=many)


def _months_on(start: datetime, months: int) -> datetime:
    """The first of the month so many months on."""
    at = start.year * 12 + start.month - 1 + months
    return start.replace(year=at // 12, month=at % 12 + 1, day=1)


def _months(year: int, month: int, many: int = 1) -> Span:
    start = datetime(year, month, 1, tzinfo=UTC)
    return start, _months_on(start, many)


def _moved(start: datetime, unit: str, many: int) -> datetime:
    if unit in ("month", "year"):
        first = _months_on(start, many * (12 if unit == "year" else 1))
        return first + timedelta(days=min(start.day, 28) - 1)
    return start + timedelta(days=many if unit == "day" else 7 * many)


def _unit(unit: str, day: datetime) -> Span:
    """The day, week, weekend, month or year that a day lies in."""
    monday = day - timedelta(days=day.weekday())
    if unit == "day":
        return _days(day)
    if unit == "week":
        return _days(monday, 7)
    if unit == "weekend":
        return _days(monday + timedelta(days=5), 2)
    return _months(day.year, day.month) if unit == "month" else _months(day.year, 1, 12)


def _count(match: _Match) -> int:
    written = match["count"] or "one"
    return int(written) if written.isdecimal() else COUNTS[written]


def _of_year(match: _Match, month: int, day: int, now: datetime) -> Span:
    """A day of the year that is named, or of the latest one that has come to it."""
    if match["year"]:
        return _days(datetime(int(match["year"]), month, day, tzinfo=UTC))
    for year in range(now.year, now.year - _LEAP_YEARS_APART - 1, -1):
        if day <= monthrange(year, month)[1] and (found := datetime(year, month, day, tzinfo=UTC)) <= now:
            return _days(found)
    raise ValueError(f"{day} is no day of month {month}")


def _iso(match: _Match, now: datetime) -> Span:
    year, month, day = int(match["year"]), int(match["month"]), match["day"]
    return _days(datetime(year, month, int(day), tzinfo=UTC)) if day else _months(year, month)


def _in_numbers(match: _Match, now: datetime) -> Span:
    """Day first, as most of the world writes it; month first where only that gives a date."""
    first, second = int(match["day"]), int(match["second"])
    return _of_year(match, second, first, now) if second <= 12 else _of_year(match, first, second, now)


def _day_of_month(match: _Match, now: datetime) -> Span:
    return _of_year(match, MONTHS[match["month"]], int(match["day"]), now)


def _days_of_month(match: _Match, now: datetime) -> Span:
    """From the 3rd to the 9th of November."""
    start, end = int(match["day"]), int(match["to"])
    if start >= end:
        raise ValueError("no stretch of days")
    first, _ = _of_year(match, MONTHS[match["month"]], start, now)
    return first, first.replace(day=end) + timedelta(days=1)


def _holiday(match: _Match, now: datetime) -> Span:
    return _of_year(match, *HOLIDAYS[match["holiday"]], now)


def _month(match: _Match, now: datetime) -> Span:
    month = MONTHS[match["month"]]
    return _months(int(match["year"]) if match["year"] else now.year - (month > now.month), month)


def _season(match: _Match, now: datetime) -> Span:
    """The latest that has begun, or the year's own; in the winter of a year it begins."""
    month = 3 * SEASONS[match["season"]]
    return _months(int(match["year"]) if match["year"] else now.year - (month > now.month), month, 3)


def _year(match: _Match, now: datetime) -> Span:
    return _months(int(match["year"]), 1, 12)


def _days_back(match: _Match, now: datetime) -> Span:
    return _days(_midnight(now) - timedelta(days=DAYS[match["days"]]))


def _ago(match: _Match, now: datetime) -> Span:
    """The whole week, month or year: people round."""
    unit = UNITS[match["unit"]]
    return _unit(unit, _moved(_midnight(now), unit, -_count(match)))


def _last_many(match: _Match, now: datetime) -> Span:
    """The last three weeks reach up to now."""
    today = _midnight(now)
    return _moved(today, UNITS[match["unit"]], -_count(match)), today + timedelta(days=1)


def _last(match: _Match, now: datetime) -> Span:
    unit = UNITS[match["unit"]]
    return _unit(unit, _moved(_midnight(now), unit, -1))


def _this(match: _Match, now: datetime) -> Span:
    return _unit(UNITS[match["unit"]], _midnight(now))


def _weekday(match: _Match, now: datetime) -> Span:
    """The latest one before today."""
    today = _midnight(now)
    return _days(today - timedelta(days=(today.weekday() - WEEKDAYS[match["weekday"]] - 1) % 7 + 1))


# --- how they are written ----------------------------------------------------------------------------------------

_DAY = r"(?P<day>0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th|er|\.)?"
_TO = r"(?:\s+(?:to|until|till|bis|au|al?|по|до)\s+(?:the\s+)?|\s*[-–—]\s*)"
_DAYS_BETWEEN = r"\b(?:between|zwischen|entre|между)\s+(?:(?:the|dem|le|el)\s+)?"
_AND_DAY = r"\s+(?:and|und|et|y|и)\s+(?:(?:the|dem|le|el)\s+)?"
_LAST_DAY = r"(?P<to>0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th|er|\.)?(?:\s+(?:of|de))?"
_MONTH = rf"(?P<month>{one_of(MONTHS)})\b\.?"
_YEAR = r"(?P<year>(?:19|20)\d\d)\b(?!%)"
_SEASON = rf"(?P<season>{one_of(SEASONS)})\b"
_OF = r"(?:,\s*|\s+(?:of|de|del)\s+|\s+)"
_IN = (
    r"\b(?:in|from|during|throughout|since|until|till|by|before|after|between|and|to|of|early|mid|late|last|this|the year"
    r"|im|im jahr|seit|bis|vor|nach|ab|zwischen|und|letzten|diesen|von|en|depuis|avant|après|entre|et|desde|hasta|antes de"
    r"|después de|y|в|во|с|до|после|между|и)\s+(?:the\s+)?"
)
_FORMS: tuple[tuple[re.Pattern[str], Callable[[_Match, datetime], Span]], ...] = tuple(
    (re.compile(rf"(?<![\w./-]){pattern}"), read)
    for pattern, read in (
        (r"(?P<year>(?:19|20)\d\d)-(?P<month>0[1-9]|1[0-2])(?:-(?P<day>[0-3]\d))?(?![\d-])", _iso),
        (r"(?P<day>\d{1,2})[./](?P<second>\d{1,2})[./](?P<year>(?:19|20)\d\d)\b", _in_numbers),
        (rf"{_DAY}{_TO}{_LAST_DAY}\s+{_MONTH}(?:{_OF}{_YEAR})?", _days_of_month),
        (rf"{_DAYS_BETWEEN}(?P<it>{_DAY}{_AND_DAY}{_LAST_DAY}\s+{_MONTH}(?:{_OF}{_YEAR})?)", _days_of_month),
        (rf"{_DAY}(?:\s+(?:of|de))?\s+{_MONTH}(?:{_OF}{_YEAR})?", _day_of_month),
        (rf"{_MONTH}\s+(?:the\s+)?{_DAY}(?![\w%:])(?:,?\s+{_YEAR})?", _day_of_month),
        (rf"{_MONTH}{_OF}{_YEAR}", _month),
        (rf"(?P<holiday>{one_of(HOLIDAYS)})\b(?:\s+(?:of\s+|de\s+)?{_YEAR})?", _holiday),
        (rf"{_SEASON}{_OF}{_YEAR}", _season),
        (rf"(?P<days>{one_of(DAYS)})\b", _days_back),
        (rf"{_COUNT}\s+{_UNIT}\s+(?:ago|earlier|назад)\b", _ago),
        (rf"(?:vor|il y a|hace)\s+{_COUNT}\s+{_UNIT}\b", _ago),
        (rf"(?:{one_of(LAST)})\s+{_COUNT}\s+{_UNIT}\b", _last_many),
        (rf"(?:{one_of(LAST)})\s+{_UNIT}\b", _last),
        (rf"{_UNIT}\s+(?:dernière?|passée?|pasad[oa])\b", _last),
        (rf"(?:{one_of(THIS)})\s+{_UNIT}\b", _this),
        (
            rf"(?:{one_of(LAST)}|on|since|until|by|before|after|am|seit|le|depuis|el|desde|в|во|с)\s+(?P<it>{_WEEKDAY})\b",
            _weekday,
        ),
        (rf"{_WEEKDAY}\s+(?:dernier|passé|pasado)\b", _weekday),
        (rf"{_IN}(?P<it>{_SEASON}(?P<year>)?)", _season),
        (rf"{_IN}(?P<it>{_MONTH}(?P<year>)?)(?!\s+(?:i|you|we|he|she|they|it|not|be|have)\b)", _month),
        (rf"{_IN}(?P<it>{_YEAR}(?![-/]))", _year),
    )
)
_WORTH_READING = re.compile(rf"\b\d{{4}}\b|\b(?:{one_of({*MONTHS, *WEEKDAYS, *SEASONS, *DAYS, *HOLIDAYS, *UNITS})})\b")
"""Most questions name no time; this is all that they cost."""
