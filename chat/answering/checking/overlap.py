"""Measure how much of what a claim says a text has: as the same words, or as words about the same thing."""

from __future__ import annotations

from collections.abc import Sequence

from chat.answering.checking import opposites
from chat.answering.checking.figures.reading import Figures
from chat.answering.checking.words import coverage

ABOUT_THE_SAME = 0.5
"""Share of a claim's terms from which a sentence or clause of the source is about the same."""


def share(terms: Sequence[str], held: frozenset[str], figures: Figures | None = None) -> float:
    """Return the share of a claim's terms that are held, as the same word or one that says the same ("rose", "grew"); its figures
    count as held."""
    covered, weight = coverage([_among(opposites.same_side(term), held, term) for term in terms], held), len(terms)
    many = len(figures.numbers) + len(figures.days) if figures else 0
    return (covered * weight + many) / (weight + many) if weight + many else 1.0


def nearness(terms: Sequence[str], held: frozenset[str]) -> float:
    """Return the share of terms held, counting opposites as well: being about the same thing is not saying the same."""
    return coverage([_among(opposites.either_side(term), held, term) for term in terms], held)


def _among(like: frozenset[str], held: frozenset[str], term: str) -> str:
    """Return one of the words like a term that is held, or the term itself."""
    return next(iter(like & held), term)
