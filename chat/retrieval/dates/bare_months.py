"""Months that a question names without a preposition: "How was October?", "October: what did I do?", "Wie war der Oktober?"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from chat.retrieval.dates.calendar_words import MONTHS, YEAR_NUMBER
from chat.text.calendar_names import one_of

_NAMES_TOO = frozenset(("april", "june", "august", "jan", "mars", "avril", "mai"))
"""Months that are the names of people, or of a planet, as well; these count only where no such name can stand."""
_YEAR = rf"(?:\s+{YEAR_NUMBER})?"
_MONTH = rf"(?P<month>(?:{one_of(MONTHS.keys() - _NAMES_TOO)}){_YEAR})"
_ANY_MONTH = rf"(?P<month>(?:{one_of(MONTHS)}){_YEAR})"
_ASKED = r"(?P<asked>(?:what|where|who|whom|how|was|wo|wohin|wen|wie|wieviel|qu|que|où|qui|comment|qué|dónde|cómo|cuánto)\b.+?)"
_END = r"(?:\s+so far)?\s*[?.!]*\s*"
_FORMS = (
    (
        (
            rf"how\s+(?:was|were|has)\s+(?:my |our )?{_MONTH}(?:\s+been)?(?:\s+for (?:me|us))?",
            rf"how\s+did\s+(?:my |our )?{_ANY_MONTH}\s+(?:go|turn out)(?:\s+for (?:me|us))?",
            rf"what\s+did\s+(?:my |our )?{_MONTH}\s+(?:bring|look like)(?:\s+for (?:me|us))?",
            rf"(?:please |(?:can|could) you )*(?:tell (?:me|us) about|recap|walk (?:me|us) through)\s+(?:my |our )?{_MONTH}",
            rf"what(?:\s+all)?\s+(?:happened|went on)\s+{_ANY_MONTH}",
        ),
        "what happened in {month}?",
    ),
    (
        (
            rf"(?:(?:in|im|en|a|em)\s+)?{_ANY_MONTH}\s*[:–—]\s*{_ASKED}",
            rf"(?:(?:in|im|en|a|em)\s+)?{_MONTH}\s*(?:,|\s-)\s+{_ASKED}",
            rf"{_ASKED},\s+{_MONTH}",
        ),
        "{asked} in {month}?",
    ),
    (
        (rf"wie\s+(?:war|lief|verlief)\s+der\s+{_ANY_MONTH}", rf"wie\s+(?:war|lief)\s+{_MONTH}"),
        "was ist im {month} passiert?",
    ),
    (
        (rf"comment\s+(?:était|a été|s'est passé|s'est déroulé)\s+(?:le mois de?\s?)?{_MONTH}",),
        "que s'est-il passé en {month}?",
    ),
    (
        (rf"¿?\s*(?:cómo|qué tal)\s+(?:fue|estuvo|me fue|nos fue|ha sido)\s+(?:el mes de\s)?{_MONTH}",),
        "¿qué pasó en {month}?",
    ),
    ((rf"com'(?:è stato|era)\s+{_MONTH}",), "cosa è successo a {month}?"),
    ((rf"como (?:foi|correu)\s+{_MONTH}",), "o que aconteceu em {month}?"),
)
"""Forms of a folded question, and how it reads in full."""


@cache
def _forms() -> Sequence[tuple[re.Pattern[str], str]]:
    """Return the patterns of the forms; they are compiled when a question first names a month."""
    return [(re.compile(rf"[^\w\s]*{pattern}{_END}"), full) for patterns, full in _FORMS for pattern in patterns]


def in_full(question: str) -> str:
    """Return a folded question with its month after a preposition; unchanged if it names none alone."""
    if not any(month in question for month in MONTHS):
        return question
    for pattern, full in _forms():
        if match := pattern.fullmatch(question):
            return full.format_map(match.groupdict())
    return question
