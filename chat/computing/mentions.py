"""Match words of a question with the columns and values of a table."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from chat.computing.currencies import currency
from chat.computing.directions import along
from chat.computing.nouns import ends_in, is_german_form, the_one
from chat.computing.position import Position
from chat.computing.symbols import ColumnValue, Named, Said, Unclear
from chat.computing.vocabulary import Keys, bare_name
from chat.computing.words import ARTICLES, CURRENCIES, FILLERS, Sign, words

_EXTREMES = frozenset({Sign.MOST, Sign.LEAST, Sign.HIGHEST, Sign.LOWEST})
_OF_ONE = ("how much is", "how much are", "how much was", "how much were", "wie viel ist", "wie viel sind")
_WORDS_OF_ONE = 3
_OPEN_FILLERS = frozenset({"us", "it", "no"})
"""In lower case they may still mean a country or a department."""
_MARKS = re.compile(r"[^\w\s.,'’&()-]")


def mention(here: Position, phrase: int) -> tuple[Named | ColumnValue | None, int]:
    """Match a column or value with as many words as possible, and return it with their number. A phrase of `phrase` words takes
    precedence over as many, unless these are a column's whole name."""
    for width in range(min(here.known.longest, len(here.words) - here.at), 0, -1):
        if width < phrase:
            break
        keys = tuple(here.keys[here.at : here.at + width])
        named, valued = _named(here, keys, width == phrase), _valued(here, keys, phrase)
        if named is not None and valued is not None:
            raise Unclear
        if named is not None or valued is not None:
            return named or valued, width
    return (_otherwise(here), 1) if not phrase else (None, 0)


def _otherwise(here: Position) -> Named | ColumnValue | None:
    """Match otherwise: a month that names a column; a currency; goods ending in a word, such as `lamps` for a desk lamp; in
    German a column in another number, such as `Kunden` for a column Kunde."""
    known = here.known
    if (month := known.column_of_month(here.word)) is not None:
        return Named(month)
    if (rows := _in_currency(here)) is not None:
        return rows
    if known.roles.goods is not None and (codes := _goods(here)):
        return ColumnValue({known.roles.goods: codes})
    names = [name[0] for name, mentioned in known.names.items() if len(name) == 1 and mentioned is not None]
    name = the_one(here.key, names) if here.compounds and here.key not in FILLERS else None
    mentioned = known.names[(name,)] if name is not None else None
    return Named(mentioned.column) if mentioned is not None else None


def _in_currency(here: Position) -> ColumnValue | None:
    """Return the rows in a currency, for `in dollars`."""
    place, sign = currency(here.known.rows), CURRENCIES.get(here.word)
    if place is None or sign is None:
        return None
    values = here.known.rows.columns[place].values
    codes = tuple(code for code, value in enumerate(values) if CURRENCIES.get(value.casefold()) == sign)
    return ColumnValue({place: codes}) if codes else None


def _goods(here: Position) -> tuple[int, ...]:
    """Return the goods whose last word, or last part of a German compound, is the word said, in singular or plural."""
    said, known = here.key, here.known
    if said in FILLERS or said in known.nouns:
        return ()
    if not here.compounds:
        return known.goods.get(said, ())
    return tuple(
        code
        for end, codes in known.goods.items()
        if end == said or is_german_form(said, end) or ends_in(said, end)
        for code in codes
    )


def _named(here: Position, keys: Keys, is_phrase: bool) -> Named | None:
    known = here.known
    if (rate := _rate(here, keys)) is not None:
        return rate
    if keys not in known.names:
        return None
    mentioned = known.names[keys]
    if is_phrase and (here.at == 0 or mentioned is None or not mentioned.whole):
        return None
    if mentioned is None or (mentioned.bare and here.last == Said(Sign.SUM) and _is_of_one(here)):
        raise Unclear
    letter = known.letters[mentioned.column]
    if len(keys) == 1 and keys[0] in known.nouns and letter != "U":
        if mentioned.whole or letter in "TI":
            raise Unclear  # rows may be meant, or what the column names
        return None
    last_word = bare_name(known.rows.columns[mentioned.column].name)[-1]
    return Named(mentioned.column, exact=here.words[here.at + len(keys) - 1] == last_word)


def _rate(here: Position, keys: Keys) -> Named | None:
    """Return the column Hours per week for `the fewest hours`."""
    mentioned = here.known.names.get(keys)
    if keys not in here.known.rates or (mentioned is not None and mentioned.whole):
        return None
    return Named(here.known.rates[keys]) if isinstance(here.last, Said) and here.last.sign in _EXTREMES else None


def _is_of_one(here: Position) -> bool:
    """Return whether the question asks for the value of one row, as in `how much is the deposit?`, rather than a sum."""
    return " ".join(here.words[: here.at]).startswith(_OF_ONE)


def _valued(here: Position, keys: Keys, phrase: int) -> ColumnValue | None:
    codes = here.known.values.get(keys)
    if codes is None:
        return None
    width = len(keys)
    said = here.words[here.at : here.at + width]
    if _is_of_one(here) and here.at - (here.previous in ARTICLES) == _WORDS_OF_ONE:
        raise Unclear  # "how much is the rent?" may ask for that of a month
    if width == 1 and (said[0] in FILLERS or phrase == 1) and not _is_meant(here, codes):
        return None
    along_it = along(codes, here.words[: here.at], [column.name for column in here.known.rows.columns])
    if not along_it:
        raise Unclear  # nobody goes where all come from
    found = {column: _same(here, column, there, said) for column, there in along_it.items()}
    goods = here.known.roles.goods
    if width == 1 and goods in found and not _spelled(here, goods, found[goods], said):
        found[goods] = tuple(sorted({*found[goods], *_goods(here)}))  # `lamps` includes desk lamps, not just one called Lamp
    return ColumnValue(found)


def _is_meant(here: Position, codes: Mapping[int, tuple[int, ...]]) -> bool:
    """Return whether a word that usually adds nothing is a value here: `IT` is a department, `it` is not."""
    raw = here.raw[here.at]
    if raw in {here.known.rows.columns[column].values[code] for column, there in codes.items() for code in there}:
        if raw.islower() or here.at == 0:
            raise Unclear
        return True
    if raw.casefold() in _OPEN_FILLERS:
        raise Unclear
    return False


def _spelled(here: Position, column: int, codes: Sequence[int], said: Sequence[str]) -> list[int]:
    """Return the values that are said exactly as written."""
    values = here.known.rows.columns[column].values
    return [code for code in codes if words(values[code]) == list(said)]


def _same(here: Position, column: int, codes: tuple[int, ...], said: Sequence[str]) -> tuple[int, ...]:
    """Return, of several values with the same words, those spelled as in the question."""
    values = here.known.rows.columns[column].values
    small = all(map(str.islower, here.raw[here.at : here.at + len(said)]))
    exact = _spelled(here, column, codes, said)
    if not exact:  # a first name, spelled as one
        exact = [code for code in codes if values[code].partition(" ")[0] == here.raw[here.at]]
    if not exact and not small and column != here.known.roles.goods:
        raise Unclear  # `lamps` matches Lamp, but Williams not William
    exact = exact or list(codes)
    spelled = {values[code].casefold() for code in exact}
    if len(spelled) > 1 or any(_MARKS.search(value) and value not in here.text for value in spelled):
        raise Unclear  # `C`, `C++` and `C#` are the same words
    return tuple(exact)
