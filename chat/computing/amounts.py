"""Read numbers of a question, with their units."""

from __future__ import annotations

import re

from chat.computing.position import Position
from chat.computing.symbols import Amount, Unclear
from chat.computing.words import CURRENCIES

_NUMERALS = "zero one two three four five six seven eight nine ten eleven twelve".split()  # noqa: SIM905
_DIGITS = re.compile(r"\d+(?:[.,:/'’-]\d+)*")
_SCALES = {"k": 1e3, "thousand": 1e3, "million": 1e6, "millions": 1e6, "m": 1e6, "billion": 1e9, "tausend": 1e3, "mille": 1e3}


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
    """Parse a number in English notation; a comma before one or two digits is taken for a decimal comma. Raises Unclear for
    `1.000`."""
    if word in _NUMERALS:
        return float(_NUMERALS.index(word))
    if not _DIGITS.fullmatch(word):
        return None
    if re.fullmatch(r"\d{1,3}(?:[,'’]\d{3})+(?:\.\d+)?", word):
        return float(re.sub("[,'’]", "", word))
    if re.fullmatch(r"\d{1,3}(?:\.\d{3}){2,}", word):
        return float(word.replace(".", ""))
    if re.fullmatch(r"\d{1,3}\.\d{3}|.*[:/-].*", word):
        raise Unclear
    plain = word.replace(",", ".")
    if plain.count(".") > 1 or len(plain) > 18:
        raise Unclear
    return float(plain)
