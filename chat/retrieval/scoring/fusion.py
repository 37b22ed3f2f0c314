"""Hybrid fusion: one score from cosine similarity and BM25, by z-scores or by reciprocal ranks."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from chat.settings import RetrievalSettings

Scores = NDArray[np.float64]
"""Shape (units,), a unit being a chunk or a message; nan where a search did not reach the unit."""


@dataclass(frozen=True, slots=True)
class BackgroundScores:
    """Mean and standard deviation of the scores of units that are not listed, and how many these are.

    Every collection is taken to hold a few units that have nothing to do with the question. So a score means something in a
    collection of one chunk, where there is nothing to compare it with; in a collection of hundreds they make no difference.
    """

    mean: float
    deviation: float
    units: int

    @classmethod
    def between(cls, every: NDArray[np.floating], listed: Scores, units: int) -> BackgroundScores:
        """Of the `units` units that score in `every` and are not `listed`; all other unlisted ones score 0."""
        if not units:
            return NOTHING
        mean = (every.sum(dtype=np.float64) - listed.sum()) / units
        # not by BLAS, see `chat.index.matrix`
        squares = (np.square(every).sum(dtype=np.float64) - np.square(listed).sum()) / units
        return cls(float(mean), math.sqrt(max(float(squares - mean**2), 0.0)), units)

    def __add__(self, other: BackgroundScores) -> BackgroundScores:
        """Those of both together (the pooled variance)."""
        units = self.units + other.units
        if not units:
            return NOTHING
        mean = (self.units * self.mean + other.units * other.mean) / units
        spread = sum(each.units * (each.deviation**2 + (each.mean - mean) ** 2) for each in (self, other))
        return BackgroundScores(mean, math.sqrt(spread / units), units)


NOTHING = BackgroundScores(0.0, 0.0, 0)


def standardised(scores: Scores, background: BackgroundScores) -> Scores:
    """z-scores over the collection and its background; a unit that was not reached scores as the lowest that was.

    All 0 where nothing was reached or all scores are equal.
    """
    reached = scores[~np.isnan(scores)]
    if not len(reached):
        return np.zeros(len(scores))
    units = len(reached) + background.units
    mean = (reached.sum() + background.units * background.mean) / units
    spread = background.units * (background.deviation**2 + (background.mean - mean) ** 2)
    deviation = np.sqrt((((reached - mean) ** 2).sum() + spread) / units)
    if deviation < 1e-9:
        return np.zeros(len(scores))
    return np.asarray((np.where(np.isnan(scores), reached.min(), scores) - mean) / deviation)


def by_score(
    dense: Scores,
    keyword: Scores,
    dense_weight: float,
    settings: RetrievalSettings,
    pending: bool = False,
    unlisted: BackgroundScores = NOTHING,
) -> Scores:
    """`dense_weight` x z(dense) + (1 - `dense_weight`) x z(keyword); `unlisted` are the keyword scores of further units.

    Unlike rank fusion it keeps by how much one unit is better than another: with this embedder 3 to 12 points more recall. While
    vectors are `pending`, a unit without a cosine is judged by its words alone.
    """
    similar = BackgroundScores(settings.background_cosine, settings.background_deviation, settings.background_units)
    named = BackgroundScores(0.0, 0.0, settings.background_units)
    by_words = standardised(keyword, named + unlisted)
    fused = dense_weight * standardised(dense, similar) + (1 - dense_weight) * by_words
    return np.where(np.isnan(dense), by_words, fused) if pending and dense_weight else fused


def by_rank(dense: Scores, keyword: Scores, dense_weight: float, constant: int) -> Scores:
    """Weighted reciprocal rank fusion: the sum of weight / (k + rank) over both searches, k being the `constant`
    (Cormack, Clarke and Buettcher, Reciprocal Rank Fusion Outperforms Condorcet, 2009).

    What a search did not reach, and what no term matches, gets nothing from it.
    """
    shares = zip((dense_weight, 1 - dense_weight), (dense, np.where(keyword > 0, keyword, np.nan)), strict=True)
    return np.asarray(sum(weight * _reciprocal_ranks(scores, constant) for weight, scores in shares), dtype=np.float64)


def fuse(
    dense: Scores,
    keyword: Scores,
    dense_weight: float,
    method: Literal["score", "rrf"],
    settings: RetrievalSettings,
    pending: bool = False,
    unlisted: BackgroundScores = NOTHING,
) -> Scores:
    """Fused scores by `method`, higher is better. Monotone in both scores; the order of the units makes no difference."""
    if method == "score":
        return by_score(dense, keyword, dense_weight, settings, pending, unlisted)
    return by_rank(dense, keyword, dense_weight, settings.rrf_constant)


def _reciprocal_ranks(scores: Scores, constant: int) -> Scores:
    """1 / (k + rank), ranks from 1; equal scores share the best of their ranks; 0 for nan."""
    ordered = np.sort(scores[~np.isnan(scores)])
    better = len(ordered) - np.searchsorted(ordered, scores, side="right")
    return np.where(np.isnan(scores), 0.0, 1.0 / (constant + 1 + better))
