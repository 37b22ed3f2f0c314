"""Text of others inside ours: what in it would be read as more than text."""

from __future__ import annotations

import re

BRACKETED_NUMBERS = re.compile(r"\[(\d{1,3}(?:\s*[,;]\s*\d{1,3})*)\]")


def inert(text: str, *tags: str) -> str:
    """Text that a model reads inside these tags, and that can't close its own or open another."""
    return re.sub(rf"<(?=/?(?:{'|'.join(tags)})\b)", r"<\\", text, flags=re.IGNORECASE)


def without_markers(quoted: str) -> str:
    """Quoted text whose own `[3]` cannot be taken for a marker of the answer that quotes it; Markdown shows it as it was."""
    return BRACKETED_NUMBERS.sub(r"\\[\1\\]", quoted)
