"""For a question for a figure or a time in the asker's own life, keep what the asker said, without what the assistant made of
it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from chat.domain import Passage
from chat.llm.quoting.candidates import Candidate
from chat.llm.quoting.question.analysis import Question, has_answer_type
from chat.text.possessives import OURS_IN_EACH_FORM

_OF_A_FIGURE = frozenset(("when", "how many", "how long", "how often"))
"""Kinds of question that one figure or time answers."""
_OF_THE_ASKER = re.compile(rf"\b(?:i|we|ich|wir|je|nous|yo|{OURS_IN_EACH_FORM})\b|\bj['’]", re.IGNORECASE)
_OF_THE_ASSISTANT = re.compile(r"\b(?:you|your|du|dein\w*|tu|vous|te|votre|usted)\b|\b(?:should|would|could)\b", re.IGNORECASE)


def without_what_was_made_of_it(
    text: str, question: Question, chosen: Sequence[int], candidates: Sequence[Candidate], sources: Sequence[Passage]
) -> list[int]:
    """Return the chosen sentences, without those of the assistant if the question's `text` asks for a figure or a time of the
    asker's, and the first is the asker's own and has one."""

    def own(at: int) -> bool:
        return sources[candidates[at].source].own

    if (
        question.kind not in _OF_A_FIGURE
        or not own(chosen[0])
        or not _OF_THE_ASKER.search(text)
        or _OF_THE_ASSISTANT.search(text)
        or not has_answer_type(question, candidates[chosen[0]].piece.text)
    ):
        return list(chosen)
    return [at for at in chosen if own(at) or sources[candidates[at].source].role is None]
