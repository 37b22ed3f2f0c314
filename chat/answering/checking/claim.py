"""What a sentence of an answer claims, prepared for checking."""

from __future__ import annotations

from dataclasses import dataclass

from chat.answering.checking.clauses import clauses_of
from chat.answering.checking.figures.reading import Figures, read_figures
from chat.answering.checking.names import Name, names
from chat.answering.checking.words import content_terms


@dataclass(frozen=True, slots=True)
class CheckableClaim:
    """A claim prepared for checking."""

    text: str
    clauses: tuple[str, ...]
    """At least one: the whole text, if nothing in it says something by itself."""
    figures: Figures
    names: tuple[Name, ...]
    terms: tuple[str, ...]
    """The terms besides those of figures, which are compared by value: a number of days may be stated in weeks."""

    @property
    def empty(self) -> bool:
        return not self.terms and self.figures.empty


def checkable_claim(text: str) -> CheckableClaim:
    figures = read_figures(text)
    of_figures = frozenset(content_terms(figures.words))
    terms = tuple(term for term in content_terms(text) if term not in of_figures)
    return CheckableClaim(text, tuple(clauses_of(text)) or (text,), figures, names(text), terms)
