"""Write abbreviated dates out in full.

"in May and June 2023" has two months of that year, "Monday, 6 May" is one day, and "in October last year" one month.
"""

from __future__ import annotations

import re
from datetime import datetime

from chat.retrieval.dates.calendar_words import BETWEEN, DAY_NUMBER, MONTHS, OF, ORDINAL_ENDING, SEASONS, YEAR_NUMBER
from chat.text.calendar_names import WEEKDAYS, one_of

_MONTH = rf"(?:{one_of(MONTHS)})\b\.?"
_DAY = DAY_NUMBER + ORDINAL_ENDING
_YEAR = rf"{YEAR_NUMBER}\b"
_THE = r"(?:(?:the|dem|den|der|le|el|il|o)\s+)?"
_LISTED = (
    r"(?:\s*[,&/–—-]\s*(?:and\s+|or\s+)?|\s+(?:and|or|to|till|until|through|und|oder|bis|et|ou|à|y|o|e|al?|até|и|или|по|до)\s+)"
)
_WEEKDAY_OF_A_DATE = re.compile(
    rf"\b(?:{one_of(WEEKDAYS)})\b\.?,?\s+{_THE}"
    rf"(?={_DAY}\s+(?:of\s+|de\s+)?{_MONTH}|{_MONTH}\s+(?:the\s+)?{_DAY}(?![\w%:])|\d{{4}}[-/]\d\d?[-/]\d|\d{{1,2}}[./]\d{{1,2}}[./])"
)
_MONTHS_OF_A_YEAR = re.compile(rf"(?<![\w.-])(?P<listed>{_MONTH}(?:{_LISTED}{_MONTH})+){OF}(?P<year>{_YEAR})")
_DAYS_OF_A_MONTH = re.compile(
    rf"(?<![\w./-])(?P<listed>{_DAY}(?:,\s*{_DAY})*),?\s+(?:and|or|und|oder|et|ou|y|o|e|и|или)\s+{_THE}"
    rf"(?={_DAY}\s+(?:of\s+|de\s+)?(?P<month>{_MONTH})(?:{OF}(?P<year>{_YEAR}))?)"
)
_BETWEEN = re.compile(rf"{BETWEEN}{_THE}$")
_YEARS = {
    "last year": -1, "letzten jahres": -1, "letztes jahr": -1, "vorigen jahres": -1, "voriges jahr": -1, "vergangenen jahres": -1,
    "l'an dernier": -1, "l'année dernière": -1, "año pasado": -1, "anno scorso": -1, "ano passado": -1,
    "прошлого года": -1, "прошлом году": -1,
    "this year": 0, "dieses jahres": 0, "diesen jahres": 0, "dieses jahr": 0, "cette année": 0, "este año": 0, "quest'anno": 0,
    "este ano": 0, "deste ano": 0, "этого года": 0,
    "next year": 1, "nächsten jahres": 1, "nächstes jahr": 1, "l'année prochaine": 1, "próximo año": 1, "anno prossimo": 1,
    "próximo ano": 1,
}  # fmt: skip
"""Offset from the year of `now`."""
_WITHIN = rf"(?P<within>{_MONTH}|(?:{one_of(SEASONS)})\b|q[1-4]\b)"
_OF_THAT_YEAR = re.compile(
    rf"{_WITHIN},?\s+(?:of\s+|in\s+|de\s+|del\s+|el\s+|des\s+|dell'|do\s+)?(?P<year>{one_of(_YEARS)})(?!')\b"
)
_THAT_YEAR_IN = re.compile(rf"\b(?P<year>{one_of(_YEARS)}),?\s+(?:in|im|en|em|a|в)\s+{_WITHIN}")
_SHORT_YEAR = re.compile(rf"(?P<month>{_MONTH})\s+'(?P<year>\d\d)\b")
_CHINESE = re.compile(rf"(?P<year>{YEAR_NUMBER})\s?年\s?(?P<month>1[0-2]|0?[1-9])\s?月(?:\s?(?P<day>3[01]|[12]\d|0?[1-9])\s?日)?")


def written_out(text: str, now: datetime) -> str:
    """Return a folded question with its dates written in full; unchanged if none leaves anything out."""
    text = _CHINESE.sub(_iso, text)
    text = _SHORT_YEAR.sub(lambda match: f"{match['month']} 20{match['year']}", text)
    text = _OF_THAT_YEAR.sub(lambda match: f"{match['within']} {now.year + _YEARS[match['year']]}", text)
    text = _THAT_YEAR_IN.sub(lambda match: f"in {match['within']} {now.year + _YEARS[match['year']]}", text)
    text = _WEEKDAY_OF_A_DATE.sub("", text)
    text = _MONTHS_OF_A_YEAR.sub(_each_month, text)
    return _DAYS_OF_A_MONTH.sub(_each_day, text)


def _iso(match: re.Match[str]) -> str:
    month = f"{match['year']}-{int(match['month']):02}"
    return f" {month}-{int(match['day']):02} " if match["day"] else f" {month} "


def _each_month(match: re.Match[str]) -> str:
    listed = re.sub(rf"({_MONTH})(?=\W)", rf"\1 {match['year']}", match["listed"])
    return f"{re.sub(r'(?<=[0-9])[-–—](?=[^0-9])', ' to ', listed)} {match['year']}"


def _each_day(match: re.Match[str]) -> str:
    """Add the month to each day of a list, unless the days are the ends of a period."""
    if _BETWEEN.search(match.string[: match.start()]):
        return match.group()
    of = f" {match['month']}" + (f" {match['year']}" if match["year"] else "")
    return re.sub(rf"{_DAY}(?=\W|$)", lambda day: day.group() + of, match["listed"]) + " and "
