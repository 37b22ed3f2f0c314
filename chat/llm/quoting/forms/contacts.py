"""Answer questions for a telephone number, e-mail address, web page or address with the sentences that give one."""

from __future__ import annotations

from collections.abc import Sequence

from chat.domain import Passage, Source
from chat.llm.quoting.evidence import Evidence
from chat.llm.quoting.passage.headings import paths
from chat.llm.quoting.passage.piece import Piece
from chat.llm.quoting.presentation.wording import Quote
from chat.llm.quoting.question.presence import is_named
from chat.text import terms
from chat.text.contacts import wanted

_MOST = 3
"""Most quotes."""


def quote_contacts(question: str, evidence: Evidence) -> list[Quote]:
    """Return quotes from documents; empty if the question does not ask for contact details, or none are given for whom it asks
    about."""
    pieces, sources, language = evidence.pieces, evidence.sources, evidence.language
    contact = wanted(question)
    if contact is None:
        return []
    owner, quotes = terms(contact.of, language), list[Quote]()
    for at, source in enumerate(sources):
        if source.chunk.source is Source.DOCUMENT:
            giving = (place for place, piece in enumerate(pieces[at]) if piece.quotable and contact.is_given(piece.text))
            around = _context_terms(source, pieces[at], language)
            quotes += [
                Quote(at + 1, pieces[at][place].text, rephrased=pieces[at][place].rephrased)
                for place in giving
                if all(is_named(word, around[place], language) for word in owner)
            ]
    return quotes[:_MOST]


def _context_terms(source: Passage, pieces: Sequence[Piece], language: str) -> list[frozenset[str]]:
    """Return for each piece the terms of itself, its predecessor, its headings and its file's name."""
    file_name = frozenset(terms(source.document_name or "", language))
    own = [frozenset(terms(piece.text, language)) for piece in pieces]
    under = paths(source, pieces, language)
    return [
        file_name.union(own[at], own[at - 1] if at else (), *(heading.terms for heading in path)) for at, path in enumerate(under)
    ]
