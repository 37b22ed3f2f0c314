"""Questions that are nothing but a number or code ("48213", "order 48213"): what has exactly the same one comes first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from chat.domain import Passage
from chat.text.codes import code_alone, has_code

_WITHOUT = 0.5
"""Factor for the scores of passages without the code, if any passage has it."""


def exact_first(question: str, candidates: Sequence[Passage]) -> list[Passage]:
    """Return the candidates, best first, with the scores of those lowered that lack the code which is all of the question."""
    code = code_alone(question)
    if code is None:
        return list(candidates)
    having = [has_code(f"{each.document_name or ''} {each.chunk.indexed}", code) for each in candidates]
    if not any(having):
        return list(candidates)
    least = min(passage.score for passage, has in zip(candidates, having, strict=True) if has)
    weighed = [
        passage if has else passage.with_scores(replace(passage.scores, fused=min(passage.scores.fused, least) * _WITHOUT))
        for passage, has in zip(candidates, having, strict=True)
    ]
    return sorted(weighed, key=lambda passage: -passage.score)
