"""Determine whether a sentence in German, French or Spanish plainly affirms or denies what a question with "is" asks.

Word order is free there ("¿Están permitidos los gatos?"), so all terms must be the same: one more in the sentence, and nothing is
decided.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from chat.text import negation, terms


@dataclass(frozen=True, slots=True)
class _Words:
    """The words of one language."""

    asks: re.Pattern[str]
    """The beginning of a question with "is"."""
    fillers: re.Pattern[str]
    """Words that only a question has."""
    denies: re.Pattern[str]
    open: re.Pattern[str]
    """Words that leave the answer open, need interpretation or compare."""
    forbidden: re.Pattern[str]
    allowed: str


def _words(asks: str, fillers: str, denies: str, open_: str, forbidden: str, allowed: str) -> _Words:
    return _Words(_pattern(asks), _pattern(fillers), _pattern(denies), _pattern(rf"{open_}|[?:;]"), _pattern(forbidden), allowed)


def _pattern(words: str) -> re.Pattern[str]:
    return re.compile(words, re.IGNORECASE)


_WORDS: Mapping[str, _Words] = {
    "german": _words(
        r"(?:ist|sind|war|waren)\b",
        r"(?!)",
        negation.GERMAN,
        r"\b(?:wenn|falls|sofern|außer|nur|bis|kann|können|könnten?|vielleicht|eventuell|teilweise|manche\w*|einige\w*|meist\w*|oft"
        r"|aber|sondern|ausgenommen|grundsätzlich|soll\w*|ohne|alle\w*|jede\w*|immer|beide\w*|mehr|weniger|als|so|noch|schon|oder"
        r"|jetzt|mindestens|höchstens)\b",
        r"\b(?:verboten|untersagt)\b",
        "erlaubt",
    ),
    "french": _words(
        r"(?:est-ce que\s+)?(?:(?:les?|la|une?|des)\s+|l['’]).*\b(?:est|sont)\b",
        r"\best-ce que\b|(?<=\w)-(?:ils?|elles?)\b",
        negation.FRENCH,
        r"\b(?:si|sauf|seulement|que|jusqu\w*|peut|peuvent|pourrai\w*|peut-être|parfois|souvent|certaine?s?|quelques|mais|sans|tou\w+"
        r"|toujours|chaque|plus|moins|aussi|encore|déjà|ou|maintenant)\b",
        r"\binterdit(?=(?:e?s?)\b)",
        "autorisé",
    ),
    "spanish": _words(
        r"(?:es|son|está|están|era|eran)\b",
        r"(?!)",
        rf"{negation.SPANISH}|\bno\b",
        r"\b(?:si|salvo|excepto|sólo|solo|solamente|hasta|puede\w*|podría\w*|quizás?|a veces|algun\w+|pero|sino|sin|tod[oa]s?"
        r"|siempre|cada|más|menos|que|tan|aún|todavía|ya|ahora|o)\b",
        r"\bprohibid(?=[oa]s?\b)",
        "permitid",
    ),
}


def decide_by_words(question: str, sentence: str, language: str) -> Literal["Yes", "No"] | None:
    """Return the answer if the sentence says just what is asked; `None` if it says anything else too, and for languages without
    words here."""
    words = _WORDS.get(language)
    bare = question.strip(" ¿?!.")
    if words is None or not words.asks.match(bare):
        return None
    bare = words.fillers.sub("", bare)
    if words.denies.search(bare) or words.open.search(bare) or words.open.search(sentence):
        return None
    denials = len(words.denies.findall(sentence))
    if not words.forbidden.search(bare):
        sentence, forbidden = words.forbidden.subn(words.allowed, sentence)
        denials += forbidden
    wanted = sorted(terms(bare, language))
    stated = sorted(terms(words.denies.sub(" ", sentence), language))
    if len(wanted) < 2 or wanted != stated or denials > 1:
        return None
    return "No" if denials else "Yes"
