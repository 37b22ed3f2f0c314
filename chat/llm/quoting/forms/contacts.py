"""Who asks for a telephone number, an e-mail address, a web page or an address is answered by the sentences that give one."""

from __future__ import annotations

from collections.abc import Sequence

from chat.domain import Passage, Source
from chat.llm.quoting.passage.quotable import Piece, terms_above
from chat.llm.quoting.question.presence import is_named
from chat.llm.quoting.saying.wording import Quote
from chat.text import terms
from chat.text.contacts import wanted

_MOST = 3
"""Quotes."""


def contacts(question: str, held: Sequence[Sequence[Piece]], sources: Sequence[Passage], language: str) -> list[Quote]:
    """Those of documents; nothing where no such question is asked, or nothing gives it of whom it is asked."""
    asked = wanted(question)
    if asked is None:
        return []
    of, quotes = terms(asked.of, language), list[Quote]()
    for at, source in enumerate(sources):
        if source.chunk.source is Source.DOCUMENT:
            above = terms_above(source, held[at], language)
            giving = (piece for piece in held[at] if piece.quotable and asked.is_given(piece.text))
            quotes += [
                Quote(at + 1, piece.text, told=piece.told)
                for piece in giving
                if all(is_named(word, above.union(terms(piece.text, language)), language) for word in of)
            ]
    return quotes[:_MOST]
