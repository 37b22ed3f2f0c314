"""Consume what is read from a text, so that no part of it is read a second time."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

Read = TypeVar("Read")


def consume(text: str, pattern: re.Pattern[str], read: Callable[[re.Match[str]], Read | None]) -> tuple[list[Read], str]:
    """Return what `read` makes of the matches, and the text with blanks in their place; a match that is read as `None` stays."""
    consumed: list[Read] = []
    parts, start = [], 0
    for match in pattern.finditer(text):
        found = read(match)
        if found is None:
            continue
        consumed.append(found)
        parts += [text[start : match.start()], " " * (match.end() - match.start())]
        start = match.end()
    return consumed, "".join(parts) + text[start:]
