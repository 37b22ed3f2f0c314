"""Recognise the line above a table of figures that names its columns: years, dates, and the periods they belong to.

`Three Months Ended Six Months Ended (MILLIONS) July 2, 2023 July 3, 2022 July 2, 2023 July 3, 2022` names four.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from chat.text.calendar_names import ENGLISH_MONTHS, ENGLISH_SHORT_MONTH, one_of
from chat.text.numerals import declared_scale

_MONTH = rf"(?:{one_of(ENGLISH_MONTHS)}|{ENGLISH_SHORT_MONTH})\.?"
_COUNT = r"(?:\d{1,2}|three|six|nine|twelve|thirteen|twenty-six|thirty-nine|fifty-two)"
_TOKEN = re.compile(
    rf"(?P<period>\b(?:{_COUNT}[- ](?:months?|weeks?)(?: period)? ended|(?:first|second|third|fourth) quarters?|full years?"
    rf"|{_COUNT} months)\b)"
    rf"|(?P<date>\b{_MONTH} \d{{1,2}}, (?:19|20)\d\d\b|\b\d{{1,2}}/\d{{1,2}}/(?:19|20)?\d\d\b|\bQ[1-4] (?:FY)?(?:19|20)?\d\d\b)"
    r"|(?P<year>\b(?:FY ?)?(?:19|20)\d\d\b)"
    r"|(?P<change>(?:%|\bpercent) (?:change|increase|decrease|growth)\b|\bchange\b)",
    re.IGNORECASE,
)
_DAYS_THEN_YEARS = re.compile(
    rf"(?P<days>(?:\b{_MONTH} \d{{1,2}},?\s+){{2,}})(?P<years>(?:(?:19|20)\d\d\b\s*){{2,}})", re.IGNORECASE
)
"""Two lines merged into one: `January 28, January 29, 2023 2022`."""
_DAY = re.compile(rf"{_MONTH} \d{{1,2}}", re.IGNORECASE)
_ASIDE = re.compile(r"\([^()]*\)|[*]|\$|\b(?:as of|at|unaudited)\b", re.IGNORECASE)
_MOST = 8
_MOST_BEFORE, _MOST_BEHIND = 8, 12
"""Most words before and after the names: a title, and names of further columns."""


@dataclass(frozen=True, slots=True)
class Columns:
    names: tuple[str, ...] = ()
    unit: str = ""
    """The unit of the figures: `million`."""
    more: bool = False
    """Further columns follow whose names are not recognised."""
    cells: tuple[str, ...] = ()
    """The names of all columns of a Markdown table."""

    def names_for(self, values: int) -> tuple[str, ...]:
        """Return names for a row with this number of values; empty if they cannot be assigned with certainty."""
        fits = len(self.names) == values or (self.more and len(self.names) < values)
        return self.names if fits else ()


def columns_of(line: str) -> Columns | None:
    """Return the columns that a line names, or `None` if it names none."""
    bare = _DAYS_THEN_YEARS.sub(_dated, _ASIDE.sub(" ", line))
    found = list(_TOKEN.finditer(bare))
    if not found:
        return None
    before, behind = bare[: found[0].start()].split(), bare[found[-1].end() :].split()
    between = _TOKEN.sub(" ", bare[found[0].start() : found[-1].end()]).split()
    if between or _is_sentence(before, _MOST_BEFORE) or _is_sentence(behind, _MOST_BEHIND) or behind[:1] == ["and"]:
        return None
    names = _names_of(found)
    if not (2 <= len(names) <= _MOST and len(set(names)) == len(names)):
        return None
    return Columns(names, declared_scale(line), more=bool(behind))


def _names_of(found: Sequence[re.Match[str]]) -> tuple[str, ...]:
    periods = [each["period"] for each in found if each["period"]]
    timed = [bool(each["date"] or each["year"]) for each in found]
    first = timed.index(True) if True in timed else len(found)
    names = [each["date"] or each["year"] or each["change"].lower() for each in found[first:] if not each["period"]]
    if periods and names and len(names) % len(periods) == 0:
        of_each = len(names) // len(periods)
        names = [f"{periods[at // of_each].lower()} {name}" for at, name in enumerate(names)]
    return tuple(names)


def _dated(line: re.Match[str]) -> str:
    days, years = _DAY.findall(line["days"]), line["years"].split()
    if len(days) != len(years):
        return line[0]
    return " ".join(f"{day}, {year}" for day, year in zip(days, years, strict=True)) + " "


def _is_sentence(words: Sequence[str], most: int) -> bool:
    """Return whether the words next to column names form a sentence rather than a title: it is longer, mostly in lower case, or
    ends in a full stop."""
    small = sum(word[:1].islower() for word in words)
    return len(words) > most or any(word.endswith(".") for word in words) or small > max(1, 2 * len(words) // 3)
