"""Turn a question into plans, using a table's columns and values; into none if that is not certain.

Conditions (`in Germany`, `over 100`, `since 2023`) are extracted from the question first. What remains must match one of the
shapes below completely.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from chat.computing.conditions import Conditions
from chat.computing.plan import Aggregate, Among, Condition, Group, Plan
from chat.computing.reading import symbols
from chat.computing.shapes import Parts, compiled, first, letter, shape, single
from chat.computing.symbols import ColumnValue, Named, Said, Symbol, Unclear, Unit
from chat.computing.values import Kind
from chat.computing.verbs import asked
from chat.computing.vocabulary import Vocabulary, bare_name, is_added, is_age, is_price, plain_name
from chat.computing.words import CURRENCIES, KINDS, LOWEST, Sign, name_words


def plans(question: str, known: Vocabulary) -> tuple[Plan, ...]:
    """Return the plans that the question may mean, usually one. Empty if a word is unknown, a column or value is ambiguous, or
    the question has no shape that can be computed."""
    if known.rows.mixed or not known.rows.count:
        return ()
    try:
        return _Planner(known).plans(symbols(question, known))
    except Unclear:
        return ()


# --- shapes ------------------------------------------------------------------------------------------------------

_GROUP = "(?:[pb](?P<group>[TUYZ]))?"
_SHAPES: tuple[tuple[str, str], ...] = (
    (f"w?c[RU]{{0,2}}s?{_GROUP}", "count"),  # how many orders per country
    (r"[RU][pb](?P<group>[TYZ])", "count"),  # orders by year
    (f"w?cu?(?P<measure>[TIY]){_GROUP}", "distinct"),  # how many different countries
    (f"w?c(?P<measure>N)R?s?{_GROUP}", "sum"),  # how many points, how many hours of training in total
    (r"(?P<measure>N)[pb](?P<group>[TYZ])", "added"),  # revenue by country
    (r"w?(?P<by>a)(?P<measure>N)p[RU]", "aggregate"),  # the average revenue per order
    (f"w?(?P<by>[sa])[RUc]?(?P<measure>N)[RU]?{_GROUP}", "aggregate"),  # average price per category, number of points
    (r"w?(?P<by>s)x(?P<measure>N)s?", "aggregate"),  # how much do we spend on rent in January
    (f"w?(?P<measure>N)(?P<by>[sa])[RU]?{_GROUP}", "aggregate"),  # le prix moyen par catégorie
    (f"w?(?P<order>h)[RUc]?(?P<measure>N)[RU]?{_GROUP}", "extreme"),  # the highest price, number of points, order total
    (f"w?(?P<measure>N)(?P<order>h)[RU]?{_GROUP}", "extreme"),  # el precio más alto
    (r"w?(?P<order>[ht])R?(?P<measure>D)[RU]?", "extreme"),  # the latest date
    (r"w?(?P<order>i)[RU]l?", "dated"),  # when was the last order placed
    (r"w?(?P<top>#)?(?P<label>[RU])(?P<order>[hm])(?P<measure>N)", "rows"),  # which article has the highest price
    (r"w?(?P<label>[RU])(?P<measure>N)(?P<order>h)", "rows"),  # quel article a le prix le plus élevé
    (r"w?(?P<label>[RU])(?P<order>[hmt])(?P<measure>D)", "rows"),
    (r"w?(?P<top>#)?(?P<order>h)(?P<top2>#)?(?P<label>[RU])[bp](?P<measure>[ND])", "rows"),  # top 5 countries by population
    (
        r"w?h?(?P<top>#)?(?P<label>[RTU])?(?P<order>t)(?P<top2>#)?(?P<label2>[RTU])?(?P<payer>[VN])?",
        "implied",
    ),  # the cheapest article (for members)
    (r"w?(?P<top>#)?(?P<group>[TYZ])(?P<order>m)[RU]", "best count"),  # which country has the most orders
    (r"w?(?P<top>#)?(?P<group>[TYZ])(?P<order>m)(?P<measure>N)", "best sum"),
    (r"w?(?P<group>Z)(?P<order>h)(?P<measure>N)", "best sum"),  # which month had the highest revenue
    (r"p?w?(?P<group>Z)(?P<measure>N)(?P<order>h)", "best sum"),  # in which month was revenue lowest
    (r"w?(?P<group>[TY])(?P<order>h)(?P<measure>N)", "best sum or row"),  # which product had the highest revenue
    (r"p?w?(?P<group>[TY])(?P<measure>N)(?P<order>h)", "best sum or row"),
    (r"w?(?P<group>[TY])?(?P<order>f)(?P<group2>[TY])?", "best count"),  # the most common status
    (r"w?(?P<top>#)?(?P<group>[TYZ])(?P<order>h)c[RU]", "best count"),  # ... the highest number of orders
    (r"w?(?P<top>#)?(?P<order>h)(?P<top2>#)?(?P<group>[TYZ])[bp]c[RU]", "best count"),
    (r"w?(?P<top>#)?(?P<order>h)(?P<top2>#)?(?P<group>[TYZ])[bp](?P<measure>N)", "best sum"),  # top 3 products by quantity
    (r"w?(?P<top>#)?(?P<group>[TUYZ])(?P<order>h)(?P<by>[sa])(?P<measure>N)", "best aggregate"),
    (r"w?(?P<top>#)?(?P<order>h)(?P<top2>#)?(?P<group>[TUYZ])[bp](?P<by>[sa])(?P<measure>N)", "best aggregate"),
    (r"w?u(?P<measure>[TUY])R?|wu?(?P<measure2>[TUY])R?", "values"),  # which countries
    (r"w(?P<label>R)", "list"),  # which orders (are open)
    (
        r"(?P<more>M)[xy]?(?P<measure>[NV])[xy]?n(?P<less>[NV])",
        "difference",
    ),  # how much more do guests pay than members (for a bike)
)
_COMPILED = compiled(_SHAPES)
_LEADING_GROUP = re.compile(r"(p[TUYZ])(.+)")
_MOST_TOP = 100


class _Planner:
    def __init__(self, known: Vocabulary) -> None:
        self._known = known
        self._columns = known.rows.columns
        self._has_noun = False
        self._conditions: Sequence[Condition] = ()

    def plans(self, found: Sequence[Symbol]) -> tuple[Plan, ...]:
        conditions, rest = Conditions(self._known, found).taken()
        if rest == [Said(Sign.WHICH)] and self._asks_for_kind(found, conditions):
            rest = [*rest, Said(Sign.ROWS)]
        if self._known.roles.people:
            rest = [symbol for symbol in rest if symbol != Said(Sign.WORKING)]
        self._conditions = conditions
        self._has_noun = any(letter(symbol, self._known) in "RU" for symbol in rest)
        shaped = asked(rest, self._known, conditions) or self._shaped(rest)
        planned = tuple(replace(each, conditions=conditions) for each in shaped)
        for each in planned:
            self._check(each)
        return planned

    def _asks_for_kind(self, found: Sequence[Symbol], conditions: Sequence[Condition]) -> bool:
        """Return whether a value names the rows, as in `which rentals cost less than 10?` or `which taxi rides were rejected?`
        for rows of the category rental or taxi."""
        kind = found[1] if len(found) > 1 and found[0] == Said(Sign.WHICH) else None
        if not isinstance(kind, ColumnValue) or len(kind.codes) != 1 or len(conditions) == 1:
            return False
        [column] = kind.codes
        return not KINDS.isdisjoint(name_words(self._columns[column].name)) and not any(
            isinstance(each, Among) and each.negated for each in conditions
        )

    def _shaped(self, rest: list[Symbol]) -> tuple[Plan, ...]:
        """Return the plans of the shape that the symbols have, one for each way to read it.

        If they have none, words within a column's own name, as `total`, are included.
        """
        rest = [Said(Sign.WHICH) if symbol == Said(Sign.WHO) else symbol for symbol in rest]
        for symbols_ in (rest, *self._with_inside(rest)):
            letters = shape(symbols_, self._known)
            leading = _LEADING_GROUP.fullmatch(letters)
            if leading is not None:
                letters, symbols_ = leading[2] + leading[1], [*symbols_[2:], *symbols_[:2]]
            if (found := first(letters, _COMPILED)) is not None:
                what, parts = found[1], Parts(found[0], symbols_)
                if what == "best sum or row":
                    return self._built("best sum", parts), self._built("best row", parts)
                return (self._built(what, parts),)
        raise Unclear

    def _with_inside(self, rest: list[Symbol]) -> list[list[Symbol]]:
        for place, symbol in enumerate(rest):
            if isinstance(symbol, Named) and symbol.inside in (Sign.SUM, Sign.HIGHEST, Sign.LOWEST):
                before, behind, asked_for = rest[:place], rest[place + 1 :], Said(symbol.inside)
                return [[*before, asked_for, symbol, *behind], [*before, asked_for, *behind]]  # or "the total for January"
        return []

    # --- from shapes to plans

    def _built(self, what: str, parts: Parts) -> Plan:
        measure = parts.column("measure") if parts.column("measure") is not None else parts.column("measure2")
        group = self._group(parts.symbol("group") or parts.symbol("group2"))
        top = parts.top()
        best: Literal["highest", "lowest"] = "lowest" if parts.sign("order") in LOWEST else "highest"
        extreme = Aggregate.LOWEST if best == "lowest" else Aggregate.HIGHEST
        match what:
            case "count":
                return Plan(Aggregate.SUM, stock) if (stock := self._pieces()) is not None else Plan(Aggregate.COUNT, group=group)
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
                return Plan(self._extreme(order), measure, group=group, label=self._known.label)
            case "dated":
                return Plan(extreme, single(self._of("D")), label=self._known.label)
            case "rows":
                return Plan(extreme, measure, top=top, label=parts.column("label", self._known.label))
            case "implied":
                label = parts.column("label", parts.column("label2", self._known.label))
                called = parts.symbol("label") or parts.symbol("label2")
                of_rows = called is not None and letter(called, self._known) in "RU"
                implied, lowest = self._implied(parts.sign("order"), of_rows, parts.column("payer"))
                return Plan(Aggregate.LOWEST if lowest else Aggregate.HIGHEST, implied, top=top, label=label)
            case "best count":
                return Plan(Aggregate.COUNT, group=group, best=best, top=top)
            case "best sum":
                return Plan(Aggregate.SUM, self._added(measure), group=group, best=best, top=top)
            case "best row":
                return Plan(extreme, measure, label=None if group is None else group.column)
            case "best aggregate":
                return Plan(*self._aggregate(parts, measure), group=group, best=best, top=top)
            case "difference":
                return self._difference(measure, parts.column("less"), parts.sign("more"))
            case "values":
                return Plan(Aggregate.VALUES, measure)
            case "list":
                if self._known.label is None:
                    raise Unclear
                return Plan(Aggregate.VALUES, self._known.label)
        raise Unclear

    def _pieces(self) -> int | None:
        """Return the column that holds how many there are of some goods, for `how many hammers are there?`; `None` if the
        question is not of this kind. Raises Unclear if it may ask for rows, or for what was ordered."""
        roles = self._known.roles
        of_goods = any(isinstance(each, Among) and each.column == roles.goods for each in self._conditions)
        if self._has_noun or not of_goods or roles.stock is None:
            return None
        if roles.trades or not is_added(self._columns[roles.stock]):
            raise Unclear
        return roles.stock

    def _group(self, symbol: Symbol | None) -> Group | None:
        if isinstance(symbol, Unit):
            return Group(self._only("D"), symbol.by)
        return Group(symbol.column) if isinstance(symbol, Named) else None

    def _aggregate(self, parts: Parts, measure: int | None) -> tuple[Aggregate, int | None]:
        sign = parts.sign("by")
        if sign is Sign.SUM:
            return Aggregate.SUM, self._summed(measure)
        return (Aggregate.MEAN if sign is Sign.MEAN else Aggregate.MEDIAN), measure

    def _extreme(self, sign: Sign) -> Aggregate:
        if sign in (Sign.OLDEST, Sign.YOUNGEST):
            return Aggregate.LOWEST if sign is Sign.OLDEST else Aggregate.HIGHEST  # of dates
        return Aggregate.LOWEST if sign in LOWEST else Aggregate.HIGHEST

    def _implied(self, sign: Sign | None, of_rows: bool, payer: int | None) -> tuple[int, bool]:
        """Return the column that `cheapest` or `latest` compares, and whether its lowest value is meant."""
        if payer is not None:
            if sign not in (Sign.DEAREST, Sign.CHEAPEST) or payer not in self._known.payers.values():
                raise Unclear
            return payer, sign is Sign.CHEAPEST
        if sign in (Sign.DEAREST, Sign.CHEAPEST):
            if of_rows and self._known.roles.trades and self._known.roles.money is not None:
                return self._known.roles.money, sign is Sign.CHEAPEST
            priced = [place for place in self._of("N") if is_price(self._columns[place])]
            return single(priced), sign is Sign.CHEAPEST
        aged = [place for place in self._of("N") if is_age(self._columns[place])]
        if sign in (Sign.OLDEST, Sign.YOUNGEST) and aged:
            return single(aged), sign is Sign.YOUNGEST
        return single(self._of("D") or self._of("Y")), sign in (Sign.OLDEST, Sign.EARLIEST)

    def _counted(self, parts: Parts) -> int:
        """Return a column of counts: `how many points` is the sum of points, but `how many salaries` is a number of rows."""
        symbol = parts.symbol("measure")
        if not isinstance(symbol, Named) or not symbol.exact:
            raise Unclear
        column = self._columns[symbol.column]
        has_unit = bool(column.style.unit) or bare_name(column.name) != plain_name(column.name)
        if column.style.decimals or has_unit:
            raise Unclear
        return self._added(symbol.column)

    def _added(self, measure: int | None) -> int:
        if measure is None or not is_added(self._columns[measure]):
            raise Unclear
        return measure

    def _summed(self, measure: int | None) -> int:
        """Return a column that may be summed with `total`: prices may; for ages and shares it means something else."""
        if measure is None or not (is_added(self._columns[measure]) or is_price(self._columns[measure])):
            raise Unclear
        return measure

    def _difference(self, one: int | None, other: int | None, sign: Sign | None) -> Plan:
        """Return the plan for a difference of two prices in the same currency."""
        if one is None or other is None or one == other or not (is_price(self._columns[one]) and is_price(self._columns[other])):
            raise Unclear
        if self._money(one) != self._money(other):
            raise Unclear
        measure, less = (other, one) if sign is Sign.LESS else (one, other)
        return Plan(Aggregate.DIFFERENCE, measure, less=less, label=self._known.label)

    def _money(self, column: int) -> set[str]:
        own = self._columns[column]
        unit = own.style.unit.casefold()
        return {CURRENCIES[word] for word in name_words(own.name) if word in CURRENCIES} | (
            {CURRENCIES.get(unit, unit)} if unit else set()
        )

    def _of(self, letter: str) -> list[int]:
        return [place for place, known in enumerate(self._known.letters) if known == letter]

    def _only(self, letter: str) -> int:
        return single(self._of(letter))

    def _check(self, planned: Plan) -> None:
        """Raise Unclear for conditions on the words asked for, for lists of a column that is unique per row without a condition,
        and for the like."""
        asked = {planned.measure, planned.group.column if planned.group else None}
        if planned == Plan(Aggregate.COUNT) and not self._has_noun:
            raise Unclear  # how many of what?
        for condition in planned.conditions:
            if isinstance(condition, Among) and condition.column in asked and not condition.negated:
                raise Unclear
        called = [each for each in planned.conditions if isinstance(each, Among) and self._known.letters[each.column] == "U"]
        if planned.aggregate is Aggregate.DIFFERENCE and not any(len(each.codes) == 1 and not each.negated for each in called):
            raise Unclear  # of which row?
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
