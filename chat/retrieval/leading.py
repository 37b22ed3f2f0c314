"""The highest of many scores."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_BLOCK = 64
"""Scores of which only the highest is looked at first."""


def head(scores: NDArray[np.float64], count: int) -> NDArray[np.intp]:
    """Indexes of the `count` highest scores, best first and the earlier one of equals, without sorting the rest.

    The `count`-th best of the blocks' highest scores is a bound: at least so many reach it. (numpy's own partition takes fifty
    times as long where most scores are 0.)
    """
    candidates = np.arange(len(scores))
    if 0 < count * _BLOCK < len(scores):
        highest = np.maximum.reduceat(scores, np.arange(0, len(scores), _BLOCK))
        candidates = np.flatnonzero(scores >= np.sort(highest)[-count])
    return candidates[np.argsort(-scores[candidates], kind="stable")[:count]]
