"""Extract the conditions from a question: `in Germany`, `over 100`, `since 2023`."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from chat.computing.plan import Among, Condition, Empty, Range
from chat.computing.shapes import letter, single
from chat.computing.symbols import Amount, ColumnValue, Named, Payer, Said, Symbol, Unclear, When
from chat.computing.values import Kind
from chat.computing.vocabulary import Vocabulary, is_price
from chat.computing.words import CURRENCIES, LETTERS, NO, VERBS, YES, Sign, name_words

_ASKING = frozenset(LETTERS) - VERBS - {Sign.ROWS, Sign.WHO}
"""Signs after which a column is what is asked for, not the subject of a condition."""


_COMPARING: Mapping[Sign | None, tuple[bool, bool]] = {
    Sign.OVER: (True, False),
    Sign.AT_LEAST: (True, False),
    Sign.UNDER: (False, True),
    Sign.AT_MOST: (False, True),
    Sign.EXACTLY: (True, True),
}
"""Whether the amount after a sign is the low bound, and whether it is the high one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Bounds:
    """The bounds of a number as a question states them."""

    low: float
    high: float
    low_open: bool = False
    high_closed: bool = False
    amount: Amount
    """The amount that has the unit, if any has."""
    until: int
    """The offset after the words."""

    def range(self, column: int, words: str) -> Range:
        return Range(
            column=column, low=self.low, high=self.high, words=words, low_open=self.low_open, high_closed=self.high_closed
        )


def _bounded(sign: Sign | None, amount: Amount, until: int) -> _Bounds:
    is_low, is_high = _COMPARING[sign]
    return _Bounds(
        low=amount.value if is_low else -math.inf,
        high=amount.value if is_high else math.inf,
        low_open=sign is Sign.OVER,
        high_closed=sign in (Sign.AT_MOST, Sign.EXACTLY),
        amount=amount,
        until=until,
    )


class Conditions:
    """Extracts the conditions from a question's symbols, from left to right."""

    def __init__(self, known: Vocabulary, found: Sequence[Symbol]) -> None:
        self._known = known
        self._found = found
        self._place = 0
        self._rest: list[Symbol] = []
        self._conditions: list[Condition] = []

    def taken(self) -> tuple[tuple[Condition, ...], list[Symbol]]:
        """Return the conditions, and the symbols that belong to none."""
        while self._place < len(self._found):
            symbol = self._at(0)
            if not (
                self._values()
                or self._cost()
                or self._comparison()
                or self._so_many()
                or self._time()
                or self._emptiness()
                or self._truth()
            ):
                assert symbol is not None
                self._rest.append(symbol)
                self._place += 1
        _refuse_doubled(self._conditions)
        joined = {place for place, symbol in enumerate(self._rest) if symbol == Said(Sign.AND)}
        if joined and not self._conditions:
            raise Unclear
        return tuple(self._conditions), [symbol for place, symbol in enumerate(self._rest) if place not in joined]

    def _at(self, offset: int) -> Symbol | None:
        place = self._place + offset
        return self._found[place] if place < len(self._found) else None

    def _sign(self, offset: int) -> Sign | None:
        symbol = self._at(offset)
        return symbol.sign if isinstance(symbol, Said) else None

    def _about(self, letters: str) -> int | None:
        """Return the column at this place if a condition can be about it: it has one of these letters, and is not what is asked
        for."""
        symbol = self._at(0)
        before = self._rest[-1] if self._rest else None
        if not isinstance(symbol, Named) or self._known.letters[symbol.column] not in letters:
            return None
        return None if isinstance(before, Said) and before.sign in _ASKING else symbol.column

    def _took(self, condition: Condition, until: int) -> bool:
        self._conditions.append(condition)
        self._place += until
        return True

    # --- words

    def _values(self) -> bool:
        """Take a condition on words: `in Germany or France`, `status open`, `not in Spain`."""
        about = self._about("TU")
        at = 0 if about is None else 1
        if self._sign(0) is Sign.BY and isinstance(self._at(1), ColumnValue):  # orders by Anna
            at = 1
        negated = self._sign(at) in (Sign.NOT, Sign.WITHOUT)
        inner = self._at(at + negated)
        if about is None and negated and isinstance(inner, Named) and isinstance(self._at(at + 2), ColumnValue):
            about, at = inner.column, at + 1
        at += negated
        at += self._sign(at) is Sign.EXACTLY
        first = self._at(at)
        if not isinstance(first, ColumnValue):
            return False
        if about is not None and about not in first.codes:
            return False
        codes = {about: first.codes[about]} if about is not None else dict(first.codes)
        codes, at = self._with_others(codes, at + 1)
        behind = self._at(at)
        if about is None and isinstance(behind, Named) and behind.column in codes:
            codes = {behind.column: codes[behind.column]}
            at += 1
        if len(codes) != 1:
            raise Unclear
        [(column, chosen)] = codes.items()
        return self._took(Among(column, frozenset(chosen), negated), at)

    def _with_others(self, codes: dict[int, tuple[int, ...]], at: int) -> tuple[dict[int, tuple[int, ...]], int]:
        """Return a value's codes with those of the values listed after it, in the columns that all of them are in, and the offset
        after them."""
        while True:
            joined = self._sign(at) in (Sign.AND, Sign.OR)
            following = self._at(at + joined)
            if not isinstance(following, ColumnValue) or not (shared := following.codes.keys() & codes.keys()):
                return codes, at
            codes = {column: (*codes[column], *following.codes[column]) for column in shared}
            at += joined + 1

    def _truth(self) -> bool:
        """Take a condition on a column of yes and no: `done`, `not paid`."""
        negated = self._sign(0) is Sign.NOT
        named = self._at(1) if negated else self._at(0)
        if not isinstance(named, Named) or not self._rest or letter(self._rest[-1], self._known) not in "RU":
            return False
        values = [value.casefold() for value in self._known.rows.columns[named.column].values]
        meant = frozenset(code for code, value in enumerate(values) if value in (NO if negated else YES))
        if not meant or not all(value in YES | NO for value in values):
            return False
        return self._took(Among(named.column, meant), 1 + negated)

    def _emptiness(self) -> bool:
        symbol = self._at(1)
        if self._sign(0) is not Sign.WITHOUT or not isinstance(symbol, Named):
            return False
        if self._known.rows.columns[symbol.column].kind is Kind.TEXT and not self._known.rows.columns[symbol.column].values:
            raise Unclear
        return self._took(Empty(symbol.column), 2)

    # --- numbers

    def _comparison(self) -> bool:
        """Take a condition on numbers: `price over 100`, `more than 5 orders`, `between 10 and 20`, `100 or more`, `price
        100`."""
        about = self._about("NYI") if not isinstance(self._at(0), Said) else None
        at = 0 if about is None else 1
        found = self._bounds(at, named=about is not None)
        if found is None:
            return False
        until = found.until
        behind = self._at(until)
        if about is None and isinstance(behind, Named) and self._known.letters[behind.column] == "N":
            about, until = behind.column, until + 1
        column = about if about is not None else self._compared(until)
        self._fits(column, found.amount)
        return self._took(found.range(column, self._said(at, until)), until)

    def _so_many(self) -> bool:
        """Take an exact number: `who has 3 holidays left`, but not `the 3 highest prices`."""
        amount, named = self._at(0), self._at(1)
        if not isinstance(amount, Amount) or not isinstance(named, Named) or self._known.letters[named.column] != "N":
            return False
        if not self._rest or letter(self._rest[-1], self._known) not in "RUo":
            return False
        self._fits(named.column, amount)
        return self._took(
            Range(column=named.column, low=amount.value, high=amount.value, words=amount.words, high_closed=True), 2
        )

    def _cost(self) -> bool:
        """Take a condition on a price: `cost less than 10`, `cost members less than 10`, `cost less than 10 for members`. If it
        is not said for whom, it applies to the only price."""
        if self._sign(0) is not Sign.COST:
            return False
        payer = self._payer(1)
        found = self._bounds(1 + (payer is not None), named=False)
        if found is None:
            return False
        until = found.until
        if payer is None and (payer := self._payer(until)) is not None:
            until += 1
        if isinstance(self._at(until), Named | Payer) or self._at(until) == Said(Sign.ROWS):
            raise Unclear
        column = payer if payer is not None else self._only_price()
        self._fits(column, found.amount)
        return self._took(found.range(column, self._said(0, until)), until)

    def _payer(self, offset: int) -> int | None:
        """Return the price column for `guests`, mentioned by that word alone or as the last word of `Preis Gäste`."""
        symbol = self._at(offset)
        column = symbol.column if isinstance(symbol, Payer | Named) else None
        return column if column in self._known.payers.values() else None

    def _only_price(self) -> int:
        """Return the only price column. Raises Unclear for orders, whose cost is their total and not the unit price."""
        if self._known.roles.trades:
            raise Unclear
        columns = enumerate(self._known.rows.columns)
        return single([place for place, column in columns if self._known.letters[place] == "N" and is_price(column)])

    def _bounds(self, at: int, named: bool) -> _Bounds | None:
        """Read the bounds at an offset; `None` if there are none. A bare number is one only if a column is `named` before it."""
        sign, first = self._sign(at), self._at(at + 1)
        if sign is Sign.NOT and self._sign(at + 1) in _COMPARING:
            raise Unclear
        if sign is Sign.BETWEEN:
            return self._between(at)
        if sign in _COMPARING:
            if not isinstance(first, Amount):
                raise Unclear
            return _bounded(sign, first, at + 2)
        amount, behind = self._at(at), self._sign(at + 1)
        if not isinstance(amount, Amount):
            return None
        if behind in (Sign.OR_MORE, Sign.OR_LESS):
            return _bounded(Sign.AT_LEAST if behind is Sign.OR_MORE else Sign.AT_MOST, amount, at + 2)
        return _bounded(Sign.EXACTLY, amount, at + 1) if named else None

    def _between(self, at: int) -> _Bounds:
        first, second = self._at(at + 1), self._at(at + 3)
        if not isinstance(first, Amount) or self._sign(at + 2) is not Sign.AND or not isinstance(second, Amount):
            raise Unclear
        if first.value > second.value:
            raise Unclear
        amount = second if second.unit else first
        return _Bounds(low=first.value, high=second.value, high_closed=True, amount=amount, until=at + 4)

    def _compared(self, until: int) -> int:
        """Return the column to compare if the question names none: the total of orders, the pay of people, or the only column of
        numbers. Raises Unclear if the number may count rows instead."""
        roles = self._known.roles
        earned = roles.people and any(Said(verb) in self._rest for verb in (Sign.EARNED, Sign.PLACED, Sign.SPENT))
        usual = roles.pay if earned else roles.money if roles.trades else None
        numbers = [place for place, letter in enumerate(self._known.letters) if letter == "N"]
        column = usual if usual is not None else single(numbers)
        if self._rest and isinstance(self._rest[-1], Named) and self._rest[-1].column == column:
            raise Unclear  # average price over 100: which of them is over 100?
        behind = list(self._found[self._place + until :])
        for place, symbol in enumerate(behind):
            is_group = place > 0 and behind[place - 1] in (Said(Sign.PER), Said(Sign.BY))
            if symbol == Said(Sign.ROWS) or (isinstance(symbol, Named) and not is_group):
                raise Unclear  # more than 2 open orders
        return column

    def _fits(self, column: int, amount: Amount) -> None:
        """Raise Unclear if the question's unit is not the column's."""
        own = self._known.rows.columns[column]
        stated = {CURRENCIES[word] for word in name_words(own.name) if word in CURRENCIES}
        if own.style.unit:
            stated.add(CURRENCIES.get(own.style.unit.casefold(), own.style.unit))
        if amount.unit and ((stated and amount.unit not in stated) or (amount.unit == "%" and not stated)):
            raise Unclear

    def _said(self, start: int, end: int) -> str:
        said = []
        for offset in range(start, end):
            symbol = self._at(offset)
            said += (
                [symbol.sign.value]
                if isinstance(symbol, Said) and symbol.sign is not Sign.COST
                else [symbol.words]
                if isinstance(symbol, Amount)
                else []
            )
        return " ".join(said)

    # --- times

    def _time(self) -> bool:
        about = self._about("DY") if not isinstance(self._at(0), Said) else None
        at = 0 if about is None else 1
        when = self._at(at)
        if not isinstance(when, When):
            return False
        at += 1
        behind = self._at(at)
        if about is None and isinstance(behind, Named) and self._known.letters[behind.column] in "DY":
            about, at = behind.column, at + 1
        if about is None:
            about = self._dated()
        return self._took(self._within(about, when), at)

    def _dated(self) -> int:
        """Return the only column of dates; of several, the one whose name contains the value of a condition, as `Closed on` does
        for closed items."""
        columns = self._known.rows.columns
        times = [place for place, letter in enumerate(self._known.letters) if letter in "DY"]
        chosen = [each for each in self._conditions if isinstance(each, Among) and not each.negated]
        said = {word for each in chosen for code in each.codes for word in name_words(columns[each.column].values[code])}
        return single([place for place in times if not said.isdisjoint(name_words(columns[place].name))] or times)

    def _within(self, column: int, when: When) -> Range:
        style = self._known.rows.columns[column].style
        if style.kind is Kind.DATE:
            if style.months and when.unit == "day" and not (_begins_month(when.low) and _begins_month(when.high)):
                raise Unclear
            return Range(column=column, low=when.low, high=when.high, words=when.words)
        if when.unit != "year":
            raise Unclear
        return Range(column=column, low=_year(when.low), high=_year(when.high), words=when.words)


def _year(day: float) -> float:
    return day if math.isinf(day) else date.fromordinal(int(day)).year


def _begins_month(day: float) -> bool:
    return math.isinf(day) or date.fromordinal(int(day)).day == 1


def _refuse_doubled(conditions: Sequence[Condition]) -> None:
    """Raise Unclear for two conditions on one column, unless they are bounds on opposite sides, as in `over 10 and under 20`:
    others might be meant as alternatives."""
    for place, one in enumerate(conditions):
        for other in conditions[:place]:
            if one.column != other.column:
                continue
            if not isinstance(one, Range) or not isinstance(other, Range):
                raise Unclear
            if math.isinf(one.low) == math.isinf(other.low) or math.isinf(one.high) == math.isinf(other.high):
                raise Unclear
