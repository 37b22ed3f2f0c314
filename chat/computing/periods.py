"""Parse time periods in a question: `in 2023`, `since March 2024`, `between 2019 and 2021`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from chat.computing.symbols import Unclear, When
from chat.computing.vocabulary import Vocabulary
from chat.computing.words import AFTER, BEFORE, DURING, SINCE, TO, UNTIL
from chat.text.calendar_names import MONTHS


@dataclass(frozen=True, slots=True)
class _Date:
    """A day, month or year as days from `low`, inclusive, to `high`, exclusive."""

    low: float
    high: float
    end: int
    """The index after its words."""
    unit: Literal["year", "day"] = "day"


_FOREVER = float("inf")
_BETWEEN = ("between", "from", "zwischen", "von")
_MAYBE_BETWEEN = (*_BETWEEN, "entre", "de")
"""The last two have other meanings as well, unless two dates follow."""
_SIDES: Sequence[tuple[frozenset[str], Callable[[_Date], tuple[float, float]]]] = (
    (SINCE, lambda told: (told.low, _FOREVER)),
    (BEFORE, lambda told: (-_FOREVER, told.low)),
    (AFTER, lambda told: (told.high, _FOREVER)),
    (UNTIL, lambda told: (-_FOREVER, told.high)),
    (DURING, lambda told: (told.low, told.high)),
)


def period(words: Sequence[str], raw: Sequence[str], at: int, known: Vocabulary) -> tuple[When, int] | None:
    """Parse the period at index `at`, and return it with the index after it; `None` if there is none. `raw` are the words as
    written. A year needs a word such as `since` before it, a full date does not.

    Raises Unclear if two dates are named in the wrong order, or for a day that does not exist.
    """

    def when(end: int, low: float, high: float, unit: Literal["year", "day"]) -> tuple[When, int]:
        return When(low, high, " ".join(raw[at:end]), unit), end

    word = words[at]
    if word in _MAYBE_BETWEEN and (first := _date(words, at + 1, known)):
        behind = first.end
        if behind < len(words) and words[behind] in TO and (second := _date(words, behind + 1, known)):
            if second.high <= first.low:
                raise Unclear
            return when(second.end, first.low, second.high, "year" if first.unit == second.unit == "year" else "day")
        if word in _BETWEEN:
            raise Unclear
    for relations, bounds in _SIDES:
        if word in relations and (told := _date(words, at + 1, known)):
            return when(told.end, *bounds(told), told.unit)
    told = _date(words, at, known, in_year=False)
    return when(told.end, told.low, told.high, "day") if told is not None and told.unit == "day" else None


def _date(words: Sequence[str], at: int, known: Vocabulary, in_year: bool = True) -> _Date | None:
    """Parse a date at index `at`. A month without a year is that of the only year in the table, and only with `in_year`, because
    `may` is another word too."""
    if at >= len(words):
        return None
    word, after = words[at], words[at + 1 : at + 3]
    if _is_year(word) and word not in known.nouns:
        return _days(int(word), None, None, at + 1)
    if match := re.fullmatch(r"(\d{4})-(\d{1,2})(?:-(\d{1,2}))?", word):
        return _days(int(match[1]), int(match[2]), int(match[3]) if match[3] else None, at + 1)
    if match := re.fullmatch(r"(\d{1,2})\.(\d{1,2})\.(\d{4})", word):
        return _days(int(match[3]), int(match[2]), int(match[1]), at + 1)
    if word in MONTHS and after and _is_year(after[0]):
        return _days(int(after[0]), MONTHS[word], None, at + 2)
    if known.column_of_month(word) is not None and not (after and (_is_day(after[0]) or _is_year(after[0]))):
        return None
    if word in MONTHS and in_year and not (after and _is_day(after[0])) and (year := known.only_year) is not None:
        return _days(year, MONTHS[word], None, at + 1)
    if word in MONTHS and len(after) == 2 and _is_day(after[0]) and _is_year(after[1]):
        return _days(int(after[1]), MONTHS[word], int(after[0]), at + 3)
    if _is_day(word) and len(after) == 2 and after[0] in MONTHS and _is_year(after[1]):
        return _days(int(after[1]), MONTHS[after[0]], int(word), at + 3)
    return None


def _is_year(word: str) -> bool:
    return len(word) == 4 and word.isdecimal() and 1500 <= int(word) <= 2100


def _is_day(word: str) -> bool:
    return word.isdecimal() and len(word) <= 2 and 1 <= int(word) <= 31


def _days(year: int, month: int | None, day: int | None, end: int) -> _Date:
    try:
        if month is None:
            return _Date(date(year, 1, 1).toordinal(), date(year + 1, 1, 1).toordinal(), end, "year")
        first = date(year, month, day or 1)
    except ValueError as error:
        raise Unclear from error
    after = first.toordinal() + 1 if day else (date(year + month // 12, month % 12 + 1, 1)).toordinal()
    return _Date(first.toordinal(), after, end)
