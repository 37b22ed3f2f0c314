"""What a person has said both ways: "I've never used Zotero" and "I just downloaded Zotero"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from chat.dialogue.happening import NOT_YET, has_happened
from chat.domain import Passage
from chat.llm.quoting.candidates import Candidate
from chat.llm.quoting.passage.clauses import clauses
from chat.text import STOP_WORDS
from chat.text.irregular_verbs import verb_terms

_OF_ONESELF = re.compile(
    r"\W*(?:(?:so|and|but|und|aber|et|mais|y|pero)\W+)?(?:(?:have|had|did|do|am|was)\s(?:i|we)\b|(?:habe|bin|war|hatte)\s(?:ich)\b"
    r"|(?:haben|sind|waren|hatten)\swir\b|(?:est-ce\sque\s)?j['’]ai\b|ai-je\b|(?:est-ce\sque\sje\s)?suis(?:-je)?\b"
    r"|(?:alguna\svez\s)?(?:he|hemos)\b)",
    re.IGNORECASE,
)
"""Matches the beginning of a question for what the asker did."""
_NEVER = re.compile(r"\b(?:never|nie(?:mals)?|jamais|nunca)\b|\bdid(?:n['’]t|\snot)\b", re.IGNORECASE)
_EVER = re.compile(
    r"\b(?:ever|before|yet|already|actually|jemals|schon(?:\smal)?|je|déjà|jamais|alguna\svez|ya)\b", re.IGNORECASE
)
_OR = re.compile(r"\W*\w+\s(?:or|and|oder|und|ou|et|o|y)\s(\w+)", re.IGNORECASE)
"""Matches two things done, as in "Have I ever downloaded or used"."""
_DOING = re.compile(r"\b(?:after|since|by|about|from)\s\w+ing\b", re.IGNORECASE)
"""Matches what was done, told in passing: "after missing the session"."""
_FEWEST = 2
"""Fewest terms that a statement and the question share."""
_LEAST = 0.4
"""Least share of the question's terms in a statement about the same."""


@dataclass(frozen=True, slots=True)
class Opposed:
    """Two statements of which one says that something happened and the other that it did not."""

    statements: tuple[int, int]
    """Indexes into the candidates: in the order of time if they disagree, otherwise the one that holds first."""
    disagree: bool
    """Whether they cannot both be true, because it is not the later one that says that it happened."""


def opposed(
    question: str, language: str, chosen: Sequence[int], candidates: Sequence[Candidate], sources: Sequence[Passage]
) -> Opposed | None:
    """Return a chosen statement of the asker on whether something happened that the question asks for, and the best one that says
    the opposite; `None` if there are no such two."""
    if not _OF_ONESELF.match(question):
        return None
    asked = _EVER.sub(" ", _OF_ONESELF.sub("", question))
    wanted, verbs = frozenset(verb_terms(asked, language)), _verbs(asked, language)
    least = max(_FEWEST, _LEAST * len(wanted))
    shared = {
        at: len(wanted.intersection(verb_terms(each.piece.text, language)))
        for at, each in enumerate(candidates)
        if sources[each.source].own
    }
    about = (at for at, count in shared.items() if count >= least)
    said = {at: says for at in about if (says := _says(candidates[at].piece.text, wanted, verbs, language)) is not None}
    if (first := next((at for at in chosen if at in said), None)) is None:
        return None
    opposite = [at for at, says in said.items() if says != said[first]]
    if not opposite:
        return None
    other = max(opposite, key=lambda at: (at in chosen, shared[at], -candidates[at].source))
    earlier, later = sorted((first, other), key=lambda at: _said_at(candidates[at], sources))
    happened_later = said[later] and _said_at(candidates[earlier], sources) < _said_at(candidates[later], sources)
    return Opposed((later, earlier) if happened_later else (earlier, later), disagree=not happened_later)


def _said_at(candidate: Candidate, sources: Sequence[Passage]) -> datetime:
    return sources[candidate.source].created_at or datetime.min.replace(tzinfo=UTC)


def _says(text: str, wanted: frozenset[str], verbs: frozenset[str], language: str) -> bool | None:
    """Return whether a text says that what is asked for happened; `None` if it says neither."""
    told = [(clause, frozenset(verb_terms(clause, language))) for clause in clauses(text)]
    if any(wanted & each and (NOT_YET.search(clause) or _NEVER.search(clause)) for clause, each in told):
        return False
    return True if any(verbs & each and (has_happened(clause) or _DOING.search(clause)) for clause, each in told) else None


def _verbs(question: str, language: str) -> frozenset[str]:
    """Return the terms for what was or was not done: the last one in German, otherwise the first, and another joined by "or"."""
    asked = verb_terms(question, language)
    if language == "german":
        return frozenset(asked[-1:])
    joined = _OR.match(question)
    return frozenset(asked[: 2 if joined is not None and joined[1].casefold() not in STOP_WORDS else 1])
