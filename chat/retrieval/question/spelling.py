"""Words of a question that are misspelt: none that the model knows or that is there, one slip from a word that is there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from string import ascii_lowercase

from chat.text import terms
from chat.text.languages import LATIN, is_stop_word, languages_of

_DOUBTED = re.compile(r"(?<![\w.@/-])[a-zß-öø-ÿA-ZÀ-ÖØ-Þ]{5,20}(?![\w@/(-]|\.\w)")
"""In Latin letters; no piece of a name, an address or an identifier."""
_MOST = 3
"""Words of a question that are looked at."""
_LONG = 8
"""Letters of a word in which one may stand for another: nitrite is no slip for nitrate."""
_LONGEST = 300
"""Characters of a question in which a word counts for enough."""


def doubtful(question: str, is_word: Callable[[str], bool]) -> list[str]:
    """Its words that may be misspelt, each once. Names begin with a capital, and are left as they are but at the beginning; of
    other languages than English the model knows too few words."""
    if len(question) > _LONGEST or languages_of(question):
        return []
    begin = len(question) - len(question.lstrip())
    written = dict.fromkeys(
        match[0]
        for match in _DOUBTED.finditer(question)
        if match[0].islower() or (match.start() == begin and match[0][1:].islower())
    )
    return [word for word in written if not is_word(word.casefold()) and not _joins(word)][:_MOST]


def _joins(word: str) -> bool:
    """Whether it is a stop word of some language."""
    return not terms(word) or any(is_stop_word(word.casefold(), language) for language in LATIN)


def slips(word: str) -> dict[str, str]:
    """By term, a word that is one slip away: a letter too many, too few, two that changed places, in a long word another one
    (Damerau 1964). The first letter is seldom wrong. Another form of the word itself is none, and one letter more at its end is
    an ending (router, route) unless it stands twice there."""
    found: dict[str, str] = {}
    own = terms(word)
    for other in _slips(word.casefold()):
        for term in terms(other)[:1]:
            if term not in own:
                found.setdefault(term, other)
    return found


def _slips(word: str) -> Iterator[str]:
    letters = sorted({*ascii_lowercase, *word})
    for at in range(1, len(word) + 1):
        before, rest = word[:at], word[at:]
        yield from (f"{before}{letter}{rest}" for letter in letters)
        if len(rest) > 1 or rest == before[-1]:
            yield f"{before}{rest[1:]}"
        if rest and len(word) >= _LONG:
            yield from (f"{before}{letter}{rest[1:]}" for letter in letters)
        if len(rest) > 1:
            yield f"{before}{rest[1]}{rest[0]}{rest[2:]}"


def corrected(question: str, instead: Mapping[str, str]) -> str:
    """The question with other words in the place of some."""
    return _DOUBTED.sub(lambda match: instead.get(match[0], match[0]), question)
