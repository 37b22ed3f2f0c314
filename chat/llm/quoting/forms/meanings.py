"""Answer what a code, an abbreviation or a signal means with the sentence that says "it means".

Complaints about it have more words in common with the question: "E31 is still there" for "What does E31 mean?".
"""

from __future__ import annotations

import re
from itertools import islice

from chat.llm.quoting.evidence import Evidence
from chat.llm.quoting.presentation.wording import Quote
from chat.text import terms
from chat.text.numerals import cardinals

_MOST = 2
_ASKS = re.compile(
    r"(?:and\s+|so\s+)?(?:what\s+(?:do|does|did)\s+(?P<en>.{1,60}?)\s+(?:mean|stand\s+for|signify)"
    r"|what['’]?s\s+(?:the\s+)?meaning\s+of\s+(?P<of>.{1,60}?)|was\s+(?:bedeute[nt]?|heißt|heißen)\s+(?P<de>.{1,60}?)"
    r"|(?:que|qu['’]est-ce\s+que)\s+(?:signifie(?:nt)?|veut\s+dire)\s+(?P<fr>.{1,60}?)|¿?qué\s+significan?\s+(?P<es>.{1,60}?))[\s?!.]*",
    re.IGNORECASE,
)
_SAYS = re.compile(
    r"\b(?:means?|stands?\s+for|signif(?:y|ies)|bedeute[nt]|heißt|signifie(?:nt)?|veut\s+dire|significan?)\b"
    r"(?!\s+(?:a\s+lot|nothing|well)\b)",
    re.IGNORECASE,
)
_NUMERALS = {word: str(number) for word, number in cardinals("english", "german", first=1).items()}


def quote_meanings(question: str, evidence: Evidence) -> list[Quote]:
    """Return the quotes that say what the thing asked about means, from the pieces of each source; empty if the question asks
    otherwise, or none does."""
    pieces, language = evidence.pieces, evidence.language
    match = _ASKS.fullmatch(question.strip())
    wanted = _terms(next(filter(None, match.groups()), ""), language) if match is not None else frozenset[str]()
    if not wanted:
        return []
    quotes = (
        Quote(at + 1, piece.text, rephrased=piece.rephrased)
        for at, of_source in enumerate(pieces)
        for piece in of_source
        if piece.quotable and (says := _SAYS.search(piece.text)) and wanted <= _terms(piece.text[: says.start()], language)
    )
    return list(islice(quotes, _MOST))


def _terms(text: str, language: str) -> frozenset[str]:
    """Return the terms of a text, numerals as digits."""
    return frozenset(terms(" ".join(_NUMERALS.get(word.casefold(), word) for word in text.split()), language))
