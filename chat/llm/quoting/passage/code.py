"""Quote source code as whole definitions: the head with its docstring, or with its body."""

from __future__ import annotations

import re
from collections.abc import Sequence

from chat.llm.quoting.passage.piece import Piece

_DEFINES = re.compile(
    r"(?:(?:async|export|pub|public|private|static) )*(?:def|class|function|func|fn|interface|struct) \w+.*[:{]$"
)
_DOCSTRING = re.compile(r'"""(?:(?!""").)+(?:"""|$)')
_LONGEST = 400
"""Most characters quoted."""


def defines(text: str) -> bool:
    """Return whether a line is the head of a definition."""
    return bool(_DEFINES.match(text))


def whole_definition(pieces: Sequence[Piece], at: int) -> str | None:
    """Return the definition whose head or docstring this piece is: its head with the docstring, or without one with as much of
    the body as fits. `None` if the piece is neither."""
    head = at if defines(pieces[at].text) else at - 1
    if head < 0 or not defines(pieces[head].text) or (head < at and not _DOCSTRING.match(pieces[at].text)):
        return None
    following = [piece.text for piece in pieces[head + 1 :]]
    if following and (documented := _DOCSTRING.match(following[0])):
        return f"{pieces[head].text} {_closed(documented[0])}"
    text = pieces[head].text
    for line in following:
        if defines(line) or len(text) + len(line) >= _LONGEST:
            break
        text = f"{text} {line}"
    return text


def _closed(docstring: str) -> str:
    """End a docstring with its quotation marks, which may follow the full stop of its last sentence."""
    return f'{docstring.rstrip(chr(34))}"""'
