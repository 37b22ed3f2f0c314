"""How users want things done: stated preferences, and instructions for every answer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from chat.dialogue.standing import standing
from chat.domain import Chunk, Passage
from chat.retrieval.per_chunk import cached_per_chunk
from chat.retrieval.question.phrasing import looks_back

_PREFERS = re.compile(
    r"\bI(?:['’]d| would)? (?:\w+ )?(?:prefer|rather|favou?r)\b|\bmy preferen|\bI(?:['’]ve| have) chosen to\b"
    r"|\bich (?:[^\s.!?]+ ){0,5}lieber\b|\bich bevorzuge\b|\b(?:ziehe ich|ich ziehe) (?:[^\s.!?]+ ){1,8}vor\b"
    r"|\bje préfère|\bj['’]aime(?:rais)? mieux\b|\bma préférence\b|\bprefiero\b|\bpreferiría\b|\bmi preferencia\b"
    r"|\bя (?:\w+ )?предпоч|\bмне больше нрав",
    re.IGNORECASE,
)
_WORDS = ("prefer", "rather", "favo", "chosen", "lieber", "bevorzug", "ziehe", "préf", "mieux", "prefier", "предпоч", "нрав")
"""Word stems, one of which is part of every statement of a preference."""


def raised(question: str, candidates: Sequence[Passage], factor: float) -> list[Passage]:
    """Return the candidates, best first, with the scores of wishes multiplied by `factor` and capped at 1.

    A preference matters to nearly every question in its field, though it seldom shares the question's words. For a question that
    looks back nothing changes, as it asks for what was said or done, not for how to do it. Only the user's own messages can be
    wishes, not those of named speakers in an imported conversation.
    """
    if looks_back(question):
        return list(candidates)
    weighed = [_times(passage, factor) if _is_wish(passage) else passage for passage in candidates]
    return sorted(weighed, key=lambda passage: -passage.score)


def _is_wish(passage: Passage) -> bool:
    return passage.own and tells_wish(passage.chunk)


@cached_per_chunk
def tells_wish(chunk: Chunk) -> bool:
    """Return whether a message of the user says how things are wanted."""
    return _prefers(chunk.text) or bool(standing(chunk.text).instructions)


def _prefers(said: str) -> bool:
    small = said.casefold()
    return any(word in small for word in _WORDS) and bool(_PREFERS.search(said))


def _times(passage: Passage, factor: float) -> Passage:
    return passage.with_scores(replace(passage.scores, fused=min(passage.scores.fused * factor, 1.0)))
