"""Questions for when the user last did something ("When did I last run?"), and whether a sentence tells of it.

A sentence with the word may tell of something else: of what another person or a thing did ("the tests run"), of what is still to
be done ("run the script"), or of another verb ("we ran out of milk", "I ran into Marta").
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from chat.text import terms
from chat.text.related import related

_TIME = r"(?:when|how long (?:ago|(?:has it been )?since)|what (?:day|date))"
_PARTICLE = r"out of|out|into|across|off|away|over|up|down|back|after|through"
_GOING = r"(?:go|went|been|gone)\s+(?:for an?\s+)?|(?:have|had|do|did|done|take|took)\s+an?\s+"
_ASKED = re.compile(
    rf"\W*{_TIME}\b.*?\b(?:(?:i|we)\s+(?:last\s+)?|(?:my|our)\s+(?:last|latest)\s+)(?:{_GOING})?"
    rf"(?P<verb>[a-z]{{2,}})(?:\s+(?P<particle>{_PARTICLE}))?\b(?P<rest>.*)",
    re.IGNORECASE,
)
_SAYS_LAST = re.compile(r"\b(?:last|latest)\b", re.IGNORECASE)
_NOTHING_MORE = re.compile(r"(?:\s+(?:again|outside|outdoors|together|alone|at all))?\W*")
_ALIKE = 0.55
"""Similarity from which two terms are forms of one verb: "swim" and "swam" are .59 alike."""
_WORD = re.compile(r"[^\W\d_]+")
_TO_COME = re.compile(
    r"\b(?:please|to|will|['’]ll|should|shall|must|can|could|would|might|may|let['’]?s|don['’]t|didn['’]t|not|never|if|when(?:ever)?|how)"
    r"(?:\s+(?:you|we|i|also|always|just|please|go))*\s*$",
    re.IGNORECASE,
)
"""Precedes a verb that tells of nothing done."""
_OTHERS = re.compile(
    r"(?:\b(?:he|she|it|they|you|who|which|that)|\b(?:the|this|that|these|those|his|her|their|your|its)\s+(?:[^\W\d_]+\s+){0,2}?[^\W\d_]+"
    r"|\b(?:my|our)\s+(?:[^\W\d_]+\s+){0,2}?[^\W\d_]+|(?-i:\b[A-Z][^\W\d_]+))"
    r"(?:\s+(?:is|are|was|were|has|had|have|just|still|only|also))*\s*$",
    re.IGNORECASE,
)
"""Precedes a verb whose subject is somebody or something else."""
_CLAUSE_ENDS = re.compile(r"[.,;:!?–—]|\b(?:but|while|because)\b", re.IGNORECASE)
_OWN = re.compile(r"\b(?:i|we|me|us|i['’](?:ve|m)|we['’](?:ve|re))\b", re.IGNORECASE)
_MODIFIER = re.compile(r"\b(?:an?|the|my|our|this|another|first|second|last|short|long|morning|evening|quick)\s*$", re.IGNORECASE)
_NOUN_OF_OTHERS = re.compile(
    r"\b(?:his|her|their|your|its|(?-i:[A-Z])\w+['’]s|dry|test|trial|print|school)\s+(?:\w+\s+)?$", re.IGNORECASE
)
_OF_ANOTHER_KIND = re.compile(r"\s+of\b", re.IGNORECASE)
_DISTANCE = (
    r"marathon|half|race|\d|k\b|km|miles?|laps?|loops?|trail|route|relay|course|leg|distance|parkrun|whole|entire|full|first"
)
_THING_RUN = rf"\s+(?:an?|the|this|that|these|those|my|our|all|some|it|them)\b(?!\s+(?:\w+\s+)?(?:{_DISTANCE}))"
_ELSE = {
    "run": rf"(?:\s+(?:out|into|off|away|late|low|short|dry|against|by|across|past\s+(?:the\s+)?deadline)\b|{_THING_RUN})",
    "fli": r"\s+(?:an?|the|my|our)\s+(?:\w+\s+)?(?:kite|drone|flag)s?\b",
    "drive": r"\s+(?:\w+\s+)?(?:crazy|mad|nuts|insane)\b",
    "train": r"\s+(?:an?|the|my|our|new)\s+(?:\w+\s+)?(?:model|staff|team|network|classifier|colleague|dog)s?\b",
    "work": r"\s+(?:at\s+all|again|fine|well|now)\b",
}
"""What follows a verb, given as its term, in a sense that the verb alone does not have."""


@dataclass(frozen=True, slots=True)
class LastDone:
    """What the user is asked to have done last."""

    verb: frozenset[str]
    """The terms of the verb's forms."""
    particle: str
    """The particle that goes with the verb: "out of" in "run out of milk"."""
    alone: bool
    """Nothing follows the verb."""

    def is_told_in(self, sentence: str) -> bool:
        """Return whether a sentence may tell that the user did it: as it has no form of the verb, or one that means that."""
        matches = [match for match in _WORD.finditer(sentence) if self.verb.intersection(terms(match.group()))]
        return not matches or any(self._is_meant(match, sentence) for match in matches)

    def _is_meant(self, match: re.Match[str], sentence: str) -> bool:
        before, behind = sentence[: match.start()], sentence[match.end() :]
        if self.particle and not behind.casefold().lstrip().startswith(self.particle):
            return False
        if self.alone and not self.particle and _else(self.verb).match(behind):
            return False
        if _MODIFIER.search(before):
            return not (_NOUN_OF_OTHERS.search(before) or _OF_ANOTHER_KIND.match(behind))
        if _TO_COME.search(before) or _NOUN_OF_OTHERS.search(before):
            return False
        clause = _CLAUSE_ENDS.split(before)[-1]
        return bool(_OWN.search(clause)) or not _OTHERS.search(clause)


def last_done(question: str) -> LastDone | None:
    """Return what a question asks the user to have done last, in English; `None` for any other question."""
    match = _ASKED.match(question) if _SAYS_LAST.search(question) else None
    if match is None:
        return None
    own = frozenset(terms(match["verb"]))
    forms = own | {word for term in own for word, likeness in related(term).items() if likeness >= _ALIKE}
    particle = (match["particle"] or "").casefold()
    return LastDone(forms, particle, bool(_NOTHING_MORE.fullmatch(match["rest"]))) if own else None


@lru_cache(maxsize=256)
def _else(verb: frozenset[str]) -> re.Pattern[str]:
    """Return a pattern of what follows a verb in another sense."""
    return re.compile("|".join(_ELSE[term] for term in sorted(verb & _ELSE.keys())) or r"(?!)", re.IGNORECASE)
