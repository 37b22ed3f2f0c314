"""Enough of a claim's words must be the source's, unless the source is in another language."""

from __future__ import annotations

from chat.answering.checking.claim import CheckableClaim
from chat.answering.checking.languages import script_of
from chat.answering.checking.overlap import share
from chat.answering.checking.source import CheckableSource
from chat.answering.checking.verdict import Reason
from chat.answering.checking.words import content_terms

_LEAST_SHARE = 0.62
"""Share of a claim's words that its source must hold; a synonym or two may differ."""
_LEAST_SHARE_IN_PAIRS = 0.75
"""`_LEAST_SHARE` for scripts without spaces, whose terms are overlapping pairs of characters."""
_VERBATIM = 97.0
"""Similarity, out of 100, from which the whole claim is in the source."""
_FOREIGN_CLAUSE = 0.34
"""Share of a clause's words up to which it says something that the source does not mention at all."""


def unsaid(claim: CheckableClaim, source: CheckableSource) -> Reason | None:
    if source.is_in_another_language(claim.text) or source.contains(claim.text.strip(" ."), _VERBATIM):
        return None
    least = _LEAST_SHARE_IN_PAIRS if script_of(claim.text) == "CJK" else _LEAST_SHARE
    enough = share(claim.terms, source.terms, claim.figures) >= least
    return None if enough and not _adds(claim, source) else "words"


def _adds(claim: CheckableClaim, source: CheckableSource) -> bool:
    """Return whether one of several clauses says something that the source does not mention."""
    clauses = [content_terms(clause) for clause in claim.clauses]
    return len(clauses) > 1 and any(len(terms) > 1 and share(terms, source.terms) <= _FOREIGN_CLAUSE for terms in clauses)
