"""Questions by a verb that the table has no word for: what sold best, who spent the most, how much somebody earns.

The verb tells which columns are meant (`chat.computing.roles`). If it leaves open what is compared (`ordered the most`: pieces,
money or orders?), each is computed, and the answer states all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from chat.computing.plan import Aggregate, Condition, Group, Plan
from chat.computing.shapes import Parts, compiled, first, shape, single
from chat.computing.symbols import Named, Said, Symbol, Unclear, Unit
from chat.computing.vocabulary import Vocabulary
from chat.computing.words import LOWEST, Sign

_TRADING = frozenset("vzlxq")
_PAYING = frozenset("lx")
"""Among people, what is made and what is paid are their pay."""


def asked(found: Sequence[Symbol], known: Vocabulary, conditions: Sequence[Condition]) -> tuple[Plan, ...]:
    """Return plans without the conditions; empty if no verb asks. Raises Unclear if it is not clear which column is meant."""
    letters, roles = shape(found, known), known.roles
    if (fitting := first(letters, _SHAPES)) is None:
        return ()
    match, plans = fitting
    trading = _TRADING.intersection(letters)
    spends = roles.spending and trading == {"x"}
    if trading and not (roles.trades or spends or (roles.people and trading <= _PAYING)):
        raise Unclear
    return plans(_Verbs(Parts(match, found), known, conditions))


class _Verbs:
    """The plans of each shape of question."""

    def __init__(self, parts: Parts, known: Vocabulary, conditions: Sequence[Condition]) -> None:
        self._parts = parts
        self._known = known
        self._roles = known.roles
        self._conditions = conditions
        self._signs = {symbol.sign for symbol in parts.symbols if isinstance(symbol, Said)}
        self._lowest = not LOWEST.isdisjoint(self._signs)
        self._best: Literal["highest", "lowest"] = "lowest" if self._lowest else "highest"

    def most_traded(self) -> tuple[Plan, ...]:
        often = self._parts.sign("order") in (Sign.COMMONEST, Sign.RAREST)
        measures = [None] if often else self._measures(goods=self._group().column == self._roles.goods)
        return tuple(self._most(measure) for measure in measures)

    def most_rows(self) -> tuple[Plan, ...]:
        return (self._most(None),)

    def most_spendings(self) -> tuple[Plan, ...]:
        return (self._most(None),) if self._one() is not None else ()

    def most_of(self) -> tuple[Plan, ...]:
        return (self._most(self._added(self._parts.column("measure"))),)

    def most_spent(self) -> tuple[Plan, ...]:
        return self.best_paid() if self._roles.people else (self._most(_known(self._roles.money)),)

    def rows(self) -> tuple[Plan, ...]:
        return (Plan(Aggregate.COUNT),)

    def traded(self) -> tuple[Plan, ...]:
        self._need_condition(None)
        return self.rows() if self._roles.quantity is None else (self._sum(self._roles.quantity),)

    def of(self) -> tuple[Plan, ...]:
        return (self._sum(self._added(self._parts.column("measure"))),)

    def different(self) -> tuple[Plan, ...]:
        return (Plan(Aggregate.DISTINCT, self._parts.column("measure")),)

    def spent(self) -> tuple[Plan, ...]:
        return (self._sum(self._roles.money),) if self._roles.spending and self._conditions else ()

    def money(self) -> tuple[Plan, ...]:
        return self.pay() if self._roles.people else (self._sum(self._roles.money),)

    def money_by(self) -> tuple[Plan, ...]:
        return (Plan(Aggregate.SUM, _known(self._roles.money), group=self._group()),)

    def which(self) -> tuple[Plan, ...]:
        column = self._one() if self._parts.symbol("who") else self._parts.column("goods", self._roles.goods)
        return (Plan(Aggregate.VALUES, _known(column)),)

    def whose(self) -> tuple[Plan, ...]:
        buyer = self._roles.buyer
        return (Plan(Aggregate.VALUES, buyer),) if self._roles.trades and buyer is not None else ()

    def largest(self) -> tuple[Plan, ...]:
        return (self._rows(self._roles.money, self._order()),)

    def best_paid(self) -> tuple[Plan, ...]:
        return (self._rows(self._roles.pay, self._roles.person),)

    def joined(self) -> tuple[Plan, ...]:
        joined = self._roles.joined
        if self._parts.column("measure", joined) != joined:
            raise Unclear
        latest = self._parts.sign("order") in (Sign.LATEST, Sign.LAST)
        extreme = Aggregate.HIGHEST if latest else Aggregate.LOWEST
        return (Plan(extreme, _known(joined), label=_known(self._roles.person)),)

    def who_has_most(self) -> tuple[Plan, ...]:
        return (self._rows(self._parts.column("measure"), self._whose()),)

    def what_it_comes_to(self) -> tuple[Plan, ...]:
        fits = self._roles.trades and self._parts.column("measure") == self._roles.money and self._conditions
        return (self._sum(self._roles.money),) if fits else ()

    def pay(self) -> tuple[Plan, ...]:
        self._need_condition(self._roles.person)
        return (Plan(Aggregate.VALUES, _known(self._roles.pay)),)

    def who(self) -> tuple[Plan, ...]:
        return (Plan(Aggregate.VALUES, self._whose()),)

    def share(self) -> tuple[Plan, ...]:
        if len(self._conditions) != 1:
            raise Unclear  # of what?
        return (Plan(Aggregate.SHARE),)

    # --- the columns of a plan

    def _measures(self, goods: bool) -> list[int | None]:
        """Return what buying or selling most may refer to: for goods how many, for people also for how much; always also the
        number of rows (`None`)."""
        money = None if goods else self._roles.money
        return [*(column for column in (self._roles.quantity, money) if column is not None), None]

    def _most(self, measure: int | None) -> Plan:
        aggregate = Aggregate.COUNT if measure is None else Aggregate.SUM
        return Plan(aggregate, measure, group=self._group(), best=self._best, top=self._parts.top())

    def _sum(self, measure: int | None) -> Plan:
        return Plan(Aggregate.SUM, _known(measure))

    def _rows(self, measure: int | None, label: int | None) -> Plan:
        extreme = Aggregate.LOWEST if self._lowest else Aggregate.HIGHEST
        return Plan(extreme, _known(measure), top=self._parts.top(), label=self._known.label if label is None else label)

    def _group(self) -> Group:
        symbol = self._parts.symbol("group") or self._parts.symbol("group2")
        if isinstance(symbol, Named):
            return Group(symbol.column)
        if isinstance(symbol, Unit):
            return Group(single([place for place, letter in enumerate(self._known.letters) if letter == "D"]), symbol.by)
        return Group(_known(self._one() if self._parts.symbol("who") else self._roles.goods))

    def _one(self) -> int | None:
        """Return the column of who does what the verb says."""
        if Sign.SOLD in self._signs:
            return self._roles.seller
        return self._roles.spender if self._roles.buyer is None else self._roles.buyer

    def _whose(self) -> int:
        """Return the column of the people that the rows tell of, each in one row or in several."""
        return _known(self._roles.actor if self._roles.person is None else self._roles.person)

    def _need_condition(self, about: int | None) -> None:
        """Raise Unclear without a condition on this column, or without any if it is `None`."""
        if not any(about is None or condition.column == about for condition in self._conditions):
            raise Unclear

    def _order(self) -> int | None:
        """Return the column that names an order: the first that is unique per row, usually its number. Words are not preferred
        here, unlike for other rows: otherwise "the largest order" would be a customer wherever each has ordered once."""
        return next((place for place, letter in enumerate(self._known.letters) if letter == "U"), None)

    def _added(self, column: int | None) -> int:
        if column is None or column not in (self._roles.quantity, self._roles.money):
            raise Unclear
        return column


def _known(column: int | None) -> int:
    if column is None:
        raise Unclear
    return column


_SHAPES = compiled(
    (
        # which product was ordered most, what is the most ordered product
        (r"w?(?P<top>#)?(?:(?P<group>[TUYZ])|(?P<who>o))(?P<verb>[vz])(?P<order>[mf])", _Verbs.most_traded),
        (r"w?(?P<top>#)?(?:(?P<group>[TUYZ])|(?P<who>o))?(?P<order>[mf])(?P<verb>[vz])(?P<group2>[TU])?", _Verbs.most_traded),
        # the most popular product
        (r"w?(?P<top>#)?(?P<group>[TU])?(?P<order>q)(?P<top2>#)?(?P<group2>[TU])?", _Verbs.most_traded),
        # who placed the most orders
        (r"w?(?P<top>#)?(?:(?P<group>[TUYZ])|(?P<who>o))(?P<verb>[lvz])(?P<order>m)[RU]", _Verbs.most_rows),
        (r"w?(?P<top>#)?(?P<who>o)(?P<order>m)[RU]", _Verbs.most_spendings),  # who has the most claims
        (r"w?(?P<top>#)?(?:(?P<group>[TUYZ])|(?P<who>o))(?P<verb>[lvz])(?P<order>m)(?P<measure>N)", _Verbs.most_of),
        # which customer spent the most
        (r"w?(?P<top>#)?(?:(?P<group>[TUYZ])|(?P<who>o))(?P<verb>x)(?P<order>m)", _Verbs.most_spent),
        (r"w?c[RU][lvz]", _Verbs.rows),  # how many orders were placed
        (r"w?c[vz]", _Verbs.traded),  # how many lamps were sold
        (r"w?c(?P<measure>N)s?[vz]s?", _Verbs.of),  # how many pieces were sold
        (r"w?cu(?P<measure>[TU])[vz]", _Verbs.different),  # how many different products do we sell
        (r"w?s(?P<measure>N)l", _Verbs.of),  # how much revenue did the lamp bring in
        (r"w?ss?[lvxz]s?|wx", _Verbs.money),  # how much did Anna spend, what did Anna spend
        (r"(?:w?ss?|w)[lvxz]s?[pb](?P<group>[TUYZ])", _Verbs.money_by),  # what did we spend by category
        (r"ss?", _Verbs.spent),  # the total for hotels
        # who bought a lamp
        (r"w?(?P<goods>[TU])(?P<verb>[vz])[RU]?|w(?P<verb2>[vz])|(?P<who>o)(?P<verb3>[vz])[RU]?", _Verbs.which),
        (r"o[RU]", _Verbs.whose),  # who orders the lamps, who has open orders
        (r"w?[RU]?h(?P<top>#)?[RU]|w[RU]h", _Verbs.largest),  # the largest order
        (r"s[bp](?P<group>[TUYZ])", _Verbs.money_by),  # total by city
        (r"(?:o|w?[RU])(?:[el]m|d)|[ow]?d[RU]", _Verbs.best_paid),  # who earns the most, the best paid employee
        (r"(?:o|w[RU])(?:j|(?P<measure>D))(?P<order>[ti])", _Verbs.joined),  # who joined last
        (r"o(?P<order>[hm])(?P<measure>N)", _Verbs.who_has_most),  # who has the most days, who got the best result
        (r"w(?P<measure>N)", _Verbs.what_it_comes_to),  # what was the revenue (in the north)
        (r"s[el]|w[el]", _Verbs.pay),  # how much does Bob earn
        (r"o[ejl]?|w[RU][ejl]", _Verbs.who),  # who works in IT, who earns more than 50,000
        (r"c[RU][ej]", _Verbs.rows),
        (r"w?g[RU]?", _Verbs.share),  # what percentage of orders was cancelled
    )
)
