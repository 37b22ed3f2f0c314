"""Find the settings of a configuration file: a key with its value, below the keys or the section that it is part of, and the
comment about it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

_BEHIND = r"(?: +[#;] +(?P<behind>.*))?"
_YAML = re.compile(rf"(?P<indent> *)(?P<key>[a-z_][\w.-]*|[A-Z]+_[A-Z_\d]+):(?: +(?P<value>[^\s#{{\[|>&].*?))?{_BEHIND}")
"""A key and its value; keys of sentences and of records ("Due date: 12 July") begin with a capital letter or have spaces."""
_INI = re.compile(rf"(?P<indent> *)(?P<key>[^\W\d][\w.-]*) *= *(?P<value>\S.*?)?{_BEHIND}")
"""The same in a file with sections: INI, TOML."""
_SECTION = re.compile(r"(?:\[{1,2}|## ) *(?P<name>[^\W\d][^\[\]=]*?) *\]{0,2}")
"""The name of a section, in brackets, or as the heading that `markup` makes of it."""
_ITEM = re.compile(r"(?P<indent> *)- +(?P<value>\S.*)")
"""A value of a list below a key."""
_COMMENT = re.compile(r"\s*[#;] *(?P<said>[^\s#;].*)")
_FEWEST = 3
"""Fewest settings of one text."""


class Setting(NamedTuple):
    """A line of a configuration file; one without a value is a comment, a key with settings below it or the rest of a list."""

    path: tuple[str, ...] = ()
    """The section and the keys that the setting is part of, outermost first, and its own key."""
    value: str = ""
    comment: str = ""


def settings(lines: Sequence[str]) -> list[Setting | None]:
    """Return the setting on each line; `None` for all lines unless there are several settings and hardly anything else."""
    found: list[Setting | None] = []
    section, keys, said = "", list[tuple[int, str]](), list[str]()
    form = _INI if any(_SECTION.fullmatch(line.strip()) for line in lines) else _YAML
    for at, line in enumerate(lines):
        if at < len(found):  # of a list that began above
            continue
        bare = line.rstrip()
        if (comment := _COMMENT.fullmatch(bare)) is not None:
            said.append(comment["said"])
            found.append(Setting((comment["said"],)))
            continue
        if form is _INI and (headed := _SECTION.fullmatch(bare.strip())) is not None:
            section = headed["name"].strip("\"'")
            found.append(Setting((section,)))
        elif (match := form.fullmatch(bare)) is not None:
            indent = len(match["indent"])
            keys = [(before, key) for before, key in keys if before < indent] + [(indent, match["key"])]
            path = tuple(filter(None, (section, *(key for _, key in keys))))
            value = match["value"] or ""
            listed = _rest_of_list(lines[at + 1 :]) if form is _INI and value == "[" else []
            value = " ".join((value, *map(str.strip, listed)))
            found += [Setting(path, value, " ".join(filter(None, (*said, match["behind"])))), *(Setting(path) for _ in listed)]
        elif (item := _ITEM.fullmatch(bare)) is not None and form is _YAML and keys and len(item["indent"]) >= keys[-1][0]:
            found.append(Setting(tuple(key for _, key in keys), item["value"]))
        else:
            found.append(None)
        said = []
    with_value = sum(each is not None and bool(each.value) for each in found)
    written = sum(bool(line.strip()) for line in lines)
    if with_value < _FEWEST or 2 * sum(each is not None for each in found) <= written:
        return [None] * len(lines)
    return found


def _rest_of_list(below: Sequence[str]) -> Sequence[str]:
    """Return the lines up to the one that closes a list; none if it is not closed."""
    inside = list(takewhile(lambda line: line.strip() != "]", below))
    return below[: len(inside) + 1] if len(inside) < len(below) else []
