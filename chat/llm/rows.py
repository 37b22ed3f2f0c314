"""Rows of a table out of a page's text, said as a person would: `Net sales: $32,765 million (2018), $31,657 million (2017)`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_VALUE = r"(?:[$€£]\s?)?\(?[-−–]?\s?(?:[$€£]\s?)?\d[\d,]*(?:\.\d+)?\)?\s?%?|[—–-](?=\s|$)|N/A"
_VALUES = re.compile(rf"(?:{_VALUE})")
_ROW = re.compile(rf"^(?P<label>\D*[^\W\d_][^|]*?)[\s.:]+(?P<values>(?:{_VALUE})(?:\s+(?:{_VALUE}))*)\s*$")
_YEARS = re.compile(r"\b(?:19|20)\d\d\b")
_UNIT = re.compile(r"\((?:[^()]*\b)?(?:in )?(?P<unit>thousand|million|billion)s?\b", re.IGNORECASE)
_NO_AMOUNT = re.compile(
    r"\bper\b|shares?\b|%|percent|ratio|\brates?\b|number|employees|stores|customers|margin|growth|change|days", re.IGNORECASE
)
"""Labels of rows that the unit of the table does not hold for."""
_LONGEST_LABEL = 90
_SHORT_LABEL = 6
"""Words of a label beside a single figure; a longer one is a sentence that the line breaks off."""
_MOST_COLUMNS = 6


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a text that is a row of a table, with where it stands."""

    start: int
    end: int
    label: str
    values: tuple[str, ...]
    columns: tuple[str, ...]
    """A name for each value; none where the text above does not tell."""
    unit: str

    def said(self, wanted: frozenset[str] | set[str] = frozenset()) -> str:
        """As a sentence; of columns that are years only those that are `wanted`, if there are such."""
        amounts = [_amount(value, self.unit) for value in self.values]
        if not self.columns:
            return f"{self.label}: {', '.join(amounts)}"
        told = [(name, amount) for name, amount in zip(self.columns, amounts, strict=True) if amount]
        chosen = [(name, amount) for name, amount in told if name in wanted] or told
        return f"{self.label}: {', '.join(f'{amount} ({name})' for name, amount in chosen)}"


def rows(text: str) -> Iterator[Row]:
    """The rows of a text, in order. A single line that ends in a figure is no table: it takes two in a row, or years above it."""
    columns: tuple[str, ...] = ()
    unit = ""
    held: list[Row] = []
    start = 0
    for line in text.splitlines(keepends=True):
        stripped, end = line.strip(), start + len(line)
        named = _columns(stripped)
        found = _ROW.match(stripped) if not named and len(stripped) < 2 * _LONGEST_LABEL else None
        if told := _UNIT.search(stripped):
            unit = told["unit"].lower()
        if named:
            columns = named
        if found is not None and len(found["label"]) <= _LONGEST_LABEL:
            values = tuple(" ".join(value.split()) for value in _VALUES.findall(found["values"]))
            label = found["label"].strip(" .:$€£(")
            plain = not (_NO_AMOUNT.search(label) or any("%" in value for value in values))
            held.append(Row(start, end, label, values, columns if len(columns) == len(values) else (), unit if plain else ""))
        else:
            yield from _table(held)
            held = []
            if stripped.endswith(".") and not named:
                columns, unit = (), ""
        start = end
    yield from _table(held)


def _table(held: Sequence[Row]) -> list[Row]:
    """Of several figures without names above them nobody can say what they are."""
    return [row for row in held if row.columns or (len(held) > 1 and _is_single(row))]


def _is_single(row: Row) -> bool:
    return len(row.values) == 1 and len(row.label.split()) <= _SHORT_LABEL and not _YEARS.fullmatch(row.values[0])


def _columns(line: str) -> tuple[str, ...]:
    """Years at the end of a line, as stand above the columns of a statement."""
    years = _YEARS.findall(line)
    behind: list[str] = []
    for word in reversed(re.sub(r"\(unaudited\)|[*]", " ", line, flags=re.IGNORECASE).split()):
        if not _YEARS.fullmatch(word):
            break
        behind.insert(0, word)
    return tuple(behind) if 2 <= len(behind) <= _MOST_COLUMNS and len(set(behind)) == len(behind) and years else ()


def _amount(value: str, unit: str) -> str:
    """`$ 411` of a table in millions is `$411 million`; an empty cell is nothing."""
    if not any(letter.isdigit() for letter in value):
        return ""
    tight = re.sub(r"([$€£(])\s+", r"\1", value).replace(" %", "%")
    return f"{tight} {unit}" if unit else tight
