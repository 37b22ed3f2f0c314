"""Join the lines of a text: with a space between them, or without one inside Chinese or Japanese text."""

from __future__ import annotations

import re

from chat.text.letters import CHINESE_AND_JAPANESE

_WRITTEN = f"\u3001-\u301f\uff01-\uff5e{CHINESE_AND_JAPANESE}"
"""Chinese and Japanese letters and marks, which are written without spaces and broken anywhere."""
_BROKEN = re.compile(rf"([{_WRITTEN}])[^\S\n]*\n[^\S\n]*(?=[{_WRITTEN}])")
_BETWEEN = re.compile(rf"(?<=[{_WRITTEN}])(?=[{_WRITTEN}])")


def joined(text: str) -> str:
    """Remove the line ends within Chinese and Japanese text; blank lines are kept."""
    return text if text.isascii() else _BROKEN.sub(r"\1", text)


def in_one_line(text: str) -> str:
    """Replace every run of whitespace with one space, or with nothing inside Chinese and Japanese text."""
    return " ".join(joined(text).split())


def in_lines(words: str) -> re.Pattern[str]:
    """Return a pattern for words that may be broken across lines."""
    parts = (re.escape(part) for part in words.split())
    return re.compile(r"\s+".join(_BETWEEN.sub(r"\\s*", part) for part in parts))
