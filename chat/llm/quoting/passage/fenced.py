"""Find fenced code blocks in Markdown: the text right above a block says what it is for, and is quoted with it."""

from __future__ import annotations

from typing import NamedTuple

from chat.text.fences import fenced

_LONGEST = 800
"""Most characters of a block that is quoted."""


class Block(NamedTuple):
    """A fenced block: its offsets in the text, and its lines including the fence, without their indentation."""

    start: int
    end: int
    text: str


def blocks(text: str) -> list[Block]:
    """Return the complete fenced blocks of a text, except for empty and overlong ones."""
    found = (Block(span.start, span.end, _from_the_margin(text[span.start : span.end])) for span in fenced(text))
    return [block for block in found if 0 < len("\n".join(block.text.splitlines()[1:-1]).strip()) <= _LONGEST]


def _from_the_margin(block: str) -> str:
    indent = block[: len(block) - len(block.lstrip())]
    return "\n".join(line.removeprefix(indent).rstrip() for line in block.splitlines())
