"""Names and numbers in words, as shown to users."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

_TITLE_CHARACTERS = 60


UNNAMED = "New conversation"
"""Name of a thread without a name, wherever it is shown to a user."""


def title_of(question: str) -> str:
    """Return a thread's initial name: the beginning of its first question, cut at a word."""
    words = " ".join(question.split())
    if len(words) <= _TITLE_CHARACTERS:
        return words
    return words[:_TITLE_CHARACTERS].rsplit(" ", 1)[0].rstrip(",;:.") + "…"


_NAMED = 10
"""Most runs of pages named in a sentence."""


UNITS = {"xlsx": "sheet", "xlsm": "sheet", "xlsb": "sheet", "xls": "sheet", "ods": "sheet", "pptx": "slide", "odp": "slide"}
"""Units instead of pages in files with these extensions."""


def unit_of(name: str | None) -> str:
    """Return the unit a file of this name consists of: page, sheet or slide."""
    before, _, ending = (name or "").rpartition(".")
    return UNITS.get(ending.casefold(), "page") if before else "page"


def pages_in_words(numbers: Sequence[int], unit: str = "page") -> str:
    """Return `page 3` or `pages 3, 5 and 12 to 18`; `numbers` must be in order."""
    runs = [[number for _, number in run] for _, run in groupby(enumerate(numbers), key=lambda each: each[1] - each[0])]
    named = [f"{run[0]:,} to {run[-1]:,}" if len(run) > 1 else f"{run[0]:,}" for run in runs]
    return f"{unit}{'s' if len(numbers) > 1 else ''} {listed(named)}"


def listed(words: Sequence[str]) -> str:
    """Return `a, b and c`; of many words the first ten, and the number of the others."""
    if len(words) > _NAMED:
        words = [*words[:_NAMED], f"{len(words) - _NAMED:,} more"]
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]
