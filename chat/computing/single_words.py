"""What single words of a question mean that the table does not have: what the first of the rules says that applies."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from chat.computing.directions import MOVING
from chat.computing.nouns import is_german_form
from chat.computing.position import Position
from chat.computing.symbols import ColumnValue, Named, Payer, Said, Symbol, Unclear, Unit
from chat.computing.vocabulary import Vocabulary, is_price
from chat.computing.words import (
    ARTICLES,
    BEST,
    CURRENCIES,
    FILLERS,
    KINDS,
    PAY,
    SCORES,
    SUPERLATIVES,
    Sign,
    key,
    name_words,
    phrase,
    words,
)

_COSTING = "cost costs kosten kostet zahlen zahlt bezahlen bezahlt cuesta cuestan coûte coûtent"
_SYMBOLS: dict[Symbol, str] = {
    Said(Sign.COST): _COSTING,
    Unit("year"): "year years jahr año",
    Unit("month"): "month monat mois",
}
_SYMBOL_OF = {word: symbol for symbol, listed in _SYMBOLS.items() for word in listed.split()}
_PEOPLE = frozenset({"people", "persons", "person", "staff", "employees", "employee", "colleagues", "workers"})
_DID = frozenset({"did", "didn't", "has", "have", "hasn't", "haven't"})
"""Auxiliaries behind which a verb says what people did."""
_REVENUE = frozenset({"revenue", "sales", "turnover", "spending", "umsatz"})
_FARES = frozenset({"price", "prices", "fare", "fares"})
_PIECES = frozenset({"units", "pieces", "stück"})
_STATUSES = {
    "return": "returned",
    "refund": "refunded",
    "cancellation": "cancelled",
    "rejection": "rejected",
    "approval": "approved",
}
"""Nouns for rows of some status."""
_DELIVERING = {"ship": "shipped", "deliver": "delivered", "send": "sent", "supply": "supplied"}
"""What is done with orders, and the status of those with which it has been done."""
_THAN = frozenset({"than", "als"})
_BEFORE_PAYERS = frozenset(_COSTING.split()) | _THAN | {"pay", "pays", "for", "für", "pour", "para"}

_EMPTY = FILLERS | MOVING | {"done", "got"}
"""Words that add nothing, unless they are a value of the table."""
_HAVING = frozenset({"a", "ont", "avons", "avez"})
"""Auxiliaries after which `été` is a participle, not the summer."""
_NATIONS = frozenset({"us", "american", "swiss", "british", "canadian", "australian", "japanese"})
"""What may stand before the name of a currency: `Swiss francs`."""
_PLACES = """
    table file sheet spreadsheet csv tsv data dataset document database column values value list
    tabelle datei tableau fichier tabla archivo
"""
"""Words that add nothing after a preposition, as in `in the file`, or after `different`; elsewhere they are what is asked for."""
_BEFORE_PLACES = "in of from within on at im aus von dans de du en del different distinct unique"
_OCCASIONS = "rides trips journeys stays tickets bookings orders claims bills invoices receipts purchases payments charges fees"
"""Words that say nothing more behind a category, as in `taxi rides`; `hotel nights` or `guests` would be something else."""


def single_word(here: Position) -> Sequence[Symbol]:
    """Return what the word means; empty if it adds nothing. Raises Unclear if that is unknown."""
    for rule in _RULES:
        if (found := rule(here)) is not None:
            return found
    raise Unclear


def _rows(here: Position) -> Sequence[Symbol] | None:
    said, nouns = here.key, here.known.nouns
    german = here.compounds and said not in FILLERS
    is_noun = said in nouns or (german and any(is_german_form(said, noun) for noun in nouns))
    return [Said(Sign.ROWS)] if is_noun else None


def _people(here: Position) -> Sequence[Symbol] | None:
    roles = here.known.roles
    if here.word not in _PEOPLE:
        return None
    if roles.people:
        return [Said(Sign.ROWS)]
    return [Named(roles.actor)] if roles.actor is not None else None


def _best(here: Position) -> Sequence[Symbol] | None:
    return [Said(BEST[here.word])] if here.word in BEST and here.known.roles.score is not None else None


def _superlative(here: Position) -> Sequence[Symbol] | None:
    """Return what a superlative compares, if one column is called so: the noise for "the quietest"."""
    if here.word not in SUPERLATIVES:
        return None
    sign, names = SUPERLATIVES[here.word]
    columns = [place for place, name in enumerate(_column_names(here.known)) if not names.isdisjoint(name)]
    return [Said(sign), Named(columns[0])] if len(columns) == 1 else None


def _participle(here: Position) -> Sequence[Symbol] | None:
    """Return the value that is the participle of what people did: `passed` for "who didn't pass"."""
    word = here.word
    if here.known.roles.actor is None or _DID.isdisjoint(here.words[: here.at]):
        return None
    forms = (f"{word}ed", f"{word}d", f"{word}{word[-1]}ed", f"{word[:-1]}ied")
    return next((found for form in forms if (found := _value(here, key(form))) is not None), None)


def _status(here: Position) -> Sequence[Symbol] | None:
    found = _value(here, key(_STATUSES.get(here.key, "")))
    return [*found, Said(Sign.ROWS)] if found is not None else None


def _column(here: Position) -> Sequence[Symbol] | None:
    """Return the column that is usually called so: `revenue` or `order value` for the total of orders."""
    word = "revenue" if here.word == "value" and key(here.previous) in here.known.nouns else here.word
    column = next((column(here.known) for called, column in _COLUMNS if word in called), None)
    return [Named(column, exact=word in _PIECES)] if column is not None else None


def _fares(known: Vocabulary) -> int | None:
    paid = known.roles.trades or known.roles.spending
    return known.roles.money if paid and not any(map(is_price, known.rows.columns)) else None


_COLUMNS: Sequence[tuple[frozenset[str], Callable[[Vocabulary], int | None]]] = (
    (_REVENUE, lambda known: known.roles.money if known.roles.trades else None),
    (_FARES, _fares),
    (SCORES, lambda known: known.roles.score),
    (PAY, lambda known: known.roles.pay),
    (_PIECES, lambda known: known.roles.quantity if known.roles.trades else None),
)
"""What columns are called in questions, whatever their names."""


def _payer(here: Position) -> Sequence[Symbol] | None:
    """Return the price column of a payer: `for guests`, `cost members`, `do guests pay`, `than members`; but not `the new
    product` if one column is a new price."""
    column = here.known.payers.get(here.key)
    if column is None:
        return None
    before = next((word for word in reversed(here.words[: here.at]) if word not in ARTICLES), "")
    behind = here.words[here.at + 1] if here.at + 1 < len(here.words) else ""
    ends = not behind or behind in FILLERS or behind in _THAN or phrase(here.words, here.at + 1)[0] is not None
    return [Payer(column)] if behind in ("pay", "pays") or (ends and before in _BEFORE_PAYERS) else None


def _symbol(here: Position) -> Sequence[Symbol] | None:
    return [_SYMBOL_OF[here.word]] if here.word in _SYMBOL_OF else None


def _than(here: Position) -> Sequence[Symbol] | None:
    compares = Said(Sign.MORE) in here.before or Said(Sign.LESS) in here.before
    return [Said(Sign.THAN)] if here.word in _THAN and compares else None


def _delivered(here: Position) -> Sequence[Symbol] | None:
    if here.word not in _DELIVERING or not here.known.roles.trades:
        return None
    return _value(here, _DELIVERING[here.word]) or []


def _nothing(here: Position) -> Sequence[Symbol] | None:
    word, previous = here.word, here.previous
    adds_nothing = (
        word in _EMPTY
        or (word in _NATIONS and here.at + 1 < len(here.words) and here.words[here.at + 1] in CURRENCIES)
        or (word in _PLACES.split() and _is_behind_preposition(here))
        or (word == "été" and previous in _HAVING)
        or _is_made_of_noun(here)
        or _is_of_kind(here)
    )
    return [] if adds_nothing else None


def _is_behind_preposition(here: Position) -> bool:
    return next((word for word in reversed(here.words[: here.at]) if word not in ARTICLES), "") in _BEFORE_PLACES.split()


def _is_made_of_noun(here: Position) -> bool:
    """Return whether a word is derived from what rows are called, as `budgeted` from budget, `planned` from plan, or is the
    verb of a column such as `approved by`."""
    word, nouns = here.word, here.known.nouns
    if any(" ".join(name).startswith(f"{word.removesuffix('d')}d by") for name in _column_names(here.known)):
        return True
    bare = word.removesuffix("ed")
    return bare != word and (bare in nouns or (bare[-1:] == bare[-2:-1] and bare[:-1] in nouns))


def _is_of_kind(here: Position) -> bool:
    """Return whether a word only says again what rows of a category are: `rides` in `taxi rides`."""
    kind = here.last
    if not isinstance(kind, ColumnValue) or len(kind.codes) != 1 or here.word not in _OCCASIONS.split():
        return False
    [(column, codes)] = kind.codes.items()
    named = here.known.rows.columns[column]
    said = words(named.values[codes[0]])[-1:] if len(codes) == 1 else []
    return [key(each) for each in said] == here.keys[here.at - 1 : here.at] and not KINDS.isdisjoint(name_words(named.name))


def _value(here: Position, said: str) -> list[Symbol] | None:
    codes = here.known.values.get((said,))
    return [ColumnValue(codes)] if codes is not None else None


def _column_names(known: Vocabulary) -> list[list[str]]:
    return [name_words(column.name) for column in known.rows.columns]


_RULES: Sequence[Callable[[Position], Sequence[Symbol] | None]] = (
    _rows,
    _people,
    _best,
    _superlative,
    _participle,
    _status,
    _column,
    _payer,
    _symbol,
    _than,
    _delivered,
    _nothing,
)
"""In order of precedence."""
