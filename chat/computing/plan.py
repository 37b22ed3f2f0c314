"""From a question and a table's columns and values to what is to be computed; to nothing when that is not certain.

Conditions (`in Germany`, `over 100`, `since 2023`) are taken out of the question first. What is left must have one of the shapes
below to the last word.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from typing import Literal

from chat.computing.symbols import Amount, Named, Said, Symbol, Unclear, Unit, Valued, When, symbols
from chat.computing.values import Kind
from chat.computing.vocabulary import Vocabulary, is_added, is_age
from chat.computing.words import CURRENCIES, PRICES, Sign, name_words


class Aggregate(StrEnum):
    COUNT = "count"
    DISTINCT = "distinct"
    """How many different values."""
    VALUES = "values"
    """Which values there are."""
    SUM = "sum"
    MEAN = "mean"
    MEDIAN = "median"
    HIGHEST = "highest"
    LOWEST = "lowest"


@dataclass(frozen=True, slots=True)
class Among:
    """The cell is one of these words; negated, it is another one (not an empty one)."""

    column: int
    codes: frozenset[int]
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Range:
    """The number or day is at least `low` and below `high`."""

    column: int
    low: float
    high: float
    words: str
    """As the question says it: `over 100`, `in 2023`."""
    low_open: bool = False
    """`low` itself does not belong to it."""
    high_closed: bool = False
    """`high` itself does."""


@dataclass(frozen=True, slots=True)
class Empty:
    column: int


Condition = Among | Range | Empty
By = Literal["value", "year", "month"]


@dataclass(frozen=True, slots=True)
class Group:
    column: int
    by: By = "value"


@dataclass(frozen=True, slots=True)
class Plan:
    """One computation over one table. Columns are given by their place."""

    aggregate: Aggregate
    measure: int | None = None
    """What is added up or compared, or whose values are asked for; `None` counts rows."""
    conditions: tuple[Condition, ...] = ()
    group: Group | None = None
    best: Literal["highest", "lowest"] | None = None
    """Of groups: only those with the highest or lowest result."""
    top: int = 1
    """How many rows or groups when the best are asked for."""
    label: int | None = None
    """The column that names a row in the answer."""


def plan(question: str, known: Vocabulary) -> Plan | None:
    """`None` whenever a word is unknown, a column or value is not clear, or the question has no shape that can be computed."""
    if known.rows.mixed or not known.rows.count:
        return None
    try:
        return _Planner(known).plan(symbols(question, known))
    except Unclear:
        return None


# --- shapes ------------------------------------------------------------------------------------------------------

_LETTERS: dict[Sign, str] = {
    Sign.COUNT: "c",
    Sign.SUM: "s",
    Sign.MEAN: "a",
    Sign.MEDIAN: "a",
    Sign.HIGHEST: "h",
    Sign.LOWEST: "h",
    Sign.MOST: "m",
    Sign.LEAST: "m",
    Sign.COMMONEST: "f",
    Sign.RAREST: "f",
    Sign.LATEST: "t",
    Sign.EARLIEST: "t",
    Sign.OLDEST: "t",
    Sign.YOUNGEST: "t",
    Sign.DEAREST: "t",
    Sign.CHEAPEST: "t",
    Sign.DISTINCT: "u",
    Sign.WHICH: "w",
    Sign.PER: "p",
    Sign.BY: "b",
    Sign.ROWS: "R",
}
"""A sign as one letter of a shape; columns have those of `vocabulary.LETTERS`, numbers `#`, years and months of a date `Z`."""

_GROUP = "(?:[pb](?P<group>[TUYZ]))?"
_SHAPES: tuple[tuple[str, str], ...] = (
    (f"w?c[RU]{{0,2}}s?{_GROUP}", "count"),  # how many orders per country
    (r"[RU][pb](?P<group>[TYZ])", "count"),  # orders by year
    (f"w?cu?(?P<measure>[TIY]){_GROUP}", "distinct"),  # how many different countries
    (f"w?c(?P<measure>N)s?{_GROUP}", "sum"),  # how many points
    (r"(?P<measure>N)[pb](?P<group>[TYZ])", "added"),  # revenue by country
    (f"w?(?P<by>[sa])R?(?P<measure>N)[RU]?{_GROUP}", "aggregate"),  # average price per category
    (f"w?(?P<order>h)R?(?P<measure>N)[RU]?{_GROUP}", "extreme"),  # the highest price
    (r"w?(?P<order>[ht])R?(?P<measure>D)[RU]?", "extreme"),  # the latest date
    (r"w?(?P<top>#)?(?P<label>[RU])(?P<order>[hm])(?P<measure>N)", "rows"),  # which article has the highest price
    (r"w?(?P<label>[RU])(?P<order>[hmt])(?P<measure>D)", "rows"),
    (r"w?(?P<top>#)?(?P<order>h)(?P<top2>#)?(?P<label>[RU])[bp](?P<measure>[ND])", "rows"),  # top 5 countries by population
    (r"w?h?(?P<top>#)?(?P<label>[RTU])?(?P<order>t)(?P<top2>#)?(?P<label2>[RTU])?", "implied"),  # the cheapest article
    (r"w?(?P<top>#)?(?P<group>[TYZ])(?P<order>m)[RU]", "best count"),  # which country has the most orders
    (r"w?(?P<top>#)?(?P<group>[TYZ])(?P<order>m)(?P<measure>N)", "best sum"),
    (r"w?(?P<group>[TY])?(?P<order>f)(?P<group2>[TY])?", "best count"),  # the most common status
    (r"w?(?P<top>#)?(?P<group>[TYZ])(?P<order>h)c[RU]", "best count"),  # ... the highest number of orders
    (r"w?(?P<top>#)?(?P<order>h)(?P<top2>#)?(?P<group>[TYZ])[bp]c[RU]", "best count"),
    (r"w?(?P<top>#)?(?P<group>[TUYZ])(?P<order>h)(?P<by>[sa])(?P<measure>N)", "best aggregate"),
    (r"w?(?P<top>#)?(?P<order>h)(?P<top2>#)?(?P<group>[TUYZ])[bp](?P<by>[sa])(?P<measure>N)", "best aggregate"),
    (r"w?u(?P<measure>[TUY])R?|wu?(?P<measure2>[TUY])R?", "values"),  # which countries
    (r"w(?P<label>R)", "list"),  # which orders (are open)
)
_COMPILED = tuple((re.compile(pattern), what) for pattern, what in _SHAPES)
_LEADING_GROUP = re.compile(r"(p[TUYZ])(.+)")
_LOWEST = frozenset({Sign.LOWEST, Sign.LEAST, Sign.RAREST, Sign.EARLIEST, Sign.CHEAPEST})
_MOST_TOP = 100


class _Planner:
    def __init__(self, known: Vocabulary) -> None:
        self._known = known
        self._columns = known.rows.columns
        self._has_noun = False

    def plan(self, found: Sequence[Symbol]) -> Plan:
        conditions, rest = _Conditions(self._known, found).taken()
        self._has_noun = any(self._letter(symbol) in "RU" for symbol in rest)
        shaped = self._shaped(rest)
        planned = replace(shaped, conditions=conditions)
        self._check(planned)
        return planned

    def _shaped(self, rest: list[Symbol]) -> Plan:
        """The plan of the shape that the symbols have; with what a column's own name asks for when they have none without it."""
        for symbols_ in (rest, *self._with_inside(rest)):
            shape = "".join(map(self._letter, symbols_))
            leading = _LEADING_GROUP.fullmatch(shape)
            if leading is not None:
                shape, symbols_ = leading[2] + leading[1], [*symbols_[2:], *symbols_[:2]]
            for pattern, what in _COMPILED:
                match = pattern.fullmatch(shape)
                if match is not None:
                    return self._built(what, _Parts(match, symbols_))
        raise Unclear

    def _with_inside(self, rest: list[Symbol]) -> list[list[Symbol]]:
        for place, symbol in enumerate(rest):
            if isinstance(symbol, Named) and symbol.inside in (Sign.SUM, Sign.HIGHEST, Sign.LOWEST):
                return [[*rest[:place], Said(symbol.inside), *rest[place:]]]
        return []

    def _letter(self, symbol: Symbol) -> str:
        if isinstance(symbol, Said):
            return _LETTERS.get(symbol.sign, "!")
        if isinstance(symbol, Named):
            return self._known.letters[symbol.column]
        return "Z" if isinstance(symbol, Unit) else "#" if isinstance(symbol, Amount) else "!"

    # --- from shapes to plans

    def _built(self, what: str, parts: _Parts) -> Plan:
        measure = parts.column("measure") if parts.column("measure") is not None else parts.column("measure2")
        group = self._group(parts.symbol("group") or parts.symbol("group2"))
        top = parts.top()
        best: Literal["highest", "lowest"] = "lowest" if parts.sign("order") in _LOWEST else "highest"
        extreme = Aggregate.LOWEST if best == "lowest" else Aggregate.HIGHEST
        match what:
            case "count":
                return Plan(Aggregate.COUNT, group=group)
            case "distinct":
                return Plan(Aggregate.DISTINCT, measure, group=group)
            case "sum":
                return Plan(Aggregate.SUM, self._counted(parts), group=group)
            case "added":
                return Plan(Aggregate.SUM, self._added(measure), group=group)
            case "aggregate":
                return Plan(*self._aggregate(parts, measure), group=group)
            case "extreme":
                order = Sign(parts.sign("order") or Sign.HIGHEST)
                return Plan(self._extreme(order), measure, group=group, label=self._label())
            case "rows":
                return Plan(extreme, measure, top=top, label=parts.column("label", self._label()))
            case "implied":
                label = parts.column("label", parts.column("label2", self._label()))
                implied, lowest = self._implied(parts.sign("order"))
                return Plan(Aggregate.LOWEST if lowest else Aggregate.HIGHEST, implied, top=top, label=label)
            case "best count":
                return Plan(Aggregate.COUNT, group=group, best=best, top=top)
            case "best sum":
                return Plan(Aggregate.SUM, self._added(measure), group=group, best=best, top=top)
            case "best aggregate":
                return Plan(*self._aggregate(parts, measure), group=group, best=best, top=top)
            case "values":
                return Plan(Aggregate.VALUES, measure)
            case "list":
                if self._label() is None:
                    raise Unclear
                return Plan(Aggregate.VALUES, self._label())
        raise Unclear

    def _group(self, symbol: Symbol | None) -> Group | None:
        if isinstance(symbol, Unit):
            return Group(self._only("D"), symbol.by)
        return Group(symbol.column) if isinstance(symbol, Named) else None

    def _aggregate(self, parts: _Parts, measure: int | None) -> tuple[Aggregate, int | None]:
        sign = parts.sign("by")
        if sign is Sign.SUM:
            return Aggregate.SUM, self._summed(measure)
        return (Aggregate.MEAN if sign is Sign.MEAN else Aggregate.MEDIAN), measure

    def _extreme(self, sign: Sign) -> Aggregate:
        if sign in (Sign.OLDEST, Sign.YOUNGEST):
            return Aggregate.LOWEST if sign is Sign.OLDEST else Aggregate.HIGHEST  # of dates
        return Aggregate.LOWEST if sign in _LOWEST else Aggregate.HIGHEST

    def _implied(self, sign: Sign | None) -> tuple[int, bool]:
        """The column that `cheapest` or `latest` compares, and whether its lowest value is meant."""
        if sign in (Sign.DEAREST, Sign.CHEAPEST):
            priced = [place for place in self._of("N") if PRICES.intersection(name_words(self._columns[place].name))]
            return _single(priced), sign is Sign.CHEAPEST
        aged = [place for place in self._of("N") if is_age(self._columns[place])]
        if sign in (Sign.OLDEST, Sign.YOUNGEST) and aged:
            return _single(aged), sign is Sign.YOUNGEST
        return _single(self._of("D") or self._of("Y")), sign in (Sign.OLDEST, Sign.EARLIEST)

    def _counted(self, parts: _Parts) -> int:
        """A column of counts: `how many points` are the sum of points, but `how many salaries` are so many rows."""
        symbol = parts.symbol("measure")
        if not isinstance(symbol, Named) or not symbol.exact:
            raise Unclear
        style = self._columns[symbol.column].style
        if style.decimals or style.unit:
            raise Unclear
        return self._added(symbol.column)

    def _added(self, measure: int | None) -> int:
        if measure is None or not is_added(self._columns[measure]):
            raise Unclear
        return measure

    def _summed(self, measure: int | None) -> int:
        """`total price` may be said of prices; of ages and shares it means something else."""
        if measure is None or not (is_added(self._columns[measure]) or PRICES & set(name_words(self._columns[measure].name))):
            raise Unclear
        return measure

    def _label(self) -> int | None:
        """The column that rows are called by: the first that differs in each, words before numbers."""
        named = [place for place in self._of("U") if self._columns[place].kind is Kind.TEXT] or self._of("U")
        return named[0] if named else None

    def _of(self, letter: str) -> list[int]:
        return [place for place, known in enumerate(self._known.letters) if known == letter]

    def _only(self, letter: str) -> int:
        return _single(self._of(letter))

    def _check(self, planned: Plan) -> None:
        """No condition on the words that are asked for; no list of a column that differs in each row, without a condition."""
        asked = {planned.measure, planned.group.column if planned.group else None}
        if planned == Plan(Aggregate.COUNT) and not self._has_noun:
            raise Unclear  # how many of what?
        for condition in planned.conditions:
            if isinstance(condition, Among) and condition.column in asked and not condition.negated:
                raise Unclear
        if planned.aggregate is Aggregate.VALUES and not planned.conditions and self._known.letters[planned.measure or 0] == "U":
            raise Unclear
        if planned.measure is not None and planned.aggregate in (Aggregate.HIGHEST, Aggregate.LOWEST, Aggregate.DISTINCT):
            column = self._columns[planned.measure]
            if column.kind is Kind.TEXT and not column.values:
                raise Unclear
        if planned.group is not None:
            column = self._columns[planned.group.column]
            if column.kind is Kind.TEXT and not column.values:
                raise Unclear
        if not 1 <= planned.top <= _MOST_TOP:
            raise Unclear


def _single(places: Sequence[int]) -> int:
    if len(places) != 1:
        raise Unclear
    return places[0]


@dataclass(frozen=True, slots=True)
class _Parts:
    """The symbols under the names that a shape gives them; a symbol is one letter of it."""

    match: re.Match[str]
    symbols: Sequence[Symbol]

    def symbol(self, name: str) -> Symbol | None:
        if name not in self.match.re.groupindex or self.match[name] is None:
            return None
        return self.symbols[self.match.start(name)]

    def column(self, name: str, otherwise: int | None = None) -> int | None:
        symbol = self.symbol(name)
        return symbol.column if isinstance(symbol, Named) else otherwise

    def sign(self, name: str) -> Sign | None:
        symbol = self.symbol(name)
        return symbol.sign if isinstance(symbol, Said) else None

    def top(self) -> int:
        amount = self.symbol("top") or self.symbol("top2")
        if not isinstance(amount, Amount):
            return 1
        if (self.symbol("top") and self.symbol("top2")) or amount.unit or amount.value != int(amount.value):
            raise Unclear
        return int(amount.value)


# --- conditions --------------------------------------------------------------------------------------------------

_ASKING = frozenset(_LETTERS) - {Sign.ROWS}
"""After one of these, a column is what is asked for, not what a condition is about."""


class _Conditions:
    """Takes the conditions out of a question's symbols, from left to right."""

    def __init__(self, known: Vocabulary, found: Sequence[Symbol]) -> None:
        self._known = known
        self._found = found
        self._place = 0
        self._rest: list[Symbol] = []
        self._conditions: list[Condition] = []

    def taken(self) -> tuple[tuple[Condition, ...], list[Symbol]]:
        """The conditions, and the symbols that belong to none."""
        while self._place < len(self._found):
            symbol = self._at(0)
            if not (self._values() or self._comparison() or self._time() or self._emptiness()):
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
        """A column right here that a condition can be about: of this kind, and not what is asked for."""
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
        """`in Germany or France`, `status open`, `not in Spain`."""
        about = self._about("TU")
        at = 0 if about is None else 1
        if self._sign(0) is Sign.BY and isinstance(self._at(1), Valued):  # orders by Anna
            at = 1
        negated = self._sign(at) in (Sign.NOT, Sign.WITHOUT)
        inner = self._at(at + negated)
        if about is None and negated and isinstance(inner, Named) and isinstance(self._at(at + 2), Valued):
            about, at = inner.column, at + 1
        at += negated
        at += self._sign(at) is Sign.EXACTLY
        first = self._at(at)
        if not isinstance(first, Valued):
            return False
        if about is not None and about not in first.codes:
            return False
        codes = {about: first.codes[about]} if about is not None else dict(first.codes)
        at += 1
        while True:
            joined = self._sign(at) in (Sign.AND, Sign.OR)
            following = self._at(at + joined)
            shared = following.codes.keys() & codes.keys() if isinstance(following, Valued) else set()
            if not isinstance(following, Valued) or not shared:
                break
            codes = {column: (*codes[column], *following.codes[column]) for column in shared}
            at += joined + 1
        behind = self._at(at)
        if about is None and isinstance(behind, Named) and behind.column in codes:
            codes = {behind.column: codes[behind.column]}
            at += 1
        if len(codes) != 1:
            raise Unclear
        [(column, chosen)] = codes.items()
        return self._took(Among(column, frozenset(chosen), negated), at)

    def _emptiness(self) -> bool:
        symbol = self._at(1)
        if self._sign(0) is not Sign.WITHOUT or not isinstance(symbol, Named):
            return False
        if self._known.rows.columns[symbol.column].kind is Kind.TEXT and not self._known.rows.columns[symbol.column].values:
            raise Unclear
        return self._took(Empty(symbol.column), 2)

    # --- numbers

    def _comparison(self) -> bool:
        """`price over 100`, `more than 5 orders`, `between 10 and 20`, `100 or more`, `price 100`."""
        about = self._about("NYI") if not isinstance(self._at(0), Said) else None
        at = 0 if about is None else 1
        found = self._bounds(at, named=about is not None)
        if found is None:
            return False
        low, high, low_open, high_closed, amount, until = found
        behind = self._at(until)
        if about is None and isinstance(behind, Named) and self._known.letters[behind.column] == "N":
            about, until = behind.column, until + 1
        column = about if about is not None else self._compared(until)
        self._fits(column, amount)
        said = self._said(at, until)
        return self._took(Range(column, low, high, said, low_open, high_closed), until)

    def _bounds(self, at: int, named: bool) -> tuple[float, float, bool, bool, Amount, int] | None:
        """Low and high, whether they belong to it, an amount with the unit, and where the words end."""
        endless = float("inf")
        sign, first, second = self._sign(at), self._at(at + 1), self._at(at + 3)
        if sign is Sign.NOT and self._sign(at + 1) in _COMPARING:
            raise Unclear
        if sign is Sign.BETWEEN:
            if not isinstance(first, Amount) or self._sign(at + 2) is not Sign.AND or not isinstance(second, Amount):
                raise Unclear
            unit = second if second.unit else first
            return first.value, second.value, False, True, unit, at + 4
        if sign in _COMPARING:
            if not isinstance(first, Amount):
                raise Unclear
            low, high = {
                Sign.OVER: (first.value, endless),
                Sign.AT_LEAST: (first.value, endless),
                Sign.UNDER: (-endless, first.value),
                Sign.AT_MOST: (-endless, first.value),
                Sign.EXACTLY: (first.value, first.value),
            }[sign]
            return low, high, sign is Sign.OVER, sign in (Sign.AT_MOST, Sign.EXACTLY), first, at + 2
        amount, behind = self._at(at), self._sign(at + 1)
        if not isinstance(amount, Amount):
            return None
        if behind in (Sign.OR_MORE, Sign.OR_LESS):
            more = behind is Sign.OR_MORE
            return (amount.value if more else -endless), (endless if more else amount.value), False, not more, amount, at + 2
        return (amount.value, amount.value, False, True, amount, at + 1) if named else None

    def _compared(self, until: int) -> int:
        """The only column of numbers, where the question names none, and where it is not rows that are so many."""
        column = _single([place for place, letter in enumerate(self._known.letters) if letter == "N"])
        if self._rest and isinstance(self._rest[-1], Named) and self._rest[-1].column == column:
            raise Unclear  # average price over 100: which of them is over 100?
        behind = list(self._found[self._place + until :])
        for place, symbol in enumerate(behind):
            is_group = place > 0 and behind[place - 1] in (Said(Sign.PER), Said(Sign.BY))
            if symbol == Said(Sign.ROWS) or (isinstance(symbol, Named) and not is_group):
                raise Unclear  # more than 2 open orders
        return column

    def _fits(self, column: int, amount: Amount) -> None:
        """Raises Unclear when the question's unit is not the column's."""
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
            said += [symbol.sign.value] if isinstance(symbol, Said) else [symbol.words] if isinstance(symbol, Amount) else []
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
            about = _single([place for place, letter in enumerate(self._known.letters) if letter in "DY"])
        return self._took(self._within(about, when), at)

    def _within(self, column: int, when: When) -> Range:
        style = self._known.rows.columns[column].style
        if style.kind is Kind.DATE:
            if style.months and when.unit == "day" and not (_begins_month(when.low) and _begins_month(when.high)):
                raise Unclear
            return Range(column, when.low, when.high, when.words)
        if when.unit != "year":
            raise Unclear
        return Range(column, _year(when.low), _year(when.high), when.words)


_COMPARING = frozenset({Sign.OVER, Sign.AT_LEAST, Sign.UNDER, Sign.AT_MOST, Sign.EXACTLY})


def _year(day: float) -> float:
    return day if math.isinf(day) else date.fromordinal(int(day)).year


def _begins_month(day: float) -> bool:
    return math.isinf(day) or date.fromordinal(int(day)).day == 1


def _refuse_doubled(conditions: Sequence[Condition]) -> None:
    """Two conditions on one column are clear only as `over 10 and under 20`: otherwise they may widen one another."""
    for place, one in enumerate(conditions):
        for other in conditions[:place]:
            if one.column != other.column:
                continue
            if not isinstance(one, Range) or not isinstance(other, Range):
                raise Unclear
            if math.isinf(one.low) == math.isinf(other.low) or math.isinf(one.high) == math.isinf(other.high):
                raise Unclear
