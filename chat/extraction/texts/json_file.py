"""Read JSON: lists of similar objects as rows, anything else as lines `path: value`.

Numbers are kept as written: converting one of a million digits takes minutes, and nobody needs the result.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from chat.domain import Extracted
from chat.extraction.composition import Composition
from chat.extraction.tables.cells import unmistakable
from chat.extraction.tables.reader import MOST_COLUMNS
from chat.extraction.texts.decoding import Decoded, decode
from chat.extraction.texts.plain import read_plain
from chat.settings import LimitSettings

JSON = "application/json"
JSON_LINES = "application/jsonl"
_MOST_BROKEN = 0.1
"""Share of lines that are not JSON up to which a file counts as JSON Lines."""
_FEWEST_ROWS = 2
_LONGEST_ROW = 2_000
"""Characters of a row on average; longer records are texts with a few facts about them, each written as a section."""
_DEEPEST_COLUMN = 3
_LONGEST_PATH = 80
_SHORT_LIST = 300
"""Most characters of a list of values that is written on one line."""
_NAMES = ("title", "name", "subject", "id")
"""Members that name their object, the most suitable first."""


@dataclass(frozen=True, slots=True)
class Object:
    """A JSON object with all its pairs; a repeated name keeps both values."""

    pairs: list[tuple[str, Value]]


Value: TypeAlias = "Object | list[Value] | str | bool | None"
"""A JSON value; numbers are strings, as written."""
_DECODER = json.JSONDecoder(object_pairs_hook=Object, parse_int=str, parse_float=str, parse_constant=str)


def read_json(content: bytes, limits: LimitSettings) -> Extracted:
    """Return the values as readable text; invalid JSON as plain text with a warning. Raises DamagedFile and FileTooLarge."""
    decoded = decode(content)
    try:
        value: Value = _DECODER.decode(decoded.text)
    except json.JSONDecodeError as error:
        if error.msg == "Extra data" and (extracted := _lines(decoded, limits)) is not None:
            return extracted
        return _as_text(content, limits, f"This is not valid JSON (line {error.lineno}, column {error.colno})")
    except RecursionError:
        return _as_text(content, limits, "This JSON is nested too deeply")
    return _written(value, JSON, decoded, limits)


def read_json_lines(content: bytes, limits: LimitSettings) -> Extracted:
    """Return the values of a file with one JSON value per line; otherwise as `read_json`."""
    return _lines(decode(content), limits) or read_json(content, limits)


def _lines(decoded: Decoded, limits: LimitSettings) -> Extracted | None:
    """Return the JSON values of the lines, or `None` when too many lines are not JSON; these lines follow at the end."""
    values: list[Value] = []
    broken: list[str] = []
    for line in decoded.text.split("\n"):
        if not line or line.isspace():
            continue
        try:
            values.append(_DECODER.decode(line))
        except (json.JSONDecodeError, RecursionError):
            broken.append(line)
            if len(broken) > 1 + len(values):
                return None
    if not values or len(values) + len(broken) < _FEWEST_ROWS or len(broken) > max(1, _MOST_BROKEN * len(values)):
        return None
    return _written(values, JSON_LINES, decoded, limits, broken)


def _as_text(content: bytes, limits: LimitSettings, why: str) -> Extracted:
    extracted = read_plain(content, limits)
    coverage = replace(extracted.coverage, warnings=(*extracted.coverage.warnings, f"{why}; it was read as plain text."))
    return replace(extracted, coverage=coverage)


# --- writing -----------------------------------------------------------------------------------------------------


def _written(value: Value, media_type: str, decoded: Decoded, limits: LimitSettings, broken: Sequence[str] = ()) -> Extracted:
    text = Composition(limits)
    _write(text, value)
    coverage = decoded.coverage
    if broken:
        warning = f"Lines that hold no valid JSON ({len(broken):,}) stand at the end."
        coverage = replace(coverage, warnings=(*coverage.warnings, warning))
        text.verbatim("\n".join(broken))
    title = _name(value) if isinstance(value, Object) else None
    return text.extracted(media_type, title=title, coverage=coverage)


def _write(text: Composition, value: Value) -> None:
    """Write the parts of the outermost value as sections or rows."""
    if isinstance(value, Object):
        _write_below(text, "", Object([(name, each) for name, each in value.pairs if _is_simple(each)]))
        for name, each in value.pairs:
            if not _is_simple(each):
                text.heading(name or "(no name)", 1)
                _write_below(text, "", each)
    elif isinstance(value, list) and not _is_simple(value) and _rows(value) is None:
        for number, each in enumerate(value, start=1):
            text.heading(_name(each) or f"Item {number:,}", 1)
            _write_below(text, "", each)
    else:
        _write_below(text, "", value)


def _write_below(text: Composition, path: str, value: Value) -> None:
    """Write a value as lines `path: value`, and lists of similar objects as tables.

    Iterative instead of recursive: values may be nested as deep as the parser allows.
    """
    lines: list[str] = []
    waiting: list[tuple[str, Value]] = [(path, value)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, Object):
            waiting += [(_path(path, name), each) for name, each in reversed(value.pairs)]
        elif isinstance(value, list) and not _is_simple(value):
            table = _rows(value)
            if table is None:
                waiting += [(_path(path, number), value[number]) for number in range(len(value) - 1, -1, -1)]
                continue
            columns, rows = table
            text.verbatim("\n".join([*lines, f"{path}:"] if path else lines))
            lines.clear()
            text.lines(rows, columns)
        else:
            words = _simple_text(value)
            if words:
                lines.append(f"{path}: {words}" if path else words)
    text.verbatim("\n".join(lines))


def _path(path: str, step: str | int) -> str:
    """Return `path.step` or `path[step]`, shortened to its end when it is long."""
    if isinstance(step, int):
        whole = f"{path}[{step}]"
    else:
        name = " ".join(step.split())
        whole = f"{path}.{name}" if path else name
    return whole if len(whole) <= _LONGEST_PATH else f"…{whole[1 - _LONGEST_PATH :]}"


def _name(value: Value) -> str | None:
    """Return the name that an object gives itself, if any."""
    if not isinstance(value, Object):
        return None
    own = {name.lower(): each for name, each in reversed(value.pairs) if isinstance(each, str)}
    return next((own[name] for name in _NAMES if own.get(name) and len(own[name]) <= 2 * _LONGEST_PATH), None)


def _is_simple(value: Value) -> bool:
    """Return whether a value fits on one line: a scalar, or a short list of scalars."""
    if isinstance(value, Object):
        return False
    if not isinstance(value, list):
        return True
    return (
        not any(isinstance(each, Object | list) for each in value)
        and sum(len(_simple_text(each)) for each in value) <= _SHORT_LIST
    )


def _simple_text(value: Value) -> str:
    """Return a scalar, or a list of scalars, as text; an empty string for null."""
    if isinstance(value, list):
        return ", ".join(filter(None, map(_simple_text, value)))
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else ""


# --- rows --------------------------------------------------------------------------------------------------------


def _rows(values: Sequence[Value]) -> tuple[Sequence[str], Sequence[str]] | None:
    """Return column names and a line for each of several similar objects; `None` for anything else."""
    if len(values) < _FEWEST_ROWS:
        return None
    columns: dict[str, int] = {}
    records: list[dict[str, str]] = []
    for value in values:
        cells: dict[str, str] = {}
        if not isinstance(value, Object) or not _flatten(value, "", cells, 1):
            return None
        records.append(cells)
        for name in cells:
            columns.setdefault(name, len(columns))
        if len(columns) > MOST_COLUMNS:
            return None
    firsts = {name.split(": ", 1)[0] for name in columns}
    rows = [_row(cells, columns, firsts) for cells in records]
    return (tuple(columns), rows) if sum(map(len, rows)) <= _LONGEST_ROW * len(rows) else None


def _row(cells: Mapping[str, str], columns: Mapping[str, int], firsts: Collection[str]) -> str:
    """Return a row with its cells in column order, by which they are found again."""
    return "; ".join(f"{name}: {unmistakable(cells[name], firsts)}" for name in sorted(cells, key=columns.__getitem__))


def _flatten(value: Object, prefix: str, cells: dict[str, str], depth: int) -> bool:
    """Put the object's values into `cells` by dotted name; return False when it holds more than a row can."""
    for name, each in value.pairs:
        column = " ".join(f"{prefix}{name}".split()) or "(no name)"
        if isinstance(each, Object):
            if depth == _DEEPEST_COLUMN or not _flatten(each, f"{column}.", cells, depth + 1):
                return False
        elif _is_simple(each):
            text = " ".join(_simple_text(each).split())
            if text:
                cells[column] = f"{cells[column]} / {text}" if column in cells else text
        else:
            return False
    return True
