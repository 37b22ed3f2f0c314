"""Answer who the landlord is, or what the premises are, with the sentence of a contract that gives them this name in brackets.

Every other sentence of the contract has the name, too, and is more like the question. So many names and numbers are in this one
that it may look like a title.
"""

from __future__ import annotations

import re

from chat.domain import Source
from chat.llm.quoting.evidence import Evidence
from chat.llm.quoting.presentation.wording import Quote
from chat.llm.quoting.question.determiners import DETERMINERS
from chat.llm.quoting.question.subject import names
from chat.text import terms

_ASKS = re.compile(
    rf"(?:(?:who|what)(?:['’]s|\s+(?:is|are|was|were))|wer\s+(?:ist|sind|war)|was\s+(?:ist|sind)|qui\s+(?:est|sont)|quién(?:es)?\s+(?:es|son))"
    rf"\s+(?:(?:{DETERMINERS}|der|die|das|le|la|les|el|los|las)\s+)?(?P<name>\w[\w -]{{0,40}}?)[\s?]*",
    re.IGNORECASE,
)


def parties(question: str, evidence: Evidence) -> list[Quote]:
    """Return the quote that gives a name which the question asks about; empty if it asks otherwise, or nothing is called so."""
    held, sources, language = evidence.held, evidence.sources, evidence.language
    asked = _ASKS.fullmatch(question.strip())
    wanted = terms(asked["name"], language) if asked is not None else []
    if not wanted:
        return []
    naming = (
        Quote(at + 1, piece.text)
        for at, source in enumerate(sources)
        if source.chunk.source is Source.DOCUMENT
        for piece in held[at]
        if names(wanted, piece.text, language)
    )
    first = next(naming, None)
    return [] if first is None else [first]
