"""Count what a text denies."""

from __future__ import annotations

import re

from chat.text.negation import ENGLISH, FRENCH, GERMAN, SPANISH

_NEGATIONS = {
    None: rf"{ENGLISH}|\bno\b(?!\.\s?\d)|\bwithout\b"
    r"|(?-i:\bnone\b)|\bneither\b|\bnor\b|\bnobody\b|\bnothing\b"
    r"|\bunable\b|\bunlikely\b|\bhardly\b",
    "de": rf"{GERMAN}|\bniemand\w*|\bohne\b|\bweder\b|\bnichts\b",
    "fr": rf"{FRENCH}|\bsans\b|\brien\b|\bnon\b|\bni\b",
    "es": rf"{SPANISH}|\bno\b|\bsin\b|\bningun[oa]?\b|\bningún\b|\bnada\b",
    "ru": r"\bне\b|\bнет\b|\bбез\b|\bникогда\b|\bникак\w*|\bни\b",
    "cjk": r"不|没|沒|未|勿|无(?!线)|無|别|ません|ない|なし|なく",
}
_PATTERNS = {language: re.compile(pattern, re.IGNORECASE) for language, pattern in _NEGATIONS.items()}
_NO_NEGATION = re.compile(
    r"\bnot only\b|\bno (?:later|more|less|fewer|earlier|sooner) than\b|\bnot (?:later|more|less|fewer) than\b|\bno doubt\b"
    r"|\bwhether or not\b|\bif not\b|\bnicht nur\b|\bnon seulement\b|\bno s[oó]lo\b|\bnot until\b"
    r"|(?<!\w)--?\w+(?:-\w+)+",
    re.IGNORECASE,
)
"""Phrases in which a word that negates does not, and options of a command ("--no-mouse")."""
_CJK = re.compile("[\u3040-\u30ff\u3400-\u9fff]")


def negations(text: str, language: str | None) -> int:
    """Return the number of negations in a text; two cancel each other."""
    pattern = _PATTERNS["cjk"] if _CJK.search(text) else _PATTERNS.get(language, _PATTERNS[None])
    return len(pattern.findall(_NO_NEGATION.sub(" ", text)))
