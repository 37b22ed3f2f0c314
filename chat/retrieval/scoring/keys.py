"""One score per chunk from its keys: its own content, and the hypothetical questions that it answers."""

from __future__ import annotations

import numpy as np

from chat.index.base import Hits, chunk_of


def with_questions(content: Hits, questions: Hits, weight: float) -> Hits:
    """Each chunk's cosine, or `weight` x its best question's + (1 - `weight`) x its own where that is higher.

    So a question raises a chunk and never lowers one: most chunks of a thread may have none yet. A chunk that the search by
    content did not reach, because the collection is large, takes the lowest cosine that was reached.
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
