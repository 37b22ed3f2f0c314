"""Find the terms of a text that carry a topic, and compare them by their beginnings."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from chat.answering.checking.function_words import FUNCTION_WORDS
from chat.llm.quoting.presentation.frames import FRAMING
from chat.text import STOP_WORDS, terms

_WITHOUT_TOPIC = frozenset().union(*FUNCTION_WORDS.values()) | STOP_WORDS | frozenset(terms(FRAMING))
_LIGHT = frozenset(
    terms(
        "get got take took taken make made use need keep kept go goes come came put say said state mention describe note set"
        " approximately about around roughly nearly almost shall must should may might would also however therefore exist such as"
        " sollten gilt beträgt muss peut doit dure debe"
    )
)
_LIGHT_WEIGHT = 0.3
_LEAST_PREFIX = 5


def content_terms(text: str) -> list[str]:
    """Return the distinct terms that carry a topic, without numbers."""
    return list(dict.fromkeys(term for term in terms(text) if term not in _WITHOUT_TOPIC and not term[0].isdigit()))


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
