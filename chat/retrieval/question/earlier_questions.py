"""Lower the rank of earlier questions and requests: they resemble the question, but do not answer it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from chat.dialogue.telling import asks, asks_for_questions, only_requests
from chat.domain import Chunk, Passage, Source
from chat.retrieval.per_chunk import cached_per_chunk
from chat.text import QUESTION_MARKS, asks_only, terms

_NEW = 1
"""Most terms a message may have beyond those of the question to count as the same question."""
_SHORT = 80
"""In characters. A longer question states what it is about and is kept."""
_SHORT_FACTOR = 0.6
"""Factor for the scores of short questions. Applied to questions of any length it cost beam100k 12 points of R@5, since people
state things in their questions; applied to short ones, .1 points."""


def lowered(
    question: str, candidates: Sequence[Passage], factor: float, strengths: Mapping[str, float], leaders: int
) -> tuple[list[Passage], dict[str, float]]:
    """Return the candidates, best first, with the scores of questions lowered, and the lowered strengths by chunk id.

    Questions in nearly the same words are multiplied by `factor`, other short questions by a factor of their own. Nothing changes
    if the question asks which questions were asked.

    Conversations that are strong only because of the same question get a lower strength, and the scores of all their passages are
    lowered in proportion. `strengths` holds the strength of each candidate; the strength of a conversation is the highest of its
    first `leaders`, as in `scoring.ranked.comparable`.
    """
    asked = set(terms(question))
    again = {passage.chunk.id for passage in candidates if factor < 1 and _asks_again(passage, asked)}
    short = {passage.chunk.id for passage in candidates if only_asks(passage)} - again
    if not (again or short) or asks_for_questions(question):
        return list(candidates), {}
    factors, weaker = dict.fromkeys(short, _SHORT_FACTOR) | dict.fromkeys(again, factor), dict[str, float]()
    for ids in _by_conversation(candidates):
        every = [strengths[id] for id in ids]
        others = [strengths[id] for id in ids if id not in again]
        strongest, without = max(every[:leaders]), max(others[:leaders], default=0.0)
        if without < strongest:
            for id in ids:
                factors[id] = factors.get(id, 1.0) * without / strongest
                weaker[id] = without
    weighed = [_times(passage, factors.get(passage.chunk.id, 1.0)) for passage in candidates]
    return sorted(weighed, key=lambda passage: -passage.score), weaker


def _by_conversation(candidates: Sequence[Passage]) -> Iterable[list[str]]:
    """Return the ids of the message chunks of each thread, in the order of the candidates."""
    ids: dict[str, list[str]] = {}
    for passage in candidates:
        if passage.chunk.source is Source.MESSAGE:
            ids.setdefault(passage.chunk.thread, []).append(passage.chunk.id)
    return ids.values()


def only_asks(passage: Passage) -> bool:
    """Return whether the passage is nothing but a short question or request of the user. Between several people, questions are
    answered in the following turn and therefore do not count.

    This is the strictest test of its kind, since passages that meet it are ranked lower: a question must also begin as one,
    besides ending with a question mark, and a longer one states what it is about. The steps after ranking exclude more.
    """
    return passage.own and _is_short_question(passage.chunk)


def _asks_again(passage: Passage, asked: set[str]) -> bool:
    chunk = passage.chunk
    if chunk.source is not Source.MESSAGE or not (
        chunk.text.rstrip().endswith(QUESTION_MARKS) or (passage.own and _requests(chunk))
    ):
        return False
    return len(set(terms(chunk.text)) - asked) <= _NEW


def read_ahead(chunk: Chunk) -> None:
    """Read a message of the user before it is found for the first time."""
    _is_short_question(chunk)
    _requests(chunk)


@cached_per_chunk
def _is_short_question(chunk: Chunk) -> bool:
    """Return whether a message is nothing but a short question or request."""
    text = chunk.text
    return len(text) <= _SHORT and ((asks(text.lstrip(" ¿¡")) and asks_only(text)) or _requests(chunk))


@cached_per_chunk
def _requests(chunk: Chunk) -> bool:
    return only_requests(chunk.text)


def _times(passage: Passage, share: float) -> Passage:
    if share == 1:
        return passage
    return passage.with_scores(replace(passage.scores, fused=passage.scores.fused * share))
