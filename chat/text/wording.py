"""Names and numbers in words, wherever a person reads them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

_TITLE_CHARACTERS = 60


UNNAMED = "New conversation"
"""What a thread without a name is called, wherever a person sees it."""


def title_of(question: str) -> str:
    """A thread's first name: the beginning of its first question, cut at a word."""
    words = " ".join(question.split())
    if len(words) <= _TITLE_CHARACTERS:
        return words
    return words[:_TITLE_CHARACTERS].rsplit(" ", 1)[0].rstrip(",;:.") + "…"


_NAMED = 10
"""Runs of pages that a sentence names."""


UNITS = {"xlsx": "sheet", "xlsm": "sheet", "xlsb": "sheet", "xls": "sheet", "ods": "sheet", "pptx": "slide", "odp": "slide"}
"""What stands in place of pages in files of these endings."""


def unit_of(name: str | None) -> str:
    """What a file of this name is made of: pages, or the sheets of a workbook, the slides of a presentation."""
    before, _, ending = (name or "").rpartition(".")
    return UNITS.get(ending.casefold(), "page") if before else "page"


def pages_in_words(numbers: Sequence[int], unit: str = "page") -> str:
    """`page 3`, `pages 3, 5 and 12 to 18`; `numbers` are in order."""
    runs = [[number for _, number in run] for _, run in groupby(enumerate(numbers), key=lambda each: each[1] - each[0])]
    named = [f"{run[0]:,} to {run[-1]:,}" if len(run) > 1 else f"{run[0]:,}" for run in runs]
    return f"{unit}{'s' if len(numbers) > 1 else ''} {listed(named)}"


def listed(words: Sequence[str]) -> str:
    """`a, b and c`; of many the first ten."""
    if len(words) > _NAMED:
        words = [*words[:_NAMED], f"{len(words) - _NAMED:,} more"]
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]
