"""Questions that were asked before in nearly the same words: they are most like the question, and answer nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from chat.domain import Passage, Source
from chat.text import QUESTION_MARKS, terms

_NEW = 1
"""Most words that such a message has and the question has not."""
_ASKS_FOR_THEM = re.compile(
    r"\b(?:ask|asked|asking|my (?:\w+ )?questions?|gefragt|meine?r? (?:\w+ )?fragen?|demandé|mes? questions?"
    r"|pregunt\w+|спр(?:осил|ашивал)\w*|вопрос\w*)\b",
    re.IGNORECASE,
)


def lowered(question: str, candidates: Sequence[Passage], factor: float) -> list[Passage]:
    """Candidates with the scores of such messages multiplied; best first. Not where it is asked what was asked."""
    if factor == 1 or _ASKS_FOR_THEM.search(question):
        return list(candidates)
    asked = set(terms(question))
    weighed = [_times(passage, factor) if _asks_again(passage, asked) else passage for passage in candidates]
    return sorted(weighed, key=lambda passage: -passage.score)


def _asks_again(passage: Passage, asked: set[str]) -> bool:
    text = passage.chunk.text.rstrip()
    if passage.chunk.source is not Source.MESSAGE or not text.endswith(QUESTION_MARKS):
        return False
    return len(set(terms(text)) - asked) <= _NEW


def _times(passage: Passage, factor: float) -> Passage:
    fused = passage.scores.fused * factor
    return replace(passage, score=fused * passage.scores.recency, scores=replace(passage.scores, fused=fused))
