"""How the person wants things done, as they said it: what they prefer, and what they asked of every answer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from chat.domain import Passage
from chat.standing import standing

_LOOKS_BACK = re.compile(
    r"\b(?:did|have|had|was|were|been|passed|mentioned|so far|over time|I['’]ve|our (?:\w+ )?(?:conversation|chat|session"
    r"|discussion|talk)s?"
    r"|habe|hast|haben|hatten?|warst|waren|wurden?|bisher|unser\w* (?:gespräch\w*|unterhaltung\w*)"
    r"|j['’]ai|ai-je|as-tu|avez-vous|avons-nous|avai[st]|étai(?:s|t|ent)|été|jusqu['’]ici|notre conversation"
    r"|(?:he|has|ha|hemos) \w+[dt]o|había|fue|dije|dijiste|nuestra conversación"
    r"|был[аио]?|\w{2,}(?:ал|ил|ел)[аио]?|наш\w* (?:разговор|бесед)\w*)\b",
    re.IGNORECASE,
)
_PREFERS = re.compile(
    r"\bI(?:['’]d| would)? (?:\w+ )?(?:prefer|rather|favou?r)\b|\bmy preferen|\bI(?:['’]ve| have) chosen to\b"
    r"|\bich (?:[^\s.!?]+ ){0,5}lieber\b|\bich bevorzuge\b|\b(?:ziehe ich|ich ziehe) (?:[^\s.!?]+ ){1,8}vor\b"
    r"|\bje préfère|\bj['’]aime(?:rais)? mieux\b|\bma préférence\b|\bprefiero\b|\bpreferiría\b|\bmi preferencia\b"
    r"|\bя (?:\w+ )?предпоч|\bмне больше нрав",
    re.IGNORECASE,
)

_WORDS = ("prefer", "rather", "favo", "chosen", "lieber", "bevorzug", "ziehe", "préf", "mieux", "prefier", "предпоч", "нрав")
"""One of these is in whatever states a preference."""


def raised(question: str, candidates: Sequence[Passage], factor: float) -> list[Passage]:
    """Candidates with the scores of wishes multiplied, at most to 1; best first. What somebody prefers bears on nearly every
    question in its field, though it seldom has the question's words.

    A question that looks back asks for what was said or done, not for how to do it, and is left as it is. Wishes are the
    person's own: speakers of an imported conversation, who have names, have none.
    """
    if _LOOKS_BACK.search(question):
        return list(candidates)
    weighed = [_times(passage, factor) if _is_wish(passage) else passage for passage in candidates]
    return sorted(weighed, key=lambda passage: -passage.score)


def _is_wish(passage: Passage) -> bool:
    if passage.role != "user" or passage.author is not None:
        return False
    said = passage.chunk.text.casefold()
    prefers = any(word in said for word in _WORDS) and bool(_PREFERS.search(said))
    return prefers or bool(standing(passage.chunk.text).instructions)


def _times(passage: Passage, factor: float) -> Passage:
    fused = min(passage.scores.fused * factor, 1.0)
    return replace(passage, score=fused * passage.scores.recency, scores=replace(passage.scores, fused=fused))
