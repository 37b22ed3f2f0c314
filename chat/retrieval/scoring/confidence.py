"""Estimate how likely the passages hold the answer, which is more than being about the question."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from chat.settings import RetrievalSettings

_LEADERS = 10
"""Rank of the message compared with the best one."""
_USUAL_AGREEMENT = 0.55
"""Typical ratio of the tenth-best score to the best one."""
_PRIOR_MESSAGES = 30
"""Weight of the typical agreement, in messages: among few messages, the tenth says little."""
_LEAST_DOUBT = 1e-6
"""Least distance of a strength from 0 and 1, so that its log-odds stay finite."""


def of_documents(strength: float, settings: RetrievalSettings) -> float:
    """Return the confidence, 0 to 1, that documents hold the answer, given the strength of their evidence (`evidence.strength`).

    It is a logistic function of the log-odds of `strength`, which says only in part whether files about a question also answer
    it. Fitted on questions asked of their own files, of these without the answering passages, and of other files (decision 072);
    nine of ten questions are assumed to have an answer.
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
    """Return the confidence, 0 to 1, that messages hold the answer; arrays have one entry per message.

    `strength` tells whether the messages are about the question at all, see `evidence.strength`. The confidence is a logistic
    function of three features: `own_share`, `agreement` (a thread that knows of something mentions it more than once) and the
    best cosine similarity. Fitted on questions with and without an answer in their thread (decision 051).
    """
    by_share, by_agreement, by_cosine, offset = settings.answered
    cosine = float(np.nanmax(dense)) if not np.isnan(dense).all() else settings.background_cosine
    odds = by_share * own_share(covered, named) + by_agreement * agreement(fused) + by_cosine * cosine - offset
    return min(1.0, strength / settings.answered_strength) / (1 + math.exp(-odds))


def own_share(covered: NDArray[np.float64], named: NDArray[np.bool_]) -> float:
    """Return the best coverage of a message by somebody the question names, minus the best of anybody else's, -1 to 1.

    It is 0 if the question names nobody or everybody. "What did Caroline paint?" has no answer if only Melanie speaks of
    painting.
    """
    if named.all() or not named.any():
        return 0.0
    return float(covered[named].max() - covered[~named].max())


def agreement(fused: NDArray[np.float64]) -> float:
    """Return the ratio of the tenth-best score to the best, 0 to 1, shrunk towards the typical one if messages are few."""
    best = float(fused.max(initial=0.0))
    if best < 1e-9:
        return _USUAL_AGREEMENT
    count = len(fused)
    tenth = float(np.sort(fused)[-min(_LEADERS, count)]) / best
    return (count * max(tenth, 0.0) + _PRIOR_MESSAGES * _USUAL_AGREEMENT) / (count + _PRIOR_MESSAGES)
