"""Of a message that a later one replaced, tell whether the question is about the part that was replaced."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from chat.dialogue.asked_time import Intent, intent
from chat.domain import Passage
from chat.text import terms

_WHO_OR_WHERE = re.compile(
    r"\W*(?:(?:and|und|et|y)\s)?(?:where|who|whom|whose|wo|wohin|wer|wen|wem|wessen|où|qui|chez qui|dónde|quién)\b", re.IGNORECASE
)
"""What is changed is mostly a figure or a date, which these do not ask for."""
_CLAUSE = re.compile(r"[,;.!?]\s+|\s(?:and|but|und|aber|et|mais|y|pero)\s", re.IGNORECASE)
_POINTS = re.compile(r"\b(?:it|one|ones|there|that|this|they|es|das|dort|da|sie|il|elle|ça|eso|esto)\b", re.IGNORECASE)
"""A word for something that another clause names."""


def with_what_still_holds(sources: Sequence[Passage], question: str, language: str) -> tuple[Passage, ...]:
    """Return the sources, those as still holding of which the question asks what no later message speaks of.

    "My budget is 9,000 and my sister lives in Lisbon" was replaced by "we raised the budget to 11,500", but not for a question
    where the sister lives.
    """
    if not _WHO_OR_WHERE.match(question) or intent(question) is Intent.PRESENT:
        return tuple(sources)
    by_message = {source.chunk.parent: source for source in sources}
    wanted = frozenset(terms(question, language))

    def as_holding(source: Passage) -> Passage:
        later = by_message.get(source.superseded_by or "")
        if later is None or not _is_of_the_rest(wanted, source.chunk.text, later.chunk.text, language):
            return source
        return replace(source, superseded_by=None)

    return tuple(map(as_holding, sources))


def _is_of_the_rest(wanted: frozenset[str], earlier: str, later: str, language: str) -> bool:
    """Return whether all that the question and the earlier message share is in clauses that share nothing with the later one."""
    changed = frozenset(terms(later, language))
    replaced, rest = set[str](), set[str]()
    for clause in _CLAUSE.split(earlier):
        clause_terms = frozenset(terms(clause, language))
        if clause_terms & changed and _POINTS.search(clause):
            return False
        (replaced if clause_terms & changed else rest).update(clause_terms)
    specific = wanted - (replaced & changed)  # without whom or what both messages are about
    return bool(replaced and specific & rest) and not specific & (replaced | changed)
