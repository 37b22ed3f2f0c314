"""Finds the fenced code blocks of a Markdown text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from chat.domain import Span
from chat.text.ranges import covering

_FENCE = re.compile(r"^[^\S\n]*(?P<fence>`{3,}(?=[^`\n]*$)|~{3,})(?P<info>[^\n]*)$", re.MULTILINE)


def fenced(text: str) -> list[Span]:
    """Return the spans of the text's fenced blocks, including the lines of their fences, in order.

    Follows the CommonMark specification ("Fenced code blocks"), except that a block that is never closed is not a block.
    """
    blocks = list[Span]()
    opening: re.Match[str] | None = None
    for line in _FENCE.finditer(text):
        if opening is None:
            opening = line
        elif line["fence"].startswith(opening["fence"]) and not line["info"].strip():
            blocks.append(Span(opening.start(), line.end()))
            opening = None
    return blocks


def without_fences(text: str) -> str:
    """Return the text with an empty line for each fence."""
    return _FENCE.sub("\n", text)


def is_inside(position: int, blocks: Sequence[Span]) -> bool:
    """Return whether a position lies strictly between the ends of one of the blocks, which are in order."""
    block = covering(position, blocks)
    return block is not None and block.start < position
