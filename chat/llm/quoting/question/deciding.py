"""Determine whether a sentence plainly answers a question with yes or no: the same words in the same order, affirmed or
denied."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from chat.llm.quoting.question.predicating import decide_by_words
from chat.text import negation, terms
from chat.text.languages import ENGLISH

_NEGATION = re.compile(rf"{negation.ENGLISH}|\b(?:no|neither|nor|none|nobody|nothing|without|hardly)\b", re.IGNORECASE)
_DENIED = re.compile(
    r"\b(?:(?:is|are|was|were|do|does|did|has|have|had|can|will|must)\s+not|(?:is|are|was|were|do|does|did|has|have|had|wo|must)n['’]t"
    r"|cannot|can['’]t|(?:has|have|had)\s+never|never)\b",
    re.IGNORECASE,
)
_OPEN = re.compile(
    r"\b(?:if|unless|except|only|until|may|might|could|would|should|perhaps|maybe|possibly|probably|likely|almost|nearly|partly|partially|"
    r"some|sometimes|often|usually|think|thinks|thought|hope|hopes|hoping|want|wants|wanted|plan|plans|planning|planned|consider|"
    r"considering|expect|expects|try|trying|whether|believe|said|says|claim|claims|but|however|although|used to|going to|about to"
    r"|instead|rather|yet|wish|doubt|unlikely|depends?|deny|denied|denies|fail|failed|fails|refused?|stopped)\b|[?:;]|\d+%?\s+of\b",
    re.IGNORECASE,
)
"""Words that leave the answer open, or need interpretation."""
_STRICT = re.compile(
    r"\b(?:all|every|always|any|each|only|both|more|most|less|fewer|best|largest|first|last|still|ever|yet|now|currently|or)\b",
    re.IGNORECASE,
)
"""Words of a question that a sentence with the question's other words does not necessarily confirm."""
_FUTURE = re.compile(r"\b(?:will|shall|going to)\b|['’]ll\b", re.IGNORECASE)
_LEAST_TERMS = 3
_MOST_BETWEEN = 2
"""Most other words that the sentence may have among those of the question."""


def decide(question: str, sentence: str, language: str = ENGLISH) -> Literal["Yes", "No"] | None:
    """Return the answer that a sentence gives. Conservative: `None` if it has a condition, a doubt, or too many other words among
    those of the question."""
    if language != ENGLISH:
        return decide_by_words(question, sentence, language)
    if _STRICT.search(question) or _NEGATION.search(question) or _OPEN.search(sentence):
        return None
    if bool(_FUTURE.search(question)) != bool(_FUTURE.search(sentence)):
        return None
    question_terms, sentence_terms = terms(question), terms(sentence)
    place = _stretch(question_terms, sentence_terms)
    least = _LEAST_TERMS - (len(sentence_terms) == len(question_terms))  # "Alcohol is not reimbursed." says nothing else
    if len(question_terms) < least or place is None or place > len(question_terms) + _MOST_BETWEEN:
        return None
    denials = len(_NEGATION.findall(sentence))
    if denials == 0:
        return "Yes"
    return (
        "No"
        if denials == 1
        and len(_DENIED.findall(sentence)) == 1
        and place == len(question_terms)
        and len(sentence_terms) == len(question_terms)
        else None
    )


def _stretch(question_terms: Sequence[str], sentence_terms: Sequence[str]) -> int | None:
    """Return the length in terms of the shortest stretch of the sentence that has the question's terms in order; `None` if there
    is none."""
    best: int | None = None
    for start, term in enumerate(sentence_terms):
        if not question_terms or term != question_terms[0]:
            continue
        at = start
        for wanted in question_terms[1:]:
            at = next((later for later in range(at + 1, len(sentence_terms)) if sentence_terms[later] == wanted), -1)
            if at < 0:
                break
        else:
            best = at - start + 1 if best is None else min(best, at - start + 1)
    return best
