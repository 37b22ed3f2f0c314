"""Extract facts from user messages: sentences that say how things are, found by rules and without a model.

A fact is a range of its message, so that it can be forgotten or corrected there. Whether a later fact of the same user replaces
it is decided as for passages (`statements`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from chat.dialogue.correcting import correction, puts_right
from chat.dialogue.retracting import retraction
from chat.dialogue.telling import tells
from chat.domain import Span
from chat.retrieval.statements.detect import COMPARED, Told, index_terms, replaced_by, statements
from chat.text import sentences

_LONGEST_MESSAGE = 4_000
"""In characters; a longer message is a text, whose statements are not about the user."""
_MOST = 20
"""Most facts of one message."""


def facts(text: str) -> tuple[Span, ...]:
    """Return the ranges of a user's message that state a fact."""
    if len(text) > _LONGEST_MESSAGE or ((asked := retraction(text)) is not None and asked.plain):
        return ()
    if correction(text) is not None:
        return (_trimmed(text, Span(0, len(text))),)
    found = (_trimmed(text, span) for span in sentences(text) if tells(text[span.start : span.end]))
    return tuple(found)[:_MOST]


def _trimmed(text: str, span: Span) -> Span:
    said = text[span.start : span.end]
    return Span(span.start + len(said) - len(said.lstrip()), span.start + len(said.rstrip()))


def replaced(texts: Sequence[str]) -> dict[int, int]:
    """Return, by index of a replaced fact, the index of the last fact that replaces it.

    `texts` are the facts of one user in the order in which they were said.
    """
    told = [statements(text) for text in texts]
    by_term = _by_term(told)
    places: dict[int, int] = {}
    for later, said in enumerate(told):
        replacing = [each for each in said if type(each) in COMPARED]
        near = sorted(
            {at for each in replacing for term in index_terms(each) for at in by_term[COMPARED[type(each)], term] if at < later}
        )
        for at in replaced_by(replacing, [told[earlier] for earlier in near]):
            places[near[at]] = max(later, places.get(near[at], later))
    for later in range(1, len(texts)):
        if puts_right(texts[later], texts[later - 1]):
            places.setdefault(later - 1, later)
    return places


def _by_term(told: Sequence[Sequence[Told]]) -> Mapping[tuple[type[Told], str], list[int]]:
    found: dict[tuple[type[Told], str], list[int]] = defaultdict(list)
    for at, said in enumerate(told):
        for kind, term in {(type(each), term) for each in said for term in index_terms(each)}:
            found[kind, term].append(at)
    return found
