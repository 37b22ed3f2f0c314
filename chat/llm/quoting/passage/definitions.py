"""Describe a piece of source code: by the first sentence of its docstring or comment, or by the line that defines it."""

from __future__ import annotations

import re

from chat.text import sentences

_LONGEST = 200
_SHORTEST = 12
_MOST_LINES = 12
"""Most lines in the head of a definition."""
_DOCSTRING = re.compile(r'"""(.+?)(?:"""|\Z)|\'\'\'(.+?)(?:\'\'\'|\Z)', re.DOTALL)
_BLOCK = re.compile(r"/\*\*?(.+?)\*/", re.DOTALL)
_LINES = re.compile(r"(?:^[^\S\n]*(?://+!?|#+|--+|;+)(?!!)[^\S\n]?.*\n?)+", re.MULTILINE)
_MARK = re.compile(r"^[^\S\n]*(?://+!?|#+|--+|;+|\*+)[^\S\n]?", re.MULTILINE)
_TAG = re.compile(r"^\s*[@\\:]\w+", re.MULTILINE)
_WORDS = re.compile(r"[^\W_]+\W?(?:\s+\S+){2,}")


def purpose(text: str) -> str | None:
    """Return the first sentence of the docstring or comment, or `None` if there is none of use."""
    found = [match for pattern in (_DOCSTRING, _BLOCK, _LINES) if (match := pattern.search(text)) is not None]
    for match in sorted(found, key=lambda match: match.start()):
        words = next((group for group in match.groups() if group), match[0]) if match.re is not _LINES else match[0]
        plain = _TAG.split(_MARK.sub("", words), maxsplit=1)[0].strip()
        first = next((plain[span.start : span.end] for span in sentences(plain) if plain[span.start : span.end].strip()), "")
        first = " ".join(first.replace("`", "").split())
        if _SHORTEST <= len(first) <= _LONGEST and _WORDS.match(first):
            return first
    return None


def signature(text: str, title: str) -> str:
    """Return the line that defines the name in `title`, joined into one, without the decorators and comments above it."""
    name = title.split()[-1] if title.split() else ""
    lines = text.splitlines()
    at = next((at for at, line in enumerate(lines) if name and name in line and not _MARK.match(line)), None)
    if at is None:
        return title
    found = lines[at].strip()
    for line in lines[at + 1 : at + _MOST_LINES]:
        if found.count("(") <= found.count(")"):
            break
        found = f"{found} {line.strip()}"
    found = found.replace("( ", "(").replace(",)", ")").replace(", )", ")").rstrip(" {:").replace("`", "")
    return found if len(found) <= _LONGEST else found[:_LONGEST].rsplit(" ", 1)[0] + " …"
