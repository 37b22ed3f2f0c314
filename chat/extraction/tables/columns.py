"""Find the names of a table's columns, and what each column holds."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from chat.domain import SAID_OF_COLUMNS
from chat.extraction.tables.cells import holds_html, one_line
from chat.text.calendar_names import MONTHS

Row = list[str]

_PREFACE_ROWS = 30
"""Number of first rows in which the header is searched; rows before it are titles and comments."""
_FULL = 0.6
"""Share of the usual number of filled cells from which a row is not a title line."""
_LONGEST_NAME = 200
_LONGEST_UNIT = 12
_SAME_KIND = 0.8
"""Share of a column's cells that must look like numbers, dates or links for the column to count as such."""
_LISTED = 40
"""Most columns named in the line above a table; a table with a thousand would fill pages with names."""

_FIGURES = re.compile(r"[-+(]?\s?[$€£¥]?\s?\d[\d.,' \u00a0\u202f]{0,30}\s?[%$€£¥]?\)?")
"""Numbers, and versions and addresses that are written like numbers, which cannot be column names."""
_GROUPED = r"\d{1,3}(?:(?P<mark>[.,'’ \u00a0\u202f])\d{3})(?:(?P=mark)\d{3})*|\d{1,2}(?:,\d\d)+,\d{3}"
_NUMBER = re.compile(rf"[-+−(]?\s?[$€£¥]?\s?[-−]?(?:{_GROUPED}|\d{{1,30}})(?:[.,]\d{{0,20}})?\s?[%$€£¥]?\)?")
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_DAY, _MONTH, _TIME = (
    "(?:0?[1-9]|[12][0-9]|3[01])",
    "(?:0?[1-9]|1[0-2])",
    r"(?:[T ]\d{1,2}:\d\d[\d:.+Z-]{0,22}(?: ?[AaPp][Mm])?)?",
)
_DATE = re.compile(
    rf"\d{{4}}([-/.]){_MONTH}\1{_DAY}{_TIME}|{_YEAR.pattern}[-/]{_MONTH}"
    rf"|(?:{_DAY}([-/.]){_MONTH}\2|{_MONTH}([-/.]){_DAY}\3)\d{{4}}{_TIME}"
    rf"|(?:{_DAY}([-/]){_MONTH}\4|{_MONTH}([-/]){_DAY}\5|(?=..\...\.){_DAY}\.{_MONTH}\.)\d\d{_TIME}"
)
"""Numeric dates.

`2023.05` is not one, since a point and two digits end an amount more often than a month. `1.2.10` is a version: with points,
one-digit days and months before a two-digit year do not match.
"""
_DATE_IN_WORDS = re.compile(
    r"(?:\d{1,2}(?:\.|st|nd|rd|th)?[ -])?([^\W\d_]{3,10})\.?,?(?: \d{1,2}(?:st|nd|rd|th)?,?)?[ -](?:\d\d|\d{4})"
)
_LINK = re.compile(r"(?:https?|ftp)://\S{1,2000}|www\.\S{1,2000}")
_MISSING = frozenset({"", "-", "–", "—", "?", "n/a", "na", "nan", "null", "none", "nil", "unknown", "missing", "tbd", "#n/a"})
_BRACKETED = re.compile(r"[(\[{][^()\[\]{}]{1,20}[)\]}]")

_TITLES = ("title", "titel", "titre", "título", "headline", "heading", "subject", "name", "product", "article", "item", "label")
"""Names of the column that says what a row is about, the most certain first."""
_NAMED: dict[str, str] = {
    "text": "content text body description abstract summary message comment comments remark remarks notes "
    "inhalt beschreibung contenu contenido descripción",
    "question": "question frage pregunta query",
    "answer": "answer antwort réponse response respuesta reply",
    "thesis": "thesis claim statement hypothesis these thèse tesis",
    "category": "category categories collection kategorie catégorie categoría type kind genre topic tags tag "
    "department section group class status",
    "link": "url link links href website homepage uri",
}
"""Words for each role, compared with the last word of a column's name."""
_ROLES = {word: role for role, words in _NAMED.items() for word in words.split()}
_LISTS = "email emails mail id ids country countries city cities word words keyword keywords value key date phone"
"""Other things that a file with one column may list."""


@dataclass(frozen=True, slots=True)
class Heading:
    """The beginning of a table: the lines above the header, the header, and a row of units below it."""

    preface: tuple[str, ...]
    """Title lines and comments above the header."""
    names: tuple[str, ...]
    """Unique names of the columns, with their units; empty when the file does not name them."""
    header: Row
    """The header row as in the file, to recognise repetitions of it."""
    taken: int
    """Number of rows that preface, header and units take."""


def heading(rows: Sequence[Row]) -> Heading:
    """Return the heading found in the first rows of a table, none of which is empty."""
    place = _first_full(rows)
    names = _names(rows[place], rows[place + 1 :]) if place is not None else ()
    if place is None or not names:
        return Heading((), (), [], 0)
    preface = tuple("  ".join(filter(None, map(one_line, row))) for row in rows[:place])
    units = _units(rows[place + 1 :], len(names))
    named = [f"{name} ({unit})" if unit else name for name, unit in zip(names, units, strict=True)] if units else names
    return Heading(preface, _distinct(named), rows[place], place + (2 if units else 1))


def column_names(rows: Sequence[tuple[int, Sequence[str]]]) -> Row | None:
    """Return the first of the numbered rows when its cells read as names: no numbers, no duplicates, and other rows follow.

    For tables inside documents, which have nothing above their first row.
    """
    if len(rows) < 2:
        return None
    names = [one_line(cell) for cell in rows[0][1]]
    given = [name for name in names if name]
    if len(given) < len(names) / 2 or len(set(given)) < len(given) or any(_FIGURES.fullmatch(name) for name in given):
        return None
    return [name or f"column {number}" for number, name in enumerate(names, start=1)]


def is_list_header(cell: str, values: Sequence[str]) -> bool:
    """Return whether the first line of a file with one column is its header: a known name, or a word above links, dates, numbers
    or e-mail addresses."""
    name = one_line(cell)
    if not name or len(name) > 40 or name[-1] in ".,:;!?" or len(values) < 2:
        return False
    words = name.casefold().replace("_", " ").split()
    if len(words) <= 3 and (words[-1] in _ROLES or words[-1] in _LISTS.split() or words[-1] in _TITLES):
        return all(len(value) <= _LONGEST_NAME for value in values)
    return any(not fits(name) and _mostly(values, fits) for fits in (_is_number, _is_date, _is_link, _is_address))


# --- the header --------------------------------------------------------------------------------------------------


def _first_full(rows: Sequence[Row]) -> int | None:
    """Return the index of the first row with about as many filled cells as is usual."""
    if not rows:
        return None
    counts = Counter(sum(bool(cell.strip()) for cell in row) for row in rows)
    common = max(counts, key=lambda filled: (counts[filled], filled))
    least = max(min(2, common), _FULL * common)
    return next((place for place, row in enumerate(rows[:_PREFACE_ROWS]) if sum(map(bool, map(str.strip, row))) >= least), None)


def _names(row: Row, below: Sequence[Row]) -> tuple[str, ...]:
    """Return the row's cells when they read as names; otherwise an empty tuple."""
    names = [one_line(cell) for cell in row]
    given = [name for name in names if name]
    years = [name for name in given if _YEAR.fullmatch(name)]
    if len(given) < len(names) / 2 and not _unnamed_are_empty(names, below):
        return ()
    if len(set(given)) <= len(given) / 2 and len(given) > 1:
        return ()
    if any(len(name) > _LONGEST_NAME or (_is_a_value(name) and name not in years) for name in given):
        return ()
    if years and (len(years) == len(given) or len(set(years)) < len(years) or not below):
        return ()  # years may name columns only next to columns named with words
    if not below:
        return tuple(names) if _reads_as_names(given) else ()
    if _repeated_below(row, below) > len(given) / 3:
        return ()
    return tuple(names)


def _unnamed_are_empty(names: Sequence[str], below: Sequence[Row]) -> bool:
    """Return whether all columns without a name are empty: a spreadsheet may leave commas at the end of each line."""
    unnamed = [place for place, name in enumerate(names) if not name]
    return not any(place < len(row) and row[place].strip() for row in below for place in unnamed)


def _reads_as_names(given: Sequence[str]) -> bool:
    """Return whether the cells of a header without rows are short words without signs of values."""
    return all(len(name) <= 60 and any(letter.isalpha() for letter in name) and "@" not in name for name in given)


def _repeated_below(row: Row, below: Sequence[Row]) -> int:
    """Return in how many columns the row's own cell occurs again as a value, not counting copies of the whole row."""
    others = [other for other in below if other != row]
    return sum(
        bool(cell.strip()) and any(place < len(other) and other[place] == cell for other in others)
        for place, cell in enumerate(row)
    )


def _is_a_value(name: str) -> bool:
    return _is_figure(name) or _is_link(name) or (_is_date(name) and not _is_a_period(name))


def _is_a_period(name: str) -> bool:
    """Return whether a name is a month, such as `2023-01` or `Jan 2023` above a column of its figures."""
    return re.fullmatch(r"\d{4}[-/.]\d{1,2}|[A-Za-z]{3,10}\.? \d{4}", name) is not None


def _units(below: Sequence[Row], width: int) -> list[str]:
    """Return the units in the first row below the header by column, empty strings where there is none; an empty list when it is
    an ordinary row."""
    if len(below) < 3:
        return []
    first, rest = [*map(one_line, below[0]), *[""] * width][:width], below[1:]
    units = []
    for place, cell in enumerate(first):
        values = [row[place].strip() for row in rest if place < len(row) and row[place].strip().casefold() not in _MISSING]
        bracketed = _BRACKETED.fullmatch(cell) is not None
        if _is_figure(cell) or len(cell) > _LONGEST_UNIT + 2 * bracketed:
            return []
        if _mostly(values, _is_number):
            if cell.casefold() in _MISSING - {"", "-"}:
                return []
            units.append(cell.strip("()[]{} ") if cell != "-" else "")
        elif cell in ("", "-") or bracketed:
            units.append(cell.strip("()[]{} -"))
        else:
            return []
    return units if any(units) else []


def _distinct(names: Sequence[str]) -> tuple[str, ...]:
    """Return unique names: missing ones become `column N`, repeated ones get a number."""
    found: dict[str, None] = {}
    for number, name in enumerate(names, start=1):
        plain = name.replace("; ", ", ") or f"column {number}"
        candidate, copy = plain, 1
        while candidate in found:
            copy += 1
            candidate = f"{plain} ({copy})"
        found[candidate] = None
    return tuple(found)


# --- what a column holds -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Roles:
    """What the columns hold, by their index in the file."""

    order: tuple[int, ...]
    """Order in which the columns are written: the title first, then as in the file."""
    html: frozenset[int]
    opening: str
    """One line about the columns, written above the table; empty when there is nothing to say."""


def roles(names: Sequence[str], rows: Sequence[Row]) -> Roles:
    """Return the roles of the columns, judged by their names and a sample of the rows."""
    columns = [[row[place].strip() for row in rows if place < len(row) and row[place].strip()] for place in range(len(names))]
    title = _title(names, columns)
    order = tuple(sorted(range(len(names)), key=lambda place: place != title))
    html = frozenset(place for place, cells in enumerate(columns) if holds_html(cells))
    found: dict[str, list[str]] = {role: [] for role in SAID_OF_COLUMNS}
    for place in order:
        role = "title" if place == title else _role(names[place], columns[place])
        if role is not None:
            found[role].append(names[place])
    return Roles(order, html, " ".join(SAID_OF_COLUMNS[role].format(listed(given)) for role, given in found.items() if given))


def listed(names: Sequence[str]) -> str:
    """Return the first forty names, and how many more there are."""
    more = len(names) - _LISTED
    return ", ".join(names[:_LISTED]) + (f" and {more:,} more" if more > 0 else "")


def _title(names: Sequence[str], columns: Sequence[Sequence[str]]) -> int | None:
    """Return the index of the column that is named as a title and has distinct words in most rows."""
    folded = [name.casefold().replace("_", " ") for name in names]
    for wanted in _TITLES:
        for place, name in enumerate(folded):
            if (name == wanted or name.endswith(f" {wanted}")) and _tells_apart(columns[place], max(map(len, columns))):
                return place
    return None


def _tells_apart(cells: Sequence[str], rows: int) -> bool:
    if len(cells) < rows / 2 or _mostly(cells, _is_number) or _mostly(cells, _is_link):
        return False
    return len(set(cells)) > len(cells) / 2


def _role(name: str, cells: Sequence[str]) -> str | None:
    for role, fits in (("link", _is_link), ("date", _is_date), ("number", _is_number)):
        if _mostly(cells, fits):
            return role
    return _ROLES.get(name.casefold().replace("_", " ").split()[-1])


def _mostly(cells: Sequence[str], fits: Callable[[str], bool]) -> bool:
    return bool(cells) and sum(map(fits, cells)) >= _SAME_KIND * len(cells)


def _is_figure(cell: str) -> bool:
    return len(cell) < 50 and _FIGURES.fullmatch(cell) is not None


def _is_number(cell: str) -> bool:
    return len(cell) < 50 and _NUMBER.fullmatch(cell) is not None


def _is_date(cell: str) -> bool:
    if len(cell) >= 50:
        return False
    words = _DATE_IN_WORDS.fullmatch(cell)
    return words[1].casefold() in MONTHS if words else _DATE.fullmatch(cell) is not None


def _is_link(cell: str) -> bool:
    return _LINK.fullmatch(cell) is not None


def _is_address(cell: str) -> bool:
    return "@" in cell[1:-1] and " " not in cell
