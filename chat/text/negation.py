"""Words that deny something, as parts of patterns to be matched ignoring case."""

from __future__ import annotations

_ENGLISH, _GERMAN, _FRENCH, _SPANISH = (
    r"not|cannot|never",
    r"nicht|nie(?:mals)?|kein\w*",
    r"pas|jamais|aucune?",
    r"nunca|jamás|tampoco",
)
_WORDS = f"{_ENGLISH}|{_GERMAN}|{_FRENCH}|{_SPANISH}"
ENGLISH = rf"\b(?:{_ENGLISH})\b|n['’]t\b"
GERMAN = rf"\b(?:{_GERMAN})\b"
FRENCH = rf"\b(?:{_FRENCH})\b"
SPANISH = rf"\b(?:{_SPANISH})\b"
NOT = rf"(?:\b(?:{_WORDS})\b|n['’]t\b)"
"""Without the word "no", which may only answer a question."""
NO = rf"(?:\b(?:no|{_WORDS})\b|n['’]t\b)"
WITHOUT = r"(?:\b(?:without|ohne|sans|sin)\b)"
NOT_THIS = r"(?:not|nicht|pas|no)"
"""Before what does not hold, beside what does: "green, not blue"."""
