"""What both searches say about the chunks of one collection, and how much that is worth by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, repeat
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from chat.index.base import Hits
from chat.settings import RetrievalSettings

Mode = Literal["hybrid", "dense", "keyword"]


@dataclass(frozen=True, slots=True)
class Evidence:
    """One collection's answer to a question; arrays have one entry a chunk."""

    ids: tuple[str, ...]
    dense: NDArray[np.float64]
    """Cosine similarity; nan where the search did not reach the chunk."""
    by_term: NDArray[np.float64]
    """BM25, shape (terms, chunks), weighted as the terms are; 0 where a term does not match."""
    rarity: NDArray[np.float64]
    """Weighted inverse document frequency of each term, those that match nothing included."""
    awaiting: int = 0
    """Chunks of the collection whose vectors are still being made."""


def gather(
    dense: Hits | None,
    keyword: Mapping[str, Hits],
    weights: Mapping[str, float],
    ids: Sequence[str] | None,
    background_units: int,
) -> Evidence:
    """Line up hits by chunk: over `ids` when given (others are left out), else over all chunks that were hit.

    `keyword` holds the hits of each term by itself; `dense` is None when vectors were not searched.
    """
    if ids is None:
        ids = tuple(dict.fromkeys(chain(dense.ids if dense else (), *(hits.ids for hits in keyword.values()))))
    place = dict(zip(ids, range(len(ids)), strict=True))
    similarity = np.full(len(ids), np.nan)
    by_term = np.zeros((len(keyword), len(ids)))
    if dense is not None:
        _put(similarity, place, dense)
    for row, hits in zip(by_term, keyword.values(), strict=True):
        _put(row, place, hits)
    rarity = np.array([weights[term] * _rarity(hits, background_units) for term, hits in keyword.items()])
    held = max((hits.total for hits in keyword.values()), default=0)
    awaiting = max(held - dense.total, 0) if dense is not None else 0
    return Evidence(tuple(ids), similarity, by_term, rarity, awaiting)


def _put(row: NDArray[np.float64], place: Mapping[str, int], hits: Hits) -> None:
    positions = np.fromiter(map(place.get, hits.ids, repeat(-1)), dtype=np.int64, count=len(hits.ids))
    known = positions >= 0
    row[positions[known]] = hits.scores[known]


def _rarity(hits: Hits, background_units: int) -> float:
    """As if the collection held some units about something else: in one of a single chunk every term would be common."""
    total, matching = hits.total + background_units, len(hits.ids)
    return float(np.log1p((total - matching + 0.5) / (matching + 0.5)))


def coverage(by_term: NDArray[np.float64], rarity: NDArray[np.float64]) -> NDArray[np.float64]:
    """Share of what is asked, 0 to 1, that each unit names: its terms' rarity over that of all terms. Shape (units,)."""
    asked = float(rarity.sum())
    return rarity @ (by_term > 0) / asked if asked else np.zeros(by_term.shape[1])


def strength(
    dense: NDArray[np.float64], covered: NDArray[np.float64], mode: Mode, settings: RetrievalSettings
) -> NDArray[np.float64]:
    """How likely units are to be about the question, 0 to 1, whatever else their collection holds.

    z-scores can't say that: every collection has a best unit. What the vector search did not reach counts as unrelated there.
    A logistic function of cosine and coverage, fitted on four sets: questions asked of their own thread against those asked of
    another, each set weighing the same (docs/decisions/051).
    """
    fitted = {"hybrid": settings.strength_hybrid, "dense": settings.strength_dense, "keyword": settings.strength_keyword}
    by_cosine, by_coverage, offset = fitted[mode]
    cosine = np.where(np.isnan(dense), settings.background_cosine, dense)
    return np.asarray(1 / (1 + np.exp(offset - by_cosine * cosine - by_coverage * covered)))
