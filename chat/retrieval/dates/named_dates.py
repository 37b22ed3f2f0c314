"""Single dates and periods as questions write them: "7 May 2023", "last Tuesday", "in Q2", "over Easter"."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, time, timedelta
from functools import cache, partial

from dateutil.easter import easter

from chat.retrieval.dates.calendar_words import (
    BETWEEN,
    COUNTS,
    DAY_NUMBER,
    DAYS,
    EASTER,
    HOLIDAYS,
    LAST,
    MONTHS,
    NEXT,
    OF,
    ORDINAL_ENDING,
    ORDINALS,
    SEASONS,
    THIS,
    UNITS,
    YEAR_NUMBER,
)
from chat.text.calendar_names import WEEKDAYS, one_of

_SATURDAY = 5
Span = tuple[datetime, datetime]
Match = re.Match[str]

_LEAP_YEARS_APART = 8
"""Most years from one leap year to the next: 1896 was one, and then 1904."""
COUNT = rf"(?P<count>\d{{1,3}}|{one_of(COUNTS)})(?:\s+(?:of|de))?"
UNIT = rf"(?P<unit>{one_of(UNITS)})"
WEEKDAY = rf"(?P<weekday>{one_of(WEEKDAYS)})"


def _midnight(moment: datetime) -> datetime:
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)


def _days(start: datetime, many: int = 1) -> Span:
    return start, start + timedelta(days=many)


def _months_on(start: datetime, months: int) -> datetime:
    """Return the first day of the month that many months later."""
    at = start.year * 12 + start.month - 1 + months
    return start.replace(year=at // 12, month=at % 12 + 1, day=1)


def _months(year: int, month: int, many: int = 1) -> Span:
    start = datetime(year, month, 1, tzinfo=UTC)
    return start, _months_on(start, many)


def moved(start: datetime, unit: str, many: int) -> datetime:
    """Return the time so many units (day, week, weekend, fortnight, month, year) later; earlier, if negative.

    In months and years the last days of a month become its 28th, which every month has.
    """
    if unit in ("month", "year"):
        first = _months_on(start, many * (12 if unit == "year" else 1))
        return first + timedelta(days=min(start.day, 28) - 1)
    return start + timedelta(days=many * {"day": 1, "fortnight": 14}.get(unit, 7))


def a_year_on(moment: datetime) -> datetime:
    """Return the same day of the following year; 1 March for 29 February."""
    try:
        return moment.replace(year=moment.year + 1)
    except ValueError:
        return moment.replace(year=moment.year + 1, month=3, day=1)


def _unit(unit: str, day: datetime) -> Span:
    """Return the day, week, weekend, month or year that contains a day; for a fortnight, its week."""
    monday = day - timedelta(days=day.weekday())
    if unit == "day":
        return _days(day)
    if unit in ("week", "fortnight"):
        return _days(monday, 7)
    if unit == "weekend":
        return _days(monday + timedelta(days=5), 2)
    return _months(day.year, day.month) if unit == "month" else _months(day.year, 1, 12)


def count(match: Match) -> int:
    """Return the number, in figures or words, that stands in front of a unit; 1 where there is none."""
    written = match["count"] or "one"
    return int(written) if written.isdecimal() else COUNTS[written]


def _of_year(match: Match, month: int, day: int, now: datetime) -> Span:
    """Return a day in the year named, or else its latest occurrence up to now."""
    if match["year"]:
        return _days(datetime(int(match["year"]), month, day, tzinfo=UTC))
    for year in range(now.year, now.year - _LEAP_YEARS_APART - 1, -1):
        if day <= monthrange(year, month)[1] and (found := datetime(year, month, day, tzinfo=UTC)) <= now:
            return _days(found)
    raise ValueError(f"{day} is no day of month {month}")


def _iso(match: Match, now: datetime) -> Span:
    year, month, day = int(match["year"]), int(match["month"]), match["day"]
    return _days(datetime(year, month, int(day), tzinfo=UTC)) if day else _months(year, month)


def _in_numbers(match: Match, now: datetime) -> Span:
    """Read a numeric date, day first as in most of the world; month first if only that is a valid date."""
    first, second = int(match["day"]), int(match["second"])
    return _of_year(match, second, first, now) if second <= 12 else _of_year(match, first, second, now)


def _day_of_month(match: Match, now: datetime) -> Span:
    return _of_year(match, MONTHS[match["month"]], int(match["day"]), now)


def _days_of_month(match: Match, now: datetime) -> Span:
    """Read a range of days within a month: from the 3rd to the 9th of November."""
    start, end = int(match["day"]), int(match["to"])
    if start >= end:
        raise ValueError("no stretch of days")
    first, _ = _of_year(match, MONTHS[match["month"]], start, now)
    return first, first.replace(day=end) + timedelta(days=1)


def _holiday(match: Match, now: datetime) -> Span:
    return _of_year(match, *HOLIDAYS[match["holiday"]], now)


def _latest_months(match: Match, now: datetime, month: int, many: int = 1) -> Span:
    """Return `many` months from the given one on, in the year named or else the latest that have begun."""
    return _months(int(match["year"]) if match["year"] else now.year - (month > now.month), month, many)


def _month(match: Match, now: datetime) -> Span:
    return _latest_months(match, now, MONTHS[match["month"]])


def _next_month(match: Match, now: datetime) -> Span:
    """Return the next month of this name after the current one."""
    month = MONTHS[match["month"]]
    return _months(now.year + (month <= now.month), month)


def _season(match: Match, now: datetime) -> Span:
    """Return a season; winter belongs to the year in which it begins."""
    return _latest_months(match, now, 3 * SEASONS[match["season"]], 3)


def _year(match: Match, now: datetime) -> Span:
    return _months(int(match["year"]), 1, 12)


def _days_back(match: Match, now: datetime) -> Span:
    return _days(_midnight(now) - timedelta(days=DAYS[match["days"]]))


def _away(match: Match, now: datetime, many: int) -> Span:
    """Return the whole week, month or year `many` units after the current one (before it, if negative), as people round."""
    unit = UNITS[match["unit"]]
    return _unit(unit, moved(_midnight(now), unit, many))


def _ago(match: Match, now: datetime) -> Span:
    return _away(match, now, -count(match))


def _ahead(match: Match, now: datetime) -> Span:
    return _away(match, now, count(match))


_before_last, _last, _this, _next = (partial(_away, many=many) for many in (-2, -1, 0, 1))


def _last_many(match: Match, now: datetime) -> Span:
    """Return the last few units up to and including today: "the last three weeks", "the past year"."""
    today = _midnight(now)
    return moved(today, UNITS[match["unit"]], -count(match)), today + timedelta(days=1)


def _half_a_year_ago(match: Match, now: datetime) -> Span:
    return _unit("month", moved(_midnight(now), "month", -6))


def _ago_today(match: Match, now: datetime) -> Span:
    """Return the day itself in "a year ago today"."""
    return _days(moved(_midnight(now), UNITS[match["unit"]], -count(match)))


def _last_hours(match: Match, now: datetime) -> Span:
    return _midnight(now - timedelta(hours=count(match))), _midnight(now) + timedelta(days=1)


def _weekend(match: Match, now: datetime) -> Span:
    """Return the latest weekend that has begun."""
    today = _midnight(now)
    return _days(today - timedelta(days=(today.weekday() - _SATURDAY) % 7), 2)


def _quarter(match: Match, now: datetime) -> Span:
    written = match["quarter"]
    return _latest_months(match, now, 3 * (int(written) if written.isdecimal() else ORDINALS[written]) - 2, 3)


def _half(match: Match, now: datetime) -> Span:
    return _latest_months(match, now, 6 * int(match["half"]) - 5, 6)


def _decade(match: Match, now: datetime) -> Span:
    return _months(10 * int(match["decade"]), 1, 120)


def _of_easter(match: Match, now: datetime) -> Span:
    """Return the latest one that has begun, unless its year is named."""
    first, many = EASTER[match["easter"]]
    for year in (int(match["year"]),) if match["year"] else (now.year, now.year - 1):
        start = datetime.combine(easter(year), time(), UTC) + timedelta(days=first)
        if match["year"] or start <= now:
            return _days(start, many)
    raise ValueError("no Easter")  # pragma: no cover - last year's is before any day


def _weekday_of_month(match: Match, now: datetime) -> Span:
    """Return a weekday within a month: the last Sunday of October."""
    start, end = _month(match, now)
    first = start + timedelta(days=(WEEKDAYS[match["weekday"]] - start.weekday()) % 7)
    many = (end - first - timedelta(days=1)).days // 7 + 1
    nth = many if match["nth"] in LAST else ORDINALS[match["nth"]]
    if nth > many:
        raise ValueError(f"no month has {nth} of them")
    return _days(first + timedelta(days=7 * (nth - 1)))


def _calendar_week(match: Match, now: datetime) -> Span:
    """Return a week by ISO 8601; the latest that has begun, unless its year is named."""
    week = int(match["week"])
    year = int(match["year"]) if match["year"] else now.year
    start = datetime.fromisocalendar(year, week, 1).replace(tzinfo=UTC)
    if not match["year"] and start > now:
        start = datetime.fromisocalendar(year - 1, week, 1).replace(tzinfo=UTC)
    return _days(start, 7)


def _bare_day(match: Match, now: datetime) -> Span:
    """Return the latest day with this number."""
    day = int(match["day"])
    for back in range(13):
        first = _months_on(_midnight(now), -back)
        if day <= monthrange(first.year, first.month)[1] and (found := first.replace(day=day)) <= now:
            return _days(found)
    raise ValueError(f"no month has a day {day}")


def _next_weekday(match: Match, now: datetime) -> Span:
    """Return the first such weekday after today."""
    today = _midnight(now)
    return _days(today + timedelta(days=(WEEKDAYS[match["weekday"]] - today.weekday() - 1) % 7 + 1))


def _weekday(match: Match, now: datetime) -> Span:
    """Return the latest such weekday before today."""
    today = _midnight(now)
    return _days(today - timedelta(days=(today.weekday() - WEEKDAYS[match["weekday"]] - 1) % 7 + 1))


_DAY = rf"(?P<day>{DAY_NUMBER}){ORDINAL_ENDING}"
_TO = r"(?:\s+(?:to|until|till|bis|au|al?|até|по|до)\s+(?:the\s+)?|\s*[-–—]\s*)"
_DAYS_BETWEEN = rf"{BETWEEN}(?:(?:the|dem|le|el|il|o)\s+)?"
_AND_DAY = r"\s+(?:and|und|et|y|e|и)\s+(?:(?:the|dem|le|el|il|o)\s+)?"
_LAST_DAY = rf"(?P<to>{DAY_NUMBER}){ORDINAL_ENDING}(?:\s+(?:of|de))?"
_MONTH = rf"(?P<month>{one_of(MONTHS)})\b\.?"
_YEAR = rf"(?P<year>{YEAR_NUMBER})\b(?!%)"
_ITALIAN_MONTHS = "gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre"
_OWN_SEASONS = "primavera|verão|outono|autunno|inverno"
_PORTUGUESE_DAYS = "(?:segunda|terça|quarta|quinta|sexta)-feira|sábado|domingo"
"""Preceded by "a" or "no" in Portuguese, which are English words too."""
_BARE_DAYS = "lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica"
"""Names that mean the day of this or the previous week even without a preposition."""
_OWN_SUMMERS = "(?:quest|d)'estate"
PAST = r"(?:derni(?:er|ère)|passée?|pasad[oa]|passad[oa]|scors[oa])"
_SEASON = rf"(?P<season>{one_of(SEASONS)})\b"
_IN = (
    r"\b(?:in|from|during|throughout|since|until|till|by|before|after|between|and|or|to|of|early|mid|late|last|this|the year"
    r"|im|im jahr|seit|bis|vor|nach|ab|zwischen|und|oder|letzten|diesen|von|anfang|mitte|ende|en|début|fin|depuis|avant|après"
    r"|entre|et|desde|hasta|antes de|(?:principios|mediados|finales) de"
    r"|después de|nel|di|dal?|fino a|entro|dopo|prima di|tra|fra|inizio|metà|a fine"
    r"|em|até|depois de|(?:início|meados|fim|finais) de|y|в|во|с|до|после|между|и)\s+(?:the\s+)?"
)
_PART_OF = (
    r"\b(?:(?:beginning|start|early|middle|end|late|first half|second half) (?:in|of)|anfang|beginn|mitte|ende|début|milieu"
    r"|fin(?! de semana)|principios|mediados|finales|inizio|metà|início|meados|fim)\s+"
)
"""Phrases followed by the current year or month: "since the beginning of the year"."""
_NOT_OF = r"\b(?!\s+(?:of|before|after|vor|nach|vom|du|avant|après|del?|antes|después|di|d[oae])\b)"
_WEEKENDS = tuple(
    rf"\b(?:{was})\b.*?\b(?P<it>{weekend}){_NOT_OF}"
    for was, weekend in (
        ("did|was|were|happened|went|had", "(?:on|at|over|during) the weekend"),
        (
            "habe?|haben|hatten?|war|waren|ging|gingen|gab|ist(?=.*(?:passiert|gewesen|geschehen))",
            r"(?:am|übers) wochenende(?!\s+(?:vor|frei|zeit|dienst|geplant)\b)",
        ),
        (r"ai|avons|avez|ont|s'est|on a|c'était|étai\w+|étions", "(?:le|ce|pendant le) week-?end"),
        ("hice|hicimos|pasó|fue|fui|fuimos|hubo|estuve|estuvimos|hemos", "el fin de semana"),
        ("ho|abbiamo|è|c'era", "(?:nel|il) fine settimana"),
        ("fiz|fizemos|houve|aconteceu|foi|fui", "no fim de semana"),
        (r"\w+л[аио]?|\w+лось", "(?:на|в) выходны[ех]"),
    )
)
"""A weekend without a date in a question about what is over is the last one: "What did I do at the weekend?"."""
_FORMS: tuple[tuple[str, Callable[[Match, datetime], Span]], ...] = (
    (
        rf"(?P<nth>{one_of(ORDINALS)}|{one_of(LAST)})\s+{WEEKDAY}\s+(?:of|in|im|du mois de|de|di)\s+{_MONTH}(?:{OF}{_YEAR})?",
        _weekday_of_month,
    ),
    (r"(?P<year>(?:19|20)\d\d)-(?P<month>0[1-9]|1[0-2])(?:-(?P<day>[0-3]\d))?(?![\d-])", _iso),
    (r"(?P<year>(?:19|20)\d\d)/(?P<month>0?[1-9]|1[0-2])/(?P<day>[0-3]?\d)(?!\d)", _iso),
    (r"(?P<day>\d{1,2})[./](?P<second>\d{1,2})[./](?P<year>(?:19|20)\d\d)\b", _in_numbers),
    (rf"(?:dal?\s+|del\s+)?{_DAY}{_TO}{_LAST_DAY}\s+{_MONTH}(?:{OF}{_YEAR})?", _days_of_month),
    (rf"{_DAYS_BETWEEN}(?P<it>{_DAY}{_AND_DAY}{_LAST_DAY}\s+{_MONTH}(?:{OF}{_YEAR})?)", _days_of_month),
    (rf"{_DAY}(?:\s+(?:of|de))?\s+{_MONTH}(?:{OF}{_YEAR})?", _day_of_month),
    (rf"{_MONTH}\s+(?:the\s+)?{_DAY}(?![\w%:])(?:,?\s+{_YEAR})?", _day_of_month),
    (rf"{_MONTH}{OF}{_YEAR}", _month),
    (rf"(?:calendar week|kw|kalenderwoche)\s?(?P<week>[1-9]|[1-4]\d|5[0-3])\b(?:{OF}{_YEAR})?", _calendar_week),
    (rf"(?P<easter>{one_of(EASTER)})\b(?:\s+(?:of\s+|de\s+)?{_YEAR})?", _of_easter),
    (rf"(?P<holiday>{one_of(HOLIDAYS)})\b(?:\s+(?:of\s+|de\s+)?{_YEAR})?", _holiday),
    (rf"{_SEASON}{OF}{_YEAR}", _season),
    (rf"q(?P<quarter>[1-4])\b(?:{OF}{_YEAR})?", _quarter),
    (rf"(?P<quarter>{one_of(ORDINALS)}|[1-4]\.)\s(?:quarter|quartal|trimestre)\b(?:{OF}{_YEAR})?", _quarter),
    (rf"h(?P<half>[12])\b{OF}{_YEAR}", _half),
    (r"(?P<decade>(?:19|20)\d)0(?:s|'s|er(?:n|jahren?)?)\b", _decade),
    (rf"{_PART_OF}(?P<it>(?:the|this|des|der|dieses|dieser|de l'|del|du|de la|dell'|della|d[oae])\s?{UNIT})\b", _this),
    (r"half a year\s+(?:ago|earlier|back)\b|vor (?:einem )?halben jahr\b", _half_a_year_ago),
    (rf"{COUNT}\s+{UNIT}\s+ago\s+today\b", _ago_today),
    (rf"{UNIT}\s+before last\b", _before_last),
    (rf"(?:vorletzte[nrsm]?|avant-derni(?:er|ère)|penultim[oa]|penúltim[oa])\s+{UNIT}\b", _before_last),
    (rf"{UNIT}\s+antepasad[oa]\b", _before_last),
    (rf"(?P<days>{one_of(DAYS)})\b", _days_back),
    (rf"{COUNT}\s+{UNIT}\s+(?:ago|earlier|back|fa|atrás|назад)\b", _ago),
    (rf"(?:vor|il y a|hace|há)\s+{COUNT}\s+{UNIT}\b", _ago),
    (rf"(?:{one_of(LAST)})\s+{COUNT}\s+{UNIT}\b", _last_many),
    (rf"(?:{one_of(LAST)})\s+{COUNT}\s+(?:hours|stunden|heures|horas|ore)\b", _last_hours),
    (
        rf"(?:the past|(?:in|over|during|within|throughout) the last)(?P<count>)\s+{UNIT}\b(?!\s+of\b)",
        _last_many,
    ),
    (rf"(?:{one_of(LAST)})\s+{UNIT}\b", _last),
    (rf"(?:{one_of(NEXT)})\s+{UNIT}\b", _next),
    (rf"{UNIT}\s+(?:prochaine?|que viene|prossim[oa]|que vem)\b", _next),
    (rf"in\s+{COUNT}\s+{UNIT}['’]?s? time\b", _ahead),
    (rf"(?:{one_of(NEXT)})\s+{WEEKDAY}\b", _next_weekday),
    (rf"{UNIT}\s+{PAST}\b", _last),
    (rf"(?:(?:{one_of(THIS)})\s+|quest'){UNIT}\b", _this),
    (
        rf"(?:{one_of(LAST)}|on|since|until|by|before|after|from|to|and|between|am|vom|bis|seit|le|depuis|el|desde|dal|в|во|с)\s+(?P<it>{WEEKDAY})\b",
        _weekday,
    ),
    (rf"{WEEKDAY}\s+{PAST}\b", _weekday),
    (rf"n[ao]\s+(?P<it>(?P<weekday>{_PORTUGUESE_DAYS}))\b", _weekday),
    (rf"(?<!ogni )(?<!chaque )(?<!les )(?P<it>(?P<weekday>{_BARE_DAYS}))\b", _weekday),
    (rf"{_SEASON}\s+{PAST}\b(?P<year>)?", _season),
    (rf"{_IN}(?P<it>{_SEASON}(?P<year>)?)", _season),
    (rf"(?:n[oa]|nel(?:la)?)\s+(?P<it>(?P<season>{_OWN_SEASONS})\b(?P<year>)?)", _season),
    (rf"(?P<it>(?P<season>{_OWN_SUMMERS})\b(?P<year>)?)", _season),
    (rf"(?:over|pendant|durante|über)\s+(?:the |l'|el |la |den )?(?P<it>{_SEASON}(?P<year>)?)", _season),
    (rf"(?:mid|mi)-(?P<it>{_MONTH}(?:{OF}{_YEAR})?)", _month),
    (rf"(?:{one_of(NEXT)})\s+{_MONTH}", _next_month),
    (
        r"(?:on|since|until|till|by|after|before) the (?P<it>(?P<day>[1-9]|[12]\d|3[01])(?:st|nd|rd|th))(?![\w%]|\s\w)",
        _bare_day,
    ),
    (r"(?:am|seit dem|bis zum) (?P<it>(?P<day>[1-9]|[12]\d|3[01])\.)(?!\s?\w)", _bare_day),
    (rf"ad?\s+(?P<it>(?P<month>{_ITALIAN_MONTHS})\b(?P<year>)?)", _month),
    (rf"{_IN}(?P<it>{_MONTH}(?P<year>)?)(?!\s+(?:i|you|we|he|she|they|it|not|be|have)\b)", _month),
    (rf"{_IN}(?P<it>{_YEAR}(?![-/]))", _year),
)
WORTH_READING = re.compile(
    r"\b\d{4}\b|\d年|\d0s\b|\bq[1-4]\b|\bkw\s?\d|\d(?:st|nd|rd|th)\b|\b(?:am|dem|zum) \d"
    rf"|\b(?:{one_of({*MONTHS, *WEEKDAYS, *SEASONS, *DAYS, *HOLIDAYS, *EASTER, *UNITS})}|hours|stunden|heures|horas|ore"
    r"|quarter|quartal|trimestre)\b"
)
"""Cheap test before the patterns above, as most questions contain no date."""


@cache
def forms() -> Sequence[tuple[re.Pattern[str], Callable[[Match, datetime], Span]]]:
    """Return the patterns of dates and periods with what reads each; they are compiled when a text is first worth reading."""
    weekends = [(re.compile(weekend), _weekend) for weekend in _WEEKENDS]
    return [*((re.compile(rf"(?<![\w./-]){pattern}"), read) for pattern, read in _FORMS), *weekends]
