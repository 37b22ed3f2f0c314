"""Compare German compounds by their last part: Urlaubsgeld is money, so a text about Urlaub alone says nothing about it."""

from __future__ import annotations

import re
from collections.abc import Collection

from chat.llm.quoting.question.presence import speaks_of
from chat.llm.quoting.question.unmentioned import UNNAMED
from chat.text import terms

_GERMAN = "german"
_ASKS = re.compile(
    r"wie\s+(?:hoch|groß|teuer)\s+(?:ist|sind|war|waren)\s+(?:der|die|das|dein\w*|mein\w*|unser\w*|euer|eure)\s+(?P<thing>[A-ZÄÖÜ][\w-]+)",
    re.IGNORECASE,
)
_LEAST_HEAD = 4
"""Fewest letters of the last part of a compound."""
_LINKS = ("s", "n", "en", "es", "e", "")
"""Linking elements between the parts of a compound."""


def asked_compound(question: str, language: str) -> str:
    """Return the term asked for by "Wie hoch ist das Urlaubsgeld?"; empty for other questions."""
    match = _ASKS.match(question.strip()) if language == _GERMAN else None
    found = terms(match["thing"], language) if match is not None else []
    return found[0] if len(found) == 1 else ""


def mentions_compound(wanted: str, text_terms: Collection[str]) -> bool:
    """Return whether terms mention a compound by more than its first part; if its last part is an amount or a price, the first
    part is enough."""
    fronts = {word for word in text_terms if wanted.startswith(word) and len(wanted) - len(word) >= _LEAST_HEAD}
    if any(wanted[len(word) :].removeprefix(link) in UNNAMED[_GERMAN] for word in fronts for link in _LINKS):
        return True
    others = set(text_terms) - fronts
    last = any(len(word) >= _LEAST_HEAD and wanted.endswith(word) for word in others)
    return not fronts or last or speaks_of([wanted], others, _GERMAN)
