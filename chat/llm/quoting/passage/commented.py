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


class Comment(NamedTuple):
    """A comment, and the lines of code that it describes, fenced."""

    text: str
    code: str


def code_comments(block: str) -> Iterator[Comment]:
    """Yield what the comments of a fenced block say of its lines: of their own line, or of those up to the next blank line or
    comment."""
    fence, *lines, end = block.splitlines()
    if fence.strip("`~ ").partition(" ")[0].casefold() in _IN_PROSE:
        return
    comment_lines, below = list[str](), list[str]()
    for line in (*lines, ""):
        comment = _COMMENT.match(line)
        if below and (comment is not None or not line.strip()):
            yield from _described_code(" ".join(comment_lines), below, fence, end)
            comment_lines, below = [], []
        if comment is not None:
            comment_lines.append(comment["said"].strip())
        elif not line.strip():
            comment_lines = []
        elif comment_lines:
            below.append(line)
        elif behind := _BEHIND.match(line):
            yield from _described_code(behind["said"].strip(), [line], fence, end)


def _described_code(text: str, lines: list[str], fence: str, end: str) -> Iterator[Comment]:
    code = dedent("\n".join(lines))
    if _SAYS.match(text) and not _CODE.search(text) and len(code) <= _LONGEST:
        yield Comment(text, f"{fence}\n{code}\n{end}")
