"""Detect the language of a text by its letters and stop words, and stem words by language."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import cache, lru_cache
from threading import Lock

import snowballstemmer
from stop_words import get_stop_words

ENGLISH = "english"
TRANSLATED = ("de", "fr", "es")
"""Languages into which the chat's own texts are translated for the widget (ISO 639-1), in the order in which `chat.ui.words` and
`public/words.js` list the translations of a sentence."""
COMPOUNDING = frozenset(("german", "dutch", "swedish", "danish", "norwegian", "finnish", "hungarian"))
"""Languages that write compounds as one word."""
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
"""Languages in Latin letters for which there are both a stemmer and a list of stop words, with their ISO 639-1 codes; the most
spoken first."""
_SCRIPTS = {
    "russian": ("ru", re.compile("[\u0400-\u04ff]")),
    "arabic": ("ar", re.compile("[\u0600-\u06ff]")),
    "hindi": ("hi", re.compile("[\u0900-\u097f]")),
    "korean": ("ko", re.compile("[\uac00-\ud7af]")),
    "japanese": ("ja", re.compile("[\u3040-\u30ff]")),
    "chinese": ("zh", re.compile("[\u4e00-\u9fff]")),
}
"""Scripts by which a language is recognised, each standing for the most spoken language written in it. Japanese uses Chinese
letters too."""
_WORD = re.compile(r"[^\W\d_]+")
LATIN = frozenset(_CODES)
"""Languages other than English, in Latin letters, that can be detected."""
_ASKING = {
    "spanish": "quiénes cuánto cuánta cuántos cuántas cuándo dónde cuál cuáles adónde",
    "portuguese": "quanto quanta quantos quantas quais porquê posso",
    "french": "combien quoi lequel laquelle lesquels lesquelles",
    "german": "wieviel wieviele viele wem wen wessen gibt darf wurde wurden kostet kostete kosteten hieß hießen",
    "italian": "quando quali posso",
    "turkish": "kaç nasıl hangi zaman mı mi mu mü",
    "dutch": "hoeveel wanneer waarom waar welke mag",
    "romanian": "cât câte când",
    "hungarian": "mennyi hol melyik",
    "catalan": "quants quantes quin quina",
    "danish": "hvornår hvem hvilken hvorfor hvordan",
    "norwegian": "mye",
}
"""Question words missing from the lists of stop words."""
_NOT_ENGLISH = """
    ad af ai ao au bo c ca ci co con de e ed er es et ge ie ii il im io ir j je l la li ma mu n na ne ni nos np nr nu o om
    pa pl qua que sa sans se si su u un va vi vn vu y z
"""
"""Words of other languages in the English list of stop words, which was compiled from web pages, including their addresses."""
_ORDER = (ENGLISH, *_CODES)
_OFTEN = (ENGLISH, "spanish", "portuguese", "french", "german", "italian", "dutch")
"""The most used languages."""
_LEAD = 2
"""Least count of stop words by which any other language must exceed these: a single one is often a name, such as Tom in Czech."""
_FEWEST_BESIDE = 3
"""Least count of stop words in the neighbouring text for it to decide the language."""
_LOCK = Lock()
"""Held while stemming: a Snowball stemmer stores the word it is working on, and words are stemmed in several threads."""
_TELLING = 20_000
"""Number of characters that are examined to detect a language; more would only take longer."""


def languages_of(text: str) -> tuple[str, ...]:
    """Return the languages in Latin letters a text may be in; empty for English, or if too few words indicate one.

    Stop words are counted, those of a single language twice. For a short text several languages may be equally likely.
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
    """Return the single most likely language of a text, as far as its words or letters tell, otherwise English.

    If the text is too short to tell, its possible languages are narrowed to that of the neighbouring text `beside` it, unless
    that has too few telling words, like a table of names and figures, or is in none of them: words of other languages are found
    in any longer text. Only the beginning of both is examined.
    """
    text, beside = text[:_TELLING], beside[:_TELLING]
    if script := _of_script(text):
        return script
    counted, near = _counted(text), _counted(beside)
    if max(near.values(), default=0) < _FEWEST_BESIDE:
        near.clear()
    least, most = max(counted.values(), default=0) - 1, max(near.values(), default=0)
    near = Counter({language: count for language, count in near.items() if count > most / 2})
    among = _sure(text, counted) or [language for language, count in counted.items() if count >= least and near[language]]
    likely = max(among, key=lambda language: (near[language], counted[language], -_ORDER.index(language)), default=ENGLISH)
    if likely in _OFTEN or near[likely]:
        return likely
    often = max(_OFTEN, key=lambda language: (counted[language], -_ORDER.index(language)))
    return often if counted[often] and counted[likely] - counted[often] < _LEAD else likely


def _of_script(text: str) -> str | None:
    """Return the language of the script of most letters; `None` for Latin and unknown scripts."""
    letters = sum(map(str.isalpha, text))
    found = {} if text.isascii() else {language: len(script.findall(text)) for language, (_, script) in _SCRIPTS.items()}
    if not found:
        return None
    if found["japanese"] and 5 * found["japanese"] >= letters:
        return "japanese"
    language = max(found, key=found.__getitem__)
    return language if 2 * found[language] > letters else None


def code_of(text: str, beside: str = "") -> str:
    """Return the ISO 639-1 code of `language_of`."""
    language = language_of(text, beside)
    return _CODES.get(language) or (_SCRIPTS[language][0] if language in _SCRIPTS else "en")


def _counted(text: str) -> Counter[str]:
    """Count the stop words of the text by language in Latin letters; words of a single language count twice."""
    known = _by_word()
    counted: Counter[str] = Counter()
    for at, word in enumerate(_WORD.findall(text)):
        languages = known.get(word.casefold(), ())
        alone = len(languages) == 1 and (at == 0 or word.islower() or not word.isascii())  # a name may look like a stop word
        for language in languages:
            counted[language] += 1 + alone
    return counted


def is_stop_word(word: str, language: str) -> bool:
    """Return whether the word carries no topic in a language named by `languages_of`."""
    return language in _by_word().get(word.casefold(), ())


@lru_cache(maxsize=65_536)
def stem(word: str, language: str) -> str:
    """Stem a word by the Snowball algorithm for the language; the result is in lower case, with accents kept."""
    with _LOCK:
        return str(_stemmer(language).stemWord(word.casefold()))


@cache
def _stemmer(language: str) -> snowballstemmer.stemmer:
    return snowballstemmer.stemmer(language)


@cache
def _by_word() -> Mapping[str, tuple[str, ...]]:
    """Return the languages in which each word is a stop word."""
    found: dict[str, tuple[str, ...]] = {}
    foreign = frozenset(_NOT_ENGLISH.split())
    for language in _ORDER:
        for word in dict.fromkeys(word.casefold() for word in (*get_stop_words(language), *_ASKING.get(language, "").split())):
            if language != ENGLISH or word not in foreign:
                found[word] = (*found.get(word, ()), language)
    return found
