"""A line of source code is quoted with the definition that it is of: its head with its docstring, or with its body."""

from __future__ import annotations

import re
from collections.abc import Sequence

from chat.llm.quoting.passage.quotable import Piece

_DEFINES = re.compile(
    r"(?:(?:async|export|pub|public|private|static) )*(?:def|class|function|func|fn|interface|struct) \w+.*[:{]$"
)
_DOCSTRING = re.compile(r'"""(?:(?!""").)+(?:"""|$)')
_LONGEST = 400
"""Characters."""


def defines(text: str) -> bool:
    """Whether a line is the head of a definition."""
    return bool(_DEFINES.match(text))


def definition(held: Sequence[Piece], at: int) -> str | None:
    """The head that this piece is, or whose docstring it is, with that docstring; else with as much of its body as is short
    enough. `None` where it is neither."""
    head = at if defines(held[at].text) else at - 1
    if head < 0 or not defines(held[head].text) or (head < at and not _DOCSTRING.match(held[at].text)):
        return None
    following = [piece.text for piece in held[head + 1 :]]
    if following and (documented := _DOCSTRING.match(following[0])):
        return f"{held[head].text} {_closed(documented[0])}"
    said = held[head].text
    for line in following:
        if defines(line) or len(said) + len(line) >= _LONGEST:
            break
        said = f"{said} {line}"
    return said


def _closed(docstring: str) -> str:
    """Its last quotation marks may stand behind the stop of its last sentence."""
    return f'{docstring.rstrip(chr(34))}"""'
