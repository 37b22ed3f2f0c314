"""Where the clauses of a quote meet."""

from __future__ import annotations

import re

_CLAUSE = re.compile(
    r"[,;:.!?–—]\s+|\s(?=(?:and|but|so|because|since|after|before|with|und|aber|weil|nachdem|bevor|et|mais|parce|après|avant"
    r"|y|pero|porque|después|antes)\s)",
    re.IGNORECASE,
)
_YEAR_NEXT = re.compile(r",\s+(?=(?:19|20)\d\d\b)")


def clauses(text: str) -> list[str]:
    """Split a text into clauses, but not within a date ("12 March 2024", "March 12, 2024")."""
    return _CLAUSE.split(_YEAR_NEXT.sub(" ", text))
