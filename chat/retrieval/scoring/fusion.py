"""Hybrid fusion: one score from cosine similarity and BM25, by z-scores or by reciprocal ranks."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from chat.settings import RetrievalSettings

Scores = NDArray[np.float64]
"""Shape (units,), where a unit is a chunk or a message; nan if a search did not return the unit."""


@dataclass(frozen=True, slots=True)
class BackgroundScores:
    """Mean, standard deviation and number of the scores of units that are not listed.

    Every collection is assumed to contain a few units unrelated to the question. This gives scores a meaning in a collection of
    one chunk, which has nothing to compare with; in a collection of hundreds it makes no difference.
    """

    mean: float
    deviation: float
    units: int

    @classmethod
    def between(cls, every: NDArray[np.floating], listed: Scores, units: int) -> BackgroundScores:
        """Return the statistics of the `units` units that score in `every` but are not `listed`; other unlisted ones score 0."""
        if not units:
            return NOTHING
        mean = (every.sum(dtype=np.float64) - listed.sum()) / units
        # no BLAS here, see `chat.index.matrix`
        squares = (np.square(every).sum(dtype=np.float64) - np.square(listed).sum()) / units
        return cls(float(mean), math.sqrt(max(float(squares - mean**2), 0.0)), units)

    def __add__(self, other: BackgroundScores) -> BackgroundScores:
        """Return the statistics of both together (the pooled variance)."""
        units = self.units + other.units
        if not units:
            return NOTHING
        mean = (self.units * self.mean + other.units * other.mean) / units
        spread = sum(each.units * (each.deviation**2 + (each.mean - mean) ** 2) for each in (self, other))
        return BackgroundScores(mean, math.sqrt(spread / units), units)


NOTHING = BackgroundScores(0.0, 0.0, 0)


def standardised(scores: Scores, background: BackgroundScores) -> Scores:
    """Return z-scores over the collection and its background; a unit that was not returned scores as the lowest that was.

    All are 0 if nothing was returned or all scores are equal.
    """
    reached = scores[~np.isnan(scores)]
    mean, deviation = _spread(reached, background)
    if not deviation:
        return np.zeros(len(scores))
    return np.asarray((np.where(np.isnan(scores), reached.min(), scores) - mean) / deviation)


def deviation_of(scores: Scores, background: BackgroundScores) -> float:
    """Return the standard deviation by which `standardised` divides; 0 if it returns zeros."""
    return _spread(scores[~np.isnan(scores)], background)[1]


def _spread(reached: Scores, background: BackgroundScores) -> tuple[float, float]:
    """Return mean and standard deviation of the scores and their background; 0 for a deviation that counts as none."""
    if not len(reached):
        return 0.0, 0.0
    units = len(reached) + background.units
    mean = (reached.sum() + background.units * background.mean) / units
    spread = background.units * (background.deviation**2 + (background.mean - mean) ** 2)
    deviation = np.sqrt((((reached - mean) ** 2).sum() + spread) / units)
    return mean, deviation if deviation >= 1e-9 else 0.0


def background_cosines(settings: RetrievalSettings) -> BackgroundScores:
    """Return the cosine similarities of the unrelated units that every collection is assumed to contain."""
    return BackgroundScores(settings.background_cosine, settings.background_deviation, settings.background_units)


def by_score(
    dense: Scores,
    keyword: Scores,
    dense_weight: float,
    settings: RetrievalSettings,
    pending: bool = False,
    unlisted: BackgroundScores = NOTHING,
) -> tuple[Scores, Scores]:
    """Return `dense_weight` x z(dense) and (1 - `dense_weight`) x z(keyword); `unlisted` are the keyword scores of further units.

    Unlike rank fusion this preserves by how much one unit is better than another: with this embedder, 3 to 12 points more recall
    (docs/decisions/050-fusion.md). While vectors are `pending`, a unit without a cosine similarity is scored by keywords alone.
    """
    named = BackgroundScores(0.0, 0.0, settings.background_units)
    by_words = standardised(keyword, named + unlisted)
    by_meaning = dense_weight * standardised(dense, background_cosines(settings))
    share = (1 - dense_weight) * by_words
    if pending and dense_weight:
        waiting = np.isnan(dense)
        return np.where(waiting, 0.0, by_meaning), np.where(waiting, by_words, share)
    return by_meaning, share


def by_rank(dense: Scores, keyword: Scores, dense_weight: float, constant: int) -> tuple[Scores, Scores]:
    """Return what both searches add to weighted reciprocal rank fusion: weight / (k + rank), where k is the `constant`
    (Cormack, Clarke and Buettcher, Reciprocal Rank Fusion Outperforms Condorcet, 2009).

    A unit adds nothing for a search that did not return it, or for keywords if no term matches.
    """
    named = np.where(keyword > 0, keyword, np.nan)
    return dense_weight * _reciprocal_ranks(dense, constant), (1 - dense_weight) * _reciprocal_ranks(named, constant)


def fuse(
    dense: Scores,
    keyword: Scores,
    dense_weight: float,
    method: Literal["score", "rrf"],
    settings: RetrievalSettings,
    pending: bool = False,
    unlisted: BackgroundScores = NOTHING,
) -> Scores:
    """Fuse scores by `method`; higher is better. The result is monotone in both scores and independent of the order of units."""
    by_meaning, by_words = shares(dense, keyword, dense_weight, method, settings, pending, unlisted)
    return by_meaning + by_words


def shares(
    dense: Scores,
    keyword: Scores,
    dense_weight: float,
    method: Literal["score", "rrf"],
    settings: RetrievalSettings,
    pending: bool = False,
    unlisted: BackgroundScores = NOTHING,
) -> tuple[Scores, Scores]:
    """Return what meaning and words each contribute to the fused score, which is their sum."""
    if method == "score":
        return by_score(dense, keyword, dense_weight, settings, pending, unlisted)
    return by_rank(dense, keyword, dense_weight, settings.rrf_constant)


def _reciprocal_ranks(scores: Scores, constant: int) -> Scores:
    """Return 1 / (k + rank), with ranks from 1; equal scores share the best of their ranks, and nan gives 0."""
    ordered = np.sort(scores[~np.isnan(scores)])
    better = len(ordered) - np.searchsorted(ordered, scores, side="right")
    return np.where(np.isnan(scores), 0.0, 1.0 / (constant + 1 + better))
