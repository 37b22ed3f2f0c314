"""Sentences that deny what an earlier one says: "turns out Tom isn't allergic to nuts", "Max can eat nuts after all"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from chat.dialogue.change_words import NOW, TURNS_OUT
from chat.retrieval.statements.standing_facts import LONGEST, Holding, is_certain, roots, roots_of
from chat.text import QUESTION_MARKS, terms
from chat.text.negation import NOT

_FEWEST = 2
"""Fewest terms of such a sentence."""
_CHANGE = f"{NOW}|{TURNS_OUT}|anymore|any more|actually|plus|eigentlich|en fait|en realidad"
_CHANGES = re.compile(rf"\b(?:{_CHANGE})\b(?: that\b)?", re.IGNORECASE)
_DENIES = re.compile(rf"{NOT}|\bno(?= (?:es|está|tiene|soy|hay)\b)|\bn['’](?=\w)", re.IGNORECASE)
_CAN_EAT = re.compile(r"\bcan (?:\w+ )?(?:eat|have|drink|tolerate)\b", re.IGNORECASE)
_VERB = re.compile(
    r"\b(?:can|do|does|did|is|are|was|were|has|have|kann|können|ist|sind|hat|est|sont|peut|a|es|está|puede|tiene)(?=n['’]t\b|\b)",
    re.IGNORECASE,
)
_ROOTS = roots_of(_CHANGE)


@dataclass(frozen=True, slots=True)
class Contradicting:
    """A sentence that says that something is not so, and that this is new."""

    subject: frozenset[str]
    """Terms of what is not so."""


def contradicting(sentence: str, language: str) -> Iterator[Contradicting]:
    """Yield what a sentence denies; `language` is that of `chat.text.languages.language_of`."""
    if (
        len(sentence) > LONGEST
        or _ROOTS.isdisjoint(roots(sentence))
        or not _CHANGES.search(sentence)
        or sentence.rstrip().endswith(QUESTION_MARKS)
    ):
        return
    for clause in sentence.split(", "):
        plain = clause if _DENIES.search(clause) else _CAN_EAT.sub("is not allergic to", clause)
        if _DENIES.search(plain) and is_certain(sentence):
            subject = _bare(plain, language)
            if len(subject) >= _FEWEST:
                yield Contradicting(subject)


def takes_the_place(later: Contradicting, earlier: Holding) -> bool:
    """Return whether the later sentence denies what the earlier one says, and nothing more or less."""
    return earlier.lasting and later.subject == earlier.subject


def _bare(clause: str, language: str) -> frozenset[str]:
    return frozenset(terms(_VERB.sub(" ", _DENIES.sub(" ", _CHANGES.sub(" ", clause))), language))
