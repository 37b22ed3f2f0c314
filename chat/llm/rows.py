"""Rows of a table out of a page's text, said as a person would: `Net sales: $32,765 million (2018), $31,657 million (2017)`.

What the columns are is told by `columns`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from chat.llm.columns import Columns, columns_of, unit_of
from chat.text import terms

_VALUE = r"(?:[$€£]\s?)?\(?[-−–]?\s?(?:[$€£]\s?)?\d[\d,]*(?:\.\d+)?\)?\s?%?|[—–-](?=\s|$)|N/A"
_VALUES = re.compile(rf"(?:{_VALUE})")
_ROW = re.compile(rf"^(?P<label>\D*[^\W\d_][^|]*?)[\s.:]+(?P<values>(?:{_VALUE})(?:\s+(?:{_VALUE}))*)\s*$")
_AMOUNT = rf"(?:{_VALUE})(?:\s(?:thousand|million|billion|trillion))?"
_RANGE = re.compile(
    rf"^(?P<label>\D*?[^\W\d_])[\s.:]+(?P<value>(?:approximately|about) {_AMOUNT}|(?:(?:approximately|about) )?{_AMOUNT}"
    rf"\s?(?:to|[-–])\s?{_AMOUNT}|{_VALUE}\s(?:thousand|million|billion|trillion))$"
)
"""One figure in words: `Net sales $10.95 billion to $11.05 billion`."""
_ALL = frozenset({"total", "worldwid", "consolid"})
"""What a label says that has no name of its own."""
_YEAR = re.compile(r"(?:19|20)\d\d")
_NO_AMOUNT = re.compile(
    r"\bper\b|shares?\b|%|percent|ratio|\brates?\b|number|employees|stores|customers|margin|growth|change|days", re.IGNORECASE
)
"""Labels of rows that the unit of the table does not hold for."""
_LONGEST_LABEL = 90
_SHORT_LABEL = 6
"""Words of a label beside a single figure; a longer one is a sentence that the line breaks off."""
_SHORT_HEADING = 6
"""Words."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a text that is a row of a table, with where it stands."""

    start: int
    end: int
    label: str
    values: tuple[str, ...]
    columns: tuple[str, ...]
    """A name for each of the first values; none where the text above does not tell."""
    unit: str
    inherited: bool = False
    """The names of the columns stand above the text."""
    heading: str = ""
    """The line without figures above it, as `Operating profit` above the names of divisions."""

    def said(self, wanted: frozenset[str] | set[str] = frozenset()) -> str:
        """As a sentence, under its heading where that is `wanted`; of its columns those whose names are, if there are such."""
        own = set(terms(self.label)) - _ALL
        asked_for = wanted & set(terms(self.heading)) - own
        label = f"{self.heading}, {self.label}" if asked_for and (own & wanted or not own) else self.label
        if not self.columns:
            return f"{label}: {', '.join(_amount(value, self.unit) for value in self.values)}"
        told = [
            (name, amount)
            for name, value in zip(self.columns, self.values, strict=False)
            if (amount := _amount(value, "" if _NO_AMOUNT.search(name) else self.unit))
        ]
        return f"{label}: {', '.join(f'{amount} ({name})' for name, amount in _wanted(told, wanted))}"


def _wanted(told: Sequence[tuple[str, str]], wanted: frozenset[str] | set[str]) -> Sequence[tuple[str, str]]:
    """Those whose names share most with the question; all where a fiscal year is asked for and dates are told: a fiscal 2022
    may end in 2023."""
    fiscal = "fiscal" in wanted
    shared = []
    for name, _ in told:
        years = {year for year in _YEAR.findall(name) if not fiscal or year == name}
        shared.append(len(wanted & (years | {word for word in terms(name) if not _YEAR.fullmatch(word)})))
    most = max(shared, default=0)
    return [each for each, words in zip(told, shared, strict=True) if words == most]


def rows(text: str, above: Columns | None = None, title: str = "") -> Iterator[Row]:
    """The rows of a text, in order. A single line that ends in a figure is no table: it takes two in a row, or names of columns.

    `above` are the columns of a table that began before this text, `title` is what stands above them all.
    """
    columns, unit, heading = above or Columns(), above.unit if above else "", _heading(title)
    held: list[Row] = []
    start = 0
    for line in text.splitlines(keepends=True):
        stripped, end = line.strip(), start + len(line)
        named = columns_of(stripped)
        if named is not None:
            columns, heading = named, _heading(title)
        unit = (named.unit if named is not None else unit_of(stripped)) or unit
        row = _row(stripped, columns, unit) if named is None and len(stripped) < 2 * _LONGEST_LABEL else None
        if row is not None:
            inherited = bool(row.columns) and columns is above
            held.append(replace(row, start=start, end=end, inherited=inherited, heading=heading))
        else:
            yield from _table(held)
            held = []
            if stripped.endswith(".") and named is None:
                columns, unit, heading = Columns(), "", _heading(title)
            elif named is None and stripped:
                heading = _heading(stripped) or _heading(title)
        start = end
    yield from _table(held)


def _heading(line: str) -> str:
    """A line without figures above rows; what is longer is none."""
    return line.strip(": ") if len(line.split()) <= _SHORT_HEADING and not any(map(str.isdigit, line)) else ""


def columns_at_end(text: str) -> Columns | None:
    """The columns of a table that a text leaves open, for the rows that follow in the next one."""
    found = None
    for line in text.splitlines():
        if (named := columns_of(line.strip())) is not None:
            found = named
        elif line.strip().endswith("."):
            found = None
    return found


def _row(line: str, columns: Columns, unit: str) -> Row | None:
    told = _RANGE.match(line)
    if told is not None and len(told["label"]) <= _LONGEST_LABEL:
        return Row(0, 0, told["label"].strip(" .:$€£("), (told["value"],), (), "")
    found = _ROW.match(line)
    if found is not None and len(found["label"]) <= _LONGEST_LABEL:
        values = tuple(" ".join(value.split()) for value in _VALUES.findall(found["values"]))
        label = found["label"].strip(" .:$€£(")
        return Row(0, 0, label, values, columns.of(len(values)), "" if _NO_AMOUNT.search(label) else unit)
    return None


def _table(held: Sequence[Row]) -> list[Row]:
    """Of several figures without names above them nobody can say what they are."""
    return [row for row in held if row.columns or (len(held) > 1 and _is_single(row))]


def _is_single(row: Row) -> bool:
    return len(row.values) == 1 and len(row.label.split()) <= _SHORT_LABEL and not _YEAR.fullmatch(row.values[0])


def _amount(value: str, unit: str) -> str:
    """`$ 411` of a table in millions is `$411 million`; an empty cell is nothing."""
    if not any(letter.isdigit() for letter in value):
        return ""
    tight = re.sub(r"([$€£(])\s+", r"\1", value).replace(" %", "%")
    return f"{tight} {unit}" if unit and "%" not in tight else tight
