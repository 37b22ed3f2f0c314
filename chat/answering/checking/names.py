"""Find the words that a sentence writes as names, and check whether a source knows them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from chat.answering.checking.words import content_terms
from chat.text import terms
from chat.text.calendar_names import MONTHS

_WORD = re.compile(r"[^\W_][\w'’&-]*")
_CODE = re.compile(r"`([^`\n]+)`")
_IDENTIFIER = re.compile(
    r"(?<![\w-])(?:(?=[\w-]*\d)(?=[\w-]*[^\W\d_])[A-Z][\w-]*\d[\w-]*|[a-zA-Z]+_\w+|[a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*)"
)
_QUARTER = re.compile(r"Q[1-4]|[HF]Y?\d{1,4}")
_POSSESSIVE = re.compile(r"['’]s?$")
_FOLDED = re.compile("[\u0300-\u036f]")
_BEFORE = frozenset(["herr", "herrn", "frau", "dr", "prof", "mr", "mrs", "ms", "sir", "monsieur", "madame", "señor", "señora"])
"""Titles before a person's name; they identify names in languages that capitalise every noun."""
_LEAST_SHARED = 4
_LEAST_ACRONYM = 2


@dataclass(frozen=True, slots=True)
class Name:
    """A word written as a name."""

    text: str
    folded: str
    first: bool
    """It is the first word of a sentence, which is always capitalised."""
    titled: bool
    """It follows a title such as `Frau` or `Dr.`"""


def names(sentence: str) -> tuple[Name, ...]:
    """Return the words that a sentence writes as names, in their order, without a possessive ending.

    A name is capitalised, has two letters or more, and is no function word, unless all of it is in capitals; months are none.
    """
    found = []
    fresh = titled = False
    at = 0
    for number, match in enumerate(_WORD.finditer(sentence)):
        between = sentence[at : match.start()]
        fresh = number == 0 or (bool(re.search(r"[.!?:]\s|[“\"«]$|\n", between)) and not titled)
        word = _POSSESSIVE.sub("", match.group())
        if word[:1].isupper() and len(word) > 1 and (content_terms(word) or word.isupper()) and word.casefold() not in MONTHS:
            found.append(Name(word, fold(word), fresh, titled))
        titled = word.casefold() in _BEFORE
        at = match.end()
    return tuple(found)


def identifiers(sentence: str) -> tuple[str, ...]:
    """Return code and designations (`ConnectTimeout`, `AP-4500`), which must match exactly."""
    code = [name for span in _CODE.findall(sentence) for name in re.findall(r"[A-Za-z_]\w+", span)]
    found = code + _IDENTIFIER.findall(_CODE.sub(" ", sentence))
    return tuple(name for name in dict.fromkeys(found) if not _QUARTER.fullmatch(name))


def is_known(name: Name, forms: frozenset[str], initials: str) -> bool:
    """Return whether a source with these `name_forms` and `initials` has the name, another form of it, or words whose initials
    it is."""
    if name.folded in forms or any(term in forms for term in terms(name.text)):
        return True
    parts = [part for part in re.split(r"[-'’&]", name.folded) if part]
    if len(parts) > 1 and all(part in forms for part in parts):
        return True
    if name.text.isupper() and len(name.text) >= _LEAST_ACRONYM and name.text in initials:
        return True
    return any(_same(name.folded, other) for other in forms)


def name_forms(text: str) -> frozenset[str]:
    """Return every word of a text in the form in which names are compared, and its terms."""
    return frozenset(fold(_POSSESSIVE.sub("", match.group())) for match in _WORD.finditer(text)) | frozenset(terms(text))


def initials(text: str) -> str:
    """Return the initials of neighbouring words, such as `WHO` for World Health Organization."""
    words = [match.group() for match in _WORD.finditer(text)]
    return "".join(word[0] if word[0].isupper() else " " if len(word) > 3 else word[0] for word in words)


def has_others(sentence: str, claim: Iterable[str]) -> bool:
    """Return whether a sentence of a source has a name that the claim lacks."""
    mine = frozenset(claim)
    return any(name.folded not in mine and not any(_same(name.folded, other) for other in mine) for name in names(sentence))


def fold(word: str) -> str:
    """Return a word in lower case without accents, as names are compared: `Müller` as `muller`."""
    return unicodedata.normalize("NFC", _FOLDED.sub("", unicodedata.normalize("NFD", word.casefold())))


def _same(one: str, other: str) -> bool:
    """Return whether two words are the same except for an ending: `Schneiders` is a form of `Schneider`, but `Irish` not of
    `Ireland`."""
    shorter = min(len(one), len(other))
    return shorter >= _LEAST_SHARED and abs(len(one) - len(other)) <= 3 and one[: shorter - 1] == other[: shorter - 1]
