"""Finds the fenced code blocks of a Markdown text."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from chat.domain import Span

_FENCED = re.compile(
    r"^[^\S\n]*(?P<fence>`{3,}(?=[^`\n]*$)|~{3,})[^\n]*(?:\n(?:.*?^[^\S\n]*(?P=fence)[`~]*[^\S\n]*$|.*\Z)|\Z)",
    re.MULTILINE | re.DOTALL,
)


def fenced(text: str) -> list[Span]:
    """Return the spans of the text's fenced blocks with their fences, in order; a block that is never closed ends with the text.

    Follows the CommonMark specification ("Fenced code blocks"), except that a longer fence also closes a block.
    """
    return [Span(*match.span()) for match in _FENCED.finditer(text)] if "```" in text or "~~~" in text else []


def is_inside(position: int, blocks: Sequence[Span]) -> bool:
    """Return whether a position lies strictly between the ends of one of the blocks, which are in order."""
    at = bisect_right(blocks, position, key=lambda block: block.start) - 1
    return at >= 0 and blocks[at].start < position < blocks[at].end
