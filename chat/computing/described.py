"""Describe a table in words: the number of rows, the columns, and their contents."""

from __future__ import annotations

from collections import Counter
from datetime import date

from chat.computing.currencies import currency, is_amount
from chat.computing.rows import EMPTY, Column, Rows
from chat.computing.values import Kind
from chat.computing.vocabulary import is_added
from chat.computing.words import IDENTIFIERS, name_words
from chat.text import listed

_MOST_COLUMNS = 12
_FEW = 6
"""Most distinct words of a column that are all listed."""
_NAMED = 3
"""Number of most frequent words listed of a column that has more."""


def described(rows: Rows) -> tuple[str, list[str]]:
    """Return a sentence with the column names, which its rows also state, and sentences with figures counted over all rows: one
    for the table, then one per column."""
    names = [column.name for column in rows.columns]
    more = [sentence for column in rows.columns[:_MOST_COLUMNS] if (sentence := _column(column, rows))]
    columns = f"The column is {names[0]}" if len(names) == 1 else f"The columns are {listed(names)}"
    return columns, [f"{rows.count:,} row{'' if rows.count == 1 else 's'}.", *more]


def _column(column: Column, rows: Rows) -> str | None:
    if not column.filled:
        return f"{column.name}: empty."
    if column.kind is Kind.TEXT:
        return _words(column)
    numbers = [number for number in column.numbers[: rows.count] if number == number]  # an empty cell is NaN
    if not numbers:
        return None
    if column.kind is Kind.DATE:
        return f"{column.name}: {_day(min(numbers), column)} to {_day(max(numbers), column)}."
    names_things = not IDENTIFIERS.isdisjoint(name_words(column.name)[-1:])
    adds_up = is_added(column) and not names_things and not rows.mixed and not _in_several_currencies(column, rows)
    total = f", {_number(sum(numbers), column)} in total" if adds_up else ""
    return f"{column.name}: {_number(min(numbers), column)} to {_number(max(numbers), column)}{total}."


def _in_several_currencies(column: Column, rows: Rows) -> bool:
    place = currency(rows)
    return place is not None and len(rows.columns[place].values) > 1 and is_amount(column, rows)


def _words(column: Column) -> str | None:
    if not column.values:
        return None
    counted = Counter(column.values[code] for code in column.codes if code != EMPTY).most_common()
    if len(counted) <= _FEW:
        return f"{column.name}: {listed([f'{word} ({count:,})' for word, count in counted])}."
    if counted[0][1] == 1:
        return f"{column.name}: {len(counted):,} different values."
    frequent = listed([f"{word} ({count:,})" for word, count in counted[:_NAMED]])
    return f"{column.name}: {len(counted):,} different values, most often {frequent}."


def _number(number: float, column: Column) -> str:
    plain = f"{number:,.{min(column.style.decimals, 2)}f}"
    unit = column.style.unit
    return plain if not unit else f"{unit}{plain}" if unit in "$€£¥₹" else f"{plain} {unit}"


def _day(number: float, column: Column) -> str:
    day = date.fromordinal(int(number))
    return f"{day:%Y-%m}" if column.style.months else day.isoformat()
