"""Reply to greetings, thanks and goodbyes at once, since no source says anything about them."""

from __future__ import annotations

import re
import unicodedata

from chat.answering.phrases import PHRASES, Phrases, phrases

_LONGEST = 80
"""Most characters of such a message; a longer one says more."""
_NO_WORD = re.compile(r"[^\w'\u0900-\u097f]+")
"""Includes Hindi's vowel signs, which `re` does not count as letters."""
_MARKS = re.compile("[\u064b-\u0652]")
_ALIKE = str.maketrans("’أإآ", "'ااا")


def plain(text: str) -> str:
    """Return the words of a text in lower case, separated by single spaces, without optional Arabic marks."""
    return _NO_WORD.sub(" ", _MARKS.sub("", text.casefold()).translate(_ALIKE)).strip()


def _short(text: str) -> str | None:
    """Return `plain(text)` if the text is short enough to be a courtesy, else `None`."""
    return plain(text) if len(text) <= _LONGEST else None


def _each(said: str) -> list[str]:
    return [plain(phrase) for phrase in said.split("|")]


def _pattern(language: Phrases) -> re.Pattern[str]:
    """Build a pattern that matches a whole message phrase by phrase; its groups tell which kinds of phrases it has."""
    longest_first = {
        kind: "|".join(sorted(map(re.escape, _each(getattr(language, kind))), key=len, reverse=True))
        for kind in ("thanks", "goodbye", "greeting", "beside")
    }
    groups = "|".join(f"(?P<{kind}>{phrases})" for kind, phrases in longest_first.items())
    return re.compile(rf"(?:(?:{groups})(?: |$))+")


_PATTERNS = [(_pattern(language), language) for language in PHRASES.values()]
_ACKNOWLEDGED = {said: language for language in reversed(list(PHRASES.values())) for said in _each(language.acknowledged)}
_ANYWHERE = frozenset(("ok", "okay", "super", "perfect"))
_ITSELF = {said: language for language in reversed(list(PHRASES.values())) for said in _each(language.itself)}


def courtesy(text: str) -> str | None:
    """Return the reply, in its language, to a message that is only a greeting, thanks or a goodbye; `None` for any other."""
    said = _short(text)
    if not said:
        return None
    for pattern, language in _PATTERNS:
        match = pattern.fullmatch(said)
        if match is None:
            continue
        if match["thanks"]:
            return language.welcome
        if match["goodbye"]:
            return language.bye
        if match["greeting"]:
            return language.hello
    return None


def acknowledged(text: str, before: str = "") -> str | None:
    """Return the reply to "ok" and to signs such as a thumbs-up; `None` for any other.

    What is said in many languages is replied to in that of what the user said `before`. Only for use without a model, since such
    a message may accept a model's offer.
    """
    said = _short(text)
    if said in _ANYWHERE or (said == "" and any(unicodedata.category(sign) == "So" for sign in text)):
        return phrases(before).all_right
    language = _ACKNOWLEDGED.get(said or "")
    return language.all_right if language else None


def about_itself(text: str) -> str | None:
    """Return the reply to "help" and "what can you do?"; `None` for any other. A model may have been told by its operator who it
    is."""
    language = _ITSELF.get(_short(text) or "")
    return language.about if language else None
