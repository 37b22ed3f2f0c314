"""Compare words by stem, ignore function words of a few languages, and tell the language of a text."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from chat.llm.quoting.presentation.frames import FRAMING
from chat.text import STOP_WORDS, terms

_SMALL = {
    "en": "a an the and of to in is are was were be been it that this for on with as by at from which their its has have had will"
    " do does did i you we they my your our me us who what when where why how can if not or",
    "de": "der die das den dem des ein eine einen einem einer eines und oder ist sind war waren wird werden wurde wurden im am an"
    " auf aus bei bis durch für gegen in mit nach seit über um unter von vom vor zu zum zur als auch dass daß sich er sie es ich"
    " wir ihr du dein deine mein meine sein seine euch uns kann darf muss nur noch so wie wenn alle hat haben ab trefft treffen",
    "fr": "le la les l un une des du de d et ou est sont était a ont au aux ce cette ces dans en par pour"
    " sur avec que qui se sa son"
    " ses leur il elle ils elles je nous vous tu mon ma mes votre notre soit ainsi plus peut être doit y",
    "es": "a no el la los las un una unos unas de del al y o es son fue era en por para con que se su sus lo le les"
    " él ella nos os mi mis tu"
    " tus este esta estos como más hay ha han debe puede cada",
    "ru": "и в во на с со к по из у за от до о об для что как это он она они мы вы я его её их был была было были года",
}
_NO_TOPIC = {language: frozenset(words.split()) for language, words in _SMALL.items()}
_EVERYWHERE = frozenset().union(*_NO_TOPIC.values()) | STOP_WORDS | frozenset(terms(FRAMING))
_LIGHT = frozenset(
    terms(
        "get got take took taken make made use need keep kept go goes come came put say said state mention describe note set"
        " approximately about around roughly nearly almost shall must should may might would also however therefore exist such as"
        " sollten gilt beträgt muss peut doit dure debe"
    )
)
_LIGHT_WEIGHT = 0.3
_LEAST_PREFIX = 5
_SHORT = 8
"""Length in words up to which a single function word tells the language, if there is none of another."""


def content(text: str) -> list[str]:
    """Return the distinct terms that carry a topic, without numbers."""
    return list(dict.fromkeys(term for term in terms(text) if term not in _EVERYWHERE and not term[0].isdigit()))


def coverage(wanted: Iterable[str], held: frozenset[str]) -> float:
    """Return the weighted share of terms that are in `held` or inflections of a word in it; 1 for no terms."""
    whole = found = 0.0
    for term in wanted:
        weight = _LIGHT_WEIGHT if term in _LIGHT else 1.0
        whole += weight
        if is_among(term, held):
            found += weight
    return found / whole if whole else 1.0


def is_among(term: str, held: frozenset[str]) -> bool:
    """Return whether a term, or a word that shares enough of its beginning to be a form of it, is in `held`."""
    return term in held or (len(term) >= _LEAST_PREFIX - 1 and any(_akin(term, other) for other in held))


@lru_cache(maxsize=65_536)
def _akin(one: str, other: str) -> bool:
    """Return whether two words share a beginning long enough to be forms of one: `approv` and `approval`."""
    shorter = min(len(one), len(other))
    if shorter < _LEAST_PREFIX - 1 or one[0] != other[0]:
        return False
    shared = next((at for at in range(shorter) if one[at] != other[at]), shorter)
    return shared >= max(_LEAST_PREFIX - 1, 0.75 * shorter) and shared >= 0.55 * max(len(one), len(other))


def language(text: str) -> str | None:
    """Return the language that most of a text's function words belong to; `None` if there are too few to tell."""
    words = [word.strip(".,;:!?()“”\"'’") for word in text.casefold().replace("'", " ").replace("’", " ").split()]
    counts = {name: sum(word in small for word in words) for name, small in _NO_TOPIC.items()}
    best = max(counts, key=lambda name: counts[name])
    others = max(count for name, count in counts.items() if name != best)
    enough = 2 if len(words) > _SHORT or others else 1
    return best if counts[best] >= enough and counts[best] > others else None
