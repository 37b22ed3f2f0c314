"""What the columns of a table are called, and what each of them holds."""

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
"""The header is looked for in so many rows; what stands before it are titles and comments."""
_FULL = 0.6
"""A row is no title line when it has so large a share of the cells that rows commonly have."""
_LONGEST_NAME = 200
_LONGEST_UNIT = 12
_SAME_KIND = 0.8
"""Share of a column's cells that must look like numbers, dates or links for it to count as such."""
_LISTED = 40
"""Columns named in the line above a table; a table of a thousand would fill pages with names."""

_FIGURES = re.compile(r"[-+(]?\s?[$€£¥]?\s?\d[\d.,' \u00a0\u202f]{0,30}\s?[%$€£¥]?\)?")
"""What no name of a column is made of: numbers, and versions and addresses that are written like them."""
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
"""A point and two digits end an amount more often than a month: `2023.05` is none. Where points stand between them, days and
months of one digit before a year of two are versions: `1.2.10`."""
_DATE_IN_WORDS = re.compile(
    r"(?:\d{1,2}(?:\.|st|nd|rd|th)?[ -])?([^\W\d_]{3,10})\.?,?(?: \d{1,2}(?:st|nd|rd|th)?,?)?[ -](?:\d\d|\d{4})"
)
_LINK = re.compile(r"(?:https?|ftp)://\S{1,2000}|www\.\S{1,2000}")
_MISSING = frozenset({"", "-", "–", "—", "?", "n/a", "na", "nan", "null", "none", "nil", "unknown", "missing", "tbd", "#n/a"})
_BRACKETED = re.compile(r"[(\[{][^()\[\]{}]{1,20}[)\]}]")

_TITLES = ("title", "titel", "titre", "título", "headline", "heading", "subject", "name", "product", "article", "item", "label")
"""Names of the column that says what a row is about, the surest first."""
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
"""What a column's last word says of its role."""
_ROLES = {word: role for role, words in _NAMED.items() for word in words.split()}
_LISTS = "email emails mail id ids country countries city cities word words keyword keywords value key date phone"
"""What else a file with one column may be a list of."""


@dataclass(frozen=True, slots=True)
class Heading:
    """The beginning of a table: what stands above the header, the header, and a row of units below it."""

    preface: tuple[str, ...]
    """Title lines and comments."""
    names: tuple[str, ...]
    """Of the columns, each once, with their units; empty when the file does not name them."""
    header: Row
    """The row that they stand in, as it is in the file, to know it again."""
    taken: int
    """Rows that all of this takes."""


def heading(rows: Sequence[Row]) -> Heading:
    """What the first rows of a table say about the rest. No row is empty."""
    place = _first_full(rows)
    names = _names(rows[place], rows[place + 1 :]) if place is not None else ()
    if place is None or not names:
        return Heading((), (), [], 0)
    preface = tuple("  ".join(filter(None, map(one_line, row))) for row in rows[:place])
    units = _units(rows[place + 1 :], len(names))
    named = [f"{name} ({unit})" if unit else name for name, unit in zip(names, units, strict=True)] if units else names
    return Heading(preface, _distinct(named), rows[place], place + (2 if units else 1))


def column_names(rows: Sequence[tuple[int, Sequence[str]]]) -> Row | None:
    """The first of numbered rows when its cells read as names: none is a number, none stands twice, and other rows follow.

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
    """Whether the first line of a file with one column names the others: a known name, or a word above links, dates, numbers."""
    name = one_line(cell)
    if not name or len(name) > 40 or name[-1] in ".,:;!?" or len(values) < 2:
        return False
    words = name.casefold().replace("_", " ").split()
    if len(words) <= 3 and (words[-1] in _ROLES or words[-1] in _LISTS.split() or words[-1] in _TITLES):
        return all(len(value) <= _LONGEST_NAME for value in values)
    return any(not fits(name) and _mostly(values, fits) for fits in (_is_number, _is_date, _is_link, _is_address))


# --- the header --------------------------------------------------------------------------------------------------


def _first_full(rows: Sequence[Row]) -> int | None:
    """The first row that has about as many cells filled as rows commonly have."""
    if not rows:
        return None
    counts = Counter(sum(bool(cell.strip()) for cell in row) for row in rows)
    common = max(counts, key=lambda filled: (counts[filled], filled))
    least = max(min(2, common), _FULL * common)
    return next((place for place, row in enumerate(rows[:_PREFACE_ROWS]) if sum(map(bool, map(str.strip, row))) >= least), None)


def _names(row: Row, below: Sequence[Row]) -> tuple[str, ...]:
    """The row's cells when they read as names; nothing otherwise."""
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
        return ()  # years may name columns beside others that have words
    if not below:
        return tuple(names) if _reads_as_names(given) else ()
    if _repeated_below(row, below) > len(given) / 3:
        return ()
    return tuple(names)


def _unnamed_are_empty(names: Sequence[str], below: Sequence[Row]) -> bool:
    """Whether columns without a name hold nothing either: commas that a spreadsheet left at the end of each line."""
    unnamed = [place for place, name in enumerate(names) if not name]
    return not any(place < len(row) and row[place].strip() for row in below for place in unnamed)


def _reads_as_names(given: Sequence[str]) -> bool:
    """For a header without rows: short words without the marks of values."""
    return all(len(name) <= 60 and any(letter.isalpha() for letter in name) and "@" not in name for name in given)


def _repeated_below(row: Row, below: Sequence[Row]) -> int:
    """In how many columns the row's own cell comes again as a value; another copy of the whole row does not count."""
    others = [other for other in below if other != row]
    return sum(
        bool(cell.strip()) and any(place < len(other) and other[place] == cell for other in others)
        for place, cell in enumerate(row)
    )


def _is_a_value(name: str) -> bool:
    return _is_figure(name) or _is_link(name) or (_is_date(name) and not _is_a_period(name))


def _is_a_period(name: str) -> bool:
    """`2023-01` or `Jan 2023` above a column of that month's figures."""
    return re.fullmatch(r"\d{4}[-/.]\d{1,2}|[A-Za-z]{3,10}\.? \d{4}", name) is not None


def _units(below: Sequence[Row], width: int) -> list[str]:
    """The units in the first row below the header, by column, empty where there is none; no list when it is a row like others."""
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
    """Each name once: those left open get a number, those that stand twice one behind them."""
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
    """What the columns hold, by their place in the file."""

    order: tuple[int, ...]
    """The order in which they are written: the title first, then as in the file."""
    html: frozenset[int]
    opening: str
    """What is said above the table about its columns, one line; empty when there is nothing to say."""


def roles(names: Sequence[str], rows: Sequence[Row]) -> Roles:
    """Judged by the names and a sample of the rows."""
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
    """The first forty, and how many more there are."""
    more = len(names) - _LISTED
    return ", ".join(names[:_LISTED]) + (f" and {more:,} more" if more > 0 else "")


def _title(names: Sequence[str], columns: Sequence[Sequence[str]]) -> int | None:
    """The column that is called a title, or a name, and holds different words in most rows."""
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
