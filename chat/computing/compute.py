"""Carry out a plan over the rows of a table, and put the result into words.

Plain loops over typed columns: a million rows take under a second, as long as merely loading them into an SQL engine would take
(docs/decisions/017-computed-answers.md).
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from itertools import islice
from statistics import median

from chat.computing.currencies import apart
from chat.computing.plan import Aggregate, Among, Condition, Empty, Group, Plan, Range
from chat.computing.rows import EMPTY, Column, Rows, TableText
from chat.computing.values import Kind

MOST_ROWS = 20
"""Most rows that a result names."""
MOST_LISTED = 50
"""Most groups or values that a sentence lists."""
_MOST_TELLING = 3
"""Most cells by which a row is told that has no name of its own."""
_MOST_EXACT = 1e15
"""Sums above this lose digits."""


@dataclass(frozen=True, slots=True)
class Value:
    """One figure of a result."""

    label: str
    """The group or row it belongs to; empty if there is only one figure."""
    text: str
    """The figure as shown, with its unit."""
    number: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Computed:
    """A result that is based on all rows the question is about."""

    sentence: str
    values: tuple[Value, ...]
    rows: tuple[int, ...]
    """The rows it is based on, numbered from 1 as in `Chunk.rows`: all of them, or the first twenty."""
    of: int
    """The number of rows it is based on."""
    how: str
    """What was computed, over which rows of which table."""
    table: TableText
    names_it: bool
    """The question mentions a column or value of the table; otherwise it only counts rows, which might be of anything."""


def compute(plans: Sequence[Plan], rows: Rows) -> Computed | None:
    """Compute the plans and join their results, those over amounts for each currency. `None` if one of them needs a row but none
    matches, or a figure would lose digits."""
    split = [apart(plan, rows, partial(_chosen, plan.conditions, rows)) for plan in plans]
    found = [one for parts in split for plan in parts if (one := _one(plan, rows)) is not None]
    if not found or not all(split) or len(found) < sum(map(len, split)):
        return None
    first, sentences = found[0], [one.sentence for one in found]
    based_on = dict.fromkeys(row for one in found for row in one.rows)
    return replace(
        first,
        sentence=" ".join(sentences),
        rows=tuple(based_on)[:MOST_ROWS],
        of=max(len(based_on), *(one.of for one in found)),
        how=" ".join(dict.fromkeys(one.how for one in found)),
        names_it=any(one.names_it for one in found),
    )


def _one(plan: Plan, rows: Rows) -> Computed | None:
    chosen = _chosen(plan.conditions, rows)
    if plan.measure is not None and plan.aggregate is not Aggregate.COUNT:
        measure = rows.columns[plan.measure]
        chosen = [row for row in chosen if not measure.is_empty(row)]
    if plan.group is not None:
        return _grouped(plan, rows, chosen)
    if plan.aggregate in _OF_MANY and len(chosen) == 1:
        plan = replace(plan, aggregate=Aggregate.VALUE)
    if plan.aggregate in (Aggregate.HIGHEST, Aggregate.LOWEST):
        return _extremes(plan, rows, chosen)
    if plan.aggregate is Aggregate.DIFFERENCE:
        return _difference(plan, rows, chosen)
    if plan.aggregate is Aggregate.VALUES:
        return _listed(plan, rows, chosen)
    return _single(plan, rows, chosen)


# --- choosing rows -----------------------------------------------------------------------------------------------


def _chosen(conditions: Sequence[Condition], rows: Rows) -> Sequence[int]:
    chosen: Sequence[int] = range(rows.count)
    for condition in conditions:
        chosen = _fitting(condition, rows.columns[condition.column], chosen)
    return chosen


def _fitting(condition: Condition, column: Column, chosen: Sequence[int]) -> Sequence[int]:
    match condition:
        case Among(codes=wanted, negated=negated):
            codes = column.codes
            accepted = (frozenset(range(len(column.values))) - wanted) if negated else wanted
            return [row for row in chosen if codes[row] in accepted]
        case Range(low=low, high=high, low_open=low_open, high_closed=high_closed):
            numbers = column.numbers
            return [
                row
                for row in chosen
                if low <= (number := numbers[row]) <= high
                and (number > low or not low_open)
                and (number < high or high_closed or math.isinf(high))
            ]
        case Empty():
            return [row for row in chosen if column.is_empty(row) or _is_zero(column, row)]


def _is_zero(column: Column, row: int) -> bool:
    return column.kind is Kind.NUMBER and column.numbers[row] == 0


# --- results -----------------------------------------------------------------------------------------------------


def _single(plan: Plan, rows: Rows, chosen: Sequence[int]) -> Computed | None:
    value = _aggregated(plan, rows, chosen)
    if value is None:
        return None
    sentence = f"{_what(plan, rows)}{_where(plan, rows)}: {value.text}."
    return _computed(sentence, (value,), chosen, plan, rows, over=rows.count if plan.aggregate is Aggregate.SHARE else None)


def _aggregated(plan: Plan, rows: Rows, chosen: Sequence[int], label: str = "") -> Value | None:
    if plan.aggregate is Aggregate.SHARE:
        share = len(chosen) / rows.count
        return Value(label, f"{share:.1%} ({len(chosen):,} of {rows.count:,})", round(share, 3))
    if plan.aggregate is Aggregate.COUNT:
        return Value(label, f"{len(chosen):,}", len(chosen))
    assert plan.measure is not None
    column = rows.columns[plan.measure]
    if plan.aggregate is Aggregate.DISTINCT:
        cells: Sequence[float] = column.codes if column.kind is Kind.TEXT else column.numbers
        different = len({cells[row] for row in chosen})
        return Value(label, f"{different:,}", different)
    if not chosen:
        return None
    number = _FIGURES[plan.aggregate]([column.numbers[row] for row in chosen])
    if abs(number) >= _MOST_EXACT:
        return None
    decimals = column.style.decimals
    shown = max(decimals, 2) if plan.aggregate in (Aggregate.MEAN, Aggregate.MEDIAN) else decimals
    return Value(label, _figure(column, number, shown), round(number, shown))


_OF_MANY = frozenset({Aggregate.SUM, Aggregate.MEAN, Aggregate.MEDIAN})
_FIGURES: dict[Aggregate, Callable[[Sequence[float]], float]] = {
    Aggregate.VALUE: math.fsum,
    Aggregate.SUM: math.fsum,
    Aggregate.MEAN: lambda numbers: math.fsum(numbers) / len(numbers),
    Aggregate.MEDIAN: median,
    Aggregate.HIGHEST: max,
    Aggregate.LOWEST: min,
}


def _grouped(plan: Plan, rows: Rows, chosen: Sequence[int]) -> Computed | None:
    assert plan.group is not None
    groups = _groups(plan.group, rows.columns[plan.group.column], chosen)
    figures: list[tuple[Value, list[int]]] = []
    for label, members in groups:
        value = _aggregated(plan, rows, members, label)
        if value is None:
            return None
        figures.append((value, members))
    if not figures:
        return None
    by = f" by {_group_name(plan.group, rows)}"
    if plan.best is not None:
        figures = _best(figures, plan)
        best = sorted(row for _, members in figures for row in members)
        most = f"{plan.best.capitalize()} {_lower(_what(plan, rows))}{by}{_where(plan, rows)}"
        return _computed(
            f"{most}: {_enumerated([value for value, _ in figures])}.", _values(figures), best, plan, rows, over=len(chosen)
        )
    sentence = f"{_what(plan, rows)}{by}{_where(plan, rows)}: {_enumerated([value for value, _ in figures])}."
    return _computed(sentence, _values(figures), chosen, plan, rows)


def _values(figures: Sequence[tuple[Value, list[int]]]) -> tuple[Value, ...]:
    return tuple(value for value, _ in figures)


def _best(figures: list[tuple[Value, list[int]]], plan: Plan) -> list[tuple[Value, list[int]]]:
    figures.sort(key=lambda figure: figure[0].number or 0, reverse=plan.best == "highest")
    return figures[: _first([value.number for value, _ in figures], plan.top)]


def _first(ranked: Sequence[float | None], top: int) -> int:
    """Return how many come first: `top`, plus those that tie with the last of them."""
    last = ranked[min(top, len(ranked)) - 1]
    return next((place for place in range(top, len(ranked)) if ranked[place] != last), len(ranked))


def _groups(group: Group, column: Column, chosen: Sequence[int]) -> list[tuple[str, list[int]]]:
    """Group rows by label: numbers and dates in ascending order, words by size of the group. Empty cells are left out."""
    cells: Sequence[float] = column.codes if column.kind is Kind.TEXT else column.numbers
    same: dict[float, list[int]] = defaultdict(list)
    for row in chosen:
        same[cells[row]].append(row)
    if column.kind is Kind.TEXT:
        ranked = sorted(same.items(), key=lambda item: -len(item[1]))
        return [(column.values[int(code)], members) for code, members in ranked if code != EMPTY]
    found: dict[str | float, list[int]] = defaultdict(list)
    for number, members in same.items():
        if not math.isnan(number):
            found[_period(group, number) if column.kind is Kind.DATE else number] += members
    for members in found.values():
        members.sort()
    return [(_label(key), members) for key, members in sorted(found.items(), key=lambda item: _order(item[0]))]


def _period(group: Group, day: float) -> str:
    return date.fromordinal(int(day)).isoformat()[: {"year": 4, "month": 7, "value": 10}[group.by]]


def _order(key: str | float) -> tuple[float, str]:
    return (key, "") if isinstance(key, float) else (0.0, key)


def _label(key: str | float) -> str:
    return f"{key:.0f}" if isinstance(key, float) and key == int(key) else str(key)


def _extremes(plan: Plan, rows: Rows, chosen: Sequence[int]) -> Computed | None:
    if not chosen:
        return None
    assert plan.measure is not None
    column = rows.columns[plan.measure]
    highest = plan.aggregate is Aggregate.HIGHEST
    ranked = sorted(chosen, key=lambda row: column.numbers[row], reverse=highest)
    best = ranked[: _first([column.numbers[row] for row in ranked], plan.top)]
    values = tuple(_row_value(plan, rows, row) for row in best[:MOST_LISTED])
    sentence = f"{_what(plan, rows)}{_where(plan, rows)}: {_enumerated(values, len(best))}."
    return _computed(sentence, values, best, plan, rows, over=len(chosen))


def _row_value(plan: Plan, rows: Rows, row: int) -> Value:
    assert plan.measure is not None
    cells = rows.cells(row)
    naming = rows.columns[plan.label] if plan.label is not None else None
    label = cells.get(naming.name, "") if naming is not None else _told_apart(plan, rows, cells)
    if label and naming is not None and naming.kind is Kind.NUMBER:
        label = f"{naming.name} {label}"
    column = rows.columns[plan.measure]
    return Value(label or f"row {row + 1:,}", cells[column.name], column.numbers[row])


def _told_apart(plan: Plan, rows: Rows, cells: Mapping[str, str]) -> str:
    """Return the first words and dates of a row that no column names: not those that all rows in question share."""
    shared = {condition.column for condition in plan.conditions}
    telling = [column.name for place, column in enumerate(rows.columns) if column.kind is not Kind.NUMBER and place not in shared]
    return ", ".join([cells[name] for name in telling if name in cells][:_MOST_TELLING])


def _difference(plan: Plan, rows: Rows, chosen: Sequence[int]) -> Computed | None:
    if len(chosen) != 1 or plan.measure is None or plan.less is None:
        return None
    [row] = chosen
    measure, less = rows.columns[plan.measure], rows.columns[plan.less]
    if less.is_empty(row):
        return None
    number = measure.numbers[row] - less.numbers[row]
    decimals = max(measure.style.decimals, less.style.decimals)
    value = Value("", _figure(measure, number, decimals), round(number, decimals))
    cells = rows.cells(row)
    figures = f"{cells[measure.name]} less {cells[less.name]}"
    return _computed(f"{_what(plan, rows)}{_where(plan, rows)}: {value.text} ({figures}).", (value,), chosen, plan, rows)


def _listed(plan: Plan, rows: Rows, chosen: Sequence[int]) -> Computed | None:
    assert plan.measure is not None
    column = rows.columns[plan.measure]
    if not chosen:
        said = f"{column.name}{_where(plan, rows)} (0): none."
        return _computed(said, (), chosen, plan, rows) if plan.conditions else None
    if column.kind is Kind.TEXT and column.values:
        cells = [column.values[code] for code in dict.fromkeys(column.codes[row] for row in chosen) if code != EMPTY]
    elif column.kind is Kind.TEXT:
        return None
    else:
        different = sorted({column.numbers[row] for row in chosen})
        cells = [_figure(column, number, column.style.decimals, plain=True) for number in different]
    more = f" and {len(cells) - MOST_LISTED:,} more" if len(cells) > MOST_LISTED else ""
    sentence = f"{column.name}{_where(plan, rows)} ({len(cells):,}): {', '.join(cells[:MOST_LISTED])}{more}."
    return _computed(sentence, tuple(Value("", cell) for cell in cells[:MOST_LISTED]), chosen, plan, rows)


# --- wording -----------------------------------------------------------------------------------------------------

_WHAT: dict[Aggregate, str] = {
    Aggregate.COUNT: "Number of rows",
    Aggregate.DISTINCT: "Number of different values of {}",
    Aggregate.VALUES: "Values of {}",
    Aggregate.VALUE: "{}",
    Aggregate.SUM: "Sum of {}",
    Aggregate.MEAN: "Average {}",
    Aggregate.MEDIAN: "Median {}",
    Aggregate.HIGHEST: "Highest {}",
    Aggregate.LOWEST: "Lowest {}",
    Aggregate.SHARE: "Share of rows",
    Aggregate.DIFFERENCE: "{} less {}",
}
_DATED = {Aggregate.HIGHEST: "Latest {}", Aggregate.LOWEST: "Earliest {}"}
_BEFORE = ("$", "£", "¥", "₹")
"""Currency signs placed before the figure."""


def _what(plan: Plan, rows: Rows) -> str:
    column = rows.columns[plan.measure] if plan.measure is not None else None
    words = _DATED.get(plan.aggregate) if column is not None and column.kind is Kind.DATE else None
    return (words or _WHAT[plan.aggregate]).format(
        column.name if column is not None else "", rows.columns[plan.less].name if plan.less is not None else ""
    )


def _lower(words: str) -> str:
    return words[0].lower() + words[1:]


def _where(plan: Plan, rows: Rows) -> str:
    match plan.conditions:
        case (Among(column=column, negated=False, codes=codes),) if plan.aggregate is Aggregate.VALUE and len(codes) == 1:
            if _names_rows(rows.columns[column], rows):
                return f" for {rows.columns[column].values[min(codes)]}"
    return f" with {' and '.join(_said(condition, rows) for condition in plan.conditions)}" if plan.conditions else ""


def _names_rows(column: Column, rows: Rows) -> bool:
    """Return whether each row has a word of its own in the column, so that the word alone says which row is meant."""
    return len(column.values) == rows.count == column.filled


def _said(condition: Condition, rows: Rows) -> str:
    column = rows.columns[condition.column]
    match condition:
        case Among(codes=codes, negated=negated):
            return f"{column.name} {'other than ' if negated else ''}{' or '.join(column.values[code] for code in sorted(codes))}"
        case Range(words=words):
            return f"{column.name} {words}"
        case Empty():
            has_zeros = any(_is_zero(column, row) for row in range(rows.count))
            return f"no {column.name}" if not has_zeros else f"{column.name} 0{' or empty' if column.filled < rows.count else ''}"


def _group_name(group: Group, rows: Rows) -> str:
    name = rows.columns[group.column].name
    return name if group.by == "value" else f"{group.by} of {name}"


def _enumerated(values: Sequence[Value], of: int = 0) -> str:
    said = [f"{value.label} ({value.text})" if value.label else value.text for value in islice(values, MOST_LISTED)]
    more = max(of, len(values)) - len(said)
    return ", ".join(said) + (f" and {more:,} more" if more else "")


def _figure(column: Column, number: float, decimals: int, *, plain: bool = False) -> str:
    if column.kind is Kind.DATE:
        return date.fromordinal(int(number)).isoformat()
    text = f"{number:.{decimals}f}" if plain else f"{number:,.{decimals}f}"
    unit = column.style.unit
    if unit in _BEFORE:
        return f"{unit}{text}".replace(f"{unit}-", f"-{unit}")
    return f"{text}{'' if unit == '%' else ' '}{unit}" if unit else text


def _computed(
    sentence: str, values: tuple[Value, ...], based_on: Sequence[int], plan: Plan, rows: Rows, over: int | None = None
) -> Computed:
    count = len(based_on) if over is None else over
    table = f"{rows.table.name} ({rows.table.title})" if rows.table.title else rows.table.name
    less = " The last row, which holds totals, was left out." if rows.has_total else ""
    read = "read from" if plan.aggregate is Aggregate.VALUE else "computed over"
    how = f"{_what(plan, rows)}{_where(plan, rows)}, {read} {count:,} of the {rows.count:,} rows of {table}.{less}"
    empty = _without_value(plan, rows)
    how += f" {empty:,} rows have no {rows.columns[plan.measure].name}." if empty and plan.measure is not None else ""
    rested_on = tuple(row + 1 for row in based_on[:MOST_ROWS])
    return Computed(
        sentence=sentence,
        values=values,
        rows=rested_on,
        of=len(based_on),
        how=how,
        table=rows.table,
        names_it=plan != Plan(Aggregate.COUNT),
    )


def _without_value(plan: Plan, rows: Rows) -> int:
    """Return the number of rows in the whole table that were left out because of an empty cell."""
    return rows.count - rows.columns[plan.measure].filled if plan.measure is not None else 0
