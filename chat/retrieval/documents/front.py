"""The front matter of a text, before its first section: title, authors, place and date of publication."""

from __future__ import annotations

import re
from collections.abc import Sequence

from chat.domain import Page, Section

_KINDS = (
    r"(?:paper|document|report|article|study|thesis|book|spec(?:ification)?|manual|guide|white ?paper|file|pdf|essay|standard"
    r"|dokument|bericht|artikel|buch|studie|handbuch|datei|rapport|livre|étude|manuel|fichier|documento|informe|artículo|libro"
    r"|estudio|archivo)"
)
_TEXT = rf"(?:this\s{_KINDS}|the\s(?:paper|document|spec(?:ification)?|manual|white ?paper|file|pdf))"
""""the report" and "the book" are left out, since a conversation may be about one."""
_ASKS = re.compile(
    rf"[¿\s]*(?:who (?:wrote|authored|published) {_TEXT}|who (?:is|are) the authors?(?: of {_TEXT})?"
    rf"|(?:where|when|by whom) was {_TEXT}\s(?:published|written)|what(?: is|['’]s) the title(?: of {_TEXT})?"
    rf"|wer hat diese[sn]?\s{_KINDS}\s(?:geschrieben|verfasst)|wer (?:ist der autor|sind die autoren)"
    rf"|qui a écrit (?:ce|cet|cette)\s{_KINDS}|qui (?:est l['’]auteur|sont les auteurs)"
    rf"|quién(?:es)? (?:escribió|escribieron) (?:este|esta)\s{_KINDS}|quién(?:es)? (?:es el autor|son los autores))[?.!\s]*",
    re.IGNORECASE,
)
_SIGNED = re.compile(
    r"^\W*(?:(?:written|prepared|compiled|edited|drafted) by\b|authors?\s*[:=]|autor(?:en|in|innen|es)?\s*[:=]|auteurs?\s*[:=]"
    r"|verfasst von\b|rédigé par\b|escrito por\b)",
    re.IGNORECASE | re.MULTILINE,
)
_MOST = 1_200
"""Most characters of the front matter."""
_LEAST = 30
"""Least characters besides the title."""


def asked_for(question: str) -> bool:
    """Return whether a question asks for nothing but front matter."""
    return _ASKS.fullmatch(question) is not None


def of(sections: Sequence[Section], pages: Sequence[Page]) -> list[Section]:
    """Return the front matter as a section of its own, up to the first heading or page; empty if it is only a title."""
    headed = [each for each in sections if each.level > 0]
    title = next((each.title for each in headed if each.start == 0), "")
    ends = [*(each.start for each in headed if each.start > 0), *(page.end for page in pages), *(each.end for each in sections)]
    end = min([*ends, _MOST])
    if end - len(title) < _LEAST:
        return []
    return [Section("front", None, "Beginning", 0, 0, end, pages[0].number if pages else None)]


def is_signed(text: str) -> bool:
    """Return whether a text states by whom or when it was written: a search finds such a statement, wherever it is."""
    return _SIGNED.search(text) is not None
