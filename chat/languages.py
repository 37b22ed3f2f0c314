"""Languages: the stems of each, and of those in Latin letters which one a text is in and its stop words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import cache, lru_cache
from threading import Lock

import snowballstemmer
from stop_words import get_stop_words

ENGLISH = "english"
_CODES = {
    "spanish": "es",
    "portuguese": "pt",
    "french": "fr",
    "german": "de",
    "italian": "it",
    "turkish": "tr",
    "polish": "pl",
    "indonesian": "id",
    "dutch": "nl",
    "romanian": "ro",
    "czech": "cs",
    "hungarian": "hu",
    "swedish": "sv",
    "catalan": "ca",
    "danish": "da",
    "finnish": "fi",
    "norwegian": "nb",
}
"""Those of which there are both a stemmer and a list of stop words, with their codes of ISO 639-1; the most spoken first."""
_WORD = re.compile(r"[^\W\d_]+")
_SCRIPTS = {
    "ru": re.compile("[\u0400-\u04ff]"),
    "ar": re.compile("[\u0600-\u06ff]"),
    "hi": re.compile("[\u0900-\u097f]"),
    "ko": re.compile("[\uac00-\ud7af]"),
    "ja": re.compile("[\u3040-\u30ff]"),
    "zh": re.compile("[\u4e00-\u9fff]"),
}
"""The letters by which the language most spoken in each is told; Japanese has Chinese ones, too."""
_LOCK = Lock()
"""A Snowball stemmer holds the word that it is working on; words are stemmed in several threads."""


def languages_of(text: str) -> tuple[str, ...]:
    """The languages that a text may be in; none for English, and where too few words say so.

    By its stop words: those of one language alone count twice. Of a short text several languages may be as likely.
    """
    known, words = _by_word(), _WORD.findall(text)
    counted: Counter[str] = Counter()
    for word in words:
        languages = known.get(word.casefold(), ())
        alone = len(languages) == 1 and (word.islower() or not word.isascii())  # a name may look like one
        for language in languages:
            counted[language] += 1 + alone
    english = counted.pop(ENGLISH, 0)
    most = max(counted.values(), default=0)
    if most <= max(english, 1) or 4 * most < len(words):
        return ()
    return tuple(language for language, count in counted.items() if count >= most - 1 and count > english)


def code_of(text: str) -> str:
    """The ISO 639-1 code of the language that a text is most likely in, as far as its words or letters tell; else `en`."""
    found = languages_of(text)
    if found:
        return next(code for language, code in _CODES.items() if language in found)
    letters = sum(map(str.isalpha, text))
    if letters == sum(map(str.isascii, filter(str.isalpha, text))):
        return "en"
    counted = {code: len(script.findall(text)) for code, script in _SCRIPTS.items()}
    if 5 * counted["ja"] > letters:
        return "ja"
    code = max(counted, key=counted.__getitem__)
    return code if 2 * counted[code] > letters else "en"


def is_stop_word(word: str, language: str) -> bool:
    """Whether it carries no topic in a language that `languages_of` names."""
    return language in _by_word().get(word.casefold(), ())


@lru_cache(maxsize=65_536)
def stem(word: str, language: str) -> str:
    """By Snowball's algorithm of that name; in lower case, accents kept."""
    with _LOCK:
        return str(_stemmer(language).stemWord(word.casefold()))


@cache
def _stemmer(language: str) -> snowballstemmer.stemmer:
    return snowballstemmer.stemmer(language)


@cache
def _by_word() -> Mapping[str, tuple[str, ...]]:
    """The languages of which each word is a stop word."""
    found: dict[str, tuple[str, ...]] = {}
    for language in (ENGLISH, *_CODES):
        for word in dict.fromkeys(word.casefold() for word in get_stop_words(language)):
            found[word] = (*found.get(word, ()), language)
    return found
