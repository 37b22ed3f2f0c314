"""Words that deny something, as parts of patterns to be matched ignoring case."""

from __future__ import annotations

ENGLISH = r"\b(?:not|cannot|never)\b|n['’]t\b"
GERMAN = r"\b(?:nicht|nie(?:mals)?|kein\w*)\b"
FRENCH = r"\b(?:pas|jamais|aucune?)\b"
SPANISH = r"\b(?:nunca|jamás|tampoco)\b"
NOT = rf"(?:{ENGLISH}|{GERMAN}|{FRENCH}|{SPANISH})"
"""Without the word "no", which may only answer a question."""
NO = rf"(?:{NOT}|\bno\b)"
WITHOUT = r"(?:\b(?:without|ohne|sans|sin)\b)"
NOT_THIS = r"(?:not|nicht|pas|no)"
"""Before what does not hold, beside what does: "green, not blue"."""
