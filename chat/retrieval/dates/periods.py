"""Periods of time mentioned in a question, relative to its `now`: "in May 2023", "two weeks ago", "since Monday"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from chat.retrieval.dates.bare_months import in_full
from chat.retrieval.dates.calendar_words import LAST, UNITS
from chat.retrieval.dates.named_dates import (
    COUNT,
    PAST,
    UNIT,
    WEEKDAY,
    WORTH_READING,
    Match,
    Span,
    a_year_on,
    count,
    forms,
    moved,
)
from chat.retrieval.dates.written_out import written_out
from chat.text.calendar_names import one_of

_LONGEST = 2_000
"""In characters; a longer text is not a plain question, and the dates in it are not what it asks for."""
_YEARS = range(1_000, 9_000)
"""A `now` outside these years leaves no room to count from."""
_ONE_DAY, _TO_SATURDAY, _WEEK = timedelta(days=1), timedelta(days=5), timedelta(days=7)
_DAY_SECONDS = 86_400.0
_NEAR = 0.05
"""Least weight at which a message counts as near a period: about four half-lives after it."""


@dataclass(frozen=True, slots=True)
class Period:
    """The time from `start` up to but excluding `end`, in UTC; `None` for an open side."""

    start: datetime | None
    end: datetime | None

    def overlaps(self, other: Period) -> bool:
        return (self.start is None or other.end is None or self.start < other.end) and (
            other.start is None or self.end is None or other.start < self.end
        )

    def a_year_on(self) -> Period:
        return Period(self.start and a_year_on(self.start), self.end and a_year_on(self.end))


@dataclass(frozen=True, slots=True)
class _Named:
    """A period with its position in the text."""

    at: int
    stop: int
    span: Span


def periods(question: str, now: datetime) -> tuple[Period, ...]:
    """Return the periods mentioned, in the order of the words. A date without a year is the latest that is not after `now`.

    Rules over a table of words are used: of the libraries that read dates, one takes longer than the search, one knows no
    periods, and one is two months old and knows only English (docs/decisions/054).
    """
    text, named = _read(question, now)
    return tuple(_joined(text, named))


def without_dates(question: str, now: datetime) -> tuple[str, tuple[Period, ...]]:
    """Return the folded text without the dates it mentions ("late in May" is one, "the week of 7 May" another), and the periods
    of these dates."""
    text, named = _read(question, now)
    rest, end = "", 0
    for each in named:
        before = text[end : each.at]
        for belonging in (_LAST_ONE, _PART, _WEEK_OF, _FROM_THERE):
            if belongs := belonging.search(before):
                before = before[: belongs.start()]
        after = _PAST_ONE.match(text, each.stop)
        rest, end = f"{rest}{before} ", after.end() if after else each.stop
    return rest + text[end:], tuple(_joined(text, named))


def _read(question: str, now: datetime) -> tuple[str, list[_Named]]:
    """Return the folded question, and the dates in it in order."""
    text = question.casefold().replace("’", "'")
    if len(text) > _LONGEST or now.year not in _YEARS or not WORTH_READING.search(text):
        return text, []
    now = now.astimezone(UTC)
    text = written_out(in_full(text), now)
    named: list[_Named] = []
    for pattern, read in forms():
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
    """Return a factor for each message: 1 if said within a period, falling to `floor` with the days after it, and `floor` before
    it.

    What happened is told that day or some days later, hence the slope after the end. Times are seconds since the epoch. If
    nothing was said in or near any period, all factors are 1.
    """
    near = np.zeros(len(said_at))
    for period in named:
        start = period.start.timestamp() if period.start else -np.inf
        late = np.maximum(said_at - period.end.timestamp(), 0) if period.end else np.zeros(len(said_at))
        near = np.maximum(near, np.where(said_at >= start, np.exp2(-late / (told_later_days * _DAY_SECONDS)), 0))
    best = float(near.max(initial=0))
    return floor + (1 - floor) * near / best if best > _NEAR else np.ones(len(said_at))


_BETWEEN = re.compile(
    r"\b(?:between|from|zwischen|von|vom|entre|del?|du|desde|tra|fra|dal?|между|с|со)\s+(?:(?:the|dem|le|el|il|o)\s+)?$"
)
_AND = re.compile(
    r"\s*(?:and|to|until|till|through|und|bis|et|au|à|y|e|al?|hasta|até|и|по|до|-|–|—)\s+(?:(?:the|dem|le|el|il|o)\s+)?"
)
_THE = r"\s+(?:(?:the|le|el|dem|il|o|a)\s+)?(?:(?:last|past|letzte[nm]?|vergangene[nm])\s+)?$"
_SINCE = re.compile(rf"\b(?:since|seit|depuis|desde|dal|dalla|starting|as of){_THE}|(?<!\w)с\s+$")
_AFTER = re.compile(rf"\b(?:after|following|nach|après|después del?|dopo|após|depois d[eoa]|после){_THE}")
_UNTIL = re.compile(
    rf"\b(?:by|until|till|(?<!\bi )(?<!\bwe )(?<!\bbeen )up to"
    rf"|bis|jusqu'(?:en|au|à)|hasta|fino (?:a|al|alla)|entro|até(?: [ao]o?)?|до конца){_THE}"
)
_BEFORE = re.compile(rf"\b(?:before|prior to|avant|antes del?|antes d[oa]|prima d(?:i|el|ella)|до){_THE}")
_WAYS_BACK = r"before|prior to|vor|avant|antes del?|antes d[oa]|prima d(?:i|el|ella)|до"
_WAYS_ON = r"after|following|nach|après|después del?|dopo|após|depois d[eoa]|после"
_FROM_THERE = re.compile(rf"(?:{COUNT}\s+)?\b(?:{UNIT}|{WEEKDAY})\s+(?:(?P<back>{_WAYS_BACK})|{_WAYS_ON})\s+(?:the\s+)?$")
_WEEK_OF = re.compile(
    r"\b(?:week(?P<end>end)? (?:of|commencing|beginning|starting)|woche (?:vom|ab(?: dem)?)|semaine du|semana del?|settimana del)"
    r"\s+(?:the\s+)?$"
)
_LAST_ONE = re.compile(rf"\b(?:{one_of(LAST)})\s+$")
_PAST_ONE = re.compile(rf"\s+{PAST}\b")
_AROUND = 60
"""Number of characters before a date that say how it is meant."""
_TO_THE_NEXT = re.compile(r"\s+(?:before|prior to|after|following|vor|nach|avant|après|до|после)\s+(?:the\s+)?")
_BEGINNING = "beginning start early anfang beginn début principios inizio início начале"
_MIDDLE = "middle mid mitte mi milieu mediados metà meados середине"
_END = "end late ende fin finales fim finais конце"
_PARTS = {
    **dict.fromkeys(_BEGINNING.split(), (0.0, 0.35)),
    **dict.fromkeys(_MIDDLE.split(), (0.3, 0.7)),
    **dict.fromkeys((*_END.split(), "a fine", "alla fine"), (0.65, 1.0)),
    "first half": (0.0, 0.5),
    "second half": (0.5, 1.0),
}
"""Fractions of the month or year."""
_WEEKS = ("first week", "second week", "third week", "fourth week")
_PART = re.compile(rf"\b(?P<part>{one_of({*_PARTS, *_WEEKS})})(?:\s+(?:part\s+)?(?:of|in|di|del|d[eo]))?[\s-]+(?:the\s+)?$")


def _joined(text: str, named: Sequence[_Named]) -> list[Period]:
    """Merge two dates that are the ends of one period; "since", "before" and the like leave a side open."""
    found: list[Period] = []
    at = 0
    while at < len(named):
        first, before = named[at], text[max(0, named[at].at - _AROUND) : named[at].at]
        at += 1
        if at < len(named) and _TO_THE_NEXT.fullmatch(text[first.stop : named[at].at]):
            continue  # "last weekend before 10 April" is one period, not last weekend
        if at < len(named) and _BETWEEN.search(before) and _AND.fullmatch(text[first.stop : named[at].at]):
            start, end = first.span[0], named[at].span[1]
            if start >= end and start - end < _WEEK:  # from Monday to Wednesday
                start -= _WEEK
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
    if end - start <= _ONE_DAY and (week := _WEEK_OF.search(before)):
        monday = start - timedelta(days=start.weekday())
        return _opened(before[: week.start()], (monday + _TO_SATURDAY if week["end"] else monday, monday + _WEEK))
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


def _counted_from(offset: Match, span: Span) -> Period:
    """Return a period counted from a date.

    The week or weeks before a day include that day, on which they are told as often as before.
    """
    many, start, end = count(offset), *span
    unit = "week" if offset["weekday"] or UNITS[offset["unit"]] == "weekend" else UNITS[offset["unit"]]
    return Period(moved(start, unit, -many), end) if offset["back"] else Period(start, moved(end, unit, many))
