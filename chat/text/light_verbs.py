"""Light verb phrases that merely say that something happens: "findet … statt", "a lieu", "tiene lugar"."""

from __future__ import annotations

import re

_AROUND = re.compile(
    r"\b(?:(?:findet|finden|fand|fanden)\b(?P<german>[^?.!]{1,200}?)\s+statt"
    r"|(?:vindt|vinden|vond|vonden)\b(?P<dutch>[^?.!]{1,200}?)\s+plaats)(?=\s*(?:[?.!,;]|$))",
    re.IGNORECASE,
)
"""Phrases that enclose what happens."""
_WHOLE = re.compile(
    r"\b(?:stattfind\w+|stattgefunden|plaatsvind\w+|plaatsgevonden"
    r"|(?:a|ont|aura|auront|avait|avaient)(?:-(?:t-)?(?:ils?|elles?))? (?:eu )?lieu"
    r"|(?:tiene|tienen|tuvo|tuvieron|tendrá|tendrán|ha tenido) lugar|(?:ha|hanno|avrà|avranno) (?:avuto )?luogo)\b",
    re.IGNORECASE,
)


def without_light_verbs(question: str) -> str:
    """Return the question without such phrases, which any passage about an event may contain.

    It is unchanged if nothing would be left.
    """
    left = _WHOLE.sub(" ", _AROUND.sub(lambda match: match["german"] or match["dutch"], question))
    return " ".join(left.split()) if any(map(str.isalpha, left)) and left != question else question
