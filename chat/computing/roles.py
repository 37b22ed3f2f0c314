"""The roles of a table's columns in what its rows describe: who bought, how many, for how much."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from chat.computing.rows import Column
from chat.computing.words import PRICES, SCORES, key, name_words


def _keys(names: str) -> frozenset[str]:
    return frozenset(map(key, names.split()))


_TRADES = _keys(
    "order sale purchase invoice transaction booking deal receipt bestellung bestellungen bestell verkauf verkäufe"
    " auftrag auftrags aufträge rechnung rechnungen umsätze commande commandes vente ventes pedido pedidos ventas"
)
_SPENDING = _keys(
    "expense expenses expenditure expenditures spending budget budgets cost costs ausgabe ausgaben kosten dépenses gastos"
)
_BUYERS = _keys("customer client buyer purchaser traveller traveler passenger guest kunde kundin cliente")
_SELLERS = _keys("seller rep representative salesperson salesman vendor agent verkäufer")
_PEOPLE = _keys("name employee person member staff colleague worker mitarbeiter")
_OTHERS = _keys(
    "student pupil teacher author owner assignee driver applicant candidate player patient tenant consultant freelancer user"
    " contact responsible approver host speaker trainer"
)
_QUANTITIES = _keys("quantity qty units pieces pcs count sold ordered menge anzahl stück cantidad quantité")
_STOCK = _keys(
    "stock inventory available number quantity qty units pieces pcs bestand lagerbestand menge anzahl stück existencias"
)
_MONEY = _keys("total amount revenue sales turnover value sum umsatz betrag gesamt gesamtbetrag montant importe")
_PAY = _keys("salary wage wages pay income earnings gehalt lohn salaire salario")
_JOINING = _keys("start started starting hire hired hiring join joined joining entry entered since eintritt")
_SCORES = frozenset(map(key, SCORES))
_GOODS = _keys("product article item goods produkt artikel produit producto")


@dataclass(frozen=True, slots=True)
class Roles:
    """Columns by their index; `None` if there is none or several are possible."""

    trades: bool
    """Each row is an order, a sale or the like."""
    spending: bool
    """Each row is something that money is spent on."""
    people: bool
    """Each row is a person."""
    buyer: int | None
    seller: int | None
    goods: int | None
    quantity: int | None
    stock: int | None
    """How many there are of the item in a row."""
    money: int | None
    """The total amount of a row."""
    person: int | None
    pay: int | None
    joined: int | None
    """The day a person joined."""
    spender: int | None
    """Who spent or claimed the money."""
    actor: int | None
    """Of whom the rows tell, once or several times."""
    score: int | None
    """How well somebody did; the higher, the better."""


def names_people(column: Column) -> bool:
    """Return whether a column is called like people, or by what somebody did: `approved by`; anything may have a name."""
    named = [key(word) for word in name_words(column.name) if word != "name"]
    return not (_PEOPLE | _BUYERS | _SELLERS | _OTHERS).isdisjoint(named) or named[-1:] == ["by"]


def roles(columns: Sequence[Column], letters: Sequence[str], nouns: AbstractSet[str]) -> Roles:
    """Determine roles from the column names and letters (`vocabulary.LETTERS`), and from what rows are called."""
    named = [[key(word) for word in name_words(column.name)] for column in columns]

    prices = set(map(key, PRICES))

    def only(keys: AbstractSet[str], kinds: str) -> int | None:
        found = [
            place
            for place, (name, letter) in enumerate(zip(named, letters, strict=True))
            if letter in kinds and not keys.isdisjoint(name) and prices.isdisjoint(name)
        ]
        return found[0] if len(found) == 1 else None

    person = only(_PEOPLE, "U")
    spending = not _SPENDING.isdisjoint(nouns)
    return Roles(
        trades=not _TRADES.isdisjoint(nouns) or any(name and name[0] in _TRADES for name in named),
        spending=spending,
        people=person is not None and (not _PEOPLE.isdisjoint(nouns) or only(_PAY, "N") is not None),
        buyer=only(_BUYERS, "TU"),
        seller=only(_SELLERS, "TU"),
        goods=only(_GOODS, "TU"),
        quantity=only(_QUANTITIES, "N"),
        stock=only(_STOCK, "N"),
        money=only(_MONEY, "N"),
        person=person,
        pay=only(_PAY, "N"),
        joined=only(_JOINING, "D"),
        spender=only(_PEOPLE, "T") if spending else None,
        actor=only(_PEOPLE, "TU"),
        score=only(_SCORES, "N"),
    )
