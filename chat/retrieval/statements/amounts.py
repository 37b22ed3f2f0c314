"""Amounts, dates and times of day in a clause, each with its kind."""

from __future__ import annotations

import re
from collections.abc import Iterator

from chat.retrieval.dates.calendar_words import MONTHS
from chat.retrieval.statements.days import in_one_form
from chat.text import terms
from chat.text.calendar_names import one_of

DATE = (
    rf"\d{{1,2}}(?:st|nd|rd|th|\.)?\s(?:{one_of(MONTHS)})\b(?:,?\s\d{{4}})?"
    rf"|\b(?:{one_of(MONTHS)})\s\d{{1,2}}(?:st|nd|rd|th)?\b(?:,?\s\d{{4}})?"
)
_NOT_COUNTED = """
    a an per now instead since from because so and but for at on in to by if then until is are not yesterday today
    jetzt nun seit ab und aber statt maintenant désormais et ahora desde y
"""
NO_UNITS = frozenset(_NOT_COUNTED.split())
"""Words after a number that are no unit."""
VALUE = re.compile(
    r"(?P<bound>\b(?:under|below|above|over|at least|at most|(?<!goes )(?<!went )(?<!gone )(?<!going )(?<!came )up to"
    r"|within|less than|more than|version)\s+)?(?<![\w.])(?:"
    rf"(?P<date>{DATE})|(?P<sign>[$€£¥₽]\s?)?(?P<number>\d+(?:[.,:]\d+)*)(?![\w.]*\d)\s?"
    rf"(?P<unit>[%€£¥₽]|(?!(?:{one_of(NO_UNITS)})\b)[^\W\d_]+|(?:an?|per|pro|je|par|por)\s(?P<per>[^\W\d_]+))?)",
    re.IGNORECASE,
)
_CLOCK = re.compile(r"\d{1,2}:\d\d")
_AT, _HOUR = re.compile(r"\b(?:at|um|à|om)\s$", re.IGNORECASE), re.compile(r"1?\d|2[0-4]")
"""A full hour: "at 10"."""
NO_UNIT_KINDS = frozenset(("name", "date", "clock", "number"))
"""Kinds of values that are no amount with a unit."""


def amounts(clause: str) -> Iterator[tuple[str, str]]:
    """Yield the values of a clause, each with its kind; limits such as "at most 500" are left out."""
    for match in VALUE.finditer(clause):
        if match["bound"]:
            continue
        if match["date"]:
            yield "date", in_one_form(match["date"])
        elif (kind := _kind(match)) == "number" and _AT.search(clause, 0, match.start()) and _HOUR.fullmatch(match["number"]):
            yield "clock", f"{match['number']}:00"
        else:
            yield kind, match["number"]


def _kind(match: re.Match[str]) -> str:
    """Return a currency or percent sign, or the stem of the word after the number; `number` if it counts nothing."""
    if match["per"] and not match["sign"]:  # "62 a head"
        return f"per {next(iter(terms(match['per'])), match['per'])}"
    sign, unit = (match["sign"] or "").strip(), match["unit"] or ""
    if not sign and _CLOCK.fullmatch(match["number"]):
        return "clock"
    return sign or next(iter(terms(unit)), "") or (unit if unit and not unit.isalpha() else "number")
