"""How likely it is that what was found holds the answer, which is more than being about the question."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from chat.settings import RetrievalSettings

_LEADERS = 10
"""The place of the message that is held against the best one."""
_USUAL_AGREEMENT = 0.55
"""How near the tenth best message comes to the best one, as a rule."""
_FEW = 30
"""Messages up to which the tenth says little: so many usual ones are taken to stand beside those that there are."""
_SURE = 1e-6
"""How near a strength may come to 0 or 1 for its odds."""


def of_documents(strength: float, settings: RetrievalSettings) -> float:
    """0 to 1, from how strong the evidence of the passages is by itself.

    A logistic function of its odds: that files are about a question says half as much about whether they answer it. Fitted on
    questions asked of their own files, of these without the passages that answer, and of others (decision 072); nine of ten
    questions are taken to have an answer.
    """
    by_odds, offset = settings.answered_documents
    within = min(max(strength, _SURE), 1 - _SURE)
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
    """0 to 1, from one entry a message; `strength` says whether they are about the question at all, see `evidence.strength`.

    A logistic function, fitted on questions that have an answer in their thread and such as have none there (decision 051), of
    the share of the question that whom it names has said over what others have, of how near the tenth message comes to the best
    (a thread that knows of something speaks of it more than once), and of the best cosine.
    """
    by_share, by_agreement, by_cosine, offset = settings.answered
    cosine = float(np.nanmax(dense)) if not np.isnan(dense).all() else settings.background_cosine
    odds = by_share * own_share(covered, named) + by_agreement * agreement(fused) + by_cosine * cosine - offset
    return min(1.0, strength / settings.answered_strength) / (1 + math.exp(-odds))


def own_share(covered: NDArray[np.float64], named: NDArray[np.bool_]) -> float:
    """By how much the best message of somebody whom the question names covers more of it than the best of anybody else, -1 to 1.

    0 where it names nobody, or everybody.
    "What did Caroline paint?" has no answer where only Melanie speaks of painting.
    """
    if named.all() or not named.any():
        return 0.0
    return float(covered[named].max() - covered[~named].max())


def agreement(fused: NDArray[np.float64]) -> float:
    """The tenth best score over the best, 0 to 1, drawn to what is usual where messages are few."""
    best = float(fused.max(initial=0.0))
    if best < 1e-9:
        return _USUAL_AGREEMENT
    count = len(fused)
    tenth = float(np.sort(fused)[-min(_LEADERS, count)]) / best
    return (count * max(tenth, 0.0) + _FEW * _USUAL_AGREEMENT) / (count + _FEW)
