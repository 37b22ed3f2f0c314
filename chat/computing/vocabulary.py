"""What a question can mention of a table: its columns, their values, and what its rows are called."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import date
from pathlib import PurePosixPath

from chat.computing.roles import Roles, names_people, roles
from chat.computing.rows import Column, Rows
from chat.computing.values import Kind, judged
from chat.computing.words import (
    AGES,
    FILLERS,
    IDENTIFIERS,
    NOT_ADDED,
    PER,
    PHRASES,
    PRICES,
    UNITS,
    YEAR_NAMES,
    key,
    name_words,
    words,
)
from chat.text.calendar_names import MONTHS

Keys = tuple[str, ...]

_MOST_VALUES = 20_000
"""Most values of one column that a question is compared with."""
_LONGEST_VALUE = 8
_NAMING = IDENTIFIERS | {"name", "title", "titel", "nom", "nombre"}
"""In `order id` or `customer name`, what precedes one of these words is what the column is about."""
_SEVERAL = frozenset({"and", "or", "vs", "und", "oder", "et", "y"})
_CLAIMS = {"claim", "expense", "reimbursement"}
"""What rows of spending are called."""
_MEANING_THE_SAME = ("rejected|declined|refused|denied|turned down", "cancelled|canceled|called off")
"""Words for a status; any of them stands for the one that the table has."""
_PARENTHESES = re.compile(r"\s*[(\[][^()\[\]]*[)\]]\s*")


@dataclass(frozen=True, slots=True)
class Mention:
    """A column that a question may mention by some words."""

    column: int
    whole: bool
    """The words are its whole name."""
    bare: bool = False
    """The words are its name without the unit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Vocabulary:
    rows: Rows
    names: dict[Keys, Mention | None]
    """Words that may name a column; `None` if they fit several."""
    rates: dict[Keys, int]
    """What precedes `per` in a name such as `hours per week`: the column is meant if the most or fewest of it are asked for."""
    payers: dict[str, int]
    """For whom or what a price is, by the word that only its column's name has: `guest price`."""
    values: dict[Keys, dict[int, tuple[int, ...]]]
    """Words of a value mapped to its columns, and for each to the codes of the values written so."""
    goods: dict[str, tuple[int, ...]]
    """The last word of goods mapped to the codes of the values that end in it."""
    nouns: frozenset[str]
    """Words in the names of file and sheet, which may be what rows are called."""
    months: dict[int, int]
    """Months by number, mapped to the column named so."""
    letters: tuple[str, ...]
    """The letter of each column, see `LETTERS`."""
    longest: int
    """Number of words in the longest name or value."""
    roles: Roles
    only_year: int | None
    """The year, if all days of the table are in the same."""

    @property
    def label(self) -> int | None:
        """The column that names rows: the first that is unique per row, words before numbers."""
        unlike = [place for place, letter in enumerate(self.letters) if letter == "U"]
        words = (place for place in unlike if self.rows.columns[place].kind is Kind.TEXT)
        return next(words, unlike[0] if unlike else None)

    def column_of_month(self, word: str) -> int | None:
        """Return the column that is named by the same month as a word."""
        return self.months.get(MONTHS.get(word, 0))


LETTERS = {
    "U": "words or numbers that are different in each row: what a row is called by",
    "T": "words that come again",
    "I": "numbers that only name things",
    "Y": "years",
    "N": "numbers",
    "D": "dates",
}


def vocabulary(rows: Rows) -> Vocabulary:
    names = _names(rows.columns)
    values = _values(rows.columns)
    titled = {key(word) for word in _title_words(rows) if word not in FILLERS and (word,) not in PHRASES}
    nouns = titled - PRICES  # in "prices.csv" the average price is that of the column
    letters = tuple(_letter(column, rows.count, nouns) for column in rows.columns)
    longest = max(map(len, [*names, *values, ()]))
    parts = roles(rows.columns, letters, titled)
    return Vocabulary(
        rows=rows,
        names=names,
        rates=_rates(rows.columns, letters),
        payers=_payers(rows.columns, letters),
        values=values,
        goods=_goods(values, parts.goods),
        nouns=frozenset(nouns | (_CLAIMS if parts.spending else set())),
        months=_months(rows.columns),
        letters=letters,
        longest=longest,
        roles=parts,
        only_year=_only_year(rows.columns),
    )


def _only_year(columns: Sequence[Column]) -> int | None:
    days = [day for column in columns if column.kind is Kind.DATE for day in column.numbers if not math.isnan(day)]
    if not days:
        return None
    first, last = (date.fromordinal(int(day)).year for day in (min(days), max(days)))
    return first if first == last else None


def _months(columns: Sequence[Column]) -> dict[int, int]:
    """Map months to columns named `Jan` or `January 2025`; months of two columns are left out."""
    found: dict[int, list[int]] = defaultdict(list)
    for place, column in enumerate(columns):
        named = [word for word in plain_name(column.name) if not (word.isdecimal() and len(word) == 4)]
        if len(named) == 1 and named[0] in MONTHS:
            found[MONTHS[named[0]]].append(place)
    return {month: places[0] for month, places in found.items() if len(places) == 1}


def is_added(column: Column) -> bool:
    """Return whether the sum of a column over rows is meaningful without being asked for explicitly."""
    return not NOT_ADDED.intersection(name_words(column.name)) and column.style.unit != "%"


def is_price(column: Column) -> bool:
    return not PRICES.isdisjoint(name_words(column.name))


def is_age(column: Column) -> bool:
    return not AGES.isdisjoint(name_words(column.name))


def plain_name(name: str) -> list[str]:
    """Return the words of a name without parentheses, which usually hold a unit; at least one word."""
    return name_words(_PARENTHESES.sub(" ", name)) or name_words(name) or [name]


def bare_name(name: str) -> list[str]:
    """Return the words of a name also without a unit at the end: `deposit` for `deposit_eur`."""
    split = plain_name(name)
    return split[:-1] if len(split) > 1 and split[-1] in UNITS else split


def _title_words(rows: Rows) -> list[str]:
    """Return the words in the names of file and sheet, without numbers other than years; empty for names that list several
    things."""
    found = _all_title_words(rows)
    if not _SEVERAL.isdisjoint(found):
        return []
    return [word for word in found if not word.isdecimal() or len(word) == 4]


def _all_title_words(rows: Rows) -> list[str]:
    of_file = [] if rows.table.beside_text else name_words(PurePosixPath(rows.table.name).stem)
    return [*of_file, *name_words(rows.table.title or "")]


def _letter(column: Column, count: int, nouns: AbstractSet[str]) -> str:
    named = name_words(column.name)
    if column.kind is Kind.DATE:
        return "D"
    if column.kind is Kind.TEXT:
        return "U" if len(column.values) == column.filled == count else "T"
    if named and named[-1] in YEAR_NAMES:
        return "Y"
    if named and named[-1] in IDENTIFIERS:
        how_many = len(named) == 1 and named[0] == "number"  # of the item, if it does not tell the rows apart
        return "U" if _tells_rows_apart(column, count) else "N" if how_many else "I"
    if len(named) == 1 and key(named[0]) in nouns and _tells_rows_apart(column, count):
        return "U"  # `order` in orders.csv
    return "N"


def _tells_rows_apart(column: Column, count: int) -> bool:
    """Return whether a column has whole numbers that are unique per row."""
    return column.filled == count and len(set(column.numbers)) == count and all(map(float.is_integer, column.numbers))


def _names(columns: Sequence[Column]) -> dict[Keys, Mention | None]:
    """Map words to columns: whole names take precedence; then their last words, and what precedes `id` or `name`, if these fit
    one column only."""
    split = [plain_name(column.name) for column in columns]
    whole: dict[Keys, set[int]] = defaultdict(set)
    parts: dict[Keys, set[int]] = defaultdict(set)
    for place, named in enumerate(split):
        whole[tuple(map(key, named))].add(place)
        heads = [named[start:] for start in range(1, len(named))]
        if len(named) > 1 and named[-1] in _NAMING:
            heads = [named[:-1]]
        for head in heads:
            if head[0] not in FILLERS and (len(head) > 1 or (head[0],) not in PHRASES):
                parts[tuple(map(key, head))].add(place)
    for place, named in enumerate(split):
        if (rate := _before_per(tuple(map(key, named)))) in parts:
            parts[rate].add(place)  # beside `hours per week`, `hour` is not only the end of `consultation hour`
    found: dict[Keys, Mention | None] = {
        part: Mention(min(places), whole=False) if len(places) == 1 else None for part, places in parts.items()
    }
    found |= _bare_names(columns)
    found |= {name: Mention(min(places), whole=True) if len(places) == 1 else None for name, places in whole.items()}
    found.pop((), None)
    return found


def _bare_names(columns: Sequence[Column]) -> dict[Keys, Mention | None]:
    """Map names without their unit, and the last words of these, to columns; `None` for those that another column has too."""
    keyed = [tuple(map(key, bare_name(column.name))) for column in columns]
    found: dict[Keys, Mention | None] = {}
    for place, (column, bare) in enumerate(zip(columns, keyed, strict=True)):
        if len(bare) == len(plain_name(column.name)):
            continue
        for start in range(len(bare)):
            part = bare[start:]
            if part[0] in FILLERS or (len(part) == 1 and (part in PHRASES or part[0] in _NAMING)):
                continue
            others = [other for at, other in enumerate(keyed) if at != place and _has_run(other, part)]
            found[part] = None if others else Mention(place, whole=start == 0, bare=True)
    return found


def _has_run(name: Keys, part: Keys) -> bool:
    return any(name[start : start + len(part)] == part for start in range(len(name) - len(part) + 1))


def _before_per(name: Keys) -> Keys:
    return name[: next((at for at, word in enumerate(name) if word in PER), 0)]


def _rates(columns: Sequence[Column], letters: Sequence[str]) -> dict[Keys, int]:
    """Map what precedes `per` to columns, except for prices, and if another column of numbers has one of the words, such as
    `weeks` next to `hours per week`."""
    keyed = [tuple(map(key, bare_name(column.name))) for column in columns]
    found = {}
    for place, (column, name) in enumerate(zip(columns, keyed, strict=True)):
        rate = _before_per(name)
        if letters[place] != "N" or not rate or is_price(column):
            continue
        said = set(name) - PER
        rivals = [other for other, words_ in enumerate(keyed) if other != place and not said.isdisjoint(words_)]
        if not any(_may_be_numbers(columns[other]) for other in rivals):
            found[rate] = place
    return found


def _may_be_numbers(column: Column) -> bool:
    """Return whether one of a column's cells is a number; assumed if the values are too many to be kept."""
    return (
        column.kind is not Kind.TEXT or not column.values or any(judged((value,)).kind is Kind.NUMBER for value in column.values)
    )


def _payers(columns: Sequence[Column], letters: Sequence[str]) -> dict[str, int]:
    """Map the one word besides `price` of each price column to it, if no other column has that word."""
    keyed = [set(map(key, name_words(column.name))) for column in columns]
    prices = set(map(key, PRICES))
    found = {}
    for place, column in enumerate(columns):
        beside = [word for word in map(key, bare_name(column.name)) if word not in prices]
        if letters[place] != "N" or not is_price(column) or len(beside) != 1:
            continue
        [word] = beside
        unsure = word in FILLERS or (word,) in PHRASES or word.isdecimal() or word == "sale"  # "sale": for sale is to be had
        if not unsure and not any(word in name for at, name in enumerate(keyed) if at != place):
            found[word] = place
    return found


def _values(columns: Sequence[Column]) -> dict[Keys, dict[int, tuple[int, ...]]]:
    found: dict[Keys, dict[int, tuple[int, ...]]] = defaultdict(dict)
    for place, column in enumerate(columns):
        if len(column.values) > _MOST_VALUES:
            continue
        for code, value in enumerate(column.values):
            split = words(value) if len(value) <= 200 else []
            if 0 < len(split) <= _LONGEST_VALUE:
                known = found[tuple(map(key, split))]
                known[place] = (*known.get(place, ()), code)
    for said, codes in [*_first_names(columns), *_by_other_words(found)]:
        found.setdefault(said, codes)
    return dict(found)


def _first_names(columns: Sequence[Column]) -> Iterator[tuple[Keys, dict[int, tuple[int, ...]]]]:
    """Yield first names, if only one person in the table is called so."""
    found: dict[str, set[tuple[int, int]]] = defaultdict(set)
    for place, column in enumerate(columns):
        for code, value in enumerate(column.values if names_people(column) else ()):
            if len(split := words(value)) in (2, 3) and all(map(str.isalpha, split)) and len(split[0]) > 1:
                found[key(split[0])].add((place, code))
    for name, places in found.items():
        if len(places) == 1 and name not in FILLERS and (name,) not in PHRASES:
            [(place, code)] = places
            yield (name,), {place: (code,)}


def _by_other_words(
    values: Mapping[Keys, dict[int, tuple[int, ...]]],
) -> Iterator[tuple[Keys, dict[int, tuple[int, ...]]]]:
    """Yield other words for a status, if the table has one of them."""
    for group in _MEANING_THE_SAME:
        alike = [tuple(map(key, said.split())) for said in group.split("|")]
        there = [said for said in alike if said in values]
        if len(there) == 1:
            yield from ((said, values[there[0]]) for said in alike)


def _goods(values: Mapping[Keys, Mapping[int, tuple[int, ...]]], column: int | None) -> dict[str, tuple[int, ...]]:
    found: dict[str, tuple[int, ...]] = defaultdict(tuple)
    for said, codes in values.items():
        if column is not None and column in codes:
            found[said[-1]] += codes[column]
    return dict(found)
