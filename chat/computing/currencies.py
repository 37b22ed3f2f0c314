"""Amounts in several currencies, which a column beside them states: they cannot be added up or compared with one another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from chat.computing.plan import Aggregate, Among, Condition, Plan
from chat.computing.rows import EMPTY, Column, Rows
from chat.computing.values import Kind
from chat.computing.words import CURRENCIES, PRICES, name_words

_CURRENCY = "currency currencies ccy währung devise moneda valuta valute"
_NAMES = frozenset(_CURRENCY.split())
_AMOUNT = """
    amount total sum value revenue sales turnover budget expense expenses spending fee fees charge salary wage wages pay paid
    income earnings profit balance due net gross tax vat donation deposit rent limit
    betrag summe gesamt umsatz gebühr gehalt lohn gewinn netto brutto miete montant importe salaire salario
"""
_AMOUNTS = PRICES | frozenset(_AMOUNT.split())
_CALCULATING = frozenset(
    {Aggregate.SUM, Aggregate.MEAN, Aggregate.MEDIAN, Aggregate.HIGHEST, Aggregate.LOWEST, Aggregate.DIFFERENCE}
)
_MOST = 6
"""Most currencies for which figures are given."""


def currency(rows: Rows) -> int | None:
    """Return the column that states the currency of a row's amounts; `None` if there is none."""
    found = [
        place
        for place, column in enumerate(rows.columns)
        if column.values and (not _NAMES.isdisjoint(name_words(column.name)) or all(map(_is_currency, column.values)))
    ]
    return found[0] if len(found) == 1 else None


def is_amount(column: Column, rows: Rows) -> bool:
    """Return whether a column holds amounts of money whose currency stands in another one."""
    if column.kind is not Kind.NUMBER or column.style.unit:
        return False
    only = sum(other.kind is Kind.NUMBER for other in rows.columns) == 1
    return only or not _AMOUNTS.isdisjoint(name_words(column.name))


def apart(plan: Plan, rows: Rows, choose: Callable[[], Sequence[int]]) -> tuple[Plan, ...]:
    """Return a plan for each currency of the plan's rows, most frequent first; the plan itself if it does not calculate with
    amounts; none if a row has no currency or there are too many.

    `choose` returns the rows that the plan's conditions leave; it is called only if they matter.
    """
    place = currency(rows)
    if place is None or plan.measure is None or plan.aggregate not in _CALCULATING:
        return (plan,)
    measure, codes = rows.columns[plan.measure], rows.columns[place].codes
    by_currency = plan.group is not None and plan.group.column == place
    if by_currency or not is_amount(measure, rows) or any(each.column == place for each in plan.conditions if _is_of_one(each)):
        return (plan,)
    of_each = Counter(codes[row] for row in choose() if not measure.is_empty(row))
    if EMPTY in of_each or len(of_each) > _MOST:
        return ()
    return tuple(
        replace(plan, conditions=(*plan.conditions, Among(place, frozenset({code})))) for code, _ in of_each.most_common()
    )


def _is_of_one(condition: Condition) -> bool:
    return isinstance(condition, Among) and len(condition.codes) == 1 and not condition.negated


def _is_currency(value: str) -> bool:
    return CURRENCIES.get(value.casefold(), "%") != "%"
