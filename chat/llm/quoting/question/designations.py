"""Compare designations of letters and a number, as models, errors, rooms and quarters have them: text about K116 does not answer
for K117."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

_NAME = re.compile(r"\b([^\W\d_]{1,5})-?(\d{1,5}[^\W\d_]?)\b")
_BETWEEN = re.compile(
    r"\b(?:since|after|before|than|compar\w+|between|differ\w*|instead|replac\w*|succe\w+|previous|newer|older|upgrad\w*|migrat\w*"
    r"|seit|nach|vor|als|statt|unterschied\w*|nachfolger\w*|vorgänger\w*|ersetz\w*|depuis|après|avant|remplac\w*|différen\w*|desde"
    r"|después|antes|diferencia\w*)\b",
    re.IGNORECASE,
)
_CODE = re.compile(
    r"\b(?:error|status|exit|return|response|http|result)(?:\s+(?:error|status|codes?|value))*\s+(\d{1,5})\b(?![.,]\d)",
    re.IGNORECASE,
)

Designations = Mapping[str, frozenset[str]]
"""Letters mapped to the numbers after them."""


def asked_designations(question: str) -> Designations:
    """Return the designations in a question; empty if it asks for something in relation to them, which text about others may
    tell."""
    return {} if _BETWEEN.search(question) else _designations(question)


def has_other_designations(asked: Designations, text: str, headings: Sequence[str]) -> bool:
    """Return whether a sentence, or the innermost heading above it with a designation, has other numbers for the same letters,
    and neither has the one asked for."""
    if not asked:
        return False
    above = next((named for heading in reversed(headings) if (named := _alike(asked, heading))), {})
    found = [each for each in (_alike(asked, text), above) if each]
    return bool(found) and all(asked[letters].isdisjoint(numbers) for each in found for letters, numbers in each.items())


def codes(question: str) -> frozenset[str]:
    """Return the numbers of errors, statuses and exit codes in a question."""
    return frozenset(_CODE.findall(question))


def has_codes(wanted: Collection[str], text: str) -> bool:
    """Return whether a text has all of these numbers, or their class: 4xx for 404."""
    return all(re.search(rf"(?<!\d)(?:{code}|{code[0]}xx)(?!\d)", text, re.IGNORECASE) for code in wanted)


def _alike(asked: Designations, text: str) -> Designations:
    return {letters: numbers for letters, numbers in _designations(text).items() if letters in asked}


def _designations(text: str) -> Designations:
    found: dict[str, set[str]] = {}
    for letters, number in _NAME.findall(text):
        found.setdefault(letters.casefold(), set()).add(number.casefold())
    return {letters: frozenset(numbers) for letters, numbers in found.items()}
