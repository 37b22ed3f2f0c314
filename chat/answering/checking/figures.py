"""Parse the numbers, amounts, dates and times of a text into a normal form, however they are written."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from chat.text import folded
from chat.text.calendar_names import MONTHS, WEEKDAYS, one_of

_ORDINALS = {word: number for number, word in enumerate(["first", "second", "third", "fourth"], start=1)}
_WORDS = {
    word: float(value)
    for value, words in (
        (2, "two zwei deux dos два две"),
        (3, "three drei trois tres три"),
        (4, "four vier quatre cuatro четыре"),
        (5, "five fünf cinq cinco пять"),
        (6, "six sechs seis шесть"),
        (7, "seven sieben sept siete семь"),
        (8, "eight acht huit ocho восемь"),
        (9, "nine neun nueve девять"),
        (10, "ten zehn dix diez десять"),
        (11, "eleven elf onze once одиннадцать"),
        (12, "twelve zwölf douze doce dozen dutzend двенадцать"),
        (13, "thirteen dreizehn treize trece"),
        (14, "fourteen vierzehn quatorze catorce"),
        (15, "fifteen fünfzehn quinze quince"),
        (16, "sixteen sechzehn seize"),
        (17, "seventeen siebzehn"),
        (18, "eighteen achtzehn"),
        (19, "nineteen neunzehn"),
        (20, "twenty zwanzig vingt veinte двадцать"),
        (30, "thirty dreißig dreissig trente treinta тридцать"),
        (40, "forty vierzig quarante cuarenta"),
        (50, "fifty fünfzig cinquante cincuenta"),
        (60, "sixty sechzig soixante sesenta"),
        (70, "seventy siebzig setenta"),
        (80, "eighty achtzig ochenta"),
        (90, "ninety neunzig noventa"),
        (100, "hundred hundert сто"),
    )
    for word in words.split()
    if word not in ("once", "sept")  # English for a single time; abbreviation of September
}
_SCALES = {
    word: scale
    for scale, words in (
        (1e3, "thousand tausend mille mil тысяч k 千"),
        (1e4, "万 萬"),
        (1e6, "million millions millionen millones mio mln миллион миллиона миллионов"),
        (1e8, "亿 億"),
        (1e9, "billion billions bn milliarde milliarden milliard milliards mrd миллиард миллиардов"),
        (1e12, "trillion trillions"),
    )
    for word in words.split()
}
_UNITS: dict[str, tuple[str, float]] = {
    word: (kind, factor)
    for kind, factor, words in (
        ("%", 1, "% percent prozent pourcent процент процента процентов"),
        ("EUR", 1, "€ eur euro euros евро"),
        ("USD", 1, "$ usd dollar dollars"),
        ("GBP", 1, "£ gbp pound pounds"),
        ("JPY", 1, "¥ jpy yen"),
        ("CHF", 1, "chf franken"),
        ("INR", 1, "₹ inr rupees"),
        ("RUB", 1, "₽ rub рублей рубля"),
        ("g", 0.001, "mg"),
        ("g", 1, "g gram grams gramm grammes gramos"),
        ("g", 1e3, "kg kilogram kilograms kilo kilos"),
        ("g", 1e6, "t tonne tonnes"),
        ("m", 0.001, "mm"),
        ("m", 0.01, "cm"),
        ("m", 1, "m metre metres meter meters mètres metros"),
        ("m", 1e3, "km kilometre kilometres kilometer kilometers"),
        ("m", 1609.344, "mile miles"),
        ("l", 0.001, "ml"),
        ("l", 1, "l litre litres liter liters litros"),
        ("s", 0.001, "ms milliseconds"),
        ("s", 1, "s sec seconds sekunden secondes segundos"),
        ("s", 60, "min minute minutes minuten minutos"),
        ("s", 3600, "h hour hours stunde stunden heure heures hora horas"),
        ("s", 86400, "day days tag tage tagen jour jours día días день дней"),
        ("s", 604800, "week weeks woche wochen semaine semaines semana semanas"),
        ("month", 1, "month months monat monate monaten mois mes meses месяц месяцев 个月 か月"),
        ("month", 12, "year years jahr jahre jahren an ans années año años год года лет"),
        ("°", 1, "°c °f °"),
        ("B", 1e3, "kb"),
        ("B", 1e6, "mb"),
        ("B", 1e9, "gb"),
        ("B", 1e12, "tb"),
    )
    for word in words.split()
}
"""Units by word: the quantity each measures and its factor to that quantity's base unit."""


_MONTH = rf"(?P<month>{one_of(MONTHS)})\b\.?"
_FULL_MONTHS = [name for name in MONTHS if len(name) > 3 and name not in ("march", "mars", "sept", "marzo")]
"""Months recognised without a day or a year; the excluded names are also other words or abbreviations."""
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th|er|\.|º)?"
_YEAR = r"(?P<year>(?:1[5-9]|20|21)\d\d)\b"
_IN_DIGITS, _BY_MONTH, _BY_WEEKDAY = (
    [re.compile(pattern, re.IGNORECASE) for pattern in patterns]
    for patterns in (
        (
            r"(?<![\w.-])(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})\b",
            r"(?<![\w.])(?P<day>\d{1,2})(?P<mark>[./])(?P<month>\d{1,2})(?P=mark)(?P<year>\d{4})\b",
            r"(?P<year>\d{4})年(?:(?P<month>\d{1,2})月)?(?:(?P<day>\d{1,2})日)?",
        ),
        (
            rf"(?<![\w.,]){_DAY}\s+(?:of\s+|de\s+)?{_MONTH}(?:,?\s+(?:del?\s+|of\s+)?{_YEAR})?",
            rf"(?<!\w){_MONTH}\s+(?:the\s+)?(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b(?![.,:]?\d|\s?%)(?:,?\s+{_YEAR})?",
            rf"(?<!\w){_MONTH}\s+(?:of\s+|de\s+)?{_YEAR}",
            rf"(?<=\b(?:in|by|of|im|en|to)\s)(?P<month>{one_of(MONTHS)})\b",
            rf"(?<!\w)(?P<month>{one_of(_FULL_MONTHS)})\b",
        ),
        (rf"(?<!\w)(?P<weekday>{one_of(WEEKDAYS)})s?\b",),
    )
)
_BY_QUARTER = re.compile(
    rf"(?<!\w)(?:Q(?P<quarter>[1-4])|(?P<nth>{one_of(_ORDINALS)})[- ]quarter)"
    rf"(?:\s+(?:of\s+)?(?:fiscal\s+(?:year\s+)?)?{_YEAR})?",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]+")
_WEEKDAY_FORMS = frozenset(WEEKDAYS) | {f"{day}s" for day in WEEKDAYS}
_TIME = re.compile(
    r"(?<![\w:.,])(?:(?P<hour>[01]?\d|2[0-3])(?::(?P<minute>[0-5]\d)(?![\d:.]*\d))?\s?(?P<half>[ap])\.?m\b\.?"
    r"|(?P<hour2>[01]?\d|2[0-3]):(?P<minute2>[0-5]\d)(?![:.]?\d)|(?P<hour3>[01]?\d|2[0-3])\s?Uhr)",
    re.IGNORECASE,
)
_UNSPACED = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7ff"
"""Scripts that write numbers without a space before them."""
_CURRENCY = r"[$€£¥₹₽]|(?:EUR|USD|GBP|CHF|JPY|INR)\b"
_SCALE = rf"(?P<scale>(?:{one_of(word for word in _SCALES if len(word) > 1)})\b|[kK](?!\w)|[千万萬亿億])"
_UNIT = rf"(?P<unit>[%€$£¥₹₽]|°\s?[CF]?|个月|か月|(?:{one_of(unit for unit in _UNITS if unit[0].isalpha())})(?!\w))"
_DIGITS = r"\d{1,3}(?:[ '’]\d{3})+(?!\d)(?:[.,]\d+)?|\d[\d.,]*\d|\d"
_NUMBER = re.compile(
    rf"(?P<before>{_CURRENCY})?\s?(?<![^\W{_UNSPACED}])(?<!\d[.,])(?P<minus>(?<!\S)[-−])?(?P<digits>{_DIGITS})(?:\s?{_SCALE})?"
    rf"(?:\s?(?P<m>m)(?=illion)|\s?-?\s?{_UNIT})?(?![^\W_]*\d)",
    re.IGNORECASE,
)
_ONES = [word for word, value in _WORDS.items() if value < 10]
_SPELLED = re.compile(
    rf"(?<![\w-])(?P<word>{one_of(_WORDS)})(?:[- ](?P<ones>{one_of(_ONES)}))?\b"
    rf"(?:\s{_SCALE})?(?:[\s-]{_UNIT})?",
    re.IGNORECASE,
)
_ROUGHLY = re.compile(
    r"(?:\b(?:about|around|roughly|nearly|almost|approximately|some|circa|ca\.?|rund|etwa|fast|environ|près de|unos"
    r"|casi)|[~≈])\s*$",
    re.IGNORECASE,
)
_GROUPED = re.compile(r"\d{1,3}([.,])\d{3}")
_LEAST_SPELLED = 3
"""Largest spelled-out number that, without a known unit ("two options"), may be the answer's own counting."""
_CLOSE = 1e-9
Read = TypeVar("Read")


@dataclass(frozen=True, slots=True)
class Figure:
    """A number as written, with its possible meanings."""

    text: str
    values: tuple[float, ...]
    """Possible values: `1.250` is 1.25 or 1,250."""
    unit: str
    """The quantity the unit measures; empty without a known unit."""
    factor: float
    slack: float
    """Tolerated difference: figures in millions and decimals are rounded."""
    at: int
    counted: bool = False
    """It is a small number in words without a unit."""


@dataclass(frozen=True, slots=True)
class Day:
    """A date, as far as it is given."""

    text: str
    year: int | None
    month: int | None
    """Month, 1 to 12; 101 to 104 stand for quarters."""
    day: int | None
    weekday: int | None
    at: int


@dataclass(frozen=True, slots=True)
class Figures:
    """All numbers, dates and times of a text."""

    numbers: tuple[Figure, ...]
    days: tuple[Day, ...]
    times: tuple[Figure, ...]

    @property
    def words(self) -> str:
        """The words they are written with, including units."""
        return " ".join([each.text for each in self.numbers + self.times] + [each.text for each in self.days])

    @property
    def empty(self) -> bool:
        return not (self.numbers or self.days or self.times)


def figures(text: str) -> Figures:
    """Parse a text, dates and times first so that their parts are not taken for numbers. Offsets refer to the NFKC form of
    `text`."""
    left = unicodedata.normalize("NFKC", text).replace("−", "-").replace("\u00a0", " ")
    words = frozenset(_WORD.findall(left.casefold()))
    digits = any(letter.isdigit() for letter in left)
    patterns = [
        *(_IN_DIGITS if digits else ()),
        *(_BY_MONTH if not words.isdisjoint(MONTHS) else ()),
        *([_BY_QUARTER] if digits or "quarter" in words else ()),
        *(_BY_WEEKDAY if not words.isdisjoint(_WEEKDAY_FORMS) else ()),
    ]
    days: list[Day] = []
    for pattern in patterns:
        left = _taken(left, pattern, _day, days)
    times: list[Figure] = []
    numbers: list[Figure] = []
    if digits:
        left = _taken(left, _TIME, _time, times)
        left = _taken(left, _NUMBER, _number, numbers)
    if not words.isdisjoint(_WORDS):
        _taken(left, _SPELLED, _spelled, numbers)
    return Figures(tuple(numbers), tuple(days), tuple(times))


def together(several: Sequence[Figures]) -> Figures:
    """Merge the figures of several texts."""
    return Figures(
        tuple(number for each in several for number in each.numbers),
        tuple(day for each in several for day in each.days),
        tuple(time for each in several for time in each.times),
    )


def matches(one: Figure, other: Figure) -> bool:
    """Return whether a claim's figure equals a source's, within rounding; if both have a known unit, the units must be
    compatible."""
    convertible = bool(one.unit and other.unit)
    if convertible and one.unit != other.unit:
        return False
    for value in one.values:
        for theirs in other.values:
            apart = abs(value * one.factor - theirs * other.factor) / one.factor if convertible else abs(value - theirs)
            if apart <= max(one.slack, _CLOSE * abs(value)):
                return True
    return False


def same_time(one: Figure, other: Figure) -> bool:
    """Return whether two times are the same, ignoring twelve hours if one of them does not say which half of the day it means."""
    apart = abs(one.values[0] - other.values[0])
    return apart == 0 or (apart == 12 * 60 and "halves" in (one.unit, other.unit))


def agrees(one: Day, other: Day) -> bool:
    """Return whether a claim's date agrees with a source's, as far as both are given."""
    pairs = ((one.year, other.year), (one.month, other.month), (one.day, other.day), (one.weekday, other.weekday))
    told = [(mine, theirs) for mine, theirs in pairs if mine is not None and theirs is not None]
    if _ambiguous(one) or _ambiguous(other):
        swapped = Day(one.text, year=one.year, month=one.day, day=one.month, weekday=one.weekday, at=one.at)
        if {swapped.month, swapped.day} == {other.month, other.day} and one.year == other.year:
            return True
    return bool(told) and all(mine == theirs for mine, theirs in told)


def _ambiguous(day: Day) -> bool:
    """Return whether day and month may be swapped: `03/05/2024` is in May in some countries and in March in others."""
    return "/" in day.text and day.month is not None and day.day is not None and day.month <= 12 and day.day <= 12


def _taken(text: str, pattern: re.Pattern[str], read: Callable[[re.Match[str], str], Read | None], into: list[Read]) -> str:
    """Read matches into `into`, and return the text with blanks in their place."""
    parts, start = [], 0
    for match in pattern.finditer(text):
        found = read(match, text)
        if found is None:
            continue
        into.append(found)
        parts += [text[start : match.start()], " " * (match.end() - match.start())]
        start = match.end()
    return "".join(parts) + text[start:]


def _day(match: re.Match[str], text: str) -> Day | None:
    told = match.groupdict()
    month, day, year = told.get("month"), told.get("day"), told.get("year")
    number = None
    if month is not None:
        number = int(month) if month.isdigit() else MONTHS[folded(month)]
        if month.casefold() == "may" and not (
            month[0].isupper() and (day or year or text[: match.start()].endswith(("in ", "of ")))
        ):
            return None
    quarter, nth = told.get("quarter"), told.get("nth")
    if quarter or nth:
        number = 100 + (int(quarter) if quarter else _ORDINALS[folded(str(nth))])
    if told.get("mark") == "/" or told.get("mark") == ".":
        first, second = int(str(day)), int(str(month))
        if second > 12 >= first:
            day, number = str(second), first
    weekday = told.get("weekday")
    return Day(
        match.group(),
        year=int(year) if year else None,
        month=number,
        day=int(day) if day else None,
        weekday=WEEKDAYS[folded(weekday)] if weekday else None,
        at=match.start(),
    )


def _time(match: re.Match[str], text: str) -> Figure:
    hour = int(match["hour"] or match["hour2"] or match["hour3"])
    minute = int(match["minute"] or match["minute2"] or 0)
    half = folded(match["half"] or "")
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    unit = "" if half or hour > 12 or match["hour3"] else "halves"
    return Figure(match.group().strip(), values=(hour * 60.0 + minute,), unit=unit, factor=1, slack=0, at=match.start())


def _number(match: re.Match[str], text: str) -> Figure | None:
    digits = match["digits"].rstrip(".,")
    values, decimals = _values(digits)
    if not values:
        return None
    scale = _SCALES[folded(match["scale"])] if match["scale"] else 1.0
    unit = folded((match["before"] or match["unit"] or "").strip()).replace(" ", "")
    if match["before"] and folded(match["unit"] or "") == "m":
        scale = 1e6
    kind, factor = _UNITS.get(unit, ("", 1.0))
    roughly = bool(_ROUGHLY.search(text[: match.start("digits")].rstrip("$€£ ") + " "))
    sign = -1.0 if match["minus"] else 1.0
    slack = 0.5 * 10.0**-decimals * scale * 1.001 if decimals or scale > 1 else 0.0
    if roughly:
        slack = max(slack, 0.03 * max(values) * scale)
    return Figure(
        match.group().strip(),
        values=tuple(sign * value * scale for value in values),
        unit=kind,
        factor=factor,
        slack=slack,
        at=match.start(),
    )


def _values(digits: str) -> tuple[tuple[float, ...], int]:
    """Return the possible values of the digits, and the number of decimals if the separator is certainly a decimal point."""
    bare = re.sub(r"[ '’]", "", digits)
    marks = [mark for mark in bare if mark in ".,"]
    if not marks:
        return (float(bare),), 0
    if len(set(marks)) == 2:
        whole, _, rest = bare.rpartition(marks[-1])
        return (float(re.sub("[.,]", "", whole) + "." + rest),), len(rest)
    if len(marks) > 1:
        groups = re.split("[.,]", bare)
        if all(len(group) == 3 for group in groups[1:]):
            return (float("".join(groups)),), 0
        return (), 0  # a version number or an address
    if _GROUPED.fullmatch(bare):
        return (float(re.sub("[.,]", "", bare)), float(bare.replace(",", "."))), 3
    return (float(bare.replace(",", ".")),), len(bare.rpartition(marks[0])[2])


def _spelled(match: re.Match[str], text: str) -> Figure:
    value = _WORDS[folded(match["word"])] + (_WORDS[folded(match["ones"])] if match["ones"] else 0)
    scale = _SCALES[folded(match["scale"])] if match["scale"] else 1.0
    kind, factor = _UNITS.get(folded(match["unit"] or ""), ("", 1.0))
    counted = value <= _LEAST_SPELLED and not kind and scale == 1
    return Figure(
        match.group().strip(), values=(value * scale,), unit=kind, factor=factor, slack=0, at=match.start(), counted=counted
    )
