"""Languages: which one a text is in, by its letters and its stop words, and the stems of each."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import cache, lru_cache
from threading import Lock

import snowballstemmer
from stop_words import get_stop_words

ENGLISH = "english"
COMPOUNDING = frozenset(("german", "dutch", "swedish", "danish", "norwegian", "finnish", "hungarian"))
"""Languages that write what is put together of several words as one."""
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
"""Those in Latin letters of which there are both a stemmer and a list of stop words, with their codes of ISO 639-1; the most
spoken first."""
_SCRIPTS = {
    "russian": ("ru", re.compile("[\u0400-\u04ff]")),
    "arabic": ("ar", re.compile("[\u0600-\u06ff]")),
    "hindi": ("hi", re.compile("[\u0900-\u097f]")),
    "korean": ("ko", re.compile("[\uac00-\ud7af]")),
    "japanese": ("ja", re.compile("[\u3040-\u30ff]")),
    "chinese": ("zh", re.compile("[\u4e00-\u9fff]")),
}
"""The letters by which the language most spoken in each is told; Japanese has Chinese ones, too."""
_WORD = re.compile(r"[^\W\d_]+")
LATIN = frozenset(_CODES)
"""Languages other than English in Latin letters that a text may be told to be in."""
_ASKING = {
    "spanish": "quiénes cuánto cuánta cuántos cuántas cuándo dónde cuál cuáles adónde",
    "portuguese": "quanto quanta quantos quantas quais porquê posso",
    "french": "combien quoi lequel laquelle lesquels lesquelles",
    "german": "wieviel wieviele viele wem wen wessen gibt darf wurde wurden",
    "italian": "quando quali posso",
    "turkish": "kaç nasıl hangi zaman mı mi mu mü",
    "dutch": "hoeveel wanneer waarom waar welke mag",
    "romanian": "cât câte când",
    "hungarian": "mennyi hol melyik",
    "catalan": "quants quantes quin quina",
    "danish": "hvornår hvem hvilken hvorfor hvordan",
    "norwegian": "mye",
}
"""Words that ask, which the lists of stop words lack."""
_NOT_ENGLISH = """
    ad af ai ao au bo c ca ci co con de e ed er es et ge ie ii il im io ir j je l la li ma mu n na ne ni nos np nr nu o om
    pa pl qua que sa sans se si su u un va vi vn vu y z
"""
"""Words of other languages that the list of English ones holds: it was made of what pages hold, addresses among it."""
_ORDER = (ENGLISH, *_CODES)
_FEWEST_BESIDE = 3
"""Count of stop words from which what stands beside a text tells a language."""
_LOCK = Lock()
_TELLING = 20_000
"""Characters that tell a language: more would only take longer."""
"""A Snowball stemmer holds the word that it is working on; words are stemmed in several threads."""


def languages_of(text: str) -> tuple[str, ...]:
    """The languages in Latin letters that a text may be in; none for English, and where too few words say so.

    By its stop words: those of one language alone count twice. Of a short text several languages may be as likely.
    """
    return _sure(text, _counted(text))


def _sure(text: str, counts: Mapping[str, int]) -> tuple[str, ...]:
    counted = dict(counts)
    english = counted.pop(ENGLISH, 0)
    most = max(counted.values(), default=0)
    if most <= max(english, 1) or 4 * most < len(_WORD.findall(text)):
        return ()
    return tuple(language for language, count in counted.items() if count >= most - 1 and count > english)


def language_of(text: str, beside: str = "") -> str:
    """The one language that a text is most likely in, as far as its words or letters tell; else English.

    Where it is too short to tell, of the languages that it may be in the one that what stands `beside` it is in, unless that has
    too few words that tell: a table of names and figures. Of both only the beginning is looked at.
    """
    text, beside = text[:_TELLING], beside[:_TELLING]
    if script := _of_script(text):
        return script
    counted, near = _counted(text), _counted(beside)
    if max(near.values(), default=0) < _FEWEST_BESIDE:
        near.clear()
    least, most = max(counted.values(), default=0) - 1, max(near.values(), default=0)
    among = _sure(text, counted) or [
        language for language, count in counted.items() if count >= least and near[language] > most / 2
    ]
    return max(among, key=lambda language: (near[language], counted[language], -_ORDER.index(language)), default=ENGLISH)


def _of_script(text: str) -> str | None:
    """The language of the script that most of its letters are of; none for Latin and for those that are not known."""
    letters = sum(map(str.isalpha, text))
    found = {} if text.isascii() else {language: len(script.findall(text)) for language, (_, script) in _SCRIPTS.items()}
    if not found:
        return None
    if found["japanese"] and 5 * found["japanese"] >= letters:
        return "japanese"
    language = max(found, key=found.__getitem__)
    return language if 2 * found[language] > letters else None


def code_of(text: str, beside: str = "") -> str:
    """The ISO 639-1 code of `language_of`."""
    language = language_of(text, beside)
    return _CODES.get(language) or (_SCRIPTS[language][0] if language in _SCRIPTS else "en")


def _counted(text: str) -> Counter[str]:
    """By language in Latin letters, how many stop words of it the text has, those of it alone twice."""
    known = _by_word()
    counted: Counter[str] = Counter()
    for at, word in enumerate(_WORD.findall(text)):
        languages = known.get(word.casefold(), ())
        alone = len(languages) == 1 and (at == 0 or word.islower() or not word.isascii())  # a name may look like one
        for language in languages:
            counted[language] += 1 + alone
    return counted


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
    foreign = frozenset(_NOT_ENGLISH.split())
    for language in _ORDER:
        for word in dict.fromkeys(word.casefold() for word in (*get_stop_words(language), *_ASKING.get(language, "").split())):
            if language != ENGLISH or word not in foreign:
                found[word] = (*found.get(word, ()), language)
    return found
