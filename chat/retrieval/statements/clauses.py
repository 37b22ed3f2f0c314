"""Where the clauses of a sentence end, and since when they hold."""

from __future__ import annotations

import re

from chat.text.calendar_names import MONTHS, WEEKDAYS, one_of

CLAUSE_END = re.compile(
    r"[,;:()—–]\s|\s(?=(?:but|so|because|since|as|which|who|while|after|due|considering|aber|weil|mais|parce|pero|porque|но)\b)"
    r"|\s(?=and (?:i|my|we|it)\b)",
    re.IGNORECASE,
)
SINCE = "(?:from|starting|since|as of|ab|seit|à partir de|depuis|dès|desde|a partir de)"
_MONTH = rf"(?:{one_of(MONTHS)})"
_WHEN = (
    rf"(?:(?:on|now on|{_MONTH}|{one_of(WEEKDAYS)})(?:\s\d{{1,4}}(?:st|nd|rd|th|\.)?)?|week|month|year"
    rf"|today|tomorrow|yesterday|heute|morgen|sofort|\d{{1,2}}(?:st|nd|rd|th|\.)?\s(?:of\s)?{_MONTH})"
)
FROM_THEN_ON = re.compile(rf"\b{SINCE}\s+(?:(?:next|last|the|this|dem|el|le)\s+)?{_WHEN}\b(?:\son(?:wards)?\b)?", re.IGNORECASE)
"""Matches since when something holds: it signals a change, and is not part of what holds."""
