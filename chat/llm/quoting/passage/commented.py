"""Find the comments of a code block that say what the lines beside or below them do: `check file.py  # Lint one file`
(decision 122)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import dedent
from typing import NamedTuple

_LONGEST = 400
"""Most characters of code that one comment describes."""
_IN_PROSE = frozenset(("md", "markdown", "rst", "html", "xml", "css", "diff"))
"""Languages in which the mark of a comment begins something else."""
_COMMENT = re.compile(r"^(?P<indent>[^\S\n]*)(?:#+|//+)[^\S\n]+(?P<said>\S.*)$")
_BEHIND = re.compile(r"^[^\S\n]*(?P<code>[^\s#/].*?)[^\S\n]+(?:#|//)[^\S\n]+(?P<said>\S.*)$")
_SAYS = re.compile(r"[^\W\d_][\w'’-]*,?\s+\S*\w")
"""Two words or more."""
_CODE = re.compile(r"[=;{}]|\w\(")
"""What a comment that holds code has."""


class Commented(NamedTuple):
    """A comment, and the lines of code that it describes, fenced."""

    said: str
    code: str


def commented(block: str) -> Iterator[Commented]:
    """Yield what the comments of a fenced block say of its lines: of their own line, or of those up to the next blank line or
    comment."""
    fence, *lines, end = block.splitlines()
    if fence.strip("`~ ").partition(" ")[0].casefold() in _IN_PROSE:
        return
    said, below = list[str](), list[str]()
    for line in (*lines, ""):
        comment = _COMMENT.match(line)
        if below and (comment is not None or not line.strip()):
            yield from _described(" ".join(said), below, fence, end)
            said, below = [], []
        if comment is not None:
            said.append(comment["said"].strip())
        elif not line.strip():
            said = []
        elif said:
            below.append(line)
        elif behind := _BEHIND.match(line):
            yield from _described(behind["said"].strip(), [line], fence, end)


def _described(said: str, lines: list[str], fence: str, end: str) -> Iterator[Commented]:
    code = dedent("\n".join(lines))
    if _SAYS.match(said) and not _CODE.search(said) and len(code) <= _LONGEST:
        yield Commented(said, f"{fence}\n{code}\n{end}")
