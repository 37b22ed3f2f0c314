"""What stands in front of a text, before its first section: its title, who wrote it, where and when it was published."""

from __future__ import annotations

import re
from collections.abc import Sequence

from chat.domain import Page, Section

_TEXT = (
    r"(?:paper|document|report|article|study|thesis|book|spec(?:ification)?|manual|guide|white ?paper|file|pdf|essay|standard"
    r"|dokument|bericht|artikel|buch|studie|handbuch|datei|rapport|livre|étude|manuel|fichier|documento|informe|artículo|libro"
    r"|estudio|archivo)"
)
_ASKS = re.compile(
    rf"[¿\s]*(?:who (?:wrote|authored|published) (?:the|this)\s{_TEXT}"
    rf"|who (?:is|are) the authors?(?: of (?:the|this)\s{_TEXT})?"
    rf"|(?:where|when|by whom) was (?:the|this)\s{_TEXT}\s(?:published|written)"
    rf"|what(?: is|['’]s) the title(?: of (?:the|this)\s{_TEXT})?"
    rf"|wer hat (?:das|den|die|diese[sn]?)\s{_TEXT}\s(?:geschrieben|verfasst)|wer (?:ist der autor|sind die autoren)"
    rf"|qui a écrit (?:le|la|ce|cet|cette)\s{_TEXT}|qui (?:est l['’]auteur|sont les auteurs)"
    rf"|quién(?:es)? (?:escribió|escribieron) (?:el|la|este|esta)\s{_TEXT}"
    r"|quién(?:es)? (?:es el autor|son los autores))[?.!\s]*",
    re.IGNORECASE,
)
_SIGNED = re.compile(
    r"^\W*(?:(?:written|prepared|compiled|edited|drafted) by\b|authors?\s*:|autor(?:en|in|innen|es)?\s*:|auteurs?\s*:"
    r"|verfasst von\b|rédigé par\b|escrito por\b)",
    re.IGNORECASE | re.MULTILINE,
)
_MOST = 1_200
"""Characters."""
_LEAST = 30
"""Characters beside the title."""


def asked_for(question: str) -> bool:
    """Whether a question asks for no more than what stands there."""
    return _ASKS.fullmatch(question) is not None


def of(sections: Sequence[Section], pages: Sequence[Page]) -> list[Section]:
    """That part of a document, as a section of its own, up to its first heading or page; none where it is but a title."""
    headed = [each for each in sections if each.level > 0]
    title = next((each.title for each in headed if each.start == 0), "")
    ends = [*(each.start for each in headed if each.start > 0), *(page.end for page in pages), *(each.end for each in sections)]
    end = min([*ends, _MOST])
    return (
        [Section("front", None, "Beginning", 0, 0, end, pages[0].number if pages else None)] if end - len(title) >= _LEAST else []
    )


def is_signed(text: str) -> bool:
    """Whether a text says in words by whom or when it was written: a search finds that, wherever it stands."""
    return _SIGNED.search(text) is not None
