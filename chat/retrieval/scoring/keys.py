"""One score a passage from its keys: its own content, and questions that it answers."""

from __future__ import annotations

import numpy as np

from chat.index.base import Hits, chunk_of


def with_questions(content: Hits, questions: Hits, weight: float) -> Hits:
    """Each chunk's cosine, or `weight` x its best question's + the rest x its own where that is higher.

    So a question lifts a chunk and never lowers one: most chunks of a thread may have none yet. A chunk that the search by
    content did not reach, because the collection is large, counts there as the worst that was reached.
    """
    if not len(questions.numbers) or not len(content.numbers):
        return content
    own = dict(zip(content.ids, content.scores.tolist(), strict=True))
    worst = float(content.scores.min())
    best: dict[str, float] = {}
    for question, score in zip(questions.ids, questions.scores.tolist(), strict=True):
        chunk = chunk_of(question)
        if chunk in own or not content.complete:
            best[chunk] = max(score, best.get(chunk, -1.0))
    lifted = {
        chunk: max(own.get(chunk, worst), weight * score + (1 - weight) * own.get(chunk, worst)) for chunk, score in best.items()
    }
    scores = own | lifted
    return Hits.of(tuple(scores), np.array(list(scores.values()), dtype=np.float32), content.complete, content.total)
