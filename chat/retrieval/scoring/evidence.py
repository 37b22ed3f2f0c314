"""What both searches say about the chunks of one collection, and how much that is worth by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from chat.index.base import Hits, Near, inverse_document_frequency
from chat.index.id_map import IdMap
from chat.retrieval.scoring.fusion import NOTHING, BackgroundScores
from chat.retrieval.scoring.leading import head
from chat.settings import RetrievalSettings

Mode = Literal["hybrid", "dense", "keyword"]

_BY_WORDS = 400
"""Units listed for what they score by their words, and as many for what they name, where not all are."""


@dataclass(frozen=True, slots=True)
class Lined:
    """A term's hits, by the units' positions."""

    units: NDArray[np.int64]
    scores: NDArray[np.float32]
    near: Near | None
    """Its `places` are such positions, too."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """One collection's answer to a question; arrays have one entry a unit of it, a chunk."""

    map: IdMap
    places: NDArray[np.int64]
    """The units, by their numbers in `map`."""
    dense: NDArray[np.float64]
    """Cosine similarity; nan where the search did not reach the chunk."""
    keyword: NDArray[np.float64]
    """BM25 of all terms, weighted as they are, with what related words add; 0 where none matches."""
    covered: NDArray[np.float64]
    """Share of what is asked, 0 to 1, that the chunk names: its terms' rarity over that of all terms."""
    terms: tuple[Lined, ...]
    """For each term the units that hold it; only where the units were given."""
    rarity: NDArray[np.float64]
    """Weighted inverse document frequency of each term, those that match nothing included."""
    nearly: NDArray[np.float64]
    """`covered`, words related to a term counted as so much of it."""
    awaiting: int = 0
    """Chunks of the collection whose vectors are still being made."""
    other_keyword: BackgroundScores = NOTHING
    """What chunks that terms match and that are not listed score by BM25."""
    other_nearly: BackgroundScores = NOTHING
    """What share of what is asked they name, related words included."""
    specificity: NDArray[np.float64] | None = None
    """How much each unit tells, whatever is asked; only where that was given."""

    @property
    def found(self) -> NDArray[np.bool_]:
        """Which units either search reached."""
        return ~np.isnan(self.dense) | (self.keyword > 0)

    def by_term(self, related: bool) -> NDArray[np.float64]:
        """BM25, shape (terms, units); of the terms alone, or with what related words add."""
        made = np.zeros((len(self.terms), len(self.places)))
        for row, term in zip(made, self.terms, strict=True):
            row[term.units] = term.scores
            if related and term.near is not None:
                row[term.near.places] += term.near.scores
        return made


def gather(
    dense: Hits | None,
    keyword: Sequence[Hits],
    weights: Sequence[float],
    units: IdMap | None,
    places: NDArray[np.int64],
    background_units: int,
    specific: Hits | None = None,
) -> Evidence:
    """Line up hits by chunk: those of `units` at these `places` when given (others are left out), else all chunks that were hit;
    of a collection so large that the search by meaning gave only the nearest, those and the best by their words.

    `keyword` holds the hits of each term by itself, of these `weights`; `dense` is None when vectors were not searched.
    """
    everywhere = units is None
    if units is None:
        units = keyword[0].map if keyword else dense.map if dense else IdMap()
        places = np.arange(len(units))
    sums = _summed(dense, keyword, weights, units, places, background_units)
    if not everywhere:
        return sums.evidence(None, None if specific is None else _by_unit(specific, units, places))
    if dense is not None and not dense.complete:
        return sums.leading()
    found = ~np.isnan(sums.dense) | (sums.keyword > 0)
    return sums.evidence(None if found.all() else np.flatnonzero(found))


@dataclass(frozen=True, slots=True)
class _Sums:
    """`Evidence` of all units, in single precision: half the time over the tens of thousands of a large collection."""

    map: IdMap
    places: NDArray[np.int64]
    dense: NDArray[np.float32]
    keyword: NDArray[np.float32]
    covered: NDArray[np.float32]
    nearly: NDArray[np.float32]
    terms: tuple[Lined, ...]
    rarity: NDArray[np.float64]
    awaiting: int

    def leading(self) -> Evidence:
        """The units that have a cosine, the best by BM25, and those that name most; the others count in sum.

        One that is left out is behind so many others by each of the three that it could not be among the first.
        """
        listed = ~np.isnan(self.dense)
        for scores in (self.keyword, self.nearly):
            best = head(scores, _BY_WORDS)
            listed[best[scores[best] > 0]] = True
        leading = self.evidence(np.flatnonzero(listed))
        matched = int(np.count_nonzero(self.keyword) - np.count_nonzero(leading.keyword))
        return replace(
            leading,
            other_keyword=BackgroundScores.between(self.keyword, leading.keyword, matched),
            other_nearly=BackgroundScores.between(self.nearly, leading.nearly, matched),
        )

    def evidence(self, units: NDArray[np.intp] | None, specificity: NDArray[np.float64] | None = None) -> Evidence:
        """Of these units; `None`: of all."""
        chosen = slice(None) if units is None else units
        return Evidence(
            self.map,
            self.places[chosen],
            dense=self.dense[chosen].astype(np.float64),
            keyword=self.keyword[chosen].astype(np.float64),
            covered=self.covered[chosen].astype(np.float64),
            terms=self.terms if units is None else (),
            rarity=self.rarity,
            nearly=self.nearly[chosen].astype(np.float64),
            awaiting=self.awaiting,
            specificity=specificity,
        )


def _summed(
    dense: Hits | None,
    keyword: Sequence[Hits],
    weights: Sequence[float],
    units: IdMap,
    places: NDArray[np.int64],
    background_units: int,
) -> _Sums:
    count, row_of = len(places), _rows(units, places)
    similarity = np.full(count, np.nan, dtype=np.float32)
    score, named, nearly = (np.zeros(count, dtype=np.float32) for _ in range(3))
    if dense is not None:
        at, cosines = _placed(dense, units, row_of)
        similarity[at] = cosines
    terms = tuple(_lined(hits, units, row_of) for hits in keyword)
    rarity = np.array([weight * _rarity(hits, background_units) for hits, weight in zip(keyword, weights, strict=True)])
    for term, rare in zip(terms, rarity.tolist(), strict=True):
        score[term.units] += term.scores
        named[term.units] += np.float32(rare)
        if term.near is not None:
            score[term.near.places] += term.near.scores
            nearly[term.near.places] += np.float32(rare) * term.near.likeness
    asked = np.float32(rarity.sum() or 1.0)
    held = max((hits.total for hits in keyword), default=0)
    awaiting = max(held - dense.total, 0) if dense is not None else 0
    return _Sums(units, places, similarity, score, named / asked, (named + nearly) / asked, terms, rarity, awaiting)


def _by_unit(hits: Hits, units: IdMap, places: NDArray[np.int64]) -> NDArray[np.float64]:
    """Their scores by the units' positions, 0 where there is none."""
    scored = np.zeros(len(places))
    at, scores = _placed(hits, units, _rows(units, places))
    scored[at] = scores
    return scored


def _rows(units: IdMap, places: NDArray[np.int64]) -> NDArray[np.int64] | None:
    """By the number of a chunk in `units` its position in `places`, -1 where it has none; `None`: its number. The last entry
    stands for what is not among the units, whose number is -1."""
    if len(units) == len(places):
        return None
    row_of = np.full(len(units) + 1, -1)
    row_of[places] = np.arange(len(places))
    return row_of


def _placed(hits: Hits, units: IdMap, row_of: NDArray[np.int64] | None) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """In which rows the hits stand, and their scores, without those that stand in none."""
    rows, known = _rows_of(hits.map, hits.places, units, row_of)
    return (rows, hits.scores) if known is None else (rows[known], hits.scores[known])


def _lined(hits: Hits, units: IdMap, row_of: NDArray[np.int64] | None) -> Lined:
    near = hits.near
    if near is not None:
        rows, known = _rows_of(hits.map, near.places, units, row_of)
        near = replace(near, places=rows) if known is None else Near(rows[known], near.scores[known], near.likeness[known])
    return Lined(*_placed(hits, units, row_of), near)


def _rows_of(
    map: IdMap, places: NDArray[np.int64], units: IdMap, row_of: NDArray[np.int64] | None
) -> tuple[NDArray[np.int64], NDArray[np.bool_] | None]:
    """In which rows chunks of a map stand, and which of them stand in any; `None`: all."""
    numbers = places if map is units else map.numbers_in(units)[places]
    rows = numbers if row_of is None else row_of[numbers]
    known = None if map is units and row_of is None else rows >= 0
    return rows, None if known is None or known.all() else known


def _rarity(hits: Hits, background_units: int) -> float:
    """As if the collection held some units about something else: in one of a single chunk every term would be common."""
    return inverse_document_frequency(hits.total + background_units, len(hits.places))


def coverage(by_term: NDArray[np.float64], rarity: NDArray[np.float64]) -> NDArray[np.float64]:
    """Share of what is asked, 0 to 1, that each unit names: its terms' rarity over that of all terms. Shape (units,), from
    scores of shape (terms, units).
    """
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
