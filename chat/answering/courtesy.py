"""Greetings, thanks and goodbyes: answered kindly at once, since no source says anything about them."""

from __future__ import annotations

import re
import unicodedata

from chat.answering.phrases import PHRASES, Phrases

_LONGEST = 80
"""Characters; whoever says more says something."""
_NO_WORD = re.compile(r"[^\w'\u0900-\u097f]+")
"""Hindi's vowel signs are no letters to `re`."""
_MARKS = re.compile("[\u064b-\u0652]")
_ALIKE = str.maketrans("’أإآ", "'ااا")


def plain(text: str) -> str:
    """Its words in small letters, one space apart, without the marks that Arabic may have or not."""
    return _NO_WORD.sub(" ", _MARKS.sub("", text.casefold()).translate(_ALIKE)).strip()


def _short(text: str) -> str | None:
    """`plain`, of a text that is short enough to be one of these."""
    return plain(text) if len(text) <= _LONGEST else None


def _each(said: str) -> list[str]:
    return [plain(phrase) for phrase in said.split("|")]


def _pattern(language: Phrases) -> re.Pattern[str]:
    """All of a message, phrase by phrase; the group that took part last tells what it was."""
    longest_first = {
        kind: "|".join(sorted(map(re.escape, _each(getattr(language, kind))), key=len, reverse=True))
        for kind in ("thanks", "goodbye", "greeting", "beside")
    }
    groups = "|".join(f"(?P<{kind}>{phrases})" for kind, phrases in longest_first.items())
    return re.compile(rf"(?:(?:{groups})(?: |$))+")


_PATTERNS = [(_pattern(language), language) for language in PHRASES.values()]
_ACKNOWLEDGED = {said: language for language in reversed(list(PHRASES.values())) for said in _each(language.acknowledged)}
_ITSELF = {said: language for language in reversed(list(PHRASES.values())) for said in _each(language.itself)}


def courtesy(text: str) -> str | None:
    """The reply to a message that is nothing but a greeting, thanks or a goodbye, in its language; `None` for any other."""
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


def acknowledged(text: str) -> str | None:
    """The reply to "ok" and to signs such as a raised thumb; `None` for any other. It may accept what a model offered, so this is
    for where none is connected."""
    said = _short(text)
    if said == "" and any(unicodedata.category(sign) == "So" for sign in text):
        return PHRASES["en"].all_right
    language = _ACKNOWLEDGED.get(said or "")
    return language.all_right if language else None


def about_itself(text: str) -> str | None:
    """The reply to "help" and "what can you do?"; `None` for any other. Where a model is connected, it may have been told who it
    is."""
    language = _ITSELF.get(_short(text) or "")
    return language.about if language else None
