"""Drop the lines of a table of contents or an index, which say where something is but nothing about it."""

from __future__ import annotations

import re
from collections.abc import Sequence

_LEADERS = re.compile(r"(?:\.\s?){6,}|…{2,}")
_NUMBERED = re.compile(
    r"(?:chapter|part|section|appendix|annex|kapitel|abschnitt|teil|anhang|chapitre|annexe|capítulo|anexo)\s"
    r"|\d+(?:\.\d+)*\.?\s|[A-Z]\.\d",
    re.IGNORECASE,
)
_TITLE = re.compile(
    r"(?:.*\s)?(?:contents|index)|list of (?:figures|tables)|.*verzeichnis|inhalt|table des matières|sommaire|índice"
    r"|indice|inhoud(?:sopgave)?|содержание|оглавление",
    re.IGNORECASE,
)
_FEWEST = 2
"""Fewest lines with leaders (dots between a name and its page). Price lists have such lines too, but without section numbers."""


def without_entries(text: str, section: Sequence[str]) -> str:
    """Blank out such lines in a passage, whose heading path is `section`; return the text unchanged if it is not a table of
    contents."""
    lines = text.splitlines(keepends=True)
    dotted = [line for line in lines if _LEADERS.search(line)]
    if len(dotted) < _FEWEST:
        return text
    titled = any(_TITLE.fullmatch(line.strip()) for line in (*lines, *section[-1:]))
    if not titled and 2 * sum(_NUMBERED.match(line) is not None for line in dotted) < len(dotted):
        return text
    return "".join("\n" if line in dotted else line for line in lines)
