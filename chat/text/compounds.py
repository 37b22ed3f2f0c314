"""Split compound words of languages that write them as one word, at the places where they may be hyphenated."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from pyphen import Pyphen

_PATTERNS = {
    "german": "de_DE",
    "dutch": "nl_NL",
    "swedish": "sv_SE",
    "danish": "da_DK",
    "norwegian": "nb_NO",
    "hungarian": "hu_HU",
}
"""Languages with their hyphenation patterns (Liang 1983), in which a hyphen is allowed where one word ends and another begins."""
_LEAST_WORD = 8
_LEAST_PART, _LEAST_REST = 4, 3
"""Least letters of a compound, of a part of it, and of the rest: shorter ones are endings and particles."""
_ENDING = re.compile(
    r"[^aeiouyäöüåæø]*(?:ung(?:en)?|heit(?:en)?|keit(?:en)?|schaft(?:en)?|tion(?:en)?|lich\w*|isch\w*|heid|ning(?:en)?)"
)
"""Matches endings that merely derive a word from another one."""


def takes_apart(language: str) -> bool:
    """Return whether there are hyphenation patterns for a language: of `COMPOUNDING`, Finnish has none."""
    return language in _PATTERNS


@lru_cache(maxsize=32_768)
def parts(word: str, language: str) -> tuple[str, ...]:
    """Return the parts a word ends and begins with, cut where it may be hyphenated, in lower case, the longest end first.

    Empty for short words, and in languages that do not write compounds as one word. Some parts are mere syllables, not words.
    """
    if not takes_apart(language) or len(word) < _LEAST_WORD:
        return ()
    word = word.lower()
    cuts = [int(cut) for cut in _hyphens(language).positions(word)]
    cuts = [cut for cut in cuts if not _ENDING.fullmatch(word, cut)]
    ends = (word[cut:] for cut in cuts if cut >= _LEAST_REST and len(word) - cut >= _LEAST_PART)
    beginnings = (word[:cut] for cut in cuts if cut >= _LEAST_PART and len(word) - cut >= _LEAST_REST)
    return (*ends, *beginnings)


@cache
def _hyphens(language: str) -> Pyphen:
    """Load the patterns of a language on first use: up to a second and 18 MB for German, less for the others."""
    return Pyphen(lang=_PATTERNS[language], left=_LEAST_REST, right=_LEAST_REST)
