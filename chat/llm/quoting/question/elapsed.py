"""Questions for the time between two events: "How many days are there between the order and the delivery?"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from chat.text import folded
from chat.text.languages import ENGLISH

Unit = Literal["day", "week", "month", "year"]

_UNITS: Mapping[str, Unit] = {
    "day": "day", "tage": "day", "jour": "day", "día": "day", "dia": "day",
    "week": "week", "woche": "week", "semaine": "week", "semana": "week",
    "month": "month", "monat": "month", "mois": "month", "mes": "month",
    "year": "year", "jahr": "year", "an": "year", "año": "year",
}  # fmt: skip
"""By the first letters of the word."""
_DETERMINED = "when|the|my|our|his|her|their|an?|i|we"
_FIRST, _SECOND = r"\s(?P<first>[^?]+?)\s", r"(?P<second>[^?]+?)\s*\?*"


def _between(how_many: str, between: str, joined: str) -> re.Pattern[str]:
    return re.compile(rf"{how_many}\b[^?]*?\b{between}{_FIRST}{joined}\s{_SECOND}", re.IGNORECASE)


_WORDS = {
    ENGLISH: (
        _between(
            r"how (?:many (?P<unit>days|weeks|months|years)"
            r"|(?:much time|long)\s(?:passed|went by|(?:is|was) (?:it|there)|did it take)"
            rf"(?=\s(?:[a-z]+\s)?(?:between|from)\s(?:{_DETERMINED})\b))",
            "(?:between|from)",
            rf"(?:and|to|until|till)(?=\s(?:(?:{_DETERMINED})\b|(?-i:[A-Z])))",
        ),
        "When was",
    ),
    "german": (_between("wie ?viele? (?P<unit>tage|wochen|monate|jahre|zeit)", "zwischen", "und"), "Wann war"),
    "french": (
        _between("combien de (?P<unit>jours|semaines|mois|années|ans|temps)", "entre", "et"),
        "Quand a eu lieu",
    ),
    "spanish": (_between("¿?cu[áa]nt[oa]s? (?P<unit>d[íi]as|semanas|meses|años|tiempo)", "entre", "y"), "¿Cuándo fue"),
}
"""By language: the question with its two events, and how the time of an event is asked for."""
_WHEN = re.compile(r"(?:when|wann|als|quand|cuando)\s", re.IGNORECASE)
_LONGEST = 300


@dataclass(frozen=True, slots=True)
class Elapsed:
    """A question for the time between two events."""

    events: tuple[str, str]
    """Each as a question for its time."""
    unit: Unit | None
    """The unit asked for; `None` for any."""


def elapsed_question(question: str, language: str) -> Elapsed | None:
    """Return the two events between which time is asked for, in English, German, French and Spanish; `None` for any other
    question."""
    pattern, asked = _WORDS.get(language, (None, ""))
    if pattern is None or len(question) > _LONGEST or (found := pattern.fullmatch(question.strip())) is None:
        return None
    first, second = (_asked(found[side].strip(), asked) for side in ("first", "second"))
    return Elapsed((first, second), _unit(folded(found["unit"] or "")))


def _asked(event: str, asked: str) -> str:
    return f"{event[0].upper()}{event[1:]}?" if _WHEN.match(event) else f"{asked} {event}?"


def _unit(word: str) -> Unit | None:
    return next((unit for beginning, unit in _UNITS.items() if word.startswith(beginning)), None)
