"""Rule out counts of the wrong thing for "how many": 250 pretzels do not answer how many cakes."""

from __future__ import annotations

import re

from chat.llm.quoting.question.analysis import NUMBER, UNITS
from chat.llm.quoting.question.presence import speaks_of
from chat.llm.quoting.question.unmentioned import UNNAMED
from chat.text import terms
from chat.text.languages import ENGLISH

_THING = {
    ENGLISH: re.compile(
        r"\bhow many\s+(?:(?:other|more|different|new|of (?:the|our|my|these|those))\s+)?"
        r"(?P<thing>[^\W\d_]\w+)(?=\s+(?:do|does|did|are|is|were|was|have|has|had|will|would|can|could|should|must|may)\b)",
        re.IGNORECASE,
    ),
    "german": re.compile(r"\b[Ww]ie ?viele\s+(?:[a-zäöüß]+e\s+)?(?P<thing>[A-ZÄÖÜ][\w-]+)"),
    "french": re.compile(r"\bcombien d(?:e\s+|['’])(?P<thing>[^\W\d_]\w+)", re.IGNORECASE),
    "spanish": re.compile(r"\bcuánt[oa]s\s+(?P<thing>[^\W\d_]\w+)", re.IGNORECASE),
}
_NO_THING = (
    rf"(?!(?:{UNITS}|percent|euros?|cents?|dollars?|pounds?|francs?|times|uhr|prozent|mal|(?:sekunde|minute|stunde|woche)n?"
    r"|tage?n?|monate?n?|jahre?n?)\b)"
)
_COUNTED = {
    ENGLISH: re.compile(rf"(?<![\w.,:/])(?:{NUMBER})[\d.,]*\s+{_NO_THING}(?P<noun>[a-z]{{2,}}s)\b", re.IGNORECASE),
    "german": re.compile(rf"(?<![\w.,:/])\d[\d.]*\s+(?i:{_NO_THING})(?P<noun>[A-ZÄÖÜ][\w-]+)"),
    "french": re.compile(rf"(?<![\w.,:/])\d[\d.]*\s+{_NO_THING}(?P<noun>[a-zà-ÿ]{{2,}}[sx])\b", re.IGNORECASE),
    "spanish": re.compile(rf"(?<![\w.,:/])\d[\d.]*\s+{_NO_THING}(?P<noun>[a-zà-ÿ]{{2,}}s)\b", re.IGNORECASE),
}
"""A number in front of a noun; units of length, time and money do not count."""


def counts_something_else(question: str, text: str, language: str) -> bool:
    """Return whether the question asks for the number of a thing, and the text counts something else without mentioning the
    thing.

    For people it returns False, because their number is often given without a word for them.
    """
    match = _THING[language].search(question) if language in _THING else None
    if match is None:
        return False
    thing = frozenset(terms(match["thing"], language))
    if not thing or thing & UNNAMED[language] or speaks_of(thing, terms(text, language), language):
        return False
    return _COUNTED[language].search(text) is not None
