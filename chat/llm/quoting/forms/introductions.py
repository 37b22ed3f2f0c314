"""Answer who somebody is with the messages that introduce them: "My nephew Felix is a developer".

Every other message that mentions Felix is as much like "Who is Felix?", and later ones are found first.
"""

from __future__ import annotations

import re

from chat.domain import Source
from chat.llm.quoting.evidence import Evidence
from chat.llm.quoting.passage.together import with_context
from chat.llm.quoting.presentation.wording import Quote

_MOST = 2
_OWN = r"(?:my|our|his|her|their|meine?|unsere?|seine?|ihre?|mon|ma|notre|son|sa|mi|su|nuestr[oa])"
_A = r"(?:an?|the|eine?|der|die|une?|le|la|una?|el)"
_ASKS = re.compile(
    rf"\W*(?:who(?:['’]s|\s(?:is|was|are))|wer\s(?:ist|war)|qui\sest|quién\ses)\s(?!(?:{_OWN}|{_A}|you|i|he|she|it|that|this)\b)"
    r"(?P<name>[^\W\d_][\w’'-]*(?:\s[^\W\d_][\w’'-]*){0,2}?)(?:\sagain|\snoch ?mal)?\W*",
    re.IGNORECASE,
)
_BETWEEN = r"(?:(?!(?:with|for|to|from|and|of|at|by|mit|für|von|und|bei|avec|pour|de|et|con|para|y)\s)[\w-]+\s){1,3}?"


def quote_introductions(question: str, evidence: Evidence) -> list[Quote]:
    """Return the messages that introduce the person a question asks about, the earliest first; empty if it asks otherwise, or if
    none does."""
    pieces, sources = evidence.pieces, evidence.sources
    match = _ASKS.fullmatch(question.strip())
    if match is None:
        return []
    name = re.escape(match["name"])
    form = re.compile(
        rf"\b(?:{_OWN}|{_A})\s{_BETWEEN}{name}\b"
        rf"|\b{name}(?:\s(?:is|was|ist|war|est|es)|,)\s(?:{_OWN}|{_A}|from|aus)\s"
        rf"|\b(?:is|ist|est|es)\s(?:(?:Mr|Mrs|Ms|Dr|Herr|Frau|M|Mme|Señora?)\b\.?\s)?{name}\b"
        rf"|\b{_A}\s[^,.;!?]{{3,50}},\s{name}\b",
        re.IGNORECASE,
    )
    introductions = [
        (source.created_at, at, place)
        for at, source in enumerate(sources)
        if source.chunk.source is Source.MESSAGE and source.created_at is not None and source.role == "user"
        for place in [next((place for place, piece in enumerate(pieces[at]) if piece.quotable and form.search(piece.text)), None)]
        if place is not None
    ]
    return [Quote(at + 1, with_context(pieces[at], place)) for _, at, place in sorted(introductions)[:_MOST]]
