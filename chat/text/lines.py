"""Lines of a text as one: with a blank between two of them, or with none where Chinese or Japanese went on."""

from __future__ import annotations

import re

from chat.text.letters import CHINESE_AND_JAPANESE

_WRITTEN = f"\u3001-\u301f\uff01-\uff5e{CHINESE_AND_JAPANESE}"
"""Their letters and marks, which are written without blanks and broken anywhere."""
_BROKEN = re.compile(rf"([{_WRITTEN}])[^\S\n]*\n[^\S\n]*(?=[{_WRITTEN}])")
_BETWEEN = re.compile(rf"(?<=[{_WRITTEN}])(?=[{_WRITTEN}])")


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
