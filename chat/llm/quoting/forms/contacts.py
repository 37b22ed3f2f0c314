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


def contacts(question: str, evidence: Evidence) -> list[Quote]:
    """Return quotes from documents; empty if the question does not ask for contact details, or none are given for whom it asks
    about."""
    held, sources, language = evidence.held, evidence.sources, evidence.language
    asked = wanted(question)
    if asked is None:
        return []
    of, quotes = terms(asked.of, language), list[Quote]()
    for at, source in enumerate(sources):
        if source.chunk.source is Source.DOCUMENT:
            giving = (place for place, piece in enumerate(held[at]) if piece.quotable and asked.is_given(piece.text))
            around = _around(source, held[at], language)
            quotes += [
                Quote(at + 1, held[at][place].text, told=held[at][place].told)
                for place in giving
                if all(is_named(word, around[place], language) for word in of)
            ]
    return quotes[:_MOST]


def _around(source: Passage, held: Sequence[Piece], language: str) -> list[frozenset[str]]:
    """Return for each piece the terms of itself, its predecessor, its headings and its file's name."""
    called = frozenset(terms(source.document_name or "", language))
    said = [frozenset(terms(piece.text, language)) for piece in held]
    under = paths(source, held, language)
    return [
        called.union(said[at], said[at - 1] if at else (), *(heading.terms for heading in path)) for at, path in enumerate(under)
    ]
