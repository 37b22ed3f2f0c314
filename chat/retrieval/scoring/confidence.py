"""How likely what was found holds the answer, which is more than being about the question."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from chat.settings import RetrievalSettings

_LEADERS = 10
"""The rank of the message that is compared with the best one."""
_USUAL_AGREEMENT = 0.55
"""The usual ratio of the tenth best score to the best one."""
_PRIOR_MESSAGES = 30
"""Weight of the usual agreement, in messages: among few, the tenth says little."""
_LEAST_DOUBT = 1e-6
"""How close a strength may come to 0 or 1, so that its log-odds stay finite."""


def of_documents(strength: float, settings: RetrievalSettings) -> float:
    """0 to 1, from the strength of the passages' evidence, see `evidence.strength`.

    A logistic function of its log-odds: that files are about a question says half as much about whether they answer it. Fitted on
    questions asked of their own files, of these without the passages that answer, and of others (decision 072); nine of ten
    questions are taken to have an answer.
    """
    by_odds, offset = settings.answered_documents
    within = min(max(strength, _LEAST_DOUBT), 1 - _LEAST_DOUBT)
    odds = by_odds * math.log(within / (1 - within)) - offset
    return min(1.0, strength / settings.answered_documents_strength) / (1 + math.exp(-odds))


def of_messages(
    dense: NDArray[np.float64],
    covered: NDArray[np.float64],
    fused: NDArray[np.float64],
    named: NDArray[np.bool_],
    strength: float,
    settings: RetrievalSettings,
) -> float:
    """0 to 1, from arrays with one entry per message; `strength` says whether they are about the question at all, see
    `evidence.strength`.

    A logistic function of three features: `own_share`, `agreement` (a thread that knows of something speaks of it more than
    once) and the best cosine. Fitted on questions with and without an answer in their thread (decision 051).
    """
    by_share, by_agreement, by_cosine, offset = settings.answered
    cosine = float(np.nanmax(dense)) if not np.isnan(dense).all() else settings.background_cosine
    odds = by_share * own_share(covered, named) + by_agreement * agreement(fused) + by_cosine * cosine - offset
    return min(1.0, strength / settings.answered_strength) / (1 + math.exp(-odds))


def own_share(covered: NDArray[np.float64], named: NDArray[np.bool_]) -> float:
    """The best coverage of a message by somebody whom the question names, less the best of anybody else's, -1 to 1.

    0 where it names nobody, or everybody. "What did Caroline paint?" has no answer where only Melanie speaks of painting.
    """
    if named.all() or not named.any():
        return 0.0
    return float(covered[named].max() - covered[~named].max())


def agreement(fused: NDArray[np.float64]) -> float:
    """The ratio of the tenth best score to the best, 0 to 1, shrunk towards the usual one where messages are few."""
    best = float(fused.max(initial=0.0))
    if best < 1e-9:
        return _USUAL_AGREEMENT
    count = len(fused)
    tenth = float(np.sort(fused)[-min(_LEADERS, count)]) / best
    return (count * max(tenth, 0.0) + _PRIOR_MESSAGES * _USUAL_AGREEMENT) / (count + _PRIOR_MESSAGES)
