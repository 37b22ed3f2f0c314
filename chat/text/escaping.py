"""Escape text from others inside our own where it could be read as markup."""

from __future__ import annotations

import re

BRACKETED_NUMBERS = re.compile(r"\[(\d{1,3}(?:\s*[,;]\s*\d{1,3})*)\]")


def inert(text: str, *tags: str) -> str:
    """Escape text for a model to read inside the given tags, so that it can't close its own tag or open another."""
    return re.sub(rf"<(?=/?(?:{'|'.join(tags)})\b)", r"<\\", text, flags=re.IGNORECASE)


def without_markers(quoted: str) -> str:
    """Escape markers like `[3]` in quoted text, so that they are not taken for markers of the answer.

    Markdown shows them unchanged.
    """
    return BRACKETED_NUMBERS.sub(r"\\[\1\\]", quoted)
