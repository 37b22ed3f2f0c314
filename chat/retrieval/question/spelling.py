"""Find misspelt words of a question: unknown to the model and the collections, but one edit from a word found in these."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from string import ascii_lowercase

from chat.text import terms
from chat.text.languages import LATIN, is_stop_word, languages_of

_DOUBTED = re.compile(r"(?<![\w.@/-])[a-zß-öø-ÿA-ZÀ-ÖØ-Þ]{5,20}(?![\w@/(-]|\.\w)")
"""Matches words in Latin letters that are not part of a name, an address or an identifier."""
_MOST = 3
"""Most words of a question to check."""
_LONG = 8
"""Least letters of a word in which one letter may replace another: nitrite is not a misspelling of nitrate."""
_LONGEST = 300
"""In characters; in a longer question a single word counts for little."""


def doubtful(question: str, is_word: Callable[[str], bool]) -> list[str]:
    """Return the words that may be misspelt, each once.

    Capitalised words are left alone as names, except at the beginning. Questions in languages other than English are skipped, as
    the model knows too few of their words.
    """
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
    """Return whether the word is a stop word in any language."""
    return not terms(word) or any(is_stop_word(word.casefold(), language) for language in LATIN)


def slips(word: str) -> dict[str, str]:
    """Return the words one edit away (Damerau 1964), by their term.

    An edit inserts or deletes a letter, swaps two adjacent letters, or, in a long word, replaces a letter. The first letter is
    never edited, as it is seldom wrong. Other forms of the word itself are excluded, and a letter may be removed at the end only
    if it is doubled, since it is an ending otherwise (router, route).
    """
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
    """Return the question with the given words replaced."""
    return _DOUBTED.sub(lambda match: instead.get(match[0], match[0]), question)
