"""Combine the scores of a chunk's keys: its own content, and the hypothetical questions it answers."""

from __future__ import annotations

import numpy as np

from chat.index.base import Hits, chunk_of


def with_questions(content: Hits, questions: Hits, weight: float) -> Hits:
    """Return each chunk's cosine similarity, or `weight` x its best question's + (1 - `weight`) x its own if that is higher.

    A question can thus raise a chunk but never lower it, since most chunks of a thread may have none yet. A chunk not returned by
    the content search, because the collection is large, takes the lowest similarity that was returned.
    """
    if not len(questions.numbers) or not len(content.numbers):
        return content
    cosines = dict(zip(content.ids, content.scores.tolist(), strict=True))
    lowest = float(content.scores.min())
    best: dict[str, float] = {}
    for question, score in zip(questions.ids, questions.scores.tolist(), strict=True):
        chunk = chunk_of(question)
        if chunk in cosines or not content.complete:
            best[chunk] = max(score, best.get(chunk, -1.0))
    for chunk, score in best.items():
        cosine = cosines.get(chunk, lowest)
        cosines[chunk] = max(cosine, weight * score + (1 - weight) * cosine)
    return Hits.of(tuple(cosines), np.array(list(cosines.values()), dtype=np.float32), content.complete, content.total)
