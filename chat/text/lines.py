"""Lines of a text as one: with a blank between two of them, or with none where Chinese or Japanese went on."""

from __future__ import annotations

import re

IDEOGRAPHIC = "\u3001-\u301f\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff01-\uff5e\U00020000-\U0003ffff"
"""Letters and marks of Chinese and Japanese, which are written without blanks and broken anywhere; for a class of a pattern."""
_BROKEN = re.compile(rf"([{IDEOGRAPHIC}])[^\S\n]*\n[^\S\n]*(?=[{IDEOGRAPHIC}])")
_BETWEEN = re.compile(rf"(?<=[{IDEOGRAPHIC}])(?=[{IDEOGRAPHIC}])")


def joined(text: str) -> str:
    """Without the line ends within Chinese and Japanese; a blank line stays."""
    return text if text.isascii() else _BROKEN.sub(r"\1", text)


def in_one_line(text: str) -> str:
    """Every run of blanks and line ends is one blank, or none within Chinese and Japanese."""
    return " ".join(joined(text).split())


def in_lines(words: str) -> re.Pattern[str]:
    """A pattern of words, which may be broken into lines."""
    parts = (re.escape(part) for part in words.split())
    return re.compile(r"\s+".join(_BETWEEN.sub(r"\\s*", part) for part in parts))
