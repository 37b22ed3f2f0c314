"""Recognise messages that plainly state something, which is acknowledged rather than answered."""

from __future__ import annotations

import re

from chat.dialogue.correcting import correction, kinds
from chat.dialogue.telling import asks, asks_to_keep, is_pasted, is_so, only_tells, without_greeting
from chat.text import QUESTION_MARKS, sentences

_STATEMENT = re.compile(
    r"^(?:i|i'm|i’m|i've|i’ve|my|we|we're|we’re|our)\b",
    re.IGNORECASE,
)
_CORRECTS = re.compile(
    r"^(?:correction|korrektur|berichtigung|rectification|corrección)\b"
    r"|\b(?:is|are|was|starts?|ends?|begins?|ist|sind|beginnt|endet)\s(?:not|nicht)\b.*\b(?:but|sondern)\b",
    re.IGNORECASE,
)
"""A correction, which states something if it gives a value."""
_WHAT_NOW = re.compile(
    r"\b(?:what now|now what|what next|what (?:do|can|should|must|shall) (?:i|we) do(?: now| next)?|what to do(?: now)?"
    r"|any (?:ideas?|tips?|advice|suggestions?|help)|please help(?: me)?|help me(?:,? please)?|how come"
    r"|was (?:nun|jetzt|tun)|was (?:soll|kann|muss) ich (?:jetzt |nun )?(?:tun|machen)|(?:bitte )?hilfe"
    r"|que faire(?: maintenant)?|et maintenant|qu[eé] hago(?: ahora)?|y ahora qu[eé])\W*$",
    re.IGNORECASE,
)
"""The end of a message that tells of a problem and asks what to do about it."""
_ASKS_BEHIND = re.compile(
    r"[,.;:–—-]\s+(?:so\s+|and\s+|but\s+)?(?:which (?:\w+ ){1,3}(?:has|have|is|are|do|does|can|should|would)"
    r"|what (?:is|are|do|does|should|can)|how (?:do|does|can|should|much|many|long|often)|who (?:do|can|should)"
    r"|where (?:do|does|can|should|is|are) (?:i|we|the|my|our)|when (?:do|does|can|should)"
    r"|(?:can|may|should|must|do|am) (?:i|we)|(?:is|are) there|welche\w* \w+ (?:hat|haben|ist|sind|kann|können)"
    r"|was (?:muss|kann|soll) ich|wie (?:kann|muss|soll|viel|lange|oft)|(?:kann|darf|muss|soll) ich)\b",
    re.IGNORECASE,
)
"""A question behind a statement, without a question mark: "I have asthma, which ones have a good filter"."""


def is_statement(text: str) -> bool:
    """Return whether a message plainly states something rather than asks; only clear cases count."""
    said = text.strip()
    asked = _WHAT_NOW.search(said) or _ASKS_BEHIND.search(said)
    if any(mark in said for mark in QUESTION_MARKS) or asks(without_greeting(said)) or asked:
        return False
    if _STATEMENT.match(said) or asks_to_keep(without_greeting(said)) or only_tells(said) or is_pasted(said):
        return True
    if correction(said) is not None:
        return True
    alone = len(list(sentences(said))) == 1
    return alone and bool(kinds(said)) and (is_so(said) or _CORRECTS.search(said) is not None)
