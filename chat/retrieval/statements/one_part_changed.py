"""Sentences that agree but for one part, which the later calls new: "Den Umzug macht Kramer", "Den Umzug macht jetzt Benz"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from chat.dialogue.change_words import ALSO, STILL
from chat.dialogue.telling import without_lead
from chat.retrieval.statements.one_value import says_so, without_change
from chat.text import CAPITAL, QUESTION_MARKS, terms
from chat.text.negation import NO

_LONGEST = 100
"""Most characters of a sentence."""
_MOST_WORDS = 4
"""Most words of the part that differs."""
_FEWEST = 2
"""Least number of terms that both have beside it."""
_SHORT = 3
"""Most letters of words by which sentences are not compared."""
_STATES = re.compile(
    r"\b(?:is|are|was|were|has|have|had|will|costs?|ist|sind|war|hat|haben|wird|kostet|est|sont|était|a|coûte|es|son|era|tiene|cuesta)\b",
    re.IGNORECASE,
)
"""A part with a verb is about another thing, rather than another value of the same one."""
_ADDS = re.compile(rf"\b(?:{STILL}|{ALSO})\b|{NO}", re.IGNORECASE)
_VALUE = re.compile(rf"\d|(?<!\w){CAPITAL}")
"""What tells a value from an adverb: a number or a name."""
_INSIDE = re.compile(
    r"\S\s(?:on|in|at|for|with|to|from|of|and|or|am|im|auf|mit|für|von|und|oder|à|en|de|avec|pour|con|para|et|y)\s", re.IGNORECASE
)
"""A part with a preposition within it says more than one thing: "football on Mondays"."""


@dataclass(frozen=True, slots=True)
class Framed:
    """A short sentence, of which a later one may change a part."""

    subject: frozenset[str]
    """Its longer words in lower case, of which the other sentence must have some."""
    words: tuple[str, ...]
    """Its words without those of change."""
    language: str


@dataclass(frozen=True, slots=True)
class Reframed(Framed):
    """A short sentence that says that something was different before."""


def framed(sentence: str, language: str) -> Iterator[Framed]:
    """Yield the frame of a short sentence, once more as one that changes another if it says so; none if it asks, denies or adds
    something."""
    if len(sentence) > _LONGEST or sentence.rstrip().endswith(QUESTION_MARKS) or _ADDS.search(sentence):
        return
    said = without_lead(sentence.strip()).rstrip(" .!")
    words = tuple(without_change(said).split())
    if len(words) > _FEWEST:
        subject = frozenset(word.casefold() for word in words if len(word) > _SHORT)
        yield Framed(subject, words, language)
        if says_so(said):
            yield Reframed(subject, words, language)


def takes_the_place(later: Reframed, earlier: Framed) -> bool:
    """Return whether the two begin alike and differ in one part that is a value."""
    new, old = [word.casefold() for word in later.words], [word.casefold() for word in earlier.words]
    begin = _alike(new, old)
    end = _alike(new[begin:][::-1], old[begin:][::-1])
    values = [" ".join(words[begin : len(words) - end]) for words in (later.words, earlier.words)]
    frame = " ".join((*later.words[:begin], *later.words[len(new) - end :]))
    return begin > 0 and all(map(_is_value, values)) and len(set(terms(frame, later.language))) >= _FEWEST


def _is_value(part: str) -> bool:
    return bool(_VALUE.search(part)) and part.count(" ") < _MOST_WORDS and not (_STATES.search(part) or _INSIDE.search(part))


def _alike(words: list[str], others: list[str]) -> int:
    """Return how many words two lists have in common at their beginning."""
    differing = (at for at, (one, other) in enumerate(zip(words, others, strict=False)) if one != other)
    return next(differing, min(len(words), len(others)))
