"""The courtesies of one language: what users say that no source says anything about."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product


@dataclass(frozen=True, slots=True, kw_only=True)
class Courtesies:
    """Phrases by kind, separated by `|`, in lower case and without punctuation."""

    greeting: str
    thanks: str
    goodbye: str
    beside: str
    """Words that may accompany courtesies and add nothing."""
    acknowledged: str
    itself: str
    """Questions about the assistant and what it can do."""
    thanked_for: str = ""
    """Words between thanks and what they are for."""
    that_was: str = ""
    good: str = ""
    """What `that_was` something that pleases."""
    declined: str = ""
    """Thanks that refuse something; they are acknowledged, not returned."""


def combined(*parts: str) -> str:
    """Return all combinations of the parts, each given as alternatives, in the same notation."""
    return "|".join(map("".join, product(*(part.split("|") for part in parts))))
