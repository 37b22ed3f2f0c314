"""What somebody told in their messages that is worth keeping: sentences that say how things are, by rules, without a model.

A fact is a place in its message, so that it can be forgotten or corrected there. What a later fact of the same person takes the
place of is judged as among passages (`statements`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from chat.dialogue.correcting import correction, puts_right
from chat.dialogue.retracting import retraction
from chat.dialogue.telling import tells
from chat.domain import Span
from chat.retrieval.told.statements import COMPARED, Told, statements, takes_the_place
from chat.text import sentences

_LONGEST_MESSAGE = 4_000
"""Characters; a longer one is a text, and what it says was not said of oneself."""
_MOST = 20
"""Of one message."""


def facts(text: str) -> tuple[Span, ...]:
    """Where in a message of a person something is told."""
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
    """By place of an earlier fact of one person, the last that takes its place; `texts` are in the order of being said."""
    told = [statements(text) for text in texts]
    by_term = _by_term(told)
    places: dict[int, int] = {}
    for later, said in enumerate(told):
        near = {at for each in said for term in each.subject for at in by_term[COMPARED[type(each)], term] if at < later}
        for earlier in near:
            pairs = ((new, old) for new in said for old in told[earlier] if type(old) is COMPARED[type(new)])
            if any(takes_the_place(new, old) for new, old in pairs):
                places[earlier] = max(later, places.get(earlier, later))
    for later in range(1, len(texts)):
        if puts_right(texts[later], texts[later - 1]):
            places.setdefault(later - 1, later)
    return places


def _by_term(told: Sequence[Sequence[Told]]) -> Mapping[tuple[type[Told], str], list[int]]:
    found: dict[tuple[type[Told], str], list[int]] = defaultdict(list)
    for at, said in enumerate(told):
        for kind, term in {(type(each), term) for each in said for term in each.subject}:
            found[kind, term].append(at)
    return found
