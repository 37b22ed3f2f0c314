"""What a claim denies must be denied by the source, and neither side of a pair of opposites may be exchanged."""

from __future__ import annotations

from collections.abc import Sequence

from chat.answering.checking.claim import CheckableClaim
from chat.answering.checking.languages import language_of
from chat.answering.checking.negations import negations
from chat.answering.checking.opposites import exchanged
from chat.answering.checking.overlap import ABOUT_THE_SAME, nearness
from chat.answering.checking.source import CheckableSource, Statement
from chat.answering.checking.verdict import Reason
from chat.answering.checking.words import content_terms, is_among


def turned(claim: CheckableClaim, source: CheckableSource) -> Reason | None:
    """Compare each clause with what the source says about the same; a negation and an exchanged side cancel each other."""
    language = language_of(f"{claim.text} {source.flat}")
    names = {name.folded for name in claim.names}
    for clause in claim.clauses:
        terms = content_terms(clause)
        if names.issuperset(terms):
            continue
        about_the_same = _closest(terms, source)
        if about_the_same is None:
            continue
        denied = (negations(clause, language) + negations(about_the_same.text, language)) % 2 == 1
        if denied != (exchanged(clause, about_the_same.text) % 2 == 1):
            return "negation" if denied else "direction"
    return None


def _closest(terms: Sequence[str], source: CheckableSource) -> Statement | None:
    """Return the statement that is about the same as these terms, the shortest of several; `None` if none is."""
    near = [each for each in source.statements if any(is_among(term, each.own_terms) for term in terms)]
    closest = max(near, key=lambda each: (round(nearness(terms, each.terms), 2), -len(each.own_terms)), default=None)
    return closest if closest is not None and nearness(terms, closest.terms) >= ABOUT_THE_SAME else None
