"""Tell which standing instructions a later one replaces: the same in other words, or another wish on the same matter."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from chat.dialogue.retracting import telling
from chat.text import terms

_CONDITION = re.compile(
    r"\b(?:when(?:ever)?|if|every time|unless|wenn|falls|sobald|quand|lorsque|si|cuando|siempre que|quando|se|когда|если)\b",
    re.IGNORECASE,
)
_OF_ANOTHER_TEXT = re.compile(r"\b(?:translat|quot|cit|übersetz|zitier|tradu|spell|word|wort|mot|palabra)\w*", re.IGNORECASE)
_MATTERS = {
    "units": (
        r"(?:metric|imperial|metrisch\w*|métriques?|métricas?|impériales|imperiales) ?(?:units?|system|measurements?|einheiten)?"
    ),
    "temperature": r"celsius|fahrenheit|kelvin",
    "clock": r"(?:12|24|twelve|twenty-four)[- ](?:hours?|stunden|heures|horas)(?:[- ](?:clock|format|times?))?",
    "spelling": r"(?:british|american|britische\w*|amerikanische\w*) (?:spelling|schreibweise|rechtschreibung)|orthographe \w+",
    "form of address": (
        r"(?:duz|siez|tuto|vouvo)\w*|tut[eé]\w*|tr[aá]t[ae]me de (?:tú|usted)|(?:formally|informally|more formal|less formal)"
    ),
    "length": (
        r"short(?:er)?|brief(?:er|ly)?|concise(?:ly)?|long(?:er)?|(?:in )?detail(?:ed)?|verbose|wordy|succinct|kurz\w*|kürzer\w*"
        r"|knapp\w*"
        r"|ausführlich\w*|brefs?|brève\w*|courte?s?|concise?s?|détaillée?s?|breves?|concis[oa]s?|cort[oa]s?|detallad[oa]s?"
    ),
}
_BY_MATTER = {matter: re.compile(rf"\b(?:{words})(?!\w)", re.IGNORECASE) for matter, words in _MATTERS.items()}
_NAME = re.compile(
    r"\b(?:call me|nenn\w* mich|mich \w+ nennen|appelle[sz]?-moi|ll[aá]m[ae]me|chiamami"
    r"|cham[ae]-me)\s+[\w'’-]+(?:\s+[\w'’-]+)?\W*$",
    re.IGNORECASE,
)
_DEGREES = """
    very much more less bit little way too so ever be keep sound du kannst sie ruhig sehr etwas mehr weniger viel sei sois plus
    moins très tu peux más menos muy sé adelante al vuelve
"""
_SAY_LITTLE = frozenset(terms(_DEGREES))
"""Words beside a matter that say how much of it is wanted, or nothing."""


@lru_cache(maxsize=1_024)
def replaces(later: str, earlier: str) -> bool:
    """Return whether an instruction takes the place of an earlier one.

    It does if both say the same, or the earlier one is only about a matter that the later one settles too, such as the language
    of the answers. Instructions for certain cases only ("when I ask about money") go beside others.
    """
    said, before = telling(later) - _SAY_LITTLE, telling(earlier) - _SAY_LITTLE
    if before and said == before:
        return True
    if _CONDITION.search(later) or _CONDITION.search(earlier):
        return False
    matters = _matters(earlier)
    return bool(matters) and matters <= _matters(later) and not _besides(earlier)


def _matters(instruction: str) -> frozenset[str]:
    found = {matter for matter, words in _BY_MATTER.items() if words.search(instruction)}
    if _NAME.search(instruction):
        found.add("name")
    if _names_a_language(telling(instruction)) and not _OF_ANOTHER_TEXT.search(instruction):
        found.add("language")
    return frozenset(found)


def _besides(instruction: str) -> frozenset[str]:
    """Return the terms of an instruction about something else than its matters."""
    left = _NAME.sub(" ", instruction)
    for words in _BY_MATTER.values():
        left = words.sub(" ", left)
    return frozenset(term for term in telling(left) if not term.startswith("=")) - _SAY_LITTLE


def _names_a_language(told: Iterable[str]) -> bool:
    return any(term.startswith("=") for term in told)
