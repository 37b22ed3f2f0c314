"""Strip mentions of a source from questions about what it says ("What does the manual say about oiling?").

Name or kind of a source tells where to look, not what for, and few manuals mention manuals.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from chat.text import terms

_SAYS = re.compile(r"\b(?:say|says|tell|tells|state|states|mention|mentions)\b(?: us| me)?(?=\s+(?:about|on)\b)", re.IGNORECASE)
"""What a file does, after its name."""
_KINDS = (
    r"(?:documentation|docs|(?:document|file|text|pdf|page|source|manual|handbook|guide|booklet|leaflet|brochure|contract|agreement"
    r"|lease|policy|report|paper|article|study|book|chapter|section|letter|e-?mail|memo|note|minute|protocol|transcript|term|rule"
    r"|regulation|law|statute|act|instruction|readme|spec|specification|standard|catalogue|catalog|presentation|slide|table|sheet"
    r"|list|price list|agenda)s?|policies)"
)
_OF = rf"(?:(?:the|this|that|these|those|our|my|your)\s+{_KINDS})"
_ABOUT = r"(?:\s+(?:about|on|regarding|concerning|of)\b)"
_ASKED = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"what\s+(?:do|does|did)\s+{_OF}\s+(?:say|tell(?:\s+(?:us|me))?|state|mention|specify|have\s+to\s+say){_ABOUT}",
        rf"(?:do|does|did)\s+{_OF}\s+(?:say|tell\s+(?:us|me)|state)(?:\s+(?:anything|something|much))?{_ABOUT}",
        rf"(?:do|does|did)\s+{_OF}\s+(?:mention|discuss)(?!\s+(?:that|whether|if|how|wh[aeoy]\w*)\b)(?:\s+(?:anything|something){_ABOUT})?",
        rf"(?:what|is\s+there\s+anything|is\s+anything|what\s+else)(?:\s+(?:is|was|are))?(?:\s+(?:written|said|stated|mentioned"
        rf"|specified|there))?\s+in\s+{_OF}{_ABOUT}",
    )
)


def without_names(question: str, names: Iterable[str]) -> str:
    """Remove names of files from a question, unless nothing else is left."""
    for name in names:
        at = question.casefold().find(name.casefold())
        left = _SAYS.sub("", f"{question[:at]}{question[at + len(name) :]}") if at >= 0 else question
        question = left if terms(left) else question
    return question


def without_source(question: str) -> str:
    """Return the question about what a source says, without the source; unchanged if it mentions none by its kind."""
    bare = question.strip()
    for pattern in _ASKED:
        if match := pattern.match(bare):
            return f"What about{bare[match.end() :]}"
    return question
