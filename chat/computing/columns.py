"""Questions by the columns that a table has: how many orders, the average price per category, the largest order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from chat.computing.plan import Aggregate, Among, Condition, Group, Plan
from chat.computing.shapes import Parts, compiled, first, letter, single
from chat.computing.symbols import Named, Symbol, Unclear, Unit
from chat.computing.vocabulary import Vocabulary, bare_name, is_added, is_age, is_price, plain_name
from chat.computing.words import CURRENCIES, LOWEST, Sign, name_words


def by_columns(
    letters: str, found: Sequence[Symbol], known: Vocabulary, conditions: Sequence[Condition], has_noun: bool
) -> tuple[Plan, ...] | None:
    """Return plans without the conditions; `None` if no shape matches the letters of the symbols. `has_noun`: the question says
    what the rows are called. Raises Unclear if it is not clear which column is meant."""
    if (fitting := first(letters, _SHAPES)) is None:
        return None
    match, plans = fitting
    return plans(_Columns(Parts(match, found), known, conditions, has_noun))


class _Columns:
    """The plans of each shape of question."""

    def __init__(self, parts: Parts, known: Vocabulary, conditions: Sequence[Condition], has_noun: bool) -> None:
        self._parts = parts
        self._known = known
        self._columns = known.rows.columns
        self._conditions = conditions
        self._has_noun = has_noun
        self._measure = parts.column("measure", parts.column("measure2"))
        self._best: Literal["highest", "lowest"] = "lowest" if parts.sign("order") in LOWEST else "highest"

    def count(self) -> tuple[Plan, ...]:
        if (stock := self._pieces()) is not None:
            return (Plan(Aggregate.SUM, stock, group=self._group()),)
        return (Plan(Aggregate.COUNT, group=self._group()),)

    def distinct(self) -> tuple[Plan, ...]:
        return (Plan(Aggregate.DISTINCT, self._measure, group=self._group()),)

    def sum(self) -> tuple[Plan, ...]:
        return (Plan(Aggregate.SUM, self._counted(), group=self._group()),)

    def added(self) -> tuple[Plan, ...]:
        return (Plan(Aggregate.SUM, self._added(self._measure), group=self._group()),)

    def aggregate(self) -> tuple[Plan, ...]:
        return (Plan(*self._aggregate(), group=self._group()),)

    def extreme(self) -> tuple[Plan, ...]:
        by_age = {Sign.OLDEST: Aggregate.LOWEST, Sign.YOUNGEST: Aggregate.HIGHEST}  # of dates
        extreme = by_age.get(self._parts.sign("order") or Sign.HIGHEST, self._extreme())
        return (Plan(extreme, self._measure, group=self._group(), label=self._known.label),)

    def dated(self) -> tuple[Plan, ...]:
        return (Plan(self._extreme(), self._only("D"), label=self._known.label),)

    def rows(self) -> tuple[Plan, ...]:
        label = self._parts.column("label", self._known.label)
        return (Plan(self._extreme(), self._measure, top=self._parts.top(), label=label),)

    def implied(self) -> tuple[Plan, ...]:
        parts = self._parts
        label = parts.column("label", parts.column("label2", self._known.label))
        called = parts.symbol("label") or parts.symbol("label2")
        of_rows = called is not None and letter(called, self._known) in "RU"
        implied, lowest = self._implied(parts.sign("order"), of_rows, parts.column("payer"))
        return (Plan(Aggregate.LOWEST if lowest else Aggregate.HIGHEST, implied, top=parts.top(), label=label),)

    def best_count(self) -> tuple[Plan, ...]:
        return (Plan(Aggregate.COUNT, group=self._group(), best=self._best, top=self._parts.top()),)

    def best_sum(self) -> tuple[Plan, ...]:
        added = self._added(self._measure)
        return (Plan(Aggregate.SUM, added, group=self._group(), best=self._best, top=self._parts.top()),)

    def best_sum_or_row(self) -> tuple[Plan, ...]:
        group = self._group()
        return (*self.best_sum(), Plan(self._extreme(), self._measure, label=None if group is None else group.column))

    def best_aggregate(self) -> tuple[Plan, ...]:
        return (Plan(*self._aggregate(), group=self._group(), best=self._best, top=self._parts.top()),)

    def difference(self) -> tuple[Plan, ...]:
        """Return the plan for a difference of two prices in the same currency."""
        one, other = self._measure, self._parts.column("less")
        if one is None or other is None or one == other or not (is_price(self._columns[one]) and is_price(self._columns[other])):
            raise Unclear
        if self._money(one) != self._money(other):
            raise Unclear
        measure, less = (other, one) if self._parts.sign("more") is Sign.LESS else (one, other)
        return (Plan(Aggregate.DIFFERENCE, measure, less=less, label=self._known.label),)

    def values(self) -> tuple[Plan, ...]:
        return (Plan(Aggregate.VALUES, self._measure),)

    def listed(self) -> tuple[Plan, ...]:
        if self._known.label is None:
            raise Unclear
        return (Plan(Aggregate.VALUES, self._known.label),)

    # --- the columns of a plan

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

    def _group(self) -> Group | None:
        symbol = self._parts.symbol("group") or self._parts.symbol("group2")
        if isinstance(symbol, Unit):
            return Group(self._only("D"), symbol.by)
        return Group(symbol.column) if isinstance(symbol, Named) else None

    def _aggregate(self) -> tuple[Aggregate, int | None]:
        sign = self._parts.sign("by")
        if sign is Sign.SUM:
            return Aggregate.SUM, self._summed(self._measure)
        return (Aggregate.MEAN if sign is Sign.MEAN else Aggregate.MEDIAN), self._measure

    def _extreme(self) -> Aggregate:
        return Aggregate.LOWEST if self._best == "lowest" else Aggregate.HIGHEST

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

    def _counted(self) -> int:
        """Return a column of counts: `how many points` is the sum of points, but `how many salaries` is a number of rows."""
        symbol = self._parts.symbol("measure")
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


_GROUP = "(?:[pb](?P<group>[TUYZ]))?"
_SHAPES = compiled(
    (
        (f"w?c[RU]{{0,2}}s?{_GROUP}", _Columns.count),  # how many orders per country
        (r"[RU][pb](?P<group>[TYZ])", _Columns.count),  # orders by year
        (f"w?cu?(?P<measure>[TIY]){_GROUP}", _Columns.distinct),  # how many different countries
        (f"w?c(?P<measure>N)R?s?{_GROUP}", _Columns.sum),  # how many points, how many hours of training in total
        (r"(?P<measure>N)[pb](?P<group>[TYZ])", _Columns.added),  # revenue by country
        (r"w?(?P<by>a)(?P<measure>N)p[RU]", _Columns.aggregate),  # the average revenue per order
        (f"w?(?P<by>[sa])[RUc]?(?P<measure>N)[RU]?{_GROUP}", _Columns.aggregate),  # average price per category, number of points
        (r"w?(?P<by>s)x(?P<measure>N)s?", _Columns.aggregate),  # how much do we spend on rent in January
        (f"w?(?P<measure>N)(?P<by>[sa])[RU]?{_GROUP}", _Columns.aggregate),  # le prix moyen par catégorie
        # the highest price, number of points, order total
        (f"w?(?P<order>h)[RUc]?(?P<measure>N)[RU]?{_GROUP}", _Columns.extreme),
        (f"w?(?P<measure>N)(?P<order>h)[RU]?{_GROUP}", _Columns.extreme),  # el precio más alto
        (r"w?(?P<order>[ht])R?(?P<measure>D)[RU]?", _Columns.extreme),  # the latest date
        (r"w?(?P<order>i)[RU]l?", _Columns.dated),  # when was the last order placed
        (r"w?(?P<top>#)?(?P<label>[RU])(?P<order>[hm])(?P<measure>N)", _Columns.rows),  # which article has the highest price
        (r"w?(?P<label>[RU])(?P<measure>N)(?P<order>h)", _Columns.rows),  # quel article a le prix le plus élevé
        (r"w?(?P<label>[RU])(?P<order>[hmt])(?P<measure>D)", _Columns.rows),
        # top 5 countries by population
        (r"w?(?P<top>#)?(?P<order>h)(?P<top2>#)?(?P<label>[RU])[bp](?P<measure>[ND])", _Columns.rows),
        # the cheapest article (for members)
        (r"w?h?(?P<top>#)?(?P<label>[RTU])?(?P<order>t)(?P<top2>#)?(?P<label2>[RTU])?(?P<payer>[VN])?", _Columns.implied),
        (r"w?(?P<top>#)?(?P<group>[TYZ])(?P<order>m)[RU]", _Columns.best_count),  # which country has the most orders
        (r"w?(?P<top>#)?(?P<group>[TYZ])(?P<order>m)(?P<measure>N)", _Columns.best_sum),
        (r"w?(?P<group>Z)(?P<order>h)(?P<measure>N)", _Columns.best_sum),  # which month had the highest revenue
        (r"p?w?(?P<group>Z)(?P<measure>N)(?P<order>h)", _Columns.best_sum),  # in which month was revenue lowest
        (r"w?(?P<group>[TY])(?P<order>h)(?P<measure>N)", _Columns.best_sum_or_row),  # which product had the highest revenue
        (r"p?w?(?P<group>[TY])(?P<measure>N)(?P<order>h)", _Columns.best_sum_or_row),
        (r"w?(?P<group>[TY])?(?P<order>f)(?P<group2>[TY])?", _Columns.best_count),  # the most common status
        (r"w?(?P<top>#)?(?P<group>[TYZ])(?P<order>h)c[RU]", _Columns.best_count),  # ... the highest number of orders
        (r"w?(?P<top>#)?(?P<order>h)(?P<top2>#)?(?P<group>[TYZ])[bp]c[RU]", _Columns.best_count),
        # top 3 products by quantity
        (r"w?(?P<top>#)?(?P<order>h)(?P<top2>#)?(?P<group>[TYZ])[bp](?P<measure>N)", _Columns.best_sum),
        (r"w?(?P<top>#)?(?P<group>[TUYZ])(?P<order>h)(?P<by>[sa])(?P<measure>N)", _Columns.best_aggregate),
        (r"w?(?P<top>#)?(?P<order>h)(?P<top2>#)?(?P<group>[TUYZ])[bp](?P<by>[sa])(?P<measure>N)", _Columns.best_aggregate),
        (r"w?u(?P<measure>[TUY])R?|wu?(?P<measure2>[TUY])R?", _Columns.values),  # which countries
        (r"w(?P<label>R)", _Columns.listed),  # which orders (are open)
        # how much more do guests pay than members (for a bike)
        (r"(?P<more>M)[xy]?(?P<measure>[NV])[xy]?n(?P<less>[NV])", _Columns.difference),
    )
)
