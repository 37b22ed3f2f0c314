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

_SHAPES: tuple[tuple[str, str], ...] = (
    # which product was ordered most, what is the most ordered product
    (r"w?(?P<top>#)?(?:(?P<group>[TUYZ])|(?P<who>o))(?P<verb>[vz])(?P<order>[mf])", "most traded"),
    (r"w?(?P<top>#)?(?:(?P<group>[TUYZ])|(?P<who>o))?(?P<order>[mf])(?P<verb>[vz])(?P<group2>[TU])?", "most traded"),
    (r"w?(?P<top>#)?(?P<group>[TU])?(?P<order>q)(?P<top2>#)?(?P<group2>[TU])?", "most traded"),  # the most popular product
    (r"w?(?P<top>#)?(?:(?P<group>[TUYZ])|(?P<who>o))(?P<verb>[lvz])(?P<order>m)[RU]", "most rows"),  # who placed the most orders
    (r"w?(?P<top>#)?(?P<who>o)(?P<order>m)[RU]", "most spendings"),  # who has the most claims
    (r"w?(?P<top>#)?(?:(?P<group>[TUYZ])|(?P<who>o))(?P<verb>[lvz])(?P<order>m)(?P<measure>N)", "most of"),
    (r"w?(?P<top>#)?(?:(?P<group>[TUYZ])|(?P<who>o))(?P<verb>x)(?P<order>m)", "most spent"),  # which customer spent the most
    (r"w?c[RU][lvz]", "rows"),  # how many orders were placed
    (r"w?c[vz]", "traded"),  # how many lamps were sold
    (r"w?c(?P<measure>N)s?[vz]s?", "of"),  # how many pieces were sold
    (r"w?cu(?P<measure>[TU])[vz]", "different"),  # how many different products do we sell
    (r"w?s(?P<measure>N)l", "of"),  # how much revenue did the lamp bring in
    (r"w?ss?[lvxz]s?|wx", "money"),  # how much did Anna spend, what did Anna spend
    (r"(?:w?ss?|w)[lvxz]s?[pb](?P<group>[TUYZ])", "money by"),  # what did we spend by category
    (r"ss?", "spent"),  # the total for hotels
    (r"w?(?P<goods>[TU])(?P<verb>[vz])[RU]?|w(?P<verb2>[vz])|(?P<who>o)(?P<verb3>[vz])[RU]?", "which"),  # who bought a lamp
    (r"o[RU]", "whose"),  # who orders the lamps, who has open orders
    (r"w?[RU]?h(?P<top>#)?[RU]|w[RU]h", "largest"),  # the largest order
    (r"s[bp](?P<group>[TUYZ])", "money by"),  # total by city
    (r"(?:o|w?[RU])(?:[el]m|d)|[ow]?d[RU]", "best paid"),  # who earns the most, the best paid employee
    (r"(?:o|w[RU])(?:j|(?P<measure>D))(?P<order>[ti])", "joined"),  # who joined last
    (r"o(?P<order>[hm])(?P<measure>N)", "who has most"),  # who has the most days, who got the best result
    (r"w(?P<measure>N)", "what it comes to"),  # what was the revenue (in the north)
    (r"s[el]|w[el]", "pay"),  # how much does Bob earn
    (r"o[ejl]?|w[RU][ejl]", "who"),  # who works in IT, who earns more than 50,000
    (r"c[RU][ej]", "rows"),
    (r"w?g[RU]?", "share"),  # what percentage of orders was cancelled
)
_COMPILED = compiled(_SHAPES)
_TRADING = frozenset("vzlxq")
_PAYING = frozenset("lx")
"""Among people, what is made and what is paid are their pay."""


def asked(found: Sequence[Symbol], known: Vocabulary, conditions: Sequence[Condition]) -> tuple[Plan, ...]:
    """Return plans without the conditions; empty if no verb asks. Raises Unclear if it is not clear which column is meant."""
    letters, roles = shape(found, known), known.roles
    if (fitting := first(letters, _COMPILED)) is None:
        return ()
    match, what = fitting
    trading = _TRADING.intersection(letters)
    spends = roles.spending and trading == {"x"}
    if trading and not (roles.trades or spends or (roles.people and trading <= _PAYING)):
        raise Unclear
    return _Verbs(Parts(match, found), known, conditions).plans(what)


class _Verbs:
    def __init__(self, parts: Parts, known: Vocabulary, conditions: Sequence[Condition]) -> None:
        self._parts = parts
        self._known = known
        self._roles = known.roles
        self._conditions = conditions
        self._signs = {symbol.sign for symbol in parts.symbols if isinstance(symbol, Said)}
        self._lowest = not LOWEST.isdisjoint(self._signs)
        self._best: Literal["highest", "lowest"] = "lowest" if self._lowest else "highest"

    def plans(self, what: str) -> tuple[Plan, ...]:
        roles, parts = self._roles, self._parts
        match what:
            case "most traded":
                often = parts.sign("order") in (Sign.COMMONEST, Sign.RAREST)
                measures = [None] if often else self._measures(goods=self._group().column == roles.goods)
                return tuple(self._most(measure) for measure in measures)
            case "most rows":
                return (self._most(None),)
            case "most spendings":
                return (self._most(None),) if self._one() is not None else ()
            case "most of":
                return (self._most(self._added(parts.column("measure"))),)
            case "most spent" if roles.people:
                return (self._rows(roles.pay, roles.person),)
            case "most spent":
                return (self._most(_known(roles.money)),)
            case "rows":
                return (Plan(Aggregate.COUNT),)
            case "traded":
                self._need_condition(None)
                return (self._sum(roles.quantity) if roles.quantity is not None else Plan(Aggregate.COUNT),)
            case "of":
                return (self._sum(self._added(parts.column("measure"))),)
            case "different":
                return (Plan(Aggregate.DISTINCT, parts.column("measure")),)
            case "spent":
                return (self._sum(roles.money),) if roles.spending and self._conditions else ()
            case "money" if roles.people:
                return self.plans("pay")
            case "money":
                return (self._sum(roles.money),)
            case "money by":
                return (Plan(Aggregate.SUM, _known(roles.money), group=self._group()),)
            case "which":
                column = self._one() if parts.symbol("who") else parts.column("goods", roles.goods)
                return (Plan(Aggregate.VALUES, _known(column)),)
            case "whose":
                return (Plan(Aggregate.VALUES, roles.buyer),) if roles.trades and roles.buyer is not None else ()
            case "largest":
                return (self._rows(roles.money, self._order()),)
            case "best paid":
                return (self._rows(roles.pay, roles.person),)
            case "joined":
                if parts.column("measure", roles.joined) != roles.joined:
                    raise Unclear
                latest = parts.sign("order") in (Sign.LATEST, Sign.LAST)
                extreme = Aggregate.HIGHEST if latest else Aggregate.LOWEST
                return (Plan(extreme, _known(roles.joined), label=_known(roles.person)),)
            case "what it comes to":
                fits = roles.trades and parts.column("measure") == roles.money and self._conditions
                return (self._sum(roles.money),) if fits else ()
            case "who has most":
                return (self._rows(parts.column("measure"), self._whose()),)
            case "pay":
                self._need_condition(roles.person)
                return (Plan(Aggregate.VALUES, _known(roles.pay)),)
            case "who":
                return (Plan(Aggregate.VALUES, self._whose()),)
            case "share":
                if len(self._conditions) != 1:
                    raise Unclear  # of what?
                return (Plan(Aggregate.SHARE),)
        raise Unclear

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
