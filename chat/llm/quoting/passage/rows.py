"""Find table rows in a page's text and phrase them: `Net sales: $32,765 million (2018), $31,657 million (2017)`.

`columns` recognises the column names of a table of figures; in a table of words, cells are separated by tabs and the first row
names the columns. Rows written as `column: value; column: value` are quoted unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from chat.llm.quoting.passage.columns import Columns, columns_of
from chat.llm.quoting.passage.settings import Setting, settings
from chat.text import STAMPED, terms
from chat.text.numerals import ENGLISH_SCALE, declared_scale

_VALUE = r"(?:[$€£]\s?)?\(?[-−–]?\s?(?:[$€£]\s?)?\d[\d,]*(?:\.\d+)?\)?\s?%?|[—–-](?=\s|$)|N/A"
_VALUES = re.compile(rf"(?:{_VALUE})")
_ROW = re.compile(rf"^(?P<label>\D*[^\W\d_][^|]*?)[\s.:]+(?P<values>(?:{_VALUE})(?:\s+(?:{_VALUE}))*)\s*$")
_AMOUNT = rf"(?:{_VALUE})(?:\s(?:{ENGLISH_SCALE}))?"
_RANGE = re.compile(
    rf"^(?P<label>\D*?[^\W\d_])[\s.:]+(?P<value>(?:approximately|about) {_AMOUNT}|(?:(?:approximately|about) )?{_AMOUNT}"
    rf"\s?(?:to|[-–])\s?{_AMOUNT}|(?:{_VALUE})\s(?:{ENGLISH_SCALE}))$"
)
"""A row with a single figure in words: `Net sales $10.95 billion to $11.05 billion`."""
_ALL = frozenset({"total", "worldwid", "consolid"})
"""Stems of row labels that name nothing by themselves."""
_YEAR = re.compile(r"(?:19|20)\d\d")
_NO_AMOUNT = re.compile(
    r"\bper\b|shares?\b|%|percent|ratio|\brates?\b|number|employees|stores|customers|margin|growth|change|days", re.IGNORECASE
)
"""Row labels to which the table's unit does not apply."""
_RECORD = re.compile(r"[^\s:;][^:;\t]{0,60}: [^;]*(?:; [^\s:;][^:;\t]{0,60}: [^;]*)+")
"""A table row as it is written if its columns have names."""
_PAIR = re.compile(r"[^\W\d_a-z][^:.;\t]{1,40}: [^:\s][^.:;?!]{0,90}(?:[.:]\S+[^.:;?!]{0,60}){0,4}")
"""A label and its value, on consecutive lines: `Due date: 12 July 2024`."""
_ASSIGNED = re.compile(r"[^\W\d][\w.-]*(?:: [\w\[\], |.]+)? = \S.*")
"""A module's constant or a configuration entry: `MAX_CV = 0.15`."""
_ALIGNED = re.compile(r"[^\S\n]*(?P<label>[^\s.][^.\n]{0,38}?\S?)[^\S\n]{2,}(?P<value>\S(?:.*\S)?)\s*")
"""A name and its meaning in two aligned columns of plain text."""
_FIGURES = re.compile(rf"(?=.*[^\W\d_]{{3}})\S.*?\s{_VALUE}\s+(?:{_VALUE})(?:\s+(?:{_VALUE}))*")
"""A row of figures whose columns have no names."""
_PRICED = re.compile(r"(?=.*[^\W\d_]{3})\S.*\s\d[\d.,' ]*[.,]\d\d\s?(?:€|£|\$|EUR|GBP|USD|CHF|Fr\.?)")
"""A line of an invoice or price list, which ends in an amount with its currency."""
_DIVIDER = re.compile(r"\|(?:\s*:?-+:?\s*\|)+")
_FIGURE = re.compile(r"\d[\d.,]*")
_FEWEST_BELOW = 3
"""Fewest pairs below one that names their columns."""
_LEAST_OF_TABLE = 2
"""Lines: the names of the columns, and the line below them."""
_AROUND_LABEL = " .:$€£(-–—•*"
_NOTHING = "-−–— "
_DAY = re.compile(r"\d, (?:19|20)\d\d,?$")
_MOST_SMALL = 5
"""Most lower-case words of a row."""
_VALUE_ALONE = re.compile(rf"(?!(?:19|20)\d\d$)(?:{_VALUE})")
_LONGEST_NAME = 40
"""Most characters of a column's name."""
_LONGEST_LABEL = 90
_SHORT_LABEL = 6
"""Most words of a label with a single figure; a longer one is a sentence broken at the line end."""
_COUNTS = re.compile(r"\W*|(?:no|nr|num|pos|lfd|núm|item|row|line|rank|zeile|rang)\b.*|n[°º].*|№.*", re.IGNORECASE)
"""Names of columns that number the rows."""
_SHORT_HEADING = 6
"""Most words of a heading within a table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A line of a text that is a table row, with its offsets."""

    start: int = 0
    end: int = 0
    label: str
    values: tuple[str, ...]
    columns: tuple[str, ...] = ()
    """Names of the first columns; empty if the text above does not give them."""
    unit: str = ""
    inherited: bool = False
    """The column names are above this text, in an earlier passage."""
    heading: str = ""
    """The line without figures above the row, such as `Operating profit` above names of divisions."""
    in_words: bool = False
    """Its values are cells of a table of words and are quoted unchanged."""
    names: bool = False
    """It names the columns of the rows below."""
    as_written: str = ""
    """The line itself, if it is quoted rather than rephrased."""

    def as_sentence(self, wanted: frozenset[str] | set[str] = frozenset()) -> str:
        """Return the row as a sentence, with its heading if that is in `wanted`; limited to the columns whose names match
        `wanted`, if any do."""
        if self.as_written:
            return self.as_written
        if self.in_words:
            return self._in_words(wanted)
        own = set(terms(self.label)) - _ALL
        asked_for = wanted & set(terms(self.heading)) - own
        label = f"{self.heading}, {self.label}" if asked_for and (own & wanted or not own) else self.label
        if not self.columns:
            return f"{label}: {', '.join(_amount(value, self.unit) for value in self.values)}"
        cells = [
            (name, amount)
            for name, value in zip(self.columns, self.values, strict=False)
            if (amount := _amount(value, "" if _NO_AMOUNT.search(name) else self.unit))
        ]
        return f"{label}: {', '.join(f'{amount} ({name})' for name, amount in _wanted_cells(cells, wanted))}"

    def _in_words(self, wanted: frozenset[str] | set[str]) -> str:
        cells = [
            (name, value) for name, value in zip(self.columns or self.values, self.values, strict=True) if value.strip(_NOTHING)
        ]
        if not self.columns or len(self.values) == 1:
            return f"{self.label}: {'; '.join(value for _, value in cells)}"
        return f"{self.label}: {'; '.join(f'{value} ({name})' for name, value in _wanted_cells(cells, wanted))}"


def _wanted_cells(cells: Sequence[tuple[str, str]], wanted: frozenset[str] | set[str]) -> Sequence[tuple[str, str]]:
    """Return the values whose column names share most terms with the question. If it asks for a fiscal year, years within dates
    do not count: fiscal 2022 may end in 2023."""
    fiscal = "fiscal" in wanted
    shared = []
    for name, _ in cells:
        years = {year for year in _YEAR.findall(name) if not fiscal or year == name}
        shared.append(len(wanted & (years | {word for word in terms(name) if not _YEAR.fullmatch(word)})))
    most = max(shared, default=0)
    return [each for each, words in zip(cells, shared, strict=True) if words == most]


def rows(text: str, above: Columns | None = None, title: str = "") -> Iterator[Row]:
    """Yield the table rows of a text, in order.

    A single line that ends in a figure is not a table: it takes two in a row, or column names. `above` are the columns of a table
    that began before this text; `title` is the heading above it.
    """
    columns, unit, heading = above or Columns(), above.unit if above else "", _heading(title)
    run: list[Row] = []
    start = 0
    lines = text.splitlines(keepends=True)
    for line, own_row in zip(lines, _rows_by_themselves(lines), strict=True):
        stripped, end = line.strip(), start + len(line)
        if own_row is not None:
            yield from _table(run, text)
            run = []
            yield replace(own_row, start=start, end=end)
            start = end
            continue
        named = columns_of(stripped)
        if named is not None:
            columns, heading = named, _heading(title)
        unit = (named.unit if named is not None else declared_scale(stripped)) or unit
        short = named is None and len(stripped) < 2 * _LONGEST_LABEL
        row = (_row(stripped, columns, unit) or _unnamed(stripped)) if short else None
        if row is not None:
            inherited = bool(row.columns) and columns is above
            run.append(replace(row, start=start, end=end, inherited=inherited, heading=heading))
        else:
            yield from _table(run, text)
            run = []
            if stripped.endswith(".") and named is None:
                columns, unit, heading = Columns(), "", _heading(title)
            elif named is None and stripped:
                heading = _heading(stripped) or _heading(title)
        start = end
    yield from _table(run, text)


def _rows_by_themselves(lines: Sequence[str]) -> Iterator[Row | None]:
    """Yield for each line the row it forms regardless of the lines above it: of a table of words, of pairs, of names with their
    meaning; else `None`."""
    names: tuple[str, ...] | None = None
    pairs = [_PAIR.fullmatch(line.strip()) is not None for line in lines]
    next_to_pair = [any(pairs[max(at - 1, 0) : at] + pairs[at + 1 : at + 2]) for at in range(len(lines))]
    aligned, configured = _aligned(lines), settings(lines)
    for at, line in enumerate(lines):
        stripped = line.strip()
        if (setting := configured[at]) is not None:
            yield _of_setting(setting)
            continue
        if cells := _cells(stripped, names):
            heads = names is None
            names = _names(cells, _split("".join(lines[at + 1 : at + 2]).strip())) if names is None else names
            yield replace(_in_cells(cells, names), names=heads and bool(names))
            continue
        names = None
        if (pairs[at] and next_to_pair[at]) or _RECORD.fullmatch(stripped) or _ASSIGNED.fullmatch(line.rstrip()):
            heads = pairs[at] and _heads_pairs(lines, pairs, at)
            yield Row(label="", values=(), as_written=stripped, names=heads)
        elif (pair := aligned[at]) is not None:
            yield Row(label=pair["label"], values=(pair["value"],), in_words=True)
        else:
            yield None


def _of_setting(setting: Setting) -> Row:
    about = f"{setting.value} ({setting.comment})" if setting.comment else setting.value
    return Row(label=", ".join(setting.path), values=(about,), in_words=True, names=not setting.value)


def _heads_pairs(lines: Sequence[str], pairs: Sequence[bool], at: int) -> bool:
    """Return whether a pair names the columns of those below it: "Meal: Allowance" above values that differ in nothing but their
    figures."""
    if at and pairs[at - 1]:
        return False
    below = [line for line, _ in takewhile(lambda each: each[1], zip(lines[at + 1 :], pairs[at + 1 :], strict=True))]
    value, *values = (line.partition(": ")[2].strip() for line in (lines[at], *below))
    forms = {_FIGURE.sub("0", each) for each in values}
    return len(values) >= _FEWEST_BELOW and len(forms) == 1 and "0" in forms.pop() and not _FIGURE.search(value)


def _aligned(lines: Sequence[str]) -> list[re.Match[str] | None]:
    """Match each line's two columns, provided the second starts at the same place in the line above or below; else `None`."""
    found = [_ALIGNED.fullmatch(line) if "  " in line.strip() and not STAMPED.match(line) else None for line in lines]
    places = [match.start("value") if match and any(map(str.isalpha, match["label"])) else None for match in found]
    return [
        match if place is not None and place in (*places[max(at - 1, 0) : at], *places[at + 1 : at + 2]) else None
        for at, (match, place) in enumerate(zip(found, places, strict=True))
    ]


def _cells(line: str, names: Sequence[str] | None) -> list[str]:
    """Return the cells of a table of words, including a row with a figure for each column of `names` but the first; empty for
    other lines."""
    if "\t" in line and columns_of(line) is None:
        return _split(line)
    figures = _ROW.match(line) if names else None
    values = _VALUES.findall(figures["values"]) if figures else []
    return [figures["label"], *map(str.strip, values)] if figures and names and len(values) == len(names) - 1 else []


def _split(line: str) -> list[str]:
    """Split a line at tabs; empty if it has none."""
    return [" ".join(cell.split()) for cell in line.split("\t")] if "\t" in line else []


def _names(first: Sequence[str], second: Sequence[str]) -> tuple[str, ...]:
    """Return the column names that a first row of cells holds, or nothing.

    It takes three columns, or two if the row below differs in form. The first column may have no name.
    """
    if len(second) == len(first) + 1 > 2 and all(map(_VALUE_ALONE.fullmatch, second[1:])):
        return ("", *first) if all(map(_is_name, first)) else ()
    if len(first) != len(second) or not (all(map(_is_name, first)) or _are_small_names(first, second)):
        return ()
    if len(first) > 2:
        return tuple(first)
    differs = any(map(str.isdigit, second[1])) or second[1][:1].islower()
    return tuple(first) if differs and not any(map(str.isdigit, "".join(first))) else ()


def _is_name(cell: str) -> bool:
    return 0 < len(cell) <= _LONGEST_NAME and not cell[0].islower() and not _VALUE_ALONE.fullmatch(cell)


def _are_small_names(first: Sequence[str], second: Sequence[str]) -> bool:
    """Return whether three or more columns are named in lower case, above a row that is not all lower case; otherwise it may be
    any row."""
    small = all(cell[:1].islower() and len(cell) <= _LONGEST_NAME and not any(map(str.isdigit, cell)) for cell in first)
    return len(first) > 2 and small and not all(cell[:1].islower() for cell in second)


def _in_cells(cells: Sequence[str], names: Sequence[str]) -> Row:
    """Build a row labelled by the first cell that is more than a number, or by its first cell if the column's name says what the
    number is."""
    coded = bool(names) and len(names) == len(cells) and not _COUNTS.fullmatch(names[0])
    at = 0 if coded else next((at for at, cell in enumerate(cells[:-1]) if any(map(str.isalpha, cell))), 0)
    columns = tuple(names[at + 1 :]) if len(names) == len(cells) else ()
    return Row(label=cells[at], values=tuple(cells[at + 1 :]), columns=columns, in_words=True)


def _heading(line: str) -> str:
    """Return a short line without figures as a heading; anything else is none."""
    return line.strip(": ") if len(line.split()) <= _SHORT_HEADING and not any(map(str.isdigit, line)) else ""


def columns_at_end(text: str) -> Columns | None:
    """Return the columns of a table still open at the end of a text, for the rows that continue it in the next passage."""
    if (cells := _cells_at_end(text)) is not None:
        return Columns(cells=cells)
    found = None
    for line in text.splitlines():
        if (named := columns_of(line.strip())) is not None:
            found = named
        elif line.strip().endswith("."):
            found = None
    return found


def _cells_at_end(text: str) -> tuple[str, ...] | None:
    """Return the cells of the first row of a Markdown table that is open at the end of a text."""
    table = list(takewhile(lambda line: line.strip().startswith("|"), reversed(text.rstrip().splitlines())))[::-1]
    if len(table) < _LEAST_OF_TABLE or not _DIVIDER.fullmatch(table[1].strip()):
        return None
    return tuple(cell.strip() for cell in table[0].strip(" |").split("|"))


def _row(line: str, columns: Columns, unit: str) -> Row | None:
    range_match = _RANGE.match(line)
    if range_match is not None and len(range_match["label"]) <= _LONGEST_LABEL:
        return Row(label=range_match["label"].strip(_AROUND_LABEL), values=(range_match["value"],))
    found = _ROW.match(line)
    if found is not None and len(found["label"]) <= _LONGEST_LABEL:
        values = tuple(" ".join(value.split()) for value in _VALUES.findall(found["values"]))
        label = found["label"].strip(_AROUND_LABEL)
        return Row(
            label=label, values=values, columns=columns.names_for(len(values)), unit="" if _NO_AMOUNT.search(label) else unit
        )
    return None


def _unnamed(line: str) -> Row | None:
    """Return a line as a row if it ends in figures but also has figures within its words, or if it ends in an amount of money."""
    return Row(label=line, values=(line,)) if _FIGURES.fullmatch(line) or _PRICED.fullmatch(line) else None


def _table(run: Sequence[Row], text: str) -> list[Row]:
    """Complete a run of rows: a line with several figures and no column names is quoted unchanged, because the figures cannot be
    attributed."""
    if len(run) == 1 and not run[0].columns:
        return []
    found = []
    for row in run:
        line = text[row.start : row.end].strip()
        if row.columns or _is_single(row):
            found.append(row)
        elif (len(row.values) > 1 or row.label == row.values[0]) and not _is_sentence(line):
            found.append(replace(row, as_written=line))
    return found


def _is_sentence(line: str) -> bool:
    """Return whether a line is running text that happens to end in figures."""
    return sum(word.isalpha() and word.islower() for word in line.split()) > _MOST_SMALL or _DAY.search(line) is not None


def _is_single(row: Row) -> bool:
    return (
        len(row.values) == 1
        and row.values[0] != row.label
        and len(row.label.split()) <= _SHORT_LABEL
        and not _YEAR.fullmatch(row.values[0])
    )


def _amount(value: str, unit: str) -> str:
    """Format a value with its unit: `$ 411` of a table in millions becomes `$411 million`; an empty cell becomes an empty
    string."""
    if not any(letter.isdigit() for letter in value):
        return ""
    tight = re.sub(r"([$€£(])\s+", r"\1", value).replace(" %", "%")
    return f"{tight} {unit}" if unit and "%" not in tight else tight
