"""Split a text into sentences, and these into clauses."""

from __future__ import annotations

import re

from chat.answering.checking.words import content_terms
from chat.text import sentences

_DAY_END = re.compile(r"\s\d{1,2}\.$")
_BETWEEN = re.compile(
    r"[,;:()—–][”\"“]?\s+|\s(?=(?:but|while|whereas|although|unless|because|aber|sondern|mais|pero|sino|но)\b)|(?<=[，；、])|\s(?=(?:and|und|et|y|и)\s)",
    re.IGNORECASE,
)


def sentences_of(text: str) -> list[str]:
    """Split a text into sentences; the full stop of a date, as in "am 3. Mai", does not end one."""
    parts: list[str] = []
    for part in (text[span.start : span.end].strip() for span in sentences(text)):
        if parts and _DAY_END.search(parts[-1]):
            parts[-1] = f"{parts[-1]} {part}"
        elif part:
            parts.append(part)
    return parts


def clauses_of(sentence: str) -> list[str]:
    """Return the parts between commas and conjunctions that say something by themselves."""
    return [clause for part in _BETWEEN.split(sentence) if part and len(content_terms(clause := part.strip(" ,;:"))) > 1]
