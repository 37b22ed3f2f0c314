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
from chat.llm.quoting.question.subject import introduces_name
from chat.text import terms

_ASKS = re.compile(
    rf"(?:(?:who|what)(?:['’]s|\s+(?:is|are|was|were))|wer\s+(?:ist|sind|war)|was\s+(?:ist|sind)|qui\s+(?:est|sont)|quién(?:es)?\s+(?:es|son))"
    rf"\s+(?:(?:{DETERMINERS}|der|die|das|le|la|les|el|los|las)\s+)?(?P<name>\w[\w -]{{0,40}}?)[\s?]*",
    re.IGNORECASE,
)


def quote_parties(question: str, evidence: Evidence) -> list[Quote]:
    """Return the quote that gives a name which the question asks about; empty if it asks otherwise, or nothing is called so."""
    pieces, sources, language = evidence.pieces, evidence.sources, evidence.language
    match = _ASKS.fullmatch(question.strip())
    wanted = terms(match["name"], language) if match is not None else []
    if not wanted:
        return []
    quotes = (
        Quote(at + 1, piece.text)
        for at, source in enumerate(sources)
        if source.chunk.source is Source.DOCUMENT
        for piece in pieces[at]
        if introduces_name(wanted, piece.text, language)
    )
    first = next(quotes, None)
    return [] if first is None else [first]
