"""Compare designations of letters and a number, as models, errors, rooms and quarters have them: text about K116 does not answer
for K117."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

_NAME = re.compile(r"\b([^\W\d_]{1,5})-?(\d{1,5}[^\W\d_]?)\b")
_BETWEEN = re.compile(
    r"\b(?:since|after|before|than|compar\w+|between|differ\w*|instead|replac\w*|succe\w+|previous|newer|older|upgrad\w*|migrat\w*"
    r"|seit|nach|vor|als|statt|unterschied\w*|nachfolger\w*|vorgänger\w*|ersetz\w*|depuis|après|avant|remplac\w*|différen\w*|desde"
    r"|después|antes|diferencia\w*)\b",
    re.IGNORECASE,
)

Designations = Mapping[str, frozenset[str]]
"""Letters mapped to the numbers after them."""


def asked_about(question: str) -> Designations:
    """Return the designations in a question; empty if it asks for something in relation to them, which text about others may
    tell."""
    return {} if _BETWEEN.search(question) else _named(question)


def is_of_another(asked: Designations, text: str, headings: Sequence[str]) -> bool:
    """Return whether a sentence, or the innermost heading above it with a designation, has other numbers for the same letters,
    and neither has the one asked for."""
    if not asked:
        return False
    above = next((named for heading in reversed(headings) if (named := _alike(asked, heading))), {})
    said = [each for each in (_alike(asked, text), above) if each]
    return bool(said) and all(asked[letters].isdisjoint(numbers) for each in said for letters, numbers in each.items())


def _alike(asked: Designations, text: str) -> Designations:
    return {letters: numbers for letters, numbers in _named(text).items() if letters in asked}


def _named(text: str) -> Designations:
    found: dict[str, set[str]] = {}
    for letters, number in _NAME.findall(text):
        found.setdefault(letters.casefold(), set()).add(number.casefold())
    return {letters: frozenset(numbers) for letters, numbers in found.items()}
