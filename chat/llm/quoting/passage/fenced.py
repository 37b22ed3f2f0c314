"""Find fenced code blocks in Markdown: the text right above a block says what it is for, and is quoted with it."""

from __future__ import annotations

import re
from typing import NamedTuple

_BLOCK = re.compile(
    r"^(?P<indent>[^\S\n]*)(?P<fence>`{3,}|~{3,})[^\n`]*\n(?P<code>.*?)^[^\S\n]*(?P=fence)[^\S\n]*$", re.MULTILINE | re.DOTALL
)
_FENCE = re.compile(r"^[^\S\n]*(?:`{3,}|~{3,})[^`\n]*$", re.MULTILINE)
_LONGEST = 800
"""Most characters of a block that is quoted."""


class Block(NamedTuple):
    """A fenced block: its offsets in the text, and its lines including the fence, without their indentation."""

    start: int
    end: int
    text: str


def blocks(text: str) -> list[Block]:
    """Return the complete fenced blocks of a text, except for empty and overlong ones."""
    return [
        Block(match.start(), match.end(), _from_the_margin(match))
        for match in _BLOCK.finditer(text)
        if match["code"].strip() and len(match["code"]) <= _LONGEST
    ]


def without_fences(text: str) -> str:
    """Return the text with an empty line for each fence: long blocks, and blocks that the passage cuts off, are read as lines."""
    return _FENCE.sub("\n", text) if "```" in text or "~~~" in text else text


def _from_the_margin(match: re.Match[str]) -> str:
    return "\n".join(line.removeprefix(match["indent"]).rstrip() for line in match[0].splitlines())
