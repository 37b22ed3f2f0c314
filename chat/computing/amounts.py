"""Read numbers of a question, with their units."""

from __future__ import annotations

import re

from chat.computing.position import Position
from chat.computing.symbols import Amount, Unclear
from chat.computing.words import CURRENCIES
from chat.text.languages import ENGLISH
from chat.text.numerals import SCALES, cardinals, readings

_WORDS = cardinals(ENGLISH, last=19)
"""Without those that another word may continue: "twenty five", "hundred and one"."""
_DIGITS = re.compile(r"\d+(?:[.,:/'’-]\d+)*")
_LONGEST = 18
"""Most characters of a number; more are an identifier."""
_SCALES = SCALES | {"m": 1e6}
"""In a question about a table, "5m" is money rather than a length."""


def amount(here: Position) -> tuple[Amount, int] | None:
    """Return the number here, with a unit before or after it, and how many words that are; `None` if there is none."""
    words, at = here.words, here.at
    unit = CURRENCIES.get(words[at], "")
    at += bool(unit)
    value = number(words[at]) if at < len(words) else None
    if value is None or words[at] in here.known.nouns:
        return None
    at += 1
    if at < len(words) and words[at] in _SCALES:
        value *= _SCALES[words[at]]
        at += 1
    if not unit and at < len(words) and words[at] in CURRENCIES and (here.keys[at],) not in here.known.names:
        unit = CURRENCIES[words[at]]
        at += 1
    return Amount(value, unit, " ".join(here.raw[here.at : at])), at - here.at


def number(word: str) -> float | None:
    """Parse a number; a comma before three digits is between thousands, as questions are mostly in English. Raises Unclear for
    `1.000`, a date or a version."""
    if word in _WORDS:
        return float(_WORDS[word])
    if not _DIGITS.fullmatch(word):
        return None
    found = readings(word, comma_groups=True)
    if len(found) != 1 or len(word) > _LONGEST:
        raise Unclear
    return found[0].value
