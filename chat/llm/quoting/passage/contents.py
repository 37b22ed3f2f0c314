"""Lines of a table of contents or of an index: they say where something stands, and nothing of it."""

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
"""Lines with leaders between a name and its page. A list of prices has such lines, too, but no numbers of sections in front."""


def without_entries(text: str, section: Sequence[str]) -> str:
    """A passage of a section (its heading path) with such lines left empty; as it is where it has none."""
    lines = text.splitlines(keepends=True)
    dotted = [line for line in lines if _LEADERS.search(line)]
    if len(dotted) < _FEWEST:
        return text
    titled = any(_TITLE.fullmatch(line.strip()) for line in (*lines, *section[-1:]))
    if not titled and 2 * sum(_NUMBERED.match(line) is not None for line in dotted) < len(dotted):
        return text
    return "".join("\n" if line in dotted else line for line in lines)
