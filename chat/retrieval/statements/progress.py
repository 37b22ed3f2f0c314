"""Whether a sentence states a goal or what has been reached, which is no other value of it."""

from __future__ import annotations

import re
from typing import Literal

Progress = Literal["goal", "reached"]

_REACHED = re.compile(r"\b(?:reach\w*|hit|covers?|erreicht|atteint|alcanz\w+)\b", re.IGNORECASE)
_GOAL = re.compile(r"\b(?:goals?|targets?|aim(?:ing)?|ziele?|objectifs?|objetivos?)\b", re.IGNORECASE)


def progress(sentence: str) -> Progress | None:
    """Return whether a sentence says what has been reached, perhaps of a goal, or else what the goal is; `None` if neither."""
    if _REACHED.search(sentence):
        return "reached"
    return "goal" if _GOAL.search(sentence) else None
