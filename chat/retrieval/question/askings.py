"""Questions and requests that were put before: they are like the question, and answer nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from chat.dialogue.telling import asks, asks_for_questions, only_requests
from chat.domain import Passage, Source
from chat.text import QUESTION_MARKS, asks_only, terms

_NEW = 1
"""Most words that such a message has and the question has not."""
_SHORT = 80
"""Characters of a question that tells nothing beside: in a longer one somebody says what it is about."""
_SHORT_FACTOR = 0.6
"""Of their scores. For questions of any length it cost beam100k 12 points of R@5, since people tell what they ask about; for
these .1."""


def lowered(
    question: str, candidates: Sequence[Passage], factor: float, own: Mapping[str, float], leaders: int
) -> tuple[list[Passage], dict[str, float]]:
    """Candidates with the scores of questions in nearly the same words multiplied by the factor, those of other short ones by
    another one, best first; not where it is asked what was asked.

    Beside them, by chunk, how likely a conversation holds anything about the question where the same question alone made that
    likely: its scores are as much lower.

    `own` is how likely each candidate is to be about the question by itself; of its conversation the likeliest of so many
    `leaders` is taken, as in `scoring.ranked.comparable`.
    """
    asked = set(terms(question))
    again = {passage.chunk.id for passage in candidates if factor < 1 and _asks_again(passage, asked)}
    short = {passage.chunk.id for passage in candidates if only_asks(passage)} - again
    if not (again or short) or asks_for_questions(question):
        return list(candidates), {}
    said: dict[str, list[Passage]] = {}
    for passage in candidates:
        if passage.chunk.source is Source.MESSAGE:
            said.setdefault(passage.chunk.thread, []).append(passage)
    shares, strengths = dict.fromkeys(short, _SHORT_FACTOR) | dict.fromkeys(again, factor), dict[str, float]()
    for passages in said.values():
        all_likely = [own[passage.chunk.id] for passage in passages]
        told = [own[passage.chunk.id] for passage in passages if passage.chunk.id not in again]
        with_them, without = max(all_likely[:leaders]), max(told[:leaders], default=0.0)
        if without < with_them:
            for passage in passages:
                shares[passage.chunk.id] = shares.get(passage.chunk.id, 1.0) * without / with_them
                strengths[passage.chunk.id] = without
    weighed = [_times(passage, shares.get(passage.chunk.id, 1.0)) for passage in candidates]
    return sorted(weighed, key=lambda passage: -passage.score), strengths


def only_asks(passage: Passage) -> bool:
    """Whether it is a short question or request of the person's own and nothing else: what people ask each other is answered in
    the turn after it.

    The strictest test of its kind, since what passes it is ranked lower: a question must begin as one, too, beside the mark at
    its end, and a longer one tells what it is about. What comes after ranking leaves out more.
    """
    text = passage.chunk.text
    return passage.own and len(text) <= _SHORT and ((asks(text.lstrip(" ¿¡")) and asks_only(text)) or only_requests(text))


def _asks_again(passage: Passage, asked: set[str]) -> bool:
    text = passage.chunk.text.rstrip()
    if passage.chunk.source is not Source.MESSAGE or not (text.endswith(QUESTION_MARKS) or (passage.own and only_requests(text))):
        return False
    return len(set(terms(text)) - asked) <= _NEW


def _times(passage: Passage, share: float) -> Passage:
    if share == 1:
        return passage
    return passage.with_scores(replace(passage.scores, fused=passage.scores.fused * share))
