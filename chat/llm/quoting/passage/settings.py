"""Find the settings of a configuration file: a key with its value, below the keys that it is part of and the comment about it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

_SETTING = re.compile(r"(?P<indent> *)(?P<key>[a-z_][\w.-]*):(?: +(?P<value>[^\s#{\[|>&].*?))?(?: +# +(?P<behind>.*))?")
"""A key and its value; keys of sentences and of records ("Due date: 12 July") begin with a capital letter or have spaces."""
_COMMENT = re.compile(r"\s*# *(?P<said>[^\s#].*)")
_FEWEST = 3
"""Fewest settings of one text."""


class Setting(NamedTuple):
    """A line of a configuration file; one without a value is a comment or a key with settings below it."""

    path: tuple[str, ...] = ()
    """The keys that the setting is part of, outermost first, and its own."""
    value: str = ""
    comment: str = ""


def settings(lines: Sequence[str]) -> list[Setting | None]:
    """Return the setting on each line; `None` for all lines unless there are several settings and hardly anything else."""
    found: list[Setting | None] = []
    keys, said = list[tuple[int, str]](), list[str]()
    for line in lines:
        if (comment := _COMMENT.fullmatch(line.rstrip())) is not None:
            said.append(comment["said"])
            found.append(Setting((comment["said"],)))
            continue
        match = _SETTING.fullmatch(line.rstrip())
        if match is not None:
            indent = len(match["indent"])
            keys = [(at, key) for at, key in keys if at < indent] + [(indent, match["key"])]
            about = " ".join(filter(None, (*said, match["behind"])))
            found.append(Setting(tuple(key for _, key in keys), match["value"] or "", about))
        else:
            found.append(None)
        said = []
    with_value = sum(each is not None and bool(each.value) for each in found)
    written = sum(bool(line.strip()) for line in lines)
    if with_value < _FEWEST or 2 * sum(each is not None for each in found) <= written:
        return [None] * len(lines)
    return found
