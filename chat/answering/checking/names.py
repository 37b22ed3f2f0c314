"""Names: words that a sentence writes as names, and whether a source knows them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from chat.answering.checking.words import content
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
"""What stands before a person's name, in languages that write every noun like a name, too."""
_LEAST_SHARED = 4
_LEAST_ACRONYM = 2


@dataclass(frozen=True, slots=True)
class Name:
    """A word written as a name."""

    text: str
    folded: str
    first: bool
    """It begins the sentence, where any word is written so."""
    titled: bool
    """It stands behind `Frau` or `Dr.`"""


def names(sentence: str) -> tuple[Name, ...]:
    found = []
    fresh = titled = False
    at = 0
    for number, match in enumerate(_WORD.finditer(sentence)):
        between = sentence[at : match.start()]
        fresh = number == 0 or (bool(re.search(r"[.!?:]\s|[“\"«]$|\n", between)) and not titled)
        word = _POSSESSIVE.sub("", match.group())
        if word[:1].isupper() and len(word) > 1 and (content(word) or word.isupper()) and word.casefold() not in MONTHS:
            found.append(Name(word, fold(word), fresh, titled))
        titled = word.casefold() in _BEFORE
        at = match.end()
    return tuple(found)


def identifiers(sentence: str) -> tuple[str, ...]:
    """Code and designations (`ConnectTimeout`, `AP-4500`), which are either the same or not."""
    code = [name for span in _CODE.findall(sentence) for name in re.findall(r"[A-Za-z_]\w+", span)]
    found = code + _IDENTIFIER.findall(_CODE.sub(" ", sentence))
    return tuple(name for name in dict.fromkeys(found) if not _QUARTER.fullmatch(name))


def knows(folded: frozenset[str], name: Name, capitals: str) -> bool:
    """Whether a source has the name, in another form of it or as the capitals of its words."""
    if name.folded in folded or any(term in folded for term in terms(name.text)):
        return True
    parts = [part for part in re.split(r"[-'’&]", name.folded) if part]
    if len(parts) > 1 and all(part in folded for part in parts):
        return True
    if name.text.isupper() and len(name.text) >= _LEAST_ACRONYM and name.text in capitals:
        return True
    return any(_same(name.folded, other) for other in folded)


def known(text: str) -> frozenset[str]:
    """Every word of a text as names are compared, and its terms."""
    return frozenset(fold(_POSSESSIVE.sub("", match.group())) for match in _WORD.finditer(text)) | frozenset(terms(text))


def capitals(text: str) -> str:
    """The first letters of neighbouring words, as `WHO` for World Health Organization."""
    words = [match.group() for match in _WORD.finditer(text)]
    return "".join(word[0] if word[0].isupper() else " " if len(word) > 3 else word[0] for word in words)


def strangers(sentence: str, claim: Iterable[str]) -> bool:
    """Whether a source's sentence has a name of its own that the claim does not have."""
    mine = frozenset(claim)
    return any(name.folded not in mine and not any(_same(name.folded, other) for other in mine) for name in names(sentence))


def fold(word: str) -> str:
    return unicodedata.normalize("NFC", _FOLDED.sub("", unicodedata.normalize("NFD", word.casefold())))


def _same(one: str, other: str) -> bool:
    """The same but for an ending: `Irish` is no form of `Ireland`, `Schneiders` is one of `Schneider`."""
    shorter = min(len(one), len(other))
    return shorter >= _LEAST_SHARED and abs(len(one) - len(other)) <= 3 and one[: shorter - 1] == other[: shorter - 1]
